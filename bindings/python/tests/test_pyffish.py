"""Our module beside the real ``pyffish``, on positions of random games. What differs on purpose is in PYFFISH.md."""

import importlib
import os
import random
import re
from typing import Any, List, Tuple

import campione
import campione.pyffish as ours
import pytest
from campione import Board
from conftest import random_boards, walk

real: Any
try:
    real = importlib.import_module("pyffish")
except ImportError:
    real = None

#: Positions of each game.
POSITIONS = int(os.environ.get("CAMPIONE_POSITIONS", "100"))

#: Our variant, its name there, castling from any array.
GAMES = [
    ("capablanca", "capablanca", False),
    ("gothic", "gothic", False),
    ("embassy", "embassy", False),
    ("janus", "janus", False),
    ("chess", "chess", False),
    ("crc", "caparandom", True),
    ("chess960", "chess", True),
    # As Fairy-Stockfish describes them.
    ("grand", "grand", False),
    ("shako", "shako", False),
    ("modern", "modern", False),
    ("chancellor", "chancellor", False),
]

needs_pyffish = pytest.mark.skipif(real is None, reason="pyffish is not installed (pip install pyffish==0.0.90)")


def positions(own: str, name: str, random_arrays: bool, count: int) -> List[str]:
    boards = random_boards(own, count, 2026) if random_arrays else []
    numbers = random.Random(2026)
    while len(boards) < count:
        board = walk(Board(ours._find(name)), numbers.randint(2, 120), numbers)
        if board.legal_moves:
            boards.append(board)
    return [board.fen("fairy", letters=random_arrays) for board in boards]


def same_end(ours: Tuple[bool, int], real: Tuple[bool, int]) -> bool:
    """The value of a game that goes on is arbitrary there."""
    return ours == real if real[0] else ours == (False, 0)


def compare(name: str, fen: str, chess960: bool, numbers: random.Random) -> None:
    """Asks both modules all that can be asked about a position and the one after a random move."""
    arguments: Tuple[Any, ...] = (name, fen, [], chess960)
    moves = real.legal_moves(*arguments)
    assert sorted(ours.legal_moves(*arguments)) == sorted(moves), fen
    # The position as each writes it, and after a move.
    assert ours.get_fen(*arguments) == real.get_fen(*arguments)
    move = moves[numbers.randrange(len(moves))]
    after = (name, fen, [move], chess960)
    assert ours.get_fen(*after) == real.get_fen(*after), (fen, move)
    for notation in (ours.NOTATION_DEFAULT, ours.NOTATION_SAN, ours.NOTATION_LAN):
        assert ours.get_san(name, fen, move, chess960, notation) == real.get_san(name, fen, move, chess960, notation)
    assert ours.gives_check(*arguments) == real.gives_check(*arguments)
    assert ours.gives_check(*after) == real.gives_check(*after)
    assert ours.is_capture(name, fen, [], move, chess960) == real.is_capture(name, fen, [], move, chess960)
    assert ours.piece_to_partner(*after) == real.piece_to_partner(*after), (fen, move)
    assert ours.has_insufficient_material(*after) == real.has_insufficient_material(*after), (fen, move)
    assert same_end(ours.is_immediate_game_end(*after), real.is_immediate_game_end(*after))
    assert ours.validate_fen(fen, name, chess960) == real.validate_fen(fen, name, chess960) == ours.FEN_OK
    if not real.legal_moves(*after):
        assert ours.game_result(*after) == real.game_result(*after), (fen, move)


@needs_pyffish
@pytest.mark.parametrize(("own", "name", "chess960"), GAMES)
def test_positions_of_random_games(own: str, name: str, chess960: bool) -> None:
    numbers = random.Random(1)
    for fen in positions(own, name, chess960, POSITIONS):
        compare(name, fen, chess960, numbers)


