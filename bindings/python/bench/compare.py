"""How long we take beside pyffish, in one run, on the same positions: `python bench/compare.py [POSITIONS]`.

Three tasks: all legal moves of a position given as a board or a FEN, all of them in SAN, and a game of 100 plies, whose
legal moves are asked for at each ply, as a server does. Each is timed several times, the modules in turn; the least
processor time counts, since other programs may run on the machine. pyffish plays its list of moves again in each call, because it has
no board. Prints a table in Markdown.
"""

import os
import platform
import random
import sys
import time
from typing import Any, Callable, List, Tuple

import campione
import campione.pyffish as ours
import pyffish as real

ROUNDS = 5
GAMES = ("capablanca", "gothic", "janus", "chess")


def boards(variant: str, count: int) -> List[campione.Board]:
    numbers = random.Random(1)
    made: List[campione.Board] = []
    while len(made) < count:
        board = campione.Board(variant)
        for _ in range(numbers.randint(4, 80)):
            if not board.legal_moves:
                break
            board.push(numbers.choice(list(board.legal_moves)))
        if board.legal_moves:
            made.append(board)
    return made


def game(variant: str, plies: int) -> List[str]:
    numbers = random.Random(2)
    while True:
        board = campione.Board(variant)
        while board.ply() < plies and board.legal_moves:
            board.push(numbers.choice(list(board.legal_moves)))
        if board.ply() == plies:
            return [str(move) for move in board.move_stack]


def least(tasks: List[Callable[[], int]]) -> List[float]:
    """Processor time of each task in seconds; all must count the same."""
    times = [float("inf")] * len(tasks)
    for _ in range(ROUNDS):
        counts = set()
        for index, task in enumerate(tasks):
            start = time.process_time()
            counts.add(task())
            times[index] = min(times[index], time.process_time() - start)
        assert len(counts) == 1, counts
    return times


def compare(variant: str, count: int) -> List[Tuple[str, int, List[float]]]:
    own = [board.copy(stack=False) for board in boards(variant, count)]
    fens = [board.fen("fairy") for board in own]
    line = game(variant, 100)
    start = real.start_fen(variant)

    def board_game() -> int:
        board, total = campione.Board(variant), 0
        for move in line:
            total += len(list(board.legal_moves))
            board.push_uci(move)
        return total

    def module_game(module: Any) -> int:
        return sum(len(module.legal_moves(variant, start, line[:ply])) for ply in range(100))

    def real_sans() -> int:
        moves = [(fen, real.legal_moves(variant, fen, [])) for fen in fens]
        return sum(len(real.get_san(variant, fen, move)) for fen, legal in moves for move in legal)

    def our_sans() -> int:
        moves = [(fen, ours.legal_moves(variant, fen, [])) for fen in fens]
        return sum(len(ours.get_san(variant, fen, move)) for fen, legal in moves for move in legal)

    return [
        (
            "legal moves",
            count,
            least(
                [
                    lambda: sum(len(list(board.legal_moves)) for board in own),
                    lambda: sum(len(ours.legal_moves(variant, fen, [])) for fen in fens),
                    lambda: sum(len(real.legal_moves(variant, fen, [])) for fen in fens),
                ]
            ),
        ),
        (
            "SAN of all legal moves",
            count,
            least([lambda: sum(len(san) for board in own for san in board.legal_moves.san()), our_sans, real_sans]),
        ),
        ("a game of 100 plies", 1, least([board_game, lambda: module_game(ours), lambda: module_game(real)])),
    ]


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    print(f"Python {platform.python_version()}, campione {campione.pyffish.version()}, pyffish {real.version()}; ", end="")
    print(f"load of the machine at the start {load} on {os.cpu_count()} cores; least processor time of {ROUNDS} rounds, in microseconds\n")
    print("| game | task | `Board` | `campione.pyffish` | pyffish | `Board` is faster | our module is faster |")
    print("|---|---|--:|--:|--:|--:|--:|")
    for variant in GAMES:
        for task, number, times in compare(variant, count):
            board, module, other = (1e6 * seconds / number for seconds in times)
            print(f"| {variant} | {task} | {board:,.1f} | {module:,.1f} | {other:,.1f} ", end="")
            print(f"| {other / board:,.0f}x | {other / module:,.0f}x |", flush=True)


if __name__ == "__main__":
    main()
