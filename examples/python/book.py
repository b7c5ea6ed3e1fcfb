"""Generates a small Xiangqi book from a FEN, opens it, and looks a position up.

    python book.py [BOOK [PICTURE]]

BOOK is the file to make (default: a temporary one). PICTURE (histogram.svg or
.png) is where a histogram of the evaluations goes, drawn by matplotlib. The
same program in C, Node and C# prints the same text.
"""

import os
import sys
import tempfile

import qikit

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"


def main(path: str, picture: str = "") -> None:
    job = qikit.book.generate(
        game="xiangqi",
        out=path,
        initial=[START],
        games=4,
        max_plies=12,
        depth={"scope": "ply", "distribution": "uniform", "min": 2, "max": 4},
        top_k=3,
        reevaluate={"depth": 4},
        seed=7,
        workers=2,
    )
    # A bar by tqdm, on a terminal only: standard output is for the result.
    job.wait(progress=sys.stderr.isatty())

    with qikit.book.open(path) as book:
        print(f"qikit {qikit.runtime.version()}")
        print(f"records {len(book)}")
        print(f"position {START}")
        for move in book.lookup(START).moves[:3]:
            print(f"{move.move} count {move.count} wins {move.wins} draws {move.draws} losses {move.losses} unknown {move.unknown}")
        if picture:
            draw(book, picture)


def draw(book: qikit.book.Book, picture: str) -> None:
    """A histogram of the records' evaluations, in hundredths of a soldier."""
    import matplotlib

    matplotlib.use("Agg")  # a file, no window
    from matplotlib import pyplot

    bins = book.stats().scores
    pyplot.figure(figsize=(6, 3))
    pyplot.bar([b.from_ for b in bins], [b.count for b in bins], width=100, align="edge", edgecolor="white")
    pyplot.xlabel("evaluation for the side to move (100: a soldier)")
    pyplot.ylabel("positions")
    pyplot.tight_layout()
    pyplot.savefig(picture)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(*sys.argv[1:3])
    else:
        with tempfile.TemporaryDirectory() as directory:
            main(os.path.join(directory, "book.qkb"))
