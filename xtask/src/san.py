"""Answers lines `variant<TAB>chess960<TAB>fen` with all legal moves as `uci=san`, as pyffish writes them."""

import sys

import pyffish

for line in sys.stdin:
    variant, chess960, fen = line.rstrip("\n").split("\t")
    random = chess960 == "true"
    moves = pyffish.legal_moves(variant, fen, [], random)
    print(" ".join(f"{move}={pyffish.get_san(variant, fen, move, random)}" for move in moves), flush=True)
