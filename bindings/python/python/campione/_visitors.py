"""Visitors of games: what ``campione.pgn`` has of them."""

from __future__ import annotations

from typing import Any, Generic, List, Optional, TypeVar, Union

from ._campione import Move, needs_fen
from ._lines import ROSTER, Headers
from ._tree import Game, GameNode
from .board import Board

_R = TypeVar("_R")


class SkipType:
    """What ``begin_variation`` and ``end_headers`` return to skip what follows: ``SKIP``."""


SKIP = SkipType()
_Skip = Optional[SkipType]


class BaseVisitor(Generic[_R]):
    """What is shown a game: one call for each thing in it, in the order of the text. Subclasses override what they want."""

    def begin_game(self) -> _Skip:
        """The game begins; ``SKIP`` skips it."""
        return None

    def begin_headers(self) -> Optional[Headers]:
        """The tags begin."""
        return None

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """A tag."""

    def end_headers(self) -> _Skip:
        """The tags end; ``SKIP`` skips the moves."""
        return None

    def visit_move(self, board: Board, move: Move) -> None:
        """A move, and the board before it, which must not be changed."""

    def visit_board(self, board: Board) -> None:
        """A position, the first one too; it must not be changed."""

    def visit_comment(self, comment: List[str]) -> None:
        """Comments behind a move, or before the first one."""

    def visit_nag(self, nag: int) -> None:
        """An annotation glyph."""

    def begin_variation(self) -> _Skip:
        """A variation begins; ``SKIP`` skips it."""
        return None

    def end_variation(self) -> None:
        """A variation ends."""

    def visit_result(self, result: str) -> None:
        """The result behind the moves."""

    def end_game(self) -> None:
        """The game ends."""

    def handle_error(self, error: Exception) -> None:
        """A game that cannot be read: raises it."""
        raise error

    def result(self) -> _R:
        """What ``accept`` returns."""
        raise NotImplementedError


def visit(node: GameNode, visitor: BaseVisitor[_R]) -> _R:
    """Shows a visitor a game, or what follows a node."""
    if visitor.begin_game() is not SKIP:
        game = node if isinstance(node, Game) else None
        skip = False
        if game is not None:
            visitor.begin_headers()
            for name, value in _written(game):
                visitor.visit_header(name, value)
            skip = visitor.end_headers() is SKIP
        if not skip:
            board = node.board()
            visitor.visit_board(board)
            if node.comments and game is not None:
                visitor.visit_comment(node.comments)
            _follow(node, board, visitor)
            if game is not None:
                visitor.visit_result(game.result)
        visitor.end_game()
    return visitor.result()


def _written(game: Game) -> List[Any]:
    """The tags with the seven of every game first, and the variant where it is not chess."""
    headers = game.headers
    tags = [(name, game.result if name == "Result" else headers[name]) for name in ROSTER]
    tags += [(name, value) for name, value in headers.tags if name not in ROSTER]
    if game.variant.id != "chess" and not any(name.lower() == "variant" for name, _ in headers.tags):
        tags.append(("Variant", game.variant.id))
    if needs_fen(game._start) and game.header("FEN") is None:
        tags += [("SetUp", "1"), ("FEN", game._start.fen())]
    return tags


def _follow(node: GameNode, board: Board, visitor: BaseVisitor[Any]) -> None:
    """The moves behind a node; ``board`` is the position there, and again afterwards."""
    played = 0
    while node.variations:
        main, *others = node.variations
        before = board.copy()
        _show(main, board, visitor)
        for other in others:
            if visitor.begin_variation() is not SKIP:
                if other.starting_comments:
                    visitor.visit_comment(other.starting_comments)
                aside = before.copy()
                _show(other, aside, visitor)
                _follow(other, aside, visitor)
                visitor.end_variation()
        node = main
        played += 1
    for _ in range(played):
        board.pop()


def _show(node: Any, board: Board, visitor: BaseVisitor[Any]) -> None:
    visitor.visit_move(board, node.move)
    board.push(node.move)
    visitor.visit_board(board)
    for nag in sorted(node.nags):
        visitor.visit_nag(nag)
    if node.comments:
        visitor.visit_comment(node.comments)


