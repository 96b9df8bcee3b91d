"""Games as trees of nodes: what ``campione.pgn`` has of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterable, Iterator, List, Mapping, Optional, Sequence, Set, Tuple, Type, TypeVar, Union

from ._annotations import Annotated
from ._campione import GameText, Move, Variant, needs_fen, write_game
from ._lines import Headers, Line, Ply, Remark, read_line
from ._queries import check_board
from .board import Board

if TYPE_CHECKING:
    from ._visitors import BaseVisitor

_T = TypeVar("_T")


class Mainline(Sequence[_T]):
    """The nodes or the moves of a main line; ``str()`` is the line in algebraic notation."""

    def __init__(self, items: List[_T], start: Board, moves: List[Move]) -> None:
        self._items, self._start, self._moves = items, start, moves

    def __getitem__(self, index: Any) -> Any:
        return self._items[index]

    def __len__(self) -> int:
        return len(self._items)

    def __bool__(self) -> bool:
        return bool(self._items)

    def __eq__(self, other: object) -> bool:
        return self._items == list(other) if isinstance(other, (list, tuple, Mainline)) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def accept(self, visitor: BaseVisitor[_R]) -> _R:
        """Shows a visitor the moves of the line, from the board before them."""
        board = self._start.copy()
        visitor.begin_game()
        visitor.visit_board(board)
        for move in self._moves:
            visitor.visit_move(board, move)
            board.push(move)
            visitor.visit_board(board)
        visitor.end_game()
        return visitor.result()

    def __str__(self) -> str:
        return self._start.variation_san(self._moves)

    def __repr__(self) -> str:
        return f"<Mainline ({self})>"


_R = TypeVar("_R")


class GameNode(Annotated):
    """A position of a game: the root (:class:`Game`), or what a move leads to (:class:`ChildNode`)."""

    #: The node before; ``None`` of the root.
    parent: Optional[GameNode]
    #: The move that leads here; ``None`` of the root.
    move: Optional[Move]
    #: The moves that were played or considered here, the main line first.
    variations: List[ChildNode]
    #: What stands behind the move; of the root, before the first one.
    comments: List[str]
    #: The annotation glyphs of the move.
    nags: Set[int]

    @property
    def comment(self) -> str:
        """The comments as one text."""
        return " ".join(self.comments)

    @comment.setter
    def comment(self, text: str) -> None:
        self.comments = [text] if text else []

    def game(self) -> Game:
        """The root."""
        node = self
        while node.parent is not None:
            node = node.parent
        if not isinstance(node, Game):
            raise TypeError(f"the root of this node is no Game, but {type(node).__name__}")
        return node

    root = game

    def _path(self) -> List[Move]:
        moves: List[Move] = []
        node: Optional[GameNode] = self
        while node is not None and node.move is not None:
            moves.append(node.move)
            node = node.parent
        return moves[::-1]

    def board(self) -> Board:
        """The board here, with the moves that led to it."""
        board = self.game()._start.copy()
        board.push_all(self._path())
        return board

    def ply(self) -> int:
        """The number of plies since the start of a game whose first move is White's: of the start position, 0."""
        board = self.game()._start
        return 2 * (board.fullmove_number - 1) + (not board.turn) + len(self._path())

    def turn(self) -> bool:
        """The side to move."""
        return self.ply() % 2 == 0

    def next(self) -> Optional[ChildNode]:
        """The next node of the main line; ``None`` at its end."""
        return self.variations[0] if self.variations else None

    def end(self) -> GameNode:
        """The last node of the main line from here."""
        node: GameNode = self
        while node.variations:
            node = node.variations[0]
        return node

    def is_end(self) -> bool:
        """Whether no move follows."""
        return not self.variations

    def starts_variation(self) -> bool:
        """Whether it is the first move of a variation."""
        return self.parent is not None and self.parent.variations[0] is not self

    def is_mainline(self) -> bool:
        """Whether it is a node of the main line of the game."""
        node: GameNode = self
        while node.parent is not None:
            if node.parent.variations[0] is not node:
                return False
            node = node.parent
        return True

    def is_main_variation(self) -> bool:
        """Whether it is the main line of its parent."""
        return self.parent is None or self.parent.variations[0] is self

    def _index(self, move: Union[int, Move, GameNode]) -> int:
        for at, node in enumerate(self.variations):
            if node is move or node.move == move or (isinstance(move, int) and at == move):
                return at
        raise KeyError(f"there is no variation {move}")

    def __getitem__(self, move: Union[int, Move, GameNode]) -> ChildNode:
        return self.variations[self._index(move)]

    def __contains__(self, move: object) -> bool:
        return self.has_variation(move)

    def variation(self, move: Union[int, Move, GameNode]) -> ChildNode:
        """The variation of a move, or of a number, 0 the main line. Raises ``KeyError``."""
        return self[move]

    def has_variation(self, move: Any) -> bool:
        """Whether there is a variation of that move or number."""
        try:
            self._index(move)
        except KeyError:
            return False
        return True

    def promote_to_main(self, move: Union[int, Move, GameNode]) -> None:
        """Makes a variation the main line. Raises ``KeyError``."""
        self.variations.insert(0, self.variations.pop(self._index(move)))

    def promote(self, move: Union[int, Move, GameNode]) -> None:
        """Moves a variation one place up. Raises ``KeyError``."""
        at = self._index(move)
        if at > 0:
            self.variations[at - 1 : at + 1] = self.variations[at - 1 : at + 1][::-1]

    def demote(self, move: Union[int, Move, GameNode]) -> None:
        """Moves a variation one place down. Raises ``KeyError``."""
        at = self._index(move)
        if at + 1 < len(self.variations):
            self.variations[at : at + 2] = self.variations[at : at + 2][::-1]

    def remove_variation(self, move: Union[int, Move, GameNode]) -> None:
        """Removes a variation. Raises ``KeyError``."""
        del self.variations[self._index(move)]

    def add_variation(
        self,
        move: Union[Move, str],
        *,
        comment: Union[str, List[str]] = "",
        starting_comment: Union[str, List[str]] = "",
        nags: Iterable[int] = (),
    ) -> ChildNode:
        """Adds a move, a :class:`Move` or a text in any notation, and returns its node. Raises :class:`MoveError` for a text."""
        known = self.board().parse(move) if isinstance(move, str) else move
        node = ChildNode(self, known)
        node.comments = _comments(comment)
        node.starting_comments = _comments(starting_comment)
        node.nags = set(nags)
        self.variations.append(node)
        return node

    def add_main_variation(self, move: Union[Move, str], *, comment: Union[str, List[str]] = "", nags: Iterable[int] = ()) -> ChildNode:
        """Adds a move as the main line. See :meth:`add_variation`."""
        node = self.add_variation(move, comment=comment, nags=nags)
        self.promote_to_main(node)
        return node

    def add_line(
        self,
        moves: Iterable[Union[Move, str]],
        *,
        comment: Union[str, List[str]] = "",
        starting_comment: Union[str, List[str]] = "",
        nags: Iterable[int] = (),
    ) -> GameNode:
        """Adds moves, each behind the one before, and returns the last node. Comment and glyphs are for the last one."""
        node: GameNode = self
        for at, move in enumerate(moves):
            node = node.add_variation(move, starting_comment=starting_comment if at == 0 else "")
        if node is not self:
            node.comments += _comments(comment)
            node.nags |= set(nags)
        return node

    def _nodes(self) -> List[ChildNode]:
        nodes, node = [], self.next()
        while node is not None:
            nodes.append(node)
            node = node.next()
        return nodes

    def mainline(self) -> Mainline[ChildNode]:
        """The nodes of the main line behind this one."""
        nodes = self._nodes()
        return Mainline(nodes, self.board(), [node.move for node in nodes])

    def mainline_moves(self) -> Mainline[Move]:
        """The moves of the main line from here."""
        moves = [node.move for node in self._nodes()]
        return Mainline(moves, self.board(), moves)

    def _line(self) -> Line:
        """What follows, as it is written."""
        line, node = Line(), self
        while node.variations:
            main, *others = node.variations
            remarks: List[Remark] = [*sorted(main.nags), *main.comments]
            for other in others:
                variation = other._line()
                variation.plies.insert(0, Ply(other.move, [*sorted(other.nags), *other.comments]))
                variation.remarks = list(other.starting_comments)
                remarks.append(variation)
            line.plies.append(Ply(main.move, remarks))
            node = main
        return line

    def _grow(self, line: Line) -> None:
        """Adds what a line says."""
        node: GameNode = self
        board: Optional[Board] = None
        for ply in line.plies:
            if isinstance(ply.move, str):
                board = node.board() if board is None else board
                move = board.parse(ply.move)
            else:
                move = ply.move
            if board is not None:
                board.push(move)
            child = ChildNode(node, move)
            child.nags, child.comments = set(ply.nags), ply.comments
            node.variations.append(child)
            for variation in ply.variations:
                at = len(node.variations)
                node._grow(variation)
                if at < len(node.variations):
                    first = node.variations[at]
                    first.starting_comments = [own for own in variation.remarks if isinstance(own, str)]
            node = child

    # Visitors.

    def accept(self, visitor: BaseVisitor[_R]) -> _R:
        """Shows a visitor the node and what follows."""
        from ._visitors import visit

        return visit(self, visitor)

    def accept_subgame(self, visitor: BaseVisitor[_R]) -> _R:
        """Shows a visitor a game that begins here."""
        headers = {name: value for name, value in self.game().headers.items() if name not in ("FEN", "SetUp")}
        game = Game(self.board().copy(stack=False), headers)
        game.moves = self._line()
        game.comments = list(self.comments)
        return game.accept(visitor)


