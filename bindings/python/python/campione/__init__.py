"""Large-board chess: rules of many variants, legal moves, perft, notation, games, analysis.

>>> import campione
>>> board = campione.Board("capablanca")
>>> len(board.legal_moves), board.perft(3)
(28, 25228)
>>> board.push_san("Nc3")
Move.from_uci("b1c3")
"""

from . import crc, engine, errors, pgn, svg
from ._campione import LegalMoves, Move, Outcome, Piece, Reason, Variant, __version__, variant_id, variant_ids
from ._constants import *
from ._setup import (
    STATUS_BAD_CASTLING_RIGHTS,
    STATUS_EMPTY,
    STATUS_INVALID_EP_SQUARE,
    STATUS_NO_BLACK_KING,
    STATUS_NO_WHITE_KING,
    STATUS_OPPOSITE_CHECK,
    STATUS_PAWNS_ON_BACKRANK,
    STATUS_TOO_MANY_KINGS,
    STATUS_VALID,
)
from .board import STARTING_BOARD_FEN, STARTING_FEN, Board, CastlingRight, Pieces, Status
from .engine import Analysis, Cp, Engine, Info, Limit, Mate, MateGiven, PlayResult, PovScore, Score
from .errors import (
    AmbiguousMoveError,
    ArgumentError,
    ArrayError,
    CampioneError,
    EngineError,
    FenError,
    IllegalMoveError,
    InvalidMoveError,
    MoveError,
    NotationError,
    PgnError,
    Termination,
    UnknownVariantError,
    VariantError,
)
from .squares import *
from . import _constants, squares

__all__ = [
    "STARTING_BOARD_FEN",
    "STARTING_FEN",
    "STATUS_BAD_CASTLING_RIGHTS",
    "STATUS_EMPTY",
    "STATUS_INVALID_EP_SQUARE",
    "STATUS_NO_BLACK_KING",
    "STATUS_NO_WHITE_KING",
    "STATUS_OPPOSITE_CHECK",
    "STATUS_PAWNS_ON_BACKRANK",
    "STATUS_TOO_MANY_KINGS",
    "STATUS_VALID",
    "AmbiguousMoveError",
    "Analysis",
    "ArgumentError",
    "ArrayError",
    "Board",
    "CampioneError",
    "CastlingRight",
    "Cp",
    "Engine",
    "EngineError",
    "FenError",
    "IllegalMoveError",
    "Info",
    "InvalidMoveError",
    "LegalMoves",
    "Limit",
    "Mate",
    "MateGiven",
    "Move",
    "MoveError",
    "NotationError",
    "Outcome",
    "PgnError",
    "Piece",
    "Pieces",
    "PlayResult",
    "PovScore",
    "Reason",
    "Score",
    "Status",
    "Termination",
    "UnknownVariantError",
    "Variant",
    "VariantError",
    "__version__",
    "crc",
    "engine",
    "errors",
    "pgn",
    "squares",
    "svg",
    "variant_id",
    "variants",
]
__all__ += _constants.__all__
__all__ += squares.__all__


def variants() -> "list[str]":
    """The ids of the built-in variants, guests last."""
    return variant_ids()
