"""Boards and pieces as SVG, with the names of python-chess. ``Board.svg`` has the same with themes.

>>> import campione
>>> from campione import svg
>>> board = campione.Board("gothic")
>>> svg.board(board, arrows=[svg.Arrow(campione.E2, campione.E4)], fill={campione.A1: "#cc0000cc"}, size=400)[:4]
'<svg'
"""

from __future__ import annotations

import re
from typing import Dict, Iterable, List, NamedTuple, Optional, Tuple, Union

from . import _campione
from ._campione import Move, Piece, Variant
from ._names import Square
from ._queries import check_board
from .board import Board
from .errors import ArgumentError
from .squares import WHITE, IntoSquare, IntoSquareSet, SquareSet

__all__ = ["Arrow", "board", "piece"]

#: The colors of arrows that have names, as other programs draw them in comments of games.
_ARROWS = {"green": "#15781bb0", "red": "#882020b0", "yellow": "#e68f00b0", "blue": "#003088b0"}
_ARROW_LETTERS = {"G": "green", "R": "red", "Y": "yellow", "B": "blue"}
#: What python-chess calls the colors of a board.
_COLORS = {
    "square light": "lightSquare",
    "square dark": "darkSquare",
    "square light lastmove": "lastLight",
    "square dark lastmove": "lastDark",
    "margin": "page",
    "coord": "text",
}
#: Its colors of what these pictures do not have.
_NOT_DRAWN = ("inner border", "outer border")

#: Where the squares of a picture begin, and how large they are.
_LEFT, _TOP, _SIDE = 76, 14, 100


class Arrow(NamedTuple):
    """An arrow between two squares, or a mark on one. ``color`` is one of green, red, yellow, blue, or a color of CSS."""

    tail: Square
    head: Square
    color: str = "green"

    def pgn(self) -> str:
        """The arrow as ``[%cal …]`` and ``[%csl …]`` have it: ``Ge2e4``, ``Re4``. Other colors than the four are green."""
        letter = next((letter for letter, color in _ARROW_LETTERS.items() if color == self.color), "G")
        tail, head = Square(self.tail).name, Square(self.head).name
        return letter + (tail if tail == head else tail + head)

    @classmethod
    def from_pgn(cls, text: str) -> Arrow:
        """Reads what :meth:`pgn` writes. Raises :class:`ArgumentError`."""
        letter, squares = text[:1].upper(), text[1:]
        # The second square begins with the second letter.
        at = next((at for at, char in enumerate(squares) if at and char.isalpha()), len(squares))
        if letter not in _ARROW_LETTERS:
            reason = f"`{text}` is no arrow: expected one such as `Ge2e4` or `Re4`"
            raise ArgumentError(f"arrow: {reason}", field="arrow", reason=reason)
        tail = Square(squares[:at])
        return cls(tail, Square(squares[at:]) if at < len(squares) else tail, _ARROW_LETTERS[letter])


IntoArrow = Union[Arrow, Tuple[IntoSquare, IntoSquare]]


def _drawn(arrow: IntoArrow, named: Dict[str, str]) -> Tuple[IntoSquare, IntoSquare, str]:
    tail, head = arrow[0], arrow[1]
    color = arrow.color if isinstance(arrow, Arrow) else "green"
    return tail, head, named.get(f"arrow {color}", color)


def board(
    board: Optional[Board] = None,
    *,
    orientation: bool = WHITE,
    lastmove: Optional[Move] = None,
    check: Optional[IntoSquare] = None,
    arrows: Iterable[IntoArrow] = (),
    fill: Optional[Dict[IntoSquare, str]] = None,
    squares: Optional[IntoSquareSet] = None,
    size: Optional[int] = None,
    coordinates: bool = True,
    colors: Optional[Dict[str, str]] = None,
    borders: bool = True,
    style: Optional[str] = None,
    flipped: bool = False,
    theme: str = "light",
) -> str:
    """A board as an SVG document; the start position of chess if there is none.

    ``orientation`` is the color at the bottom; ``arrows`` are :class:`Arrow`, or pairs of squares; ``fill`` are colors of CSS by
    squares; ``squares`` are marked with rings; ``check`` fills a square red (a king in check has a frame anyway); ``size`` is the
    width in pixels. ``colors`` replaces ``square light``, ``square dark``, the same with ``lastmove``, ``margin``,
    ``coord``, and ``arrow green`` and its like; ``style`` is a sheet of CSS.
    Without ``coordinates``, or without ``borders``, the picture has the squares alone. ``flipped`` turns the board around.

    Raises :class:`ArgumentError`, and :class:`FenError` if the board is no position.
    """
    own = Board() if board is None else board
    check_board(own)
    filled = list((fill or {}).items())
    if check is not None:
        filled.append((check, "#ff0000a0"))
    named = {f"arrow {name}": color for name, color in _ARROWS.items()}
    named.update((name, color) for name, color in (colors or {}).items() if name in named)
    targets: List[Square] = [] if squares is None else list(SquareSet(squares) & own.squares)
    text = own.svg(
        flipped=(not orientation) != flipped,
        last_move=lastmove or Move.null(),
        arrows=[_drawn(arrow, named) for arrow in arrows],
        fill=filled,
        targets=targets,
        theme=theme,
        size=size,
    )
    usual = dict(_campione.theme_colors(theme))
    for name, color in (colors or {}).items():
        if name in _NOT_DRAWN or name in named:
            continue
        if name not in _COLORS:
            reason = f"there is no color `{name}`: expected one of {', '.join((*_COLORS, *named, *_NOT_DRAWN))}"
            raise ArgumentError(f"colors: {reason}", field="colors", reason=reason)
        if '"' in color or "<" in color or "&" in color:
            reason = f"`{color}` is no color"
            raise ArgumentError(f"colors: {reason}", field="colors", reason=reason)
        # White's pieces may have the color of the page.
        what, times = ("<rect ", 1) if name == "margin" else ("", -1)
        text = text.replace(f'{what}fill="{usual[_COLORS[name]]}"', f'{what}fill="{color}"', times)
    if not (coordinates and borders):
        files, ranks = own._size()
        inside = f"{_LEFT} {_TOP} {_SIDE * files} {_SIDE * ranks}"
        text = re.sub(r'viewBox="[^"]*"', f'viewBox="{inside}"', text, count=1)
    if style:
        sheet = style.replace("&", "&amp;").replace("<", "&lt;")
        text = text.replace(">", f"><style>{sheet}</style>", 1)
    return text


def piece(piece: Piece, size: int = 45, *, variant: Union[Variant, str] = "chess") -> str:
    """A piece of a variant as an SVG document. Raises :class:`ArgumentError` if the variant has no such piece."""
    if not isinstance(piece, Piece):
        raise TypeError(f"a piece is a Piece, such as Piece.from_symbol('Q'), not {type(piece).__name__}")
    own = Variant.named(variant) if isinstance(variant, str) else variant
    return _campione.piece_svg(own, piece.symbol(), size)


def _of_squares(squares: SquareSet) -> str:
    """A set of squares as a notebook shows it."""
    side = 24
    files, ranks = squares._size()
    width, height = files * side, ranks * side
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">']
    for rank in range(ranks):
        for file in range(files):
            fill = "#c29d72" if (file + rank) % 2 == 0 else "#f3e6cd"
            x, y = file * side, (ranks - 1 - rank) * side
            parts.append(f'<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="{fill}"/>')
            if rank * 12 + file in squares:
                middle = side // 2
                parts.append(f'<circle cx="{x + middle}" cy="{y + middle}" r="{side // 4}" fill="#1a6b3c"/>')
    return "".join(parts) + "</svg>"
