"""Squares, sets of them, and piece types: the constants and functions of python-chess, for boards up to 12x10.

>>> from campione import E4, SquareSet, square_name
>>> E4, str(E4), int(E4), square_name(E4)
(E4, 'e4', 40, 'e4')
>>> E4 in SquareSet(["e4", "l10"])
True
"""

from __future__ import annotations

from typing import Any, Dict, Iterable, Iterator, List, Optional, Union

from ._names import FILE_NAMES, FILES, RANK_NAMES, RANKS, SQUARES, TYPES, PieceType, Square, parse_square
from .errors import ArgumentError

__all__ = [
    "BB_ALL", "BB_DARK_SQUARES", "BB_EMPTY", "BB_FILES", "BB_LIGHT_SQUARES", "BB_RANKS", "BB_SQUARES", "BISHOP", "BLACK",
    "COLORS", "COLOR_NAMES", "FILE_NAMES", "KING", "KNIGHT", "PAWN", "PIECE_NAMES", "PIECE_SYMBOLS", "PIECE_TYPES", "QUEEN",
    "RANK_NAMES", "ROOK", "SQUARES", "SQUARE_NAMES", "UNICODE_PIECE_SYMBOLS", "WHITE", "Color", "IntoSquare", "IntoSquareSet",
    "PieceType", "Square", "SquareSet", "between", "flip_anti_diagonal", "flip_diagonal", "flip_horizontal", "flip_vertical",
    "lsb", "msb", "parse_square", "piece_name", "piece_symbol", "popcount", "ray", "scan_forward", "scan_reversed", "square",
    "square_distance", "square_file", "square_knight_distance", "square_manhattan_distance", "square_mirror", "square_name",
    "square_rank",
]  # fmt: skip

Color = bool
#: What stands for a square: a :class:`Square`, its number, or its name.
IntoSquare = Union[int, str]
#: What stands for a set of squares.
IntoSquareSet = Union["SquareSet", int, Iterable[IntoSquare]]

WHITE = True
BLACK = False
COLORS: List[bool] = [WHITE, BLACK]
COLOR_NAMES: List[str] = ["black", "white"]

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = (PieceType(number) for number in range(1, 7))
PIECE_TYPES: List[PieceType] = [own for own in TYPES if own is not None]
PIECE_SYMBOLS: List[Optional[str]] = [None, *(own.symbol for own in PIECE_TYPES)]
PIECE_NAMES: List[Optional[str]] = [None, "pawn", "knight", "bishop", "rook", "queen", "king"]
PIECE_NAMES += [own.symbol.upper() for own in PIECE_TYPES[6:]]
UNICODE_PIECE_SYMBOLS: Dict[str, str] = dict(zip("RrNnBbQqKkPp", "♖♜♘♞♗♝♕♛♔♚♙♟"))
SQUARE_NAMES: List[str] = [square.name for square in SQUARES]


def piece_symbol(piece_type: int) -> str:
    """The letter of a piece type, in lower case."""
    return PieceType(piece_type).symbol


def piece_name(piece_type: int) -> str:
    """The name of a piece type of chess; of another its letter: ``Piece.name`` of a board has the name in its variant."""
    return PIECE_NAMES[PieceType(piece_type)] or ""


def square(file_index: int, rank_index: int) -> Square:
    """The square of a file and a rank, both from 0. Raises :class:`ArgumentError`."""
    if not (0 <= file_index < FILES and 0 <= rank_index < RANKS):
        reason = f"there is no square of file {file_index}, rank {rank_index}: expected 0 to {FILES - 1}, 0 to {RANKS - 1}"
        raise ArgumentError(f"square: {reason}", field="square", reason=reason)
    return SQUARES[rank_index * FILES + file_index]


def square_name(square: IntoSquare) -> str:
    """The name of a square."""
    return Square(square).name


def square_file(square: IntoSquare) -> int:
    """The file of a square, from 0."""
    return Square(square).file


