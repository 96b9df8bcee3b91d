// Every function of the header: what it does, and what it says of bad arguments.

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "campione.h"
#include "checks.h"

static const char *const START = "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1";

static void variants(void) {
    CampioneVariant *rules = (CampioneVariant *)1;
    char *text = NULL;
    uint32_t files = 0, ranks = 0;
    size_t i, count = campione_variant_count();

    CHECK(strchr(campione_version(), '.') != NULL);
    CHECK(count > 15 && campione_variant_id_at(count) == NULL && campione_variant_id_at(SIZE_MAX) == NULL);
    for (i = 0; i < count; i++) {
        const char *id = campione_variant_id_at(i);
        CampioneVariant *one = variant(id);
        OK(campione_variant_id(one, &text));
        CHECK(takes(text, id));
        campione_variant_free(one);
    }
    CHECK(is(campione_variant_id_at(0), "carrera") && campione_variant_id_at(0) == campione_variant_id_at(0));

    // A length, and the name that another program has.
    OK(campione_variant_named("capablanca and more", 10, &rules));
    OK(campione_variant_size(rules, &files, &ranks));
    CHECK(files == 10 && ranks == 8);
    files = 0;
    OK(campione_variant_size(rules, &files, NULL));
    CHECK(files == 10);
    OK(campione_variant_size(rules, NULL, &ranks));
    OK(campione_variant_start_fen(rules, &text));
    CHECK(takes(text, START));
    OK(campione_variant_name(rules, &text));
    CHECK(text[0] != '\0');
    campione_text_free(text);
    campione_variant_free(rules);
    OK(campione_variant_named(TEXT("caparandom"), &rules));
    OK(campione_variant_id(rules, &text));
    CHECK(takes(text, "crc"));
    campione_variant_free(rules);

    FAILS(campione_variant_named(TEXT("gothik"), &rules), CAMPIONE_STATUS_VARIANT, "variant.unknown");
    CHECK(rules == NULL && strstr(campione_error_message(), "gothic") != NULL && campione_error_count() == 1);
    CHECK(is(campione_error_field(0), "variant") && campione_error_line(0) == 0 && campione_error_column(0) == 0);
    CHECK(campione_error_code(1) == NULL && campione_error_text(1) == NULL && campione_error_field(1) == NULL);
    CHECK(campione_error_line(1) == 0 && campione_error_column(SIZE_MAX) == 0);
    FAILS(campione_variant_named("\xff", 1, &rules), CAMPIONE_STATUS_ARGUMENT, "argument.utf8");
    FAILS(campione_variant_named("x", SIZE_MAX - 1, &rules), CAMPIONE_STATUS_ARGUMENT, "argument.length");
    // An input with NUL inside is a text like any other.
    FAILS(campione_variant_named("a\0b", 3, &rules), CAMPIONE_STATUS_VARIANT, "variant.unknown");
    CHECK(strstr(campione_error_message(), "a\xef\xbf\xbd" "b") != NULL);
    REFUSES_NULL(campione_variant_named(NONE, &rules));
    REFUSES_NULL(campione_variant_named(TEXT("chess"), NULL));
    REFUSES_NULL(campione_variant_id(NULL, &text));
    CHECK(text == NULL);
    REFUSES_NULL(campione_variant_name(NULL, &text));
    REFUSES_NULL(campione_variant_start_fen(NULL, &text));
    REFUSES_NULL(campione_variant_to_toml(NULL, &text));
    REFUSES_NULL(campione_variant_size(NULL, &files, &ranks));
    rules = variant("chess");
    REFUSES_NULL(campione_variant_size(rules, NULL, NULL));
    REFUSES_NULL(campione_variant_id(rules, NULL));
    campione_variant_free(rules);
    campione_variant_free(NULL);
    campione_text_free(NULL);
}

