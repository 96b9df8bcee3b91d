import os
import shutil
import sys
import threading
import time
from typing import List

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


UCI = [sys.executable, os.path.join(os.path.dirname(os.path.abspath(__file__)), "uci_engine.py")]


def test_our_engine_has_the_methods_of_others() -> None:
    with Engine(4) as engine:
        assert engine.options["Hash"].type == "spin" and engine.id["name"].startswith("campione")
        engine.configure({"hash": 8, "UCI_Elo": engine.elo_range[0]})
        board = Board("gothic")
        assert engine.play(board, Limit(time=1), game=1).move in board.legal_moves
        engine.configure({"UCI_LimitStrength": False})
        result = engine.play(board, Limit(depth=2), game=2, options={"Skill Level": 20})
        assert result.info["pv"] == result.lines[0].pv and not result.resigned
        with pytest.raises(campione.ArgumentError, match="expected one of Hash"):
            engine.configure({"Contempt": 1})
        with engine.analysis(board, Limit(depth=1)) as analysis:
            assert analysis.get() == analysis.info and analysis.info["depth"] == 1
            while analysis.next() is not None:
                pass
            with pytest.raises(campione.engine.AnalysisComplete):
                analysis.get()
    with pytest.raises(campione.EngineError, match="closed"):
        engine.play(board, Limit(depth=1))


def test_limits_that_find_nothing() -> None:
    for wrong in (Limit(depth=0), Limit(nodes=0), Limit(mate=0)):
        with pytest.raises(campione.ArgumentError):
            Engine(1).play(Board(), wrong)


def test_another_engine_plays_our_variants() -> None:
    with campione.engine.SimpleEngine.popen_uci(UCI) as engine:
        for game in ("gothic", "capablanca", "chess"):
            board = Board(game)
            for _ in range(3):
                result = engine.play(board, Limit(depth=2))
                assert result.move is not None
                board.push(result.move)
            lines = engine.analyse(board, Limit(depth=2), multipv=2, root_moves=list(board.legal_moves)[:9])
            assert isinstance(lines, list) and [line["multipv"] for line in lines] == [1, 2]
        with pytest.raises(campione.EngineError, match="does not play carrera"):
            engine.play(Board("carrera"), Limit(depth=1))
        mate = Board("gothic", "R3k5/10/4K5/10/10/10/10/10 b - - 0 1")
        assert engine.play(mate, Limit(depth=1)).move is None
        info = engine.analyse(mate, Limit(depth=1))
        assert isinstance(info, campione.Info) and info["score"] == PovScore(Mate(0), BLACK)
        for wrong in (lambda: engine.play(Board(), Limit()), lambda: engine.configure({"MultiPV": 2}), lambda: engine.configure({"Hash": "1\nquit"})):
            with pytest.raises(campione.ArgumentError):
                wrong()
        analysis = engine.analysis(Board())
        assert next(analysis)["depth"] == 1
        # The next search ends this one.
        assert engine.play(Board(), Limit(depth=1)).move is not None
        engine.configure({"Clear Hash": None})
    assert engine.returncode == 0
    with pytest.raises(campione.engine.EngineTerminatedError):
        engine.ping()


def test_programs_that_are_no_engines() -> None:
    with pytest.raises(FileNotFoundError):
        campione.engine.SimpleEngine.popen_uci("no-such-engine-anywhere")
    with pytest.raises(campione.engine.EngineTerminatedError):
        campione.engine.SimpleEngine.popen_uci([sys.executable, "-c", "pass"])
    with pytest.raises(campione.EngineError, match="does not answer"):
        campione.engine.SimpleEngine.popen_uci([sys.executable, "-c", "import time; time.sleep(60)"], timeout=0.5)
    code = "print('uciok', flush=True); input(); input(); input(); print('readyok', flush=True)\nfor _ in range(9): input()"
    with pytest.raises(campione.EngineError):
        with campione.engine.SimpleEngine.popen_uci([sys.executable, "-c", code], timeout=2.0) as engine:
            engine.play(Board(), Limit(depth=1))


def test_fairy_stockfish_plays_too() -> None:
    program = shutil.which("fairy-stockfish") or "/usr/games/fairy-stockfish"
    if not os.path.exists(program):
        pytest.skip("fairy-stockfish is not installed")
    with campione.engine.SimpleEngine.popen_uci(program) as engine:
        for board in (Board("capablanca"), Board("janus"), Board.from_chess960_pos(7), campione.crc.board(27621)):
            for _ in range(6):
                move = engine.play(board, Limit(nodes=400)).move
                assert move is not None and move in board.legal_moves
                board.push(move)


def test_strength_stays_when_the_table_changes() -> None:
    def searched(engine: Engine) -> int:
        found = engine.analyse(Board("capablanca"), campione.Limit(nodes=50_000))
        assert isinstance(found, campione.Info)
        return found.nodes

    with campione.Engine(hash=1) as engine:
        engine.limit_strength(0, seed=1)
        weak = searched(engine)
        engine.limit_strength(0, seed=1)
        engine.configure({"Hash": 2})
        assert searched(engine) == weak < 5_000


class Odd:
    """A number that is no int, as NumPy's."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value

    def __float__(self) -> float:
        return self.value / 100


def test_numbers_of_other_packages() -> None:
    engine = Engine(1)
    for limit in (Limit(depth=Odd(2)), Limit(nodes=Odd(50)), Limit(time=Odd(5))):  # type: ignore[arg-type]
        assert engine.play(Board(), limit, ponder=False).move is not None
    for limit in (Limit(depth=2.5), Limit(depth="2"), Limit(time="1"), Limit(time=True)):  # type: ignore[arg-type]
        with pytest.raises(campione.ArgumentError):
            engine.play(Board(), limit)


def test_without_lines_an_analysis_is_one_line() -> None:
    engine = Engine(1)
    line: campione.Info = engine.analyse(Board(), Limit(depth=1))
    lines: List[campione.Info] = engine.analyse(Board(), Limit(depth=1), multipv=2)
    assert line.depth == 1 and len(lines) == 2


def test_another_engine_is_told_what_it_can_be() -> None:
    with campione.engine.SimpleEngine.popen_uci(UCI, setpgrp=True, debug=False) as engine:
        values = ({"Hash": "abc"}, {"Hash": 65}, {"Hash": 0}, {"Hash": 1.5}, {"Hash": True}, {"Hash": None}, {"Hash": "16", "hash": 65})
        for options in values:
            with pytest.raises(campione.ArgumentError, match="a whole number from 1 to 64"):
                engine.configure(options)
        with pytest.raises(TypeError, match="dict"):
            engine.configure(None)  # type: ignore[arg-type]
        engine.configure({"Hash": Odd(8)})
        # The other program knows no null move.
        for moves in (["0000"], ["d4", "0000"], ["d4", "0000", "e4", "d5", "0000", "c5", "e5"]):
            board = Board("gothic")
            board.push_all(moves)
            move = engine.play(board, Limit(depth=2), ponder=False).move
            assert move is not None and move in board.legal_moves
