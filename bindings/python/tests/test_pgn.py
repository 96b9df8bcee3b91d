import copy
import io
import os
import pathlib
import pickle
import random
import re
import sys
from typing import Callable, List, Optional

import campione
import pytest
from campione import Board, Variant, pgn
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


@pytest.mark.parametrize("start", [Board.from_chess960_pos(100), Board(Variant.crc(100)), Board("crc:48000"), Board("chess", "4k3/8/8/8/8/8/8/R3K3 w Q - 3 9")])
def test_a_start_that_the_variant_does_not_say_is_kept(start: Board) -> None:
    board = start.copy()
    board.push(board.legal_moves[0])
    game = pgn.Game.from_board(board)
    set_up = pgn.Game(Board(board.variant.id))
    set_up.setup(start)
    set_up.add_variation(board.peek())
    for text in (str(game), str(set_up), game.accept(pgn.StringExporter()), set_up.accept(pgn.StringExporter())):
        assert '[SetUp "1"]' in text and text.count("[FEN ") == 1
        again = pgn.read_game(io.StringIO(text))
        assert again is not None and again.board() == start and again.end().board() == board
    assert "FEN" not in str(pgn.Game(Board("crc"))) and "FEN" not in str(pgn.Game(Board(Variant.from_toml('extends = "carrera"', "own"))))


class Pipe(io.StringIO):
    """What cannot go back."""

    def seekable(self) -> bool:
        return False


TEXTS = {
    "tags alone": '[Event "a"]\n[Result "1-0"]\n\n[Event "b"]\n\n1. e4 *\n',
    "a tag twice": '[Event "a"]\n[Event "b"]\n\n1. e4 *\n',
    "one line": "1. e4 e5 1-0 1. d4 d5 0-1 {behind} %\n1. c4 *\n",
    "two lines": "1. e4 e5 1-0\n1. d4 d5 0-1\n",
    "an escape": '[Event "a"]\n\n1. e4\n% { escape\ne5 *\n\n[Event "b"]\n\n1. d4 *\n',
    "a comment": '[Event "a"]\n\n{comment}\n\n1. e4 *\n\n{[Event "c"]\n}\n[Event "b"]\n\n1. d4 *\n{left over}\n',
    "a mark": '\ufeff[Event "a"]\n\n1. e4 *\n\ufeff[Event "b"] [Site "é"]\n1. d4\n',
    "no blank lines": '[Event "a"]\n1. e4 *\n[Event "b"]\n[Site "s"]\n1. d4 *\n# a remark\n[Event "c"]\n1. c4',
    "errors": '[Variant "?"]\n1. e4\n[Event "b"]\n1. e5 *\n\n[Event "c"]\n1. e4 ( *\n[Event "d"]\n1. d4 *\n',
}


def texts_of(read: Callable[[], Optional[pgn.Game]]) -> List[str]:
    """The games, and ``error`` for those that cannot be read."""
    texts = []
    while True:
        try:
            game = read()
        except campione.PgnError:
            texts.append("error")
            continue
        if game is None:
            return texts
        texts.append(str(game))


@pytest.mark.parametrize("text", TEXTS.values(), ids=list(TEXTS))
def test_one_game_at_a_time_is_read_as_all_are(text: str, tmp_path: pathlib.Path) -> None:
    games = pgn.read_games(text.encode())
    expected = texts_of(lambda: next(games, None))
    path = tmp_path / "games.pgn"
    path.write_text(text, encoding="utf-8")
    with open(path, encoding="utf-8") as file:
        for handle in (io.StringIO(text), Pipe(text), file):
            assert texts_of(lambda: pgn.read_game(handle)) == expected
    handle = io.StringIO(text)
    assert [pgn.skip_game(handle) for _ in range(len(expected) + 1)] == [True] * len(expected) + [False]
    for handle in (io.StringIO(text), Pipe(text)):
        headers = list(iter(lambda: pgn.read_headers(handle), None))
        assert len(headers) == len(expected)
        for own, game in zip(headers, expected):
            assert game == "error" or own["Event"] == re.findall(r'Event "(.*)"', game)[0]