static void variant_files(void) {
    const char *toml = "extends = \"capablanca\"\npiece.A.moves = \"BNW\"\n";
    const char *ini = "[mine:capablanca]\narchbishop = a\n[other:chess]\nstalemateValue = loss\n";
    CampioneVariant *mine = NULL, *again = NULL;
    CampioneGame *start = NULL;
    uint64_t nodes = 0;
    char *text = NULL, *other = NULL;

    OK(campione_variant_from_toml(TEXT(toml), TEXT("stronger-archbishops"), &mine));
    OK(campione_variant_id(mine, &text));
    CHECK(takes(text, "stronger-archbishops"));
    OK(campione_game_new(mine, NONE, &start));
    OK(campione_game_perft(start, 2, 1, 0, NULL, &nodes));
    CHECK(nodes == 784);
    campione_game_free(start);

    OK(campione_variant_to_toml(mine, &text));
    OK(campione_variant_from_toml(TEXT(text), NONE, &again));
    OK(campione_variant_to_toml(again, &other));
    CHECK(takes(other, text));
    campione_text_free(text);
    campione_variant_free(again);
    campione_variant_free(mine);

    FAILS(campione_variant_from_toml(TEXT("extends = \"capablanca\"\npiece.A.moves = 7\nmistake = 1\n"), NONE, &mine),
          CAMPIONE_STATUS_VARIANT, "file.unknown-key");
    CHECK(mine == NULL && campione_error_count() >= 1);
    CHECK(has_fault("file.wrong-type") || has_fault("file.unknown-key"));
    FAILS(campione_variant_from_toml(TEXT("extends = \"capablanca\"\n\n  mistake = 1\n"), NONE, &mine), CAMPIONE_STATUS_VARIANT,
          "file.unknown-key");
    CHECK(campione_error_line(0) == 3 && campione_error_column(0) == 3 && is(campione_error_field(0), "mistake"));
    REFUSES_NULL(campione_variant_from_toml(NONE, NONE, &mine));
    REFUSES_NULL(campione_variant_from_toml(TEXT(toml), NONE, NULL));

    OK(campione_variant_from_ini(TEXT(ini), TEXT("other"), &mine));
    campione_variant_free(mine);
    REFUSES(campione_variant_from_ini(TEXT(ini), NONE, &mine));
    CHECK(strstr(campione_error_message(), "mine, other") != NULL);
    REFUSES(campione_variant_from_ini(TEXT(ini), TEXT("third"), &mine));
    CHECK(campione_variant_from_ini(TEXT("nothing of a file"), NONE, &mine) == CAMPIONE_STATUS_VARIANT && mine == NULL);
    REFUSES_NULL(campione_variant_from_ini(NONE, NONE, &mine));
    REFUSES_NULL(campione_variant_from_ini(TEXT(ini), NONE, NULL));
}

