"""A page of boards for a browser: `python examples/page_of_boards.py boards.html`.

Without `--file` the page has the start positions of all variants. With it, each line of that file is a FEN of `--variant`.
The page stands alone: the boards are pictures in it.
"""

import argparse
import base64
import html
from typing import List, Tuple

import campione
from campione import Board

STYLE = """body { font-family: sans-serif; margin: 2em; }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(320px, 1fr)); gap: 2em; }
figure { margin: 0; } figure img { width: 100%; } code { overflow-wrap: anywhere; }"""


def page(title: str, boards: List[Tuple[str, Board]]) -> str:
    """Boards with their captions as one document."""
    figures = []
    for caption, board in boards:
        text = f"{html.escape(caption)}: {len(board.legal_moves)} moves<br><code>{html.escape(board.fen())}</code>"
        # Not as elements of the page: two variants may have different drawings of the same name.
        data = base64.b64encode(board.svg().encode()).decode()
        picture = f'<img alt="{html.escape(caption)}" src="data:image/svg+xml;base64,{data}">'
        figures.append(f"<figure>{picture}<figcaption>{text}</figcaption></figure>")
    head = f'<meta charset="utf-8"><title>{html.escape(title)}</title><style>{STYLE}</style>'
    body = f"<h1>{html.escape(title)}</h1>\n<main>\n" + "\n".join(figures) + "\n</main>"
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>{body}</body></html>\n'


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("page", help="the file that is written")
    parser.add_argument("--file", help="a FEN in each line")
    parser.add_argument("--variant", default="chess")
    options = parser.parse_args()
    if options.file:
        with open(options.file, encoding="utf-8") as file:
            fens = [line.strip() for line in file if line.strip() and not line.startswith("#")]
        title, boards = options.variant, [(f"{index}", Board(options.variant, fen)) for index, fen in enumerate(fens, 1)]
    else:
        title = "Start positions"
        boards = [(Board(variant).variant.name, Board(variant)) for variant in campione.variants()]
    with open(options.page, "w", encoding="utf-8") as file:
        file.write(page(title, boards))
    print(f"{options.page}: {len(boards)} boards")


if __name__ == "__main__":
    main()
