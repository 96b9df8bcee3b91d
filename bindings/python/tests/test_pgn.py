import io
import os
import pathlib
import random
import sys

import campione
import pytest
from campione import Board, pgn
from conftest import ROOT, walk

TEXT = """[Event "A"]
[White "One"]
[Variant "Capablanca"]

{before} 1. d4 $1 {the usual move} d5 (1... e5 {sharp} 2. dxe5 (2. d5 $14)) 2. Ci3 *

1. e4 e4 *

[Event "C"]

1. e4 e5 1/2-1/2
"""


def test_games_with_all_that_their_text_says() -> None:
    games = pgn.read_games(TEXT.encode(), on_error="skip")
    first, third = list(games)
    assert (first.number, first.line, first.variant.id, first.result) == (1, 1, "capablanca", "*")
    assert first.headers["White"] == "One" and first.header("white") == "One" and first.header("Black", "?") == "?"
    assert first.moves.remarks == ["before"]
    d4, d5, _ = first.moves.plies
    assert (str(d4.move), d4.nags, d4.comments) == ("d2d4", [1], ["the usual move"])
    (variation,) = d5.variations
    assert [str(move) for move in variation.moves] == ["e7e5", "d4e5"] and variation.plies[0].comments == ["sharp"]
    assert variation.plies[1].variations[0].plies[0].nags == [14]
    assert (third.number, third.variant.id, third.result, len(third)) == (3, "chess", "1/2-1/2", 2)
    assert [error.game for error in games.errors] == [2] and games.bytes_read == len(TEXT)
    assert first.last_board().ply() == 3 and first.end().board() == first.last_board() and len(list(first.boards())) == 4 and first.board() == Board("capablanca")
    assert [str(move) for move in first.mainline_moves()] == ["d2d4", "d7d5", "h1i3"]


def test_reading_goes_on_after_an_error() -> None:
    games = pgn.read_games(TEXT.encode())
    assert next(games).number == 1
    with pytest.raises(campione.PgnError) as caught:
        next(games)
    error = caught.value
    assert (error.game, error.ply, error.in_variation, error.field) == (2, 2, False, "move") and error.fen
    assert error.place == (2, error.line) and "e4" in str(error)
    assert next(games).number == 3
    with pytest.raises(StopIteration):
        next(games)


def test_what_is_written_reads_back() -> None:
    (game,) = pgn.read_games(TEXT.split("\n\n1. e4 e4")[0].encode())
    text = pgn.write(game)
    (again,) = pgn.read_games(text.encode())
    assert again.moves == game.moves and again.variant == game.variant
    # Unchanged, in a tree of Python's, the text is the same.
    assert str(again) == text


