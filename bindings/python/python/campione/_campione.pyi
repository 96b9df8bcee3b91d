"""What is written in Rust. Users take it from ``campione`` and its modules."""

from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple, Type, TypeVar, Union, final, overload

from ._names import PieceType, Square
from .errors import Termination

__version__: str

__all__ = [
    "GameReader",
    "GameText",
    "LegalMoves",
    "Move",
    "Outcome",
    "Piece",
    "RawBoard",
    "RawEngine",
    "RawSearch",
    "Reason",
    "Variant",
    "__version__",
    "array",
    "array_count",
    "array_number",
    "array_steps",
    "array_traits",
    "bare_facts",
    "choose_array",
    "filtered_arrays",
    "fish_board",
    "fish_fen",
    "fish_moves",
    "fish_san_moves",
    "ini_names",
    "needs_fen",
    "passes_filter",
    "piece_svg",
    "theme_colors",
    "variant_id",
    "variant_ids",
    "write_game",
]

_Self = TypeVar("_Self")
_Place = Tuple[int, int]
_Report = Tuple[int, int, int, Optional[int], Optional[int], int, float, int, List[Move]]

@final
class Variant:
    """A set of rules, and with it a start position.

    Two variants are equal if their rules and start positions are, whatever their names. A variant stays in memory until the
    process ends: 12 to 25 KiB for each different set of rules, up to 600 KiB where pieces hop.
    """

    @classmethod
    def named(cls, id: str) -> Variant:
        """A built-in variant by its id or a name that other programs use; ``"crc:27621"`` has that start array.

        Raises ``UnknownVariantError``, ``ArrayError``.
        """
    @classmethod
    def from_toml(cls, text: str, id: str = "custom") -> Variant:
        """Reads a variant file; ``id`` names the variant if the file does not. Raises ``VariantError``."""
    @classmethod
    def from_ini(cls, text: str, name: Optional[str] = None) -> Variant:
        """A game of a ``variants.ini`` of Fairy-Stockfish. Raises ``VariantError``, ``ArgumentError``."""
    @classmethod
    def crc(cls, number: int) -> Variant:
        """Capablanca Random Chess with a start array, 1 to 48000. Raises ``ArrayError``."""
    @classmethod
    def chess960(cls, number: int) -> Variant:
        """Chess960 with a start array, 0 to 959. Raises ``ArrayError``."""
    @property
    def id(self) -> str:
        """The id by which it is named."""
    @property
    def name(self) -> str:
        """Its name in words."""
    @property
    def about(self) -> str:
        """Who made it, when, and what sets it apart; may be empty."""
    @property
    def files(self) -> int:
        """Files of the board, up to 12."""
    @property
    def ranks(self) -> int:
        """Ranks of the board, up to 10."""
    @property
    def start_fen(self) -> str:
        """The start position as a FEN."""
    @property
    def array_number(self) -> Optional[int]:
        """The number of its start array, if it was made by ``crc`` or ``chess960``."""
    @property
    def has_random_arrays(self) -> bool:
        """Whether king and rooks may start on other squares than the default array's."""
    @property
    def is_built_in(self) -> bool:
        """Whether it has the rules of the built-in variant of its id."""
    @property
    def pieces(self) -> Dict[str, Tuple[str, str]]:
        """Name and movement (Betza's shorthand; the pawn's is empty) of the pieces by their upper-case letters."""
    def to_toml(self) -> str:
        """The variant as a file that ``from_toml`` reads back."""
    def warnings(self, text: str) -> List[Tuple[_Place, str]]:
        """What in the file from which it was made has no effect or an old name: line and column from 1, and a sentence."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Move:
    """A move in coordinates: ``e2e4``, ``i7i8c``, ``f1i1``. Two moves are equal if their coordinates are."""

    def __new__(
        cls, from_square: _Square, to_square: Optional[_Square] = None, promotion: Optional[_PieceType] = None
    ) -> Move:
        """A move from two squares and a promotion, or from its coordinates alone. Raises ``InvalidMoveError``."""
    @classmethod
    def from_uci(cls, uci: str) -> Move:
        """A move from its coordinates. Raises ``InvalidMoveError``."""
    @staticmethod
    def null() -> Move:
        """The null move, ``0000``: never legal, but a board can play it where its king is not in check."""
    def __bool__(self) -> bool:
        """False for the null move."""
    @property
    def from_square(self) -> Square:
        """The square that the piece leaves; a1 for the null move."""
    @property
    def to_square(self) -> Square:
        """The square to which it goes; a1 for the null move."""
    @property
    def promotion(self) -> Optional[PieceType]:
        """The type of what a pawn becomes, or ``None``."""
    @property
    def is_castling(self) -> bool:
        """Whether it is a castling; known of moves that came from a board."""
    def uci(self) -> str:
        """The move in coordinates."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class LegalMoves:
    """The legal moves of a board as it was when they were asked for."""

    def count(self) -> int:
        """How many moves there are."""
    def san(self) -> List[str]:
        """All moves in Standard Algebraic Notation, in the order of iteration."""
    def uci(self) -> List[str]:
        """All moves in coordinates, in the order of iteration."""
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __iter__(self) -> Iterator[Move]: ...
    def __contains__(self, move: object, /) -> bool: ...
    @overload
    def __getitem__(self, index: int, /) -> Move: ...
    @overload
    def __getitem__(self, index: slice, /) -> List[Move]: ...

