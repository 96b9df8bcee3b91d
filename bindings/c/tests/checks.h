// How a test of the border says what it expects.

#include <stdio.h>
#include <string.h>

#include "campione.h"

static int failures = 0;

static void fail(int line, const char *what) {
    fprintf(stderr, "tests/border.c:%d: %s; the last error is: %s\n", line, what, campione_error_message());
    failures++;
}

#define CHECK(condition) ((condition) ? (void)0 : fail(__LINE__, #condition))
#define OK(call) CHECK((call) == CAMPIONE_STATUS_OK)
#define TEXT(text) (text), CAMPIONE_TO_NUL
#define NONE NULL, 0

// The call fails with this status and this code, the first or a later one.
#define FAILS(call, status, code) (CHECK((call) == (status)), CHECK(has_fault(code)))
#define REFUSES_NULL(call) FAILS(call, CAMPIONE_STATUS_ARGUMENT, "argument.null")
#define REFUSES(call) FAILS(call, CAMPIONE_STATUS_ARGUMENT, "argument.range")

static int has_fault(const char *code) {
    size_t i;
    CHECK(campione_error_message()[0] != '\0');
    for (i = 0; i < campione_error_count(); i++) {
        if (strcmp(campione_error_code(i), code) == 0) return campione_error_text(i)[0] != '\0';
    }
    return 0;
}

static int is(const char *text, const char *expected) { return text != NULL && strcmp(text, expected) == 0; }

// Whether a text that the caller frees is this one.
static int takes(char *text, const char *expected) {
    int same = is(text, expected);
    if (!same) fprintf(stderr, "`%s`, expected `%s`\n", text == NULL ? "NULL" : text, expected);
    campione_text_free(text);
    return same;
}

static CampioneVariant *variant(const char *name) {
    CampioneVariant *variant = NULL;
    OK(campione_variant_named(TEXT(name), &variant));
    return variant;
}

static CampioneGame *game(const char *name, const char *fen) {
    CampioneVariant *rules = variant(name);
    CampioneGame *game = NULL;
    OK(campione_game_new(rules, fen, CAMPIONE_TO_NUL, &game));
    campione_variant_free(rules);
    return game;
}

// Whether a list is these moves, with spaces between them. The list is freed.
static int lists(CampioneMoves *moves, const char *expected) {
    char all[4096] = "";
    size_t i, length = 0;
    for (i = 0; i < campione_moves_count(moves); i++) {
        length += (size_t)snprintf(all + length, sizeof all - length, "%s%s", i == 0 ? "" : " ", campione_moves_text(moves, i));
    }
    CHECK(campione_moves_text(moves, i) == NULL && campione_moves_nodes(moves, i) == 0);
    campione_moves_free(moves);
    if (strcmp(all, expected) != 0) fprintf(stderr, "`%s`, expected `%s`\n", all, expected);
    return strcmp(all, expected) == 0;
}
