"""Our engine as a program that speaks UCI, for the tests of the client: `python uci_engine.py`."""

import sys
from typing import Dict, List, Optional

import campione


def limit(words: List[str]) -> Optional[campione.Limit]:
    """What `go` says; an endless search has no limit."""
    numbers: Dict[str, int] = {name: int(value) for name, value in zip(words, words[1:]) if value.isdigit()}
    if not numbers:
        return None
    time = numbers.get("movetime")
    return campione.Limit(
        time=None if time is None else time / 1000, depth=numbers.get("depth", 4), nodes=numbers.get("nodes")
    )


def main() -> None:
    engine, variant, lines = campione.Engine(1), "chess", 1
    board, running = campione.Board(), None
    for line in sys.stdin:
        words = line.split()
        if words[0] == "uci":
            print("id name Test engine\nid author Nobody\noption name Hash type spin default 16 min 1 max 64")
            print("option name MultiPV type spin default 1 min 1 max 500\noption name Clear Hash type button")
            print("option name UCI_Variant type combo default chess var chess var capablanca var gothic var caparandom")
            print("uciok", flush=True)
        elif words[0] == "isready":
            print("readyok", flush=True)
        elif words[:3] == ["setoption", "name", "UCI_Variant"]:
            variant = words[-1]
        elif words[:3] == ["setoption", "name", "MultiPV"]:
            lines = int(words[-1])
        elif words[0] == "position":
            end = words.index("moves") if "moves" in words else len(words)
            board = campione.Board(variant, " ".join(words[2:end]))
            for word in words[end + 1 :]:
                # It knows no null move, as most.
                board.push_uci(word if word != "0000" else "")
        elif words[0] == "go":
            running = engine.analysis(board, limit(words) or campione.Limit(depth=5), multipv=lines)
            for info in running:
                kind, number = ("cp", info.score.cp) if info.score.mate is None else ("mate", info.score.mate)
                print("info depth", info.depth, "seldepth", info.seldepth, "multipv", info.multipv, "score", kind, number, end=" ")
                print("wdl 300 400 300 nodes", info.nodes, "time", int(info.time * 1000), "pv", *info.pv, flush=True)
            result = running.wait()
            print("bestmove", result.move, *(["ponder", result.ponder] if result.ponder else []), flush=True)
        elif words[0] == "quit":
            break


main()
