"""Start arrays of Capablanca Random Chess, 1 to 48000, and of Chess960, 0 to 959, by Scharnagl's numbers.

>>> from campione import crc
>>> crc.array(27621)
'rqnbakbncr'
>>> crc.number("RNBQCKABNR")  # Gothic Chess
25933
>>> crc.count("protected"), crc.passes(27621, "protected")
(22604, True)
"""

from __future__ import annotations

from typing import Any, Dict, List, NamedTuple

from . import _campione
from ._campione import Variant
from .board import Board

__all__ = ["FILTERS", "Step", "array", "board", "choose", "count", "number", "numbers", "passes", "steps", "traits"]

#: The filters: ``all`` arrays; those in which each pawn is ``protected``; of these the ``seed`` ones, which differ from
#: Gothic Chess on three squares or more; of these those of the list that was published in ``2005``.
FILTERS = ("all", "protected", "seed", "2005")


class Step(NamedTuple):
    """A step by which an array is set up."""

    #: ``"order"``, the letter of the piece that is placed, ``"knights"``, ``"king"`` or ``"rooks"``.
    rule: str
    #: In how many ways it can be done.
    ways: int
    #: In which of them it is done, from 0: what a die would have to show.
    digit: int
    #: The first rank after the step, with ``.`` for a free square.
    rank: str


def array(number: int, numbering: str = "crc") -> str:
    """The first rank with that number, in lower case from the a-file. Raises :class:`ArrayError`."""
    return _campione.array(number, numbering)


def number(array: str, numbering: str = "crc") -> int:
    """The number of an array in either case. Raises :class:`ArrayError`, with every rule that the array breaks."""
    return _campione.array_number(array, numbering)


def steps(number: int, numbering: str = "crc") -> List[Step]:
    """The steps by which the array with that number is set up. Raises :class:`ArrayError`."""
    return [Step(*step) for step in _campione.array_steps(number, numbering)]


def board(number: int) -> Board:
    """The start position with that number. Raises :class:`ArrayError`."""
    return Board(Variant.crc(number))


def traits(number: int) -> Dict[str, Any]:
    """What the filters look at: ``unprotected`` (squares of pawns), ``unlike_gothic`` (squares with another piece than in
    Gothic Chess), ``bishops_together``. Raises :class:`ArrayError`."""
    return _campione.array_traits(number)


def passes(number: int, filter: str) -> bool:
    """Whether an array passes a filter. Raises :class:`ArrayError`, :class:`ArgumentError`."""
    return _campione.passes_filter(number, filter)


def count(filter: str = "all") -> int:
    """How many arrays pass a filter. Raises :class:`ArgumentError`."""
    return _campione.array_count(filter)


def numbers(filter: str = "all") -> List[int]:
    """The numbers of the arrays that pass a filter, in growing order. Raises :class:`ArgumentError`."""
    return _campione.filtered_arrays(filter)


def choose(seed: int, filter: str = "all") -> int:
    """A number drawn from a seed of 64 bits, the same on every machine. Raises :class:`ArgumentError`."""
    return _campione.choose_array(seed % 2**64, filter)
