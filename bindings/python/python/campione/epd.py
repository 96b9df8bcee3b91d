"""The operations of an EPD: ``bm Nf3; id "one";``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Dict, List

from ._campione import Move
from .errors import ArgumentError

if TYPE_CHECKING:
    from .board import Board

__all__ = ["read_operations", "write_operations"]


def _bad(reason: str) -> ArgumentError:
    return ArgumentError(f"operations: {reason}", field="operations", reason=reason)


def write_operations(board: Board, operations: Dict[str, Any]) -> List[str]:
    """The operations as texts, each with its semicolon. Raises :class:`MoveError`, :class:`ArgumentError`."""
    return [f"{_operation(board, name, value)};" for name, value in operations.items()]


def _operation(board: Board, name: str, value: Any) -> str:
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name):
        raise _bad(f"`{name}`: a name has letters, digits and `_`")
    if value is None:
        return name
    if isinstance(value, Move):
        return f"{name} {board.san(value)}"
    if isinstance(value, (int, float)):
        return f"{name} {value}"
    if isinstance(value, (list, tuple)):
        position, words = board.copy(stack=False), []
        for move in value:
            words.append(position.san(move))
            if name == "pv":
                position.push(move)
        return " ".join([name, *(words if name == "pv" else sorted(words))])
    text = str(value)
    if '"' in text or "\n" in text:
        raise _bad(f"{name}: a text has neither quotation marks nor line breaks")
    return f'{name} "{text}"'


def read_operations(text: str) -> Dict[str, Any]:
    """The operations of a text: numbers, texts, and ``None`` for a name alone. Raises :class:`ArgumentError`."""
    operations: Dict[str, Any] = {}
    for part in re.findall(r'(?:[^;"]|"[^"]*(?:"|$))+', text):
        name, _, operand = part.strip().partition(" ")
        operand = operand.strip()
        if not name:
            continue
        if operand.startswith('"'):
            if not operand.endswith('"') or len(operand) < 2:
                raise _bad(f"`{part.strip()}` has a quotation mark without its partner")
            operations[name] = operand[1:-1]
        elif re.fullmatch(r"[+-]?\d+", operand):
            operations[name] = int(operand)
        elif re.fullmatch(r"[+-]?\d+\.\d+", operand):
            operations[name] = float(operand)
        else:
            operations[name] = operand or None
    return operations
