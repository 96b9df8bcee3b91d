"""What boards and variants cost: `python bench/memory.py` (Linux). Prints the resident memory of the process in MiB."""

import gc
import os
from typing import List

import campione


def resident() -> float:
    gc.collect()
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def main() -> None:
    for _ in range(1000):
        campione.Board("capablanca").push_san("Nc3")
    start = resident()
    print(f"at the start: {start:.1f}")
    for _ in range(1_000_000):
        board = campione.Board("capablanca")
        board.push_san("Nc3")
    print(f"1,000,000 boards made, moved and dropped: {resident() - start:+.1f}")
    boards: List[campione.Board] = [campione.Board("capablanca") for _ in range(100_000)]
    held = resident()
    print(f"100,000 boards held: {held - start:+.1f}, {(held - start) * 2**20 / 100_000:.0f} bytes each")
    copies = [boards[0].copy() for _ in range(100_000)]
    print(f"100,000 copies of one: {resident() - held:+.1f}, {(resident() - held) * 2**20 / 100_000:.0f} bytes each")
    del boards, copies, board
    print(f"all dropped: {resident() - start:+.1f}")
    before = resident()
    # Each has rules of its own: another start array and another movement.
    arrays = campione.crc.numbers("protected")
    pieces = ("BN", "BNW", "BNF", "BND", "BNA")
    for index in range(10_000):
        array = campione.crc.array(arrays[index // len(pieces)])
        text = f'extends = "capablanca"\nboard.array = "{array}"\npiece.A.moves = "{pieces[index % len(pieces)]}"\n'
        text += f'id = "user-{index}"\ncastling.O = false\n'
        campione.Variant.from_toml(text)
    cost = resident() - before
    print(f"10,000 different variants: {cost:+.1f}, {1024 * cost / 10_000:.1f} KiB each")
    before = resident()
    for index in range(10_000):
        campione.Variant.from_toml('extends = "capablanca"\npiece.A.moves = "BNW"\n', "again")
    print(f"the same variant 10,000 times: {resident() - before:+.1f}")


if __name__ == "__main__":
    main()
