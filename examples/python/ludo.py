"""Plays a game of Ludo (飞行棋): the program rolls the die, an engine and a careless mover play.

    python ludo.py [SEED]

A board never rolls by itself: the rolls are moves of the side "chance", d1 to d6. The
same program in Node prints the same text.
"""

import sys

import qikit


def main(seed: int) -> None:
    with qikit.Board("ludo", players=2) as board, qikit.Engine("ludo") as engine:
        rolls = 0
        while board.outcome is None:
            if board.side == "chance":
                seed = (seed * 48271) % 2147483647  # Lehmer's generator: your own dice go here
                board.play(board.moves()[seed % 6])
                rolls += 1
            elif board.side == "red":
                board.play(engine.search(board, depth=2).best)
            else:
                board.play(board.moves()[0])
        print(board)
        print(f"{board.outcome.winner} wins after {rolls} rolls: {board.outcome.reason}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 7)
