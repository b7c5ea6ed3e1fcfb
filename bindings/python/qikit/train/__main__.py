"""``python -m qikit.train FOLDER``: trains networks for Capture Go from scratch, or
resumes from the folder."""

from __future__ import annotations

import argparse
import sys
from typing import List, Optional


def main(arguments: Optional[List[str]] = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m qikit.train",
        description="Trains networks for Capture Go from the library's own self-play, generation after generation. "
        "It continues from what is in the folder, so the same command resumes after a kill.",
    )
    parser.add_argument("folder", help="where samples, checkpoints, networks and results are kept")
    parser.add_argument("--generations", type=int, default=8, help="generations that the folder is to hold (default 8)")
    parser.add_argument("--games", type=int, default=6000, help="games played in each generation (default 6000)")
    parser.add_argument("--shape", default="4x32", help="blocks x channels of the network, channels a multiple of 16 (default 4x32)")
    parser.add_argument("--steps", type=int, default=3000, help="steps of learning in each generation (default 3000)")
    parser.add_argument("--batch", type=int, default=128, help="positions in each step (default 128)")
    parser.add_argument("--window", type=int, default=3, help="newest generations whose games are learnt from (default 3)")
    parser.add_argument("--workers", type=int, default=1, help="games played at once (default 1)")
    parser.add_argument("--threads", type=int, default=1, help="threads that learn (default 1)")
    parser.add_argument("--gate", type=int, default=400, help="games of the match with the best network so far (default 400)")
    parser.add_argument("--seed", type=int, default=1, help="of all games and of learning (default 1)")
    parser.add_argument("--half", action="store_true", help="learn in bfloat16, which some processors do twice as fast")
    parser.add_argument("--levels", type=int, default=0, help="values that a weight takes in the network's file, odd, 3 to 255 (default: numbers of half precision)")
    parser.add_argument("--first", metavar="NETWORK", help="network that plays until a generation has passed its gate (default: playouts)")
    parser.add_argument("--begin", metavar="CHECKPOINT", help="checkpoint whose net the first generation trains further (default: from nothing)")
    parser.add_argument("--ship", metavar="INTO", help="train nothing; copy the best network and its golden numbers into this folder")
    parser.add_argument("--table", action="store_true", help="train nothing; print the generations as rows of TRAINING.md")
    given = parser.parse_args(arguments)
    if given.levels and not (3 <= given.levels <= 255 and given.levels % 2):
        parser.error(f"--levels is {given.levels}, expected an odd number from 3 to 255")
    try:
        import torch
    except ImportError:
        print("qikit.train needs PyTorch and numpy: pip install qikit[train]", file=sys.stderr)
        return 2
    from . import generations
    from .model import Shape

    torch.set_num_threads(given.threads)
    blocks, _, channels = given.shape.partition("x")
    shape = Shape(int(blocks), int(channels), int(blocks) // 2)
    names = ("generations", "games", "steps", "batch", "window", "workers", "gate", "seed", "half", "levels", "first", "begin")
    plan = generations.Plan(given.folder, shape=shape, **{name: getattr(given, name) for name in names})
    if given.table:
        print(generations.table(plan))
    elif given.ship:
        generations.ship(plan, given.ship)
    else:
        generations.train(plan)
    return 0


if __name__ == "__main__":
    sys.exit(main())
