"""Setting up boards, and what they are while they are no position: the second half of ``campione.Board``."""

from __future__ import annotations

import re
from enum import IntFlag
from typing import Any, Callable, Dict, List, NoReturn, Optional, Tuple, Type, TypeVar, Union

from ._campione import Piece, RawBoard, Variant
from ._names import PieceType, Square
from ._queries import Pieces, Queries
from .errors import ArgumentError, FenError
from .squares import (
    BLACK,
    KING,
    WHITE,
    Color,
    IntoSquare,
    SquareSet,
    flip_anti_diagonal,
    flip_diagonal,
    flip_horizontal,
    flip_vertical,
    scan_forward,
    square,
)

_SetUpT = TypeVar("_SetUpT", bound="SetUp")


class Status(IntFlag):
    """What is wrong with the pieces and rights of a board; 0 (``VALID``) if nothing is. Rust's generator judges it."""

    VALID = 0
    NO_WHITE_KING = 1
    NO_BLACK_KING = 2
    TOO_MANY_KINGS = 4
    PAWNS_ON_BACKRANK = 8
    BAD_CASTLING_RIGHTS = 16
    INVALID_EP_SQUARE = 32
    OPPOSITE_CHECK = 64
    EMPTY = 128
    #: Waiting pawns that cannot be, and whatever else a variant forbids.
    OTHER = 256


STATUS_VALID = Status.VALID
STATUS_NO_WHITE_KING = Status.NO_WHITE_KING
STATUS_NO_BLACK_KING = Status.NO_BLACK_KING
STATUS_TOO_MANY_KINGS = Status.TOO_MANY_KINGS
STATUS_PAWNS_ON_BACKRANK = Status.PAWNS_ON_BACKRANK
STATUS_BAD_CASTLING_RIGHTS = Status.BAD_CASTLING_RIGHTS
STATUS_INVALID_EP_SQUARE = Status.INVALID_EP_SQUARE
STATUS_OPPOSITE_CHECK = Status.OPPOSITE_CHECK
STATUS_EMPTY = Status.EMPTY


class _Draft:
    """What was set up and is no position (yet)."""

    __slots__ = ("error", "fields", "pieces")

    def __init__(self, fields: List[str], pieces: Pieces, error: FenError) -> None:
        self.fields, self.pieces, self.error = fields, pieces, error

    def copy(self) -> _Draft:
        return _Draft(list(self.fields), Pieces(self.pieces), self.error)