def square_rank(square: IntoSquare) -> int:
    """The rank of a square, from 0."""
    return Square(square).rank


def square_distance(a: IntoSquare, b: IntoSquare) -> int:
    """How many steps a king needs from one square to the other."""
    a, b = Square(a), Square(b)
    return max(abs(a.file - b.file), abs(a.rank - b.rank))


def square_manhattan_distance(a: IntoSquare, b: IntoSquare) -> int:
    """How many steps along files and ranks lead from one square to the other."""
    a, b = Square(a), Square(b)
    return abs(a.file - b.file) + abs(a.rank - b.rank)


def square_knight_distance(a: IntoSquare, b: IntoSquare, *, files: int = 8, ranks: int = 8) -> int:
    """How many moves a knight needs from one square to the other on an empty board of that size.

    Raises :class:`ArgumentError` for squares that the board does not have.
    """
    start, end = Square(a), Square(b)
    for own in (start, end):
        if own.file >= files or own.rank >= ranks:
            reason = f"a board of {files}x{ranks} has no square {own}"
            raise ArgumentError(f"square: {reason}", field="square", reason=reason)
    found, border, moves = {start}, [start], 0
    while end not in found:
        moves += 1
        border = [to for origin in border for to in _knight(origin, files, ranks) if to not in found]
        if not border:
            reason = f"a knight cannot go from {start} to {end} on a board of {files}x{ranks}"
            raise ArgumentError(f"square: {reason}", field="square", reason=reason)
        found.update(border)
    return moves


def _knight(origin: Square, files: int, ranks: int) -> List[Square]:
    steps = [(df, dr) for df in (-2, -1, 1, 2) for dr in (-2, -1, 1, 2) if abs(df) != abs(dr)]
    places = [(origin.file + df, origin.rank + dr) for df, dr in steps]
    return [square(file, rank) for file, rank in places if 0 <= file < files and 0 <= rank < ranks]


def square_mirror(square: IntoSquare, ranks: int = 8) -> Square:
    """The square mirrored top to bottom on a board of that many ranks."""
    own = Square(square)
    if own.rank >= ranks:
        reason = f"a board of {ranks} ranks has no square {own}"
        raise ArgumentError(f"square: {reason}", field="square", reason=reason)
    return SQUARES[(ranks - 1 - own.rank) * FILES + own.file]


BB_EMPTY = 0
BB_ALL = (1 << len(SQUARES)) - 1
BB_SQUARES: List[int] = [1 << int(own) for own in SQUARES]
BB_FILES: List[int] = [sum(1 << (rank * FILES + file) for rank in range(RANKS)) for file in range(FILES)]
BB_RANKS: List[int] = [((1 << FILES) - 1) << (rank * FILES) for rank in range(RANKS)]
BB_DARK_SQUARES: int = sum(1 << int(own) for own in SQUARES if (own.file + own.rank) % 2 == 0)
BB_LIGHT_SQUARES: int = BB_ALL ^ BB_DARK_SQUARES


def scan_forward(mask: int) -> Iterator[Square]:
    """The squares of a set of bits, from the lowest on."""
    while mask:
        low = mask & -mask
        yield SQUARES[low.bit_length() - 1]
        mask ^= low


def scan_reversed(mask: int) -> Iterator[Square]:
    """The squares of a set of bits, from the highest on."""
    while mask:
        high = mask.bit_length() - 1
        yield SQUARES[high]
        mask ^= 1 << high


def flip_vertical(mask: int, *, files: int = 8, ranks: int = 8) -> int:
    """A set of squares as bits, mirrored top to bottom on a board of that size."""
    return _mask(square(own.file, ranks - 1 - own.rank) for own in scan_forward(mask))


def flip_horizontal(mask: int, *, files: int = 8, ranks: int = 8) -> int:
    """A set of squares as bits, mirrored left to right on a board of that size."""
    return _mask(square(files - 1 - own.file, own.rank) for own in scan_forward(mask))


