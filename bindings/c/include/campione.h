// Campione: large-board chess for C. Written by `cargo run --package header` from the source; do not edit.
//
// HANDLES. CampioneVariant, CampioneGame, CampioneMoves, CampioneControl and CampioneEngine are made by the functions whose last
// argument is a pointer to a pointer, and freed by the function with `_free`, which takes NULL too. A handle must not be used after that.
// It is const wherever else it goes in, also where it changes: each call locks it.
//
// TEXTS. A text that goes in is a pointer and a length in bytes; with CAMPIONE_TO_NUL as length it ends at its NUL. It is UTF-8, and it
// is copied where it is kept. A text that comes out as `char **` ends with NUL, must not be changed, and is freed by campione_text_free. A text that
// comes out as `const char *` belongs to the library; each function says how long it lasts.
//
// ERRORS. Functions that can fail return a CampioneStatus, which is CAMPIONE_STATUS_OK (0) if all went well. If not, nothing has changed,
// handles and texts that should have come out are NULL, and the thread that called has an error until its next call that returns a
// status: campione_error_message has all of it in words, campione_error_count and campione_error_code the single faults. An argument that
// is NULL is CAMPIONE_STATUS_ARGUMENT, unless its function says what NULL means. No input ends the process; only memory that runs out does.
//
// THREADS. Any function may be called from any thread, also with a handle that other threads use: calls that concern one game wait for
// each other, and a second search of an engine is CAMPIONE_STATUS_BUSY. Only freeing is different: no other call with this handle may
// run at the same time or come later. Long calls (perft, divide, search) are ended from another thread by a CampioneControl.


#ifndef CAMPIONE_H
#define CAMPIONE_H

#include <stddef.h>
#include <stdint.h>

// As the length of a text: it ends at its NUL.
#define CAMPIONE_TO_NUL SIZE_MAX


// How a call went.
typedef enum {
    // It did what it should.
    CAMPIONE_STATUS_OK = 0,
    // An argument is NULL, no UTF-8, out of its range, or an unknown word.
    CAMPIONE_STATUS_ARGUMENT = 1,
    // There is no such variant, or its file has faults.
    CAMPIONE_STATUS_VARIANT = 2,
    // A FEN has faults, or the position cannot be written so.
    CAMPIONE_STATUS_POSITION = 3,
    // The text is no legal move, or the move cannot be written so, or there is none to take back.
    CAMPIONE_STATUS_MOVE = 4,
    // The engine is searching.
    CAMPIONE_STATUS_BUSY = 5,
    // The count was stopped. A search that is stopped has a result.
    CAMPIONE_STATUS_STOPPED = 6,
    // The system does not give the memory or the threads that were asked for.
    CAMPIONE_STATUS_SYSTEM = 7,
    // A bug of the library. The process is whole; please report what you did.
    CAMPIONE_STATUS_BUG = 8,
} CampioneStatus;

// What a score is.
typedef enum {
    // There is none.
    CAMPIONE_SCORE_KIND_NONE = 0,
    // Centipawns.
    CAMPIONE_SCORE_KIND_CENTIPAWNS = 1,
    // Moves until mate, below 0 if the side to move is mated.
    CAMPIONE_SCORE_KIND_MATE = 2,
} CampioneScoreKind;

// Who has won.
typedef enum {
    // The game goes on.
    CAMPIONE_WINNER_NONE = 0,
    CAMPIONE_WINNER_WHITE = 1,
    CAMPIONE_WINNER_BLACK = 2,
    CAMPIONE_WINNER_DRAW = 3,
} CampioneWinner;

// How a board is drawn; `flags` of campione_game_svg is a sum of these.
typedef enum {
    // With Black at the bottom.
    CAMPIONE_SVG_FLIPPED = 1,
    // For a dark page.
    CAMPIONE_SVG_DARK = 2,
} CampioneSvg;

// Lets another thread stop one search, perft or divide, and watch it.
//
// It is for one piece of work: whoever stops it before that begins stops it all the same. The parts of it count up together.
typedef struct CampioneControl CampioneControl;

// An engine: one search at a time. What it learns stays for the next search of the same variant.
typedef struct CampioneEngine CampioneEngine;

// A game that is played: a start position, the moves, and every position between them. A position alone is a game without moves.
typedef struct CampioneGame CampioneGame;

// A list of moves as texts; that of a divide has a count for each.
typedef struct CampioneMoves CampioneMoves;

