// Perft of a position, move by move: `divide VARIANT DEPTH [FEN]`. A FEN that is wrong gets all its faults listed.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "campione.h"

static int complain(void) {
    size_t i;
    for (i = 0; i < campione_error_count(); i++) {
        fprintf(stderr, "%s: %s: %s\n", campione_error_code(i), campione_error_field(i), campione_error_text(i));
    }
    return 1;
}

int main(int count, char **arguments) {
    CampioneVariant *variant = NULL;
    CampioneGame *game = NULL;
    CampioneMoves *moves = NULL;
    uint64_t sum = 0;
    size_t i;
    int failed = 1;

    if (count < 3) {
        fprintf(stderr, "usage: divide VARIANT DEPTH [FEN]\n");
        return 2;
    }
    // All texts end with NUL here. Without a FEN, NULL is the start position.
    if (campione_variant_named(arguments[1], CAMPIONE_TO_NUL, &variant) == CAMPIONE_STATUS_OK &&
        campione_game_new(variant, count > 3 ? arguments[3] : NULL, CAMPIONE_TO_NUL, &game) == CAMPIONE_STATUS_OK &&
        campione_game_divide(game, (uint32_t)atoi(arguments[2]), 0, 16, NULL, "uci", CAMPIONE_TO_NUL, &moves) == CAMPIONE_STATUS_OK) {
        for (i = 0; i < campione_moves_count(moves); i++) {
            printf("%s: %" PRIu64 "\n", campione_moves_text(moves, i), campione_moves_nodes(moves, i));
            sum += campione_moves_nodes(moves, i);
        }
        printf("\n%" PRIu64 "\n", sum);
        failed = 0;
    } else {
        complain();
    }
    campione_moves_free(moves);
    campione_game_free(game);
    campione_variant_free(variant);
    return failed;
}