static void positions(void) {
    CampioneVariant *rules = variant("capablanca");
    CampioneGame *position = NULL, *copy = NULL;
    char *text = NULL, letter = '?';
    uint32_t flag = 7;
    uint64_t key = 0, other = 0;

    OK(campione_game_new(rules, TEXT("startpos"), &position));
    OK(campione_game_fen(position, NONE, &text));
    CHECK(takes(text, START));
    OK(campione_game_fen(position, TEXT("shredder"), &text));
    CHECK(takes(text, "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w AJaj - 0 1"));
    FAILS(campione_game_fen(position, TEXT("latin"), &text), CAMPIONE_STATUS_ARGUMENT, "dialect.unknown");
    CHECK(text == NULL);
    OK(campione_game_white_to_move(position, &flag));
    CHECK(flag == 1);
    OK(campione_game_in_check(position, &flag));
    CHECK(flag == 0);
    OK(campione_game_piece_at(position, TEXT("c1"), &letter));
    CHECK(letter == 'A');
    OK(campione_game_piece_at(position, TEXT("h8"), &letter));
    CHECK(letter == 'c');
    OK(campione_game_piece_at(position, TEXT("e4"), &letter));
    CHECK(letter == 0);
    REFUSES(campione_game_piece_at(position, TEXT("k1"), &letter));
    REFUSES(campione_game_piece_at(position, TEXT("a9"), &letter));
    REFUSES(campione_game_piece_at(position, TEXT(""), &letter));
    OK(campione_game_zobrist(position, &key));
    OK(campione_game_copy(position, &copy));
    OK(campione_game_play(copy, TEXT("e2e4"), NONE));
    OK(campione_game_zobrist(copy, &other));
    CHECK(key != other);
    OK(campione_game_zobrist(position, &other));
    CHECK(key == other);
    campione_game_free(copy);
    campione_game_free(position);

    // Two faults of one FEN.
    FAILS(campione_game_new(rules, TEXT("rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR x KQkq - zero 1"), &position),
          CAMPIONE_STATUS_POSITION, "fen.side");
    CHECK(position == NULL && campione_error_count() == 2 && has_fault("fen.clock"));
    CHECK(is(campione_error_text(0), "`x` is neither `w` nor `b`") && is(campione_error_field(0), "side to move"));
    CHECK(campione_game_new(rules, TEXT("crc:99999"), &position) == CAMPIONE_STATUS_POSITION);
    CHECK(campione_game_new(rules, TEXT(""), &position) == CAMPIONE_STATUS_POSITION);
    REFUSES_NULL(campione_game_new(NULL, NONE, &position));
    REFUSES_NULL(campione_game_new(rules, NONE, NULL));
    campione_variant_free(rules);

    // Gothic Chess by its number, and what a dialect cannot say.
    position = game("crc", "crc:25933");
    OK(campione_game_fen(position, NONE, &text));
    CHECK(takes(text, "rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR w KQkq - 0 1"));
    OK(campione_game_variant(position, &rules));
    OK(campione_variant_id(rules, &text));
    CHECK(takes(text, "crc"));
    campione_variant_free(rules);
    campione_game_free(position);
    position = game("archchess", "r3k4r/10/10/10/10/10/10/10/10/R3K4R w KQLkql - 0 1");
    FAILS(campione_game_fen(position, TEXT("fairy"), &text), CAMPIONE_STATUS_POSITION, "dialect.not-said");
    campione_game_free(position);

    REFUSES_NULL(campione_game_copy(NULL, &copy));
    REFUSES_NULL(campione_game_fen(NULL, NONE, &text));
    REFUSES_NULL(campione_game_variant(NULL, &rules));
    REFUSES_NULL(campione_game_white_to_move(NULL, &flag));
    REFUSES_NULL(campione_game_in_check(NULL, &flag));
    REFUSES_NULL(campione_game_piece_at(NULL, TEXT("a1"), &letter));
    REFUSES_NULL(campione_game_zobrist(NULL, &key));
    REFUSES_NULL(campione_game_repetitions(NULL, &flag));
    position = game("chess", NULL);
    REFUSES_NULL(campione_game_copy(position, NULL));
    REFUSES_NULL(campione_game_fen(position, NONE, NULL));
    REFUSES_NULL(campione_game_variant(position, NULL));
    REFUSES_NULL(campione_game_white_to_move(position, NULL));
    REFUSES_NULL(campione_game_in_check(position, NULL));
    REFUSES_NULL(campione_game_piece_at(position, NONE, &letter));
    REFUSES_NULL(campione_game_piece_at(position, TEXT("a1"), NULL));
    REFUSES_NULL(campione_game_zobrist(position, NULL));
    REFUSES_NULL(campione_game_repetitions(position, NULL));
    campione_game_free(position);
    campione_game_free(NULL);
}

