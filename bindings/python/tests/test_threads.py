import multiprocessing
import os
import random
import signal
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import List

import pytest
from campione import Board
from conftest import walk


def test_one_board_in_many_threads() -> None:
    board = Board("capablanca")
    legal = {str(move) for move in board.legal_moves}
    errors: List[BaseException] = []

    def play(seed: int) -> None:
        numbers = random.Random(seed)
        try:
            for _ in range(300):
                own = walk(board.copy(), 5, numbers)
                assert {str(move) for move in own.root().legal_moves} == legal
                own.perft(2)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []


def test_threads_that_push_and_pop_one_board() -> None:
    board = Board("gothic")

    def play(_: int) -> int:
        done = 0
        for _ in range(500):
            try:
                board.push(board.legal_moves[0])
                done += 1
            except ValueError:
                pass
        return done

    with ThreadPoolExecutor(4) as pool:
        pushed = sum(pool.map(play, range(4)))
    assert board.ply() == pushed == len(board.move_stack)
    again = board.root()
    again.push_all(board.move_stack)
    assert again == board


def test_python_runs_while_it_counts() -> None:
    ticks = 0
    thread = threading.Thread(target=lambda: Board("capablanca").perft(5, threads=1))
    thread.start()
    while thread.is_alive():
        ticks += 1
        time.sleep(0.001)
    thread.join()
    assert ticks > 5


def child_perft(_: int) -> int:
    return Board("carrera").perft(4)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_forked_process_counts() -> None:
    # The parent has a pool of threads; the child has none of them.
    assert Board("carrera").perft(4) == 786_763
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map_async(child_perft, range(4)).get(timeout=120) == [786_763] * 4


LONG = {
    "perft": "campione.Board('capablanca').perft(30)",
    "divide": "campione.Board('capablanca').divide(30, threads=2)",
    "play": "campione.Engine(4).play(campione.Board('capablanca'), campione.Limit(time=3600))",
    "analysis": "list(campione.Engine(4).analysis(campione.Board('capablanca')))",
    "pgn": "list(campione.pgn.read_games(Endless(), on_error='skip'))",
}


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT cannot be sent to one process there")
@pytest.mark.parametrize("what", LONG)
def test_ctrl_c_ends_long_work(what: str) -> None:
    code = textwrap.dedent(
        f"""
        import campione, campione.pgn, signal, sys
        # Python leaves SIGINT ignored if it is so at its start, as in the background of a shell's script.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        class Endless:
            def read(self, size):
                return b"x y z " * (size // 6)
        print("ready", flush=True)
        try:
            {LONG[what]}
        except KeyboardInterrupt:
            print("interrupted", campione.Board("carrera").perft(3), flush=True)
        """
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
        time.sleep(0.5)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
        assert out == "interrupted 24944\n" and process.returncode == 0
    finally:
        process.kill()
        process.wait()
