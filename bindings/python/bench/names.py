"""The names of python-chess, and which of them are here: the tables of PYTHON-CHESS.md.

`python bench/names.py` prints them, `--write` puts them into the page. It needs the package `chess`.
"""

import argparse
import pathlib
import re
from typing import Any, Dict, List, Tuple

import campione
import campione.engine
import campione.pgn
import campione.svg

PAGE = pathlib.Path(__file__).resolve().parent.parent / "PYTHON-CHESS.md"
START, END = "<!-- The tables: python bench/names.py --write -->", "<!-- The end of the tables -->"

#: What of ours has the names of what of theirs.
OWN: Dict[str, Any] = {
    "Board": campione.Board(),
    "Move": campione.Move("e2e4"),
    "Piece": campione.Piece.from_symbol("P"),
    "SquareSet": campione.SquareSet(),
    "Outcome": campione.Outcome(campione.Termination.CHECKMATE, True),
    "Termination": campione.Termination,
    "Status": campione.Status,
    "pgn": campione.pgn,
    "pgn.Game": campione.pgn.Game(),
    "pgn.ChildNode": campione.pgn.Game().add_variation("e4"),
    "pgn.Headers": campione.pgn.Headers(),
    "pgn.BaseVisitor": campione.pgn.BaseVisitor,
    "engine": campione.engine,
    "engine.SimpleEngine": campione.engine.SimpleEngine,
    "engine.SimpleAnalysisResult": campione.engine.SimpleAnalysisResult,
    "engine.Limit": campione.engine.Limit(),
    "engine.PlayResult": campione.engine.PlayResult(None, None, None, [], 0, 0.0),
    "engine.Cp": campione.engine.Cp(1),
    "engine.PovScore": campione.engine.PovScore(campione.engine.Cp(1), True),
    "engine.Wdl": campione.engine.Wdl(1, 1, 1),
    "svg": campione.svg,
    "svg.Arrow": campione.svg.Arrow(campione.E2, campione.E4),
    "the module": campione,
}

#: Why names are missing: regular expressions, of which the first that fits decides.
REASONS: List[Tuple[str, str]] = [
    (r"(generate_)?pseudo_legal.*|is_pseudo_legal|has_pseudo_legal_en_passant|PseudoLegal.*|was_into_check", "the generator makes legal moves alone"),
    (r".*_magic|.*_suffix|one_king|connected_kings|captures_compulsory", "about Syzygy's tables and about variants of python-chess"),
    (r"promoted", "no variant here asks which pieces were pawns"),
    (r"set_chess960_pos", "`Board.from_chess960_pos` makes a new board: the array belongs to the variant"),
    (r"drop", "no variant here has drops"),
    (r"xboard", "`Board.xboard(move)`: a variant may need the position"),
    (r"VARIANT_.*|RACE_.*|STATUS_RACE_.*", "a bare king is `BARE_KING`; the other ends of variants do not exist here"),
    (r"(STATUS_)?(TOO_MANY_(WHITE|BLACK)_(PAWNS|PIECES)|TOO_MANY_CHECKERS|IMPOSSIBLE_CHECK)", "such positions are allowed"),
    (r"builder|GameBuilder|GameT|HeadersT|.*MapT|ResultT|ProtocolT|BoardT|BaseBoardT|F|T|StringExporterMixin|override", "internals"),
    (r"popen(_uci|_xboard)?|communicate|XBoard.*|Uci.*|Protocol|.*Command.*|BestMove|MockTransport|run_in_background|AnalysisResult|MANAGED_OPTIONS|Opponent|send_.*|clock_id|would_block|empty|MateGivenType", "UCI without asyncio, with what it needs"),
    (r"starting_comment", "nothing stands before a root"),
    (r"is_wild|variant|is_chess960|board|clear|pop.*|update|setdefault", "`game.variant` and `game.board()`"),
    (r"TimeControl.*|time_control|parse_time_control", "the tag is a text like any other"),
    (r"begin_parse_san|parse_san", "games are read by Rust before a visitor sees them"),
    (r"wdl", "no model is built in: engines that say it have `info['wdl']`"),
    (r"MARGIN|SQUARE_SIZE|COORDS|CHECK_GRADIENT|DEFAULT_COLORS|PIECES|XX|SvgWrapper|ET", "internals of its drawings"),
    (r"BaseBoard|LegalMoveGenerator|IntoSquareSet|EnPassantSpec|Bitboard|ColorName", "`Board` can be set up with any pieces; types are Python's"),
    (r"BB_(BACKRANKS|CENTER|CORNERS|DIAG.*|FILE_.*|RANK_.*|KING.*|KNIGHT.*|PAWN.*|RAYS)|shift_.*|SQUARES_180|SAN_REGEX|FEN_CASTLING_REGEX", "depends on the size of the board"),
    (r"polyglot|gaviota|syzygy|variant", "for chess alone"),
]


