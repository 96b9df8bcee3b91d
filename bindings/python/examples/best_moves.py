"""The best move of every position of a file: `python examples/best_moves.py positions.txt --variant gothic --depth 6`.

The file has a FEN in each line; empty lines and lines that begin with `#` are skipped. A line that is no position is
reported with its number, and the others are analysed. Prints columns with tabs between them: line, score, best move,
expected line of play, FEN.
"""

import argparse
import sys

from campione import Board, Engine, FenError, Limit


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file")
    parser.add_argument("--variant", default="chess")
    parser.add_argument("--depth", type=int, default=6, help="plies")
    parser.add_argument("--hash", type=int, default=64, help="mebibytes")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    engine = Engine(options.hash, options.threads)
    faults = 0
    print("line", "score", "best", "pv", "fen", sep="\t")
    with open(options.file, encoding="utf-8") as file:
        for number, text in enumerate(file, 1):
            text = text.strip()
            if not text or text.startswith("#"):
                continue
            try:
                board = Board(options.variant, text)
            except FenError as error:
                print(f"{options.file}:{number}: {error}", file=sys.stderr)
                faults += 1
                continue
            result = engine.play(board, Limit(depth=options.depth))
            if result.move is None:
                print(number, "-", "-", str(result.outcome), board.fen(), sep="\t")
                continue
            line = result.lines[0]
            pv = board.variation_san(line.pv)
            print(number, line.score.white(), board.san(result.move), pv, board.fen(), sep="\t", flush=True)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
