import random
import string
import subprocess
import sys
from typing import Any, Callable, List, Optional, Tuple, Type

import campione
import pytest
from campione import Board, Engine, Limit, Move, Variant, crc, pgn, svg
from campione.errors import (
    AmbiguousMoveError,
    ArgumentError,
    ArrayError,
    CampioneError,
    FenError,
    IllegalMoveError,
    InvalidMoveError,
    NotationError,
    PgnError,
    UnknownVariantError,
    VariantError,
)

START = "rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR"
KNIGHTS = "4k5/10/10/10/10/10/10/1N1N1K4 w - - 0 1"

#: What is done, the exception, its field, its place, a part of its reason.
BAD: List[Tuple[str, Callable[[], Any], Type[CampioneError], Optional[str], Optional[Tuple[int, int]], str]] = [
    ("variant", lambda: Board("gothik"), UnknownVariantError, "variant", None, "did you mean gothic"),
    ("side", lambda: Board("gothic", START + " x KQkq - 0 1"), FenError, "side", (56, 57), "neither `w` nor `b`"),
    ("placement", lambda: Board("gothic", "8/8 w - - 0 1"), FenError, "placement", (0, 3), ""),
    ("letter", lambda: Board("gothic", START.replace("c", "z") + " w - - 0 1"), FenError, "placement", (0, 55), "z"),
    ("kings", lambda: Board("gothic", START.replace("K", "1") + " w - - 0 1"), FenError, "placement", (0, 55), "kings"),
    ("castling", lambda: Board("gothic", START + " w KQkz - 0 1"), FenError, "castling", (58, 62), "z"),
    ("en passant", lambda: Board("gothic", START + " w KQkq e9 0 1"), FenError, "en_passant", (63, 65), "e9"),
    ("clock", lambda: Board("gothic", START + " w KQkq - x 1"), FenError, "halfmove_clock", (65, 66), "not a number"),
    ("number", lambda: Board("gothic", START + " w KQkq - 0 -1"), FenError, "fullmove_number", (67, 69), "not a number"),
    ("fields", lambda: Board("gothic", START), FenError, "fields", None, "1 found"),
    ("check", lambda: Board("gothic", "4k5/4R5/10/10/10/10/10/4K5 w - - 0 1"), FenError, "side", (27, 28), "in check"),
    ("no move", lambda: Board().push_san("hello"), InvalidMoveError, "move", None, "cannot be read"),
    ("no coordinates", lambda: Move("e2-e4"), InvalidMoveError, "move", None, "no move in coordinates"),
    ("illegal", lambda: Board().push_uci("e2e5"), IllegalMoveError, "move", None, ""),
    ("illegal move", lambda: Board().push(Move("e7e5")), IllegalMoveError, "move", None, ""),
    ("two knights", lambda: Board("gothic", KNIGHTS).parse_san("Nc3"), AmbiguousMoveError, "move", None, "may be"),
    ("depth", lambda: Board().perft(-1), ArgumentError, "depth", None, "-1"),
    ("depth too", lambda: Board().perft(10**9), ArgumentError, "depth", None, "128"),
    ("threads", lambda: Board().perft(4, threads=0), ArgumentError, "threads", None, "0"),
    ("square", lambda: Board().piece_at("i9"), ArgumentError, "square", None, "a1 to h8"),
    ("theme", lambda: Board().svg(theme="pink"), ArgumentError, "theme", None, "pink"),
    ("dialect", lambda: Board().fen("latin"), ArgumentError, "dialect", None, "latin"),
    ("notation", lambda: Board().uci("e4", "morse"), ArgumentError, "notation", None, "morse"),
    ("words", lambda: Board("archchess").fen("fairy"), NotationError, "dialect", None, "cannot say"),
    ("array", lambda: Variant.crc(48001), ArrayError, "number", None, "1 to 48000"),
    ("array 960", lambda: Variant.chess960(-1), ArrayError, "number", None, "0 to 959"),
    ("rank", lambda: crc.number("kqnbarbncr"), ArrayError, "array", None, "between the rooks"),
    ("filter", lambda: crc.count("nice"), ArgumentError, "filter", None, "nice"),
    ("toml", lambda: Variant.from_toml('extends = "gothic"\nboard.fils = 3\n'), VariantError, "board.fils", (2, 7), ""),
    ("betza", lambda: Variant.from_toml('extends = "gothic"\npiece.A.moves = "Q!"\n'), VariantError, None, None, ""),
    ("ini", lambda: Variant.from_ini("[a:chess]\npocketSize = 3\npieceDrops = true\n"), VariantError, None, None, ""),
    ("ini name", lambda: Variant.from_ini("[a:chess]\n[b:chess]\n"), ArgumentError, "name", None, "a, b"),
    ("pgn", lambda: next(pgn.read_games(b"1. e4 e5 2. Ke3 *")), PgnError, "move", (1, 1), ""),
    ("pgn tag", lambda: next(pgn.read_games(b'[Variant "?"]\n\n1. e4 *')), PgnError, "Variant", (1, 1), ""),
    ("pgn option", lambda: pgn.read_games(b"", reading="loud"), ArgumentError, "reading", None, "loud"),
    ("result", lambda: str(pgn.Game(Board(), result="2-0")), ArgumentError, "result", None, "2-0"),
    ("limit", lambda: Engine(1).play(Board(), Limit()), ArgumentError, "limit", None, "would not end"),
    ("limit time", lambda: Engine(1).play(Board(), Limit(time=float("nan"))), ArgumentError, "time", None, "nan"),
    ("times", lambda: Board().is_repetition(-1), ArgumentError, "count", None, "-1"),
    ("huge array", lambda: Variant.crc(2**80), ArrayError, "number", None, "1 to 48000"),
    ("huge depth", lambda: Board().perft(-(2**80)), ArgumentError, "depth", None, "0 to 128"),
    ("hash", lambda: Engine(0), ArgumentError, "hash", None, "0"),
    ("960", lambda: Board("janus", chess960=True), ArgumentError, "chess960", None, "janus"),
]


