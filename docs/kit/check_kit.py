#!/usr/bin/env python3
"""Checks a move generator against a conformance kit (docs/reference/kit.md). Needs only Python 3.8.

    python3 check_kit.py sample.jsonl python-chess       # or pyffish: the adapters at the end

For a library of your own, write functions as in these adapters and pass them to `check`:

    import sys, check_kit
    sys.exit(check_kit.check("sample.jsonl", moves, refuses, perft))
"""

import argparse
import json
import re
import sys
from collections import Counter


class KitError(Exception):
    """A file that is not a kit."""


def lines_of(path):
    """The lines of a kit behind its header, as dictionaries."""
    with open(path, encoding="utf-8") as file:
        for number, text in enumerate(file, 1):
            try:
                line = json.loads(text)
                kind = line["type"]
            except (ValueError, TypeError, KeyError) as error:
                raise KitError(f"{path}:{number}: not a line of a kit: {error}") from error
            if (number == 1) != (kind == "kit"):
                raise KitError(f"{path}:{number}: a kit has one header, its first line")
            if kind == "kit" and line["version"] != 1:
                raise KitError(f"{path}: version {line['version']} of the format; this checker reads 1")
            if kind != "kit":
                yield line


def faults_of(line, fen, moves, perft, nodes):
    """What is wrong in a legal position, as lines of text; None if the library does not play the variant."""
    try:
        answer = moves(line["variant"], fen)
        if answer is None:
            return None
        found, known = Counter(answer), Counter(line["moves"])
        pairs = (("missing", known - found), ("superfluous", found - known))
        faults = [f"{what}: {' '.join(sorted(more.elements()))}" for what, more in pairs if more]
        if not faults and perft is not None:
            for depth, count in enumerate(line["counts"][1:], 2):
                if count > nodes:
                    break
                answer = perft(line["variant"], fen, depth)
                if answer != count:
                    return [f"depth {depth}: {answer} nodes, not {count}"]
        return faults
    except Exception as error:  # Whatever a library raises in a legal position is a fault of its own.
        return [f"{type(error).__name__}: {error}"]


def check(path, moves, refuses=None, perft=None, *, dialect="xfen", variant=None, nodes=2000, show=20):
    """Prints what differs from a kit. Returns 0 if nothing does, otherwise 1.

    moves(variant, fen)        -> the legal moves in UCI's notation, in any order; None: the variant is not played
    refuses(variant, fen)      -> whether a position is refused; None: the variant is not played
    perft(variant, fen, depth) -> the count; asked from depth 2 on, while the kit's count is at most `nodes`

    `dialect`: of the FENs. `variant`: check only this one. `show`: how many failures are printed at most.
    """
    table, failures, tagged = {}, [], Counter()
    for line in lines_of(path):
        if line["type"] not in ("position", "illegal") or variant not in (None, line["variant"]):
            continue
        row = table.setdefault(line["variant"], Counter())
        if line["type"] == "position":
            fen = line.get("fens", {}).get(dialect, line["fen"])
            faults = faults_of(line, fen, moves, perft, nodes)
            if faults is None:
                row["skipped"] += 1
                continue
            row["positions"] += 1
            tagged.update(line["tags"])
            if faults:
                row["wrong"] += 1
                failures.append((line, fen, faults))
        elif refuses is not None:
            refused = refuses(line["variant"], line["fen"])
            if refused is None:
                continue
            row["illegal"] += 1
            if not refused:
                row["accepted"] += 1
                failures.append((line, line["fen"], [f"accepted, although it has {', '.join(line['faults'])}"]))
    report(table, failures, tagged, show)
    if not any(row["positions"] for row in table.values()):
        print("no position was checked")
        return 1
    return 1 if failures else 0


