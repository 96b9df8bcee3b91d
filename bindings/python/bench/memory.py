"""What boards and variants cost: `python bench/memory.py` (Linux). Prints the resident memory of the process in MiB.

Before each figure the C library is asked to return what is free to the system; otherwise it keeps some of it for later.
"""

import ctypes
import gc
import os
from typing import List

import campione

BOARDS = 1_000_000
VARIANTS = 10_000

#: There are other C libraries than glibc; theirs return memory on their own.
_trim = getattr(ctypes.CDLL(None), "malloc_trim", None)


def resident() -> float:
    gc.collect()
    if _trim is not None:
        _trim(0)
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def per(mebibytes: float, count: int) -> str:
    return f"{mebibytes * 2**20 / count:,.0f} bytes each"


def main() -> None:
    campione.Board("capablanca").push_san("Nc3")
    start = resident()
    print(f"at the start: {start:.1f} MiB")
    for _ in range(BOARDS):
        board = campione.Board("capablanca")
        board.push_san("Nc3")
    print(f"{BOARDS:,} boards made, moved and dropped, one after the other: {resident() - start:+.1f} MiB")
    for _ in range(2):
        boards: List[campione.Board] = [campione.Board("capablanca") for _ in range(BOARDS)]
        held = resident() - start
        print(f"{BOARDS:,} boards held at once: {held:+.1f} MiB, {per(held, BOARDS)}")
        boards.clear()
        print(f"these dropped: {resident() - start:+.1f} MiB")
    copies = [board.copy() for _ in range(BOARDS)]
    held = resident() - start
    print(f"{BOARDS:,} copies of one board: {held:+.1f} MiB, {per(held, BOARDS)}")
    copies.clear()
    print(f"these dropped: {resident() - start:+.1f} MiB")
    before = resident()
    # Each has rules of its own: another start array or another movement.
    arrays = campione.crc.numbers("protected")
    pieces = ("BN", "BNW", "BNF", "BND", "BNA")
    texts = []
    for index in range(VARIANTS):
        array = campione.crc.array(arrays[index // len(pieces)])
        text = f'id = "user-{index}"\nextends = "capablanca"\nboard.array = "{array}"\n'
        texts.append(text + f'piece.A.moves = "{pieces[index % len(pieces)]}"\ncastling.O = false\n')
    before = resident()
    for text in texts:
        campione.Board(campione.Variant.from_toml(text)).push("i2i3")
    cost = resident() - before
    print(f"{VARIANTS:,} different variants loaded, with a board each: {cost:+.1f} MiB, {per(cost, VARIANTS)}")
    before = resident()
    for text in texts:
        campione.Variant.from_toml(text)
    print(f"the same {VARIANTS:,} loaded again: {resident() - before:+.1f} MiB")


if __name__ == "__main__":
    main()