@pytest.mark.parametrize("case", BAD, ids=[case[0] for case in BAD])
def test_bad_input_is_an_exception_with_a_reason(case: Any) -> None:
    _, do, kind, field, place, reason = case
    with pytest.raises(kind) as caught:
        do()
    error = caught.value
    assert isinstance(error, CampioneError) and isinstance(error, ValueError) and type(error) is kind
    assert reason in error.reason and error.reason
    assert error.reason in str(error)
    if field is not None:
        assert error.field == field
    if place is not None:
        assert error.place == place
    assert error.faults and error.faults[0] == (error.field, error.place, error.reason)
    if isinstance(error, VariantError):
        assert len(error.codes) == len(error.faults) and error.codes[0] == error.code and "." in error.code


def test_a_fen_tells_all_its_faults() -> None:
    with pytest.raises(FenError) as caught:
        Board("gothic", START + " x KQkq - a b")
    assert [fault[0] for fault in caught.value.faults] == ["side", "halfmove_clock", "fullmove_number"]
    assert [caught.value.fen[slice(*fault[1])] for fault in caught.value.faults if fault[1]] == ["x", "a", "b"]


def test_a_move_error_names_candidates_and_the_rule() -> None:
    with pytest.raises(AmbiguousMoveError) as caught:
        Board("gothic", KNIGHTS).push_san("Nc3")
    assert caught.value.candidates == ["Nbc3", "Ndc3"] and caught.value.text == "Nc3" and caught.value.fen == KNIGHTS
    with pytest.raises(IllegalMoveError) as illegal:
        Board("carrera", "4k5/10/10/b9/2p7/10/1P8/4K5 w - - 0 1").push_uci("b2b4")
    assert "beside the enemy pawn" in illegal.value.reason


def test_wrong_types_are_type_errors() -> None:
    board = Board()
    things: List[Any] = [None, 3, 2.5, b"e4", object()]
    for thing in things:
        calls: List[Callable[[Any], Any]] = [board.push, board.push_san, board.san, Move, Variant.named]
        calls.append(lambda it: Board(7 if it is None else it))  # type: ignore[arg-type]
        for do in calls:
            with pytest.raises(TypeError):
                do(thing)
        calls = [board.set_epd, board.set_board_fen, Engine(1).configure, svg.piece]
        calls.append(lambda it: svg.board(it or 0))  # type: ignore[arg-type]
        calls.append(lambda it: board.set_piece_at("e2", it or "Q"))  # type: ignore[arg-type]
        calls.append(lambda it: Engine(1).play(it, Limit(depth=1)))
        calls += [lambda it: pgn.Game().setup(it), lambda it: setattr(board, "turn", it)]
        for do in calls:
            with pytest.raises(TypeError) as caught:
                do(thing)
            assert "attribute" not in str(caught.value)
        assert thing not in board.legal_moves and board != thing and Move("e2e4") != thing


