import threading
import time

import campione
import pytest
from campione import BLACK, WHITE, Board, Cp, Engine, Limit, Mate, PovScore


def test_it_plays_a_legal_move_and_the_mate() -> None:
    engine = Engine(4)
    board = Board("carrera", "5k4/10/5K4/10/10/10/10/R9 w - - 0 1")
    result = engine.play(board, Limit(mate=2))
    assert str(result.move) == "a1a8" and result.lines[0].score == PovScore(Mate(1), WHITE)
    assert result.move is not None
    board.push(result.move)
    over = engine.play(board, Limit(depth=3))
    assert over.move is None and over.lines == [] and over.outcome is not None and over.outcome.reason == "checkmate"
    line = engine.analyse(board, Limit(depth=3))
    assert isinstance(line, campione.Info) and (line.pv, line.score) == ([], PovScore(Mate(0), BLACK))
    assert engine.analyse(board, Limit(depth=3), multipv=2) == [line]
    assert board.ply() == 1


def test_that_there_is_no_mate_is_proven() -> None:
    engine = Engine(4)
    assert engine.play(Board("carrera"), Limit(mate=2)).no_mate_in == 2
    assert engine.play(Board("carrera"), Limit(depth=2)).no_mate_in == 0


def test_it_plays_weaker_for_people() -> None:
    engine = Engine(4)
    board = Board("capablanca")
    low, high = engine.elo_range
    for limits in [{"level": 0}, {"elo": low}, {"elo": high - 1}]:
        games = []
        for _ in range(2):
            engine.limit_strength(**limits, seed=3)
            game = Board("capablanca")
            for _ in range(6):
                result = engine.play(game, Limit(time=100))
                assert result.move is not None and result.move in game.legal_moves
                game.push(result.move)
            games.append(game.fen())
        assert games[0] == games[1], limits
    engine.limit_strength()
    assert engine.play(board, Limit(nodes=20_000)).nodes == 20_000
    for wrong in [{"level": 21}, {"elo": high + 1}, {"level": 1, "elo": low}, {"level": 1, "seed": -1}]:
        with pytest.raises(campione.ArgumentError):
            engine.limit_strength(**wrong)


def test_infos_as_they_come() -> None:
    board = Board("archchess")
    engine = Engine(4, threads=2)
    assert engine.threads == 2
    with engine.analysis(board, Limit(depth=4), multipv=3) as analysis:
        infos = list(analysis)
    assert [info.depth for info in infos if info.multipv == 1] == [1, 2, 3, 4]
    assert {info.multipv for info in infos} == {1, 2, 3} and len(analysis.multipv) == 3
    last = infos[-1]
    assert last["depth"] == last.depth and last.nodes > 0 and last.nps > 0 and 0 <= last.hashfull <= 1000
    with pytest.raises(KeyError):
        last["no such thing"]
    for info in infos:
        assert board.variation_san(info.pv)
    result = analysis.wait()
    assert result.move == result.lines[0].pv[0] and len({str(line.pv[0]) for line in result.lines}) == 3


def test_limits() -> None:
    board = Board("gothic")
    engine = Engine(4)
    line = engine.analyse(board, Limit(depth=3), root_moves=["a3", campione.Move("a2a4")])
    assert isinstance(line, campione.Info) and str(line.pv[0]) in ("a2a3", "a2a4")
    with pytest.raises(campione.IllegalMoveError):
        engine.play(board, Limit(depth=3), root_moves=["a5"])
    assert engine.play(board, Limit(nodes=500)).nodes <= 600
    assert engine.play(board, Limit(white_clock=1.0, white_inc=0.0, remaining_moves=40)).time < 5
    started = time.monotonic()
    assert engine.play(board, Limit(time=0.2)).move in board.legal_moves
    assert time.monotonic() - started < 20


def test_the_same_search_gives_the_same_result() -> None:
    board = Board("herb-garden")
    engine = Engine(2)
    first = engine.play(board, Limit(depth=4))
    engine.clear()
    second = engine.play(board, Limit(depth=4))
    third = Engine(2).play(board, Limit(depth=4))
    assert first.move == second.move == third.move and first.nodes == second.nodes == third.nodes
    assert Engine(2, net=False).play(board, Limit(depth=2)).move in board.legal_moves


def test_an_endless_search_is_stopped() -> None:
    board = Board("courier-spiel")
    engine = Engine(2)
    analysis = engine.analysis(board)
    first = next(analysis)
    assert first.depth == 1
    with pytest.raises(campione.EngineError, match="busy"):
        engine.play(board, Limit(depth=1))
    analysis.stop()
    assert analysis.wait().move in board.legal_moves
    assert engine.play(board, Limit(depth=1)).move is not None
    # A search that nobody holds any more is stopped too.
    engine.analysis(board)
    assert engine.play(board, Limit(depth=1)).move is not None


def test_the_board_may_be_changed_while_it_is_searched() -> None:
    board = Board("carrera")
    before = board.fen()
    analysis = Engine(2).analysis(board, Limit(depth=5))
    board.push(board.legal_moves[0])
    assert analysis.wait().move in Board("carrera", before).legal_moves


def test_python_runs_while_it_searches() -> None:
    board = Board("capablanca")
    counted = 0
    done = threading.Event()

    def search() -> None:
        Engine(2).play(board, Limit(time=0.6))
        done.set()

    thread = threading.Thread(target=search)
    thread.start()
    while not done.is_set():
        counted += 1
        time.sleep(0.001)
    thread.join()
    assert counted > 20


def test_scores() -> None:
    score = PovScore(Cp(35), WHITE)
    assert str(score) == "+35" and score.black() == Cp(-35) and score.white() is score.relative and not score.is_mate()
    assert (score.cp, score.mate, repr(score)) == (35, None, "PovScore(Cp(+35), WHITE)")
    mate = PovScore(Mate(-2), BLACK)
    assert str(mate) == "#-2" and mate.white().mate() == 2 and mate.is_mate() and (mate.cp, mate.mate) == (None, -2)
    assert mate.white().score(mate_score=1000) == 998 and mate.white().score() is None and Cp(35).score() == 35
    order = [Mate(0), Mate(-1), Mate(-4), Cp(-20), Cp(0), Cp(50), Mate(4), Mate(1), campione.MateGiven]
    assert sorted(reversed(order)) == order and sorted(-own for own in order) == [-own for own in reversed(order)]