class SetUp(Queries):
    """A board that can be set up."""

    __slots__ = ("_draft",)

    _draft: Optional[_Draft]

    # Setting up.

    def _edit(self, pieces: Optional[Pieces] = None, **fields: str) -> None:
        """Sets fields of the FEN. What is no position is kept as a draft."""
        own = self._fields()
        places = {"placement": 0, "side": 1, "castling": 2, "en_passant": 3, "halfmove_clock": 4, "fullmove_number": 5}
        for name, text in fields.items():
            own[places[name]] = text
        if pieces is None:
            pieces = self.piece_map()
        own[0] = _placement(pieces, *self._size())
        # A waiting pawn that was taken away waits no more.
        waits = [wait for wait in ",".join(own[6:]).split(",") if wait and wait.split(":")[0] in pieces]
        own = own[:6] + ([",".join(waits)] if waits else [])
        error = self._try(own)
        if error is not None and {fault[0] for fault in error.faults} <= {"castling", "en_passant"}:
            if any(fault[0] == "en_passant" for fault in error.faults):
                own[3] = "-"
            kept = ""
            for letter in own[2]:
                if self._try([*own[:2], kept + letter, *own[3:]]) is None:
                    kept += letter
            own[2] = kept or "-"
            error = self._try(own)
        if error is None:
            self._leave_draft()
        else:
            self._enter_draft(_Draft(own, pieces, error))

    def _try(self, fields: List[str]) -> Optional[FenError]:
        try:
            RawBoard.set_fen(self, " ".join(fields))
        except FenError as error:
            return error
        return None

    def _enter_draft(self, draft: _Draft) -> None:
        self._draft = draft
        self.__class__ = _draft_class(type(self))

    def _leave_draft(self) -> None:
        self._draft = None

    @property
    def turn(self) -> bool:
        """The side to move: ``WHITE`` (``True``) or ``BLACK``. Setting it forgets the moves, as all that follows here."""
        return RawBoard.turn.__get__(self)  # type: ignore[no-any-return]

    @turn.setter
    def turn(self, color: Color) -> None:
        if isinstance(color, str) or color not in (WHITE, BLACK):
            raise TypeError(f"a color is WHITE (True) or BLACK (False), not {color!r}")
        self._edit(side="w" if color else "b", en_passant="-")

    @property
    def halfmove_clock(self) -> int:
        """Plies since the last capture, pawn move or promotion."""
        return RawBoard.halfmove_clock.__get__(self)  # type: ignore[no-any-return]

    @halfmove_clock.setter
    def halfmove_clock(self, plies: int) -> None:
        self._edit(halfmove_clock=str(plies))

    @property
    def fullmove_number(self) -> int:
        """The number of the move, from 1."""
        return RawBoard.fullmove_number.__get__(self)  # type: ignore[no-any-return]

    @fullmove_number.setter
    def fullmove_number(self, number: int) -> None:
        self._edit(fullmove_number=str(number))

    @property
    def ep_square(self) -> Optional[Square]:
        """The square on which a pawn may be taken in passing."""
        return RawBoard.ep_square.__get__(self)  # type: ignore[no-any-return]

    @ep_square.setter
    def ep_square(self, square: Optional[IntoSquare]) -> None:
        self._edit(en_passant="-" if square is None else Square(square).name)

    @property
    def castling_rights(self) -> int:
        """The squares of the pieces with which kings may still castle, as bits. Setting it leaves out what is impossible."""
        partners = (right[3] for color in (WHITE, BLACK) for right in self._rights(color))
        return sum(1 << partner for partner in partners if partner is not None)

    @castling_rights.setter
    def castling_rights(self, mask: int) -> None:
        names = []
        for own in scan_forward(mask):
            color = self.color_at(own)
            letter = "abcdefghijkl"[own.file]
            names.append(letter.upper() if color else letter)
        rights = [(color, right) for color in (WHITE, BLACK) for right in self._rights(color)]
        leaps = [right[0] if color else right[0].lower() for color, right in rights if right[3] is None]
        self.set_castling_fen("".join(sorted(names) + leaps) or "-")

    def clean_castling_rights(self) -> int:
        """The same as ``castling_rights``: a board has no right that is impossible."""
        return self.castling_rights

    def set_fen(self, fen: str, dialect: Optional[str] = None) -> None:
        """Goes to a position; the moves are forgotten. Raises :class:`FenError` and leaves the board as it was."""
        if not isinstance(fen, str):
            raise TypeError(f"a FEN is a text (str), not {type(fen).__name__}")
        RawBoard.set_fen(self, fen, dialect)
        self._leave_draft()

    def reset(self) -> None:
        """Goes to the start position of the variant; the moves are forgotten."""
        RawBoard.reset(self)
        self._leave_draft()

    def reset_board(self) -> None:
        """The pieces of the start position; side and clocks stay."""
        self.set_piece_map(self._class()(self.variant).piece_map())

    def set_piece_at(self, square: IntoSquare, piece: Optional[Piece], promoted: bool = False) -> None:
        """Puts a piece on a square, or takes away what stands there (``None``). Castling rights that become impossible end.

        Raises :class:`ArgumentError` for a square or a piece that the variant does not have.
        """
        pieces, own = self.piece_map(), Square(square)
        if own not in self.squares:
            files, ranks = self._size()
            reason = f"`{own}` is no square of {self.variant.id}, whose board is {files}x{ranks}"
            raise ArgumentError(reason, field="square", reason=reason)
        pieces.pop(own, None)
        if piece is not None:
            self._has(piece)
            pieces[own] = piece
        self._edit(pieces)

    def _has(self, piece: Piece) -> None:
        _check_piece(piece)
        letters = self.variant.pieces
        if piece.symbol().upper() not in letters:
            reason = f"{self.variant.id} has no piece `{piece.symbol()}`: expected one of {', '.join(letters)}"
            raise ArgumentError(reason, field="piece", reason=reason)

    def remove_piece_at(self, square: IntoSquare) -> Optional[Piece]:
        """Takes the piece from a square and returns it, or ``None``. Raises :class:`ArgumentError`."""
        piece = self.piece_at(square)
        if piece is not None:
            self.set_piece_at(square, None)
        return piece

    def set_piece_map(self, pieces: Dict[Any, Piece]) -> None:
        """Puts these pieces alone on the board. Raises :class:`ArgumentError`."""
        own, board = Pieces(), self.squares
        for where, piece in pieces.items():
            if where not in board:
                reason = f"`{where}` is no square of {self.variant.id}"
                raise ArgumentError(reason, field="square", reason=reason)
            self._has(piece)
            own[Square(where)] = piece
        self._edit(own)

    def set_board_fen(self, fen: str) -> None:
        """Puts the pieces of the first field of a FEN on the board. Raises :class:`ArgumentError`."""
        if not isinstance(fen, str):
            raise TypeError(f"the pieces of a FEN are a text (str), not {type(fen).__name__}")
        self.set_piece_map(_pieces(fen, self.variant))

    def set_castling_fen(self, castling: str) -> None:
        """Sets the castling rights as the field of a FEN has them; what is impossible is left out."""
        self._edit(castling=castling or "-")

    def clear(self) -> None:
        """Takes all pieces away; White is to move, without rights."""
        self._edit(Pieces(), side="w", castling="-", en_passant="-", halfmove_clock="0", fullmove_number="1")

    def clear_board(self) -> None:
        """The same as :meth:`clear`."""
        self.clear()

    @classmethod
    def empty(cls: Type[_SetUpT], variant: Union[Variant, str] = "chess") -> _SetUpT:
        """A board without pieces, to be set up."""
        board = cls(variant)
        board.clear()
        return board

    def status(self) -> Status:
        """What is wrong with what was set up; 0 if it is a position."""
        return Status.VALID

    def is_valid(self) -> bool:
        """Whether it is a position."""
        return self.status() == Status.VALID

    def apply_mirror(self) -> None:
        """Mirrors the board top to bottom and swaps the colors, the side to move too; the moves are forgotten. Rights end that
        the other color cannot have, where the two arrays differ.
        """
        files, ranks = self._size()

        def turned(name: str) -> str:
            own = Square(name)
            return square(own.file, ranks - 1 - own.rank).name

        fields = self._fields()
        pieces = {
            Square(turned(own.name)): Piece(piece.piece_type, not piece.color) for own, piece in self.piece_map().items()
        }
        fields[0] = _placement(Pieces(pieces), files, ranks)
        fields[1] = "b" if fields[1] == "w" else "w"
        fields[2] = fields[2].swapcase()
        fields[3:] = [re.sub(r"[a-l]\d+", lambda found: turned(found.group()), field) for field in fields[3:]]
        try:
            self.set_fen(" ".join(fields))
        except FenError:
            self._edit(Pieces(pieces), side=fields[1], castling=fields[2], en_passant=fields[3])

    def mirror(self: _SetUpT) -> _SetUpT:
        """The board mirrored top to bottom with the colors swapped, without moves. Raises :class:`FenError`."""
        board = self.copy(stack=False)
        board.apply_mirror()
        return board

    def apply_transform(self, f: Callable[..., int]) -> None:
        """Moves all pieces, and the rights with them, as a function of bits says: ``flip_vertical`` and others."""
        files, ranks = self._size()
        sized = f in (flip_vertical, flip_horizontal, flip_diagonal, flip_anti_diagonal)

        def turned(own: Square) -> Square:
            bits = f(1 << own, files=files, ranks=ranks) if sized else f(1 << own)
            return next(scan_forward(bits))

        rights = sum(1 << turned(own) for own in scan_forward(self.castling_rights))
        self._edit(Pieces({turned(own): piece for own, piece in self.piece_map().items()}), castling="-", en_passant="-")
        if rights and self.is_valid():
            self.castling_rights = rights

    def transform(self: _SetUpT, f: Callable[..., int]) -> _SetUpT:
        """The board after :meth:`apply_transform`, without moves."""
        board = self.copy(stack=False)
        board.apply_transform(f)
        return board


