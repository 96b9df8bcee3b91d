"""The engine: the best move, and the lines behind it.

>>> import campione
>>> engine = campione.Engine(hash=16)
>>> board = campione.Board("capablanca")
>>> engine.play(board, campione.Limit(depth=4)).move in board.legal_moves
True
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isfinite, nan
from operator import index
from random import getrandbits
from types import TracebackType
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Tuple, Type, Union, overload

from ._campione import Move, Outcome, RawEngine, RawSearch, __version__
from ._queries import check_board
from .board import Board
from .errors import ArgumentError, EngineError
from .score import Cp, Mate, MateGiven, PovScore, PovWdl, Score, Wdl

__all__ = [
    "Analysis",
    "INFO_ALL",
    "INFO_BASIC",
    "INFO_CURRLINE",
    "INFO_NONE",
    "INFO_PV",
    "INFO_REFUTATION",
    "INFO_SCORE",
    "AnalysisComplete",
    "Cp",
    "Engine",
    "EngineError",
    "EngineTerminatedError",
    "Info",
    "InfoDict",
    "Limit",
    "Mate",
    "MateGiven",
    "Option",
    "PlayResult",
    "PovScore",
    "PovWdl",
    "Score",
    "SimpleAnalysisResult",
    "SimpleEngine",
    "Wdl",
]

#: What python-chess can ask for as ``info``. Here all that an engine says is told, whatever is asked for.
INFO_NONE: int = 0
INFO_BASIC: int = 1
INFO_SCORE: int = 2
INFO_PV: int = 4
INFO_REFUTATION: int = 8
INFO_CURRLINE: int = 16
INFO_ALL: int = 31


@dataclass(frozen=True)
class Option:
    """An option of an engine, as UCI has them."""

    name: str
    #: ``"spin"``, ``"check"``, ``"combo"``, ``"string"``, ``"button"``.
    type: str
    default: Any = None
    min: Optional[int] = None
    max: Optional[int] = None
    var: List[str] = field(default_factory=list)


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


class Info(Dict[str, Any]):
    """A line of an iteration: ``info["depth"]``, ``info.get("depth")`` and ``info.depth`` are the same.

    Our engine says ``depth`` and ``seldepth`` (plies), ``multipv`` (which line it is, from 1), ``score`` (a
    :class:`PovScore`), ``nodes``, ``nps``, ``time`` (seconds), ``hashfull`` (of 1,000), ``pv`` (moves, each legal after
    those before it). Other engines may leave some out and say more: ``wdl``, ``tbhits``, ``string``, ``currmove``.
    """

    depth: int
    seldepth: int
    multipv: int
    score: PovScore
    nodes: int
    nps: int
    time: float
    hashfull: int
    pv: List[Move]

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


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
    #: Engines that we talk to by UCI do neither.
    draw_offered: bool = False
    resigned: bool = False

    @property
    def info(self) -> Info:
        """The last line of the best move; empty if there is none."""
        return self.lines[0] if self.lines else Info()


def _number(field: str, value: Any, least: int = 0, most: int = 2**32 - 1) -> Optional[int]:
    if value is None:
        return None
    whole = None if isinstance(value, bool) or not hasattr(value, "__index__") else index(value)
    if whole is None or not least <= whole <= most:
        reason = f"{value!r} is no whole number from {least} to {most}"
        raise ArgumentError(f"{field}: {reason}", field=field, reason=reason)
    return whole


def _seconds(field: str, value: Any) -> Optional[float]:
    if value is None:
        return None
    try:
        seconds = nan if isinstance(value, (bool, str)) else float(value)
    except (TypeError, ValueError, OverflowError):
        seconds = nan
    if not isfinite(seconds) or seconds < 0:
        reason = f"{value!r} is no number of seconds"
        raise ArgumentError(f"{field}: {reason}", field=field, reason=reason)
    return seconds


def _check_search(board: Any, limit: Any) -> None:
    """Raises :class:`TypeError` and :class:`FenError` for what is no board or no limit."""
    check_board(board)
    if not (limit is None or isinstance(limit, Limit)):
        raise TypeError(f"a limit is a Limit, such as Limit(time=0.1), not {type(limit).__name__}")


def _check_options(options: Any) -> None:
    if not isinstance(options, Mapping):
        raise TypeError(f"options are a dict of names and values, not {type(options).__name__}")
    for name in options:
        if not isinstance(name, str):
            raise TypeError(f"the name of an option is a text (str), not {type(name).__name__}")


class _Limits:
    """A limit as the search wants it."""

    def __init__(
        self, limit: Limit, board: Board, multipv: Optional[int], root_moves: Optional[Iterable[Union[Move, str]]]
    ) -> None:
        self.depth = _number("depth", limit.depth, least=1)
        self.nodes = _number("nodes", limit.nodes, least=1, most=2**64 - 1)
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


class AnalysisComplete(Exception):
    """The search has ended, and all that it said was read."""


class Analysis:
    """A search that goes on: an iterator of :class:`Info` as they come. ``with engine.analysis(board) as infos: …``."""

    def __init__(self, search: RawSearch, turn: bool) -> None:
        self._search = search
        self._turn = turn
        #: The last information of each line, by its number from 0.
        self.multipv: List[Info] = []

    def _info(self, report: Tuple[int, int, int, Optional[int], Optional[int], int, float, int, List[Move]]) -> Info:
        depth, seldepth, multipv, cp, mate, nodes, time, hashfull, pv = report
        score = PovScore(Cp(cp or 0) if mate is None else Mate(mate), self._turn)
        nps = int(nodes / max(time, 1e-9))
        return Info(
            depth=depth, seldepth=seldepth, multipv=multipv, score=score, nodes=nodes, nps=nps, time=time, hashfull=hashfull, pv=pv
        )

    @property
    def info(self) -> Info:
        """The last information of the best line; empty if there is none yet."""
        return self.multipv[0] if self.multipv else Info()

    def next(self) -> Optional[Info]:
        """The next information; ``None`` when the search has ended."""
        return next(self, None)

    def get(self) -> Info:
        """The next information. Raises :class:`AnalysisComplete` when the search has ended."""
        info = next(self, None)
        if info is None:
            raise AnalysisComplete
        return info

    def __iter__(self) -> Iterator[Info]:
        return self

    def __next__(self) -> Info:
        report = self._search.next()
        if report is None:
            raise StopIteration
        info = self._info(report)
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


def _over(board: Board, outcome: Optional[Outcome]) -> Info:
    """The line of a game that is over."""
    score: Score = Cp(0)
    if outcome is not None and outcome.winner is not None:
        score = Mate(0) if outcome.winner != board.turn else MateGiven
    return Info(depth=0, seldepth=0, multipv=1, score=PovScore(score, board.turn), nodes=0, nps=0, time=0.0, hashfull=0, pv=[])


class Engine:
    """An engine with a table of ``hash`` mebibytes and ``threads`` threads; one search at a time.

    What it learns stays for the next search of the same game, until :meth:`clear`. With one thread the same searches of a
    new engine give the same results, if no limit is a time. ``net=False`` evaluates without nets. While it searches other
    threads of Python run; Ctrl-C ends a search.

    Raises :class:`ArgumentError`, and :class:`EngineError` without memory or threads.
    """

    def __init__(self, hash: int = 64, threads: int = 1, *, net: bool = True) -> None:
        self._net = net
        self._game: object = None
        self._open(hash, threads)

    def _open(self, hash: int, threads: int) -> None:
        size = _number("hash", hash, least=1, most=2**40) or 1
        count = _number("threads", threads, least=1, most=1024) or 1
        self._engine: Optional[RawEngine] = RawEngine(size, count, self._net)
        self._hash = size
        self._strength: Optional[Tuple[Optional[int], Optional[int], int]] = None

    def _raw(self) -> RawEngine:
        if self._engine is None:
            raise EngineError("the engine was closed")
        return self._engine

    @property
    def id(self) -> Dict[str, str]:
        """Name and author, as UCI has them."""
        return {"name": f"campione {__version__}", "author": "the campione authors"}

    @property
    def options(self) -> Dict[str, Option]:
        """What :meth:`configure` sets."""
        low, high = self.elo_range
        return {
            "Hash": Option("Hash", "spin", 64, 1, 2**40),
            "Threads": Option("Threads", "spin", 1, 1, 1024),
            "Skill Level": Option("Skill Level", "spin", 20, 0, 20),
            "UCI_LimitStrength": Option("UCI_LimitStrength", "check", False),
            "UCI_Elo": Option("UCI_Elo", "spin", high, low, high),
        }

    def configure(self, options: Dict[str, Any]) -> None:
        """Sets options by the names of UCI: ``Hash`` (mebibytes), ``Threads``, ``Skill Level``, ``UCI_LimitStrength`` with
        ``UCI_Elo``. Other values of the first two forget what was learned.

        Raises :class:`ArgumentError` for other names and values.
        """
        _check_options(options)
        own = {name.lower(): name for name in self.options}
        given: Dict[str, Any] = {}
        for name, value in options.items():
            if name.lower() not in own:
                reason = f"there is no option `{name}`: expected one of {', '.join(own.values())}"
                raise ArgumentError(f"options: {reason}", field="options", reason=reason)
            given[own[name.lower()]] = value
        hash, threads = given.get("Hash", self._hash), given.get("Threads", self.threads)
        if (hash, threads) != (self._hash, self.threads):
            strength = self._strength
            self._open(hash, threads)
            if strength is not None:
                self._raw().set_strength(*strength)
                self._strength = strength
        if given.get("UCI_LimitStrength", "UCI_Elo" in given) and "UCI_Elo" in given:
            self.limit_strength(elo=given["UCI_Elo"])
        elif "Skill Level" in given:
            self.limit_strength(given["Skill Level"])
        elif given.get("UCI_LimitStrength", True) is False:
            self.limit_strength()

    def ping(self) -> None:
        """Nothing: the engine is in this process."""
        self._raw()

    def quit(self) -> None:
        """Frees the memory of the engine, which cannot be used any more."""
        self._engine = None

    close = quit

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.quit()

    @property
    def threads(self) -> int:
        """How many threads search."""
        return self._raw().threads

    def clear(self) -> None:
        """Forgets what it has learned, as before a new game."""
        self._raw().clear()

    @property
    def elo_range(self) -> Tuple[int, int]:
        """The least and the greatest Elo number of :meth:`limit_strength`."""
        return RawEngine.elo_range()

    def limit_strength(
        self, level: Optional[int] = None, *, elo: Optional[int] = None, seed: Optional[int] = None
    ) -> None:
        """Plays weaker, for people: at a level from 0 to 20 (full strength), or at an Elo number of :attr:`elo_range`,
        which is a higher level in chess than on a large board.

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
        strength = (level, elo, getrandbits(32) if seed is None else seed)
        self._raw().set_strength(*strength)
        self._strength = strength

    def _start(
        self,
        board: Board,
        limit: Optional[Limit],
        multipv: Optional[int],
        root_moves: Optional[Iterable[Union[Move, str]]],
        endless: bool,
    ) -> Analysis:
        limits = _Limits(limit or Limit(), board, multipv, root_moves)
        if not endless and limits.is_empty():
            reason = "without a limit the search would not end"
            raise ArgumentError(f"limit: {reason}", field="limit", reason=reason)
        return Analysis(self._raw().start(board, limits), board.turn)

    def play(
        self,
        board: Board,
        limit: Limit,
        *,
        game: object = None,
        info: int = INFO_ALL,
        ponder: bool = False,
        root_moves: Optional[Iterable[Union[Move, str]]] = None,
        options: Optional[Dict[str, Any]] = None,
    ) -> PlayResult:
        """The best move. ``root_moves`` are the moves among which it is chosen; another ``game`` than the last time forgets
        what was learned; ``options`` are set before, and stay. Nothing is pondered, whatever ``ponder`` says.

        Raises :class:`ArgumentError`, :class:`MoveError` for ``root_moves``, :class:`EngineError` if it is busy.
        """
        _check_search(board, limit)
        self._before(game, options)
        return self._start(board, limit, None, root_moves, False).wait()

    def _before(self, game: object, options: Optional[Dict[str, Any]]) -> None:
        if options:
            self.configure(options)
        if game is not None and game != self._game:
            self.clear()
            self._game = game

    @overload
    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: None = None,
        game: object = None,
        info: int = INFO_ALL,
        root_moves: Optional[Iterable[Union[Move, str]]] = None,
        options: Optional[Dict[str, Any]] = None,
    ) -> Info: ...
    @overload
    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int,
        game: object = None,
        info: int = INFO_ALL,
        root_moves: Optional[Iterable[Union[Move, str]]] = None,
        options: Optional[Dict[str, Any]] = None,
    ) -> List[Info]: ...
    @overload
    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: Optional[int] = None,
        game: object = None,
        info: int = INFO_ALL,
        root_moves: Optional[Iterable[Union[Move, str]]] = None,
        options: Optional[Dict[str, Any]] = None,
    ) -> Union[Info, List[Info]]: ...
    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: Optional[int] = None,
        game: object = None,
        info: int = INFO_ALL,
        root_moves: Optional[Iterable[Union[Move, str]]] = None,
        options: Optional[Dict[str, Any]] = None,
    ) -> Union[Info, List[Info]]:
        """The last line of a search; with ``multipv`` a list of so many lines, the best first.

        Of a game that is over it is a line of depth 0 without moves: ``Mate(0)`` if the side to move has lost. Errors as
        :meth:`play`.
        """
        _check_search(board, limit)
        self._before(game, options)
        result = self._start(board, limit, multipv, root_moves, False).wait()
        lines = result.lines or [_over(board, result.outcome)]
        return lines[0] if multipv is None else lines

    def analysis(
        self,
        board: Board,
        limit: Optional[Limit] = None,
        *,
        multipv: Optional[int] = None,
        game: object = None,
        info: int = INFO_ALL,
        root_moves: Optional[Iterable[Union[Move, str]]] = None,
        options: Optional[Dict[str, Any]] = None,
    ) -> Analysis:
        """Begins a search and returns at once; without a limit it goes on until it is stopped. Errors as :meth:`play`."""
        _check_search(board, limit)
        self._before(game, options)
        return self._start(board, limit, multipv, root_moves, True)


InfoDict = Info

# The clients of other engines need the classes above.
from .uci import EngineTerminatedError, SimpleAnalysisResult, SimpleEngine  # noqa: E402
