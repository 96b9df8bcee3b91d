"""Positions as a data frame and as arrays: `python examples/features.py games.pgn [--csv features.csv]`.

Each position of the games becomes a row with features and the result, as a model of the evaluation is trained with them: pandas
averages them by result. The attacks of both sides are NumPy arrays that share the memory of Python's bytes: nothing is copied. Needs
`pip install numpy pandas`.
"""

import argparse
import sys
from typing import Any, Dict, Iterator

import numpy
import pandas
from campione import BLACK, WHITE, Board, pgn

RESULTS = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}


def pieces(board: Board) -> Any:
    """The piece types on the board, ranks by files, below 0 for Black."""
    variant = board.variant
    return numpy.frombuffer(board.piece_bytes(), numpy.int8).reshape(variant.ranks, variant.files)


def attacks(board: Board, color: bool) -> Any:
    """How many pieces of a color attack each square, ranks by files."""
    variant = board.variant
    return numpy.frombuffer(board.attack_bytes(color), numpy.uint8).reshape(variant.ranks, variant.files)


def planes(board: Board) -> Any:
    """What a network reads: for each color and each piece type of the variant a plane of zeros and ones."""
    own = pieces(board)
    # The types that stand in the start position: the same planes for the whole game.
    types = numpy.unique(numpy.abs(pieces(board.root())))[1:]
    return numpy.stack([own == sign * kind for sign in (1, -1) for kind in types])


def features(board: Board) -> Dict[str, Any]:
    """Some features of a position, from White."""
    own, white, black = pieces(board), attacks(board, WHITE), attacks(board, BLACK)
    king = {color: divmod(int(board.king(color)), 12) for color in (WHITE, BLACK)}
    return {
        "ply": board.ply(),
        "men": int((own > 0).sum()) - int((own < 0).sum()),
        "attacked": int((white > 0).sum()) - int((black > 0).sum()),
        "hanging": int(((own < 0) & (white > 0) & (black == 0)).sum()) - int(((own > 0) & (black > 0) & (white == 0)).sum()),
        "king": int(black[king[BLACK]] - white[king[BLACK]]) - int(white[king[WHITE]] - black[king[WHITE]]),
        "mobility": len(board.legal_moves) * (1 if board.turn else -1),
    }


def rows(path: str) -> Iterator[Dict[str, Any]]:
    with open(path, "rb") as file:
        for number, game in enumerate(pgn.read_games(file), 1):
            if game.result not in RESULTS:
                continue
            board = game.board()
            for move in game.mainline_moves():
                yield {"game": number, "variant": board.variant.id, **features(board), "result": RESULTS[game.result]}
                board.push(move)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games", help="a PGN file")
    parser.add_argument("--csv", help="a file for all rows")
    options = parser.parse_args()
    frame = pandas.DataFrame(rows(options.games))
    if frame.empty:
        print(f"{options.games}: there is no position of a game with a result", file=sys.stderr)
        return 1
    print(f"{len(frame)} positions of {frame['game'].nunique()} games")
    means = frame.drop(columns=["game", "ply"]).groupby(["variant", "result"]).mean()
    print(means.round(2).to_string())
    if options.csv:
        frame.to_csv(options.csv, index=False)
        print(f"written: {options.csv}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
