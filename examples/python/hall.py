"""A hall of your own: an SGCP server in this process, and two programs that play
a short game of Go in it.

    python examples/python/hall.py [store]
"""

import sys

from qikit import Board, sgcp

LINE = "C3 C2 B2 D3 D2 D4 C1 C4 B3 B4 A4 A5 A3 B5 E2 E3 E1".split()


def until(client, code):
    """The parameter of the next push of that number."""
    for event in client.events(timeout=10):
        if event.code == code:
            return event.param
    raise SystemExit("the connection ended")


def main(store=""):
    with sgcp.Gateway(size=5, seed=1, store=store) as gateway:
        with sgcp.Client("127.0.0.1", gateway.port, "amy") as amy, sgcp.Client("127.0.0.1", gateway.port, "bob") as bob:
            bob.send(201)
            amy.send(203, "bob")
            for player in (amy, bob):
                player.send(311)
            game, black = until(amy, 850).split()[:2]
            players = [amy, bob] if black == "amy" else [bob, amy]
            board = Board("go", size=5)
            for i, move in enumerate(LINE):
                players[i % 2].send(321, move)
                board.play(move)
            print(board.position)
            players[1].send(323)
            print("result", until(amy, 855).split()[1])


if __name__ == "__main__":
    main(*sys.argv[1:2])
