"""How long a program takes to its first result: `python bench/first.py [ROUNDS]`.

Each program is a new process that imports a package and asks for the number of legal moves in the start position; the first one imports
nothing. Wall time and processor time in milliseconds, the least of all rounds, since other programs may run on the machine. Packages that
are not installed are left out. Prints a table in Markdown.
"""

import importlib.util
import resource
import subprocess
import sys
import time
from typing import Tuple

PROGRAMS = (
    ("nothing but Python", "sys", "pass"),
    ("`campione.Board`", "campione", "import campione; print(len(campione.Board('capablanca').legal_moves))"),
    (
        "`campione.pyffish`",
        "campione",
        "import campione.pyffish as sf; print(len(sf.legal_moves('capablanca', sf.start_fen('capablanca'), [])))",
    ),
    ("pyffish", "pyffish", "import pyffish as sf; print(len(sf.legal_moves('capablanca', sf.start_fen('capablanca'), [])))"),
    ("python-chess, chess", "chess", "import chess; print(chess.Board().legal_moves.count())"),
)


def measured(program: str) -> Tuple[float, float]:
    """Wall time and processor time of a new process, in milliseconds."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall * 1000, used * 1000


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    programs = [(name, program) for name, package, program in PROGRAMS if importlib.util.find_spec(package) is not None]
    times = {name: [float("inf"), float("inf")] for name, _ in programs}
    for _ in range(rounds):
        for name, program in programs:
            times[name] = [min(pair) for pair in zip(times[name], measured(program))]
    print("| program | wall | processor |\n|---|--:|--:|")
    for name, (wall, used) in times.items():
        print(f"| {name} | {wall:.0f} | {used:.0f} |")


if __name__ == "__main__":
    main()
