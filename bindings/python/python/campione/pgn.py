"""Games in Portable Game Notation.

>>> from campione import pgn
>>> text = '[Variant "Capablanca"]\\n\\n1. d4 {a start} d5 (1... e5 $2) 2. Ci3 *'
>>> game = next(pgn.read_games(text.encode()))
>>> [str(move) for move in game.mainline_moves()], game.moves.plies[0].comments
(['d2d4', 'd7d5', 'h1i3'], ['a start'])
"""

from __future__ import annotations

from dataclasses import dataclass, field
from os import PathLike
from typing import Any, Dict, Iterable, Iterator, List, Optional, Protocol, Sequence, Tuple, Union

from ._campione import Board, GameReader, GameText, Move, Variant, write_game
from .errors import ArgumentError, PgnError

__all__ = ["Game", "Games", "Line", "Ply", "Remark", "read_games", "write"]


class _Readable(Protocol):
    def read(self, size: int, /) -> Union[str, bytes]: ...


class _Writable(Protocol):
    def write(self, text: str, /) -> Any: ...


@dataclass
class Line:
    """Moves that follow each other."""

    #: The moves.
    plies: List[Ply] = field(default_factory=list)
    #: What stands before the first move: comments and glyphs.
    remarks: List[Remark] = field(default_factory=list)

    @classmethod
    def of(cls, moves: Iterable[Union[Move, str]]) -> Line:
        """A line without remarks."""
        return cls([Ply(move) for move in moves])

    @property
    def moves(self) -> List[Union[Move, str]]:
        """Its moves alone."""
        return [ply.move for ply in self.plies]


@dataclass
class Ply:
    """A move and what stands behind it."""

    #: The move; in what you write yourself also a text in any notation.
    move: Union[Move, str]
    #: In the order of the text: an ``int`` is an annotation glyph (1 is ``!``), a ``str`` a comment, a :class:`Line` a
    #: variation that replaces this move.
    remarks: List[Remark] = field(default_factory=list)

    @property
    def nags(self) -> List[int]:
        """The annotation glyphs."""
        return [remark for remark in self.remarks if isinstance(remark, int)]

    @property
    def comments(self) -> List[str]:
        """The comments."""
        return [remark for remark in self.remarks if isinstance(remark, str)]

    @property
    def variations(self) -> List[Line]:
        """The variations."""
        return [remark for remark in self.remarks if isinstance(remark, Line)]


Remark = Union[int, str, Line]


def _line(tree: Tuple[List[Any], List[Tuple[Move, List[Any]]]]) -> Line:
    remarks, plies = tree
    return Line([Ply(move, _remarks(behind)) for move, behind in plies], _remarks(remarks))


def _remarks(remarks: List[Any]) -> List[Remark]:
    return [_line(remark) if isinstance(remark, tuple) else remark for remark in remarks]


