"""Programs in the manner of python-chess's manual, which run with another import alone: ``import campione as chess``.

Each is a page of that manual, what it is about, and a program of our own with the same calls. Those that do not run have the
reason, which PYTHON-CHESS.md repeats; where one runs after all, the test fails.
"""

import contextlib
import io
import os
import sys
from typing import Any, Dict, List, NamedTuple, Optional

import campione
import pytest

FOLDER = os.path.dirname(os.path.abspath(__file__))

GAMES = """[Event "First"]
[White "Ada"]
[Black "Ben"]
[Result "0-1"]

1. f3 {a start} e5 (1... d5 $1 2. d4 {dull}) 2. g4 Qh4# 0-1

[Event "Second"]
[White "Ben"]
[Black "Ada"]
[Result "1/2-1/2"]

1. e4 e5 1/2-1/2
"""


class Example(NamedTuple):
    page: str
    about: str
    code: str
    #: Why it does not run; ``None`` if it does.
    reason: Optional[str] = None


EXAMPLES: List[Example] = [
    Example("core", "a game to the mate", """
board = chess.Board()
assert chess.Move.from_uci("a8a1") not in board.legal_moves
for san in ["f3", "e5", "g4", "Qh4"]:
    board.push_san(san)
assert board.is_checkmate() and board.turn == chess.WHITE
assert "Qh4#" not in [board.san(move) for move in board.legal_moves]
"""),
    Example("core", "moves that are made and unmade", """
board = chess.Board()
knight = chess.Move.from_uci("g1f3")
board.push(knight)
assert board.peek() == knight and board.move_stack == [knight]
assert board.pop() == knight and board.ply() == 0
"""),
    Example("core", "a board as text", """
board = chess.Board("r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4")
assert str(board).splitlines()[1] == "p p p p . Q p p"
assert board.unicode().count("♟") == 7 and board.unicode(invert_color=True).count("♙") == 7
assert "a b c" in board.unicode(borders=True)
"""),
    Example("core", "how games end", """
board = chess.Board("r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4")
assert not board.is_stalemate() and not board.is_insufficient_material()
outcome = board.outcome()
assert outcome == chess.Outcome(termination=chess.Termination.CHECKMATE, winner=chess.WHITE)
assert outcome.result() == "1-0" == board.result() and board.is_game_over()
"""),
    Example("core", "draws that can be claimed", """
board = chess.Board()
assert not board.can_claim_threefold_repetition() and not board.can_claim_draw()
assert board.halfmove_clock == 0 and not board.can_claim_fifty_moves()
for uci in ["g1f3", "g8f6", "f3g1", "f6g8"] * 2:
    board.push_uci(uci)
assert board.can_claim_threefold_repetition() and not board.is_fivefold_repetition()
assert not board.is_seventyfive_moves()
"""),
    Example("core", "checks and attackers", """
board = chess.Board("rnbqkbnr/ppp2ppp/8/1B1pp3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 1 3")
assert board.is_check() and board.is_attacked_by(chess.WHITE, chess.E8)
assert board.checkers() == chess.SquareSet([chess.B5])
attackers = board.attackers(chess.WHITE, chess.F3)
assert chess.G2 in attackers and chess.D1 in attackers
assert str(attackers).splitlines()[-1] == ". . . 1 . . . ." and board.attackers(chess.WHITE, chess.H3) == {chess.G2}
"""),
    Example("core", "algebraic notation", """
board = chess.Board()
assert board.san(chess.Move(chess.E2, chess.E4)) == "e4" and board.lan(chess.Move.from_uci("g1f3")) == "Ng1-f3"
assert board.parse_san("Nf3") == chess.Move.from_uci("g1f3")
assert board.variation_san([chess.Move.from_uci(uci) for uci in ["e2e4", "e7e5", "g1f3"]]) == "1. e4 e5 2. Nf3"
"""),
    Example("core", "FENs", """
board = chess.Board()
assert board.fen() == chess.STARTING_FEN and sorted(board.shredder_fen().split()[2]) == list("AHah")
assert board.board_fen() == chess.STARTING_BOARD_FEN
board = chess.Board("8/8/8/2k5/4K3/8/8/8 w - - 4 45")
assert board.piece_at(chess.C5) == chess.Piece.from_symbol("k") and board.fullmove_number == 45
"""),
    Example("core", "EPDs", """
board = chess.Board()
assert board.epd(bm=board.parse_uci("d2d4")).endswith(" w KQkq - bm d4;")
assert board.epd(hmvc=board.halfmove_clock, fmvn=board.fullmove_number).endswith(" hmvc 0; fmvn 1;")
operations = board.set_epd('4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id "one";')
assert operations == {"bm": [chess.Move.from_uci("e2e4")], "id": "one"}
"""),
    Example("core", "pins", """
board = chess.Board("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1")
assert board.is_pinned(chess.WHITE, chess.C3)
assert set(board.pin(chess.WHITE, chess.C3)) >= {chess.B4, chess.C3, chess.D2, chess.E1}
assert not board.is_pinned(chess.BLACK, chess.B4) and chess.H8 in board.pin(chess.BLACK, chess.B4)
"""),
    Example("core", "constants", """
assert chess.COLORS == [chess.WHITE, chess.BLACK] and not chess.BLACK
assert chess.PAWN < chess.KNIGHT < chess.BISHOP < chess.ROOK < chess.QUEEN < chess.KING
assert chess.piece_symbol(chess.KNIGHT) == "n" and chess.piece_name(chess.QUEEN) == "queen"
assert chess.SQUARES[chess.A1] == chess.A1 and chess.SQUARE_NAMES[chess.E4] == "e4"
assert chess.FILE_NAMES[:3] == ["a", "b", "c"] and chess.RANK_NAMES[0] == "1"
"""),
    Example("core", "functions of squares", """
assert chess.square(4, 3) == chess.E4 == chess.parse_square("e4") and chess.square_name(chess.E4) == "e4"
assert (chess.square_file(chess.C7), chess.square_rank(chess.C7)) == (2, 6)
assert chess.square_distance(chess.A1, chess.H8) == 7 and chess.square_mirror(chess.E2) == chess.E7
assert chess.square_manhattan_distance(chess.A1, chess.B3) == 3 and chess.square_knight_distance(chess.A1, chess.B2) == 4
"""),
    Example("core", "pieces", """
piece = chess.Piece(chess.KNIGHT, chess.BLACK)
assert piece.symbol() == "n" == str(piece) and piece == chess.Piece.from_symbol("n") and hash(piece) == hash(piece)
assert piece.unicode_symbol() == "♞" and piece.unicode_symbol(invert_color=True) == "♘"
assert (piece.piece_type, piece.color) == (chess.KNIGHT, chess.BLACK)
"""),
    Example("core", "moves", """
move = chess.Move(chess.B7, chess.B8, promotion=chess.QUEEN)
assert move.uci() == "b7b8q" == str(move) and move.promotion == chess.QUEEN
assert (move.from_square, move.to_square) == (chess.B7, chess.B8) and move == chess.Move.from_uci("b7b8q")
assert bool(move) and not chess.Move.null() and chess.Move.null().uci() == "0000"
"""),
    Example("core", "null moves", """
board = chess.Board()
board.push(chess.Move.null())
assert board.turn == chess.BLACK and board.peek() == chess.Move.null()
"""),
    Example("core", "what stands where", """
board = chess.Board()
assert board.pieces(chess.ROOK, chess.WHITE) == chess.SquareSet([chess.A1, chess.H1])
assert board.piece_type_at(chess.D8) == chess.QUEEN and board.color_at(chess.D8) == chess.BLACK
assert board.piece_at(chess.E4) is None and board.king(chess.WHITE) == chess.E1 and len(board.piece_map()) == 32
assert sum(1 for square in chess.SQUARES if board.piece_at(square)) == 32
assert board.attacks(chess.B1) == chess.SquareSet([chess.A3, chess.C3, chess.D2])
"""),
    Example("core", "a board to set up", """
board = chess.Board.empty()
board.set_piece_at(chess.E1, chess.Piece(chess.KING, chess.WHITE))
assert not board.is_valid() and board.status() & chess.STATUS_NO_BLACK_KING
board.set_piece_at(chess.E8, chess.Piece(chess.KING, chess.BLACK))
board.set_piece_at(chess.A1, chess.Piece.from_symbol("R"))
assert board.is_valid() and board.status() == chess.STATUS_VALID and board.fen() == "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"
assert board.remove_piece_at(chess.A1) == chess.Piece.from_symbol("R") and board.remove_piece_at(chess.A1) is None
board.set_board_fen("4k3/8/8/8/8/8/8/4KR2")
board.turn = chess.BLACK
assert board.fen() == "4k3/8/8/8/8/8/8/4KR2 b - - 0 1"
"""),
    Example("core", "piece maps", """
board = chess.Board()
pieces = board.piece_map()
del pieces[chess.A1]
board.set_piece_map(pieces)
assert board.fen().split()[0].endswith("1NBQKBNR") and len(board.piece_map()) == 31
"""),
    Example("core", "castling rights", """
board = chess.Board()
assert bool(board.castling_rights & chess.BB_H1) and board.has_kingside_castling_rights(chess.WHITE)
board.castling_rights &= ~chess.BB_H1
assert board.fen().split()[2] == "Qkq" and board.has_queenside_castling_rights(chess.WHITE)
board.set_castling_fen("-")
assert not board.has_castling_rights(chess.WHITE) and board.castling_rights == chess.BB_EMPTY
"""),
    Example("core", "mirrors", """
board = chess.Board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
assert board.mirror().fen() == "4k3/4p3/8/8/8/8/8/4K3 b - - 0 1"
assert board.transform(chess.flip_vertical).board_fen() == "4K3/4P3/8/8/8/8/8/4k3"
assert board.transform(chess.flip_horizontal).king(chess.WHITE) == chess.D1
"""),
    Example("core", "kinds of moves", """
board = chess.Board("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1")
castling, passing = board.parse_san("O-O"), board.parse_san("exd6")
assert board.is_castling(castling) and board.is_kingside_castling(castling) and not board.is_queenside_castling(castling)
assert board.is_en_passant(passing) and board.is_capture(passing) and board.is_zeroing(passing)
assert board.has_legal_en_passant() and board.ep_square == chess.D6 and board.is_irreversible(castling)
assert board.gives_check(board.find_move(chess.H1, chess.H8)) and list(board.generate_legal_ep()) == [passing]
assert len(list(board.generate_legal_captures())) == 3 and len(list(board.generate_castling_moves())) == 2
"""),
    Example("core", "moves by their squares", """
board = chess.Board("8/P3k3/8/8/8/8/8/4K3 w - - 0 1")
assert board.find_move(chess.A7, chess.A8).promotion == chess.QUEEN
assert board.find_move(chess.A7, chess.A8, chess.KNIGHT).uci() == "a7a8n"
moves = list(board.generate_legal_moves(from_mask=chess.BB_E1))
assert {move.from_square for move in moves} == {chess.E1} and len(moves) == 5
"""),
    Example("core", "lists of moves", """
board = chess.Board()
assert board.legal_moves.count() == 20 and bool(board.legal_moves)
assert chess.Move.from_uci("g1f3") in board.legal_moves and len(list(board.legal_moves)) == 20
board.push_xboard("e2e4")
assert board.san_and_push(board.parse_xboard("e7e5")) == "e5" and board.uci(chess.Move.from_uci("g1f3")) == "g1f3"
"""),
    Example("core", "copies", """
board = chess.Board()
board.push_san("e4")
board.push_san("e5")
assert board.copy() == board and board.copy(stack=False).move_stack == [] and board.root() == chess.Board()
assert board.copy(stack=1).move_stack == board.move_stack[1:]
"""),
    Example("core", "errors", """
board = chess.Board()
for text, error in [("e5", chess.IllegalMoveError), ("Nd2", chess.IllegalMoveError), ("what", chess.InvalidMoveError)]:
    try:
        board.parse_san(text)
        raise AssertionError(text)
    except error as found:
        assert isinstance(found, ValueError)
"""),
    Example("core", "Chess960", """
import random
board = chess.Board.from_chess960_pos(random.randint(0, 959))
assert board.chess960 and board.legal_moves and chess.Board().chess960_pos() == 518
assert chess.Board(chess960=True).uci(chess.Move.from_uci("e2e4")) == "e2e4"
"""),
    Example("core", "sets of squares", """
squares = chess.SquareSet([chess.A8, chess.A1])
assert chess.A1 in squares and list(squares) == [chess.A1, chess.A8] and len(squares) == 2
squares = chess.SquareSet(chess.BB_A8 | chess.BB_RANK_1)
assert chess.B1 in squares and bool(squares) and int(squares) == chess.BB_A8 | chess.BB_RANK_1
squares.add(chess.E4)
squares.discard(chess.A8)
squares.remove(chess.E4)
assert squares & chess.BB_FILE_A == chess.SquareSet(chess.BB_A1) and not squares.isdisjoint(chess.BB_A1)
assert (squares | chess.BB_E4) - squares == chess.SquareSet([chess.E4]) and squares.issubset(~chess.SquareSet())
assert squares ^ squares == chess.SquareSet() and squares.pop() in chess.SquareSet(chess.BB_RANK_1)
"""),
    Example("core", "lines of squares", """
assert chess.SquareSet.between(chess.E2, chess.B5) == chess.SquareSet([chess.D3, chess.C4])
assert chess.E2 in chess.SquareSet.ray(chess.E2, chess.B5) and chess.F1 in chess.SquareSet.ray(chess.E2, chess.B5)
assert chess.SquareSet.from_square(chess.A1) == chess.BB_A1
assert chess.SquareSet([chess.A1, chess.B2]).mirror() == chess.SquareSet([chess.A8, chess.B7])
"""),
    Example("core", "pseudo-legal moves", """
board = chess.Board("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")
assert board.is_pseudo_legal(chess.Move.from_uci("e1d2"))
""", "the generator makes legal moves alone; `why` says what forbids another"),
    Example("core", "opening books", """
chess.polyglot.open_reader
""", "Polyglot's books are for chess"),
    Example("core", "tablebases", """
chess.syzygy.open_tablebase
""", "Syzygy's tables are for chess; the program `campione` solves endings of all variants"),
    Example("core", "pieces alone", """
board = chess.BaseBoard.empty()
""", "`Board` can be set up with any pieces"),
    Example("core", "perft", """
def perft(board, depth):
    if depth == 0:
        return 1
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += perft(board, depth - 1)
        board.pop()
    return count
assert perft(chess.Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"), 2) == 2039
"""),
    Example("core", "a search by material", """
VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}
def evaluate(board):
    if board.is_checkmate():
        return -1000
    return sum(VALUES[piece.piece_type] * (1 if piece.color == board.turn else -1) for piece in board.piece_map().values())
def search(board, depth, alpha, beta):
    if depth == 0 or board.is_game_over():
        return evaluate(board)
    for move in sorted(board.legal_moves, key=lambda move: (board.is_capture(move), move.uci()), reverse=True):
        board.push(move)
        alpha = max(alpha, -search(board, depth - 1, -beta, -alpha))
        board.pop()
        if alpha >= beta:
            break
    return alpha
assert search(chess.Board("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"), 2, -9999, 9999) == 1000
"""),
    Example("pgn", "games that are found again by their places", """
file, places = io.StringIO(GAMES), []
while True:
    place = file.tell()
    headers = chess.pgn.read_headers(file)
    if headers is None:
        break
    if headers.get("White") == "Ben":
        places.append(place)
file.seek(places[0])
game = chess.pgn.read_game(file)
assert len(places) == 1 and game.headers["Event"] == "Second" and str(game.mainline_moves()) == "1. e4 e5"
"""),
    Example("pgn", "reading games one by one", """
pgn = io.StringIO(GAMES)
first = chess.pgn.read_game(pgn)
second = chess.pgn.read_game(pgn)
assert first.headers["Event"] == "First" and second.headers["White"] == "Ben" and chess.pgn.read_game(pgn) is None
board = first.board()
for move in first.mainline_moves():
    board.push(move)
assert board.is_checkmate() and first.headers["Result"] == "0-1" == first.headers.get("Result", "*")
"""),
    Example("pgn", "the main line", """
game = chess.pgn.read_game(io.StringIO(GAMES))
assert str(game.mainline_moves()) == "1. f3 e5 2. g4 Qh4#" and len(list(game.mainline())) == 4
assert [node.san() for node in game.mainline()] == ["f3", "e5", "g4", "Qh4#"]
assert game.end().board().is_checkmate() and game.end().is_end() and game.next().move == chess.Move.from_uci("f2f3")
"""),
    Example("pgn", "tags alone, and games that are skipped", """
pgn = io.StringIO(GAMES)
assert chess.pgn.read_headers(pgn)["White"] == "Ada" and chess.pgn.skip_game(pgn)
assert chess.pgn.read_headers(pgn) is None and not chess.pgn.skip_game(pgn)
"""),
    Example("pgn", "places in a file", """
pgn = io.StringIO(GAMES)
places = []
while True:
    place = pgn.tell()
    headers = chess.pgn.read_headers(pgn)
    if headers is None:
        break
    if "Ben" in headers.get("White", "?"):
        places.append(place)
pgn.seek(places[0])
assert chess.pgn.read_game(pgn).headers["Event"] == "Second"
"""),
    Example("pgn", "a game that is written", """
game = chess.pgn.Game()
game.headers["Event"] = "Example"
node = game.add_variation(chess.Move.from_uci("e2e4"))
node = node.add_variation(chess.Move.from_uci("e7e5"))
node.comment = "Comment"
text = str(game)
assert text.startswith('[Event "Example"]\\n[Site "?"]') and "1. e4 e5 {Comment} *" in text
out = io.StringIO()
print(game, file=out, end="\\n\\n")
assert out.getvalue().startswith(text)
"""),
    Example("pgn", "variations", """
game = chess.pgn.read_game(io.StringIO(GAMES))
first = game.next()
assert first.comment == "a start" and game.is_mainline() and len(first.variations) == 2
aside = first.variation(1)
assert aside.starts_variation() and not aside.is_mainline() and chess.pgn.NAG_GOOD_MOVE in aside.nags
assert aside.next().comment == "dull" and aside.parent is first and aside.root() is game and aside.ply() == 2
first.promote_to_main(aside)
assert str(game.mainline_moves()) == "1. f3 d5 2. d4" and first.has_variation(chess.Move.from_uci("e7e5"))
first.demote(aside)
first.remove_variation(aside)
assert len(first.variations) == 1 and not first.has_variation(aside)
"""),
    Example("pgn", "lines", """
game = chess.pgn.Game()
moves = [chess.Move.from_uci(uci) for uci in ["e2e4", "e7e5", "g1f3"]]
node = game.add_line(moves, comment="so far", nags=[chess.pgn.NAG_SPECULATIVE_MOVE])
assert node.board().fen().startswith("rnbqkbnr/pppp1ppp") and node.turn() == chess.BLACK and node.uci() == "g1f3"
game.add_main_variation(chess.Move.from_uci("d2d4"))
assert game.variations[0].move.uci() == "d2d4"
"""),
    Example("pgn", "the game of a board", """
board = chess.Board()
board.push_san("e4")
game = chess.pgn.Game.from_board(board)
assert str(game).strip().endswith("1. e4 *")
game = chess.pgn.Game()
game.setup("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
assert game.headers["FEN"].startswith("4k3/") and game.headers["SetUp"] == "1" and game.board().ply() == 0
"""),
    Example("pgn", "exporters", """
game = chess.pgn.read_game(io.StringIO(GAMES))
exporter = chess.pgn.StringExporter(headers=False, variations=False, comments=False)
assert game.accept(exporter) == "1. f3 e5 2. g4 Qh4# 0-1"
out = io.StringIO()
game.accept(chess.pgn.FileExporter(out))
assert out.getvalue().startswith('[Event "First"]') and out.getvalue().endswith("0-1\\n\\n")
"""),
    Example("pgn", "visitors", """
class Counter(chess.pgn.BaseVisitor):
    def begin_game(self):
        self.moves = self.comments = 0
    def begin_variation(self):
        return chess.pgn.SKIP
    def visit_move(self, board, move):
        self.moves += board.is_legal(move)
    def visit_comment(self, comment):
        self.comments += 1
    def result(self):
        return self.moves, self.comments
assert chess.pgn.read_game(io.StringIO(GAMES), Visitor=Counter) == (4, 1)
assert chess.pgn.read_game(io.StringIO(GAMES), Visitor=chess.pgn.BoardBuilder).is_checkmate()
assert chess.pgn.read_game(io.StringIO(GAMES), Visitor=chess.pgn.HeadersBuilder)["Black"] == "Ben"
"""),
    Example("pgn", "clocks, scores and arrows in comments", """
game = chess.pgn.Game()
node = game.add_variation(chess.Move.from_uci("e2e4"))
node.set_clock(3723.5)
node.set_eval(chess.engine.PovScore(chess.engine.Cp(-35), chess.BLACK), depth=12)
node.set_arrows([chess.svg.Arrow(chess.E2, chess.E4), (chess.A1, chess.A1)])
assert node.clock() == 3723.5 and node.eval().white() == chess.engine.Cp(35) and node.eval_depth() == 12
assert len(node.arrows()) == 2 and "[%clk 1:02:03.5]" in node.comment
"""),
    Example("pgn", "time controls", """
chess.pgn.parse_time_control("40/7200:3600")
""", "the tag `TimeControl` is a text like any other"),
    Example("svg", "a board with marks", """
board = chess.Board("8/8/8/8/4N3/8/8/k3K3 w - - 0 1")
text = chess.svg.board(
    board,
    fill=dict.fromkeys(board.attacks(chess.E4), "#cc0000cc"),
    arrows=[chess.svg.Arrow(chess.E4, chess.F6, color="#0000cccc")],
    squares=chess.SquareSet(chess.BB_DARK_SQUARES & chess.BB_RANK_8),
    size=350,
)
assert text.startswith("<svg") and text.count("#cc0000cc") == 8 and "#0000cccc" in text
"""),
    Example("svg", "orientation, last move, colors", """
board = chess.Board()
last = board.push_san("e4")
plain = chess.svg.board(board)
assert plain != chess.svg.board(board, orientation=chess.BLACK) != chess.svg.board(board, lastmove=last)
assert "#abcdef" in chess.svg.board(board, colors={"square light": "#abcdef"})
assert chess.svg.board(chess.Board("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"), check=chess.E1) != plain
"""),
    Example("svg", "all arguments of a board", """
board = chess.Board("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
move = chess.Move.from_uci("d1d8")
text = chess.svg.board(
    board, orientation=chess.BLACK, lastmove=move, check=chess.G8, arrows=[(chess.D1, chess.D8)], size=200, coordinates=False,
    colors={"margin": "#fedcba", "coord": "#abcdef", "arrow green": "#012345", "inner border": "#000000"}, borders=True,
    style="text { fill: red; } a > b {}", flipped=False,
)
root = __import__("xml.etree.ElementTree").etree.ElementTree.fromstring(text)
assert root.get("viewBox").split()[2:] == ["800", "800"] and root[0].text == "text { fill: red; } a > b {}"
assert text.count("#fedcba") == 1 and text.count("#012345") >= 1
assert chess.svg.board(board, flipped=True) == chess.svg.board(board, orientation=chess.BLACK)
"""),
    Example("svg", "a piece", """
assert chess.svg.piece(chess.Piece.from_symbol("R")).startswith("<svg")
"""),
    Example("svg", "arrows of comments", """
arrow = chess.svg.Arrow(chess.E2, chess.E4, color="red")
assert arrow.pgn() == "Re2e4" and chess.svg.Arrow.from_pgn("Ge4") == chess.svg.Arrow(chess.E4, chess.E4)
assert (arrow.tail, arrow.head) == (chess.E2, chess.E4)
"""),
    Example("engine", "two engines that play", """
engine = chess.engine.SimpleEngine.popen_uci(ENGINE)
board = chess.Board()
while not board.is_game_over() and board.ply() < 6:
    result = engine.play(board, chess.engine.Limit(time=0.02))
    board.push(result.move)
engine.quit()
assert board.ply() == 6 and engine.returncode == 0
"""),
    Example("engine", "a match with its game, and what it is told", """
engine = chess.engine.SimpleEngine.popen_uci(ENGINE)
game, board = chess.pgn.Game(), chess.Board()
game.headers["Event"], node = "Match", game
while not board.is_game_over(claim_draw=True) and board.fullmove_number < 3:
    result = engine.play(board, chess.engine.Limit(depth=1), info=chess.engine.INFO_SCORE | chess.engine.INFO_PV)
    node = node.add_variation(result.move)
    node.comment = str(result.info["score"].white())
    board.push(result.move)
assert len(list(game.mainline_moves())) == 4 and game.end().board() == board
assert "nodes" in engine.analyse(board, chess.engine.Limit(depth=1), info=chess.engine.INFO_ALL)
engine.quit()
"""),
    Example("engine", "a puzzle: one move is far better than the second", """
with chess.engine.SimpleEngine.popen_uci(ENGINE) as engine:
    board = chess.Board("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
    best, second = engine.analyse(board, chess.engine.Limit(depth=3), multipv=2)
    gap = best["score"].pov(board.turn).score(mate_score=100000) - second["score"].pov(board.turn).score(mate_score=100000)
    assert board.san(best["pv"][0]) == "Rd8#" and gap > 200 and best["score"].relative > chess.engine.Cp(500)
"""),
    Example("engine", "scores", """
engine = chess.engine.SimpleEngine.popen_uci(ENGINE)
info = engine.analyse(chess.Board(), chess.engine.Limit(depth=3))
assert isinstance(info["score"].white(), chess.engine.Score) and info["pv"] and info["depth"] == 3
board = chess.Board("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
assert repr(engine.analyse(board, chess.engine.Limit(depth=4))["score"]) == "PovScore(Mate(+1), WHITE)"
engine.quit()
"""),
    Example("engine", "an analysis that is followed", """
with chess.engine.SimpleEngine.popen_uci(ENGINE) as engine:
    with engine.analysis(chess.Board()) as analysis:
        for info in analysis:
            assert info.get("score") is not None
            if info.get("depth", 0) > 2:
                break
    assert engine.analysis(chess.Board(), chess.engine.Limit(depth=2)).wait().move in chess.Board().legal_moves
"""),
    Example("engine", "several lines", """
with chess.engine.SimpleEngine.popen_uci(ENGINE) as engine:
    infos = engine.analyse(chess.Board(), chess.engine.Limit(depth=2), multipv=3)
    assert [info["multipv"] for info in infos] == [1, 2, 3] and infos[0]["wdl"].white().expectation() == 0.5
"""),
    Example("engine", "options", """
engine = chess.engine.SimpleEngine.popen_uci(ENGINE)
assert engine.options["Hash"] == chess.engine.Option("Hash", "spin", 16, 1, 64, []) and engine.id["name"]
engine.configure({"Hash": 32})
engine.ping()
try:
    engine.configure({"No such": 1})
    raise AssertionError
except ValueError:
    pass
engine.close()
"""),
    Example("engine", "arithmetic of scores", """
from campione.engine import Cp, Mate, MateGiven, PovScore, Wdl
assert Mate(-0) < Mate(-1) < Cp(-50) < Cp(200) < Mate(4) < Mate(1) < MateGiven
assert -Cp(20) == Cp(-20) and Cp(-35).score() == -35 and Mate(5).score(mate_score=100000) == 99995 and Mate(5).score() is None
assert Mate(5).mate() == 5 and Cp(1).mate() is None and PovScore(Cp(-20), chess.BLACK).white() == Cp(20)
assert Wdl(wins=500, draws=300, losses=200).expectation() == 0.65
"""),
    Example("engine", "moves to choose from", """
with chess.engine.SimpleEngine.popen_uci(ENGINE) as engine:
    result = engine.play(chess.Board(), chess.engine.Limit(white_clock=1, black_clock=1), game=object(), root_moves=None)
    assert result.move in chess.Board().legal_moves and result.info is not None and not result.resigned
"""),
    Example("engine", "an engine that ends", """
engine = chess.engine.SimpleEngine.popen_uci(ENGINE)
engine.close()
try:
    engine.ping()
    raise AssertionError
except chess.engine.EngineTerminatedError as error:
    assert isinstance(error, chess.engine.EngineError)
"""),
    Example("engine", "asyncio", """
chess.engine.popen_uci
""", "there is no asyncio: searches run in threads, `asyncio.to_thread` waits for them"),
    Example("engine", "engines that speak XBoard", """
chess.engine.SimpleEngine.popen_xboard
""", "the client speaks UCI alone"),
]


def run(example: Example) -> None:
    names: Dict[str, Any] = {"io": io, "GAMES": GAMES, "ENGINE": [sys.executable, os.path.join(FOLDER, "uci_engine.py")]}
    exec(compile("import campione as chess\n" + example.code, example.about, "exec"), names)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"{example.page}: {example.about}")
def test_examples_run_with_another_import(example: Example) -> None:
    if example.reason is None:
        run(example)
    else:
        with pytest.raises(AttributeError):
            run(example)


def test_most_examples_run() -> None:
    running = [example for example in EXAMPLES if example.reason is None]
    assert len(running) >= 0.85 * len(EXAMPLES)


def test_all_constants_are_exported() -> None:
    assert set(campione.squares.__all__) <= set(campione.__all__) and len(campione.__all__) == len(set(campione.__all__))
    assert {f"{file}{rank}" for file in "ABCDEFGHIJKL" for rank in range(1, 11)} <= set(campione.__all__)
    assert all(hasattr(campione, name) for name in campione.__all__)
