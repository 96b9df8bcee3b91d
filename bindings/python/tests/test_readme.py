"""What the pages of the package show is run, and prints what they say."""

import importlib
import pathlib
import re
import subprocess
import sys
from typing import List, Tuple

import campione.pyffish
import pytest
from test_chess_names import EXAMPLES

FOLDER = pathlib.Path(__file__).resolve().parent.parent


def blocks(page: str) -> List[Tuple[str, str]]:
    """The languages and texts of the code of a page."""
    text = (FOLDER / page).read_text(encoding="utf-8")
    return re.findall(r"^```(\w+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def run(code: str) -> str:
    command = [sys.executable, "-W", "error", "-c", code]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout


def test_the_readme_prints_what_it_says() -> None:
    code = blocks("README.md")
    compared = 0
    for (language, text), (next_language, output) in zip(code, code[1:]):
        if (language, next_language) == ("python", "text"):
            assert run(text) == output
            compared += 1
    assert compared == 2
    assert len([line for line in code[1][1].splitlines() if line]) == 10


def test_the_first_command_of_a_new_user() -> None:
    (line,) = [line for line in blocks("README.md")[0][1].splitlines() if " -c " in line]
    code = line.split('"')[1]
    assert run(code).startswith("['Aa3', 'Ac3', 'Nb3'")


@pytest.mark.parametrize("page", ["README.md", "PYFFISH.md"])
def test_all_code_is_python(page: str) -> None:
    texts = [text for language, text in blocks(page) if language == "python"]
    assert texts
    for text in texts:
        compile(text, page, "exec")


def test_the_page_of_pyffish() -> None:
    first, last = [text for language, text in blocks("PYFFISH.md") if language == "python"]
    run(first)
    assert run(last).startswith("['")
    page = (FOLDER / "PYFFISH.md").read_text(encoding="utf-8")
    games = page.split("\n## The games\n")[1].split("The others are")[0]
    assert set(re.findall(r"`([\w-]+)`", games)) == set(campione.pyffish._KNOWN)


def test_the_page_of_python_chess() -> None:
    first, second = [text for language, text in blocks("PYTHON-CHESS.md") if language == "python"]
    run(first)
    assert run(second) == "A archbishop True\nTrue True\n"
    page = (FOLDER / "PYTHON-CHESS.md").read_text(encoding="utf-8")
    running = sum(example.reason is None for example in EXAMPLES)
    assert f"run {len(EXAMPLES)} programs" in page and f"{running} need nothing but" in page
    sys.path.insert(0, str(FOLDER / "bench"))
    names = importlib.import_module("names")
    tables = page.split("<!-- The tables")[1]
    present, missing = [part.splitlines() for part in re.split(r"\| of python-chess \| names that are.*", tables)[1:]]
    found = {True: 0, False: 0}
    for lines, here in ((present, True), (missing, False)):
        for of, own in re.findall(r"^\| ([\w. ]+) \| (`[^|]*) \|", "\n".join(lines), re.MULTILINE):
            for name in re.findall(r"`(\w+)`", own):
                assert names.has(of, name) is here, (of, name)
                found[here] += 1
    assert found[True] > 450 and found[False] > 100
    assert all(line.count("|") == 4 and not line.endswith("|  |") for line in missing if line.startswith("| "))
