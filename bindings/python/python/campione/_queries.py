"""What boards say of pieces, attacks, moves, rights and ends: the first half of ``campione.Board``."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Tuple, Type, TypeVar, Union

from ._campione import Move, Outcome, Piece, RawBoard, Variant, bare_facts
from ._names import PieceType, Square
from .errors import Termination
from .squares import (
    BB_ALL,
    BISHOP,
    BLACK,
    KING,
    KNIGHT,
    PAWN,
    QUEEN,
    ROOK,
    WHITE,
    Color,
    IntoSquare,
    IntoSquareSet,
    SquareSet,
    ray,
    scan_forward,
)

_QueriesT = TypeVar("_QueriesT", bound="Queries")
MoveOrText = Union[Move, str]


def check_board(board: Any) -> None:
    """Raises :class:`TypeError` for what is no board, :class:`FenError` for one that is no position."""
    if not isinstance(board, Queries):
        raise TypeError(f"a board is a Board, such as Board(fen), not {type(board).__name__}")
    board._check()


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

    def __getitem__(self, key: Union[int, str]) -> Piece:
        return super().__getitem__(Square(key) if isinstance(key, str) else key)  # type: ignore[index]

    def __contains__(self, key: object) -> bool:
        return super().__contains__(Square(key) if isinstance(key, str) else key)

    def get(self, key: Any, default: Any = None) -> Any:
        """The piece on a square, or the default."""
        return super().get(Square(key) if isinstance(key, str) else key, default)


class Queries(RawBoard):
    """Pieces, attacks, moves, rights, ends."""

    __slots__ = ()

    @classmethod
    def _adopt(cls: Type[_QueriesT], raw: RawBoard) -> _QueriesT:
        return cls.__new__(cls, raw)

    def _class(self: _QueriesT) -> Type[_QueriesT]:
        return type(self)

    # Copies.

    def copy(self: _QueriesT, *, stack: Union[bool, int] = True) -> _QueriesT:
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

    def root(self: _QueriesT) -> _QueriesT:
        """The board as it was before the first move."""
        return self._class()._adopt(super().root())

    def __copy__(self: _QueriesT) -> _QueriesT:
        return self.copy()

    def __deepcopy__(self: _QueriesT, memo: Any) -> _QueriesT:
        return self.copy()

    @classmethod
    def _restore(cls: Type[_QueriesT], variant: Variant, fen: str, moves: List[str]) -> _QueriesT:
        return cls._adopt(super()._restore(variant, fen, moves))

    def __reduce__(self) -> Any:
        return (self._class()._restore, super().__reduce__()[1])

    def _fields(self) -> List[str]:
        return RawBoard.fen(self).split()

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

    def _of_type(self, piece_type: int) -> int:
        return self.pieces_mask(piece_type, WHITE) | self.pieces_mask(piece_type, BLACK)

    @property
    def pawns(self) -> int:
        """The squares of the pieces with the letter P, of both colors, as bits."""
        return self._of_type(PAWN)

    @property
    def knights(self) -> int:
        """The squares of the pieces with the letter N, of both colors, as bits."""
        return self._of_type(KNIGHT)

    @property
    def bishops(self) -> int:
        """The squares of the pieces with the letter B, of both colors, as bits."""
        return self._of_type(BISHOP)

    @property
    def rooks(self) -> int:
        """The squares of the pieces with the letter R, of both colors, as bits."""
        return self._of_type(ROOK)

    @property
    def queens(self) -> int:
        """The squares of the pieces with the letter Q, of both colors, as bits."""
        return self._of_type(QUEEN)

    @property
    def kings(self) -> int:
        """The squares of the pieces with the letter K, of both colors, as bits."""
        return self._of_type(KING)

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

    def is_kingside_castling(self, move: MoveOrText) -> bool:
        """Whether a legal move is a castling towards the last file. Raises :class:`MoveError`."""
        found = self.parse(str(move))
        return self.is_castling(found) and found.to_square.file > found.from_square.file

    def is_queenside_castling(self, move: MoveOrText) -> bool:
        """Whether a legal move is a castling towards the a-file. Raises :class:`MoveError`."""
        found = self.parse(str(move))
        return self.is_castling(found) and found.to_square.file < found.from_square.file

    def is_zeroing(self, move: MoveOrText) -> bool:
        """Whether a legal move is a capture, a pawn's move or a promotion. Raises :class:`MoveError`."""
        after = self.copy(stack=False)
        after.push(move)
        return after.halfmove_clock == 0

    def is_irreversible(self, move: MoveOrText) -> bool:
        """Whether no position from before a legal move can occur again: it zeroes the clock, or ends a right, also that to take
        a pawn in passing.

        Raises :class:`MoveError`.
        """
        after = self.copy(stack=False)
        after.push(move)
        if self.has_legal_en_passant():
            return True
        rights = [self._rights(color) for color in (WHITE, BLACK)]
        return after.halfmove_clock == 0 or rights != [after._rights(color) for color in (WHITE, BLACK)]

    def is_into_check(self, move: MoveOrText) -> bool:
        """Whether a move is not legal because the king could be taken after it."""
        codes = ("king-attacked", "in-check", "pinned", "exposed", "en-passant-pinned", "castling-into-check")
        return any(reason.code in [f"illegal.{code}" for code in codes] for reason in self.why(move))

    def san_and_push(self, move: MoveOrText) -> str:
        """A legal move in algebraic notation, and plays it. Raises :class:`MoveError`."""
        san = self.san(move)
        self.push(move)
        return san

    def uci(self, mv: MoveOrText, notation: str = "uci", *, chess960: Optional[bool] = None) -> str:
        """A legal move in ``uci``, ``crc``, ``uci960``, ``xboard``, ``san`` or ``lan``; ``chess960=True`` is ``uci960``, in which
        the king takes its rook.

        Raises :class:`MoveError`, :class:`NotationError`.
        """
        return super().uci(mv, "uci960" if chess960 else notation)

    def push_xboard(self, xboard: str) -> Move:
        """Plays a move as XBoard's protocol has it, and returns it. Raises :class:`MoveError`."""
        move = self.parse_xboard(xboard)
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

    def castling_xfen(self) -> str:
        """The castling field of the FEN."""
        return self._fields()[2]

    def castling_shredder_fen(self) -> str:
        """The castling field with the files of the rooks. Raises :class:`NotationError`."""
        return self.fen("shredder").split()[2]

    def _check(self) -> None:
        """Raises :class:`FenError` if the board is no position."""

    # Ends.

    def has_insufficient_material(self, color: Color) -> bool:
        """Whether a color lacks the pieces to mate by any moves, as other programs judge it, by the pieces alone: a pawn, or a
        piece that is neither bound to squares of one color nor a knight, is enough; a knight needs some other piece on the
        board, of either color, and bound pieces one that is not bound, or one on squares of the other color.
        """
        self._check()
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
        self._check()
        outcome = super().outcome()
        return outcome is not None and outcome.termination is Termination.BARE_KING

    def is_variant_win(self) -> bool:
        """Whether the side to move has won by the other's bare king."""
        self._check()
        outcome = super().outcome()
        return outcome is not None and outcome.termination is Termination.BARE_KING and outcome.winner == self.turn

    def is_variant_loss(self) -> bool:
        """Whether the side to move has lost by its bare king."""
        self._check()
        outcome = super().outcome()
        return outcome is not None and outcome.termination is Termination.BARE_KING and outcome.winner == (not self.turn)

    def is_variant_draw(self) -> bool:
        """Whether the bare kings of both sides end the game as a draw."""
        self._check()
        outcome = super().outcome()
        return outcome is not None and outcome.termination is Termination.BARE_KING and outcome.winner is None