static void moves(void) {
    CampioneGame *play = game("capablanca", NULL);
    CampioneMoves *list = NULL;
    char *text = NULL;
    uint32_t flag = 0;

    OK(campione_game_legal_moves(play, NONE, &list));
    CHECK(campione_moves_count(list) == 28);
    campione_moves_free(list);
    OK(campione_game_play(play, TEXT("d4"), NONE));
    OK(campione_game_play(play, TEXT("d7d5"), TEXT("uci")));
    OK(campione_game_write_move(play, TEXT("h1i3"), NONE, &text));
    CHECK(takes(text, "Ci3"));
    OK(campione_game_write_move(play, TEXT("Ci3"), TEXT("uci"), &text));
    CHECK(takes(text, "h1i3"));
    OK(campione_game_play(play, TEXT("Ci3"), TEXT("san")));
    OK(campione_game_moves(play, NONE, &list));
    CHECK(lists(list, "d2d4 d7d5 h1i3"));
    OK(campione_game_moves(play, TEXT("san"), &list));
    CHECK(lists(list, "d4 d5 Ci3"));
    OK(campione_game_white_to_move(play, &flag));
    CHECK(flag == 0);

    FAILS(campione_game_play(play, TEXT("Ci3"), TEXT("uci")), CAMPIONE_STATUS_MOVE, "move.unreadable");
    FAILS(campione_game_play(play, TEXT("e2e4"), NONE), CAMPIONE_STATUS_MOVE, "move.illegal");
    FAILS(campione_game_play(play, TEXT("hello"), NONE), CAMPIONE_STATUS_MOVE, "move.unreadable");
    FAILS(campione_game_play(play, TEXT("0000"), NONE), CAMPIONE_STATUS_MOVE, "move.null");
    FAILS(campione_game_play(play, TEXT("e7e5"), TEXT("esperanto")), CAMPIONE_STATUS_ARGUMENT, "notation.unknown");
    FAILS(campione_game_legal_moves(play, TEXT("esperanto"), &list), CAMPIONE_STATUS_ARGUMENT, "notation.unknown");
    CHECK(list == NULL);
    OK(campione_game_moves(play, NONE, &list));
    CHECK(campione_moves_count(list) == 3);
    campione_moves_free(list);
    OK(campione_game_undo(play));
    OK(campione_game_undo(play));
    OK(campione_game_undo(play));
    FAILS(campione_game_undo(play), CAMPIONE_STATUS_MOVE, "move.none");
    OK(campione_game_fen(play, NONE, &text));
    CHECK(takes(text, START));

    // The rule that a move breaks.
    FAILS(campione_game_play(play, TEXT("O-O"), NONE), CAMPIONE_STATUS_MOVE, "move.illegal");
    CHECK(campione_error_count() == 2 && strstr(campione_error_text(1), "not empty") != NULL);
    campione_game_free(play);
    play = game("chess", "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1");
    FAILS(campione_game_play(play, TEXT("Nc3"), NONE), CAMPIONE_STATUS_MOVE, "illegal.pinned");
    REFUSES_NULL(campione_game_play(play, NONE, NONE));
    REFUSES_NULL(campione_game_write_move(play, NONE, NONE, &text));
    REFUSES_NULL(campione_game_write_move(play, TEXT("Kd1"), NONE, NULL));
    REFUSES_NULL(campione_game_legal_moves(play, NONE, NULL));
    REFUSES_NULL(campione_game_moves(play, NONE, NULL));
    campione_game_free(play);
    play = game("chess", "7k/8/8/8/8/8/8/KN3N2 w - - 0 1");
    FAILS(campione_game_play(play, TEXT("Nd2"), NONE), CAMPIONE_STATUS_MOVE, "move.ambiguous");
    OK(campione_game_legal_moves(play, TEXT("san"), &list));
    CHECK(campione_moves_count(list) == 9);
    campione_moves_free(list);
    campione_game_free(play);

    REFUSES_NULL(campione_game_play(NULL, TEXT("e2e4"), NONE));
    REFUSES_NULL(campione_game_undo(NULL));
    REFUSES_NULL(campione_game_write_move(NULL, TEXT("e2e4"), NONE, &text));
    REFUSES_NULL(campione_game_legal_moves(NULL, NONE, &list));
    REFUSES_NULL(campione_game_moves(NULL, NONE, &list));
    CHECK(campione_moves_count(NULL) == 0 && campione_moves_text(NULL, 0) == NULL && campione_moves_nodes(NULL, 0) == 0);
    campione_moves_free(NULL);
}