class BoardBuilder(BaseVisitor[Board]):
    """Returns the board after the main line."""

    def begin_game(self) -> _Skip:
        self.board: Optional[Board] = None
        return None

    def begin_variation(self) -> _Skip:
        return SKIP

    def visit_board(self, board: Board) -> None:
        self.board = board.copy()

    def result(self) -> Board:
        return Board() if self.board is None else self.board


class HeadersBuilder(BaseVisitor[Headers]):
    """Returns the tags."""

    def begin_headers(self) -> Headers:
        self.headers = Headers()
        return self.headers

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.headers[tagname] = tagvalue

    def end_headers(self) -> SkipType:
        return SKIP

    def result(self) -> Headers:
        return self.headers


class SkipVisitor(BaseVisitor[bool]):
    """Skips the game and returns ``True``."""

    def begin_game(self) -> SkipType:
        return SKIP

    def result(self) -> bool:
        return True


class _Exporter(BaseVisitor[_R]):
    """What writes a game, and may leave parts out."""

    def __init__(
        self, *, columns: Optional[int] = 80, headers: bool = True, comments: bool = True, variations: bool = True
    ) -> None:
        self.columns, self.headers, self.comments, self.variations = columns, headers, comments, variations
        self._tags: List[str] = []
        self._words: List[str] = []
        self._number = True

    def begin_game(self) -> _Skip:
        self._tags, self._words, self._number = [], [], True
        return None

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        if self.headers:
            value = tagvalue.replace("\\", "\\\\").replace('"', '\\"')
            self._tags.append(f'[{tagname} "{value}"]')

    def visit_move(self, board: Board, move: Move) -> None:
        if board.turn:
            self._words.append(f"{board.fullmove_number}.")
        elif self._number:
            self._words.append(f"{board.fullmove_number}...")
        self._words.append(board.san(move))
        self._number = False

    def visit_comment(self, comment: Union[str, List[str]]) -> None:
        if not self.comments:
            return
        for text in [comment] if isinstance(comment, str) else comment:
            if "}" in text:
                # It would end there. Behind a semicolon a comment ends with its line.
                self._words += [f";{' '.join(text.split())}", "\n"]
            else:
                self._words += f"{{{text}}}".split()
            self._number = True

    def visit_nag(self, nag: int) -> None:
        if self.comments:
            self._words.append(f"${nag}")

    def begin_variation(self) -> _Skip:
        if not self.variations:
            return SKIP
        self._words.append("(")
        self._number = True
        return None

    def end_variation(self) -> None:
        self._words.append(")")
        self._number = True

    def visit_result(self, result: str) -> None:
        self._words.append(result)

    def __str__(self) -> str:
        lines, line = list(self._tags), ""
        if lines:
            lines.append("")
        opened = False
        for word in self._words:
            if word == "\n":
                lines.append(line)
                line = ""
                continue
            # Brackets stand beside what they hold.
            glued = opened or word == ")"
            opened = word == "("
            if line and not glued and self.columns is not None and len(line) + 1 + len(word) > self.columns:
                lines.append(line)
                line = ""
            line += word if glued or not line else f" {word}"
        return "\n".join([*lines, line] if line else lines)


class StringExporter(_Exporter[str]):
    """Writes a game as a text, with or without tags, comments and variations, in lines of ``columns`` characters (``None``: one
    line, except for comments with a ``}``). ``str(game)`` writes all.
    """

    def result(self) -> str:
        return str(self)


class FileExporter(_Exporter[int]):
    """Writes a game to a text file, with a blank line behind it, and returns how many characters it has written."""

    def __init__(
        self, handle: Any, *, columns: Optional[int] = 80, headers: bool = True, comments: bool = True, variations: bool = True
    ) -> None:
        super().__init__(columns=columns, headers=headers, comments=comments, variations=variations)
        self.handle = handle
        self._written = 0

    def begin_game(self) -> _Skip:
        self._written = 0
        return super().begin_game()

    def end_game(self) -> None:
        text = f"{self}\n\n"
        self.handle.write(text)
        self._written += len(text)

    def result(self) -> int:
        return self._written