def report(table, failures, tagged, show):
    """Prints the table and the failures."""
    columns = ("positions", "wrong", "skipped", "illegal", "accepted")
    total = sum(table.values(), Counter())
    print(f"{'variant':<18}" + "".join(f"{column:>10}" for column in columns))
    for name, row in [*table.items(), ("all", total)]:
        print(f"{name:<18}" + "".join(f"{row[column]:>10}" for column in columns))
    for line, fen, faults in failures[:show]:
        tags = f"tags: {', '.join(line['tags'])}" if line.get("tags") else f"origin: {line['origin']}"
        print(f"\n{line['id']}: {fen}\n  " + "\n  ".join([*faults, tags]))
    print(f"\n{len(failures) - show} more failures are not shown" if len(failures) > show else "")
    wrong = [set(line["tags"]) for line, _, _ in failures if line["type"] == "position"]
    if wrong:
        common = sorted(set.intersection(*wrong))
        print(f"tags in common of all wrong positions: {', '.join(common) or 'none'}")
        counts = Counter(tag for tags in wrong for tag in tags)
        often = sorted(counts, key=lambda tag: (-counts[tag] / tagged[tag], tag))[:5]
        print("most often wrong: " + ", ".join(f"{tag} ({counts[tag]} of {tagged[tag]})" for tag in often))


def python_chess():
    """chess and chess960 with python-chess (`pip install chess`)."""
    import chess

    def board(variant, fen):
        return chess.Board(fen, chess960=variant == "chess960") if variant in ("chess", "chess960") else None

    def moves(variant, fen):
        return (position := board(variant, fen)) and list(map(position.uci, position.legal_moves))

    def refuses(variant, fen):
        try:
            return (position := board(variant, fen)) and not position.is_valid()
        except ValueError:
            return True

    def count(position, depth):
        total = position.legal_moves.count() if depth == 1 else 0
        for move in position.legal_moves if depth > 1 else ():
            position.push(move)
            total += count(position, depth - 1)
            position.pop()
        return total

    perft = lambda variant, fen, depth: count(board(variant, fen), depth)  # noqa: E731
    # It has no suffixes in the castling field, but reads file letters.
    return {"moves": moves, "refuses": refuses, "perft": perft, "dialect": "shredder"}


def pyffish():
    """The variants that pyffish (`pip install pyffish`) plays by the same rules."""
    import pyffish as fairy

    # Names of ours, and its names for the same rules. All other variants have the same name.
    names = {"crc": "caparandom", "chess960": "chess", "modern-carrera": "capablanca", "bird": "capablanca"}
    known = set(fairy.variants()) - {"fairy"}

    def legal(variant, fen, line=()):
        name = names.get(variant, variant)
        return fairy.legal_moves(name, fen, list(line), variant in ("crc", "chess960")) if name in known else None

    def moves(variant, fen):
        found = legal(variant, fen)
        return [crc_castling(fen, move) for move in found] if variant == "crc" else found

    def refuses(variant, fen):
        name = names.get(variant, variant)
        return fairy.validate_fen(fen, name, name != variant) != fairy.FEN_OK if name in known else None

    def count(variant, fen, depth, line=()):
        found = legal(variant, fen, line)
        return len(found) if depth == 1 else sum(count(variant, fen, depth - 1, (*line, move)) for move in found)

    return {"moves": moves, "refuses": refuses, "perft": count, "dialect": "shredder"}


def crc_castling(fen, move):
    """A move of Capablanca Random Chess as the kit has it. pyffish says that the king takes its own rook."""
    placement = fen.split(" ")[0].split("/")
    ranks = [re.sub(r"\d+", lambda run: "." * int(run[0]), rank) for rank in reversed(placement)]
    (file, rank), (to_file, to_rank) = re.findall(r"([a-j])(\d+)", move)
    piece, target = (ranks[int(r) - 1]["abcdefghij".index(f)] for f, r in ((file, rank), (to_file, to_rank)))
    if {piece, target} not in ({"K", "R"}, {"k", "r"}):
        return move
    goal = "i" if to_file > file else "c"
    return f"{file}{rank}{goal}{rank}" + ("k" if abs(ord(goal) - ord(file)) < 2 else "")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Checks a move generator against a conformance kit.")
    parser.add_argument("kit")
    parser.add_argument("library", choices=["python-chess", "pyffish"])
    parser.add_argument("--variant", help="check only this variant")
    parser.add_argument("--nodes", type=int, default=2000, help="the greatest count that is compared")
    options = parser.parse_args()
    try:
        adapter = python_chess() if options.library == "python-chess" else pyffish()
        sys.exit(check(options.kit, **adapter, variant=options.variant, nodes=options.nodes))
    except (KitError, OSError, ImportError) as error:
        parser.exit(2, f"{parser.prog}: {error}\n")
