"""Calls with random arguments: whatever comes in, an ordinary exception comes out, and memory stays.

`python tests/test_fuzz.py 1000000 [SEED]` makes a million calls, and says what they raised and how much memory they left.
"""

import copy
import ctypes
import faulthandler
import gc
import inspect
import io
import os
import pickle
import random
import sys
import tempfile
import warnings
from collections import Counter
from itertools import islice
from typing import Any, Callable, Dict, List, Tuple, Type

import campione
import pytest
from campione import Board, Engine, Limit, Variant, board, crc, engine, epd, errors, pgn, pyffish, score, squares, svg, uci

MODULES = [campione, board, crc, engine, epd, errors, pgn, pyffish, score, squares, svg, uci]

#: What bad arguments may raise. A panic would be another `RuntimeError`, or a `PanicException`.
ORDINARY: Tuple[Type[BaseException], ...] = (ValueError, TypeError, LookupError, AttributeError, OverflowError, OSError, StopIteration)
ORDINARY += (NotImplementedError, errors.EngineError, engine.AnalysisComplete)

#: What is not called.
LEFT_OUT = {
    "SimpleEngine": "starts programs",
    "SimpleAnalysisResult": "talks to programs",
    "carry_rippler": "has 2^n results",
    # They raise what they are told to.
    "handle_error": "raises its argument",
}

#: Methods of Python's protocols.
PROTOCOLS = (
    "__bool__ __contains__ __copy__ __deepcopy__ __eq__ __ge__ __getitem__ __gt__ __hash__ __int__ __invert__ __iter__ __le__ __len__ "
    "__lt__ __next__ __or__ __and__ __sub__ __xor__ __reduce__ __repr__ __reversed__ __str__ _repr_svg_"
).split()

WHOLE = [0, 1, 2, 3, 5, 7, 8, 12, 40, 63, 64, 77, 119, 120, 127, 128, 255, 256, 959, 960, 48000, 48001, -1, -2, -120, 2**31, 2**32]
WHOLE += [2**63 - 1, 2**63, 2**64, 2**119, 2**120, -(2**63), 2**200, -(2**200)]

#: Values by the names of parameters. Depths and sizes are so small that a call is short, or so large that they are errors.
NAMED: Dict[str, List[Any]] = {
    "depth": [0, 1, 2, 3, -1, 2**31, 2**70, None, "2", 1.5, True],
    "hash": [1, 2, 0, -1, 2**45, 2**70, "1", None, 1.0],
    "threads": [1, 2, 0, -1, 1025, 2**70, "1", None],
    "limit": [Limit(depth=1), Limit(depth=2), Limit(nodes=100), Limit(nodes=0), Limit(depth=-1), Limit(time="x"), 5, "x"],  # type: ignore[arg-type]
    "options": [{}, {"Hash": 1}, {"Hash": -1}, {"Threads": "x"}, {"Skill Level": 3}, {"UCI_Elo": 1200}, {"x": 1}, {1: 2}, None, "Hash"],
    "multipv": [1, 3, 500, 501, 0, -1, None, "x"],
}

TEXTS = ["", " ", "\0", "e4", "e2e4", "e7e8q", "O-O", "O-O-O:b1c1", "a11", "l10", "0000", "Nf3", "ä", "\ud800", "𝔸", "-", "w", "KQkq", "startpos"]
TEXTS += ["xfen", "shredder", "fairy", "uci", "san", "xboard", "all", "seed", "protected", "light", "dark", "#ff0000", "red", "x" * 3000]
TEXTS += ["bm e4; id \"x\";", "1-0", "*", "Result", "[", "$1", "%cal Ge2e4", "9" * 40, "rnbqckabnr", "K", "a", "7"]
TOML = 'extends = "carrera"\npromotion.to = "QRACBN"\n'
PGN = '[White "Ada"]\n[Variant "Capablanca"]\n\n1. d4 {solid [%clk 1:00]} (1. e4 e5) 1... d5 $1 *\n'


def mutated(text: str, numbers: random.Random) -> str:
    """A text with a few places changed."""
    for _ in range(numbers.randrange(4)):
        at = numbers.randrange(len(text) + 1)
        text = text[:at] + numbers.choice(TEXTS[:-7]) + text[at + numbers.randrange(4) :]
    return text