// A set of rules, and with it a start position.
//
// Its tables stay in memory until the process ends, once for each different set of rules: 12 to 25 KiB, up to 600 KiB where pieces hop.
// The handle itself is small.
typedef struct CampioneVariant CampioneVariant;

// How an engine is made. A field that is 0 has its default.
typedef struct {
    // The size of the transposition table in mebibytes; 0 is 64.
    uint32_t hash;
    // How many threads search, up to 1024; 0 is 1.
    uint32_t threads;
    // 1 for an engine that plays at `level`, from 0 (weakest) to 20 (full strength), for games with people.
    uint32_t use_level;
    uint32_t level;
    // The same as an Elo number, which is a higher level in chess than on a large board; 0 is full strength. Only one of the two may be
    // used.
    uint32_t elo;
    // The seed of a weak engine's errors.
    uint64_t seed;
    // 1 for the hand-written evaluation in place of the nets; 0 is the nets.
    uint32_t no_net;
} CampioneEngineOptions;

// What ends a search: the limit that is met first. A field that is 0 is no limit.
typedef struct {
    // Plies.
    uint32_t depth;
    // A mate in so many moves of the side to move is proven, or that there is none.
    uint32_t mate;
    // Moves made on the board, by all threads together.
    uint64_t nodes;
    // Milliseconds for this search.
    uint64_t time_ms;
    // Milliseconds on the clock of the side to move, and what it gets for each move.
    uint64_t clock_ms;
    uint64_t increment_ms;
    // Moves until the clock gets more time; 0 if it gets none.
    uint32_t moves_to_go;
    // How many lines with different first moves are searched; 0 is one.
    uint32_t multipv;
    // The only moves that are searched at the root, in any notation, with spaces between them; NULL is all.
    const char *search_moves;
    size_t search_moves_length;
} CampioneLimits;

// A score, from the side to move.
typedef struct {
    CampioneScoreKind kind;
    int32_t value;
} CampioneScore;

// A line of an iteration that is complete.
typedef struct {
    // The iteration, and the longest line searched, in plies.
    uint32_t depth;
    uint32_t seldepth;
    // The number of the line; 1 is the best.
    uint32_t multipv;
    // How full the transposition table is, in permille.
    uint32_t hashfull;
    CampioneScore score;
    // Moves made on the board so far, by all threads, and microseconds since the search began.
    uint64_t nodes;
    uint64_t time_us;
    // The principal variation in coordinates, with spaces between the moves. It is there as long as the callback runs.
    const char *pv;
} CampioneSearchInfo;

// Gets each line of a search, on the thread that called campione_engine_search. It returns 0 to go on, anything else to end the search.
// It may call any function, except those that free what the search uses; it must return, not jump out or throw.
typedef int (*CampioneInfoCallback)(const CampioneSearchInfo *info, void *user);

// How a game ended.
typedef struct {
    CampioneWinner winner;
    // Why, for programs: `checkmate`, `stalemate`, `bare-king`, `repetition`, `move-rule`, `dead-position`; empty while the game goes on.
    // It is there as long as the process.
    const char *reason;
} CampioneOutcome;

// What a search came to.
typedef struct {
    // The best move in coordinates; empty if the game is over.
    char best_move[24];
    // The reply that is expected; empty if there is none.
    char ponder_move[24];
    CampioneScore score;
    // The last iteration that is complete, in plies.
    uint32_t depth;
    // If a mate was asked for: the side to move has none in so many moves.
    uint32_t no_mate_in;
    // Moves made on the board, by all threads, and microseconds that it took.
    uint64_t nodes;
    uint64_t time_us;
    // How the game ended, if it is over.
    CampioneOutcome outcome;
} CampioneSearchResult;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The version of the library, such as `0.1.0`. It is there as long as the process.
const char *campione_version(void);

// Frees a text that came out as `char **`. NULL is allowed.
void campione_text_free(char *text);

// A control for one search, perft or divide.
CampioneStatus campione_control_new(CampioneControl **control);

// Ends the work soon, from any thread, also before it begins.
CampioneStatus campione_control_stop(const CampioneControl *control);

// How many nodes have been searched or counted by now. The number lags a little behind.
CampioneStatus campione_control_nodes(const CampioneControl *control, uint64_t *nodes);

// Frees a control whose work has ended. NULL is allowed.
void campione_control_free(CampioneControl *control);