def flip_diagonal(mask: int, *, files: int = 8, ranks: int = 8) -> int:
    """A set of squares as bits, mirrored along the line from a1; the board is a square."""
    return _mask(square(own.rank, own.file) for own in scan_forward(mask))


def flip_anti_diagonal(mask: int, *, files: int = 8, ranks: int = 8) -> int:
    """A set of squares as bits, mirrored along the line to a8, or to the last square of the a-file; the board is a square."""
    return _mask(square(ranks - 1 - own.rank, files - 1 - own.file) for own in scan_forward(mask))


def lsb(mask: int) -> int:
    """The number of the lowest bit."""
    return (mask & -mask).bit_length() - 1


def msb(mask: int) -> int:
    """The number of the highest bit."""
    return mask.bit_length() - 1


def popcount(mask: int) -> int:
    """How many bits are set."""
    return bin(mask).count("1")


def _line(a: Square, b: Square) -> Optional["tuple[int, int]"]:
    files, ranks = b.file - a.file, b.rank - a.rank
    if a == b or (files and ranks and abs(files) != abs(ranks)):
        return None
    return (files > 0) - (files < 0), (ranks > 0) - (ranks < 0)


def _walk(start: Square, step: "tuple[int, int]") -> Iterator[Square]:
    file, rank = start.file + step[0], start.rank + step[1]
    while 0 <= file < FILES and 0 <= rank < RANKS:
        yield square(file, rank)
        file, rank = file + step[0], rank + step[1]


def between(a: IntoSquare, b: IntoSquare) -> int:
    """The squares between two squares of a line, as bits; 0 if they are on no line."""
    start, end = Square(a), Square(b)
    step = _line(start, end)
    mask = 0
    for own in _walk(start, step) if step else ():
        if own == end:
            break
        mask |= 1 << own
    return mask


def ray(a: IntoSquare, b: IntoSquare) -> int:
    """All squares of the line through two squares, from edge to edge of the largest board, as bits; 0 if there is none."""
    start, end = Square(a), Square(b)
    step = _line(start, end)
    if step is None:
        return 0
    mask = 1 << start
    for own in (*_walk(start, step), *_walk(start, (-step[0], -step[1]))):
        mask |= 1 << own
    return mask


def _mask(squares: Any) -> int:
    if isinstance(squares, SquareSet):
        return squares.mask
    if isinstance(squares, str):
        # A text alone would be taken for its letters.
        raise TypeError(f"a set of squares is a list, such as [{squares!r}], not a text")
    try:
        mask = int(squares.__index__())
    except AttributeError:
        mask = 0
        for own in squares:
            mask |= 1 << Square(own)
        return mask
    if not 0 <= mask <= BB_ALL:
        reason = f"{mask:#x} has bits that are no squares"
        raise ArgumentError(f"squares: {reason}", field="squares", reason=reason)
    return mask


#: The bytes 0 and 1 in place of the characters.
_DIGITS = bytes.maketrans(b"01", b"\0\1")