@final
class Piece:
    """A piece: type, color, name. Two pieces are equal if types and colors are."""

    def __new__(cls, piece_type: _PieceType, color: bool) -> Piece:
        """A piece of a type and a color. Its name is that of chess, or its letter. Raises ``ArgumentError``."""
    @classmethod
    def from_symbol(cls, symbol: str) -> Piece:
        """A piece from its letter as in a FEN. Raises ``ArgumentError``."""
    @property
    def piece_type(self) -> PieceType:
        """Its type, such as ``QUEEN``."""
    @property
    def color(self) -> bool:
        """``WHITE`` (``True``) or ``BLACK``."""
    @property
    def name(self) -> str:
        """The name in its variant, such as ``"centaur"``."""
    def symbol(self) -> str:
        """The letter as in a FEN, lower case for Black."""
    def unicode_symbol(self, *, invert_color: bool = False) -> str:
        """The piece as a character of Unicode; the letter where Unicode has no common one."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Reason:
    """Why a move is not legal; ``str(reason)`` is the text."""

    @property
    def code(self) -> str:
        """The reason for programs: ``"illegal.pinned"``. Stays the same when words change."""
    @property
    def text(self) -> str:
        """What is wrong, in words."""
    @property
    def source(self) -> str:
        """Where the rule comes from: ``"RULES.md §3; source 001"``."""
    def __hash__(self) -> int: ...

@final
class Outcome:
    """How a game ended."""

    def __new__(cls, termination: Termination, winner: Optional[bool], reason: Optional[str] = None) -> Outcome:
        """An outcome, the color that has won, or ``None`` for a draw, and the reason in other words."""
    @property
    def winner(self) -> Optional[bool]:
        """``WHITE`` (``True``), ``BLACK``, or ``None`` for a draw."""
    @property
    def reason(self) -> str:
        """Why: ``"checkmate"``, ``"stalemate"``, ``"bare king"``, ``"repetition"``, ``"50-move rule"``, ``"dead position"``."""
    @property
    def code(self) -> str:
        """The reason for programs: ``"checkmate"``, ``"move-rule"``. Stays the same when words change."""
    @property
    def termination(self) -> Termination:
        """The reason as an enum."""
    def result(self) -> str:
        """``"1-0"``, ``"0-1"`` or ``"1/2-1/2"``."""
    def __hash__(self) -> int: ...

_MoveOrText = Union[Move, str]
_Square = Union[int, str]
_PieceType = Union[int, str]

class RawBoard:
    """What ``campione.Board`` is made of."""

    def __new__(
        cls: Type[_Self],
        variant: Union[Variant, str, RawBoard, None] = None,
        fen: Optional[str] = None,
        chess960: bool = False,
    ) -> _Self:
        """The start position of a variant (``chess`` unless it is said), the position of a FEN, or a copy of a board.

        ``chess960=True`` is castling from any array. Raises ``UnknownVariantError``, ``FenError``, ``ArgumentError``.
        """
    @property
    def variant(self) -> Variant:
        """The variant that is played."""
    @property
    def chess960(self) -> bool:
        """Whether kings castle from any array."""
    @property
    def turn(self) -> bool:
        """The side to move: ``WHITE`` (``True``) or ``BLACK``."""
    @property
    def halfmove_clock(self) -> int:
        """Plies since the last capture, pawn move or promotion."""
    @property
    def fullmove_number(self) -> int:
        """The number of the move, from 1."""
    @property
    def ep_square(self) -> Optional[Square]:
        """The square on which a pawn may be taken in passing."""
    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves now."""
    @property
    def move_stack(self) -> List[Move]:
        """The moves played."""
    def ply(self) -> int:
        """How many moves have been played on this board."""
    def push(self, mv: _MoveOrText) -> None:
        """Plays a move. Raises ``MoveError`` and leaves the board as it was."""
    def pop(self) -> Move:
        """Takes the last move back. Raises ``IndexError`` if there is none."""
    def peek(self) -> Move:
        """The last move. Raises ``IndexError`` if there is none."""
    def push_san(self, san: str) -> Move:
        """Plays a move in algebraic notation. Raises ``MoveError``."""
    def push_uci(self, uci: str) -> Move:
        """Plays a move in coordinates. Raises ``MoveError``."""
    def push_all(self, moves: Sequence[_MoveOrText]) -> None:
        """Plays moves in any notation, all or none. Raises ``MoveError``."""
    def parse_san(self, san: str) -> Move:
        """Reads a move in algebraic notation. Raises ``MoveError``."""
    def parse_uci(self, uci: str) -> Move:
        """Reads a move in coordinates. Raises ``MoveError``."""
    def parse(self, text: str) -> Move:
        """Reads a move in any notation. Raises ``MoveError``."""
    def san(self, mv: _MoveOrText) -> str:
        """A legal move in Standard Algebraic Notation. Raises ``MoveError``."""
    def lan(self, mv: _MoveOrText) -> str:
        """A legal move in long algebraic notation. Raises ``MoveError``."""
    def uci(self, mv: _MoveOrText, notation: str = "uci") -> str:
        """A legal move in ``uci``, ``crc``, ``uci960``, ``xboard``, ``san`` or ``lan``. Raises ``MoveError``, ``NotationError``."""
    def xboard(self, mv: _MoveOrText) -> str:
        """A legal move as XBoard's protocol has it. Raises ``MoveError``, and ``NotationError`` for what it cannot say."""
    def parse_xboard(self, xboard: str) -> Move:
        """Reads a move as XBoard's protocol has it. Raises ``MoveError``."""
    def variation_san(self, moves: Sequence[_MoveOrText]) -> str:
        """Moves from here on with numbers: ``1. e4 e5 2. Nf3``. Raises ``MoveError``."""
    def fen(self, dialect: str = "xfen", letters: bool = False) -> str:
        """The position in ``xfen``, ``shredder``, ``fairy``, ``xboard`` or ``chessv``. Raises ``NotationError``."""
    def set_fen(self, fen: str, dialect: Optional[str] = None) -> None:
        """Goes to a position; the moves are forgotten. Raises ``FenError`` and leaves the board as it was."""
    def reset(self) -> None:
        """Goes to the start position of the variant; the moves are forgotten."""
    def copy(self, *, stack: bool = True) -> RawBoard:
        """Another board with the same position, and with the same moves unless ``stack`` is false."""
    def root(self) -> RawBoard:
        """The board as it was before the first move."""
    def perft(self, depth: int, *, threads: Optional[int] = None, hash: Optional[int] = None) -> int:
        """The number of legal move paths of ``depth`` plies. ``hash`` is a table in mebibytes. Ctrl-C ends it.

        Raises ``ArgumentError``, and ``EngineError`` without memory.
        """
    def divide(
        self, depth: int, *, threads: Optional[int] = None, hash: Optional[int] = None
    ) -> List[Tuple[Move, int]]:
        """For each legal move the perft of ``depth - 1`` after it."""
    def is_check(self) -> bool:
        """Whether the side to move is in check."""
    def is_checkmate(self) -> bool:
        """Whether the side to move is checkmated."""
    def is_stalemate(self) -> bool:
        """Whether the side to move has no legal move and is not in check."""
    def is_insufficient_material(self) -> bool:
        """Whether neither side has the pieces to mate."""
    def is_repetition(self, count: int = 3) -> bool:
        """Whether the position now has occurred at least ``count`` times in this game. Raises ``ArgumentError``."""
    def repetitions(self) -> int:
        """How often the position now has occurred in this game, this time included."""
    def outcome(self) -> Optional[Outcome]:
        """How the game ended by the rules of its variant; ``None`` while it goes on."""
    def is_game_over(self) -> bool:
        """Whether the game has ended."""
    def result(self) -> str:
        """``"1-0"``, ``"0-1"``, ``"1/2-1/2"`` or ``"*"``."""
    def is_legal(self, mv: _MoveOrText) -> bool:
        """Whether a move, or a text in any notation, is legal."""
    def why(self, mv: _MoveOrText) -> List[Reason]:
        """Why a move is not legal; empty if it is. Raises ``InvalidMoveError``."""
    def is_capture(self, mv: _MoveOrText) -> bool:
        """Whether a legal move takes something. Raises ``MoveError``."""
    def is_castling(self, mv: _MoveOrText) -> bool:
        """Whether a legal move is a castling. Raises ``MoveError``."""
    def is_en_passant(self, mv: _MoveOrText) -> bool:
        """Whether a legal move takes a pawn in passing. Raises ``MoveError``."""
    def gives_check(self, mv: _MoveOrText) -> bool:
        """Whether a legal move gives check. Raises ``MoveError``."""
    def piece_at(self, square: _Square) -> Optional[Piece]:
        """The piece on a square; ``None`` on one that is empty or not on the board.

        Raises ``ArgumentError`` for the name of a square that the board does not have.
        """
    def _piece_map(self) -> Dict[Square, Piece]: ...
    def king(self, color: bool) -> Square:
        """The square of a king."""
    def checkers_mask(self) -> int:
        """The squares of the pieces that give check, as bits."""
    def attackers_mask(self, color: bool, square: _Square, occupied: Optional[int] = None) -> int:
        """The squares of the pieces of a color that attack a square, as bits. Raises ``ArgumentError``."""
    def attacks_mask(self, square: _Square) -> int:
        """The squares that the piece on a square attacks, as bits. Raises ``ArgumentError``."""
    def pieces_mask(self, piece_type: _PieceType, color: bool) -> int:
        """The squares of the pieces of a type and a color, as bits."""
    def piece_bytes(self) -> bytes:
        """For each square, rank by rank from a1, the piece type as a signed byte: below 0 for Black, 0 if it is empty.

        ``numpy.frombuffer(board.piece_bytes(), "int8").reshape(ranks, files)`` is an array of it, without a copy.
        """
    def attack_bytes(self, color: bool) -> bytes:
        """For each square, rank by rank from a1, how many pieces of a color attack it; for NumPy as ``piece_bytes``."""
    def _occupied(self, color: Optional[bool] = None) -> int: ...
    def _rights(self, color: bool) -> List[Tuple[str, str, Square, Optional[Square]]]: ...
    def _waiting(self) -> List[Tuple[Square, int]]: ...
    def zobrist_hash(self) -> int:
        """A number of 64 bits of the position."""
    def svg(
        self,
        *,
        flipped: bool = False,
        last_move: Optional[Move] = None,
        arrows: Sequence[Union[Tuple[_Square, _Square], Tuple[_Square, _Square, str]]] = ...,
        fill: Sequence[Tuple[_Square, str]] = ...,
        targets: Sequence[_Square] = ...,
        theme: str = "light",
        size: Optional[int] = None,
    ) -> str:
        """The board as an SVG document; ``theme`` is ``"light"`` or ``"dark"``, ``size`` the width in pixels. Arrows are pairs of
        squares, or triples with a color of CSS; ``fill`` are squares with colors.

        Raises ``ArgumentError``.
        """
    def _repr_svg_(self) -> str: ...
    def _repr_pretty_(self, printer: Any, cycle: bool) -> None: ...
    @classmethod
    def _restore(cls, variant: Variant, fen: str, moves: List[str]) -> RawBoard: ...
    def __copy__(self) -> RawBoard: ...
    def __deepcopy__(self, memo: Any) -> RawBoard: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class RawEngine:
    def __new__(cls, hash: int, threads: int, net: bool) -> RawEngine: ...
    @property
    def threads(self) -> int: ...
    def clear(self) -> None: ...
    @staticmethod
    def elo_range() -> Tuple[int, int]: ...
    def set_strength(self, level: Optional[int], elo: Optional[int], seed: int) -> None: ...
    def start(self, board: RawBoard, limits: Any) -> RawSearch: ...