// The number of legal move paths of `depth` plies; 1 for depth 0. Draws do not end a path.
//
// `threads` is 0 for all that the machine runs at once, or up to 1024; up to three plies are counted by the caller's. `hash` is the
// size of a table in mebibytes, which makes deep counts faster, or 0. `control` may be NULL; if it stops the count, the status is
// CAMPIONE_STATUS_STOPPED.
CampioneStatus campione_game_perft(const CampioneGame *game,
                                   uint32_t depth,
                                   uint32_t threads,
                                   uint32_t hash,
                                   const CampioneControl *control,
                                   uint64_t *nodes);

// For each legal move the perft of `depth - 1` after it, in the notation of that name (NULL is `uci`); an empty list for depth 0. The
// rest is as in campione_game_perft.
CampioneStatus campione_game_divide(const CampioneGame *game,
                                    uint32_t depth,
                                    uint32_t threads,
                                    uint32_t hash,
                                    const CampioneControl *control,
                                    const char *notation,
                                    size_t length,
                                    CampioneMoves **moves);

// An engine; `options` may be NULL.
CampioneStatus campione_engine_new(const CampioneEngineOptions *options, CampioneEngine **engine);

// Forgets everything that was learned, as before a new game.
CampioneStatus campione_engine_clear(const CampioneEngine *engine);

// Frees an engine that is not searching. NULL is allowed.
void campione_engine_free(CampioneEngine *engine);

// Searches the position of a game until a limit is met, `control` or the callback ends it, or more depth would change nothing. The
// earlier positions of the game count for draws by repetition. `control`, `callback`, `user` and `result` may be NULL; `limits` too if
// one of the first two is there to end the search, or the engine is a weak one.
//
// The search has threads of its own. The callback runs on the caller's, for each line of each complete iteration.
CampioneStatus campione_engine_search(const CampioneEngine *engine,
                                      const CampioneGame *game,
                                      const CampioneLimits *limits,
                                      const CampioneControl *control,
                                      CampioneInfoCallback callback,
                                      void *user,
                                      CampioneSearchResult *result);

// The last error of this thread in words, all faults of it; empty if its last call went well. It is there until the next call of this
// thread that returns a status.
const char *campione_error_message(void);

// How many faults the last error of this thread has; 0 if its last call went well.
size_t campione_error_count(void);

// The code of a fault, for programs, such as `fen.side` or `illegal.pinned`; NULL if there are not so many. It is there as long as
// the process.
const char *campione_error_code(size_t index);

// What a fault is about: a field of the FEN, a key of the file, an argument; NULL if there are not so many. It is there as long as
// campione_error_message.
const char *campione_error_field(size_t index);

// What is wrong, in words; NULL if there are not so many. It is there as long as campione_error_message.
const char *campione_error_text(size_t index);

// The line of a variant's file on which a fault is, from 1; 0 if it is not of a file.
size_t campione_error_line(size_t index);

// The column of a variant's file at which a fault is, in characters from 1; 0 if it is not of a file.
size_t campione_error_column(size_t index);

// A game that begins with a position. `fen` is a FEN in any dialect, or the name of a start position, such as `startpos` or
// `crc:27621`; NULL is the start position of the variant. Each fault of a FEN has its code.
CampioneStatus campione_game_new(const CampioneVariant *variant, const char *fen, size_t length, CampioneGame **game);

// The same game once more; the two share their positions until one of them is changed.
CampioneStatus campione_game_copy(const CampioneGame *game, CampioneGame **copy);

// Frees a game. NULL is allowed.
void campione_game_free(CampioneGame *game);

// The variant that is played.
CampioneStatus campione_game_variant(const CampioneGame *game, CampioneVariant **variant);

// The position as a FEN. `dialect` is `xfen`, `shredder`, `fairy`, `xboard` or `chessv`; NULL is `xfen`.
CampioneStatus campione_game_fen(const CampioneGame *game, const char *dialect, size_t length, char **fen);

// Whose turn it is: 1 for White, 0 for Black.
CampioneStatus campione_game_white_to_move(const CampioneGame *game, uint32_t *white);

// Whether the side to move is in check: 1 or 0.
CampioneStatus campione_game_in_check(const CampioneGame *game, uint32_t *check);

// The piece on a square such as `e4`: its letter as in a FEN, upper case for White, or 0 if the square is empty.
CampioneStatus campione_game_piece_at(const CampioneGame *game, const char *square, size_t length, char *letter);