def test_sources(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text("1. e4 {é} *\n\n1. d4 *\n", encoding="utf-8")
    for source in (path, str(path), path.read_bytes(), open(path, "rb"), open(path, encoding="utf-8"), io.StringIO(path.read_text("utf-8"))):
        games = list(pgn.read_games(source))
        assert [str(game.mainline_moves()[0]) for game in games] == ["e2e4", "d2d4"]
        assert games[0].moves.plies[0].comments == ["é"]
    with pytest.raises(FileNotFoundError):
        pgn.read_games(tmp_path / "none.pgn")

    class Broken:
        def read(self, size: int) -> bytes:
            raise RuntimeError("the line is dead")

    with pytest.raises(RuntimeError, match="the line is dead"):
        next(pgn.read_games(Broken()))

    class Odd:
        def read(self, size: int) -> int:
            return 3

    with pytest.raises(TypeError):
        next(pgn.read_games(Odd()))  # type: ignore[arg-type]


def test_games_of_ones_own() -> None:
    board = walk(Board("archchess"), 30, random.Random(5))
    game = pgn.Game(board, {"White": "A", "Black": "B"})
    (again,) = pgn.read_games(str(game).encode())
    assert again.variant.id == "archchess" and again.last_board() == board and again.headers["Black"] == "B"
    position = Board("carrera", "4k5/4p5/10/10/10/10/4P5/4K5 w - - 0 1")
    position.push_san("e4")
    (again,) = pgn.read_games(str(pgn.Game(position)).encode())
    assert again.board() == position.root() and again.last_board() == position
    tree = pgn.Line([pgn.Ply("e4", [1, "best", pgn.Line.of(["d4", "d5"])]), pgn.Ply("e5")])
    text = str(pgn.Game(moves=tree, result="1-0"))
    assert text.endswith("1. e4 $1 {best} (1. d4 d5) 1... e5 1-0\n")
    with pytest.raises(campione.IllegalMoveError) as caught:
        str(pgn.Game(moves=pgn.Line.of(["e4", "e4"])))
    assert caught.value.place == (1, 2)
    with pytest.raises(campione.ArgumentError):
        str(pgn.Game(headers={"bad name": "x"}))
    with pytest.raises(campione.ArgumentError):
        str(pgn.Game(moves=pgn.Line([pgn.Ply("e4", [70000])])))
    deep = pgn.Line.of(["e4"])
    for _ in range(200):
        deep = pgn.Line([pgn.Ply("e4", [deep])])
    with pytest.raises(campione.ArgumentError, match="nested"):
        str(pgn.Game(moves=deep))


def test_many_games_are_written_to_a_file() -> None:
    games = [pgn.Game(walk(Board("gothic"), 10, random.Random(seed))) for seed in range(5)]
    file = io.StringIO()
    assert pgn.write(games, file) == "" and pgn.write(games) == file.getvalue()
    assert [game.last_board() for game in pgn.read_games(file.getvalue().encode())] == [game.last_board() for game in games]


def test_the_variant_can_be_said() -> None:
    text = b'[Variant "Gothic"]\n\n1. d4 *'
    assert next(pgn.read_games(b"1. d4 *", variant="janus")).variant.id == "janus"
    overruled = next(pgn.read_games(text, variant="capablanca", overrule=True))
    assert overruled.variant.id == "capablanca" and overruled.notes


def test_files_of_other_programs() -> None:
    folder = os.path.join(ROOT, "notation", "tests", "gui")
    if not os.path.isdir(folder):
        pytest.skip("notation/tests/gui is not there: the tests run outside a checkout")
    games = 0
    for name in sorted(os.listdir(folder)):
        if name.endswith(".pgn"):
            for game in pgn.read_games(os.path.join(folder, name), on_error="skip"):
                assert [game.last_board()] == [again.last_board() for again in pgn.read_games(str(game).encode())]
                games += 1
    assert games > 5


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is measured by /proc")
def test_memory_stays_while_a_large_file_is_read(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "large.pgn"
    game = str(pgn.Game(walk(Board("capablanca"), 80, random.Random(3)))) + "\n"
    path.write_text(game * 20_000)

    def resident() -> int:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    games = pgn.read_games(path)
    for _ in range(200):
        next(games)
    before = resident()
    assert 200 + sum(1 for _ in games) == 20_000
    assert resident() - before < 8 << 20


def test_games_without_a_blank_line_between_them(tmp_path: pathlib.Path) -> None:
    text = '[Event "Gr\u00fcn"]\n\n1. e4 *\n[Event "\u00dcber"]\n\n1. d4 *\n'
    path = tmp_path / "games.pgn"
    path.write_bytes(text.replace("\n", "\r\n").encode("latin-1"))
    with open(path, encoding="latin-1") as file:
        for handle in (io.StringIO(text), file):
            events = []
            while (game := pgn.read_game(handle)) is not None:
                events.append(game.headers["Event"])
            assert events == ["Gr\u00fcn", "\u00dcber"]


def test_a_subgame_begins_where_it_begins() -> None:
    game = pgn.read_game(io.StringIO('[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 Kd7 2. e5 *\n'))
    assert game is not None
    text = game.next().accept_subgame(pgn.StringExporter())  # type: ignore[union-attr]
    assert '[FEN "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"]' in text and "1... Kd7 2. e5" in text
