"""Lines of moves as texts have them, and tags: what ``campione.pgn`` has of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, Iterable, Iterator, List, Mapping, MutableMapping, Tuple, Union

from ._campione import Move


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


def read_line(tree: Tuple[List[Any], List[Tuple[Move, List[Any]]]]) -> Line:
    """A line of what Rust has read."""
    remarks, plies = tree
    return Line([Ply(move, _read_remarks(behind)) for move, behind in plies], _read_remarks(remarks))


def _read_remarks(remarks: List[Any]) -> List[Remark]:
    return [read_line(remark) if isinstance(remark, tuple) else remark for remark in remarks]


#: The tags that come first, and what stands there if nothing is known.
ROSTER: Dict[str, str] = {
    "Event": "?",
    "Site": "?",
    "Date": "????.??.??",
    "Round": "?",
    "White": "?",
    "Black": "?",
    "Result": "*",
}


class Headers(MutableMapping[str, str]):
    """The tags of a game, by their names. The seven of every game are there, with ``?``, whether they were said or not."""

    def __init__(self, tags: Union[Mapping[str, str], Iterable[Tuple[str, str]], None] = None) -> None:
        pairs = tags.items() if isinstance(tags, Mapping) else (tags or ())
        #: The tags in their order, repeated ones too.
        self.tags: List[Tuple[str, str]] = [(str(name), str(value)) for name, value in pairs]

    def __getitem__(self, name: str) -> str:
        for own, value in self.tags:
            if own == name:
                return value
        if name in ROSTER:
            return ROSTER[name]
        raise KeyError(name)

    def __contains__(self, name: object) -> bool:
        return name in ROSTER or any(own == name for own, _ in self.tags)

    def __setitem__(self, name: str, value: str) -> None:
        for at, (own, _) in enumerate(self.tags):
            if own == name:
                self.tags[at] = (name, str(value))
                return
        self.tags.append((name, str(value)))

    def __delitem__(self, name: str) -> None:
        left = [(own, value) for own, value in self.tags if own != name]
        if len(left) == len(self.tags):
            raise KeyError(name)
        self.tags[:] = left

    def __iter__(self) -> Iterator[str]:
        yield from dict.fromkeys([*ROSTER, *(name for name, _ in self.tags)])

    def __len__(self) -> int:
        return len(dict.fromkeys([*ROSTER, *(name for name, _ in self.tags)]))

    def copy(self) -> Headers:
        """The same tags again."""
        return Headers(self.tags)

    def __repr__(self) -> str:
        return f"Headers({', '.join(f'{name}={self[name]!r}' for name in self)})"
