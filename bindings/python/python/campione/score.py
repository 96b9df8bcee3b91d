"""Scores of engines: centipawns or mates, from one side or from the side to move.

>>> from campione.score import Cp, Mate, PovScore
>>> Mate(-1) < Cp(-50) < Cp(20) < Mate(4) < Mate(1)
True
>>> PovScore(Cp(20), False).white()
Cp(-20)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import total_ordering
from typing import Any, NamedTuple, Optional, Tuple

__all__ = ["Cp", "Mate", "MateGiven", "PovScore", "PovWdl", "Score", "Wdl"]


@total_ordering
class Score:
    """A score from one side: a :class:`Cp` or a :class:`Mate`. Better scores are greater, shorter mates than longer ones."""

    __slots__ = ("_value",)
    _value: int

    def score(self, *, mate_score: Optional[int] = None) -> Optional[int]:
        """Centipawns; of a mate ``mate_score`` less the moves to it, ``None`` without a ``mate_score``."""
        raise NotImplementedError

    def mate(self) -> Optional[int]:
        """Moves to mate, negative if this side is mated; ``None`` if there is no mate."""
        raise NotImplementedError

    def is_mate(self) -> bool:
        """Whether it is a mate."""
        return self.mate() is not None

    def _key(self) -> Tuple[int, int]:
        raise NotImplementedError

    def __neg__(self) -> Score:
        raise NotImplementedError

    def __pos__(self) -> Score:
        return self

    def __abs__(self) -> Score:
        return self if self._key() >= (-self)._key() else -self

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Score) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return self._key() < other._key() if isinstance(other, Score) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())


class Cp(Score):
    """A score in centipawns."""

    __slots__ = ()

    def __init__(self, cp: int) -> None:
        self._value = int(cp)

    @property
    def cp(self) -> int:
        """Centipawns."""
        return self._value

    def score(self, *, mate_score: Optional[int] = None) -> int:
        """Centipawns."""
        return self._value

    def mate(self) -> None:
        """``None``: it is no mate."""

    def _key(self) -> Tuple[int, int]:
        return 0, self._value

    def __neg__(self) -> Cp:
        return Cp(-self._value)

    def __str__(self) -> str:
        return f"{self._value:+d}" if self._value else "0"

    def __repr__(self) -> str:
        return f"Cp({self})"


class Mate(Score):
    """A mate in so many moves; negative or 0 if this side is mated."""

    __slots__ = ()

    def __init__(self, moves: int) -> None:
        self._value = int(moves)

    @property
    def moves(self) -> int:
        """Moves to the mate."""
        return self._value

    def score(self, *, mate_score: Optional[int] = None) -> Optional[int]:
        """``mate_score`` less the moves to the mate, negative if this side is mated; ``None`` without it."""
        if mate_score is None:
            return None
        return mate_score - self._value if self._value > 0 else -mate_score - self._value

    def mate(self) -> int:
        """Moves to the mate."""
        return self._value

    def _key(self) -> Tuple[int, int]:
        return (1, -self._value) if self._value > 0 else (-1, -self._value)

    def __neg__(self) -> Score:
        return Mate(-self._value) if self._value else MateGiven

    def __str__(self) -> str:
        return f"#{self._value:+d}" if self._value else "#-0"

    def __repr__(self) -> str:
        return f"Mate({str(self)[1:]})"


class _MateGiven(Score):
    """The other side is mated now."""

    __slots__ = ()

    def score(self, *, mate_score: Optional[int] = None) -> Optional[int]:
        return mate_score

    def mate(self) -> int:
        return 0

    def _key(self) -> Tuple[int, int]:
        return 1, 0

    def __neg__(self) -> Score:
        return Mate(0)

    def __str__(self) -> str:
        return "#+0"

    def __repr__(self) -> str:
        return "MateGiven"

    def __reduce__(self) -> str:
        return "MateGiven"


#: The other side is mated now: the best score.
MateGiven = _MateGiven()


@dataclass(frozen=True)
class PovScore:
    """A score from the side to move: ``relative``, and ``turn`` says which side this is."""

    relative: Score
    turn: bool

    @property
    def cp(self) -> Optional[int]:
        """Centipawns from the side to move; ``None`` for a mate."""
        return None if self.relative.is_mate() else self.relative.score()

    @property
    def mate(self) -> Optional[int]:
        """Moves to mate from the side to move; ``None`` for centipawns."""
        return self.relative.mate()

    def pov(self, color: bool) -> Score:
        """The score from a side."""
        return self.relative if color == self.turn else -self.relative

    def white(self) -> Score:
        """The score from White."""
        return self.pov(True)

    def black(self) -> Score:
        """The score from Black."""
        return self.pov(False)

    def is_mate(self) -> bool:
        """Whether it is a mate."""
        return self.relative.is_mate()

    def __str__(self) -> str:
        return str(self.relative)

    def __repr__(self) -> str:
        return f"PovScore({self.relative!r}, {'WHITE' if self.turn else 'BLACK'})"


class Wdl(NamedTuple):
    """Wins, draws and losses that an engine expects, in any unit, usually of 1,000 games."""

    wins: int
    draws: int
    losses: int

    def total(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    def winning_chance(self) -> float:
        """The part of wins."""
        return self.wins / self.total()

    def drawing_chance(self) -> float:
        """The part of draws."""
        return self.draws / self.total()

    def losing_chance(self) -> float:
        """The part of losses."""
        return self.losses / self.total()

    def expectation(self) -> float:
        """Points a game, 0 to 1."""
        return (self.wins + self.draws / 2) / self.total()

    def __neg__(self) -> Wdl:
        return Wdl(self.losses, self.draws, self.wins)


@dataclass(frozen=True)
class PovWdl:
    """Wins, draws and losses from the side to move."""

    relative: Wdl
    turn: bool

    def pov(self, color: bool) -> Wdl:
        """The same from a side."""
        return self.relative if color == self.turn else -self.relative

    def white(self) -> Wdl:
        """The same from White."""
        return self.pov(True)

    def black(self) -> Wdl:
        """The same from Black."""
        return self.pov(False)

    def __getattr__(self, name: str) -> Any:
        if name in ("wins", "draws", "losses", "total", "winning_chance", "drawing_chance", "losing_chance", "expectation"):
            return getattr(self.relative, name)
        raise AttributeError(name)
