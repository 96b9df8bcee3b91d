"""Plays random games and says how they ended: `python examples/random_games.py [--games 1000] [--plot games.png]`.

The games have the same seed each time. With `--plot` their lengths and the numbers of legal moves are drawn (matplotlib).
"""

import argparse
import random
from collections import Counter
from statistics import mean, median
from typing import List, Tuple

from campione import Board


def play(variant: str, numbers: random.Random, longest: int) -> Tuple[Board, List[int]]:
    """A random game, and the number of legal moves at each ply."""
    board, choices = Board(variant), []
    while board.ply() < longest and not board.is_game_over():
        moves = board.legal_moves
        choices.append(len(moves))
        board.push(moves[numbers.randrange(len(moves))])
    return board, choices


def draw(path: str, variant: str, lengths: List[int], choices: List[List[int]]) -> None:
    """Two drawings: how long games are, and how many legal moves there are on average at each ply."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plot

    figure, (left, right) = plot.subplots(1, 2, figsize=(11, 4))
    left.hist(lengths, bins=40)
    left.set(title=f"{variant}: length of {len(lengths)} random games", xlabel="plies", ylabel="games")
    # An average of few games says little.
    plies = [ply for ply in range(max(lengths)) if sum(length > ply for length in lengths) * 10 >= len(lengths)]
    right.plot(plies, [mean(game[ply] for game in choices if len(game) > ply) for ply in plies])
    right.set(title="legal moves", xlabel="ply", ylabel="average")
    figure.tight_layout()
    figure.savefig(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--variant", default="capablanca")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--longest", type=int, default=600, help="plies after which a game is given up")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plot", help="a file for the drawing")
    options = parser.parse_args()
    numbers = random.Random(options.seed)
    ends: Counter[str] = Counter()
    lengths, choices = [], []
    for _ in range(options.games):
        board, legal = play(options.variant, numbers, options.longest)
        outcome = board.outcome()
        ends[f"{outcome.result()} {outcome.reason}" if outcome else "* given up"] += 1
        lengths.append(board.ply())
        choices.append(legal)
    print(f"{options.variant}: {options.games} random games, seed {options.seed}")
    print(f"plies: {min(lengths)} to {max(lengths)}, average {mean(lengths):.1f}, median {median(lengths):.0f}")
    print(f"legal moves: average {mean(count for game in choices for count in game):.1f}")
    for end, count in ends.most_common():
        print(f"{count:6} {end}")
    if options.plot:
        draw(options.plot, options.variant, lengths, choices)
        print(f"drawn: {options.plot}")


if __name__ == "__main__":
    main()
