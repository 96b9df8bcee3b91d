// Calls with random arguments: `fuzz CALLS SEED`. Handles are good or NULL, everything else is anything. No call may crash, report a bug,
// fail without a fault or succeed with one; and when all handles are freed, memory must not have grown since a tenth of the calls: by at
// most 256 KiB, since what variants and engines prepare once stays.
// The last line before a crash says which call it was, if CAMPIONE_FUZZ_TRACE is set.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "campione.h"

static uint64_t state;

// Sebastiano Vigna's SplitMix64.
static uint64_t next(void) {
    uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static uint32_t below(uint32_t bound) { return (uint32_t)(next() >> 32) % bound; }
static int one_in(uint32_t number) { return below(number) == 0; }

#define LENGTH(array) ((uint32_t)(sizeof(array) / sizeof *(array)))

// What is alive. Places that are empty are NULL.
static CampioneVariant *variants[8];
static CampioneGame *games[16];
static CampioneMoves *lists[8];
static CampioneControl *controls[8];
static CampioneEngine *engines[2];

#define ANY(pool) (one_in(16) ? NULL : (pool)[below(LENGTH(pool))])

static uint64_t done = 0, succeeded = 0;

// What must be true after any call that returns a status.
static int good(CampioneStatus status, const char *call) {
    size_t i, count = campione_error_count();
    int fine = (unsigned)status <= CAMPIONE_STATUS_SYSTEM && (status == CAMPIONE_STATUS_OK) == (count == 0) &&
               (status == CAMPIONE_STATUS_OK) == (campione_error_message()[0] == '\0');
    for (i = 0; i < count; i++) fine = fine && campione_error_code(i)[0] != '\0' && campione_error_text(i)[0] != '\0';
    if (!fine || campione_error_code(count) != NULL) {
        fprintf(stderr, "call %" PRIu64 ", %s: status %d, %zu faults, `%s`\n", done, call, (int)status, count, campione_error_message());
        exit(1);
    }
    succeeded += status == CAMPIONE_STATUS_OK;
    return status == CAMPIONE_STATUS_OK;
}

#define CALL(function, ...) (trace(#function), good(function(__VA_ARGS__), #function))

static int traces = 0;
static void trace(const char *call) {
    if (traces) fprintf(stderr, "%" PRIu64 " %s\n", done, call);
}

// A handle that came out takes the place of another; after a failure it must be NULL.
#define STORE(pool, free, succeeds, handle)                        \
    do {                                                           \
        uint32_t place = below(LENGTH(pool));                      \
        if ((succeeds) != ((handle) != NULL)) {                    \
            fprintf(stderr, "call %" PRIu64 ": a handle\n", done); \
            exit(1);                                               \
        }                                                          \
        if ((handle) != NULL) {                                    \
            free((pool)[place]);                                   \
            (pool)[place] = (handle);                              \
        }                                                          \
    } while (0)

static void forget(int succeeds, char **text) {
    if (succeeds != (*text != NULL)) {
        fprintf(stderr, "call %" PRIu64 ": a text\n", done);
        exit(1);
    }
    campione_text_free(*text);
}

static const char *const WORDS[] = {
    "e2e4", "e7e5", "d4", "d5", "Nc3", "Nc6", "O-O", "O-O-O", "e1g1", "f1i1", "a2a3", "a7a6", "Ci3", "a1", "h8", "l10", "m1", "a0", "0000",
    "--", "e8=Q", "e7e8q", "", "uci", "san", "lan", "crc", "uci960", "xboard", "xfen", "shredder", "fairy", "chessv", "carrera", "chess",
    "capablanca", "gothic", "herb-garden", "caparandom", "courier-spiel", "startpos", "crc:27621", "chess960:0", "crc:0", "crc:48001",
    "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "4k5/4P5/4K5/10/10/10/10/10 b - - 0 1", "r4k5r/12/12/12/12/12/R5K4R w ALal - 0 1", "8/8/8/8/8/8/8/8 x - - a b", "a1a8", "b2b3 c2c3",
    "e2e4 d2d4", "\xc3\xa9", "\xff\xfe", "the quick brown fox", "99999999999999999999", "Nbd2", "R1a3", "[a:chess]", "x = 1"};

static const char *const FILES[] = {"extends = \"capablanca\"\npiece.A.moves = \"BNW\"\n", "extends = \"chess\"\nid = \"mine\"\n",
                                    "extends = \"gothic\"\nmistake = 1\n", "extends = 7", "", "[[[", "extends = \"nothing\""};

static const char *const INIS[] = {"[mine:capablanca]\narchbishop = a\n", "[a:chess]\n[b:chess]\nstalemateValue = loss\n", "[a", "x", ""};

// A text for C: where it begins and its length. It lies in memory of its own, so that a sanitizer sees what is read beyond it.
typedef struct {
    char *memory;
    const char *text;
    size_t length;
} Text;

static Text text_of(const char *word) {
    Text text;
    text.length = strlen(word);
    text.memory = malloc(text.length + 1);
    if (text.memory == NULL) exit(1);
    memcpy(text.memory, word, text.length + 1);
    text.text = text.memory;
    if (one_in(2)) text.length = CAMPIONE_TO_NUL;
    return text;
}

static Text any_text(void) {
    Text text = {NULL, NULL, 0};
    uint32_t i, length;
    switch (below(16)) {
    case 0: // NULL, with any length.
        text.length = one_in(2) ? 0 : (size_t)next();
        return text;
    case 1: // Bytes.
        length = below(40);
        text.memory = malloc(length + 1);
        if (text.memory == NULL) exit(1);
        for (i = 0; i < length; i++) text.memory[i] = (char)next();
        text.memory[length] = 0;
        text.text = text.memory;
        text.length = length;
        return text;
    case 2: // A length that no text has.
        text = text_of(WORDS[below(LENGTH(WORDS))]);
        text.length = SIZE_MAX - 1 - below(1000);
        return text;
    case 3:
    case 4:
    case 5: { // A word with a byte changed, or cut.
        const char *word = WORDS[below(LENGTH(WORDS))];
        length = (uint32_t)strlen(word);
        text = text_of(word);
        if (length == 0) return text;
        if (one_in(2)) {
            text.memory[below(length)] = (char)(one_in(2) ? next() : 32 + below(95));
            text.length = length;
        } else {
            // Not even a NUL behind it.
            free(text.memory);
            length = below(length) + 1;
            text.memory = malloc(length);
            if (text.memory == NULL) exit(1);
            memcpy(text.memory, word, length);
            text.text = text.memory;
            text.length = length;
        }
        return text;
    }
    default:
        return text_of(WORDS[below(LENGTH(WORDS))]);
    }
}

static uint32_t small_or_any(uint32_t bound) { return one_in(8) ? (uint32_t)next() : below(bound); }

static int hear(const CampioneSearchInfo *info, void *user) {
    uint32_t *left = user;
    if (info->pv[0] == '\0') exit(1);
    return --*left == 0;
}

// A legal move, most often.
static Text any_move(const CampioneGame *game) {
    CampioneMoves *list = NULL;
    Text text;
    if (one_in(3) || game == NULL || campione_game_legal_moves(game, NULL, 0, &list) != CAMPIONE_STATUS_OK ||
        campione_moves_count(list) == 0) {
        campione_moves_free(list);
        return any_text();
    }
    text = text_of(campione_moves_text(list, below((uint32_t)campione_moves_count(list))));
    campione_moves_free(list);
    return text;
}

static void search(void) {
    CampioneEngine *engine = ANY(engines);
    CampioneGame *game = ANY(games);
    CampioneControl *control = one_in(2) ? NULL : ANY(controls);
    CampioneLimits limits;
    CampioneSearchResult result;
    Text moves = any_text();
    uint32_t left = 1 + below(4);
    memset(&limits, 0, sizeof limits);
    // Nodes always end it; the other limits are anything.
    limits.nodes = 1 + below(200);
    if (one_in(2)) limits.depth = small_or_any(4);
    if (one_in(4)) limits.time_ms = small_or_any(3);
    if (one_in(4)) limits.clock_ms = small_or_any(20);
    limits.increment_ms = small_or_any(3);
    limits.moves_to_go = small_or_any(3);
    if (one_in(4)) limits.multipv = small_or_any(5);
    if (one_in(8)) limits.mate = below(3);
    if (one_in(4)) {
        limits.search_moves = moves.text;
        limits.search_moves_length = moves.length;
    }
    // Without limits and with a control that nobody stops it would not end.
    CALL(campione_engine_search, engine, game, control == NULL && one_in(16) ? NULL : &limits, control, one_in(2) ? hear : NULL, &left,
         one_in(8) ? NULL : &result);
    free(moves.memory);
}

static void one_call(void) {
    CampioneVariant *variant = NULL;
    CampioneGame *game = NULL, *other = NULL;
    CampioneMoves *moves = NULL;
    CampioneControl *control = NULL;
    CampioneEngine *engine = NULL;
    CampioneOutcome outcome;
    Text a = {NULL, NULL, 0}, b = {NULL, NULL, 0};
    char *text = NULL, letter;
    uint32_t number, second;
    uint64_t nodes;
    size_t index = one_in(4) ? (size_t)next() : below(60);
    int fine, at = (int)below(1000);

    done++;
    if (at < 40) {
        a = one_in(4) ? any_text() : text_of(campione_variant_id_at(below((uint32_t)campione_variant_count())));
        fine = CALL(campione_variant_named, a.text, a.length, &variant);
        STORE(variants, campione_variant_free, fine, variant);
    } else if (at < 50) {
        // Other ids would be other variants, whose tables stay; so would be other files.
        a = text_of(FILES[below(LENGTH(FILES))]);
        b = one_in(2) ? text_of("mine") : text_of("\xff");
        fine = CALL(campione_variant_from_toml, a.text, a.length, b.text, b.length, &variant);
        STORE(variants, campione_variant_free, fine, variant);
    } else if (at < 60) {
        a = text_of(INIS[below(LENGTH(INIS))]);
        b = any_text();
        fine = CALL(campione_variant_from_ini, a.text, a.length, b.text, b.length, &variant);
        STORE(variants, campione_variant_free, fine, variant);
    } else if (at < 90) {
        variant = ANY(variants);
        switch (below(5)) {
        case 0: forget(CALL(campione_variant_id, variant, &text), &text); break;
        case 1: forget(CALL(campione_variant_name, variant, &text), &text); break;
        case 2: forget(CALL(campione_variant_start_fen, variant, &text), &text); break;
        case 3: forget(CALL(campione_variant_to_toml, variant, &text), &text); break;
        default: CALL(campione_variant_size, variant, one_in(3) ? NULL : &number, one_in(3) ? NULL : &second); break;
        }
    } else if (at < 140) {
        a = any_text();
        if (one_in(3)) {
            free(a.memory);
            a.memory = NULL;
            a.text = NULL;
        }
        fine = CALL(campione_game_new, ANY(variants), a.text, a.length, &game);
        STORE(games, campione_game_free, fine, game);
    } else if (at < 170) {
        fine = CALL(campione_game_copy, ANY(games), &game);
        STORE(games, campione_game_free, fine, game);
    } else if (at < 180) {
        fine = CALL(campione_game_variant, ANY(games), &variant);
        STORE(variants, campione_variant_free, fine, variant);
    } else if (at < 220) {
        if (one_in(2)) a = any_text();
        forget(CALL(campione_game_fen, ANY(games), a.text, a.length, &text), &text);
    } else if (at < 300) {
        other = ANY(games);
        switch (below(6)) {
        case 0: CALL(campione_game_white_to_move, other, &number); break;
        case 1: CALL(campione_game_in_check, other, &number); break;
        case 2: CALL(campione_game_repetitions, other, &number); break;
        case 3: CALL(campione_game_zobrist, other, &nodes); break;
        case 4: CALL(campione_game_outcome, other, &outcome); break;
        default:
            a = any_text();
            CALL(campione_game_piece_at, other, a.text, a.length, &letter);
        }
    } else if (at < 360) {
        if (one_in(2)) a = any_text();
        if (one_in(2)) {
            fine = CALL(campione_game_legal_moves, ANY(games), a.text, a.length, &moves);
        } else {
            fine = CALL(campione_game_moves, ANY(games), a.text, a.length, &moves);
        }
        STORE(lists, campione_moves_free, fine, moves);
    } else if (at < 420) {
        moves = ANY(lists);
        number = (uint32_t)campione_moves_count(moves);
        if ((campione_moves_text(moves, index) != NULL) != (index < number)) exit(1);
        campione_moves_nodes(moves, index);
    } else if (at < 480) {
        other = ANY(games);
        a = any_move(other);
        if (one_in(2)) b = any_text();
        forget(CALL(campione_game_write_move, other, a.text, a.length, b.text, b.length, &text), &text);
    } else if (at < 740) {
        other = ANY(games);
        a = any_move(other);
        if (one_in(4)) b = any_text();
        CALL(campione_game_play, other, a.text, a.length, b.text, b.length);
    } else if (at < 800) {
        CALL(campione_game_undo, ANY(games));
    } else if (at < 850) {
        // Deep counts are stopped before they begin.
        control = one_in(2) ? NULL : ANY(controls);
        number = small_or_any(3);
        if (number > 2 && number <= 128) number = 2;
        if (one_in(2)) {
            CALL(campione_game_perft, ANY(games), number, small_or_any(3), one_in(16), control, one_in(16) ? NULL : &nodes);
        } else {
            if (one_in(2)) a = any_text();
            fine = CALL(campione_game_divide, ANY(games), number, small_or_any(3), one_in(16), control, a.text, a.length, &moves);
            STORE(lists, campione_moves_free, fine, moves);
        }
    } else if (at < 852) {
        if (campione_control_new(&control) != CAMPIONE_STATUS_OK || campione_control_stop(control) != CAMPIONE_STATUS_OK) exit(1);
        CALL(campione_game_perft, ANY(games), 4 + below(125), 1 + below(2), 0, control, &nodes);
        campione_control_free(control);
    } else if (at < 890) {
        switch (below(4)) {
        case 0:
        case 1:
            fine = CALL(campione_control_new, &control);
            STORE(controls, campione_control_free, fine, control);
            break;
        case 2: CALL(campione_control_stop, ANY(controls)); break;
        default: CALL(campione_control_nodes, ANY(controls), one_in(16) ? NULL : &nodes); break;
        }
    } else if (at < 892) {
        CampioneEngineOptions options;
        memset(&options, 0, sizeof options);
        options.hash = one_in(8) ? (1u << 22) + 1 + below(1000) : 1;
        options.threads = one_in(8) ? 1025 + below(1000) : below(3);
        options.use_level = small_or_any(3);
        options.level = small_or_any(22);
        options.elo = one_in(2) ? 0 : small_or_any(3000);
        options.seed = next();
        options.no_net = small_or_any(2);
        fine = CALL(campione_engine_new, &options, &engine);
        STORE(engines, campione_engine_free, fine, engine);
    } else if (at < 894) {
        CALL(campione_engine_clear, ANY(engines));
    } else if (at < 900) {
        search();
    } else if (at < 920) {
        if (one_in(2)) a = any_text();
        forget(CALL(campione_game_svg, ANY(games), small_or_any(5), a.text, a.length, &text), &text);
    } else if (at < 940) {
        campione_error_code(index);
        campione_error_field(index);
        campione_error_text(index);
        campione_error_line(index);
        campione_error_column(index);
        if ((campione_variant_id_at(index) != NULL) != (index < campione_variant_count())) exit(1);
    } else if (at < 970) {
        // Results that have no place.
        switch (below(12)) {
        case 0: CALL(campione_variant_named, "chess", CAMPIONE_TO_NUL, NULL); break;
        case 1: CALL(campione_game_new, ANY(variants), NULL, 0, NULL); break;
        case 2: CALL(campione_game_copy, ANY(games), NULL); break;
        case 3: CALL(campione_game_fen, ANY(games), NULL, 0, NULL); break;
        case 4: CALL(campione_game_legal_moves, ANY(games), NULL, 0, NULL); break;
        case 5: CALL(campione_game_outcome, ANY(games), NULL); break;
        case 6: CALL(campione_game_svg, ANY(games), 0, NULL, 0, NULL); break;
        case 7: CALL(campione_control_new, NULL); break;
        case 8: CALL(campione_engine_new, NULL, NULL); break;
        case 9: CALL(campione_game_divide, ANY(games), 2, 1, 0, NULL, NULL, 0, NULL); break;
        case 10: CALL(campione_variant_to_toml, ANY(variants), NULL); break;
        default: CALL(campione_game_write_move, ANY(games), "a2a3", 4, NULL, 0, NULL); break;
        }
    } else {
        number = below(LENGTH(games));
        switch (below(4)) {
        case 0:
            campione_game_free(games[number]);
            games[number] = NULL;
            break;
        case 1:
            number %= LENGTH(variants);
            campione_variant_free(variants[number]);
            variants[number] = NULL;
            break;
        case 2:
            number %= LENGTH(lists);
            campione_moves_free(lists[number]);
            lists[number] = NULL;
            break;
        default:
            number %= LENGTH(controls);
            campione_control_free(controls[number]);
            controls[number] = NULL;
        }
    }
    free(a.memory);
    free(b.memory);
}

#define FREE_ALL(pool, free)                       \
    for (i = 0; i < LENGTH(pool); i++) {           \
        free((pool)[i]);                           \
        (pool)[i] = NULL;                          \
    }

// Frees every handle, and says how many bytes are in use; 0 where that cannot be said.
static size_t bytes_in_use(void) {
    uint32_t i;
    FREE_ALL(games, campione_game_free);
    FREE_ALL(variants, campione_variant_free);
    FREE_ALL(lists, campione_moves_free);
    FREE_ALL(controls, campione_control_free);
    FREE_ALL(engines, campione_engine_free);
    // The last error goes.
    if (campione_variant_named("chess", CAMPIONE_TO_NUL, &variants[0]) != CAMPIONE_STATUS_OK) exit(1);
    campione_variant_free(variants[0]);
    variants[0] = NULL;
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33) && !defined(__SANITIZE_ADDRESS__)
    {
        struct mallinfo2 info = mallinfo2();
        return info.uordblks + info.hblkhd;
    }
#else
    return 0;
#endif
}

