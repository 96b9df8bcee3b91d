"""Finds the bug of a move generator: `python examples/find_bug.py [--depth N]`.

The generator is a function that answers what every generator can: the count below each first move of a position, as
`divide` does. It is compared with campione's counts. Where they differ, the search goes on after the first move with another
count, until a move is left that only one of the two knows. Here the generator has a mistake on purpose: it refuses to castle
where the rook, not the king, passes an attacked square. Put your own in place of `mine`.
"""

import argparse
from typing import Callable, Dict, List, Tuple

from campione import Board

#: From moves in coordinates to the counts below them.
Counts = Dict[str, int]


def between(first: str, last: str) -> List[str]:
    """The squares between two squares of a rank."""
    low, high = sorted((ord(first[0]), ord(last[0])))
    return [chr(file) + first[1:] for file in range(low + 1, high)]


def moves_of_mine(board: Board) -> List[str]:
    """All legal moves, but for the castlings that are forgotten."""
    found = []
    for move in board.legal_moves:
        if move.is_castling:
            rook = board.uci(move, "uci960")[len(str(move.from_square)) :]
            path = between(str(move.from_square), rook)
            if any(board.attackers(not board.turn, square) for square in path):
                continue
        found.append(str(move))
    return found


def mine(board: Board, depth: int) -> Counts:
    """What the generator under test says."""

    def count(depth: int) -> int:
        moves = moves_of_mine(board)
        if depth <= 1:
            return len(moves) if depth else 1
        total = 0
        for move in moves:
            board.push_uci(move)
            total += count(depth - 1)
            board.pop()
        return total

    counts = {}
    for move in moves_of_mine(board):
        board.push_uci(move)
        counts[move] = count(depth - 1)
        board.pop()
    return counts


def find(board: Board, depth: int, generator: Callable[[Board, int], Counts]) -> Tuple[Board, List[str], List[str]]:
    """The position where the two differ, what only campione plays there, and what only the generator plays."""
    while depth > 0:
        ours = {str(move): nodes for move, nodes in board.divide(depth)}
        theirs = generator(board.copy(), depth)
        missing, extra = sorted(ours.keys() - theirs.keys()), sorted(theirs.keys() - ours.keys())
        if missing or extra:
            return board, missing, extra
        different = [move for move in ours if ours[move] != theirs[move]]
        if not different:
            break
        board = board.copy()
        board.push_uci(different[0])
        depth -= 1
    return board, [], []


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--variant", default="capablanca")
    parser.add_argument("--fen", default="r4k3r/pppppppppp/10/5Q4/5q4/10/PPPPPPPPPP/R4K3R w KQkq - 0 1")
    parser.add_argument("--depth", type=int, default=3, help="plies that are counted")
    options = parser.parse_args()
    start = Board(options.variant, options.fen)
    board, missing, extra = find(start, options.depth, mine)
    if not missing and not extra:
        print(f"the counts agree to depth {options.depth}")
        return
    line = board.root().variation_san(board.move_stack) or "(the start)"
    print(f"after {line}")
    print(board)
    print(board.fen())
    for move in missing:
        print(f"the generator lacks {move}, {board.san(move)}: a legal move")
    for move in extra:
        for reason in board.why(move):
            print(f"the generator plays {move}: {reason.text} [{reason.source}]")


if __name__ == "__main__":
    main()
