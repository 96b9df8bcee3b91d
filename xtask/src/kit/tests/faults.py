"""A generator with a planted fault, for the test of docs/kit/check_kit.py. Arguments: its folder, a kit, the fault."""

import json
import sys

folder, kit, fault = sys.argv[1:]
sys.path.insert(0, folder)
sys.dont_write_bytecode = True
import check_kit  # noqa: E402



def line_of(variant, fen):
    with open(kit, encoding="utf-8") as file:
        return next(line for line in map(json.loads, file) if (line.get("variant"), line.get("fen")) == (variant, fen))


def moves(variant, fen):
    line = line_of(variant, fen)
    if fault == "unknown":
        return None
    if "double-step-barred" not in line["tags"]:
        return line["moves"][::-1]
    if fault == "raises":
        raise ValueError("no such square")
    changed = {"missing": line["moves"][1:], "superfluous": line["moves"] + ["b2b4"], "twice": line["moves"] * 2}
    return changed.get(fault, line["moves"])


def refuses(variant, fen):
    return None if fault == "unknown" else fault != "accepts"


def perft(variant, fen, depth):
    return line_of(variant, fen)["counts"][depth - 1] + (fault == "counts" and depth == 2)


try:
    sys.exit(check_kit.check(kit, moves, refuses, perft))
except check_kit.KitError as error:
    sys.exit(f"not a kit: {error}")
