"""Drives campione through python-chess's engine module, in the games that python-chess knows, and by hand in all others.

Usage: python_chess.py [CAMPIONE]
"""

import subprocess
import sys

import chess
import chess.engine

campione = sys.argv[1] if len(sys.argv) > 1 else "campione"


def play(board, plies):
    """The engine plays both sides; python-chess refuses what is no legal move."""
    engine = chess.engine.SimpleEngine.popen_uci([campione, "uci"])
    engine.configure({"Hash": 16})
    for _ in range(plies):
        if board.is_game_over():
            break
        board.push(engine.play(board, chess.engine.Limit(nodes=2000)).move)
    if not board.is_game_over():
        infos = engine.analyse(board, chess.engine.Limit(depth=6), multipv=3)
        assert len(infos) == min(3, board.legal_moves.count()), infos
        with engine.analysis(board) as analysis:
            next(info for info in analysis if info.get("depth", 0) >= 4)
    engine.quit()
    return len(board.move_stack)


print("chess:", play(chess.Board(), 60), "plies")
print("chess960:", play(chess.Board.from_chess960_pos(518 - 300), 60), "plies")


class Engine:
    """A few lines are enough for the games that python-chess does not know."""

    def __init__(self, game):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([campione, "uci", "-v", game], stdin=pipe, stdout=pipe, text=True, bufsize=1)

    def ask(self, line, answer):
        print(line, file=self.process.stdin)
        for said in self.process.stdout:
            if said.startswith(answer):
                return said.split()
        raise EOFError(f"no {answer} after {line}")


for game in ["carrera", "archchess", "herb-garden", "crc", "courier-spiel"]:
    engine, moves = Engine(game), []
    engine.ask("uci", "uciok")
    for _ in range(20):
        engine.process.stdin.write("position startpos moves " + " ".join(moves) + "\n")
        move = engine.ask("go nodes 1000", "bestmove")[1]
        if move == "(none)":
            break
        moves.append(move)
    print(f"{game}:", " ".join(moves[:4]), "...")
    engine.process.stdin.close()
    assert engine.process.wait() == 0