class Game:
    """A game: tags, a start position, moves with remarks, a result.

    ``Game(board)`` is the game that was played on a board. A game that was read is taken apart when it is first asked for
    its moves.
    """

    def __init__(
        self,
        board: Optional[Board] = None,
        headers: Optional[Dict[str, str]] = None,
        moves: Optional[Line] = None,
        result: Optional[str] = None,
    ) -> None:
        board = Board() if board is None else board
        self._text: Optional[GameText] = None
        self._start = board.root()
        self._moves: Optional[Line] = Line.of(board.move_stack) if moves is None else moves
        #: Its number in the stream, from 1; 0 if it was not read.
        self.number = 0
        #: The line on which it begins, from 1; 0 if it was not read.
        self.line = 0
        #: The tags in their order, repeated ones too.
        self.tags: List[Tuple[str, str]] = list((headers or {}).items())
        if self._start != Board(board.variant) and self.header("FEN") is None:
            self.tags.append(("FEN", self._start.fen()))
        #: ``"1-0"``, ``"0-1"``, ``"1/2-1/2"`` or ``"*"``.
        self.result: str = board.result() if result is None else result
        #: How the text was read: ``"native"``, or another program's habit.
        self.reading = "native"
        #: What is odd about the text, in sentences.
        self.notes: List[str] = []

    @classmethod
    def _read(cls, text: GameText) -> Game:
        game = cls.__new__(cls)
        game._text, game._moves = text, None
        game._start = text.board()
        game.number, game.line, game.tags = text.number, text.first_line, text.tags
        game.result, game.reading, game.notes = text.result, text.reading, text.notes
        return game

    @property
    def moves(self) -> Line:
        """The moves with all that stands behind them; may be changed."""
        if self._moves is None:
            self._moves = _line(self._text.tree()) if self._text is not None else Line()
        return self._moves

    @moves.setter
    def moves(self, moves: Line) -> None:
        self._moves = moves

    @property
    def headers(self) -> Dict[str, str]:
        """The tags by their names; of repeated ones the first."""
        headers: Dict[str, str] = {}
        for name, value in self.tags:
            headers.setdefault(name, value)
        return headers

    def header(self, name: str, default: Optional[str] = None) -> Optional[str]:
        """The value of a tag, by its name in either case."""
        return next((value for own, value in self.tags if own.lower() == name.lower()), default)

    @property
    def variant(self) -> Variant:
        """The variant that is played."""
        return self._start.variant

    def board(self) -> Board:
        """The board before the first move."""
        return self._start.copy()

    def end(self) -> Board:
        """The board after the main line, with its moves. Raises :class:`MoveError` for moves of your own that are illegal."""
        if self._moves is None and self._text is not None:
            return self._text.end()
        board = self.board()
        board.push_all(self.moves.moves)
        return board

    def mainline_moves(self) -> List[Move]:
        """The moves of the main line."""
        if self._moves is None and self._text is not None:
            return self._text.moves()
        return self.end().move_stack

    def boards(self) -> Iterator[Board]:
        """The boards of the main line, from the start on: one more than moves."""
        board = self.board()
        yield board.copy()
        for move in self.mainline_moves():
            board.push(move)
            yield board.copy()

    def __len__(self) -> int:
        """How many moves the main line has."""
        if self._moves is None and self._text is not None:
            return self._text.plies()
        return len(self.moves.plies)

    def __bool__(self) -> bool:
        return True

    def __str__(self) -> str:
        """The game in the export format. Raises :class:`MoveError` for moves of your own that are illegal."""
        return write_game(self._start, self.tags, self.moves, self.result)

    def __repr__(self) -> str:
        return f"<Game {self.number}: {self.variant.id}, {len(self)} plies, {self.result}>"


class Games:
    """An iterator of games; one is in memory at a time. After a :class:`PgnError` it can go on."""

    def __init__(self, reader: GameReader, on_error: str) -> None:
        self._reader = reader
        self._on_error = on_error
        #: The errors of games that were skipped, the last hundred.
        self.errors: List[PgnError] = []

    def __iter__(self) -> Games:
        return self

    def __next__(self) -> Game:
        while True:
            try:
                text = self._reader.read()
            except PgnError as error:
                if self._on_error == "raise":
                    raise
                self.errors = [*self.errors[-99:], error]
                continue
            if text is None:
                raise StopIteration
            return Game._read(text)

    @property
    def bytes_read(self) -> int:
        """Bytes read so far."""
        return self._reader.progress()[0]


def read_games(
    source: Union[str, "PathLike[str]", bytes, _Readable],
    *,
    variant: Union[Variant, str] = "chess",
    overrule: bool = False,
    reading: Optional[str] = None,
    on_error: str = "raise",
) -> Games:
    """The games of a file (its path), of ``bytes``, or of an object with ``read``, binary or text.

    ``variant`` is played where no ``Variant`` tag says another; with ``overrule``, whatever a tag says. ``reading`` is how
    other programs' habits are read (``"native"``, ``"castling-swapped"``, ``"xboard"``, ``"brainking"``, ``"chessv"``,
    ``"jocly"``); it is found out
    unless it is said. A game that cannot be read raises :class:`PgnError`, after which the next one can be asked for; with
    ``on_error="skip"`` it is left out and its error kept in ``errors``. Other threads of Python run while a game is read.

    Raises :class:`UnknownVariantError`, :class:`ArgumentError`, :class:`OSError`.
    """
    if on_error not in ("raise", "skip"):
        reason = f"{on_error!r} is neither 'raise' nor 'skip'"
        raise ArgumentError(f"on_error: {reason}", field="on_error", reason=reason)
    return Games(GameReader(source, variant, overrule, reading), on_error)


def write(games: Union[Game, Sequence[Game], Iterable[Game]], file: Optional[_Writable] = None) -> str:
    """Games in the export format, with a blank line between them; also written to a text file if one is given.

    Raises :class:`MoveError` for moves of your own that are illegal, :class:`ArgumentError` for tags, remarks and results
    that no game has. With a file, an empty text is returned and one game at a time is in memory.
    """
    texts: List[str] = []
    first = True
    for game in [games] if isinstance(games, Game) else games:
        text = str(game) if first else "\n" + str(game)
        first = False
        if file is None:
            texts.append(text)
        else:
            file.write(text)
    return "".join(texts)