static void outcomes(void) {
    static const char *const KNIGHTS[] = {"Nc3", "Nc6", "Nb1", "Nb8"};
    CampioneGame *play = game("carrera", "R3k5/10/4K5/10/10/10/10/10 b - - 0 1");
    CampioneOutcome outcome;
    uint32_t number = 0;
    int i;

    OK(campione_game_outcome(play, &outcome));
    CHECK(outcome.winner == CAMPIONE_WINNER_WHITE && is(outcome.reason, "checkmate"));
    OK(campione_game_in_check(play, &number));
    CHECK(number == 1);
    campione_game_free(play);
    play = game("carrera", "4k5/4P5/4K5/10/10/10/10/10 b - - 0 1");
    OK(campione_game_outcome(play, &outcome));
    CHECK(outcome.winner == CAMPIONE_WINNER_DRAW && is(outcome.reason, "stalemate"));
    campione_game_free(play);

    play = game("gothic", NULL);
    for (i = 0; i < 8; i++) {
        OK(campione_game_outcome(play, &outcome));
        CHECK(outcome.winner == CAMPIONE_WINNER_NONE && is(outcome.reason, ""));
        OK(campione_game_play(play, TEXT(KNIGHTS[i % 4]), NONE));
    }
    OK(campione_game_repetitions(play, &number));
    CHECK(number == 3);
    OK(campione_game_outcome(play, &outcome));
    CHECK(outcome.winner == CAMPIONE_WINNER_DRAW && is(outcome.reason, "repetition"));
    REFUSES_NULL(campione_game_outcome(play, NULL));
    REFUSES_NULL(campione_game_outcome(NULL, &outcome));
    campione_game_free(play);
}

static void counts(void) {
    static const uint64_t KNOWN[] = {1, 28, 784, 25228, 805128};
    CampioneGame *start = game("capablanca", NULL);
    CampioneMoves *parts = NULL;
    CampioneControl *control = NULL;
    uint64_t nodes = 0, sum;
    uint32_t depth;
    size_t i;

    for (depth = 0; depth <= 4; depth++) {
        OK(campione_game_perft(start, depth, depth % 3, depth == 4, NULL, &nodes));
        CHECK(nodes == KNOWN[depth]);
        OK(campione_game_divide(start, depth, 1, 0, NULL, NONE, &parts));
        CHECK(campione_moves_count(parts) == (depth == 0 ? 0 : 28));
        for (i = 0, sum = 0; i < campione_moves_count(parts); i++) sum += campione_moves_nodes(parts, i);
        CHECK(sum == (depth == 0 ? 0 : KNOWN[depth]));
        campione_moves_free(parts);
    }
    OK(campione_game_divide(start, 1, 0, 0, NULL, TEXT("san"), &parts));
    CHECK(campione_moves_nodes(parts, 0) == 1);
    campione_moves_free(parts);

    OK(campione_control_new(&control));
    OK(campione_game_perft(start, 4, 0, 0, control, &nodes));
    nodes = 0;
    OK(campione_control_nodes(control, &nodes));
    CHECK(nodes == 805128);
    REFUSES(campione_game_perft(start, 1, 0, 0, control, &nodes));
    campione_control_free(control);
    OK(campione_control_new(&control));
    OK(campione_control_stop(control));
    FAILS(campione_game_perft(start, 100, 1, 0, control, &nodes), CAMPIONE_STATUS_STOPPED, "count.stopped");
    campione_control_free(control);
    OK(campione_control_new(&control));
    OK(campione_control_stop(control));
    FAILS(campione_game_divide(start, 100, 1, 0, control, NONE, &parts), CAMPIONE_STATUS_STOPPED, "count.stopped");
    CHECK(parts == NULL);
    campione_control_free(control);

    REFUSES(campione_game_perft(start, 129, 1, 0, NULL, &nodes));
    REFUSES(campione_game_perft(start, 2, 1025, 0, NULL, &nodes));
    REFUSES(campione_game_divide(start, 2, 1025, 0, NULL, NONE, &parts));
    FAILS(campione_game_divide(start, 2, 1, 0, NULL, TEXT("?"), &parts), CAMPIONE_STATUS_ARGUMENT, "notation.unknown");
    REFUSES_NULL(campione_game_perft(NULL, 2, 1, 0, NULL, &nodes));
    REFUSES_NULL(campione_game_perft(start, 2, 1, 0, NULL, NULL));
    REFUSES_NULL(campione_game_divide(NULL, 2, 1, 0, NULL, NONE, &parts));
    REFUSES_NULL(campione_game_divide(start, 2, 1, 0, NULL, NONE, NULL));
    REFUSES_NULL(campione_control_new(NULL));
    REFUSES_NULL(campione_control_stop(NULL));
    REFUSES_NULL(campione_control_nodes(NULL, &nodes));
    OK(campione_control_new(&control));
    REFUSES_NULL(campione_control_nodes(control, NULL));
    campione_control_free(control);
    campione_control_free(NULL);
    campione_game_free(start);
}