class ChildNode(GameNode):
    """A move of a game and the position that it leads to."""

    parent: GameNode
    move: Move

    def __init__(self, parent: GameNode, move: Move) -> None:
        self.parent = parent
        self.move = move
        self.variations = []
        self.comments = []
        self.nags = set()
        #: What stands before the first move of a variation.
        self.starting_comments: List[str] = []

    @property
    def starting_comment(self) -> str:
        """What stands before the first move of a variation, as one text."""
        return " ".join(self.starting_comments)

    @starting_comment.setter
    def starting_comment(self, text: str) -> None:
        self.starting_comments = [text] if text else []

    def san(self) -> str:
        """The move in algebraic notation. Raises :class:`MoveError` if it is illegal."""
        return self.parent.board().san(self.move)

    def uci(self, *, chess960: Optional[bool] = None) -> str:
        """The move in coordinates. Raises :class:`MoveError` if it is illegal."""
        return self.parent.board().uci(self.move, chess960=chess960)

    def __reduce__(self) -> Any:
        path: List[int] = []
        node: GameNode = self
        while node.parent is not None:
            path.append(node.parent.variations.index(node))  # type: ignore[arg-type]
            node = node.parent
        return _node_at, (node, path[::-1])

    def __repr__(self) -> str:
        number = (self.ply() + 1) // 2
        return f"<ChildNode {number}{'.' if not self.turn() else '...'} {self.move.uci()}>"


