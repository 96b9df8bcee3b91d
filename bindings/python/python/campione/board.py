"""Boards, with the names of python-chess.

>>> import campione
>>> board = campione.Board("capablanca")
>>> board.piece_at(campione.C1).name, board.attackers(campione.WHITE, campione.D3)
('archbishop', SquareSet(['c2', 'e2', 'f1', 'b1']))
"""

from __future__ import annotations

import re
from enum import IntFlag
from typing import Any, Callable, ClassVar, Dict, Iterable, Iterator, List, NamedTuple, NoReturn, Optional, Tuple, Type, TypeVar, Union

from . import _campione
from ._campione import LegalMoves, Move, Outcome, Piece, RawBoard, Variant, bare_facts
from ._names import PieceType, Square
from .epd import read_operations, write_operations
from .errors import ArgumentError, ArrayError, FenError, IllegalMoveError, Termination
from .squares import (
    BB_ALL,
    BLACK,
    KING,
    PAWN,
    QUEEN,
    WHITE,
    Color,
    IntoSquare,
    IntoSquareSet,
    SquareSet,
    flip_anti_diagonal,
    flip_diagonal,
    flip_horizontal,
    flip_vertical,
    ray,
    scan_forward,
    square,
)

__all__ = ["STARTING_BOARD_FEN", "STARTING_FEN", "Board", "CastlingRight", "Pieces", "Status"]

STARTING_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
STARTING_BOARD_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

_BoardT = TypeVar("_BoardT", bound="Board")
_MoveOrText = Union[Move, str]


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


class CastlingRight(NamedTuple):
    """A right to castle, or to make a king's leap."""

    #: The letter in the castling field of a FEN, in upper case.
    letter: str
    #: What the variant calls it: ``"castling"``, ``"championing"``, ``"king's leap"``.
    name: str
    #: The square of the king.
    king: Square
    #: The square of the piece with which it castles; ``None`` for a leap.
    partner: Optional[Square]


class Pieces(Dict[Square, Piece]):
    """Pieces by their squares. A square may be looked up by its name too."""

    def __missing__(self, key: Any) -> Piece:
        if isinstance(key, str):
            return self[Square(key)]
        raise KeyError(key)

    def __contains__(self, key: object) -> bool:
        return super().__contains__(Square(key) if isinstance(key, str) else key)

    def get(self, key: Any, default: Any = None) -> Any:
        """The piece on a square, or the default."""
        return super().get(Square(key) if isinstance(key, str) else key, default)


class _Draft:
    """What was set up and is no position (yet)."""

    __slots__ = ("error", "fields", "pieces")

    def __init__(self, fields: List[str], pieces: Pieces, error: FenError) -> None:
        self.fields, self.pieces, self.error = fields, pieces, error