static void pictures(void) {
    CampioneGame *play = game("herb-garden", NULL);
    char *plain = NULL, *other = NULL;

    OK(campione_game_svg(play, 0, NONE, &plain));
    CHECK(strncmp(plain, "<svg", 4) == 0);
    OK(campione_game_svg(play, CAMPIONE_SVG_FLIPPED, NONE, &other));
    CHECK(strcmp(plain, other) != 0);
    campione_text_free(other);
    OK(campione_game_svg(play, CAMPIONE_SVG_FLIPPED | CAMPIONE_SVG_DARK, TEXT(" a1l7  b2b3"), &other));
    CHECK(strcmp(plain, other) != 0);
    campione_text_free(other);
    campione_text_free(plain);
    REFUSES(campione_game_svg(play, 4, NONE, &plain));
    REFUSES(campione_game_svg(play, 0, TEXT("a1"), &plain));
    REFUSES(campione_game_svg(play, 0, TEXT("a1a2x"), &plain));
    REFUSES(campione_game_svg(play, 0, TEXT("a1m1"), &plain));
    CHECK(plain == NULL);
    REFUSES_NULL(campione_game_svg(NULL, 0, NONE, &plain));
    REFUSES_NULL(campione_game_svg(play, 0, NONE, NULL));
    campione_game_free(play);
}

// What a callback has seen, and when it has had enough.
typedef struct {
    CampioneEngine *engine;
    CampioneGame *game;
    CampioneControl *control;
    pthread_t thread;
    int lines, most;
} Seen;

static int see(const CampioneSearchInfo *info, void *user) {
    Seen *seen = user;
    CampioneGame *copy = NULL;
    char move[24] = "";
    CHECK(pthread_equal(seen->thread, pthread_self()));
    CHECK(info->depth > 0 && info->multipv > 0 && info->score.kind != CAMPIONE_SCORE_KIND_NONE && info->pv[0] != '\0');
    // The first move of the line can be played, and the engine cannot be asked meanwhile.
    CHECK(sscanf(info->pv, "%23s", move) == 1);
    OK(campione_game_copy(seen->game, &copy));
    OK(campione_game_play(copy, TEXT(move), TEXT("uci")));
    campione_game_free(copy);
    FAILS(campione_engine_clear(seen->engine), CAMPIONE_STATUS_BUSY, "engine.busy");
    seen->lines++;
    return seen->lines == seen->most;
}

static void *stop_soon(void *control) {
    uint64_t nodes = 0;
    while (nodes == 0) OK(campione_control_nodes(control, &nodes));
    OK(campione_control_stop(control));
    return NULL;
}

