"""The examples, each run as a user runs it."""

import base64
import importlib.util
import os
import pathlib
import random
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from typing import List, Tuple

import pytest
from campione import Board, pgn
from conftest import walk

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "examples")


def run(name: str, *arguments: str, status: int = 0) -> Tuple[str, str]:
    """Output and messages of an example."""
    command = [sys.executable, os.path.join(FOLDER, name), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == status, done.stderr
    return done.stdout, done.stderr


def has(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


def test_every_example_is_run_here() -> None:
    names = {name for name in os.listdir(FOLDER) if name.endswith(".py")}
    text = pathlib.Path(__file__).read_text(encoding="utf-8")
    assert names and all(f'"{name}"' in text for name in names)


def test_the_bug_is_found() -> None:
    out, _ = run("find_bug.py")
    lines = out.splitlines()
    assert lines[-1] == "the generator lacks f1c1, O-O-O: a legal move" and lines[0].startswith("after 1. ")
    assert "f1c1" in Board("capablanca", lines[-2]).legal_moves.uci()
    # Where the mistake does not matter there is nothing to find.
    out, _ = run("find_bug.py", "--variant", "carrera", "--fen", "4k5/10/10/10/10/10/4P5/4K5 w - - 0 1")
    assert out == "the counts agree to depth 3\n"


def test_random_games(tmp_path: pathlib.Path) -> None:
    arguments = ["--games", "40", "--variant", "carrera", "--longest", "200"]
    out, _ = run("random_games.py", *arguments)
    assert out.splitlines()[0] == "carrera: 40 random games, seed 1"
    assert sum(int(line.split()[0]) for line in out.splitlines()[3:]) == 40
    assert run("random_games.py", *arguments)[0] == out
    if not has("matplotlib"):
        pytest.skip("the drawing: matplotlib is not installed (pip install matplotlib)")
    drawing = tmp_path / "games.png"
    run("random_games.py", *arguments, "--plot", str(drawing))
    assert drawing.read_bytes().startswith(b"\x89PNG")


def test_best_moves_of_a_file(tmp_path: pathlib.Path) -> None:
    boards = [walk(Board("gothic"), 12, random.Random(seed)) for seed in range(3)]
    path = tmp_path / "positions.txt"
    mated = "R3k5/10/4K5/10/10/10/10/10 b - - 0 1"
    fens = [board.fen() for board in boards]
    path.write_text("\n".join(["# three", *fens, "", mated, "garbage"]), encoding="utf-8")
    out, messages = run("best_moves.py", str(path), "--variant", "gothic", "--depth", "3", status=1)
    rows = [line.split("\t") for line in out.splitlines()[1:]]
    assert [(row[0], row[4]) for row in rows] == [("2", fens[0]), ("3", fens[1]), ("4", fens[2]), ("6", mated)]
    for row, board in zip(rows, boards):
        assert board.parse_san(row[2]) in board.legal_moves
    assert rows[-1][2] == "-" and "checkmate" in rows[-1][3]
    assert messages.startswith(f"{path}:7: bad FEN `garbage`")


def test_a_page_of_boards(tmp_path: pathlib.Path) -> None:
    page, fens = tmp_path / "boards.html", tmp_path / "fens.txt"
    run("page_of_boards.py", str(page))
    text = page.read_text(encoding="utf-8")
    assert text.count("<figure>") > 15 and "Archchess" in text
    fens.write_text(Board("gothic").fen() + "\n", encoding="utf-8")
    out, _ = run("page_of_boards.py", str(page), "--file", str(fens), "--variant", "gothic")
    assert out == f"{page}: 1 boards\n"
    data = page.read_text(encoding="utf-8").split("base64,")[1].split('"')[0]
    assert ElementTree.fromstring(base64.b64decode(data)).tag.endswith("svg")


def games(path: pathlib.Path, count: int) -> List[pgn.Game]:
    made = [pgn.Game(walk(Board(("gothic", "archchess", "chess")[seed % 3]), 12, random.Random(seed))) for seed in range(count)]
    path.write_text(pgn.write(made), encoding="utf-8")
    return made


@pytest.mark.skipif(not (has("numpy") and has("pandas")), reason="NumPy and pandas are not installed (pip install pandas)")
def test_features_of_positions(tmp_path: pathlib.Path) -> None:
    path, table = tmp_path / "games.pgn", tmp_path / "features.csv"
    made = [pgn.Game(walk(Board(("gothic", "archchess")[seed % 2]), 9 + seed, random.Random(seed)), result="1-0") for seed in range(4)]
    path.write_text(pgn.write(made), encoding="utf-8")
    out, _ = run("features.py", str(path), "--csv", str(table))
    lines = out.splitlines()
    assert lines[0] == f"{sum(len(game) for game in made)} positions of 4 games"
    rows = [line.split(",") for line in table.read_text(encoding="utf-8").splitlines()]
    assert rows[0] == ["game", "variant", "ply", "men", "attacked", "hanging", "king", "mobility", "result"]
    # Nothing is attacked twice as often by one side in the start position.
    assert rows[1][:8] == ["1", "gothic", "0", "0", "0", "0", "0", "28"]
    empty = tmp_path / "empty.pgn"
    empty.write_text("", encoding="utf-8")
    out, messages = run("features.py", str(empty), status=1)
    assert out == "" and messages == f"{empty}: there is no position of a game with a result\n"


@pytest.mark.skipif(not has("numpy"), reason="NumPy is not installed (pip install numpy)")
def test_arrays_are_not_copied() -> None:
    numpy = importlib.import_module("numpy")
    spec = importlib.util.spec_from_file_location("features", os.path.join(FOLDER, "features.py"))
    if not has("pandas") or spec is None or spec.loader is None:
        pytest.skip("pandas is not installed (pip install pandas)")
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    board = Board("gothic")
    data = board.attack_bytes(True)
    array = numpy.frombuffer(data, numpy.uint8)
    assert array.base is data and not array.flags.owndata and array.sum() == sum(data)
    planes = example.planes(board)
    # Two colors, and pawn, knight, bishop, rook, queen, king, archbishop and chancellor.
    assert planes.shape == (16, 8, 10) and planes.sum() == 40
    assert planes[0].sum() == 10 and planes[0, 1].all()


@pytest.mark.skipif(not has("distributed"), reason="Dask is not installed (pip install dask distributed)")
@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is not there")
def test_a_killed_worker_leaves_the_result_complete(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "games.pgn"
    plies = [(number, ply) for number, game in enumerate(games(path, 12), 1) for ply in range(len(game) + 1)]
    arguments = [str(path), "--depth", "2"]
    whole, _ = run("cluster_analysis.py", *arguments)
    killed, messages = run("cluster_analysis.py", *arguments, "--kill")
    assert "killed worker" in messages and killed == whole
    rows = [line.split("\t") for line in whole.splitlines()]
    assert [(int(row[0]), int(row[1])) for row in rows] == plies
