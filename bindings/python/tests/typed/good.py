"""A program that mypy --strict and pyright pass. It is checked, not run."""

import asyncio
import pathlib
from typing import Any, Dict, List, Optional

import qikit
from qikit import Board, Engine, Job, Limits, Result
from qikit.options import BookOptions, DepthOptions, EngineOptions, PlayerOptions, ReviewOptions, Rules
from qikit.reports import BadMove, Entry, Record, Summary


def books(out: pathlib.Path, level: Optional[int] = None) -> int:
    depth: DepthOptions = {"distribution": "uniform", "min": 1, "max": 2}
    player: PlayerOptions = {"level": level, "nodes": 100}
    job = qikit.book.generate(
        game="xiangqi", out=out, games=2, depth=depth, players=[player], max_loss=None, initial=[Board("xiangqi"), "startpos moves h2e2"],
        rules={"natural_limit": 60}, balance={"rank": {"weaker": (1, 1)}, "ratio": None}, stop={"win": None, "mate": True}, reevaluate=None,
    )  # fmt: skip
    for step in job.progress():
        total: Optional[int] = step.total
        print(step.done, total, step["left"])
    summary: Summary = job.wait()
    rules: Rules = {"pass": "free", "size": 9}
    same: Rules = {"pass_": "free"}
    more: BookOptions = {"game": "capturego", "out": "b.qkb", "rules": rules if summary.games else same}
    qikit.book.generate(**more).cancel()
    anything: Dict[str, Any] = {"games": 3}
    qikit.book.generate(game="go", out=str(out), **anything)
    with qikit.book.open(out) as book:
        entry: Entry = book.lookup(Board("xiangqi"))
        perhaps: Optional[Entry] = book.get("")
        moves: List[str] = [move.move for move in entry.moves if move.win_rate is None]
        print(perhaps is None, moves, entry["count"], dict(**entry))
        record: Record
        for record in book:
            if record.search is not None and record.eval is not None:
                print(record.search.depth + record.eval.mover, record.fen)
        book.export("a.pgn", notation="chinese", encoding="gb18030")
        book.export("a.csv", "csv", fields=["fen"], shuffle=1, min_score=None)
        book.prune(min_count=2, games=True)
        for batch in book.samples(shuffle=1, skip_unknown=True):
            print(batch.scores)
        return summary.positions + summary.dropped["x"]


def engines(options: EngineOptions) -> float:
    engine = Engine("xiangqi", level=3, book=pathlib.Path("a"), seed=None)
    with Engine("xiangqi", **options) as other:
        found: Result = other.search(Board("xiangqi", natural_limit=0, strict=False), Limits(depth=3), time=0.5, lines=2)
        if found.proven == "win":
            print(found.plies)
        job: Job[Result] = engine.start(Board("capturego", pass_="free", target=(1, 2)))
        print(job.result.lines[0].visits, engine.evaluate(Board("surakarta"), role="back")["total"])
        return found.win_rate


def reviews(game: str) -> List[str]:
    wanted: ReviewOptions = {"user": "black", "effort": "quick"}
    done = qikit.review.review(game, progress=True, user="white", target=(1, 3), range=range(1, 9), language="zh")
    done = qikit.review.start(game, **wanted).wait().ask(3, "C3", effort="deep")
    bad: BadMove
    for bad in done.bad_moves:
        if bad.class_ == "blunder":
            print(bad.number, bad["class"], bad.target_reasons)
    print(done.svg(3, "line", size=300), done.report.game.size, Board("go").svg(marks={"e4": "1"}, heat={"e4": 0.5}))
    return [move.text for move in done.moves]


async def others(out: pathlib.Path) -> None:
    played = await qikit.selfplay.start(out, games=1, starts={"sizes": {9: 1}, "targets": {"1": 1.0}})
    match = await qikit.selfplay.match(net=out, games=2)
    print(played.games, match.targets["1"].games)
    qikit.tables.build("surakarta", out, largest="2v1")
    gateway = qikit.sgcp.Gateway(port=0, size=9, limits={"move": 60.0}, keys={"secret": "AI-x"})
    client = qikit.sgcp.Client("127.0.0.1", gateway.port, "amy", capabilities=["ping"], ping=None)
    print(client.send(201).ok, qikit.terminal.join(gateway.port, share=0.5).state)


asyncio.run(others(pathlib.Path("x")))