def _check_piece(piece: Any) -> None:
    if not isinstance(piece, Piece):
        raise TypeError(f"a piece is a Piece, such as Piece.from_symbol('Q'), not {type(piece).__name__}")


def _placement(pieces: Pieces, files: int, ranks: int) -> str:
    rows = []
    for rank in range(ranks - 1, -1, -1):
        row, free = "", 0
        for file in range(files):
            piece = pieces.get(square(file, rank))
            if piece is None:
                free += 1
                continue
            row += (str(free) if free else "") + piece.symbol()
            free = 0
        rows.append(row + (str(free) if free else ""))
    return "/".join(rows)


def _pieces(placement: str, variant: Variant) -> Pieces:
    rows = placement.strip().split("/")
    pieces = Pieces()
    for rank, row in zip(range(variant.ranks - 1, -1, -1), rows):
        file = 0
        for word in re.findall(r"\d+|.", row):
            if word.isdigit():
                file += int(word)
                continue
            if file < variant.files:
                pieces[square(file, rank)] = Piece.from_symbol(word)
            file += 1
        if file != variant.files:
            reason = f"rank {rank + 1}, `{row}`, has {file} squares, the board has {variant.files} files"
            raise ArgumentError(reason, field="fen", reason=reason)
    if len(rows) != variant.ranks:
        reason = f"`{placement}` has {len(rows)} ranks, the board has {variant.ranks}"
        raise ArgumentError(reason, field="fen", reason=reason)
    return pieces