def test_a_place_in_a_file_can_be_gone_back_to() -> None:
    handle = io.StringIO('1. e4 e5 1-0\n[Event "b"]\n1. d4 * 1. c4 *\n\n[Event "c"]\n\n1. f4 *\n')
    places = []
    while True:
        place = handle.tell()
        if pgn.read_headers(handle) is None:
            break
        places.append(place)
    first = []
    for place in places:
        handle.seek(place)
        first.append(str(pgn.read_game(handle)).splitlines()[-1])
    assert len(places) == 4 and first == ["1. e4 e5 1-0", "1. d4 *", "1. c4 *", "1. f4 *"]


def test_a_variant_of_ones_own_is_read_back() -> None:
    mine = Variant.from_toml('extends = "carrera"\npromotion.to = "QRACBN"\n', "mine")
    text = str(pgn.Game(walk(Board(mine), 20, random.Random(4))))
    assert '[Variant "mine"]' in text
    for game in (pgn.read_game(io.StringIO(text), variant=mine), next(pgn.read_games(text.encode(), variant=mine))):
        assert game is not None and game.variant == mine and str(game) == text
    with pytest.raises(campione.PgnError, match="no variant `mine`"):
        pgn.read_game(io.StringIO(text))


def test_a_result_without_a_tag_is_one_too() -> None:
    game = pgn.read_game(io.StringIO("1. f3 e5 2. g4 Qh4# 0-1"))
    assert game is not None and game.headers["Result"] == game.result == "0-1" and '[Result "0-1"]' in str(game)
    game = pgn.read_game(io.StringIO('[Result "1-0"]\n\n1. e4 0-1'))
    assert game is not None and (game.headers["Result"], game.result) == ("1-0", "0-1")
    game.headers["Result"] = "1/2-1/2"
    assert game.result == "1/2-1/2"


def test_exporters_lose_nothing_and_count() -> None:
    game = pgn.Game()
    game.comment = "a } b"
    game.add_variation("e2e4", comment="x } y")
    game.add_variation("d2d4", starting_comment="z }")
    for columns in (80, 20, None):
        again = pgn.read_game(io.StringIO(game.accept(pgn.StringExporter(columns=columns))))
        assert again is not None and again.moves == game.moves
    file = io.StringIO()
    exporter = pgn.FileExporter(file)
    assert [game.accept(exporter), game.accept(exporter)] == [len(file.getvalue()) // 2] * 2
    assert file.getvalue() == 2 * (game.accept(pgn.StringExporter()) + "\n\n")


def test_games_are_copied_and_pickled() -> None:
    text = '[Result "*"]\n\n{before} 1. e4 $1 (1. d4 {d} d5 (1... Nf6)) 1... e5 1-0'
    for grown in (False, True):
        game = pgn.read_game(io.StringIO(text))
        assert game is not None and (not grown or game.variations)
        for again in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
            assert str(again) == str(game) and again.headers.tags == game.headers.tags and again.notes == game.notes
            assert (again.result, again.comment, again.line, again.reading) == ("1-0", "before", 1, "native")
            again.add_variation("c4").comment = "new"
            assert "new" not in str(game)
        node = game.variations[1].variations[1]
        for other in (copy.deepcopy(node), pickle.loads(pickle.dumps(node))):
            assert other is not node and other.board() == node.board() and other.game() is not game and str(other.game()) == str(game)
    long: pgn.GameNode = pgn.Game()
    for _ in range(500):
        long = long.add_line(["g1f3", "g8f6", "f3g1", "f6g8"])
    assert len(copy.deepcopy(long.game())) == len(pickle.loads(pickle.dumps(long.game()))) == 2000
