"""Squares and piece types: numbers that have a name."""

from __future__ import annotations

from typing import Any, List, Optional

from .errors import ArgumentError

__all__ = ["FILE_NAMES", "RANK_NAMES", "SQUARES", "TYPES", "PieceType", "Square"]

#: The files and ranks of the largest board.
FILES, RANKS = 12, 10
FILE_NAMES: List[str] = list("abcdefghijkl")
RANK_NAMES: List[str] = [str(rank) for rank in range(1, RANKS + 1)]


class _Named(int):
    """A number with a name. It equals the number and the name; its hash is that of the number."""

    _name: str

    def __str__(self) -> str:
        return self._name

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            return self._name == other
        return int.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = int.__hash__


class Square(_Named):
    """A square: the number ``12 * rank + file``, both from 0, and a text such as ``"e4"``.

    The same square has the same number on all boards. ``Square("e4")``, ``Square(40)`` and the constant ``E4`` are equal.
    """

    def __new__(cls, square: Any) -> Square:
        if isinstance(square, str):
            return parse_square(square)
        if not 0 <= int(square) < len(SQUARES):
            reason = f"{square} is no square: expected 0 to {len(SQUARES) - 1}"
            raise ArgumentError(f"square: {reason}", field="square", reason=reason)
        return SQUARES[int(square)]

    @property
    def name(self) -> str:
        """The name, such as ``"e4"``."""
        return self._name

    @property
    def file(self) -> int:
        """The file, from 0."""
        return int(self) % FILES

    @property
    def rank(self) -> int:
        """The rank, from 0."""
        return int(self) // FILES

    def __repr__(self) -> str:
        return self._name.upper()

    def __reduce__(self) -> Any:
        return Square, (int(self),)


def _square(number: int) -> Square:
    square = int.__new__(Square, number)
    square._name = FILE_NAMES[number % FILES] + RANK_NAMES[number // FILES]
    return square


#: All squares of the largest board, by their numbers.
SQUARES: List[Square] = [_square(number) for number in range(FILES * RANKS)]
_BY_NAME = {square.name: square for square in SQUARES}


def parse_square(name: str) -> Square:
    """A square by its name, such as ``"e4"``. Raises :class:`ArgumentError`."""
    found = _BY_NAME.get(name)
    if found is None:
        reason = f"`{name}` is no square: expected a1 to {SQUARES[-1].name}"
        raise ArgumentError(f"square: {reason}", field="square", reason=reason)
    return found


class PieceType(_Named):
    """A kind of piece: a number, and the letter of a FEN in lower case.

    1 to 6 are pawn, knight, bishop, rook, queen and king, the pieces with the letters P, N, B, R, Q and K; 7 to 26 are those
    with the other letters of the alphabet. What a letter means is for the variant to say.
    """

    def __new__(cls, piece_type: Any) -> PieceType:
        found: Optional[PieceType] = None
        if isinstance(piece_type, str):
            found = next((own for own in TYPES[1:] if own is not None and own.symbol == piece_type.lower()), None)
        elif 0 < int(piece_type) < len(TYPES):
            found = TYPES[int(piece_type)]
        if found is None:
            reason = f"{piece_type!r} is neither a piece type from 1 to {len(TYPES) - 1} nor a letter"
            raise ArgumentError(f"piece_type: {reason}", field="piece_type", reason=reason)
        return found

    @property
    def symbol(self) -> str:
        """The letter, in lower case."""
        return self._name

    def __repr__(self) -> str:
        names = ("PAWN", "KNIGHT", "BISHOP", "ROOK", "QUEEN", "KING")
        return names[int(self) - 1] if int(self) <= len(names) else f"PieceType({self._name!r})"

    def __reduce__(self) -> Any:
        return PieceType, (int(self),)


def _type(number: int, letter: str) -> PieceType:
    piece_type = int.__new__(PieceType, number)
    piece_type._name = letter
    return piece_type


#: All piece types by their numbers; 0 is none.
TYPES: List[Optional[PieceType]] = [None, *(_type(at, letter) for at, letter in enumerate("pnbrqkacdefghijlmostuvwxyz", 1))]