class _DraftBoard:
    """What a board is while it is no position: it knows its pieces and fields, and refuses the rest."""

    __slots__ = ()

    _draft: Any
    variant: Variant
    squares: SquareSet

    def _class(self) -> Any:
        return _no_draft(type(self))

    def _check(self) -> None:
        self._refuse()

    def _refuse(self) -> NoReturn:
        error: FenError = self._draft.error
        raise FenError(f"the board is no position: {error}", **error.__dict__)

    def _leave_draft(self) -> None:
        board: Any = self
        board.__class__ = self._class()
        board._draft = None

    def _enter_draft(self, draft: _Draft) -> None:
        board: Any = self
        board._draft = draft

    def _fields(self) -> List[str]:
        return list(self._draft.fields)

    def _piece_map(self) -> Pieces:
        return Pieces(self._draft.pieces)

    def _occupied(self, color: Optional[Color] = None) -> int:
        return sum(1 << own for own, piece in self._draft.pieces.items() if color is None or piece.color == color)

    def _rights(self, color: Color) -> List[Any]:
        return []

    def piece_at(self, square: IntoSquare) -> Optional[Piece]:
        found: Optional[Piece] = self._draft.pieces.get(Square(square))
        return found

    def pieces_mask(self, piece_type: Union[int, str], color: Color) -> int:
        kind = PieceType(piece_type)
        own = self._draft.pieces.items()
        return sum(1 << where for where, piece in own if piece.piece_type == kind and piece.color == color)

    def piece_bytes(self) -> bytes:
        found = (self._draft.pieces.get(own) for own in self.squares)
        numbers = (0 if piece is None else int(piece.piece_type) * (1 if piece.color else -1) for piece in found)
        return bytes(number & 0xFF for number in numbers)

    def king(self, color: Color) -> Optional[Square]:
        return next(scan_forward(self.pieces_mask(KING, color)), None)

    def fen(
        self,
        dialect: str = "xfen",
        letters: bool = False,
        *,
        shredder: bool = False,
        en_passant: str = "xfen",
        promoted: Optional[bool] = None,
    ) -> str:
        if shredder or dialect != "xfen" or en_passant != "xfen":
            self._refuse()
        return " ".join(self._draft.fields)

    def _field(at: int) -> Any:  # type: ignore[misc]
        def read(self: Any) -> Any:
            text = self._draft.fields[at]
            return {1: text == "w", 3: None if text == "-" else text}.get(at) if at < 4 else int(text)

        def write(self: Any, value: Any) -> None:
            name = {1: "turn", 3: "ep_square", 4: "halfmove_clock", 5: "fullmove_number"}[at]
            getattr(SetUp, name).fset(self, value)

        return property(read, write)

    turn, ep_square, halfmove_clock, fullmove_number = _field(1), _field(3), _field(4), _field(5)

    def copy(self, *, stack: Union[bool, int] = True) -> Any:
        board = self._class()(self.variant)
        board._enter_draft(self._draft.copy())
        return board

    def root(self) -> Any:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        mine = (self.variant, self._draft.fields)
        return isinstance(other, _DraftBoard) and (other.variant, other._draft.fields) == mine

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> Any:
        return _restore_draft, (self._class(), self.variant, self._draft.fields)

    def status(self) -> Status:
        pieces = [piece for piece in self._draft.pieces.values()]
        if not pieces:
            return Status.EMPTY | Status.NO_WHITE_KING | Status.NO_BLACK_KING
        status = Status.VALID
        for color, missing in ((WHITE, Status.NO_WHITE_KING), (BLACK, Status.NO_BLACK_KING)):
            kings = sum(1 for piece in pieces if piece.piece_type == KING and piece.color == color)
            status |= Status.VALID if kings == 1 else missing if kings == 0 else Status.TOO_MANY_KINGS
        for code in self._draft.error.codes:
            status |= Status.VALID if code == "position.kings" else _STATUS.get(code, Status.OTHER)
        return status

    def __str__(self) -> str:
        files, ranks = self.variant.files, self.variant.ranks
        symbols = {own: piece.symbol() for own, piece in self._draft.pieces.items()}
        rows = range(ranks - 1, -1, -1)
        return "\n".join(" ".join(symbols.get(square(file, rank), ".") for file in range(files)) for rank in rows)

    def __repr__(self) -> str:
        return f"<Board {self.variant.id} {self.fen()!r}, no position>"

    def _repr_svg_(self) -> None:
        """There is no picture: a notebook shows the text."""


