"""Games in Portable Game Notation.

>>> from campione import pgn
>>> text = '[Variant "Capablanca"]\\n\\n1. d4 {a start} d5 (1... e5 $2) 2. Ci3 *'
>>> game = next(pgn.read_games(text.encode()))
>>> [str(move) for move in game.mainline_moves()], game.moves.plies[0].comments
(['d2d4', 'd7d5', 'h1i3'], ['a start'])
"""

from __future__ import annotations

import errno
import os
import re
from os import PathLike
from typing import Any, Callable, Iterable, List, Optional, Protocol, Sequence, TextIO, TypeVar, Union, overload

from ._campione import GameReader, GameText, Variant
from ._lines import ROSTER, Headers, Line, Ply, Remark
from ._stream import GameStream, tags_of
from ._tree import ChildNode, Game, GameNode, Mainline
from ._visitors import (
    SKIP,
    BaseVisitor,
    BoardBuilder,
    FileExporter,
    HeadersBuilder,
    SkipType,
    SkipVisitor,
    StringExporter,
)
from .errors import ArgumentError, PgnError

__all__ = [
    "NAG_ACTIVE_POSITION",
    "NAG_BLACK_DECISIVE_ADVANTAGE",
    "NAG_BLACK_DECISIVE_COUNTERPLAY",
    "NAG_BLACK_MODERATE_ADVANTAGE",
    "NAG_BLACK_MODERATE_COUNTERPLAY",
    "NAG_BLACK_MODERATE_TIME_PRESSURE",
    "NAG_BLACK_SEVERE_TIME_PRESSURE",
    "NAG_BLACK_SLIGHT_ADVANTAGE",
    "NAG_BLACK_ZUGZWANG",
    "NAG_BLUNDER",
    "NAG_BRILLIANT_MOVE",
    "NAG_DRAWISH_POSITION",
    "NAG_DUBIOUS_MOVE",
    "NAG_FORCED_MOVE",
    "NAG_GOOD_MOVE",
    "NAG_MISTAKE",
    "NAG_NOVELTY",
    "NAG_NULL",
    "NAG_QUIET_POSITION",
    "NAG_SINGULAR_MOVE",
    "NAG_SPECULATIVE_MOVE",
    "NAG_UNCLEAR_POSITION",
    "NAG_WHITE_DECISIVE_ADVANTAGE",
    "NAG_WHITE_DECISIVE_COUNTERPLAY",
    "NAG_WHITE_MODERATE_ADVANTAGE",
    "NAG_WHITE_MODERATE_COUNTERPLAY",
    "NAG_WHITE_MODERATE_TIME_PRESSURE",
    "NAG_WHITE_SEVERE_TIME_PRESSURE",
    "NAG_WHITE_SLIGHT_ADVANTAGE",
    "NAG_WHITE_ZUGZWANG",
    "NAG_WORST_MOVE",
    "SKIP",
    "TAG_ROSTER",
    "BaseVisitor",
    "BoardBuilder",
    "ChildNode",
    "FileExporter",
    "Game",
    "GameNode",
    "Games",
    "Headers",
    "HeadersBuilder",
    "Line",
    "Mainline",
    "Ply",
    "Remark",
    "SkipType",
    "SkipVisitor",
    "StringExporter",
    "read_game",
    "read_games",
    "read_headers",
    "skip_game",
    "write",
]

#: The names of the tags that every game has.
TAG_ROSTER: List[str] = list(ROSTER)

#: Annotation glyphs of the PGN standard: of the first six the marks are ``!``, ``?``, ``!!``, ``??``, ``!?``, ``?!``.
NAG_NULL = 0
NAG_GOOD_MOVE = 1
NAG_MISTAKE = 2
NAG_BRILLIANT_MOVE = 3
NAG_BLUNDER = 4
NAG_SPECULATIVE_MOVE = 5
NAG_DUBIOUS_MOVE = 6
NAG_FORCED_MOVE = 7
NAG_SINGULAR_MOVE = 8
NAG_WORST_MOVE = 9
NAG_DRAWISH_POSITION = 10
NAG_QUIET_POSITION = 11
NAG_ACTIVE_POSITION = 12
NAG_UNCLEAR_POSITION = 13
NAG_WHITE_SLIGHT_ADVANTAGE = 14
NAG_BLACK_SLIGHT_ADVANTAGE = 15
NAG_WHITE_MODERATE_ADVANTAGE = 16
NAG_BLACK_MODERATE_ADVANTAGE = 17
NAG_WHITE_DECISIVE_ADVANTAGE = 18
NAG_BLACK_DECISIVE_ADVANTAGE = 19
NAG_WHITE_ZUGZWANG = 22
NAG_BLACK_ZUGZWANG = 23
NAG_WHITE_MODERATE_COUNTERPLAY = 132
NAG_BLACK_MODERATE_COUNTERPLAY = 133
NAG_WHITE_DECISIVE_COUNTERPLAY = 134
NAG_BLACK_DECISIVE_COUNTERPLAY = 135
NAG_WHITE_MODERATE_TIME_PRESSURE = 136
NAG_BLACK_MODERATE_TIME_PRESSURE = 137
NAG_WHITE_SEVERE_TIME_PRESSURE = 138
NAG_BLACK_SEVERE_TIME_PRESSURE = 139
NAG_NOVELTY = 146

_R = TypeVar("_R")


class _Readable(Protocol):
    def read(self, size: int, /) -> Union[str, bytes]: ...


class _Writable(Protocol):
    def write(self, text: str, /) -> Any: ...


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
    try:
        return Games(GameReader(source, variant, overrule, reading), on_error)
    except OSError:
        if not isinstance(source, (str, os.PathLike)):
            raise
        path = os.fspath(source)
        if isinstance(path, str) and re.search(r"\n|^\s*\[\w+ \"|^\s*1\.", path):
            message = "this is the text of a game, not the path of a file: read_games(text.encode()) reads it"
            raise FileNotFoundError(errno.ENOENT, message, path[:60]) from None
        # Python's error names the file.
        open(source, "rb").close()
        raise


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


@overload
def read_game(handle: TextIO, *, Visitor: None = None, variant: Union[Variant, str] = "chess") -> Optional[Game]: ...
@overload
def read_game(
    handle: TextIO, *, Visitor: Callable[[], BaseVisitor[_R]], variant: Union[Variant, str] = "chess"
) -> Optional[_R]: ...
def read_game(
    handle: TextIO, *, Visitor: Optional[Callable[[], BaseVisitor[Any]]] = None, variant: Union[Variant, str] = "chess"
) -> Any:
    """The next game of a file that was opened as text; ``None`` at its end. With a ``Visitor`` what its ``result()`` is.

    ``variant`` is played where no ``Variant`` tag says another. :func:`read_games` is faster for whole files.

    Raises :class:`PgnError` for a game that cannot be read, after which the next one can be asked for; a visitor's
    ``handle_error`` gets the error instead.
    """
    stream = GameStream(handle, variant)
    visitor = None if Visitor is None else Visitor()
    try:
        text = stream.game()
    except PgnError as error:
        if visitor is None:
            raise
        visitor.handle_error(error)
        return visitor.result()
    if text is None:
        return None
    game = Game._read(text)
    return game if visitor is None else game.accept(visitor)


def read_headers(handle: TextIO) -> Optional[Headers]:
    """The tags of the next game of a file, whose moves are not looked at; ``None`` at its end."""
    stream = GameStream(handle)
    return Headers(tags_of("".join(stream.lines))) if stream.skip() else None


def skip_game(handle: TextIO) -> bool:
    """Skips the next game of a file; false at its end."""
    return GameStream(handle).skip()
