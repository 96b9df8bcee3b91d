"""The functions of the module ``pyffish`` by their names and signatures: ``import campione.pyffish as sf``.

Positions are FEN as Fairy-Stockfish writes it, moves are coordinates, and each call plays all moves again, as there; a
:class:`campione.Board` does not. Names of variants are Fairy-Stockfish's for the games that it knows and we can play, and our
ids. What differs on purpose is listed, with the reason, in ``PYFFISH.md`` of the source: above all, an unknown variant, a bad
FEN and an illegal move are exceptions (``UnknownVariantError``, ``FenError``, ``MoveError``), never a crash or an empty list.
"""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as _version_of
from typing import Dict, List, Tuple, Union

from ._campione import RawBoard as Board
from ._campione import (
    Variant,
    bare_facts,
    fish_board,
    fish_fen,
    fish_moves,
    fish_san_moves,
    ini_names,
    variant_ids,
)
from .errors import ArgumentError, CampioneError, FenError, VariantError

#: What the functions raise.
error = CampioneError

VALUE_DRAW = 0
VALUE_MATE = 32000

NOTATION_DEFAULT = 0
NOTATION_SAN = 1
NOTATION_LAN = 2
NOTATION_SHOGI_HOSKING = 3
NOTATION_SHOGI_HODGES = 4
NOTATION_SHOGI_HODGES_NUMBER = 5
NOTATION_JANGGI = 6
NOTATION_XIANGQI_WXF = 7
NOTATION_THAI_SAN = 8
NOTATION_THAI_LAN = 9

FEN_OK = 1
FEN_EMPTY = 0
FEN_INVALID_MOVE_COUNTER = -1
FEN_INVALID_HALF_MOVE_COUNTER = -2
FEN_INVALID_NUMBER_OF_KINGS = -3
FEN_INVALID_EN_PASSANT_SQ = -4
FEN_INVALID_CASTLING_INFO = -5
FEN_INVALID_SIDE_TO_MOVE = -6
FEN_INVALID_BOARD_GEOMETRY = -8
FEN_TOUCHING_KINGS = -9
FEN_INVALID_CHAR = -10
FEN_INVALID_NB_PARTS = -11
FEN_INVALID_PROMOTED_PIECE = -12
#: Ours: a fault for which pyffish has no number, such as a side that is in check and not to move.
FEN_NO_POSITION = -100

#: The games of Fairy-Stockfish that are known without a file. ``None``: as it describes them to its own programs; otherwise
#: our id, where the start array is not always the same.
_KNOWN: Dict[str, Union[str, None]] = {
    "almost": None,
    "amazon": None,
    "capablanca": None,
    "caparandom": "crc",
    "centaur": None,
    "chancellor": None,
    "chaturanga": None,
    "chess": None,
    "courier": None,
    "embassy": None,
    "fischerandom": "chess960",
    "gardner": None,
    "gothic": None,
    "grand": None,
    "grasshopper": None,
    "hoppelpoppel": None,
    "janus": None,
    "knightmate": None,
    "losalamos": None,
    "modern": None,
    "newzealand": None,
    "nightrider": None,
    "nocastle": None,
    "normal": None,
    "opulent": None,
    "shako": None,
    "shatranj": None,
    "tencubed": None,
}

#: Those that have castling from any array, and our ids of these games.
_RANDOM = {"capablanca": "crc", "caparandom": "crc", "chess": "chess960", "fischerandom": "chess960", "normal": "chess960"}

#: What has been asked for, with and without castling from any array.
_cache: Dict[Tuple[str, bool], Variant] = {}
#: The games of files that were loaded, and why those that cannot be played cannot.
_loaded: Dict[str, Union[Variant, CampioneError]] = {}
#: The texts of these files, in which later ones find their parents.
_texts: List[str] = []


def _find(variant: str) -> Variant:
    if variant in _loaded:
        found = _loaded[variant]
        if isinstance(found, CampioneError):
            raise found
        return found
    if variant in _KNOWN:
        own = _KNOWN[variant]
        return Variant.named(own) if own else Variant.from_ini(f"[{variant}:{variant}]\n")
    return Variant.named(variant)


def _variant(variant: str, chess960: bool) -> Variant:
    key = (variant, bool(chess960))
    if key not in _cache:
        if chess960 and variant not in _loaded and variant in _RANDOM:
            _cache[key] = Variant.named(_RANDOM[variant])
        else:
            found = _find(variant)
            _cache[key] = Board(found, None, True).variant if chess960 else found
    return _cache[key]


def _board(variant: str, fen: str, movelist: List[str], chess960: bool) -> Board:
    return fish_board(_variant(variant, chess960), fen, movelist)


def version() -> Tuple[int, int, int]:
    """The version of this package."""
    try:
        first, second, third = _version_of("campione").split(".")[:3]
        return int(first), int(second), int(third)
    except (PackageNotFoundError, ValueError):
        return 0, 0, 0