_STATUS = {
    "position.pawn-on-first-rank": Status.PAWNS_ON_BACKRANK,
    "position.pawn-on-last-rank": Status.PAWNS_ON_BACKRANK,
    "position.opponent-in-check": Status.OPPOSITE_CHECK,
    "position.right": Status.BAD_CASTLING_RIGHTS,
    "position.rights-in-check": Status.BAD_CASTLING_RIGHTS,
    "fen.castling": Status.BAD_CASTLING_RIGHTS,
    "position.no-en-passant": Status.INVALID_EP_SQUARE,
    "position.en-passant": Status.INVALID_EP_SQUARE,
}


def _refusal(name: str) -> Callable[..., Any]:
    def refuse(self: Any, *arguments: Any, **named: Any) -> NoReturn:
        draft: _DraftBoard = self
        draft._refuse()

    refuse.__name__ = name
    return refuse


#: What of Rust's board needs no position.
_NEED_NO_POSITION = ("variant", "chess960", "set_fen", "reset")


def _refusals() -> Dict[str, Any]:
    """What a draft refuses: all of Rust's board that needs a position, and that a draft does not know itself."""
    known = (*_NEED_NO_POSITION, "_restore", *vars(_DraftBoard))
    names = [name for name in vars(RawBoard) if not name.startswith("__") and name not in known]
    return {name: _refusal(name) if callable(getattr(RawBoard, name)) else property(_refusal(name)) for name in names}


_DRAFT_CLASSES: Dict[type, type] = {}


def _draft_class(board: Type[Any]) -> Type[Any]:
    if issubclass(board, _DraftBoard):
        return board
    if board not in _DRAFT_CLASSES:
        names = {"__slots__": (), "__module__": board.__module__, **_refusals()}
        _DRAFT_CLASSES[board] = type(board.__name__, (_DraftBoard, board), names)
    return _DRAFT_CLASSES[board]


def _no_draft(board: Type[Any]) -> Type[Any]:
    """The class of what a draft becomes."""
    return board.__mro__[2] if issubclass(board, _DraftBoard) else board


def _restore_draft(board: Type[SetUp], variant: Variant, fields: List[str]) -> SetUp:
    own = board.empty(variant)
    own._edit(_pieces(fields[0], variant), side=fields[1], castling=fields[2], en_passant=fields[3])
    return own
