import os
import random
from typing import List, Tuple

import campione

#: The repository, where the package is tested in a checkout.
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))


def walk(board: campione.Board, plies: int, numbers: random.Random) -> campione.Board:
    """Plays random moves until the game ends."""
    for _ in range(plies):
        moves = board.legal_moves
        if not moves:
            break
        board.push(moves[numbers.randrange(len(moves))])
    return board


def random_boards(variant: str, count: int, seed: int, plies: Tuple[int, int] = (2, 90)) -> List[campione.Board]:
    """Boards after random games that are not over."""
    numbers = random.Random(seed)
    boards: List[campione.Board] = []
    while len(boards) < count:
        start = campione.Board(variant)
        if variant == "crc":
            start = campione.crc.board(numbers.randint(1, 48000))
        elif variant == "chess960":
            start = campione.Board(campione.Variant.chess960(numbers.randint(0, 959)))
        board = walk(start, numbers.randint(*plies), numbers)
        if board.legal_moves:
            boards.append(board)
    return boards
