"""One game at a time from an open text file: what ``campione.pgn`` has of it."""

from __future__ import annotations

import re
from typing import Any, List, Optional, TextIO, Tuple, Union
from weakref import WeakKeyDictionary

from ._campione import GameReader, GameText, Variant
from .errors import PgnError

#: What was read of a file and belongs to the next game, and the place in the file at which that holds; ``None`` in one that
#: cannot tell its places.
_RESTS: "WeakKeyDictionary[Any, Tuple[Optional[int], str]]" = WeakKeyDictionary()


class GameStream:
    """The next game of a file, which is read line by line and no further than that game needs.

    Raises :class:`TypeError` if the file is none that was opened as text.
    """

    def __init__(self, handle: TextIO, variant: Union[Variant, str] = "chess") -> None:
        if not hasattr(handle, "readline"):
            kind = type(handle).__name__
            raise TypeError(f"a game is read from an open file, or of a text from io.StringIO(text); this is {kind}")
        self._handle = handle
        #: The lines of the game, as far as they were read.
        self.lines: List[str] = []
        self._taken = 0
        self._start = self._tell()
        place, self._rest = _RESTS.pop(handle, (None, ""))
        if place != self._start:
            # The file was moved to another place.
            self._rest = ""
        self._reader = GameReader(self, variant, False, None)

    def _tell(self) -> Optional[int]:
        try:
            return self._handle.tell() if self._handle.seekable() else None
        except (AttributeError, OSError):
            return None

    def read(self, size: int) -> str:
        """The next line, for the reader."""
        line, self._rest = self._rest, ""
        while not line:
            line = self._handle.readline()
            if not isinstance(line, str):
                raise TypeError("a game is read from a file that was opened as text: open(path, encoding='utf-8')")
            if not line:
                return ""
            self._taken += 1
            if not (self.lines or line.strip()):
                line = ""
        self.lines.append(line.rstrip("\r\n") + "\n")
        return self.lines[-1]

    def game(self) -> Optional[GameText]:
        """The game; ``None`` at the end of the file. Raises :class:`PgnError`."""
        try:
            return self._reader.read()
        finally:
            self._end()

    def skip(self) -> bool:
        """Skips the moves of the game; false at the end of the file."""
        try:
            return self._reader.skip()
        except PgnError:
            return True
        finally:
            self._end()

    def _end(self) -> None:
        """Puts back what belongs to the next game."""
        rest = self._reader.rest()
        if not rest:
            return
        last = self.lines.pop()
        is_line = last.strip("\ufeff \t\n") == rest.strip()
        if not is_line:
            # What follows a game on its line is not the beginning of one.
            self.lines.append(last[: last.rfind(rest)])
            rest = " " + rest
        if is_line and self._start is not None and self._taken:
            # Back to where the line begins: places in a text file cannot be computed.
            self._handle.seek(self._start)
            for _ in range(self._taken - 1):
                self._handle.readline()
        else:
            _RESTS[self._handle] = self._tell(), rest + "\n"


#: What may stand before tags, and a tag.
_PART = re.compile(r'\s*(?:\ufeff|[#%].*|;.*|\{[^}]*\}|\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\])')


def tags_of(text: str) -> List[Tuple[str, str]]:
    """The tags of a game, whatever follows them."""
    tags: List[Tuple[str, str]] = []
    at = 0
    while found := _PART.match(text, at):
        if found.group(1):
            tags.append((found.group(1), re.sub(r"\\(.)", r"\1", found.group(2))))
        at = found.end()
    return tags