// How often the position has occurred in this game, this time included.
CampioneStatus campione_game_repetitions(const CampioneGame *game, uint32_t *times);

// A number of 64 bits of the position: the same for the same pieces, side to move and rights.
CampioneStatus campione_game_zobrist(const CampioneGame *game, uint64_t *key);

// The legal moves, in the notation of that name: `uci`, `crc`, `uci960`, `xboard`, `san` or `lan`; NULL is `uci`.
CampioneStatus campione_game_legal_moves(const CampioneGame *game, const char *notation, size_t length, CampioneMoves **moves);

// A legal move in the notation of that name; NULL is `san`. The text of the move is in any notation.
CampioneStatus campione_game_write_move(const CampioneGame *game,
                                        const char *mv,
                                        size_t mv_length,
                                        const char *notation,
                                        size_t notation_length,
                                        char **text);

// Plays a move. Its text is in the notation of that name, or in any for NULL. If it breaks rules, the faults behind the first name these.
CampioneStatus campione_game_play(const CampioneGame *game,
                                  const char *mv,
                                  size_t mv_length,
                                  const char *notation,
                                  size_t notation_length);

// Takes the last move back.
CampioneStatus campione_game_undo(const CampioneGame *game);

// The moves played, in the notation of that name; NULL is `uci`.
CampioneStatus campione_game_moves(const CampioneGame *game, const char *notation, size_t length, CampioneMoves **moves);

// How the game ended by the rules of its variant, repetitions included.
CampioneStatus campione_game_outcome(const CampioneGame *game, CampioneOutcome *outcome);

// How many moves a list has; 0 for NULL.
size_t campione_moves_count(const CampioneMoves *moves);

// A move of a list; NULL if there are not so many. It is there as long as the list.
const char *campione_moves_text(const CampioneMoves *moves, size_t index);

// The count of a move in the list of a divide; 0 in other lists, and if there are not so many.
uint64_t campione_moves_nodes(const CampioneMoves *moves, size_t index);

// Frees a list of moves. NULL is allowed.
void campione_moves_free(CampioneMoves *moves);

// The board as an SVG document, with the last move marked. `flags` is a sum of CAMPIONE_SVG_FLIPPED and CAMPIONE_SVG_DARK, or 0.
// `arrows` are pairs of squares with spaces between them, such as `e2e4 g8f6`; NULL is none.
CampioneStatus campione_game_svg(const CampioneGame *game, uint32_t flags, const char *arrows, size_t length, char **svg);

// How many variants are built in.
size_t campione_variant_count(void);

// The id of a built-in variant, such as `carrera`; NULL if there are not so many. It is there as long as the process.
const char *campione_variant_id_at(size_t index);

// A built-in variant by its id, or by what other programs call it.
CampioneStatus campione_variant_named(const char *name, size_t length, CampioneVariant **variant);

// Reads a variant file (docs/reference/variant-files.md). `id` names the variant if the file does not; NULL is `custom`. The faults
// have lines and columns.
CampioneStatus campione_variant_from_toml(const char *toml,
                                          size_t length,
                                          const char *id,
                                          size_t id_length,
                                          CampioneVariant **variant);

// Reads a game of a `variants.ini` of Fairy-Stockfish: the one of that name. NULL is its only game.
CampioneStatus campione_variant_from_ini(const char *ini,
                                         size_t length,
                                         const char *name,
                                         size_t name_length,
                                         CampioneVariant **variant);

// Frees a variant. Games of it may go on. NULL is allowed.
void campione_variant_free(CampioneVariant *variant);

// The id of a variant, such as `carrera`.
CampioneStatus campione_variant_id(const CampioneVariant *variant, char **text);

// The name of a variant in words.
CampioneStatus campione_variant_name(const CampioneVariant *variant, char **text);

// The start position of a variant as a FEN.
CampioneStatus campione_variant_start_fen(const CampioneVariant *variant, char **text);

// A variant as a file that campione_variant_from_toml reads back.
CampioneStatus campione_variant_to_toml(const CampioneVariant *variant, char **text);

// The size of the board: files up to 12, ranks up to 10. One of the two results may be NULL.
CampioneStatus campione_variant_size(const CampioneVariant *variant, uint32_t *files, uint32_t *ranks);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* CAMPIONE_H */
