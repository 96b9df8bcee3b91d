"""What boards say beyond python-chess's examples: on every variant, and while they are set up."""

import copy
import pickle
import random

import campione
import pytest
from campione import BLACK, KING, PAWN, QUEEN, WHITE, Board, Piece, Square, SquareSet, Status, Variant
from conftest import random_boards


@pytest.mark.parametrize("game", campione.variants())
def test_pieces_attacks_and_texts_of_every_game(game: str) -> None:
    for board in random_boards(game, 2, 5):
        pieces = board.piece_map()
        assert SquareSet(board.occupied) == SquareSet(pieces) and set(pieces) <= set(board.squares)
        assert board.occupied == board.occupied_co[WHITE] | board.occupied_co[BLACK]
        for square, piece in pieces.items():
            assert square in board.pieces(piece.piece_type, piece.color) and board.piece_at(square) == piece
            assert pieces[square.name] == piece and Piece.from_symbol(piece.symbol()) == piece
            assert all(square in board.attackers(piece.color, target) for target in board.attacks(square))
        for target in board.squares:
            for color in (WHITE, BLACK):
                attackers = board.attackers(color, target)
                assert all(target in board.attacks(square) for square in attackers)
                assert board.is_attacked_by(color, target) == bool(attackers)
        own = board.king(board.turn)
        assert board.checkers() == board.attackers(not board.turn, own) and bool(board.checkers()) == board.is_check()
        again, operations = Board.from_epd(board.epd(id="one", hmvc=board.halfmove_clock, fmvn=board.fullmove_number), board.variant)
        assert again == board and operations["id"] == "one"
        again = Board(board.variant)
        again.set_piece_map(pieces)
        assert again.board_fen() == board.board_fen()


@pytest.mark.parametrize("game", campione.variants())
def test_a_pinned_piece_stays_on_its_line(game: str) -> None:
    for board in random_boards(game, 6, 8):
        if any("p" in moves or "g" in moves or "j" in moves or "n" in moves for _, moves in board.variant.pieces.values()):
            # Pieces that hop or are lame pin by other rules than lines.
            return
        for move in board.legal_moves:
            if move.from_square != board.king(board.turn) and not move.is_castling and len(move.uci()) < 8:
                assert move.to_square in board.pin(board.turn, move.from_square), (board.fen(), move)


@pytest.mark.parametrize("game", ["chess", "carrera", "capablanca", "courier-spiel", "shako", "berolina"])
def test_the_mirror_of_a_game_has_the_same_moves(game: str) -> None:
    for board in random_boards(game, 4, 3):
        mirror = board.mirror()
        assert mirror.mirror().fen() == board.fen() and mirror.turn != board.turn
        assert len(mirror.legal_moves) == len(board.legal_moves)
        assert mirror.king(BLACK) == campione.square_mirror(board.king(WHITE), board.variant.ranks)
    # Black's array is not White's mirrored.
    garden = Board("herb-garden")
    assert garden.mirror().board_fen() != garden.board_fen() and garden.mirror().is_valid()


def test_a_piece_that_is_taken_away_and_put_back() -> None:
    numbers = random.Random(4)
    for board in random_boards("archchess", 6, 9):
        before = board.fen().split()[0]
        for square, piece in numbers.sample(sorted(board.piece_map().items(), key=lambda pair: int(pair[0])), 6):
            assert board.remove_piece_at(square) == piece and board.piece_at(square) is None
            assert board.is_valid() == (board.status() == Status.VALID)
            board.set_piece_at(square.name, piece)
            assert board.board_fen() == before


def test_a_board_without_a_king_knows_what_it_can() -> None:
    class Mine(Board):
        pass

    board = Mine("gothic")
    board.push_san("Nc3")
    assert board.remove_piece_at("f8") == Piece(KING, BLACK)
    assert isinstance(board, Mine) and not board.is_valid() and Status.NO_BLACK_KING in board.status()
    assert board.king(BLACK) is None and board.king(WHITE) == "f1" and board.turn == BLACK and board.ep_square is None
    assert board.pieces(PAWN, WHITE) == Board("gothic").pieces(PAWN, WHITE) and board.color_at("c3") == WHITE
    assert str(board).count(".") == Board("gothic").__str__().count(".") + 1 and "no position" in repr(board)
    for needs in (lambda: board.legal_moves, lambda: board.push_san("d5"), board.outcome,
                  lambda: board.perft(2), board.is_check, board.svg, board.zobrist_hash, lambda: board.fen("shredder"),
                  lambda: campione.Engine(1).play(board, campione.Limit(depth=1)), lambda: campione.pgn.Game(board)):
        with pytest.raises(campione.FenError, match="the board is no position.*Black has 0 kings"):
            needs()
    for other in (board.copy(), copy.deepcopy(board), pickle.loads(pickle.dumps(Board.empty("gothic")))):
        assert not other.is_valid()
    assert board.copy() == board and board != Board("gothic") and type(board.copy().copy()) is type(board)
    board.turn = WHITE
    board.halfmove_clock = 7
    assert board.fen().split()[1:5:3] == ["w", "7"]
    board.set_piece_at(campione.F8, Piece(KING, BLACK))
    assert board.is_valid() and type(board) is Mine and board.legal_moves and board.halfmove_clock == 7
    assert board.castling_rights != 0
    board.clear()
    assert board.status() & Status.EMPTY and board.occupied == 0
    board.reset()
    assert board == Board("gothic") and type(board) is Mine
    board.clear()
    board.set_fen(Board("gothic").fen())
    assert board == Board("gothic")