// Uses every variant that there will be: what it prepares for one stays.
static void prepare_variant(CampioneVariant *variant, CampioneEngine *engine) {
    static const char *const NOTATIONS[] = {"uci", "crc", "uci960", "xboard", "san", "lan"};
    static const char *const DIALECTS[] = {"xfen", "shredder", "fairy", "xboard", "chessv"};
    CampioneGame *game = NULL;
    CampioneMoves *moves = NULL;
    CampioneLimits limits;
    char *text = NULL;
    uint32_t i;
    memset(&limits, 0, sizeof limits);
    limits.nodes = 100;
    if (campione_game_new(variant, NULL, 0, &game) != CAMPIONE_STATUS_OK) exit(1);
    for (i = 0; i < LENGTH(NOTATIONS); i++) {
        if (campione_game_legal_moves(game, NOTATIONS[i], CAMPIONE_TO_NUL, &moves) == CAMPIONE_STATUS_OK) campione_moves_free(moves);
    }
    for (i = 0; i < LENGTH(DIALECTS); i++) {
        if (campione_game_fen(game, DIALECTS[i], CAMPIONE_TO_NUL, &text) == CAMPIONE_STATUS_OK) campione_text_free(text);
    }
    if (campione_engine_search(engine, game, &limits, NULL, NULL, NULL, NULL) != CAMPIONE_STATUS_OK) exit(1);
    campione_game_play(game, "O-O", CAMPIONE_TO_NUL, NULL, 0);
    campione_game_play(game, "K@x", CAMPIONE_TO_NUL, NULL, 0);
    campione_game_free(game);
    campione_variant_free(variant);
}