def info() -> str:
    """The name and version of this package."""
    return "Campione " + ".".join(map(str, version()))


def variants() -> List[str]:
    """The names of the variants that can be played."""
    loaded = {name for name, found in _loaded.items() if isinstance(found, Variant)}
    return sorted({*_KNOWN, *variant_ids(), *loaded})


def set_option(name: str, value: Union[str, int, bool], /) -> None:
    """Loads the file of ``VariantPath``; the engine's other options have no meaning here. An unknown one is an error."""
    if name == "VariantPath":
        with open(str(value), encoding="utf-8") as file:
            load_variant_config(file.read())
    elif name not in _OPTIONS:
        raise ArgumentError(f"No such option '{name}'", field="name", reason=f"there is no option {name!r}")


_OPTIONS = frozenset(
    "Clear Hash;Debug Log File;EvalFile;Hash;Move Overhead;MultiPV;nodestime;Ponder;Protocol;Skill Level;Slow Mover;"
    "SyzygyPath;Threads;TsumeMode;UCI_AnalyseMode;UCI_Chess960;UCI_Elo;UCI_LimitStrength;UCI_ShowWDL;UCI_Variant;"
    "Use NNUE;VariantPath;usemillisec".split(";")
)


def load_variant_config(config: str, /) -> None:
    """Takes the games of a ``variants.ini``. One that cannot be played here raises its :class:`VariantError` when it is asked
    for. Raises :class:`VariantError` for a text that is no such file."""
    names = ini_names(config)
    texts = [*_texts, config]
    whole = "\n".join(texts)
    try:
        ini_names(whole)
    except VariantError:
        # A game that is loaded again: the text must stand for itself.
        texts, whole = [config], config
    for name in names:
        try:
            _loaded[name] = Variant.from_ini(whole, name)
        except VariantError as fault:
            _loaded[name] = fault
    _texts[:] = texts
    _cache.clear()


def start_fen(variant: str, /) -> str:
    """The start position."""
    # There the random game begins from Capablanca's array, which is none of the numbered ones.
    return fish_fen(Board(_variant("capablanca" if variant == "caparandom" else variant, False)), False)


def two_boards(variant: str, /) -> bool:
    """Whether it is played on two boards: no game here is."""
    _variant(variant, False)
    return False


def captures_to_hand(variant: str, /) -> bool:
    """Whether captured pieces can be dropped: in no game here."""
    _variant(variant, False)
    return False


def legal_moves(variant: str, fen: str, movelist: List[str], chess960: bool = False, /) -> List[str]:
    """The legal moves after ``movelist``, in no particular order."""
    return fish_moves(_board(variant, fen, movelist, chess960), bool(chess960))


def get_fen(
    variant: str,
    fen: str,
    movelist: List[str],
    chess960: bool = False,
    sfen: bool = False,
    showPromoted: bool = False,  # noqa: N803
    countStarted: int = 0,  # noqa: N803
    /,
) -> str:
    """The position after ``movelist``. Of promoted pieces and counting nothing is kept, since no game here needs it."""
    if sfen:
        raise ArgumentError("sfen: no game here is written as SFEN", field="sfen", reason="no game here is written as SFEN")
    board = _board(variant, fen, movelist, chess960)
    # Where kings castle from any array, rooks are named by their files without being asked.
    return fish_fen(board, bool(chess960) or board.chess960)


def get_fog_fen(fen: str, variant: str, chess960: bool = False, /) -> str:
    """Raises ``NotImplementedError``: no game here is played in the fog of war, and what a side sees is no rule of any."""
    _variant(variant, chess960)
    raise NotImplementedError("no game here is played in the fog of war")


def _long(notation: int) -> bool:
    if notation in (NOTATION_DEFAULT, NOTATION_SAN):
        return False
    if notation == NOTATION_LAN:
        return True
    reason = f"{notation} is a notation of other games; here are NOTATION_DEFAULT, NOTATION_SAN and NOTATION_LAN"
    raise ArgumentError(f"notation: {reason}", field="notation", reason=reason)


def get_san(
    variant: str, fen: str, move: str, chess960: bool = False, notation: int = NOTATION_DEFAULT, /
) -> str:
    """A move in algebraic notation."""
    return get_san_moves(variant, fen, [move], chess960, notation)[0]


def get_san_moves(
    variant: str, fen: str, movelist: List[str], chess960: bool = False, notation: int = NOTATION_DEFAULT, /
) -> List[str]:
    """Moves that follow each other in algebraic notation."""
    return fish_san_moves(_board(variant, fen, [], chess960), movelist, _long(notation))


def gives_check(variant: str, fen: str, movelist: List[str], chess960: bool = False, /) -> bool:
    """Whether the side to move after ``movelist`` is in check."""
    return _board(variant, fen, movelist, chess960).is_check()


