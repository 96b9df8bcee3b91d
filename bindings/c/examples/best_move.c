// The best move, with a thread that ends the search: `best_move VARIANT MILLISECONDS [FEN]`.

#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "campione.h"

typedef struct {
    CampioneControl *control;
    long milliseconds;
} Alarm;

static void *wait_and_stop(void *user) {
    const Alarm *alarm = user;
    struct timespec time;
    time.tv_sec = alarm->milliseconds / 1000;
    time.tv_nsec = alarm->milliseconds % 1000 * 1000000;
    nanosleep(&time, NULL);
    // A search that has not begun yet is stopped too.
    campione_control_stop(alarm->control);
    return NULL;
}

// Runs on the thread that searches; any other number than 0 would end the search.
static int print(const CampioneSearchInfo *info, void *file) {
    const char *kind = info->score.kind == CAMPIONE_SCORE_KIND_MATE ? "mate" : "cp";
    fprintf(file, "depth %" PRIu32 " %s %" PRId32 " nodes %" PRIu64 ": %s\n", info->depth, kind, info->score.value, info->nodes, info->pv);
    return 0;
}

int main(int count, char **arguments) {
    CampioneVariant *variant = NULL;
    CampioneGame *game = NULL;
    CampioneEngine *engine = NULL;
    CampioneSearchResult result;
    Alarm alarm = {NULL, 0};
    pthread_t thread;
    int failed = 1;

    if (count < 3) {
        fprintf(stderr, "usage: best_move VARIANT MILLISECONDS [FEN]\n");
        return 2;
    }
    alarm.milliseconds = atol(arguments[2]);
    if (campione_variant_named(arguments[1], CAMPIONE_TO_NUL, &variant) == CAMPIONE_STATUS_OK &&
        campione_game_new(variant, count > 3 ? arguments[3] : NULL, CAMPIONE_TO_NUL, &game) == CAMPIONE_STATUS_OK &&
        campione_engine_new(NULL, &engine) == CAMPIONE_STATUS_OK && campione_control_new(&alarm.control) == CAMPIONE_STATUS_OK) {
        if (pthread_create(&thread, NULL, wait_and_stop, &alarm) != 0) {
            fprintf(stderr, "the system gives no thread\n");
        } else {
            failed = campione_engine_search(engine, game, NULL, alarm.control, print, stderr, &result) != CAMPIONE_STATUS_OK;
            if (!failed) printf("%s\n", result.best_move);
            pthread_join(thread, NULL);
        }
    }
    if (failed) fprintf(stderr, "%s\n", campione_error_message());
    campione_control_free(alarm.control);
    campione_engine_free(engine);
    campione_game_free(game);
    campione_variant_free(variant);
    return failed;
}
