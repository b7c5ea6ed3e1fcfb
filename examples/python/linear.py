"""Learns a linear evaluation of Xiangqi from a book: a value for each kind of man, and
what each point adds to it, the same left and right, by logistic regression on the scores.

    python linear.py BOOK [EPOCHS]

It prints the loss (mean squared error of the expected result) of each epoch on held
out samples, and what each kind of man is worth on the average. It needs numpy.
"""

import sys

import numpy as np

import qikit

RATE, HELD_OUT = 1.0, 10  # step of the descent; games whose number ends in 0 are held out


def features(batch: qikit.book.Batch, rows: int, kinds: int) -> np.ndarray:
    """For each kind and point: 1 for a man of the mover there, -1 for one of the
    opponent's on the point that faces it, shared by the point and its twin on the other
    side of the board; and for each kind their sum."""
    men = batch.positions
    turned = men[:, ::-1]  # the board as the opponent sees it
    planes = [(men == k).astype("float32") - (turned == -k) for k in range(1, kinds + 1)]
    boards = [plane.reshape(len(men), rows, -1) for plane in planes]
    twins = [(board + board[:, :, ::-1]).reshape(len(men), -1) / 2 for board in boards]
    return np.concatenate(twins + [plane.sum(axis=1, keepdims=True) for plane in planes], axis=1)


def main(path: str, epochs: int = 5) -> None:
    with qikit.book.open(path) as book, book.samples(shuffle=1) as samples:
        kinds, points = len(samples.men), samples.report.rows * samples.report.columns
        values = np.zeros(kinds * points + kinds, "float32")
        for epoch in range(epochs):
            losses = []
            for batch in samples.batches(1024, seed=epoch):
                known = ~np.isnan(batch.scores)
                learn = batch.games % HELD_OUT != 0
                x, wanted = features(batch, samples.report.rows, kinds), 1 / (1 + np.exp(-batch.scores.clip(-2000, 2000) / 400))
                missed = 1 / (1 + np.exp(-(x @ values))) - wanted
                losses.extend(missed[known & ~learn] ** 2)
                x, missed = x[known & learn], missed[known & learn]
                values -= RATE * (x.T @ missed) / max(len(missed), 1)
            print(f"epoch {epoch} loss {np.mean(losses):.4f}")
        worth = values[-kinds:] + values[:-kinds].reshape(kinds, points).mean(axis=1)
        print(" ".join(f"{man} {400 * value:.0f}" for man, value in zip(samples.men, worth)))


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:3]))