@final
class RawSearch:
    def next(self) -> Optional[_Report]: ...
    def stop(self) -> None: ...
    def wait(self) -> Tuple[Optional[Move], Optional[Move], Optional[Outcome], List[_Report], int, float, int]: ...
    def progress(self) -> Tuple[int, int]: ...

@final
class GameReader:
    def __new__(
        cls, source: Any, variant: Union[Variant, str], overrule: bool, reading: Optional[str]
    ) -> GameReader: ...
    def read(self) -> Optional[GameText]: ...
    def skip(self) -> bool: ...
    def rest(self) -> str: ...
    def progress(self) -> Tuple[int, int]: ...

@final
class GameText:
    @property
    def number(self) -> int: ...
    @property
    def first_line(self) -> int: ...
    @property
    def tags(self) -> List[Tuple[str, str]]: ...
    @property
    def variant(self) -> Variant: ...
    @property
    def result(self) -> str: ...
    @property
    def reading(self) -> str: ...
    @property
    def notes(self) -> List[str]: ...
    def plies(self) -> int: ...
    def board(self) -> RawBoard: ...
    def end(self) -> RawBoard: ...
    def moves(self) -> List[Move]: ...
    def tree(self) -> Tuple[List[Any], List[Tuple[Move, List[Any]]]]: ...
    def text(self) -> str: ...

