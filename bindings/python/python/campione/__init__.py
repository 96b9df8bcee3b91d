"""Large-board chess: rules of many variants, legal moves, perft, notation, games, analysis.

>>> import campione
>>> board = campione.Board("capablanca")
>>> len(board.legal_moves), board.perft(3)
(28, 25228)
>>> board.push_san("Nc3")
Move.from_uci("b1c3")
"""

from . import crc, errors, pgn
from ._campione import Board, LegalMoves, Move, Outcome, Piece, Reason, Variant, variant_id, variant_ids
from .engine import Analysis, Engine, Info, Limit, PlayResult, Score
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

__all__ = [
    "BLACK",
    "WHITE",
    "AmbiguousMoveError",
    "Analysis",
    "ArgumentError",
    "ArrayError",
    "Board",
    "CampioneError",
    "Engine",
    "EngineError",
    "FenError",
    "IllegalMoveError",
    "Info",
    "InvalidMoveError",
    "LegalMoves",
    "Limit",
    "Move",
    "MoveError",
    "NotationError",
    "Outcome",
    "PgnError",
    "Piece",
    "PlayResult",
    "Reason",
    "Score",
    "Termination",
    "UnknownVariantError",
    "Variant",
    "VariantError",
    "crc",
    "errors",
    "pgn",
    "variant_id",
    "variants",
]

#: The colors, as ``Board.turn`` and ``Outcome.winner`` have them.
WHITE = True
BLACK = False


def variants() -> "list[str]":
    """The ids of the built-in variants, guests last."""
    return variant_ids()
