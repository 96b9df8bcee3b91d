import copy
import os
import pickle
import random
import re
import xml.etree.ElementTree as ElementTree

import campione
import pytest
from campione import BLACK, WHITE, Board, FenError, Move, SquareSet, Variant
from conftest import ROOT, random_boards, walk

GAMES = ["carrera", "archchess", "herb-garden", "crc", "courier-spiel"]


def test_perft_of_the_five_games_is_that_of_the_published_page() -> None:
    page = os.path.join(ROOT, "docs", "reference", "perft.md")
    if not os.path.exists(page):
        pytest.skip("docs/reference/perft.md is not there: the tests run outside a checkout")
    sections = open(page, encoding="utf-8").read().split("\n## `")
    checked = 0
    for game in GAMES:
        section = next(part for part in sections if part.startswith(game + "`"))
        fen = re.search(r"^`([^`]+)`$", section, re.MULTILINE)
        assert fen is not None
        board = Board(game, fen.group(1))
        for depth, nodes in re.findall(r"^\| (\d) \| ([\d,]+) \|", section, re.MULTILINE):
            if int(nodes.replace(",", "")) < 2_000_000:
                assert board.perft(int(depth)) == int(nodes.replace(",", "")), (game, depth)
                checked += 1
    assert checked >= 18


def test_perft_and_divide_agree_however_they_count() -> None:
    board = Board("capablanca")
    assert [board.perft(depth) for depth in range(5)] == [1, 28, 784, 25_228, 805_128]
    assert board.perft(4, threads=1, hash=8) == board.perft(4, threads=3) == 805_128
    parts = board.divide(4)
    assert sum(nodes for _, nodes in parts) == 805_128
    assert [str(move) for move, _ in parts] == [str(move) for move in board.legal_moves]
    for move, nodes in board.divide(3, hash=1):
        board.push(move)
        assert board.perft(2) == nodes
        board.pop()
    assert board.divide(0) == []
    # Larger than 64 bits would be an int too; the type is Python's own.
    assert type(board.perft(1)) is int


def test_moves_of_a_board() -> None:
    board = Board("gothic")
    moves = board.legal_moves
    assert len(moves) == moves.count() == len(list(moves)) == 28
    assert moves and moves[0] == next(iter(moves)) and moves[-1] == list(moves)[-1]
    with pytest.raises(IndexError):
        moves[28]
    assert Move.from_uci("b1c3") in moves and Move("b1c4") not in moves and "b1c3" not in moves
    assert moves.uci() == [str(move) for move in moves] and moves.san() == [board.san(move) for move in moves]
    assert "Nc3" in repr(moves)
    # It is the position when it was asked for.
    board.push_san("Nc3")
    assert len(moves) == 28 and "Nc3" in moves.san()
    assert not Board("carrera", "R3k5/10/4K5/10/10/10/10/10 b - - 0 1").legal_moves


def test_push_pop_and_the_stack() -> None:
    board = Board("capablanca")
    assert board.push_san("d4") == Move("d2d4") and board.push_uci("d7d5") == Move("d7d5")
    board.push(Move("h1i3"))
    board.push("e6")
    assert [str(move) for move in board.move_stack] == ["d2d4", "d7d5", "h1i3", "e7e6"]
    assert board.ply() == 4 and board.peek() == Move("e7e6") and board.fullmove_number == 3
    assert board.root() == Board("capablanca") and board.root().ply() == 0
    for expected in ["e7e6", "h1i3", "d7d5", "d2d4"]:
        assert str(board.pop()) == expected
    assert board == Board("capablanca")
    for nothing in (board.pop, board.peek):
        with pytest.raises(IndexError):
            nothing()
    board.push_all(["d4", Move("d7d5")])
    with pytest.raises(campione.IllegalMoveError) as caught:
        board.push_all(["Nc3", "Nc3"])
    assert caught.value.place == (1, 2) and board.ply() == 2
    board.reset()
    assert board.ply() == 0