@needs_pyffish
@pytest.mark.parametrize("name", sorted(set(ours._KNOWN) - {name for _, name, _ in GAMES} - {"fischerandom"}))
def test_the_other_games_that_both_know(name: str) -> None:
    numbers = random.Random(1)
    for fen in positions(name, name, False, max(POSITIONS // 5, 1)):
        compare(name, fen, False, numbers)


@needs_pyffish
@pytest.mark.parametrize(("own", "name", "chess960"), GAMES[:5])
def test_whole_games(own: str, name: str, chess960: bool) -> None:
    numbers = random.Random(3)
    for _ in range(10):
        board = walk(Board(own), 100, numbers)
        moves = [str(move) for move in board.move_stack]
        fen = real.start_fen(name)
        assert ours.start_fen(name) == fen == ours.get_fen(name, fen, [])
        assert ours.get_fen(name, fen, moves) == real.get_fen(name, fen, moves) == board.fen("fairy")
        assert ours.get_san_moves(name, fen, moves) == real.get_san_moves(name, fen, moves)
        long = ours.get_san_moves(name, fen, moves, False, ours.NOTATION_LAN)
        assert long == real.get_san_moves(name, fen, moves, False, real.NOTATION_LAN)
        assert same_end(ours.is_optional_game_end(name, fen, moves), real.is_optional_game_end(name, fen, moves))


@needs_pyffish
@pytest.mark.parametrize("name", ["capablanca", "chess", "janus"])
def test_endings_with_little_material(name: str) -> None:
    numbers = random.Random(5)
    board = Board(name)
    files, ranks = board.variant.files, board.variant.ranks
    letters = [letter for letter in board.variant.pieces if letter != "K"]
    compared = 0
    while compared < 1500:
        pieces = ["K", "k"] + [numbers.choice((letter, letter.lower())) for letter in numbers.choices(letters + ["N", "B", "B"], k=numbers.randrange(4))]
        squares = numbers.sample(range(files * ranks), len(pieces))
        rows = [["1"] * files for _ in range(ranks)]
        for piece, square in zip(pieces, squares):
            rows[square // files][square % files] = piece
        ranks_of_fen = (re.sub("1+", lambda run: str(len(run.group())), "".join(row)) for row in rows)
        fen = "/".join(ranks_of_fen) + " w - - 0 1"
        try:
            board.set_fen(fen)
        except campione.FenError:
            continue
        fen = board.fen()
        assert ours.has_insufficient_material(name, fen, []) == real.has_insufficient_material(name, fen, []), fen
        compared += 1


@needs_pyffish
def test_draws_that_can_be_claimed() -> None:
    fen = real.start_fen("gothic")
    there_and_back = ["b1c3", "b8c6", "c3b1", "c6b8"]
    for times in range(1, 5):
        moves = there_and_back * times
        assert same_end(ours.is_optional_game_end("gothic", fen, moves), real.is_optional_game_end("gothic", fen, moves))
    for clock in (98, 99, 100, 120):
        fen = f"4k5/10/4K5/10/10/10/10/R9 w - - {clock} 80"
        assert same_end(ours.is_optional_game_end("capablanca", fen, []), real.is_optional_game_end("capablanca", fen, []))


@needs_pyffish
@pytest.mark.parametrize(
    "fen",
    [
        "",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - x 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 x",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w kq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1",
        "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/ppppppzp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w K - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 extra",
    ],
)
def test_faults_have_the_same_numbers(fen: str) -> None:
    assert ours.validate_fen(fen, "chess") == real.validate_fen(fen, "chess") < 1


@needs_pyffish
def test_names_and_constants() -> None:
    functions = [name for name in dir(real) if callable(getattr(real, name)) and name != "error"]
    assert sorted(functions) == sorted(ours.FUNCTIONS) and len(functions) == 21
    for name in dir(real):
        if name.startswith(("NOTATION_", "VALUE_", "FEN_")):
            assert getattr(ours, name) == getattr(real, name)
    assert set(ours._KNOWN) - set(real.variants()) == set()
    for name in ours._KNOWN:
        assert ours.start_fen(name) == real.start_fen(name), name
        assert (ours.two_boards(name), ours.captures_to_hand(name)) == (False, False)
        assert (real.two_boards(name), real.captures_to_hand(name)) == (False, False)


def test_variants_of_a_file() -> None:
    text = "[mine-a:capablanca]\ncastling = false\n\n[mine-b:chess]\npieceDrops = true\ncapturesToHand = true\n"
    ours.load_variant_config(text)
    assert "mine-a" in ours.variants() and "mine-b" not in ours.variants()
    assert "f1i1" not in ours.legal_moves("mine-a", "r4k3r/10/10/10/10/10/10/R4K3R w - - 0 1", [])
    with pytest.raises(campione.VariantError):
        ours.start_fen("mine-b")
    # A later file may start from a game of an earlier one.
    ours.load_variant_config("[mine-c:mine-a]\ndoubleStep = false\n")
    assert len(ours.legal_moves("mine-c", ours.start_fen("mine-c"), [])) == 18
    with pytest.raises(campione.VariantError):
        ours.load_variant_config("garbage")


@needs_pyffish
@pytest.mark.parametrize("name", ["caparandom", "fischerandom"])
@pytest.mark.parametrize("chess960", [False, True])
def test_rooks_have_their_files_where_any_array_castles(name: str, chess960: bool) -> None:
    start = real.start_fen(name)
    assert ours.start_fen(name) == start and ours.get_fen(name, start, [], chess960) == real.get_fen(name, start, [], chess960)


def test_what_is_an_error_here() -> None:
    start = ours.start_fen("capablanca")
    with pytest.raises(campione.IllegalMoveError):
        ours.legal_moves("capablanca", start, ["e2e4", "e2e4"])
    with pytest.raises(campione.IllegalMoveError):
        ours.get_san("capablanca", start, "b1c9")
    with pytest.raises(campione.UnknownVariantError):
        ours.start_fen("nope")
    with pytest.raises(campione.FenError):
        ours.legal_moves("capablanca", "garbage", [])
    with pytest.raises(NotImplementedError):
        ours.get_fog_fen(start, "capablanca")
    with pytest.raises(campione.ArgumentError):
        ours.get_fen("chess", "startpos", [], False, True)
    with pytest.raises(campione.ArgumentError):
        ours.get_san("capablanca", start, "b1c3", False, ours.NOTATION_SHOGI_HODGES)
    with pytest.raises(ValueError):
        ours.set_option("no such option", 1)
    with pytest.raises(TypeError):
        ours.legal_moves("capablanca", start, ("e2e4",))  # type: ignore[arg-type]
    assert ours.validate_fen("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "chess") == ours.FEN_NO_POSITION
    ours.set_option("Hash", 16)
    assert ours.version() > (0, 0, 0) and ours.info() == "Campione " + ".".join(map(str, ours.version()))
    assert ours.error is campione.CampioneError
