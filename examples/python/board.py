"""Shows a board in letters and in numbers.

    python board.py [MOVE ...]

Without moves it plays three of Xiangqi. The same program in C, Node and C# prints
the same text.
"""

import sys

import qikit


def main(moves: "list[str]") -> None:
    with qikit.Board("xiangqi") as board:
        for move in moves:
            board.play(move)
        print(board)
        print(board.side, "to move")
        print("king e9 attacked from", *board.attackers("e9", "red"))
        men, rows, columns = board.planes().shape
        print(f"{len(board.pieces)} men, {men} planes of {rows} x {columns}")


if __name__ == "__main__":
    main(sys.argv[1:] or ["h2e2", "h7e7", "e2e6"])