def test_copies_do_not_see_each_other() -> None:
    board = walk(Board("carrera"), 40, random.Random(1))
    for other in (board.copy(), copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert other == board and other.move_stack == board.move_stack
        other.pop()
        assert other != board and other.ply() == board.ply() - 1
    bare = board.copy(stack=False)
    assert bare == board and bare.ply() == 0
    with pytest.raises(TypeError):
        hash(board)


def test_pickles() -> None:
    custom = Variant.from_toml('extends = "capablanca"\npiece.A.moves = "BNW"\n', "mine")
    for variant in (Variant.named("gothic"), Variant.crc(27621), Variant.chess960(518), custom):
        again = pickle.loads(pickle.dumps(variant))
        assert again == variant and hash(again) == hash(variant) and again.start_fen == variant.start_fen
        board = walk(Board(variant), 10, random.Random(2))
        again = pickle.loads(pickle.dumps(board))
        assert again == board and again.move_stack == board.move_stack and again.variant == variant
    move = Board("crc").legal_moves[3]
    assert pickle.loads(pickle.dumps(move)) == move
    with pytest.raises(campione.FenError) as caught:
        Board("chess", "x")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.field, again.faults) == (str(caught.value), caught.value.field, caught.value.faults)


@pytest.mark.parametrize("game", campione.variants())
def test_every_move_of_every_game_reads_back(game: str) -> None:
    for board in random_boards(game, 4, 11, (0, 60)):
        moves = board.legal_moves
        for move, san, uci in zip(moves, moves.san(), moves.uci()):
            assert board.parse_san(san) == board.parse_uci(uci) == board.parse(board.lan(move)) == move
            assert board.parse(board.uci(move, "uci960")) == move and str(move) == uci == move.uci()
            # Made of its text alone, it is the same move.
            assert Move(uci) == move and hash(Move(uci)) == hash(move) and Move(uci) in moves
            assert board.is_legal(Move(uci)) and board.is_legal(san) and board.why(uci) == []
            assert board.is_castling(Move(uci)) == move.is_castling
            before = board.fen()
            captured = len(board.piece_map())
            check, capture = board.gives_check(move), board.is_capture(move)
            board.push(Move(uci))
            assert (board.is_check(), len(board.piece_map()) < captured) == (check, capture)
            assert board.pop() == move and board.fen() == before
        assert Board(board.variant, board.fen()) == board
        again = Board(board.variant, board.fen())
        again.set_fen(board.fen("shredder"))
        assert again == board


def test_moves_know_their_parts() -> None:
    move = Move("i7i8c")
    assert (move.from_square.name, move.to_square.name, move.is_castling) == ("i7", "i8", False)
    assert move.promotion == "c" == str(move.promotion) and move.from_square == "i7" == str(move.from_square)
    assert repr(move) == "Move.from_uci('i7i8c')".replace("'", '"') and move != "i7i8c"
    assert Move("a9a10").to_square == "a10"
    board = Board("capablanca", "r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1")
    castling = board.parse_san("O-O")
    assert castling.is_castling and str(castling) == "f1i1" and castling.promotion is None
    assert board.uci(castling, "uci960") == "f1j1"
    hidden = next(move for move in Board("crc", "4k5/10/10/10/10/10/10/6R1KR w K - 0 1").legal_moves if move.is_castling)
    assert str(hidden) == "i1i1k" and hidden.promotion is None and hidden.from_square == hidden.to_square == campione.I1
    free = Board("archchess", "r4k3r/10/10/10/10/10/10/10/10/R3K4R w KQL - 0 1").parse("O-O:i1g1")
    assert str(free) == "e1i1,j1g1" and (free.from_square, free.to_square, free.promotion) == (campione.E1, campione.I1, None)


def test_a_move_of_another_position_is_looked_up() -> None:
    chess = Board("chess")
    e4 = chess.parse_san("e4")
    gothic = Board("gothic")
    gothic.push(e4)
    assert gothic.fen().startswith("rnbqckabnr/pppppppppp/10/10/4P5/")
    # A promotion of one variant, by its letter in another, where the letter is another piece or none.
    carrera = Board("carrera", "4k5/8P1/10/10/10/10/10/4K5 w - - 0 1").parse("i8=Q")
    chess.set_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    assert not chess.is_legal(carrera)