static void prepare(void) {
    static const char *const NAMES[] = {"mine", "a", "b"};
    CampioneVariant *variant = NULL;
    CampioneEngine *engine = NULL;
    size_t i, name;
    if (campione_engine_new(NULL, &engine) != CAMPIONE_STATUS_OK) exit(1);
    for (i = 0; i < campione_variant_count(); i++) {
        if (campione_variant_named(campione_variant_id_at(i), CAMPIONE_TO_NUL, &variant) != CAMPIONE_STATUS_OK) exit(1);
        prepare_variant(variant, engine);
    }
    for (i = 0; i < LENGTH(FILES); i++) {
        if (campione_variant_from_toml(FILES[i], CAMPIONE_TO_NUL, "mine", 4, &variant) != CAMPIONE_STATUS_OK) continue;
        prepare_variant(variant, engine);
    }
    for (i = 0; i < LENGTH(INIS); i++) {
        for (name = 0; name < LENGTH(NAMES); name++) {
            CampioneStatus status = campione_variant_from_ini(INIS[i], CAMPIONE_TO_NUL, NAMES[name], CAMPIONE_TO_NUL, &variant);
            if (status == CAMPIONE_STATUS_OK) prepare_variant(variant, engine);
        }
    }
    campione_engine_free(engine);
}

int main(int count, char **arguments) {
    uint64_t calls = count > 1 ? strtoull(arguments[1], NULL, 10) : 100000, i;
    uint64_t seed = count > 2 ? strtoull(arguments[2], NULL, 10) : 1;
    size_t before = 0, after;
    state = seed;
    traces = getenv("CAMPIONE_FUZZ_TRACE") != NULL;
#ifdef __GLIBC__
    // All memory in one place, where it is counted.
    mallopt(M_ARENA_MAX, 1);
#endif
    prepare();
    for (i = 0; i < calls; i++) {
        if (i == calls / 10) before = bytes_in_use();
        one_call();
    }
    after = bytes_in_use();
    printf("%" PRIu64 " calls with seed %" PRIu64 ", %" PRIu64 " of them without an error; ", done, seed, succeeded);
    if (before == 0) {
        printf("memory is not counted here\n");
        return 0;
    }
    printf("%zu bytes in use after a tenth of them, %zu after all\n", before, after);
    if (after > before + 262144) {
        fprintf(stderr, "memory has been lost\n");
        return 1;
    }
    return 0;
}
