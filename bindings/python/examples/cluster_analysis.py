"""Analyses all positions of a PGN file on many machines with Dask: `python examples/cluster_analysis.py games.pgn`.

A task is a game: its variant, its start position and its moves, as text. A worker that dies loses the tasks that it had
begun; Dask gives them to another, so that the result is complete. `--kill` tries this: one worker is killed in the middle.
Without `--scheduler` the workers are processes of this machine; with it, those of the scheduler at that address, which need
the package `campione`. README.md has the same for Ray and for Spark.
"""

import argparse
import os
import signal
import sys
from typing import List, NamedTuple, Tuple

from campione import Board, Engine, Limit, Variant, pgn


class Task(NamedTuple):
    """A game that a worker can make again from texts."""

    number: int
    variant: Variant
    fen: str
    moves: List[str]


#: Number of the game, ply, best move in SAN, score for White.
Row = Tuple[int, int, str, str]


def tasks(path: str) -> List[Task]:
    """The games of a file. One that cannot be read is reported and left out."""
    games = pgn.read_games(path, on_error="skip")
    found = [Task(game.number, game.variant, game.board().fen(), list(map(str, game.mainline_moves()))) for game in games]
    for error in games.errors:
        print(error, file=sys.stderr)
    return found


def analyse(task: Task, depth: int) -> List[Row]:
    """What a worker does: the best move of each position of a game. The same task has the same result on every machine."""
    engine = Engine(hash=16)
    board = Board(task.variant, task.fen)
    rows: List[Row] = []
    for ply in range(len(task.moves) + 1):
        result = engine.play(board, Limit(depth=depth))
        if result.move is not None:
            rows.append((task.number, ply, board.san(result.move), str(result.lines[0].score.white())))
        if ply < len(task.moves):
            board.push_uci(task.moves[ply])
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", help="games in PGN")
    parser.add_argument("--depth", type=int, default=5, help="plies")
    parser.add_argument("--workers", type=int, default=2, help="processes of this machine")
    parser.add_argument("--scheduler", help="the address of a Dask scheduler, such as tcp://host:8786")
    parser.add_argument("--kill", action="store_true", help="kill a worker of this machine in the middle")
    options = parser.parse_args()
    from dask.distributed import Client, LocalCluster, as_completed

    games = tasks(options.file)
    if options.scheduler:
        client = Client(options.scheduler)
    else:
        # An engine is used by one thread at a time, and a process has one.
        cluster = LocalCluster(n_workers=options.workers, threads_per_worker=1, dashboard_address=None)
        client = Client(cluster)
    rows: List[Row] = []
    with client:
        futures = client.map(analyse, games, depth=options.depth, pure=False)
        for done, (_, found) in enumerate(as_completed(futures, with_results=True), 1):
            rows.extend(found)
            if options.kill and done == max(len(games) // 3, 1):
                address, process = next(iter(client.run(os.getpid).items()))
                os.kill(process, signal.SIGKILL)
                print(f"killed worker {address} after {done} of {len(games)} games", file=sys.stderr)
    for number, ply, move, score in sorted(rows):
        print(number, ply, move, score, sep="\t")
    if not options.scheduler:
        cluster.close()


if __name__ == "__main__":
    main()
