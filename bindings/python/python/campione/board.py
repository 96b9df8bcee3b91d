"""Boards, with the names of python-chess.

>>> import campione
>>> board = campione.Board("capablanca")
>>> board.piece_at(campione.C1).name, board.attackers(campione.WHITE, campione.D3)
('archbishop', SquareSet(['c2', 'e2', 'f1', 'b1']))
"""

from __future__ import annotations

from typing import Any, ClassVar, Dict, List, Optional, Tuple, Type, TypeVar, Union

from . import _campione
from ._campione import RawBoard, Variant
from ._queries import CastlingRight, MoveOrText, Pieces
from ._setup import SetUp, Status, _no_draft
from .epd import read_operations, write_operations
from .errors import ArgumentError, ArrayError, FenError
from .squares import BLACK, WHITE, Color, square

__all__ = ["STARTING_BOARD_FEN", "STARTING_FEN", "Board", "CastlingRight", "Pieces", "Status"]

STARTING_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
STARTING_BOARD_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

_BoardT = TypeVar("_BoardT", bound="Board")


class Board(SetUp):
    """A game that is played: a start position, the moves, and every position between them.

    ``Board("gothic")`` is the start position of a variant, ``Board("gothic", fen)`` another position; ``Board()`` and
    ``Board(fen)`` are chess. ``chess960=True`` is castling from any array: Chess960 for ``chess``, Capablanca Random Chess for
    ``capablanca``. A copy shares the positions until one of the two is changed. A board may be used by any number of threads;
    each call sees one position. Where a method takes a square, it takes a number, a constant such as ``E4``, or ``"e4"``.

    Pieces may be set and removed freely. While what results is no position of the variant (a king is missing), :meth:`status`
    says why, and all that needs one raises :class:`FenError`.

    Raises :class:`UnknownVariantError`, :class:`FenError`, :class:`ArgumentError`.
    """

    __slots__ = ()

    #: The start position of chess; that of a board is ``board.variant.start_fen``.
    starting_fen: ClassVar[str] = STARTING_FEN

    def __new__(
        cls: Type[_BoardT],
        variant: Union[Variant, str, RawBoard, None] = None,
        fen: Optional[str] = None,
        chess960: bool = False,
    ) -> _BoardT:
        cls = _no_draft(cls)
        if isinstance(variant, RawBoard) and fen is None and not chess960:
            draft = getattr(variant, "_draft", None)
            if draft is not None:
                copied: _BoardT = cls(variant.variant)
                copied._enter_draft(draft.copy())
                return copied
        guessed = isinstance(variant, str) and fen is None and "/" in variant
        if guessed:
            variant, fen = "chess", variant
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

    def clear_stack(self) -> None:
        """Forgets the moves played."""
        self.set_fen(self.fen())

    # Texts.

    def fen(
        self,
        dialect: str = "xfen",
        letters: bool = False,
        *,
        shredder: bool = False,
        en_passant: str = "xfen",
        promoted: Optional[bool] = None,
    ) -> str:
        """The position in ``xfen``, ``shredder``, ``fairy``, ``xboard`` or ``chessv``. The square passed by a pawn is written
        where a pawn stands to take it; with ``en_passant="legal"`` only where it may. ``promoted`` changes nothing: no board
        knows what was a pawn.

        Raises :class:`NotationError`, :class:`ArgumentError`.
        """
        fen = super().fen("shredder" if shredder else dialect, letters)
        return fen if en_passant == "xfen" else self._passed(fen, en_passant)

    def _passed(self, fen: str, en_passant: str) -> str:
        """A FEN with the square passed as ``en_passant`` says."""
        if en_passant != "legal":
            reason = f"{en_passant!r} is neither 'legal' nor 'xfen': a board knows no square that no pawn can take on"
            raise ArgumentError(f"en_passant: {reason}", field="en_passant", reason=reason)
        fields = fen.split(" ")
        if not self.has_legal_en_passant():
            fields[3] = "-"
        return " ".join(fields)

    def shredder_fen(self) -> str:
        """The position with the files of the rooks as castling rights. Raises :class:`NotationError`."""
        return self.fen("shredder")

    def board_fen(self, *, promoted: Optional[bool] = None) -> str:
        """The pieces alone, as the first field of a FEN; see :meth:`fen`."""
        return self._fields()[0]

    def epd(
        self, *, shredder: bool = False, en_passant: str = "xfen", promoted: Optional[bool] = None, **operations: Any
    ) -> str:
        """The position as an EPD, with operations: ``epd(bm=move, id="one")``. Moves are written in algebraic notation. See
        :meth:`fen` for the others.

        Raises :class:`MoveError`, :class:`NotationError`, :class:`ArgumentError`.
        """
        fields = self.fen(shredder=shredder, en_passant=en_passant).split()
        if len(fields) > 6:
            operations.setdefault("wait", fields[6])
        return " ".join([*fields[:4], *write_operations(self, operations)])

    def set_epd(self, epd: str) -> Dict[str, Any]:
        """Goes to the position of an EPD and returns its operations; ``bm``, ``am`` and ``pv`` are lists of moves.

        Raises :class:`FenError`, :class:`MoveError`, :class:`ArgumentError`, and leaves the board as it was.
        """
        if not isinstance(epd, str):
            raise TypeError(f"an EPD is a text (str), not {type(epd).__name__}")
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
        variant = self.variant if self.variant.array_number is None else Variant.named(self.variant.id)
        usual = {(king, partner) for color in (WHITE, BLACK) for _, _, king, partner in Board(variant).rights(color)}
        own = {(king, partner) for color in (WHITE, BLACK) for _, _, king, partner in self._rights(color)}
        return not own <= usual