static void engines(void) {
    CampioneEngineOptions options;
    CampioneEngine *engine = NULL, *weak = NULL;
    CampioneGame *play = game("carrera", "5k4/10/5K4/10/10/10/10/R9 w - - 0 1");
    CampioneLimits limits;
    CampioneSearchResult result, again;
    CampioneControl *control = NULL;
    Seen seen = {NULL, NULL, NULL, pthread_self(), 0, 0};
    pthread_t thread;

    memset(&options, 0, sizeof options);
    memset(&limits, 0, sizeof limits);
    options.hash = 1;
    OK(campione_engine_new(&options, &engine));
    limits.mate = 2;
    OK(campione_engine_search(engine, play, &limits, NULL, NULL, NULL, &result));
    CHECK(is(result.best_move, "a1a8") && result.score.kind == CAMPIONE_SCORE_KIND_MATE && result.score.value == 1);
    CHECK(result.outcome.winner == CAMPIONE_WINNER_NONE);
    OK(campione_game_play(play, result.best_move, CAMPIONE_TO_NUL, TEXT("uci")));
    OK(campione_engine_search(engine, play, &limits, NULL, NULL, NULL, &result));
    CHECK(is(result.best_move, "") && is(result.ponder_move, "") && result.score.kind == CAMPIONE_SCORE_KIND_NONE);
    CHECK(result.outcome.winner == CAMPIONE_WINNER_WHITE && is(result.outcome.reason, "checkmate") && result.depth == 0);
    campione_game_free(play);

    // The same search from a cleared engine is the same.
    play = game("archchess", NULL);
    memset(&limits, 0, sizeof limits);
    limits.depth = 4;
    limits.multipv = 2;
    seen.engine = engine;
    seen.game = play;
    OK(campione_engine_clear(engine));
    OK(campione_engine_search(engine, play, &limits, NULL, see, &seen, &result));
    CHECK(seen.lines == 8 && result.depth == 4 && result.nodes > 0 && result.ponder_move[0] != '\0');
    OK(campione_engine_clear(engine));
    OK(campione_engine_search(engine, play, &limits, NULL, NULL, NULL, &again));
    CHECK(strcmp(result.best_move, again.best_move) == 0 && result.nodes == again.nodes);
    OK(campione_engine_search(engine, play, &limits, NULL, NULL, NULL, NULL));
    memset(&limits, 0, sizeof limits);
    limits.nodes = 500;
    limits.search_moves = "a2a3 b3";
    limits.search_moves_length = CAMPIONE_TO_NUL;
    OK(campione_engine_search(engine, play, &limits, NULL, NULL, NULL, &result));
    CHECK(is(result.best_move, "a2a3") || is(result.best_move, "b2b3"));
    limits.search_moves = "a2a3 a2a9";
    FAILS(campione_engine_search(engine, play, &limits, NULL, NULL, NULL, &result), CAMPIONE_STATUS_MOVE, "move.illegal");
    memset(&limits, 0, sizeof limits);
    limits.time_ms = 1;
    OK(campione_engine_search(engine, play, &limits, NULL, NULL, NULL, &result));
    CHECK(result.best_move[0] != '\0');
    memset(&limits, 0, sizeof limits);
    limits.clock_ms = 20;
    limits.increment_ms = 1;
    limits.moves_to_go = 10;
    OK(campione_engine_search(engine, play, &limits, NULL, NULL, NULL, &result));
    CHECK(result.best_move[0] != '\0');

    // Without a limit: ended by the callback, by another thread, before it begins.
    REFUSES(campione_engine_search(engine, play, NULL, NULL, NULL, NULL, &result));
    memset(&limits, 0, sizeof limits);
    REFUSES(campione_engine_search(engine, play, &limits, NULL, NULL, NULL, &result));
    seen.lines = 0;
    seen.most = 3;
    OK(campione_engine_search(engine, play, NULL, NULL, see, &seen, &result));
    CHECK(seen.lines == 3 && result.best_move[0] != '\0');
    OK(campione_control_new(&control));
    CHECK(pthread_create(&thread, NULL, stop_soon, control) == 0);
    OK(campione_engine_search(engine, play, NULL, control, NULL, NULL, &result));
    CHECK(pthread_join(thread, NULL) == 0 && result.best_move[0] != '\0');
    REFUSES(campione_engine_search(engine, play, NULL, control, NULL, NULL, &result));
    campione_control_free(control);
    OK(campione_control_new(&control));
    OK(campione_control_stop(control));
    OK(campione_engine_search(engine, play, NULL, control, NULL, NULL, &result));
    CHECK(result.best_move[0] != '\0');
    campione_control_free(control);

    // Engines for people, and options out of range.
    options.use_level = 1;
    options.level = 2;
    options.seed = 77;
    options.no_net = 1;
    options.threads = 2;
    OK(campione_engine_new(&options, &weak));
    OK(campione_engine_search(weak, play, NULL, NULL, NULL, NULL, &result));
    CHECK(result.best_move[0] != '\0' && result.nodes < 5000);
    campione_engine_free(weak);
    options.elo = 1500;
    REFUSES(campione_engine_new(&options, &weak));
    CHECK(weak == NULL);
    options.use_level = 0;
    OK(campione_engine_new(&options, &weak));
    campione_engine_free(weak);
    options.elo = 1;
    REFUSES(campione_engine_new(&options, &weak));
    options.elo = 0;
    options.use_level = 2;
    REFUSES(campione_engine_new(&options, &weak));
    options.use_level = 1;
    options.level = 21;
    REFUSES(campione_engine_new(&options, &weak));
    options.use_level = 0;
    options.no_net = 2;
    REFUSES(campione_engine_new(&options, &weak));
    options.no_net = 0;
    options.threads = 1025;
    REFUSES(campione_engine_new(&options, &weak));
    options.threads = 1;
    options.hash = (1u << 22) + 1;
    REFUSES(campione_engine_new(&options, &weak));
    OK(campione_engine_new(NULL, &weak));
    campione_engine_free(weak);

    REFUSES_NULL(campione_engine_new(NULL, NULL));
    REFUSES_NULL(campione_engine_clear(NULL));
    REFUSES_NULL(campione_engine_search(NULL, play, &limits, NULL, NULL, NULL, &result));
    REFUSES_NULL(campione_engine_search(engine, NULL, &limits, NULL, NULL, NULL, &result));
    campione_engine_free(engine);
    campione_engine_free(NULL);
    campione_game_free(play);
}