class Fuzzer:
    def __init__(self, seed: int) -> None:
        self.numbers = random.Random(seed)
        self.raised: Counter[str] = Counter()
        self.called: Counter[str] = Counter()
        # A variant stays in memory, so that there is a fixed number of texts.
        fens = [Variant.named(name).start_fen for name in campione.variants()]
        self.texts = TEXTS + campione.variants() + fens
        self.texts += [mutated(self.numbers.choice([*fens, TOML, PGN, "Nb1xc3+", "e7e8q"]), self.numbers) for _ in range(300)]
        self.start()
        self.functions: List[Tuple[str, Callable[..., Any]]] = []
        self.properties: List[Tuple[str, type]] = []
        self.classes = [type(kept[0]) for kept in self.pool.values()]
        for module in MODULES:
            for name in getattr(module, "__all__", dir(module)):
                found = getattr(module, name)
                own = getattr(found, "__module__", "") or ""
                if name.startswith("_") or not callable(found) or not own.startswith("campione"):
                    continue
                if isinstance(found, type) and found not in self.classes:
                    self.classes.append(found)
                self.functions.append((name, found))
        self.functions = [(name, call) for name, call in dict(self.functions).items() if name not in LEFT_OUT]
        self.methods: List[Tuple[type, str]] = []
        for kind in self.classes:
            if kind.__name__ in LEFT_OUT:
                continue
            for name in dir(kind):
                if name in LEFT_OUT or (name.startswith("_") and name not in PROTOCOLS):
                    continue
                if issubclass(kind, BaseException) and name in dir(Exception):
                    continue
                self.methods.append((kind, name))

    def start(self) -> None:
        """Fresh objects: those that are played with grow."""
        own = [Board(), Board("capablanca"), Board("archchess"), Board("courier-spiel"), Board("herb-garden"), crc.board(27621)]
        draft = Board("gothic")
        draft.remove_piece_at("f1")
        mated = Board("capablanca", "R3k5/10/4K5/10/10/10/10/10 b - - 0 1")
        searched = Engine(1).analysis(own[1], Limit(depth=2))
        played = Engine(1).play(own[1], Limit(depth=2))
        game = pgn.Game(own[0])
        node = game.add_variation("e4")
        read = next(pgn.read_games(PGN.encode()))
        made: List[Any] = [*own, draft, mated, searched, played, played.info, played.info["score"], game, node, read, Engine(1), Engine(1)]
        made += [own[0].legal_moves, own[1].legal_moves[3], campione.Move.null(), own[0].piece_at("a1"), own[1].variant, Variant.named("gothic")]
        made += [campione.SquareSet(), own[1].attacks("b1"), campione.E4, campione.QUEEN, mated.outcome(), own[0].why("e2e5")[0], Limit(depth=1)]
        made += [game.headers, game.mainline(), pgn.StringExporter(), pgn.BaseVisitor(), pgn.FileExporter(io.StringIO()), score.Wdl(1, 2, 3)]
        made += [score.Cp(3), score.Mate(-2), svg.Arrow(campione.E2, campione.E4), own[0].piece_map(), own[0].rights(True)[0], read.moves, read.moves.plies[0]]
        self.pool: Dict[str, List[Any]] = {}
        for each in made:
            self.keep(each)

    def keep(self, thing: Any) -> None:
        """Keeps an object of ours for later calls."""
        kind = type(thing)
        if (kind.__module__ or "").startswith("campione") and not isinstance(thing, (type, BaseException)):
            kept = self.pool.setdefault(kind.__name__, [])
            if len(kept) < 12:
                kept.append(thing)
            else:
                kept[self.numbers.randrange(len(kept))] = thing

    def own(self) -> Any:
        return self.numbers.choice(self.pool[self.numbers.choice(list(self.pool))])

    def value(self, name: str = "", depth: int = 0) -> Any:
        """An argument: by its name, or anything."""
        numbers = self.numbers
        if name in NAMED:
            return numbers.choice(NAMED[name])
        # Where the name says what fits, that comes more often.
        fitting = {"board": "Board", "move": "Move", "mv": "Move", "variant": "Variant", "piece": "Piece", "square": "Square", "visitor": "StringExporter"}
        if name in fitting and numbers.random() < 0.6:
            return numbers.choice(self.pool[fitting[name]])
        if name in ("handle", "source", "file") and numbers.random() < 0.8:
            text = numbers.choice([PGN, PGN * 3, *self.texts])
            return numbers.choice([io.StringIO(text), io.BytesIO(text.encode("utf-8", "surrogatepass")), text.encode("utf-8", "replace")])
        kind = numbers.randrange(11)
        if kind < 3:
            return numbers.choice(self.texts)
        if kind < 5:
            return numbers.choice(WHOLE)
        if kind < 7:
            return self.own()
        if kind == 7:
            return numbers.choice([None, True, False, None])
        if kind == 8 and depth < 3:
            values = [self.value(depth=depth + 1) for _ in range(numbers.randrange(4))]
            return numbers.choice([values, tuple(values), iter(values)])
        if kind == 9 and depth < 3:
            return {numbers.choice(self.texts): self.value(depth=depth + 1) for _ in range(numbers.randrange(3))}
        return numbers.choice([1.5, -0.0, float("nan"), float("inf"), 1e300, b"", b"e4\xff", object(), int, len, squares.flip_vertical, lambda *_: 7])

    def arguments(self, call: Any) -> Tuple[List[Any], Dict[str, Any]]:
        """Arguments for a call: mostly as many as it has parameters."""
        try:
            parameters = list(inspect.signature(call).parameters.values())
        except (TypeError, ValueError):
            return [self.value() for _ in range(self.numbers.randrange(3))], {}
        given: List[Any] = []
        named: Dict[str, Any] = {}
        optional = False
        for own in parameters:
            required = own.default is own.empty
            if own.kind is own.VAR_POSITIONAL:
                given += [self.value() for _ in range(self.numbers.randrange(3))]
            elif own.kind is own.VAR_KEYWORD:
                named["x"] = self.value()
            # Without a limit an analysis has no end.
            elif own.name == "limit" or self.numbers.random() < (0.98 if required else 0.3):
                if own.kind is own.KEYWORD_ONLY or optional or own.name == "limit":
                    if own.kind is not own.POSITIONAL_ONLY:
                        named[own.name] = self.value(own.name)
                else:
                    given.append(self.value(own.name))
            else:
                optional = True
        return given, named

    def one(self) -> None:
        """One call."""
        numbers = self.numbers
        if numbers.random() < 0.25:
            name, call = numbers.choice(self.functions)
            given, named = self.arguments(call)
        else:
            kind, attribute = numbers.choice(self.methods)
            name = f"{kind.__name__}.{attribute}"
            kept = self.pool.get(kind.__name__)
            try:
                bound = getattr(numbers.choice(kept) if kept else kind, attribute)
            except ORDINARY as error:
                self.note(name, error)
                return
            if not callable(bound):
                self.keep(bound)
                if kept and numbers.random() < 0.2 and not isinstance(getattr(kind, attribute, None), type(None)):
                    self.set(name, numbers.choice(kept), attribute)
                return
            call = bound
            given, named = self.arguments(call)
        self.called[name] += 1
        try:
            result = call(*given, **named)
            for found in [result, *(islice(result, 4) if hasattr(result, "__next__") else ()), *(result[:4] if isinstance(result, (list, tuple)) else ())]:
                self.keep(found)
            if numbers.random() < 0.02:
                self.keep(pickle.loads(pickle.dumps(result)))
                self.keep(copy.deepcopy(result))
                repr(result)
        except (pickle.PicklingError, RecursionError) as error:
            # What is of the user alone: a lambda, or an argument that contains itself.
            self.note(name, error)
        except ORDINARY as error:
            self.note(name, error)

    def set(self, name: str, thing: Any, attribute: str) -> None:
        """Sets an attribute of an object that has a meaning for us."""
        if isinstance(thing, Board):
            self.called[f"{name} ="] += 1
            try:
                setattr(thing, attribute, self.value(attribute))
            except ORDINARY as error:
                self.note(f"{name} =", error)

    def note(self, name: str, error: BaseException) -> None:
        self.raised[type(error).__name__] += 1
        # An error of ours says something. Others may have objects in them that cannot be shown.
        assert not isinstance(error, (errors.CampioneError, errors.EngineError)) or str(error), name

    def run(self, calls: int) -> None:
        # Python's enums warn of what `in` will do in later versions.
        warnings.simplefilter("ignore", DeprecationWarning)
        for number in range(calls):
            if number % 400 == 0:
                self.start()
            if number % 500 == 0:
                faulthandler.dump_traceback_later(300, exit=True)
            self.one()
        faulthandler.cancel_dump_traceback_later()


@pytest.fixture
def elsewhere(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_random_calls_raise_ordinary_errors(elsewhere: None) -> None:
    fuzzer = Fuzzer(2026)
    fuzzer.run(20_000)
    assert len(fuzzer.called) > 400 and sum(fuzzer.raised.values()) > 1000
    assert {"FenError", "ArgumentError", "InvalidMoveError", "UnknownVariantError"} <= set(fuzzer.raised)


def resident() -> float:
    """The memory of this process in MiB, after the C library has returned what is free."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS"))


def main() -> None:
    calls = int(sys.argv[1])
    fuzzer = Fuzzer(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    os.chdir(tempfile.mkdtemp())
    parts = 10
    print(f"before: {resident():.1f} MiB", flush=True)
    for part in range(parts):
        fuzzer.run(calls // parts)
        fuzzer.start()
        print(f"after {(part + 1) * calls // parts} calls: {resident():.1f} MiB", flush=True)
    print(f"{len(fuzzer.called)} functions, methods and properties; exceptions: {dict(fuzzer.raised.most_common())}")


if __name__ == "__main__":
    main()
