"""Other engines: programs that speak UCI, with the names of python-chess.

>>> from campione.engine import Limit, SimpleEngine
>>> with SimpleEngine.popen_uci("fairy-stockfish") as engine:  # doctest: +SKIP
...     engine.play(board, Limit(depth=10)).move
"""

from __future__ import annotations

import os
import queue
import re
import shlex
import subprocess
import threading
import time
from math import inf
from operator import index
from types import TracebackType
from typing import Any, Dict, Iterable, Iterator, List, Optional, Sequence, Tuple, Type, Union, overload

from ._campione import Move, Outcome, variant_id
from .board import Board
from .engine import INFO_ALL, AnalysisComplete, Info, Limit, Option, PlayResult, _check_options, _check_search, _Limits, _over
from .errors import ArgumentError, EngineError, MoveError
from .score import Cp, Mate, PovScore, PovWdl, Wdl

__all__ = ["EngineTerminatedError", "SimpleAnalysisResult", "SimpleEngine"]

#: What the client sets itself.
_MANAGED = ("uci_variant", "uci_chess960", "multipv", "ponder")
_NUMBERS = ("depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits", "currmovenumber", "cpuload")


class EngineTerminatedError(EngineError):
    """The program of the engine has ended."""


class SimpleEngine:
    """A program that speaks UCI; one search at a time.

    It plays our variants if its option ``UCI_Variant`` knows them; other variants than chess are an :class:`EngineError`.
    """

    #: ``name`` and ``author``.
    id: Dict[str, str]
    #: What :meth:`configure` sets.
    options: Dict[str, Option]

    def __init__(self, command: Union[str, Sequence[str]], timeout: float = 10.0, **popen: Any) -> None:
        words = shlex.split(command, posix=os.name != "nt") if isinstance(command, str) else list(command)
        if isinstance(command, str) and os.path.exists(command):
            words = [command]
        self._command = words[0]
        self._timeout = timeout
        self._lines: "queue.Queue[Optional[str]]" = queue.Queue()
        self._searching: Optional[SimpleAnalysisResult] = None
        self._values: Dict[str, str] = {}
        self._game: object = None
        self.id = {}
        self.options = {}
        self._process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            bufsize=1,
            **popen,
        )
        threading.Thread(target=self._listen, daemon=True).start()
        try:
            self._send("uci")
            for line in self._until("uciok", timeout):
                self._greeting(line)
            self._send("ucinewgame")
            self.ping()
        except BaseException:
            self.close()
            raise

    @classmethod
    def popen_uci(
        cls,
        command: Union[str, Sequence[str]],
        *,
        timeout: Optional[float] = 10.0,
        debug: Optional[bool] = None,
        setpgrp: bool = False,
        **popen: Any,
    ) -> SimpleEngine:
        """Starts a program: a path, a command, or a list of its words. ``timeout`` is for answers, in seconds. With ``setpgrp``
        Ctrl-C does not reach the program; ``debug`` changes nothing; all others are those of :class:`subprocess.Popen`.

        Raises :class:`OSError` if it cannot be started, :class:`EngineError` if it does not speak UCI.
        """
        if setpgrp and os.name == "posix":
            popen.setdefault("start_new_session", True)
        elif setpgrp:
            popen["creationflags"] = popen.get("creationflags", 0) | getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
        return cls(command, 1e9 if timeout is None else timeout, **popen)

    # Lines.

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line.strip())
        self._lines.put(None)

    def _send(self, line: str) -> None:
        stream = self._process.stdin
        try:
            if stream is None or stream.closed:
                raise BrokenPipeError
            stream.write(line + "\n")
            stream.flush()
        except (BrokenPipeError, OSError, ValueError):
            raise EngineTerminatedError(f"{self._command} has ended") from None

    def _line(self, until: float) -> str:
        try:
            line = self._lines.get(timeout=min(max(until - time.monotonic(), 0.0), threading.TIMEOUT_MAX))
        except queue.Empty:
            raise EngineError(f"{self._command} does not answer") from None
        if line is None:
            self._lines.put(None)
            raise EngineTerminatedError(f"{self._command} has ended (status {self._process.wait()})")
        return line

    def _until(self, word: str, timeout: float) -> Iterator[str]:
        until = time.monotonic() + timeout
        while True:
            line = self._line(until)
            if line == word:
                return
            yield line

    def _greeting(self, line: str) -> None:
        words = line.split()
        if words[:1] == ["id"] and len(words) > 2:
            self.id[words[1]] = " ".join(words[2:])
        elif words[:2] == ["option", "name"]:
            option = _option(words[2:])
            self.options[option.name] = option

    # Options.

    def _find(self, name: str) -> Optional[Option]:
        return next((option for option in self.options.values() if option.name.lower() == name.lower()), None)

    def configure(self, options: Dict[str, Any]) -> None:
        """Sets options. Raises :class:`ArgumentError` for those that the engine does not have or that the client sets itself,
        and for values that the engine does not offer.
        """
        _check_options(options)
        texts: List[Tuple[Option, str]] = []
        for name, value in options.items():
            option = self._find(name)
            if option is None or name.lower() in _MANAGED:
                known = ", ".join(own for own in self.options if own.lower() not in _MANAGED)
                reason = f"the engine has no option `{name}`" if option is None else f"`{name}` is set by the client"
                raise ArgumentError(f"options: {reason}: expected one of {known}", field="options", reason=reason)
            texts.append((option, _value(option, value)))
        for option, text in texts:
            self._set(option, text)

    def _set(self, option: Option, text: str) -> None:
        self._finish()
        if option.type == "button":
            self._send(f"setoption name {option.name}")
        elif self._values.get(option.name) != text:
            self._send(f"setoption name {option.name} value {text}")
            self._values[option.name] = text

    def ping(self) -> None:
        """Waits until the engine answers. Raises :class:`EngineError` if it does not."""
        self._finish()
        self._send("isready")
        for _ in self._until("readyok", self._timeout):
            pass

    # Searches.

    def _choose_variant(self, board: Board) -> str:
        """Tells the engine what is played, and returns the notation of its moves."""
        wanted, random = board.variant.id, board.variant.has_random_arrays
        option = self._find("UCI_Variant")
        if option is not None:
            names = ["chess"] if wanted in ("chess", "chess960") else [wanted]
            names += [name for name in option.var if variant_id(name) == wanted]
            found = next((name for name in names if name in option.var), None)
            if found is None or not (board.variant.is_built_in or board.variant.id in option.var):
                raise EngineError(f"{self._command} does not play {wanted}: it plays {', '.join(option.var)}")
            self._set(option, found)
        elif wanted not in ("chess", "chess960"):
            raise EngineError(f"{self._command} does not play {wanted}: it has no option UCI_Variant")
        castling = self._find("UCI_Chess960")
        if castling is not None:
            self._set(castling, "true" if random else "false")
        return "uci960" if random and castling is not None else "uci"

    def _start(
        self,
        board: Board,
        limit: Optional[Limit],
        multipv: Optional[int],
        game: object,
        root_moves: Optional[Iterable[Union[Move, str]]],
        options: Optional[Dict[str, Any]],
    ) -> SimpleAnalysisResult:
        limit = limit or Limit()
        checked = _Limits(limit, board, multipv, root_moves)
        if options:
            self.configure(options)
        self._finish()
        notation = self._choose_variant(board)
        lines = self._find("MultiPV")
        if lines is not None:
            self._set(lines, _value(lines, checked.multipv))
        elif checked.multipv > 1:
            raise EngineError(f"{self._command} has no option MultiPV")
        if game is not None and game != self._game:
            self._send("ucinewgame")
            self._game = game
        self.ping()
        position, played = board.root(), board.move_stack
        # UCI has no null moves: the game begins after the last one.
        passed = max((at + 1 for at, move in enumerate(played) if not move), default=0)
        position.push_all(played[:passed])
        words = ["position fen", position.fen() if board.variant.id in ("chess", "chess960") else position.fen("fairy")]
        moves = []
        for move in played[passed:]:
            moves.append(position.uci(move, notation))
            position.push(move)
        self._send(" ".join([*words, *(["moves", *moves] if moves else [])]))
        chosen = [board.uci(move, notation) for move in checked.moves]
        self._send(" ".join(["go", *_go(limit), *(["searchmoves", *chosen] if chosen else [])]))
        self._searching = SimpleAnalysisResult(self, board.copy(stack=False), limit)
        return self._searching

    def _finish(self) -> None:
        if self._searching is not None:
            self._searching.stop()
            self._searching.wait()

    def _timeout_of(self, limit: Limit) -> float:
        times = [limit.time, limit.white_clock, limit.black_clock]
        return max(own or 0.0 for own in times) + self._timeout if any(own is not None for own in times) else 1e9

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
        """The best move. See :meth:`Engine.play`. Raises :class:`EngineError` too if the engine does not play the variant."""
        _check_search(board, limit)
        if board.outcome() is not None:
            return PlayResult(None, None, board.outcome(), [], 0, 0.0)
        self._ends(limit)
        return self._start(board, limit, None, game, root_moves, options).wait()

    def _ends(self, limit: Limit) -> None:
        if limit == Limit():
            reason = "without a limit the search would not end"
            raise ArgumentError(f"limit: {reason}", field="limit", reason=reason)

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
        """The last line of a search; with ``multipv`` a list of so many lines, the best first. See :meth:`Engine.analyse`."""
        _check_search(board, limit)
        self._ends(limit)
        outcome = board.outcome()
        if outcome is not None:
            lines = [_over(board, outcome)]
        else:
            analysis = self._start(board, limit, multipv, game, root_moves, options)
            analysis.wait()
            lines = analysis.multipv
        return (lines[0] if lines else Info()) if multipv is None else lines

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
    ) -> SimpleAnalysisResult:
        """Begins a search and returns at once; without a limit it goes on until it is stopped."""
        _check_search(board, limit)
        return self._start(board, limit, multipv, game, root_moves, options)

    # The end.

    @property
    def returncode(self) -> Optional[int]:
        """The exit status of the program; ``None`` while it runs."""
        return self._process.poll()

    def quit(self) -> None:
        """Asks the program to end, and waits for it."""
        try:
            self._send("stop")
            self._send("quit")
        except EngineTerminatedError:
            pass
        self.close()

    def close(self) -> None:
        """Ends the program, whether it wants or not."""
        if self._process.stdin is not None:
            try:
                self._process.stdin.close()
            except OSError:
                pass
        try:
            self._process.wait(timeout=min(self._timeout, 5.0))
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def __enter__(self) -> SimpleEngine:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.quit()

    def __repr__(self) -> str:
        return f"<SimpleEngine {self._command}>"