def test_facts_of_a_position() -> None:
    board = Board("carrera", "R3k5/10/4K5/10/10/10/10/10 b - - 0 1")
    assert board.is_check() and board.is_checkmate() and not board.is_stalemate() and board.is_game_over()
    assert board.checkers() == ["a8"] and board.attackers(WHITE, "e8") == ["a8"] and board.king(BLACK) == "e8"
    outcome = board.outcome()
    assert outcome is not None and (outcome.winner, outcome.reason, outcome.result()) == (WHITE, "checkmate", "1-0")
    assert board.result() == "1-0" and Board("carrera").outcome() is None and Board("carrera").result() == "*"
    stalemate = Board("carrera", "4k5/4P5/4K5/10/10/10/10/10 b - - 0 1")
    assert stalemate.is_stalemate() and not stalemate.is_check() and stalemate.result() == "1/2-1/2"
    assert Board("capablanca", "4k5/10/4K5/10/10/10/10/10 w - - 0 1").is_insufficient_material()
    piece = Board("carrera").piece_at("c1")
    assert piece is not None and (piece.symbol(), piece.color, piece.name) == ("N", True, "knight")
    assert Board("carrera").piece_at("e5") is None and len(Board("carrera").piece_map()) == 40
    passing = Board("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
    assert passing.ep_square == "d6" and passing.is_en_passant("exd6") and passing.is_capture("exd6")
    assert (passing.turn, passing.halfmove_clock, passing.fullmove_number) == (WHITE, 0, 1)


def test_repetitions() -> None:
    board = Board("gothic")
    for count in (2, 3):
        for san in ("Nc3", "Nc6", "Nb1", "Nb8"):
            assert board.outcome() is None
            board.push_san(san)
        assert board.repetitions() == count and board.is_repetition(count) and not board.is_repetition(count + 1)
    outcome = board.outcome()
    assert outcome is not None and outcome.winner is None and outcome.reason == "repetition"
    assert not Board("gothic", board.fen()).is_repetition(2)


def test_why_names_the_rule() -> None:
    board = Board("carrera", "4k5/10/10/b9/2p7/10/1P8/4K5 w - - 0 1")
    reason, *_ = board.why("b2b4")
    assert reason.code == "illegal.double-step-barred" and "RULES.md §1" in reason.source
    assert "beside the enemy pawn on c4" in reason.text and str(reason) == reason.text
    assert [reason.code for reason in board.why("b2b3")] == ["illegal.in-check"] and board.why("e1e2") == []
    assert board.why(Move("b2b4")) == board.why("b2b4")
    with pytest.raises(campione.InvalidMoveError):
        board.why("what?")


def test_variations() -> None:
    board = Board("capablanca")
    assert board.variation_san(["d4", "d5", Move("h1i3")]) == "1. d4 d5 2. Ci3"
    board.push_san("d4")
    assert board.variation_san(["d5", "Ci3"]) == "1...d5 2. Ci3" and board.variation_san([]) == ""
    assert board.ply() == 1


def test_dialects() -> None:
    board = Board("gothic")
    assert board.fen("shredder").endswith("w AJaj - 0 1") and board.fen("fairy", letters=True).endswith("w AJaj - 0 1")
    ten = Board("archchess", "4k5/10/10/10/10/10/10/10/4P5/4K5 w - - 0 1")
    assert ten.uci("e2e3", "xboard") == "e1e2"
    other = Board("gothic")
    other.set_fen("rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR[] w KQkq - 0 1", dialect="fairy")
    assert other == board


def test_random_arrays() -> None:
    board = Board("chess", chess960=True)
    assert board.chess960 and board.variant.id == "chess960"
    assert Board("capablanca", chess960=True).variant.id == "crc"
    board = Board(Variant.crc(25933))
    assert board.fen() == Board("gothic").fen() and board.variant.array_number == 25933
    board.push_san("Nc3")
    board.reset()
    assert board.fen() == Board("gothic").fen()


def test_pictures() -> None:
    board = Board("courier-spiel")
    board.push(board.legal_moves[0])
    for svg in (board.svg(), board._repr_svg_(), board.svg(flipped=True, theme="dark", arrows=[("a1", "b3")], targets=["c3"], size=300)):
        root = ElementTree.fromstring(svg)
        assert root.tag.endswith("svg") and root.attrib["viewBox"].startswith("0 0 ")
    assert 'width="300"' in board.svg(size=300).split(">")[0] and board.svg() != board.svg(flipped=True)
    assert board.svg(last_move=Move("a2a3")) != board.svg(last_move=Move("b2b3"))


def test_text() -> None:
    assert str(Board("chess")).splitlines()[0] == "r n b q k b n r" and str(Board("chess")).count(".") == 32
    assert eval(repr(Board("gothic")), {"Board": Board}) == Board("gothic")
    assert eval(repr(Variant.crc(7)), {"Variant": Variant}) == Variant.crc(7)


def test_variants() -> None:
    carrera = Variant.named("carrera")
    assert (carrera.id, carrera.files, carrera.ranks, carrera.is_built_in) == ("carrera", 10, 8, True)
    assert carrera.pieces["C"] == ("champion", "RN")
    assert carrera.name and carrera.about and carrera.start_fen == Board(carrera).fen()
    assert Variant.named("Capablanca Random") == Variant.named("crc") and campione.variant_id("no game") is None
    assert {"carrera", "shatranj"} <= set(campione.variants())
    text = 'extends = "capablanca"\npiece.A.moves = "BNW"\n'
    mine = Variant.from_toml(text, "mine")
    assert mine.id == "mine" and not mine.is_built_in and Board(mine).perft(2) == 784
    assert Variant.from_toml(mine.to_toml()) == mine and mine != Variant.named("capablanca")
    assert Variant.from_ini("[one:capablanca]\ncastling = false\n").id == "one"
    assert Variant.from_ini("[one:capablanca]\n[two:chess]\n", "two").files == 8
    idle = 'extends = "gothic"\npiece.Z = { name = "zebra", moves = "Z" }\n'
    (place, sentence), *_ = Variant.from_toml(idle, "idle").warnings(idle)
    assert place[0] == 2 and sentence
    assert len({Variant.crc(1), Variant.crc(2), Variant.crc(1), Variant.named("crc")}) == 3


def test_a_board_can_be_a_base_class() -> None:
    class Mine(Board):
        def double(self) -> int:
            return 2 * len(self.legal_moves)

    assert Mine("carrera").double() == 56


def test_null_moves() -> None:
    board = Board("gothic")
    null = Move.null()
    assert not null and Move("e2e4") and str(null) == "0000" and null == Move.from_uci("0000")
    assert not board.is_legal(null) and null not in board.legal_moves
    board.push(null)
    board.push_san("--")
    board.push("Z0")
    assert (board.ply(), board.turn, board.peek()) == (3, BLACK, null)
    assert board.parse_uci("0000") == board.parse_san("--") == null and board.san(null) == "--"
    check = Board("gothic", "4k5/10/10/10/10/10/10/4R1K3 b - - 0 1")
    with pytest.raises(campione.MoveError, match="not possible in check"):
        check.push(null)
    (game,) = campione.pgn.read_games(b"1. e4 -- 2. d4 (2. Nf3 -- 3. g3) *")
    assert str(game).endswith("1. e4 -- 2. d4 (2. Nf3 -- 3. g3) *\n")


@pytest.mark.parametrize("variant", ["capablanca", "courier-spiel", "archchess", "chess"])
def test_bytes_of_a_board_say_what_its_methods_say(variant: str) -> None:
    for board in random_boards(variant, 5, seed=3):
        squares = list(board.squares)
        files, ranks = board.variant.files, board.variant.ranks
        assert [(own.rank, own.file) for own in squares] == [(at // files, at % files) for at in range(files * ranks)]
        types = [board.piece_type_at(own) or 0 for own in squares]
        signed = [-own if board.color_at(where) is BLACK else own for own, where in zip(types, squares)]
        assert list(memoryview(board.piece_bytes()).cast("b")) == signed
        for color in (WHITE, BLACK):
            assert list(board.attack_bytes(color)) == [len(board.attackers(color, own)) for own in squares]
            occupied = SquareSet(board.occupied_co[color])
            own_set = board.attacks(next(iter(occupied)))
            assert [bool(byte) for byte in own_set.to_bytes()] == [own in own_set for own in squares]


def test_bytes_without_a_position() -> None:
    board = Board("gothic")
    board.remove_piece_at("f1")
    assert board.king(WHITE) is None and board.piece_bytes()[:7] == bytes([4, 2, 3, 5, 8, 0, 7])
    assert SquareSet(["a1", "h8"]).to_bytes() == b"\1" + bytes(62) + b"\1"
    assert len(SquareSet(["l10"]).to_bytes()) == 120
    with pytest.raises(FenError):
        board.attack_bytes(WHITE)


@pytest.mark.parametrize("game", ["grand", "shako", "archchess", "chess960", "crc", "carrera"])
def test_moves_of_xboard_read_back(game: str) -> None:
    for board in random_boards(game, 4, 9):
        for move in board.legal_moves:
            try:
                text = board.xboard(move)
            except campione.NotationError:
                continue
            assert board.parse_xboard(text) == move
            assert not board.is_castling(move) or not board.chess960 or text in ("O-O", "O-O-O")
    board = Board("grand")
    assert board.push_xboard("a2a4") == Move("a3a5") and board.peek() == Move("a3a5")
    with pytest.raises(campione.IllegalMoveError, match="a pawn on a7"):
        board.parse_xboard("a7a2")


def test_what_was_passed_and_how_it_ended_is_pickled() -> None:
    board = Board("gothic")
    board.push_all(["d4", "0000", "e4"])
    again = pickle.loads(pickle.dumps(board))
    assert again == board and again.move_stack == board.move_stack and again.root() == board.root()
    for outcome in (campione.Outcome(campione.Termination.CHECKMATE, WHITE), Board("chess", "4k3/8/8/8/8/8/8/R3K3 w - - 100 80").outcome()):
        again = pickle.loads(pickle.dumps(outcome))
        assert outcome is not None and again == outcome and (again.termination, again.reason) == (outcome.termination, outcome.reason)


def test_fields_of_a_fen_as_python_chess_asks_for_them() -> None:
    board = Board("8/8/8/8/R2pPp1k/8/8/4K3 b - e3 0 1")
    assert board.has_legal_en_passant() and board.fen(en_passant="legal") == board.fen(en_passant="xfen") == board.fen()
    pinned = Board("8/8/8/8/R2pP2k/8/8/4K3 b - e3 0 1")
    assert pinned.fen().split()[3] == "e3" and pinned.fen(en_passant="legal").split()[3] == pinned.epd(en_passant="legal").split()[3] == "-"
    assert Board().epd(shredder=True, promoted=True, id="x") == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w AHah - id \"x\";"
    assert Board().board_fen(promoted=True) == Board().board_fen()
    with pytest.raises(campione.ArgumentError, match="legal"):
        board.epd(en_passant="fen")


def test_rights_of_the_default_array_are_no_others() -> None:
    for game in campione.variants():
        assert not Board(game).has_chess960_castling_rights(), game
    assert Board.from_chess960_pos(5).has_chess960_castling_rights() and Board("crc:5").has_chess960_castling_rights()
    assert Board("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2").is_irreversible("e1d1")
    assert not Board("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2").is_irreversible("e1d1")


def test_legal_moves_are_sliced() -> None:
    moves = Board().legal_moves
    assert moves[:3] == list(moves)[:3] and moves[::-1] == list(moves)[::-1] and moves[-1] == list(moves)[-1] and moves[99:] == []


def test_arrays_by_their_names() -> None:
    assert Board("crc:100") == Board(Variant.crc(100)) and Variant.named("chess960:5").array_number == 5
    with pytest.raises(campione.ArrayError):
        Board("chess960:960")
    for name in ("gothic:5", "crc:x"):
        with pytest.raises(campione.UnknownVariantError):
            Board(name)
