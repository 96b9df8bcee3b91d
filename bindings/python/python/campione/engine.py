"""The engine: the best move, and the lines behind it.

>>> import campione
>>> engine = campione.Engine(hash=16)
>>> board = campione.Board("capablanca")
>>> engine.play(board, campione.Limit(depth=4)).move in board.legal_moves
True
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from random import getrandbits
from types import TracebackType
from typing import Any, Dict, Iterable, Iterator, List, Optional, Tuple, Type, Union

from ._campione import Board, Move, Outcome, RawEngine, RawSearch
from .errors import ArgumentError

__all__ = ["Analysis", "Engine", "Info", "Limit", "PlayResult", "Score"]


@dataclass(frozen=True)
class Limit:
    """What ends a search: the limit that is met first. Times are seconds."""

    #: The time for this search.
    time: Optional[float] = None
    #: Plies.
    depth: Optional[int] = None
    #: Moves made on the board, by all threads together.
    nodes: Optional[int] = None
    #: Ends with the proof of a mate in at most so many moves of the side to move.
    mate: Optional[int] = None
    #: What the clocks say. The engine takes as much of its own as the position is worth.
    white_clock: Optional[float] = None
    black_clock: Optional[float] = None
    white_inc: Optional[float] = None
    black_inc: Optional[float] = None
    #: Moves until more time is added; ``None`` for the whole game.
    remaining_moves: Optional[int] = None


@dataclass(frozen=True)
class Score:
    """A score from one side: centipawns (``cp``), or moves to mate (``mate``, negative if that side is mated)."""

    cp: Optional[int]
    mate: Optional[int]
    #: From which side: ``WHITE`` (``True``) or ``BLACK``.
    color: bool

    def pov(self, color: bool) -> Score:
        """The same from a side."""
        if color == self.color:
            return self
        return Score(None if self.cp is None else -self.cp, None if self.mate is None else -self.mate, color)

    def white(self) -> Score:
        """The same from White."""
        return self.pov(True)

    def black(self) -> Score:
        """The same from Black."""
        return self.pov(False)

    def is_mate(self) -> bool:
        """Whether it is a proven mate."""
        return self.mate is not None

    def score(self, mate_score: int = 100_000) -> int:
        """One number: centipawns, or ``mate_score`` less the moves to mate."""
        if self.mate is None:
            return self.cp or 0
        return mate_score - self.mate if self.mate > 0 else -mate_score - self.mate

    def __str__(self) -> str:
        return f"#{self.mate:+d}" if self.mate is not None else f"{(self.cp or 0) / 100:+.2f}"


@dataclass(frozen=True)
class Info:
    """A line of an iteration. ``info["depth"]`` and ``info.depth`` are the same."""

    #: The iteration, in plies.
    depth: int
    #: The longest line searched, in plies.
    seldepth: int
    #: Which of the lines it is, from 1, the best.
    multipv: int
    #: From the side to move.
    score: Score
    #: Moves made on the board so far.
    nodes: int
    #: Seconds since the search began.
    time: float
    #: How full the table is, in parts of a thousand.
    hashfull: int
    #: The moves of the line, each legal after those before it.
    pv: List[Move]

    @property
    def nps(self) -> int:
        """Nodes a second."""
        return int(self.nodes / max(self.time, 1e-9))

    def __getitem__(self, key: str) -> Any:
        try:
            return getattr(self, key)
        except AttributeError:
            raise KeyError(key) from None


@dataclass(frozen=True)
class PlayResult:
    """What came of a search."""

    #: The best move; ``None`` if the game is over.
    move: Optional[Move]
    #: The answer that is expected.
    ponder: Optional[Move]
    #: How the game ended, if it is over.
    outcome: Optional[Outcome]
    #: The last line of each of the best moves, the best first.
    lines: List[Info]
    nodes: int
    #: Seconds.
    time: float
    #: It is proven that there is no mate in so many moves; 0 if nothing is. Looked for if ``Limit.mate`` was given.
    no_mate_in: int = 0


def _number(field: str, value: Any, least: int = 0, most: int = 2**32 - 1) -> Optional[int]:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        reason = f"{value!r} is no whole number from {least} to {most}"
        raise ArgumentError(f"{field}: {reason}", field=field, reason=reason)
    return value


def _seconds(field: str, value: Any) -> Optional[float]:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not isfinite(value) or value < 0:
        reason = f"{value!r} is no number of seconds"
        raise ArgumentError(f"{field}: {reason}", field=field, reason=reason)
    return float(value)


class _Limits:
    """A limit as the search wants it."""

    def __init__(
        self, limit: Limit, board: Board, multipv: Optional[int], root_moves: Optional[Iterable[Union[Move, str]]]
    ) -> None:
        self.depth = _number("depth", limit.depth)
        self.nodes = _number("nodes", limit.nodes, most=2**64 - 1)
        self.time = _seconds("time", limit.time)
        self.mate = _number("mate", limit.mate, least=1)
        left = _seconds("white_clock", limit.white_clock), _seconds("black_clock", limit.black_clock)
        increments = _seconds("white_inc", limit.white_inc), _seconds("black_inc", limit.black_inc)
        own = 0 if board.turn else 1
        clock = left[own]
        moves = _number("remaining_moves", limit.remaining_moves, least=1)
        self.clock: Optional[Tuple[float, float, Optional[int]]] = None
        if clock is not None:
            self.clock = (clock, increments[own] or 0.0, moves)
        self.multipv = _number("multipv", multipv, least=1, most=500) or 1
        self.moves = [] if root_moves is None else list(root_moves)

    def is_empty(self) -> bool:
        return all(limit is None for limit in (self.depth, self.nodes, self.time, self.mate, self.clock))


class Analysis:
    """A search that goes on: an iterator of :class:`Info` as they come. ``with engine.analysis(board) as infos: …``."""

    def __init__(self, search: RawSearch, turn: bool) -> None:
        self._search = search
        self._turn = turn
        #: The last information of each line, by its number from 0.
        self.multipv: List[Info] = []

    def _info(self, told: Tuple[int, int, int, Optional[int], Optional[int], int, float, int, List[Move]]) -> Info:
        depth, seldepth, multipv, cp, mate, nodes, time, hashfull, pv = told
        return Info(depth, seldepth, multipv, Score(cp, mate, self._turn), nodes, time, hashfull, pv)

    def __iter__(self) -> Iterator[Info]:
        return self

    def __next__(self) -> Info:
        told = self._search.next()
        if told is None:
            raise StopIteration
        info = self._info(told)
        if info.multipv <= len(self.multipv):
            self.multipv[info.multipv - 1] = info
        else:
            self.multipv.append(info)
        return info

    def stop(self) -> None:
        """Asks the search to end soon."""
        self._search.stop()

    def wait(self) -> PlayResult:
        """Waits for the end of the search."""
        best, ponder, outcome, lines, nodes, time, no_mate_in = self._search.wait()
        return PlayResult(best, ponder, outcome, [self._info(line) for line in lines], nodes, time, no_mate_in)

    def __enter__(self) -> Analysis:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.stop()


class Engine:
    """An engine with a table of ``hash`` mebibytes and ``threads`` threads; one search at a time.

    What it learns stays for the next search of the same game, until :meth:`clear`. With one thread the same searches of a
    new engine give the same results, if no limit is a time. ``net=False`` evaluates without nets. While it searches other
    threads of Python run; Ctrl-C ends a search.

    Raises :class:`ArgumentError`, and :class:`EngineError` without memory or threads.
    """

    def __init__(self, hash: int = 64, threads: int = 1, *, net: bool = True) -> None:
        size = _number("hash", hash, least=1, most=2**40) or 1
        count = _number("threads", threads, least=1, most=1024) or 1
        self._engine = RawEngine(size, count, net)

    @property
    def threads(self) -> int:
        """How many threads search."""
        return self._engine.threads

    def clear(self) -> None:
        """Forgets what it has learned, as before a new game."""
        self._engine.clear()

    @property
    def elo_range(self) -> Tuple[int, int]:
        """The least and the greatest Elo number of :meth:`limit_strength`."""
        return self._engine.elo_range()

    def limit_strength(
        self, level: Optional[int] = None, *, elo: Optional[int] = None, seed: Optional[int] = None
    ) -> None:
        """Plays weaker, for people: at a level from 0 to 20 (full strength), or at an Elo number of :attr:`elo_range`.

        It then needs no other limit than one far away, such as ``Limit(time=1)``. With the same ``seed`` it errs in the same
        way; by default in another one. Without arguments it has full strength again. Forgets what it has learned.

        Raises :class:`ArgumentError`.
        """
        if level is not None and elo is not None:
            reason = "the strength is a level or an Elo number, not both"
            raise ArgumentError(f"elo: {reason}", field="elo", reason=reason)
        level = _number("level", level, most=20)
        elo = _number("elo", elo, *self.elo_range)
        seed = _number("seed", seed, most=2**64 - 1)
        self._engine.set_strength(level, elo, getrandbits(32) if seed is None else seed)

    def _start(
        self,
        board: Board,
        limit: Optional[Limit],
        multipv: Optional[int],
        root_moves: Optional[Iterable[Union[Move, str]]],
        endless: bool,
    ) -> Analysis:
        if isinstance(limit, (int, float)):
            raise TypeError("a limit is a Limit, such as Limit(time=0.1)")
        limits = _Limits(limit or Limit(), board, multipv, root_moves)
        if not endless and limits.is_empty():
            reason = "without a limit the search would not end"
            raise ArgumentError(f"limit: {reason}", field="limit", reason=reason)
        return Analysis(self._engine.start(board, limits), board.turn)

    def play(
        self, board: Board, limit: Limit, *, root_moves: Optional[Iterable[Union[Move, str]]] = None
    ) -> PlayResult:
        """The best move. ``root_moves`` are the moves among which it is chosen.

        Raises :class:`ArgumentError`, :class:`MoveError` for ``root_moves``, :class:`EngineError` if it is busy.
        """
        return self._start(board, limit, None, root_moves, False).wait()

    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: Optional[int] = None,
        root_moves: Optional[Iterable[Union[Move, str]]] = None,
    ) -> Union[Info, List[Info]]:
        """The last line of a search; with ``multipv`` a list of so many lines, the best first.

        A game that is over, or ``root_moves`` of which none is there, has no line: an empty list, or :class:`ArgumentError`.
        Errors as :meth:`play`.
        """
        lines = self._start(board, limit, multipv, root_moves, False).wait().lines
        if multipv is not None:
            return lines
        if not lines:
            reason = "the game is over"
            raise ArgumentError(f"board: {reason}", field="board", reason=reason)
        return lines[0]

    def analysis(
        self,
        board: Board,
        limit: Optional[Limit] = None,
        *,
        multipv: Optional[int] = None,
        root_moves: Optional[Iterable[Union[Move, str]]] = None,
    ) -> Analysis:
        """Begins a search and returns at once; without a limit it goes on until it is stopped. Errors as :meth:`play`."""
        return self._start(board, limit, multipv, root_moves, True)
