"""What comments say to programs: clocks, scores, arrows."""

from __future__ import annotations

import re
from typing import Any, Iterable, List, Optional

from .score import Cp, Mate, PovScore
from .svg import Arrow

_TAG = r"\[%{}\s+([^\]]*)\]"


class Annotated:
    """What has a comment with such words, and a side to move."""

    comment: Any

    def turn(self) -> bool:
        """The side to move."""
        raise NotImplementedError

    def _said(self, name: str) -> Optional[str]:
        found = re.search(_TAG.format(name), self.comment)
        return found.group(1).strip() if found else None

    def _say(self, name: str, value: Optional[str]) -> None:
        rest = re.sub(r"\s*" + _TAG.format(name), "", self.comment).strip()
        said = "" if value is None else f"[%{name} {value}]"
        self.comment = " ".join(part for part in (said, rest) if part)

    def clock(self) -> Optional[float]:
        """The time left on the clock after the move, in seconds, as ``[%clk …]`` says; ``None`` if nothing does."""
        return _seconds(self._said("clk"))

    def set_clock(self, seconds: Optional[float]) -> None:
        """Says the time left, in seconds."""
        self._say("clk", None if seconds is None else _clock(seconds))

    def emt(self) -> Optional[float]:
        """The time that the move took, in seconds, as ``[%emt …]`` says; ``None`` if nothing does."""
        return _seconds(self._said("emt"))

    def set_emt(self, seconds: Optional[float]) -> None:
        """Says the time that the move took, in seconds."""
        self._say("emt", None if seconds is None else _clock(seconds))

    def eval(self) -> Optional[PovScore]:
        """The score as ``[%eval …]`` says, from White in pawns or ``#3``; ``None`` if nothing does."""
        text = (self._said("eval") or "").split(",")[0]
        found = re.fullmatch(r"(#?)([+-]?\d+(?:\.\d+)?)", text)
        if not found:
            return None
        white = Mate(int(float(found.group(2)))) if found.group(1) else Cp(round(float(found.group(2)) * 100))
        turn = self.turn()
        return PovScore(white if turn else -white, turn)

    def eval_depth(self) -> Optional[int]:
        """The depth that stands behind the score, in plies; ``None`` if none does."""
        parts = (self._said("eval") or "").split(",")
        return int(parts[1]) if len(parts) > 1 and parts[1].strip().isdigit() else None

    def set_eval(self, score: Optional[PovScore], depth: Optional[int] = None) -> None:
        """Says a score, and the depth of the search in plies."""
        if score is None:
            self._say("eval", None)
            return
        white = score.white()
        mate, cp = white.mate(), white.score()
        text = f"#{mate}" if mate is not None else f"{(cp or 0) / 100:.2f}"
        self._say("eval", text if depth is None else f"{text},{depth}")

    def arrows(self) -> List[Arrow]:
        """The arrows and marks of ``[%cal …]`` and ``[%csl …]``."""
        texts = [own for name in ("csl", "cal") for own in (self._said(name) or "").split(",")]
        return [Arrow.from_pgn(text.strip()) for text in texts if text.strip()]

    def set_arrows(self, arrows: Iterable[Any]) -> None:
        """Says arrows and marks: :class:`campione.svg.Arrow`, or pairs of squares."""
        own = [arrow if isinstance(arrow, Arrow) else Arrow(*arrow) for arrow in arrows]
        marks = [arrow.pgn() for arrow in own if arrow.tail == arrow.head]
        lines = [arrow.pgn() for arrow in own if arrow.tail != arrow.head]
        self._say("cal", ",".join(lines) or None)
        self._say("csl", ",".join(marks) or None)


def _seconds(text: Optional[str]) -> Optional[float]:
    found = re.fullmatch(r"(?:(?:(\d+):)?(\d+):)?(\d+(?:\.\d*)?)", text or "")
    if not found:
        return None
    hours, minutes, seconds = found.groups()
    return int(hours or 0) * 3600 + int(minutes or 0) * 60 + float(seconds)


def _clock(seconds: float) -> str:
    whole = int(max(seconds, 0.0))
    rest = f"{max(seconds, 0.0) - whole:.3f}"[1:].rstrip("0").rstrip(".")
    return f"{whole // 3600}:{whole % 3600 // 60:02}:{whole % 60:02}{rest}"
