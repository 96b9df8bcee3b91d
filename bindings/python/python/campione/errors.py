"""The exceptions. Each text that cannot be used raises a subclass of ``ValueError``; no input ends the process.

All have ``field`` (what the fault is about), ``place`` (where it is; see each class), ``reason`` (what is wrong, without the
text around it) and ``faults``, a list of triples of these, where there may be several. ``str(error)`` is the whole message.
Most faults have ``code``, such as ``"position.kings"``, which stays the same when words change (docs/reference/codes.md lists all);
``codes`` are those of all faults of a FEN, a file or an array.
"""

from __future__ import annotations

from enum import Enum
from typing import Any, List, Optional, Tuple

__all__ = [
    "AmbiguousMoveError",
    "ArgumentError",
    "ArrayError",
    "CampioneError",
    "EngineError",
    "FenError",
    "IllegalMoveError",
    "InvalidMoveError",
    "MoveError",
    "NotationError",
    "PgnError",
    "Termination",
    "UnknownVariantError",
    "VariantError",
]


class Termination(Enum):
    """Why a game ended; the values are those of ``Outcome.code``. Names of python-chess for the same are the same members."""

    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    BARE_KING = "bare-king"
    REPETITION = "repetition"
    THREEFOLD_REPETITION = "repetition"
    FIVEFOLD_REPETITION = "repetition"
    MOVE_RULE = "move-rule"
    FIFTY_MOVES = "move-rule"
    SEVENTYFIVE_MOVES = "move-rule"
    DEAD_POSITION = "dead-position"
    INSUFFICIENT_MATERIAL = "dead-position"
    #: Ended by the players or their clocks, as the text of a game says.
    DECLARED = "declared"


class CampioneError(ValueError):
    """What all errors about input are."""

    field: Optional[str] = None
    place: Optional[Tuple[int, int]] = None
    reason: str = ""
    #: The fault for programs; ``None`` where there is no code.
    code: Optional[str] = None
    faults: List[Tuple[Optional[str], Optional[Tuple[int, int]], str]]

    def __init__(self, message: str = "", **attributes: Any) -> None:
        super().__init__(message)
        self.__dict__.update(attributes)
        if "faults" not in attributes:
            self.faults = [(self.field, self.place, self.reason)]


class ArgumentError(CampioneError):
    """An argument out of its range: a depth, a square, a theme. ``field`` is the argument."""


class VariantError(CampioneError):
    """A variant file that is wrong. ``field`` is the key, ``place`` line and column, from 1."""

    #: The codes of all faults, in the order of ``faults``.
    codes: List[str]


class UnknownVariantError(VariantError):
    """No built-in variant has that name."""

    id: str = ""
    #: Ids that look like it, best first.
    near: List[str]


class FenError(CampioneError):
    """A FEN that is no position. ``field`` is one of ``placement``, ``side``, ``castling``, ``en_passant``,
    ``halfmove_clock``, ``fullmove_number``, ``waiting``, ``fields``; ``place`` its first character and the one behind it,
    from 0."""

    #: The text as it was given.
    fen: str = ""
    #: The codes of all faults, in the order of ``faults``.
    codes: List[str]


class MoveError(CampioneError):
    """A text or move that is not one legal move. ``place`` is its index and the next, from 0, in a list of moves."""

    #: The text as it was given.
    text: str = ""
    #: Legal moves that may be meant.
    candidates: List[str]
    #: The position.
    fen: str = ""


class InvalidMoveError(MoveError):
    """A text that is no move in any position."""


class IllegalMoveError(MoveError):
    """A move that the rules forbid here; ``reason`` says which rule, where one does."""


class AmbiguousMoveError(MoveError):
    """A text that several legal moves fit."""


class NotationError(CampioneError):
    """A position or a move that a dialect or notation has no words for."""


class ArrayError(CampioneError):
    """A start array, or the number of one, that does not exist. ``place`` is the letter and the next, from 0."""

    array: str = ""
    #: The codes of all faults of an array, in the order of ``faults``.
    codes: List[str]


class PgnError(CampioneError):
    """A game that cannot be read. ``place`` is the number of the game and the line, both from 1."""

    #: The number of the game in its stream, from 1.
    game: int = 0
    #: The line of the fault, from 1.
    line: int = 0
    #: The ply of a bad move, from 1.
    ply: Optional[int] = None
    #: Whether it stands in a variation.
    in_variation: bool = False
    #: The position in which a bad move stands.
    fen: Optional[str] = None


class EngineError(RuntimeError):
    """What the machine cannot give: memory, threads, an engine that is busy with another position."""