def is_capture(variant: str, fen: str, movelist: List[str], move: str, chess960: bool = False, /) -> bool:
    """Whether ``move`` after ``movelist`` takes something."""
    board = _board(variant, fen, movelist, chess960)
    return board.is_capture(board.parse_uci(move))


def piece_to_partner(variant: str, fen: str, movelist: List[str], chess960: bool = False, /) -> str:
    """The letter of the piece that the last move of ``movelist`` took, or an empty text."""
    board = _board(variant, fen, movelist, chess960)
    if not movelist:
        return ""
    move = board.pop()
    if not board.is_capture(move):
        return ""
    taken = board.piece_at(move.to_square)
    if taken is not None:
        return taken.symbol()
    # Only a pawn is taken on another square than the move's, and it is the other side's.
    pawn = next(letter for letter, (_, moves) in board.variant.pieces.items() if not moves)
    return pawn.lower() if board.turn else pawn


def _value(board: Board) -> int:
    """The value of the outcome for the side to move."""
    outcome = board.outcome()
    if outcome is None or outcome.winner is None:
        return VALUE_DRAW
    return VALUE_MATE if outcome.winner == board.turn else -VALUE_MATE


def game_result(variant: str, fen: str, movelist: List[str], chess960: bool = False, /) -> int:
    """The value of a game that is over, for the side to move: ``VALUE_MATE``, ``-VALUE_MATE`` or ``VALUE_DRAW``, which is
    also that of a game that goes on."""
    return _value(_board(variant, fen, movelist, chess960))


def is_immediate_game_end(
    variant: str, fen: str, movelist: List[str], chess960: bool = False, /
) -> Tuple[bool, int]:
    """Whether a rule of the variant other than mate and stalemate has ended the game, such as a bare king, and its value."""
    board = _board(variant, fen, movelist, chess960)
    outcome = board.outcome()
    ended = outcome is not None and outcome.code == "bare-king"
    return ended, _value(board) if ended else VALUE_DRAW


def is_optional_game_end(
    variant: str,
    fen: str,
    movelist: List[str],
    chess960: bool = False,
    countStarted: int = 0,  # noqa: N803
    /,
) -> Tuple[bool, int]:
    """Whether a draw can be claimed: by repetition within ``movelist``, or by the number of moves without progress."""
    outcome = _board(variant, fen, movelist, chess960).outcome()
    ended = outcome is not None and outcome.code in ("repetition", "move-rule")
    return ended, VALUE_DRAW


def has_insufficient_material(
    variant: str, fen: str, movelist: List[str], chess960: bool = False, /
) -> Tuple[bool, bool]:
    """Whether White and Black lack the pieces to mate by any moves."""
    return bare_facts(_board(variant, fen, movelist, chess960))


#: What pyffish calls these faults.
_CODES = {
    "position.kings": FEN_INVALID_NUMBER_OF_KINGS,
    "placement.letter": FEN_INVALID_CHAR,
    "fen.hand": FEN_NO_POSITION,
    "position.pawn-on-first-rank": FEN_NO_POSITION,
    "position.pawn-on-last-rank": FEN_NO_POSITION,
    "position.opponent-in-check": FEN_NO_POSITION,
}

#: What pyffish calls all other faults of a field.
_FAULTS = {
    "placement": FEN_INVALID_BOARD_GEOMETRY,
    "side": FEN_INVALID_SIDE_TO_MOVE,
    "castling": FEN_INVALID_CASTLING_INFO,
    "en_passant": FEN_INVALID_EN_PASSANT_SQ,
    "halfmove_clock": FEN_INVALID_HALF_MOVE_COUNTER,
    "fullmove_number": FEN_INVALID_MOVE_COUNTER,
    "fields": FEN_INVALID_NB_PARTS,
}


def validate_fen(fen: str, variant: str, chess960: bool = False, /) -> int:
    """``FEN_OK`` for a position that can be played, otherwise the number of its first fault."""
    rules = _variant(variant, chess960)
    if not fen.strip():
        return FEN_EMPTY
    try:
        Board(rules, fen)
    except FenError as fault:
        number = _CODES.get(fault.code or "")
        return number if number is not None else _FAULTS.get(fault.field or "", FEN_NO_POSITION)
    return FEN_OK


#: The functions of pyffish 0.0.90.
FUNCTIONS = (
    "captures_to_hand",
    "game_result",
    "get_fen",
    "get_fog_fen",
    "get_san",
    "get_san_moves",
    "gives_check",
    "has_insufficient_material",
    "info",
    "is_capture",
    "is_immediate_game_end",
    "is_optional_game_end",
    "legal_moves",
    "load_variant_config",
    "piece_to_partner",
    "set_option",
    "start_fen",
    "two_boards",
    "validate_fen",
    "variants",
    "version",
)