class SimpleAnalysisResult:
    """A search of another engine: an iterator of :class:`Info` as they come."""

    #: The last information of each line, by its number from 0.
    multipv: List[Info]

    def __init__(self, engine: SimpleEngine, board: Board, limit: Limit) -> None:
        self._engine = engine
        self._board = board
        self._limit = limit
        self._result: Optional[PlayResult] = None
        self._until = time.monotonic() + engine._timeout_of(limit)
        self.multipv = []

    @property
    def info(self) -> Info:
        """The last information of the best line; empty if there is none yet."""
        return self.multipv[0] if self.multipv else Info()

    def __iter__(self) -> Iterator[Info]:
        return self

    def __next__(self) -> Info:
        while self._result is None:
            words = self._engine._line(self._until).split()
            if words[:1] == ["info"]:
                info = _info(words[1:], self._board)
                self._keep(info)
                return info
            if words[:1] == ["bestmove"]:
                self._end(words)
        raise StopIteration

    def _keep(self, info: Info) -> None:
        if "pv" not in info and "score" not in info:
            return
        at = int(info.get("multipv", 1)) - 1
        while len(self.multipv) <= at:
            self.multipv.append(Info())
        if "score" in info:
            # A bound is one of the score that it stands beside.
            self.multipv[at].pop("lowerbound", None)
            self.multipv[at].pop("upperbound", None)
        self.multipv[at].update(info)

    def _end(self, words: List[str]) -> None:
        self._engine._searching = None
        board, moves = self._board.copy(), []
        for text in (words[1:2], words[3:4]):
            try:
                moves.append(board.parse_uci(text[0]))
                board.push(moves[-1])
            except (IndexError, MoveError):
                break
        if not moves and words[1:2] not in ([], ["(none)"], ["0000"]):
            self._result = PlayResult(None, None, None, [], 0, 0.0)
            raise EngineError(f"{self._engine._command} plays `{' '.join(words[1:2])}`, which is not legal in {self._board.fen()}")
        best, ponder = [*moves, None, None][:2]
        nodes, seconds = int(self.info.get("nodes", 0)), float(self.info.get("time", 0.0))
        self._result = PlayResult(best, ponder, None, list(self.multipv), nodes, seconds)

    def next(self) -> Optional[Info]:
        """The next information; ``None`` when the search has ended."""
        return next(self, None)

    def get(self) -> Info:
        """The next information. Raises :class:`AnalysisComplete` when the search has ended."""
        info = next(self, None)
        if info is None:
            raise AnalysisComplete
        return info

    def stop(self) -> None:
        """Asks the engine to end the search soon."""
        if self._result is None:
            self._until = time.monotonic() + self._engine._timeout
            self._engine._send("stop")

    def wait(self) -> PlayResult:
        """Waits for the end of the search."""
        for _ in self:
            pass
        assert self._result is not None
        return self._result

    def __enter__(self) -> SimpleAnalysisResult:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.stop()


