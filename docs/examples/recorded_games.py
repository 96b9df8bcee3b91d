#!/usr/bin/env python3
"""Prints recorded games (docs/reference/data.md) as JSON, a line each. Needs Python 3.11, and nothing else.

    python3 recorded_games.py games/*.games

A move is its number among the legal moves, a score is null where nobody searched. A last block that was not written to its
end is left out with a word on stderr; whatever else is wrong ends the program with exit status 1.
"""

import json
import struct
import sys
import tomllib
import zlib

ENDINGS = (
    "checkmate",
    "stalemate that wins",
    "bare king",
    "stalemate",
    "repetition",
    "move rule",
    "dead position",
    "mate seen by both",
    "resigned",
    "longest game",
)


class Damaged(Exception):
    """The file is none, or was changed."""


class Torn(Exception):
    """The file ends within a block."""


def header(data):
    """What the file says of itself, and where its blocks begin."""
    magic, version, length = struct.unpack_from("<8sII", data) if len(data) >= 16 else (b"", 0, 0)
    if magic != b"CAMPGAME" or version != 1:
        raise Damaged("no file of games of version 1")
    end = 16 + length
    if len(data) < end + 4 or zlib.crc32(data[:end]) != struct.unpack_from("<I", data, end)[0]:
        raise Damaged("the header has another checksum")
    return tomllib.loads(data[16:end].decode()), end + 4


def blocks(data, at):
    """The games of each block as bytes, and how many there are."""
    while at < len(data):
        rest = len(data) - at - 20
        if rest < 0 or not any(data[at:]):
            raise Torn(f"byte {at}")
        magic, length, count, games_sum, own_sum = struct.unpack_from("<4sIIII", data, at)
        if magic != b"BLCK" or zlib.crc32(data[at : at + 16]) != own_sum:
            raise Damaged(f"no block at byte {at}")
        games = data[at + 20 : at + 20 + length]
        if zlib.crc32(games) != games_sum:
            raise Torn(f"byte {at}") if rest <= length else Damaged(f"the block at byte {at} has another checksum")
        yield games, count
        at += 20 + length


def game(data, at, variants):
    """The game at a byte of a block, and where the next one begins."""
    number, variant, points, ending, flags, opening, kind, count = struct.unpack_from("<Q6BH", data, at)
    at += 16
    start = None
    if kind == 1:
        (start,) = struct.unpack_from("<I", data, at)
        at += 4
    elif kind == 2:
        (length,) = struct.unpack_from("<H", data, at)
        start = data[at + 2 : at + 2 + length].decode()
        at += 2 + length
    plies = list(struct.iter_unpack("<Hh", data[at : at + 4 * count]))
    return {
        "number": number,
        "variant": variants[variant]["id"],
        "white": points / 2,
        "ending": ENDINGS[ending],
        "played_out": bool(flags & 1),
        "opening": opening,
        "start": start,
        "moves": [move for move, _ in plies],
        "scores": [None if score == -32768 else score for _, score in plies],
    }, at + 4 * count


def games(path):
    """All games of a file."""
    with open(path, "rb") as file:
        data = file.read()
    said, at = header(data)
    try:
        for block, count in blocks(data, at):
            place = 0
            for _ in range(count):
                one, place = game(block, place, said["variants"])
                yield one
            if place != len(block):
                raise Damaged("a block has more bytes than its games")
    except Torn as place:
        print(f"{path}: the last block, at {place}, was not written to its end", file=sys.stderr)


def main():
    for path in sys.argv[1:]:
        try:
            for one in games(path):
                print(json.dumps(one, separators=(",", ":")))
        except (OSError, Damaged, struct.error, IndexError, UnicodeDecodeError) as error:
            sys.exit(f"error: {path}: {error}")


if __name__ == "__main__":
    main()