// An error is of the thread that made it.
static void *other_thread(void *unused) {
    (void)unused;
    CHECK(campione_error_count() == 0 && is(campione_error_message(), ""));
    REFUSES_NULL(campione_game_undo(NULL));
    return NULL;
}

// Plays and takes back in a game that another thread uses too.
static void *player(void *game) {
    int i;
    for (i = 0; i < 300; i++) {
        CampioneMoves *list = NULL;
        uint64_t nodes = 0;
        if (campione_game_play(game, TEXT("a2a3"), NONE) == CAMPIONE_STATUS_OK) OK(campione_game_undo(game));
        OK(campione_game_legal_moves(game, NONE, &list));
        CHECK(campione_moves_count(list) > 0);
        campione_moves_free(list);
        OK(campione_game_perft(game, 1, 1, 0, NULL, &nodes));
    }
    return NULL;
}

static void threads(void) {
    CampioneVariant *rules = NULL;
    CampioneGame *shared = game("capablanca", NULL);
    char *text = NULL;
    pthread_t one, two;

    FAILS(campione_variant_named(TEXT("nothing"), &rules), CAMPIONE_STATUS_VARIANT, "variant.unknown");
    CHECK(pthread_create(&one, NULL, other_thread, NULL) == 0 && pthread_join(one, NULL) == 0);
    CHECK(has_fault("variant.unknown"));
    OK(campione_game_fen(shared, NONE, &text));
    CHECK(takes(text, START) && campione_error_count() == 0 && is(campione_error_message(), ""));

    CHECK(pthread_create(&one, NULL, player, shared) == 0 && pthread_create(&two, NULL, player, shared) == 0);
    CHECK(pthread_join(one, NULL) == 0 && pthread_join(two, NULL) == 0);
    OK(campione_game_fen(shared, NONE, &text));
    CHECK(takes(text, START));
    campione_game_free(shared);
}

int main(void) {
    variants();
    variant_files();
    positions();
    moves();
    outcomes();
    counts();
    pictures();
    engines();
    threads();
    if (failures > 0) fprintf(stderr, "%d checks have failed\n", failures);
    return failures > 0;
}