def test_random_texts_never_end_the_process() -> None:
    numbers = random.Random(7)
    letters = string.ascii_letters + string.digits + "/ -+#=:,[]{}()\n\"\\;$%éß♞\x00\u2028"
    board = Board("archchess")
    fen = board.fen()
    tries: List[Callable[[str], Any]] = [
        lambda text: Board("archchess", text),
        lambda text: board.copy().push_san(text),
        lambda text: board.copy().push_uci(text),
        lambda text: board.why(text),
        lambda text: board.piece_at(text),
        lambda text: Move(text),
        lambda text: Variant.named(text),
        lambda text: Variant.from_toml(text),
        lambda text: Variant.from_ini(text),
        lambda text: crc.number(text),
        lambda text: list(pgn.read_games(text.encode("utf-8"))),
        lambda text: str(pgn.Game(board, {"Event": text})),
        lambda text: str(pgn.Game(board, moves=pgn.Line([pgn.Ply("e4", [text])]))),
    ]
    raised = 0
    for count in range(6000):
        text = "".join(numbers.choice(letters) for _ in range(numbers.randrange(30)))
        if count % 3 == 0:
            # Nearly a FEN.
            at = numbers.randrange(len(fen))
            text = fen[:at] + text[:3] + fen[at + numbers.randrange(4) :]
        try:
            tries[count % len(tries)](text)
        except CampioneError as error:
            assert str(error)
            raised += 1
    assert raised > 3000


def test_huge_and_odd_numbers() -> None:
    board = Board()
    for number in (2**33, 2**63, 2**64, -(2**63), 10**30):
        for do in (
            lambda n: board.perft(n),
            lambda n: board.divide(3, threads=n),
            lambda n: Variant.crc(n),
            lambda n: Engine(hash=n),
            lambda n: Engine(1).play(board, Limit(depth=n)),
            lambda n: Engine(1).analyse(board, Limit(depth=1), multipv=n),
        ):
            with pytest.raises((ValueError, OverflowError, campione.EngineError)):
                do(number)
    with pytest.raises(campione.EngineError):
        Engine(hash=2**40)


def test_lone_surrogates_are_errors() -> None:
    with pytest.raises((ValueError, UnicodeError)):
        Board("chess", "\udcff")
    with pytest.raises((ValueError, UnicodeError)):
        Board().push_san("\udcff")


def test_no_abort_in_a_process_of_its_own() -> None:
    code = "import campione\ntry:\n campione.Board('chess', 'x' * 10_000_000)\nexcept ValueError as e:\n print(len(str(e)) < 1000)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.strip() == "True"


def test_a_panic_is_an_exception() -> None:
    # No input is known that does it, so the module has a function that panics on purpose.
    code = """
import threading, campione
from campione._campione import _panic_for_tests
for other_thread in (False, True):
    try:
        _panic_for_tests(other_thread)
    except BaseException as error:
        print(type(error).__name__, isinstance(error, Exception))
print(campione.Board("carrera").perft(3))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.split() == ["PanicException", "False", "RuntimeError", "True", "24944"]


def test_deep_input_does_not_exhaust_the_stack() -> None:
    deep = 200_000
    with pytest.raises(VariantError):
        Variant.from_toml("a = " + "[" * deep)
    with pytest.raises(VariantError):
        Variant.from_toml("[" + "a." * deep + "b]\n")
    with pytest.raises(PgnError):
        next(pgn.read_games(b"1. e4 " + b"(1. d4 " * deep + b"*"))
    with pytest.raises(CampioneError):
        Board("chess", "[" * deep)
    with pytest.raises(CampioneError):
        Board().push_san("x" * deep)
    # Movements are short texts, but nobody checks that before we do.
    with pytest.raises(VariantError):
        Variant.from_toml('extends = "gothic"\npiece.A.moves = "' + "(" * deep + '"\n')