def _go(limit: Limit) -> List[str]:
    words: List[str] = []
    for name, seconds in (
        ("movetime", limit.time),
        ("wtime", limit.white_clock),
        ("btime", limit.black_clock),
        ("winc", limit.white_inc),
        ("binc", limit.black_inc),
    ):
        if seconds is not None:
            words += [name, str(max(round(seconds * 1000), 1 if name == "movetime" else 0))]
    for name, number in (
        ("movestogo", limit.remaining_moves),
        ("depth", limit.depth),
        ("nodes", limit.nodes),
        ("mate", limit.mate),
    ):
        if number is not None:
            words += [name, str(number)]
    return words or ["infinite"]


def _option(words: List[str]) -> Option:
    keys = ("type", "default", "min", "max", "var")
    name, values, key = [], {}, "name"  # type: Tuple[List[str], Dict[str, Any], str]
    var: List[str] = []
    for word in words:
        if word in keys and not (key == "name" and not name):
            key = word
            if key == "var":
                var.append("")
            continue
        if key == "name":
            name.append(word)
        elif key == "var":
            var[-1] = f"{var[-1]} {word}".strip()
        else:
            values[key] = f"{values.get(key, '')} {word}".strip()
    kind, default = values.get("type", "string"), values.get("default")
    if kind == "spin":
        default = _whole(default)
    elif kind == "check":
        default = default == "true"
    return Option(" ".join(name), kind, default, _whole(values.get("min")), _whole(values.get("max")), var)


