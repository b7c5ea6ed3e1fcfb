"""Learns a network that values positions of Xiangqi from a book, and asks it beside
the terms of the built-in evaluation.

    python network.py BOOK NETWORK [PASSES]

It prints the loss (mean squared error of the win probability, on games held out) after
each pass, and what both engines play in the start position.
"""

import sys

import qikit


def main(book: str, network: str, passes: int = 5) -> None:
    job = qikit.train.start([book], network, passes=passes, batch=1024, held_out=0.1)
    for step in job.events():
        print(f"pass {step['pass']}: {step.held_out:.5f}")
    result = job.wait()
    print(f"network {result.net} learnt from {result.positions} positions")
    board = qikit.Board("xiangqi")
    for name, options in (("network", {"net": network}), ("terms", {"evaluator": "terms"})):
        with qikit.Engine("xiangqi", **options) as engine:
            found = engine.search(board, nodes=20000)
            print(f"{name}: {found.best}, {found.score}")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:4]))
