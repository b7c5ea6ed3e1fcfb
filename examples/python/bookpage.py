"""Puts what is known of Xiangqi openings into one book, and writes it as one page
for a browser, in which a reader walks through the book without a server.

    python bookpage.py [BOOK [FILE ...]]

BOOK is the file to make (default: a temporary one); the page is BOOK with .html.
Each FILE is an opening book (.xqb), training data (.plain, .bin) or a file of games
(.pgn), by qikit or by other programs. Without a FILE some games are played and
written as an opening book first.
"""

import os
import sys
import tempfile

import qikit


def opening_book(directory: str) -> str:
    """An opening book in the format that Xiangqi programs read."""
    played = os.path.join(directory, "played.qkb")
    depth = {"distribution": "uniform", "min": 1, "max": 2}
    qikit.book.generate(game="xiangqi", out=played, games=6, max_plies=8, depth=depth, top_k=3, reevaluate=None, seed=7).wait()
    path = os.path.join(directory, "openings.xqb")
    with qikit.book.open(played) as book:
        book.export(path, "xqb")
    return path


def main(path: str, files: list) -> None:
    page = os.path.splitext(path)[0] + ".html"
    with qikit.book.create("xiangqi", path) as book:
        for file in files:
            added = book.add_games(file)
            print(f"{os.path.basename(file)}: {added.games} games, {added.positions} new positions, {added.faults} faults")
        shown = book.export(page, "html", positions=1000).records
        print(f"{os.path.basename(page)}: {shown} positions")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as directory:
        path, *files = sys.argv[1:] or [os.path.join(directory, "book.qkb")]
        main(path, files or [opening_book(directory)])