def needs_fen(start: RawBoard) -> bool: ...
def write_game(start: RawBoard, tags: List[Tuple[str, str]], moves: Any, result: str) -> str: ...
def variant_ids() -> List[str]:
    """The ids of the built-in variants, guests last."""

def variant_id(name: str) -> Optional[str]:
    """Our id of what other programs call so, in any case; ``None`` if it is no built-in variant."""

def ini_names(text: str) -> List[str]: ...
def array(number: int, scheme: str) -> str: ...
def array_number(array: str, scheme: str) -> int: ...
def array_steps(number: int, scheme: str) -> List[Tuple[str, int, int, str]]: ...
def array_traits(number: int) -> Dict[str, Any]: ...
def array_count(filter: str) -> int: ...
def filtered_arrays(filter: str) -> List[int]: ...
def passes_filter(number: int, filter: str) -> bool: ...
def choose_array(seed: int, filter: str) -> int: ...
def fish_board(variant: Variant, fen: str, moves: List[str]) -> RawBoard: ...
def fish_moves(board: RawBoard, king_takes_rook: bool) -> List[str]: ...
def fish_san_moves(board: RawBoard, moves: List[str], long: bool) -> List[str]: ...
def fish_fen(board: RawBoard, letters: bool) -> str: ...
def bare_facts(board: RawBoard) -> Tuple[bool, bool]: ...
def theme_colors(theme: str) -> List[Tuple[str, str]]: ...
def piece_svg(variant: Variant, symbol: str, size: int) -> str: ...