class Board(RawBoard):
    """A game that is played: a start position, the moves, and every position between them.

    ``Board("gothic")`` is the start position of a variant, ``Board("gothic", fen)`` another position; ``Board()`` and
    ``Board(fen)`` are chess. ``chess960=True`` is castling from any array: Chess960 for ``chess``, Capablanca Random Chess for
    ``capablanca``. A copy shares the positions until one of the two is changed. A board may be used by any number of threads;
    each call sees one position. Where a method takes a square, it takes a number, a constant such as ``E4``, or ``"e4"``.

    Pieces may be set and removed freely. While what results is no position of the variant (a king is missing), :meth:`status`
    says why, and all that needs one raises :class:`FenError`.

    Raises :class:`UnknownVariantError`, :class:`FenError`, :class:`ArgumentError`.
    """

    __slots__ = ("_draft",)

    _draft: Optional[_Draft]
    #: The start position of chess; that of a board is ``board.variant.start_fen``.
    starting_fen: ClassVar[str] = STARTING_FEN

    def __new__(
        cls: Type[_BoardT],
        variant: Union[Variant, str, RawBoard, None] = None,
        fen: Optional[str] = None,
        chess960: bool = False,
    ) -> _BoardT:
        guessed = isinstance(variant, str) and fen is None and "/" in variant
        if guessed:
            variant, fen = "chess", variant  # type: ignore[assignment]
        if fen is not None and not isinstance(fen, str):
            raise TypeError(f"a FEN is a text (str), not {type(fen).__name__}")
        try:
            board = super().__new__(cls, variant, fen, chess960)
        except FenError as error:
            if not guessed:
                raise
            message = f"{error}\nwithout a variant it is read as chess: Board('capablanca', fen) reads it as another"
            raise FenError(message, **error.__dict__) from None
        board._draft = None
        return board

    @classmethod
    def _adopt(cls: Type[_BoardT], raw: RawBoard) -> _BoardT:
        return cls.__new__(cls, raw)

    def _class(self: _BoardT) -> Type[_BoardT]:
        return type(self)

    def _check(self) -> None:
        """Raises :class:`FenError` if the board is no position."""

    # Copies.

    def copy(self: _BoardT, *, stack: Union[bool, int] = True) -> _BoardT:  # type: ignore[override]
        """Another board with the same position, and with the same moves unless ``stack`` is false; of a number, so many."""
        if stack is True or stack is False:
            return self._class()._adopt(super().copy(stack=stack))
        moves = self.move_stack
        start = self._class()._adopt(self)
        kept = moves[max(len(moves) - stack, 0) :]
        for _ in kept:
            start.pop()
        start = start.copy(stack=False)
        start.push_all(kept)
        return start

    def root(self: _BoardT) -> _BoardT:
        """The board as it was before the first move."""
        return self._class()._adopt(super().root())

    def __copy__(self: _BoardT) -> _BoardT:
        return self.copy()

    def __deepcopy__(self: _BoardT, memo: Any) -> _BoardT:
        return self.copy()

    @classmethod
    def _restore(cls: Type[_BoardT], variant: Variant, fen: str, moves: List[str]) -> _BoardT:  # type: ignore[override]
        return cls._adopt(super()._restore(variant, fen, moves))

    def __reduce__(self) -> Any:
        return (self._class()._restore, super().__reduce__()[1])

    def clear_stack(self) -> None:
        """Forgets the moves played."""
        self.set_fen(self.fen())

    # What stands where.

    def _size(self) -> Tuple[int, int]:
        variant = self.variant
        return variant.files, variant.ranks

    def _set(self, mask: int) -> SquareSet:
        files, ranks = self._size()
        return SquareSet(mask, files=files, ranks=ranks)

    @property
    def squares(self) -> SquareSet:
        """All squares of the board."""
        files, ranks = self._size()
        return self._set(sum(((1 << files) - 1) << (12 * rank) for rank in range(ranks)))

    def piece_map(self, *, mask: int = BB_ALL) -> Pieces:
        """The pieces by their squares; those of ``mask`` alone."""
        pieces = Pieces(self._piece_map())
        if mask != BB_ALL:
            return Pieces({own: piece for own, piece in pieces.items() if int(mask) >> own & 1})
        return pieces

    def piece_type_at(self, square: IntoSquare) -> Optional[PieceType]:
        """The type of the piece on a square, or ``None``."""
        piece = self.piece_at(square)
        return None if piece is None else piece.piece_type

    def color_at(self, square: IntoSquare) -> Optional[Color]:
        """The color of the piece on a square, or ``None``."""
        piece = self.piece_at(square)
        return None if piece is None else piece.color

    def pieces(self, piece_type: Union[int, str], color: Color) -> SquareSet:
        """The squares of the pieces of a type, such as ``KNIGHT`` or ``"c"``, and a color."""
        return self._set(self.pieces_mask(piece_type, color))

    @property
    def occupied(self) -> int:
        """The squares with pieces, as bits."""
        return self._occupied()

    @property
    def occupied_co(self) -> List[int]:
        """The same for Black and White: ``occupied_co[WHITE]``."""
        return [self._occupied(BLACK), self._occupied(WHITE)]

    def waiting_pawns(self, color: Optional[Color] = None) -> Dict[Square, int]:
        """The pawns that wait for their promotion (Courier-Spiel), and for how many moves of their owner, in order of arrival."""
        waiting = self._waiting()
        return {own: wait for own, wait in waiting if color is None or self.color_at(own) == color}

    # Attacks.

    def attacks(self, square: IntoSquare) -> SquareSet:
        """The squares that the piece on a square attacks; empty if there is none."""
        return self._set(self.attacks_mask(square))

    def attackers(self, color: Color, square: IntoSquare, occupied: Optional[IntoSquareSet] = None) -> SquareSet:
        """The squares of the pieces of a color that attack a square; ``occupied`` are the squares that block.

        Raises :class:`ArgumentError`.
        """
        blockers = None if occupied is None else SquareSet(occupied).mask
        return self._set(self.attackers_mask(color, square, blockers))

    def is_attacked_by(self, color: Color, square: IntoSquare, occupied: Optional[IntoSquareSet] = None) -> bool:
        """Whether a piece of a color attacks a square."""
        return bool(self.attackers(color, square, occupied))

    def checkers(self) -> SquareSet:
        """The squares of the pieces that give check."""
        return self._set(self.checkers_mask())

    def pin_mask(self, color: Color, square: IntoSquare) -> int:
        """As :meth:`pin`, as bits."""
        own, everywhere = Square(square), self.squares.mask
        king = self.king(color)
        if king is None or king == own or self.color_at(own) != color:
            return everywhere
        without = self.occupied & ~(1 << own)
        pinners = self.attackers_mask(not color, king, without) & ~self.attackers_mask(not color, king)
        for pinner in scan_forward(pinners):
            # A piece that hops pins too, but it has no line along which the pinned piece may go.
            everywhere &= ray(king, pinner) or 1 << pinner
        return everywhere

    def pin(self, color: Color, square: IntoSquare) -> SquareSet:
        """The line along which the piece of a color on a square is pinned to its king; all squares if it is not pinned."""
        return self._set(self.pin_mask(color, square))

    def is_pinned(self, color: Color, square: IntoSquare) -> bool:
        """Whether the piece of a color on a square is pinned to its king."""
        return self.pin_mask(color, square) != self.squares.mask

    # Moves.

    def generate_legal_moves(self, from_mask: IntoSquareSet = BB_ALL, to_mask: IntoSquareSet = BB_ALL) -> Iterator[Move]:
        """The legal moves from some squares to some squares."""
        if from_mask == BB_ALL and to_mask == BB_ALL:
            return iter(self.legal_moves)
        origins, targets = SquareSet(from_mask).mask, SquareSet(to_mask).mask
        return (mv for mv in self.legal_moves if origins >> mv.from_square & 1 and targets >> mv.to_square & 1)

    def generate_legal_captures(self, from_mask: IntoSquareSet = BB_ALL, to_mask: IntoSquareSet = BB_ALL) -> Iterator[Move]:
        """The legal moves that take something."""
        return (mv for mv in self.generate_legal_moves(from_mask, to_mask) if self.is_capture(mv))

    def generate_legal_ep(self, from_mask: IntoSquareSet = BB_ALL, to_mask: IntoSquareSet = BB_ALL) -> Iterator[Move]:
        """The legal moves that take a pawn in passing."""
        return (mv for mv in self.generate_legal_moves(from_mask, to_mask) if self.is_en_passant(mv))

    def generate_castling_moves(self, from_mask: IntoSquareSet = BB_ALL, to_mask: IntoSquareSet = BB_ALL) -> Iterator[Move]:
        """The legal castlings."""
        return (mv for mv in self.generate_legal_moves(from_mask, to_mask) if mv.is_castling)

    def find_move(self, from_square: IntoSquare, to_square: IntoSquare, promotion: Union[int, str, None] = None) -> Move:
        """The legal move between two squares. A pawn becomes a queen unless it is said, where it may.

        Raises :class:`IllegalMoveError`, and :class:`AmbiguousMoveError` where a pawn may not become a queen and it is not said
        what else.
        """
        move = Move(from_square, to_square, promotion)
        if promotion is None:
            queen = Move(from_square, to_square, QUEEN)
            if queen in self.legal_moves:
                return queen
        return self.parse_uci(move.uci())

    def has_legal_en_passant(self) -> bool:
        """Whether a pawn can be taken in passing."""
        return any(self.generate_legal_ep())

    def is_kingside_castling(self, move: _MoveOrText) -> bool:
        """Whether a legal move is a castling towards the last file. Raises :class:`MoveError`."""
        found = self.parse(str(move))
        return self.is_castling(found) and found.to_square.file > found.from_square.file

    def is_queenside_castling(self, move: _MoveOrText) -> bool:
        """Whether a legal move is a castling towards the a-file. Raises :class:`MoveError`."""
        found = self.parse(str(move))
        return self.is_castling(found) and found.to_square.file < found.from_square.file

    def is_zeroing(self, move: _MoveOrText) -> bool:
        """Whether a legal move is a capture, a pawn's move or a promotion. Raises :class:`MoveError`."""
        after = self.copy(stack=False)
        after.push(move)
        return after.halfmove_clock == 0

    def is_irreversible(self, move: _MoveOrText) -> bool:
        """Whether no position from before a legal move can occur again: it zeroes the clock, or ends a right.

        Raises :class:`MoveError`.
        """
        after = self.copy(stack=False)
        after.push(move)
        rights = [self._rights(color) for color in (WHITE, BLACK)]
        return after.halfmove_clock == 0 or rights != [after._rights(color) for color in (WHITE, BLACK)]

    def is_into_check(self, move: _MoveOrText) -> bool:
        """Whether a move is not legal because the king could be taken after it."""
        codes = ("king-attacked", "in-check", "pinned", "exposed", "en-passant-pinned", "castling-into-check")
        return any(reason.code in [f"illegal.{code}" for code in codes] for reason in self.why(move))

    def san_and_push(self, move: _MoveOrText) -> str:
        """A legal move in algebraic notation, and plays it. Raises :class:`MoveError`."""
        san = self.san(move)
        self.push(move)
        return san

    def uci(self, mv: _MoveOrText, notation: str = "uci", *, chess960: Optional[bool] = None) -> str:
        """A legal move in ``uci``, ``crc``, ``uci960``, ``xboard``, ``san`` or ``lan``; ``chess960=True`` is ``uci960``, in which
        the king takes its rook.

        Raises :class:`MoveError`, :class:`NotationError`.
        """
        return super().uci(mv, "uci960" if chess960 else notation)

    def xboard(self, move: _MoveOrText) -> str:
        """A legal move as XBoard writes it. Raises :class:`MoveError`."""
        return super().uci(move, "xboard")

    def parse_xboard(self, xboard: str) -> Move:
        """Reads a move as XBoard writes it. Raises :class:`MoveError`."""
        return self.parse(xboard)

    def push_xboard(self, xboard: str) -> Move:
        """Plays a move as XBoard writes it. Raises :class:`MoveError`."""
        move = self.parse(xboard)
        self.push(move)
        return move

    # Rights.

    def rights(self, color: Color) -> List[CastlingRight]:
        """The rights of a color to castle or leap, in the order of a FEN."""
        return [CastlingRight(*right) for right in self._rights(color)]

    def has_castling_rights(self, color: Color) -> bool:
        """Whether a color may still castle or leap."""
        return bool(self._rights(color))

    def has_kingside_castling_rights(self, color: Color) -> bool:
        """Whether a color may still castle with a piece between the king and the last file."""
        return any(partner is not None and partner.file > king.file for _, _, king, partner in self._rights(color))

    def has_queenside_castling_rights(self, color: Color) -> bool:
        """Whether a color may still castle with a piece between the a-file and the king."""
        return any(partner is not None and partner.file < king.file for _, _, king, partner in self._rights(color))

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
        leaps = [letter if color else letter.lower() for color in (WHITE, BLACK) for letter, _, _, partner in self._rights(color) if partner is None]
        self.set_castling_fen("".join(sorted(names) + leaps) or "-")

    def clean_castling_rights(self) -> int:
        """The same as ``castling_rights``: a board has no right that is impossible."""
        return self.castling_rights

    def castling_xfen(self) -> str:
        """The castling field of the FEN."""
        return self._fields()[2]

    def castling_shredder_fen(self) -> str:
        """The castling field with the files of the rooks. Raises :class:`NotationError`."""
        return self.fen("shredder").split()[2]

    # Ends.

    def has_insufficient_material(self, color: Color) -> bool:
        """Whether a color lacks the pieces to mate by any moves."""
        white, black = bare_facts(self)
        return white if color else black

    def is_fifty_moves(self) -> bool:
        """Whether the last 50 moves of both sides were neither captures nor moves of pawns, and the game goes on."""
        return self.halfmove_clock >= 100 and bool(self.legal_moves)

    def is_seventyfive_moves(self) -> bool:
        """The same with 75 moves."""
        return self.halfmove_clock >= 150 and bool(self.legal_moves)

    def is_fivefold_repetition(self) -> bool:
        """Whether the position now has occurred five times in this game."""
        return self.is_repetition(5)

    def can_claim_threefold_repetition(self) -> bool:
        """Whether the position now, or one after a legal move, has occurred three times in this game."""
        if self.is_repetition(3):
            return True
        after = self.copy()
        for move in self.legal_moves:
            after.push(move)
            if after.is_repetition(3):
                return True
            after.pop()
        return False

    def can_claim_fifty_moves(self) -> bool:
        """Whether 50 moves of both sides, or with a legal move, were neither captures nor moves of pawns."""
        if self.is_fifty_moves():
            return True
        return self.halfmove_clock >= 99 and any(not self.is_zeroing(move) for move in self.legal_moves)

    def can_claim_draw(self) -> bool:
        """Whether one of the two can be claimed. Where the variant has these rules, its games end without a claim."""
        return self.can_claim_fifty_moves() or self.can_claim_threefold_repetition()

    def outcome(self, *, claim_draw: bool = False) -> Optional[Outcome]:
        """How the game ended by the rules of its variant; ``None`` while it goes on. Nothing needs to be claimed: the third
        occurrence of a position and the 50-move rule end a game where the variant has them. With ``claim_draw`` a move that
        would lead there ends it too.
        """
        outcome = super().outcome()
        if outcome is None and claim_draw and self.can_claim_draw():
            termination = Termination.MOVE_RULE if self.can_claim_fifty_moves() else Termination.REPETITION
            return Outcome(termination, None)
        return outcome

    def is_game_over(self, *, claim_draw: bool = False) -> bool:
        """Whether the game has ended; see :meth:`outcome`."""
        return self.outcome(claim_draw=claim_draw) is not None

    def result(self, *, claim_draw: bool = False) -> str:
        """``"1-0"``, ``"0-1"``, ``"1/2-1/2"`` or ``"*"``; see :meth:`outcome`."""
        outcome = self.outcome(claim_draw=claim_draw)
        return "*" if outcome is None else outcome.result()

    def is_variant_end(self) -> bool:
        """Whether a side has lost by its bare king."""
        outcome = super().outcome()
        return outcome is not None and outcome.termination is Termination.BARE_KING

    def is_variant_win(self) -> bool:
        """Whether the side to move has won by the other's bare king."""
        outcome = super().outcome()
        return outcome is not None and outcome.termination is Termination.BARE_KING and outcome.winner == self.turn

    def is_variant_loss(self) -> bool:
        """Whether the side to move has lost by its bare king."""
        outcome = super().outcome()
        return outcome is not None and outcome.termination is Termination.BARE_KING and outcome.winner == (not self.turn)

    def is_variant_draw(self) -> bool:
        """Whether the bare kings of both sides end the game as a draw."""
        outcome = super().outcome()
        return outcome is not None and outcome.termination is Termination.BARE_KING and outcome.winner is None

    # Texts.

    def fen(self, dialect: str = "xfen", letters: bool = False, *, shredder: bool = False) -> str:
        """The position in ``xfen``, ``shredder``, ``fairy``, ``xboard`` or ``chessv``. Raises :class:`NotationError`."""
        return super().fen("shredder" if shredder else dialect, letters)

    def shredder_fen(self) -> str:
        """The position with the files of the rooks as castling rights. Raises :class:`NotationError`."""
        return self.fen("shredder")

    def board_fen(self) -> str:
        """The pieces alone, as the first field of a FEN."""
        return self._fields()[0]

    def epd(self, **operations: Any) -> str:
        """The position as an EPD, with operations: ``epd(bm=move, id="one")``. Moves are written in algebraic notation.

        Raises :class:`MoveError`, :class:`ArgumentError`.
        """
        fields = self._fields()
        if len(fields) > 6:
            operations.setdefault("wait", fields[6])
        return " ".join([*fields[:4], *write_operations(self, operations)])

    def set_epd(self, epd: str) -> Dict[str, Any]:
        """Goes to the position of an EPD and returns its operations; ``bm``, ``am`` and ``pv`` are lists of moves.

        Raises :class:`FenError`, :class:`MoveError`, :class:`ArgumentError`, and leaves the board as it was.
        """
        parts = epd.strip().rstrip(";").split(None, 4)
        texts = read_operations(parts[4] if len(parts) > 4 else "")
        clocks = [str(texts.get("hmvc", 0)), str(texts.get("fmvn", 1))]
        wait = [str(texts["wait"])] if "wait" in texts else []
        board = self._class()(self.variant, " ".join([*parts[:4], *clocks, *wait]))
        operations = {name: board._operand(name, text) for name, text in texts.items()}
        self.set_fen(board.fen())
        return operations

    def _operand(self, name: str, text: Any) -> Any:
        if name not in ("bm", "am", "pv", "pm", "sm") or not isinstance(text, str):
            return text
        moves, position = [], self.copy(stack=False)
        for word in text.split():
            moves.append(position.parse(word))
            if name == "pv":
                position.push(moves[-1])
        return moves[0] if name in ("pm", "sm") else moves

    @classmethod
    def from_epd(cls: Type[_BoardT], epd: str, variant: Union[Variant, str] = "chess") -> Tuple[_BoardT, Dict[str, Any]]:
        """A board from an EPD, and its operations; see :meth:`set_epd`."""
        board = cls(variant)
        return board, board.set_epd(epd)

    def unicode(
        self, *, invert_color: bool = False, borders: bool = False, empty_square: str = "⭘", orientation: Color = WHITE
    ) -> str:
        """The board with the characters of Unicode for pieces, letters where there are none."""
        files, ranks = self._size()
        pieces = self.piece_map()
        columns = range(files) if orientation else range(files - 1, -1, -1)
        margin = len(str(ranks))
        edge = " " * (margin + 1) + "-" * (2 * files + 1)
        lines: List[str] = []
        for rank in range(ranks - 1, -1, -1) if orientation else range(ranks):
            own = [pieces.get(square(file, rank)) for file in columns]
            row = [empty_square if piece is None else piece.unicode_symbol(invert_color=invert_color) for piece in own]
            if borders:
                lines += [edge, f"{rank + 1:>{margin}} |{'|'.join(row)}|"]
            else:
                lines.append(" ".join(row))
        if borders:
            lines += [edge, " " * (margin + 2) + " ".join("abcdefghijkl"[file] for file in columns)]
        return "\n".join(lines)

    @property
    def aliases(self) -> List[str]:
        """The names of the variant."""
        return [self.variant.name, self.variant.id]

    @property
    def uci_variant(self) -> str:
        """The id of the variant."""
        return self.variant.id

    @property
    def xboard_variant(self) -> str:
        """What XBoard calls the variant: ``"normal"`` for chess, else the id."""
        return "normal" if self.variant.id == "chess" else self.variant.id

    # Setting up.

    def _fields(self) -> List[str]:
        return super().fen().split()

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
        return RawBoard.turn.__get__(self)  # type: ignore[attr-defined, no-any-return]

    @turn.setter
    def turn(self, color: Color) -> None:
        self._edit(side="w" if color else "b", en_passant="-")

    @property
    def halfmove_clock(self) -> int:
        """Plies since the last capture, pawn move or promotion."""
        return RawBoard.halfmove_clock.__get__(self)  # type: ignore[attr-defined, no-any-return]

    @halfmove_clock.setter
    def halfmove_clock(self, plies: int) -> None:
        self._edit(halfmove_clock=str(plies))

    @property
    def fullmove_number(self) -> int:
        """The number of the move, from 1."""
        return RawBoard.fullmove_number.__get__(self)  # type: ignore[attr-defined, no-any-return]

    @fullmove_number.setter
    def fullmove_number(self, number: int) -> None:
        self._edit(fullmove_number=str(number))

    @property
    def ep_square(self) -> Optional[Square]:
        """The square on which a pawn may be taken in passing."""
        return RawBoard.ep_square.__get__(self)  # type: ignore[attr-defined, no-any-return]

    @ep_square.setter
    def ep_square(self, square: Optional[IntoSquare]) -> None:
        self._edit(en_passant="-" if square is None else Square(square).name)

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
    def empty(cls: Type[_BoardT], variant: Union[Variant, str] = "chess") -> _BoardT:
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
        """Mirrors the board top to bottom and swaps the colors, the side to move too; the moves are forgotten."""
        files, ranks = self._size()

        def turned(name: str) -> str:
            own = Square(name)
            return square(own.file, ranks - 1 - own.rank).name

        fields = self._fields()
        pieces = {Square(turned(own.name)): Piece(piece.piece_type, not piece.color) for own, piece in self.piece_map().items()}
        fields[0] = _placement(Pieces(pieces), files, ranks)
        fields[1] = "b" if fields[1] == "w" else "w"
        fields[2] = fields[2].swapcase()
        fields[3:] = [re.sub(r"[a-l]\d+", lambda found: turned(found.group()), field) for field in fields[3:]]
        self.set_fen(" ".join(fields))

    def mirror(self: _BoardT) -> _BoardT:
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

    def transform(self: _BoardT, f: Callable[..., int]) -> _BoardT:
        """The board after :meth:`apply_transform`, without moves."""
        board = self.copy(stack=False)
        board.apply_transform(f)
        return board

    # Chess960.

    @classmethod
    def from_chess960_pos(cls: Type[_BoardT], number: int) -> _BoardT:
        """Chess960 with a start array, 0 to 959. Raises :class:`ArrayError`."""
        return cls(Variant.chess960(number))

    def chess960_pos(self) -> Optional[int]:
        """The number of the start array, 0 to 959, if it is a start position of chess or Chess960."""
        placement, side, *_ = self._fields()
        ranks = placement.split("/")
        if side != "w" or ranks[1:-1] != ["pppppppp", "8", "8", "8", "8", "PPPPPPPP"] or ranks[0].upper() != ranks[-1]:
            return None
        try:
            return _campione.array_number(ranks[-1], "chess960")
        except ArrayError:
            return None

    def has_chess960_castling_rights(self) -> bool:
        """Whether a king or rook that may castle stands elsewhere than in the start position of the default array."""
        usual = {(king, partner) for color in (WHITE, BLACK) for _, _, king, partner in Board("chess").rights(color)}
        own = {(king, partner) for color in (WHITE, BLACK) for _, _, king, partner in self._rights(color)}
        return not own <= usual


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

    _draft: _Draft
    variant: Variant

    def _class(self) -> Any:
        return type(self).__mro__[2]

    def _check(self) -> None:
        self._refuse()

    def _refuse(self) -> NoReturn:
        error = self._draft.error
        raise FenError(f"the board is no position: {error}", **error.__dict__)

    def _leave_draft(self) -> None:
        board: Any = self
        board.__class__ = self._class()
        board._draft = None

    def _enter_draft(self, draft: _Draft) -> None:
        self._draft = draft

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

    def king(self, color: Color) -> Optional[Square]:
        return next(scan_forward(self.pieces_mask(KING, color)), None)

    def fen(self, dialect: str = "xfen", letters: bool = False, *, shredder: bool = False) -> str:
        if shredder or dialect != "xfen":
            self._refuse()
        return " ".join(self._draft.fields)

    def _field(at: int) -> Any:  # type: ignore[misc]
        def read(self: Any) -> Any:
            text = self._draft.fields[at]
            return {1: text == "w", 3: None if text == "-" else text}.get(at) if at < 4 else int(text)

        def write(self: Any, value: Any) -> None:
            name = {1: "turn", 3: "ep_square", 4: "halfmove_clock", 5: "fullmove_number"}[at]
            getattr(Board, name).fset(self, value)

        return property(read, write)

    turn, ep_square, halfmove_clock, fullmove_number = _field(1), _field(3), _field(4), _field(5)

    def copy(self, *, stack: Union[bool, int] = True) -> Any:
        board = self._class()(self.variant)
        board._enter_draft(_Draft(list(self._draft.fields), Pieces(self._draft.pieces), self._draft.error))
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
        self._refuse()

    refuse.__name__ = name
    return refuse


#: What of Rust's board needs no position.
_NEED_NO_POSITION = ("variant", "chess960", "set_fen", "reset")

for _name in [name for name in vars(RawBoard) if not name.startswith("__") or name == "_waiting"]:
    if _name not in _NEED_NO_POSITION and _name not in vars(_DraftBoard) and _name != "_restore":
        _kind = property if not callable(getattr(RawBoard, _name)) else (lambda own: own)
        setattr(_DraftBoard, _name, _kind(_refusal(_name)))

_DRAFT_CLASSES: Dict[type, type] = {}


def _draft_class(board: Type[Any]) -> Type[Any]:
    if issubclass(board, _DraftBoard):
        return board
    if board not in _DRAFT_CLASSES:
        _DRAFT_CLASSES[board] = type(board.__name__, (_DraftBoard, board), {"__slots__": (), "__module__": board.__module__})
    return _DRAFT_CLASSES[board]


def _restore_draft(board: Type[Board], variant: Variant, fields: List[str]) -> Board:
    own = board.empty(variant)
    own._edit(_pieces(fields[0], variant), side=fields[1], castling=fields[2], en_passant=fields[3])
    return own