def _value(option: Option, value: Any) -> str:
    """The text of a value that an option may have. Raises :class:`ArgumentError` for any other."""
    text = "" if value is None else str(value)
    if option.type == "spin":
        if not isinstance(value, bool) and hasattr(value, "__index__"):
            text = str(index(value))
        least = "" if option.min is None else f" from {option.min}"
        most = "" if option.max is None else f" to {option.max}"
        expected = f"a whole number{least}{most}"
        whole = _whole(text)
        low, high = -inf if option.min is None else option.min, inf if option.max is None else option.max
        is_good = whole is not None and low <= whole <= high
    elif option.type == "check":
        expected, text = "true or false", text.lower()
        is_good = text in ("true", "false")
    elif option.type == "combo":
        expected = f"one of {', '.join(option.var)}"
        known = [own for own in option.var if own.lower() == text.lower()]
        is_good, text = bool(known), (known or [text])[0]
    else:
        expected, is_good = "a text without line breaks", not re.search(r"[\r\n]", text)
    if not is_good:
        reason = f"{value!r} is no value of {option.name}: expected {expected}"
        raise ArgumentError(f"options: {reason}", field="options", reason=reason)
    return text


def _whole(text: Any) -> Optional[int]:
    try:
        return int(text)
    except (TypeError, ValueError):
        return None


def _info(words: List[str], board: Board) -> Info:
    info, at = Info(), 0
    while at < len(words):
        word, rest = words[at], words[at + 1 :]
        at += 1
        if word == "string":
            info["string"] = " ".join(rest)
            break
        if word == "pv":
            position, line = board.copy(), []
            for text in rest:
                try:
                    line.append(position.push_uci(text))
                except MoveError:
                    break
            info["pv"] = line
            at += len(line)
        elif word == "score" and len(rest) > 1 and _whole(rest[1]) is not None:
            info["score"] = PovScore(Mate(int(rest[1])) if rest[0] == "mate" else Cp(int(rest[1])), board.turn)
            at += 2
        elif word in ("lowerbound", "upperbound"):
            info[word] = True
        elif word == "wdl" and len(rest) > 2 and all(_whole(own) is not None for own in rest[:3]):
            info["wdl"] = PovWdl(Wdl(*(int(own) for own in rest[:3])), board.turn)
            at += 3
        elif word == "time" and rest and _whole(rest[0]) is not None:
            info["time"] = int(rest[0]) / 1000
            at += 1
        elif word in _NUMBERS and rest and _whole(rest[0]) is not None:
            info[word] = int(rest[0])
            at += 1
        elif word == "currmove" and rest:
            try:
                info["currmove"] = board.parse_uci(rest[0])
            except MoveError:
                pass
            at += 1
    return info