def test_what_cannot_be_set_up() -> None:
    board = Board("chess")
    for wrong in (lambda: board.set_piece_at("j1", None), lambda: board.set_piece_at(campione.J1, Piece(QUEEN, WHITE)),
                  lambda: board.set_piece_at("e4", Piece.from_symbol("C")), lambda: board.set_board_fen("8/8"),
                  lambda: board.set_board_fen("9/8/8/8/8/8/8/8"), lambda: board.set_board_fen("?7/8/8/8/8/8/8/8"),
                  lambda: Piece.from_symbol("?"), lambda: Piece(27, WHITE), lambda: Square("m1"), lambda: Square(120),
                  lambda: board.set_epd('4k3/8/8/8/8/8/8/4K3 w - - id "one;'), lambda: board.epd(id='"')):
        with pytest.raises(campione.CampioneError):
            wrong()
        assert board == Board("chess")
    with pytest.raises(TypeError):
        board.piece_at(None)  # type: ignore[arg-type]


def test_rights_by_name() -> None:
    board = Board("herb-garden")
    names = {(right.name, right.partner) for right in board.rights(WHITE)}
    assert ("championing", campione.K1) in names and len(names) == 6
    assert board.has_kingside_castling_rights(WHITE) and board.has_queenside_castling_rights(BLACK)
    board.castling_rights = campione.BB_L1 | campione.BB_E4
    assert [right.partner for right in board.rights(WHITE)] == [campione.L1] and board.castling_rights == campione.BB_L1
    leap = Board("archchess")
    leap.castling_rights = 0
    assert [(right.letter, right.partner) for right in leap.rights(WHITE)] == [("L", None)] and leap.has_castling_rights(WHITE)


def test_waiting_pawns() -> None:
    board = Board("courier-spiel", "4P7/11k/12/12/12/12/12/4K7 w - - 0 1 e8:2")
    assert board.waiting_pawns() == {campione.E8: 2} == board.waiting_pawns(WHITE) and board.waiting_pawns(BLACK) == {}
    assert board.mirror().waiting_pawns() == {campione.E1: 2} and "wait" in board.epd()
    board.remove_piece_at("e8")
    assert board.is_valid() and board.waiting_pawns() == {}


def test_names_of_users_variants_are_not_invented() -> None:
    mine = Variant.from_toml('extends = "capablanca"\npiece.A.moves = "BNW"\n', "mine")
    assert repr(mine) == "<Variant mine: 10x8, from a file>" and repr(Board(mine)).startswith("<Board mine ")
    assert campione.__version__.count(".") == 2


def test_a_board_without_a_position_answers_nothing_about_its_end() -> None:
    board = Board("chess")
    board.clear()
    for call in (board.is_variant_end, board.is_variant_win, board.is_variant_loss, board.is_variant_draw):
        with pytest.raises(campione.FenError):
            call()
    with pytest.raises(campione.FenError):
        board.has_insufficient_material(WHITE)


def test_a_board_without_a_position_is_copied_and_makes_others() -> None:
    class Own(Board):
        pass

    for kind in (Board, Own):
        draft = kind("8/8/8/8/8/4k3/8/4K2R w - - 0 1")
        draft.remove_piece_at("e3")
        assert kind(draft) == draft and Board(draft).board_fen() == draft.board_fen() and not kind(draft).is_valid()
        other = kind(draft)
        other.set_piece_at("e8", Piece.from_symbol("k"))
        assert other.is_valid() and not draft.is_valid() and type(other) is kind
        assert type(draft)() == Board() and type(draft)("gothic") == Board("gothic")
        assert type(draft.empty("shako")).empty("shako") == Board.empty("shako")
        assert draft.from_chess960_pos(5) == Board.from_chess960_pos(5) and draft.from_epd("8/8/8/8/8/8/4k3/7K w - -")[0].is_valid()