def _node_at(game: GameNode, path: List[int]) -> GameNode:
    for at in path:
        game = game.variations[at]
    return game


def _comments(text: Union[str, List[str]]) -> List[str]:
    return list(text) if isinstance(text, list) else [text] if text else []


class Game(GameNode):
    """A game: tags, a start position, moves with comments and variations, a result. It is the root of a tree of nodes.

    ``Game(board)`` is the game that was played on a board. A game that was read becomes a tree when it is first asked for
    its nodes.
    """

    parent: None
    move: None
    _given: Optional[Line]

    def __init__(
        self,
        board: Union[Board, Mapping[str, str], None] = None,
        headers: Optional[Mapping[str, str]] = None,
        moves: Optional[Line] = None,
        result: Optional[str] = None,
    ) -> None:
        if isinstance(board, Mapping):
            board, headers = None, board
        own = Board() if board is None else board
        check_board(own)
        self._root(own.root(), Headers(headers))
        if self.header("FEN") is None:
            self._say_start()
        if result is not None or "Result" not in dict(self.headers.tags):
            self.result = own.result() if result is None else result
        self._given = Line.of(own.move_stack) if moves is None else moves

    def _root(self, start: Board, headers: Headers) -> None:
        self.parent = None
        self.move = None
        self.nags = set()
        self._start = start
        self._text: Optional[GameText] = None
        # The result of the tags as they were read, and that of the text.
        self._results: Optional[Tuple[Optional[str], str]] = None
        self._given = None
        self._variations: Optional[List[ChildNode]] = None
        self._comments: List[str] = []
        self._headers = headers
        #: Its number in the stream, from 1; 0 if it was not read.
        self.number = 0
        #: The line on which it begins, from 1; 0 if it was not read.
        self.line = 0
        #: How the text was read: ``"native"``, or another program's habit.
        self.reading = "native"
        #: What is odd about the text, in sentences.
        self.notes: List[str] = []
        #: Always empty: a game that cannot be read is a :class:`PgnError`.
        self.errors: List[Exception] = []

    @classmethod
    def _read(cls, text: GameText) -> Game:
        game = cls.__new__(cls)
        game._root(Board._adopt(text.board()), Headers(text.tags))
        game._text = text
        game._results = game.header("Result"), text.result
        if game._results[0] in (None, "*") and text.result != "*":
            game.headers["Result"] = text.result
        game.number, game.line = text.number, text.first_line
        game.reading, game.notes = text.reading, text.notes
        return game

    @classmethod
    def from_board(cls, board: Board) -> Game:
        """The game that was played on a board. Raises :class:`FenError` if the board is no position."""
        return cls(board)

    @classmethod
    def without_tag_roster(cls) -> Game:
        """A game without tags: the seven of every game are written all the same."""
        return cls()

    def __reduce__(self) -> Any:
        # As lines, which are no deeper than the variations: a tree of nodes is as deep as the game is long.
        own = ("parent", "move", "nags", "_start", "_text", "_given", "_variations", "_comments", "_headers")
        state = {name: value for name, value in vars(self).items() if name not in own}
        return _restore_game, (type(self), self._start, self._headers, self.moves), state

    # The tree, when it is asked for.

    def _grown(self) -> List[ChildNode]:
        if self._variations is None:
            line = self._given
            if line is None:
                line = read_line(self._text.tree()) if self._text is not None else Line()
            self._variations = []
            self._comments = [remark for remark in line.remarks if isinstance(remark, str)]
            self.nags = {remark for remark in line.remarks if isinstance(remark, int)}
            self._grow(line)
            self._given = None
        return self._variations

    @property
    def variations(self) -> List[ChildNode]:  # type: ignore[override]
        """The first moves, the main line first."""
        return self._grown()

    @property
    def comments(self) -> List[str]:
        """What stands before the first move."""
        self._grown()
        return self._comments

    @comments.setter
    def comments(self, comments: List[str]) -> None:
        self._grown()
        self._comments = comments

    @property
    def moves(self) -> Line:
        """The moves with all that stands behind them, in the order of the text. Changes count when they are assigned."""
        if self._variations is None:
            if self._given is None:
                self._given = read_line(self._text.tree()) if self._text is not None else Line()
            return self._given
        line = self._line()
        line.remarks = [*sorted(self.nags), *self._comments]
        return line

    @moves.setter
    def moves(self, moves: Line) -> None:
        self._given, self._variations, self._text = moves, None, None

    # Tags.

    @property
    def headers(self) -> Headers:
        """The tags by their names."""
        return self._headers

    @headers.setter
    def headers(self, headers: Mapping[str, str]) -> None:
        self._headers = headers if isinstance(headers, Headers) else Headers(headers)

    @property
    def tags(self) -> List[Tuple[str, str]]:
        """The tags in their order, repeated ones too."""
        return self._headers.tags

    @property
    def result(self) -> str:
        """``"1-0"``, ``"0-1"``, ``"1/2-1/2"`` or ``"*"``."""
        said = next((value for name, value in self.tags if name == "Result"), None)
        # The text behind the moves decides.
        if self._results is not None and (said is None or said == self._results[0]):
            return self._results[1]
        return said or "*"

    @result.setter
    def result(self, result: str) -> None:
        self._headers["Result"] = result

    def header(self, name: str, default: Optional[str] = None) -> Optional[str]:
        """The value of a tag, by its name in either case; the default if it was not said."""
        return next((value for own, value in self.tags if own.lower() == name.lower()), default)

    # Positions and moves.

    @property
    def variant(self) -> Variant:
        """The variant that is played."""
        return self._start.variant

    def board(self) -> Board:
        """The board before the first move."""
        return self._start.copy()

    def setup(self, board: Union[Board, str]) -> None:
        """Sets the start position, a board or a FEN of the variant. Raises :class:`FenError`."""
        own = Board(self.variant, board) if isinstance(board, str) else board
        check_board(own)
        self._start = own.copy(stack=False)
        for name in ("SetUp", "FEN"):
            if any(known == name for known, _ in self.tags):
                del self.headers[name]
        self._say_start()

    def _say_start(self) -> None:
        if needs_fen(self._start):
            self.headers["SetUp"] = "1"
            self.headers["FEN"] = self._start.fen()

    def _is_as_read(self) -> bool:
        return self._variations is None and self._given is None and self._text is not None

    def mainline_moves(self) -> Mainline[Move]:
        """The moves of the main line. Raises :class:`MoveError` for moves of your own that are illegal."""
        if self._is_as_read() and self._text is not None:
            moves = self._text.moves()
        else:
            moves = self.last_board().move_stack
        return Mainline(moves, self._start, moves)

    def last_board(self) -> Board:
        """The board after the main line, with its moves. Raises :class:`MoveError` for moves of your own that are illegal."""
        if self._is_as_read() and self._text is not None:
            return Board._adopt(self._text.end())
        board = self.board()
        board.push_all(self.moves.moves)
        return board

    def boards(self) -> Iterator[Board]:
        """The boards of the main line, from the start on: one more than moves."""
        board = self.board()
        yield board.copy()
        for move in self.mainline_moves():
            board.push(move)
            yield board.copy()

    def __len__(self) -> int:
        """How many moves the main line has."""
        if self._is_as_read() and self._text is not None:
            return self._text.plies()
        return len(self.moves.plies)

    def __bool__(self) -> bool:
        return True

    def __str__(self) -> str:
        """The game in the export format. Raises :class:`MoveError` for moves of your own that are illegal."""
        return write_game(self._start, self.tags, self.moves, self.result)

    def __repr__(self) -> str:
        return f"<Game {self.number}: {self.variant.id}, {len(self)} plies, {self.result}>"


def _restore_game(kind: Type[Game], start: Board, headers: Headers, moves: Line) -> Game:
    game = kind.__new__(kind)
    game._root(start, headers)
    game._given = moves
    return game