class SquareSet:
    """A set of squares, of any board. It takes the operators and methods of Python's ``set``.

    It is made of squares (``SquareSet([E4, "l10"])``) or of bits (``SquareSet(BB_RANKS[0])``, bit ``12 * rank + file``), and
    iterates over squares from a1 on. Sets that come from a :class:`Board` know its size: ``print`` draws it, and ``~`` is the rest of
    it; ``~`` of other sets is the rest of the 120 squares.
    """

    __slots__ = ("files", "mask", "ranks")

    def __init__(self, squares: IntoSquareSet = 0, *, files: Optional[int] = None, ranks: Optional[int] = None) -> None:
        #: The squares as bits.
        self.mask: int = _mask(squares)
        own = squares if isinstance(squares, SquareSet) else None
        #: The files and ranks of the board from which it comes; ``None`` if it comes from none.
        self.files: Optional[int] = files if own is None else own.files
        self.ranks: Optional[int] = ranks if own is None else own.ranks

    def _size(self) -> "tuple[int, int]":
        """The size of the board that ``print`` draws: its own, else 8x8, or 12x10 if a square is outside of that."""
        if self.files is not None and self.ranks is not None:
            return self.files, self.ranks
        inside = all(own.file < 8 and own.rank < 8 for own in scan_forward(self.mask))
        return (8, 8) if inside else (FILES, RANKS)

    def _of(self, mask: int) -> SquareSet:
        return SquareSet(mask, files=self.files, ranks=self.ranks)

    def __contains__(self, square: object) -> bool:
        if isinstance(square, str):
            return bool(self.mask >> parse_square(square) & 1)
        return isinstance(square, int) and square >= 0 and bool(self.mask >> square & 1)

    def __iter__(self) -> Iterator[Square]:
        return scan_forward(self.mask)

    def __reversed__(self) -> Iterator[Square]:
        return scan_reversed(self.mask)

    def __len__(self) -> int:
        return popcount(self.mask)

    def __bool__(self) -> bool:
        return self.mask != 0

    def __eq__(self, other: object) -> bool:
        try:
            return self.mask == _mask(other)
        except (TypeError, ValueError):
            return NotImplemented

    # It can be changed.
    __hash__ = None  # type: ignore[assignment]

    def __int__(self) -> int:
        return self.mask

    def __index__(self) -> int:
        return self.mask

    def add(self, square: IntoSquare) -> None:
        """Adds a square."""
        self.mask |= 1 << Square(square)

    def discard(self, square: IntoSquare) -> None:
        """Removes a square if it is there."""
        self.mask &= ~(1 << Square(square))

    def remove(self, square: IntoSquare) -> None:
        """Removes a square. Raises ``KeyError`` if it is not there."""
        if square not in self:
            raise KeyError(square)
        self.discard(square)

    def pop(self) -> Square:
        """Removes and returns the first square. Raises ``KeyError`` if there is none."""
        if not self.mask:
            raise KeyError("pop from empty SquareSet")
        first = SQUARES[lsb(self.mask)]
        self.discard(first)
        return first

    def clear(self) -> None:
        """Removes all squares."""
        self.mask = 0

    def copy(self) -> SquareSet:
        """The same set again."""
        return self._of(self.mask)

    def isdisjoint(self, other: IntoSquareSet) -> bool:
        """Whether no square is in both."""
        return not self.mask & _mask(other)

    def issubset(self, other: IntoSquareSet) -> bool:
        """Whether all of its squares are in the other."""
        return not self.mask & ~_mask(other)

    def issuperset(self, other: IntoSquareSet) -> bool:
        """Whether all squares of the other are in it."""
        return not _mask(other) & ~self.mask

    def union(self, *others: IntoSquareSet) -> SquareSet:
        """The squares in any of the sets."""
        result = self.copy()
        result.update(*others)
        return result

    def intersection(self, *others: IntoSquareSet) -> SquareSet:
        """The squares in all of the sets."""
        result = self.copy()
        result.intersection_update(*others)
        return result

    def difference(self, *others: IntoSquareSet) -> SquareSet:
        """Its squares that are in no other."""
        result = self.copy()
        result.difference_update(*others)
        return result

    def symmetric_difference(self, other: IntoSquareSet) -> SquareSet:
        """The squares in one of the two sets alone."""
        return self._of(self.mask ^ _mask(other))

    def update(self, *others: IntoSquareSet) -> None:
        """Adds the squares of the others."""
        for other in others:
            self.mask |= _mask(other)

    def intersection_update(self, *others: IntoSquareSet) -> None:
        """Keeps the squares that are in all of the others."""
        for other in others:
            self.mask &= _mask(other)

    def difference_update(self, *others: IntoSquareSet) -> None:
        """Removes the squares of the others."""
        for other in others:
            self.mask &= ~_mask(other)

    def symmetric_difference_update(self, other: IntoSquareSet) -> None:
        """Keeps the squares that are in one of the two sets alone."""
        self.mask ^= _mask(other)

    def __or__(self, other: IntoSquareSet) -> SquareSet:
        return self.union(other)

    def __and__(self, other: IntoSquareSet) -> SquareSet:
        return self.intersection(other)

    def __sub__(self, other: IntoSquareSet) -> SquareSet:
        return self.difference(other)

    def __xor__(self, other: IntoSquareSet) -> SquareSet:
        return self.symmetric_difference(other)

    __ror__, __rand__, __rxor__ = __or__, __and__, __xor__

    def __rsub__(self, other: IntoSquareSet) -> SquareSet:
        return self._of(_mask(other) & ~self.mask)

    def __ior__(self, other: IntoSquareSet) -> SquareSet:
        self.update(other)
        return self

    def __iand__(self, other: IntoSquareSet) -> SquareSet:
        self.intersection_update(other)
        return self

    def __isub__(self, other: IntoSquareSet) -> SquareSet:
        self.difference_update(other)
        return self

    def __ixor__(self, other: IntoSquareSet) -> SquareSet:
        self.symmetric_difference_update(other)
        return self

    def __le__(self, other: IntoSquareSet) -> bool:
        return self.issubset(other)

    def __ge__(self, other: IntoSquareSet) -> bool:
        return self.issuperset(other)

    def __lt__(self, other: IntoSquareSet) -> bool:
        return self.issubset(other) and self.mask != _mask(other)

    def __gt__(self, other: IntoSquareSet) -> bool:
        return self.issuperset(other) and self.mask != _mask(other)

    def __invert__(self) -> SquareSet:
        files, ranks = self.files or FILES, self.ranks or RANKS
        board = sum(1 << square(file, rank) for file in range(files) for rank in range(ranks))
        return self._of(board & ~self.mask)

    def mirror(self) -> SquareSet:
        """The set mirrored top to bottom, on a board of its size."""
        _, ranks = self._size()
        return self._of(_mask(square_mirror(own, ranks) for own in self))

    def tolist(self) -> List[bool]:
        """For each of the 120 squares whether it is in the set."""
        return [own in self for own in SQUARES]

    def to_bytes(self) -> bytes:
        """A byte for each square of its board, rank by rank from a1: 1 if the square is in the set, else 0. A set that comes from
        no board has the size that ``print`` draws.

        ``numpy.frombuffer(squares.to_bytes(), "bool").reshape(ranks, files)`` is an array of it, without a copy.
        """
        files, ranks = self._size()
        every = f"{self.mask:0{len(SQUARES)}b}"[::-1].encode().translate(_DIGITS)
        return b"".join(every[rank * FILES : rank * FILES + files] for rank in range(ranks))

    def carry_rippler(self) -> Iterator[int]:
        """All subsets, as bits."""
        subset = 0
        while True:
            yield subset
            subset = (subset - self.mask) & self.mask
            if not subset:
                return

    @classmethod
    def ray(cls, a: IntoSquare, b: IntoSquare) -> SquareSet:
        """All squares of the line through two squares, on the largest board; empty if they are on no line."""
        return cls(ray(a, b))

    @classmethod
    def between(cls, a: IntoSquare, b: IntoSquare) -> SquareSet:
        """The squares between two squares of a line; empty if they are on no line."""
        return cls(between(a, b))

    @classmethod
    def from_square(cls, square: IntoSquare) -> SquareSet:
        """The set of one square."""
        return cls(1 << Square(square))

    def __str__(self) -> str:
        files, ranks = self._size()

        def line(rank: int) -> str:
            return " ".join("1" if square(file, rank) in self else "." for file in range(files))

        return "\n".join(line(rank) for rank in reversed(range(ranks)))

    def __repr__(self) -> str:
        return f"SquareSet([{', '.join(repr(own.name) for own in self)}])"

    def _repr_svg_(self) -> str:
        from . import svg

        return svg._of_squares(self)
