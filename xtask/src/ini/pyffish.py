"""Counts for `cargo xtask ini`. The first argument is a file of games; lines `variant<TAB>chess960<TAB>depth<TAB>fen` are
answered with `move=count` for each first move. The line `names` is answered with the games that there are."""

import sys

import pyffish

with open(sys.argv[1], encoding="utf-8") as file:
    pyffish.load_variant_config(file.read())


def perft(variant, random, fen, line, depth):
    if depth == 0:
        return 1
    moves = pyffish.legal_moves(variant, fen, line, random)
    if depth == 1:
        return len(moves)
    return sum(perft(variant, random, fen, line + [move], depth - 1) for move in moves)


for line in sys.stdin:
    words = line.rstrip("\n").split("\t")
    if words == ["names"]:
        print(" ".join(pyffish.variants()), flush=True)
        continue
    variant, random, depth, fen = words
    random = random == "true"
    moves = pyffish.legal_moves(variant, fen, [], random)
    counts = [f"{move}={perft(variant, random, fen, [move], int(depth) - 1)}" for move in moves]
    print(" ".join(counts), flush=True)