def public(thing: Any, module: str = "") -> List[str]:
    """The public names of an object, of a module those that are its own."""
    names = [name for name in dir(thing) if not name.startswith("_")]
    if not module:
        return [name for name in names if name not in dir(int) or name in ("add", "copy", "pop")] if isinstance(thing, type) else names
    foreign = "typing abc asyncio collections dataclasses enum itertools logging math re copy concurrent contextlib shlex".split()
    foreign += "subprocess sys threading time chess annotations ET".split()
    kept = [name for name in names if name not in foreign and getattr(getattr(thing, name), "__module__", module) in (module, None)]
    return [name for name in kept if not re.fullmatch(r"(BB_)?[A-H][1-8]", name)]


def reason(name: str) -> str:
    """Why a name is missing."""
    return next((why for pattern, why in REASONS if re.fullmatch(pattern, name)), "")


def theirs() -> Dict[str, List[str]]:
    """The names of python-chess."""
    import chess
    import chess.engine
    import chess.pgn
    import chess.svg

    node = chess.pgn.Game().add_variation(chess.Move.from_uci("e2e4"))
    return {
        "Board": public(chess.Board()),
        "Move": public(chess.Move.from_uci("e2e4")),
        "Piece": public(chess.Piece.from_symbol("P")),
        "SquareSet": public(chess.SquareSet()),
        "Outcome": public(chess.Outcome(chess.Termination.CHECKMATE, True)),
        "Termination": [own.name for own in chess.Termination],
        "Status": [str(name) for name in chess.Status.__members__],
        "pgn": public(chess.pgn, "chess.pgn"),
        "pgn.Game": public(node.game()),
        "pgn.ChildNode": public(node),
        "pgn.Headers": public(chess.pgn.Headers()),
        "pgn.BaseVisitor": public(chess.pgn.BaseVisitor),
        "engine": public(chess.engine, "chess.engine"),
        "engine.SimpleEngine": public(chess.engine.SimpleEngine),
        "engine.SimpleAnalysisResult": public(chess.engine.SimpleAnalysisResult),
        "engine.Limit": public(chess.engine.Limit()),
        "engine.PlayResult": public(chess.engine.PlayResult(None, None)),
        "engine.Cp": public(chess.engine.Cp(1)),
        "engine.PovScore": public(chess.engine.PovScore(chess.engine.Cp(1), True)),
        "engine.Wdl": public(chess.engine.Wdl(1, 1, 1)),
        "svg": public(chess.svg, "chess.svg"),
        "svg.Arrow": public(chess.svg.Arrow(0, 1)),
        "the module": public(chess, "chess"),
    }


def has(of: str, name: str) -> bool:
    """Whether a name is here. Some attributes are those of instances."""
    return hasattr(OWN[of], name) or name in getattr(OWN[of], "__annotations__", {})


def listed(names: List[str]) -> str:
    """Names as the page has them."""
    return ", ".join(f"`{name}`" for name in names)


def tables(names: Dict[str, List[str]]) -> str:
    """The tables: how many there are, those that are here, and those that are missing with the reasons."""
    lines = ["| of python-chess | names | here |", "|---|--:|--:|"]
    for of, own in names.items():
        here = [name for name in own if has(of, name)]
        lines.append(f"| {of} | {len(own)} | {len(here)} |")
    lines += ["", "| of python-chess | names that are here |", "|---|---|"]
    for of, own in names.items():
        lines.append(f"| {of} | {listed([name for name in own if has(of, name)])} |")
    lines += ["", "| of python-chess | names that are missing | reason |", "|---|---|---|"]
    for of, own in names.items():
        missing: Dict[str, List[str]] = {}
        for name in own:
            if not has(of, name):
                missing.setdefault(reason(name), []).append(name)
        lines += [f"| {of} | {listed(absent)} | {why} |" for why, absent in missing.items()]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="into PYTHON-CHESS.md")
    options = parser.parse_args()
    text = tables(theirs())
    if not options.write:
        print(text)
        return
    page = PAGE.read_text(encoding="utf-8")
    before, rest = page.split(START)
    PAGE.write_text(f"{before}{START}\n\n{text}\n\n{END}{rest.split(END)[1]}", encoding="utf-8")


if __name__ == "__main__":
    main()
