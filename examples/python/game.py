"""Reads games and writes them in Chinese.

    python game.py [FILE ...]

Without a file it reads one of its own. The same program in Node and C# prints the same text.
"""

import sys

from qikit import game

OWN = '[Red "Hu"]\n[Black "Xu"]\n\n1. C2.5 h8+7 {as usual} 2. H2+3 r9.8 3. R1.2 1-0\n'

for source in sys.argv[1:] or [OWN]:
    for number, one in enumerate(game.read(source), 1):
        print(f"game {number}: {one.game}, {len(one.moves)} moves, {one.result}")
        one.headers["Annotator"] = "qikit"
        one.comments[len(one.moves)] = f"{one.board.side} to move"
        print(one.write(notation="chinese" if one.game == "xiangqi" else ""), end="")
