"""Legal moves, a search and a variant of one's own with nothing but Python's ctypes: `moves.py LIBRARY`.

The package in bindings/python has more; this shows how any language with a foreign function interface calls the library.
"""

import ctypes
import sys
from ctypes import POINTER, byref, c_char, c_char_p, c_int, c_size_t, c_uint32, c_uint64, c_void_p

TO_NUL = c_size_t(-1).value


class Limits(ctypes.Structure):
    _fields_ = [
        ("depth", c_uint32),
        ("mate", c_uint32),
        ("nodes", c_uint64),
        ("time_ms", c_uint64),
        ("clock_ms", c_uint64),
        ("increment_ms", c_uint64),
        ("moves_to_go", c_uint32),
        ("multipv", c_uint32),
        ("search_moves", c_char_p),
        ("search_moves_length", c_size_t),
    ]


class Score(ctypes.Structure):
    _fields_ = [("kind", c_int), ("value", ctypes.c_int32)]


class Outcome(ctypes.Structure):
    _fields_ = [("winner", c_int), ("reason", c_char_p)]


class Info(ctypes.Structure):
    _fields_ = [
        ("depth", c_uint32),
        ("seldepth", c_uint32),
        ("multipv", c_uint32),
        ("hashfull", c_uint32),
        ("score", Score),
        ("nodes", c_uint64),
        ("time_us", c_uint64),
        ("pv", c_char_p),
    ]


class Result(ctypes.Structure):
    _fields_ = [
        ("best_move", c_char * 24),
        ("ponder_move", c_char * 24),
        ("score", Score),
        ("depth", c_uint32),
        ("no_mate_in", c_uint32),
        ("nodes", c_uint64),
        ("time_us", c_uint64),
        ("outcome", Outcome),
    ]


Callback = ctypes.CFUNCTYPE(c_int, POINTER(Info), c_void_p)

library = ctypes.CDLL(sys.argv[1])
library.campione_error_message.restype = c_char_p
library.campione_error_code.restype = c_char_p
library.campione_error_count.restype = c_size_t
library.campione_moves_count.restype = c_size_t
library.campione_moves_text.restype = c_char_p
for name in ("variant", "game", "moves", "engine", "text"):
    free = getattr(library, f"campione_{name}_free")
    free.argtypes, free.restype = [c_void_p], None


class CampioneError(ValueError):
    def __init__(self) -> None:
        super().__init__(library.campione_error_message().decode())
        count = library.campione_error_count()
        self.codes = [library.campione_error_code(c_size_t(index)).decode() for index in range(count)]


def call(name: str, *arguments: object) -> None:
    """Calls a function that returns a status. Texts get their length."""
    flat: list[object] = []
    for argument in arguments:
        if isinstance(argument, str):
            data = argument.encode()
            flat += [c_char_p(data), c_size_t(len(data))]
        else:
            flat.append(argument)
    if getattr(library, f"campione_{name}")(*flat) != 0:
        raise CampioneError


def moves_of(game: c_void_p, notation: str) -> list[str]:
    moves = c_void_p()
    call("game_legal_moves", game, notation, byref(moves))
    try:
        return [library.campione_moves_text(moves, c_size_t(i)).decode() for i in range(library.campione_moves_count(moves))]
    finally:
        library.campione_moves_free(moves)


def fen_of(game: c_void_p) -> str:
    text = c_void_p()
    call("game_fen", game, None, c_size_t(0), byref(text))
    try:
        return ctypes.string_at(text).decode()
    finally:
        library.campione_text_free(text)


variant, game, engine = c_void_p(), c_void_p(), c_void_p()
call("variant_from_toml", 'extends = "capablanca"\npiece.A.moves = "BNW"\n', "stronger-archbishops", byref(variant))
call("game_new", variant, None, c_size_t(0), byref(game))
print(" ".join(moves_of(game, "san")))
for move in ("d4", "d7d5"):
    call("game_play", game, move, None, c_size_t(0))
print(fen_of(game))
try:
    call("game_play", game, "Ke3", None, c_size_t(0))
except CampioneError as error:
    print(error.codes)

lines: list[int] = []


@Callback
def hear(info, user):  # type: ignore[no-untyped-def]
    lines.append(info.contents.depth)
    return len(lines) == 3


call("engine_new", None, byref(engine))
result = Result()
call("engine_search", engine, game, byref(Limits(depth=20)), None, hear, None, byref(result))
print(lines, result.best_move.decode() in moves_of(game, "uci"))

library.campione_engine_free(engine)
library.campione_game_free(game)
library.campione_variant_free(variant)
