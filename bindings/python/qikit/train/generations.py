"""Generations: play, learn, pass the gate, again.

A folder holds everything: for generation 3 the samples it played (gen03.samples),
the state of its learning (gen03.ckpt), its network (gen03.qnet), the weights of its
playouts (gen03.rollout.qnet) and, once it is complete, its results (gen03.json).
Training continues from these files, so the same command resumes after a kill.
"""

from __future__ import annotations

import dataclasses
import datetime
import json
import os
import shutil
import time
from typing import Any, Dict, List, Optional

import qikit

from . import export, learn
from .model import Shape
from .samples import Samples


@dataclasses.dataclass
class Plan:
    """How to train. The first generation plays by playouts; every later one plays
    with the best network so far."""

    folder: str
    generations: int = 8
    games: int = 6000  # a generation
    shape: Shape = Shape(4, 32, 2)
    steps: int = 3000  # of learning, a generation
    batch: int = 128
    window: int = 3  # generations whose samples are used
    workers: int = 1  # games played at once
    gate: int = 400  # games of the match with the best network so far
    gate_visits: int = 64
    passing: float = 0.52  # share of them that must be won
    seed: int = 1
    half: bool = False  # learn in bfloat16
    levels: int = 0  # values that a weight takes in the network's file; 0: numbers of half precision
    first: Optional[str] = None  # network that plays until a generation has passed its gate; None: playouts
    begin: Optional[str] = None  # checkpoint whose net the first generation trains further; None: from nothing

    def file(self, generation: int, ending: str) -> str:
        return os.path.join(self.folder, f"gen{generation:02d}.{ending}")


# Visits of full searches: few at first, because they use the time better while a
# network is weak (MiniZero, arXiv 2310.11305). The last number applies to all later
# generations.
VISITS = [600, 16, 32, 32, 64]
FAST = [100, 6, 8, 8, 16]

# Boards, each with its weight.
SIZES = {"5": 1, "6": 1, "7": 3, "8": 1, "9": 8, "10": 1, "11": 1.5, "12": 0.5, "13": 2}


def say(text: str) -> None:
    print(time.strftime("%H:%M:%S"), text, flush=True)


def done(plan: Plan) -> List[Dict[str, Any]]:
    """The results of the complete generations."""
    out: List[Dict[str, Any]] = []
    while os.path.exists(plan.file(len(out), "json")):
        with open(plan.file(len(out), "json"), encoding="utf-8") as f:
            out.append(json.load(f))
    return out


def train(plan: Plan) -> None:
    """Trains one generation after another until the plan is complete."""
    os.makedirs(plan.folder, exist_ok=True)
    while len(done(plan)) < plan.generations:
        generation(plan, done(plan))
    say(f"{plan.generations} generations are complete; the best is {best(plan, done(plan))}")


def best(plan: Plan, past: List[Dict[str, Any]]) -> Optional[str]:
    """The network of the newest generation that passed its gate, or the one to begin with."""
    for i in reversed(range(len(past))):
        if past[i]["passed"]:
            return plan.file(i, "qnet")
    return plan.first


def generation(plan: Plan, past: List[Dict[str, Any]]) -> None:
    number = len(past)
    champion = best(plan, past)
    began = time.time()
    played = play(plan, number, champion)
    files = [plan.file(i, "samples") for i in range(max(0, number - plan.window + 1), number + 1)]
    samples = Samples(files)
    say(f"generation {number} learns from {samples.positions} positions of {samples.games} games")
    start = parent(plan, past)
    run = learn.Run(steps=plan.steps, batch=plan.batch, rate=1e-3 if start else 2e-3, seed=plan.seed + number, half=plan.half, levels=plan.levels)
    net, losses = learn.learn(samples, plan.shape, run, plan.file(number, "ckpt"), start, say)
    say("held out: " + " ".join(f"{name} {value:.3f}" for name, value in losses.items()))
    today = datetime.date.today().isoformat()
    name = export.write(net, plan.file(number, "qnet"), {"name": f"capture-go {number}", "date": today, "trainer": "qikit.train"}, samples, plan.levels)
    rollout = watched(qikit.selfplay.rollout(files, plan.file(number, "rollout.qnet")), "the weights of rollouts")
    match = gate(plan, plan.file(number, "qnet"), champion)
    passed = match["score"] >= plan.passing
    say(f"generation {number} wins {match['wins']} of {match['games']} against {champion or 'playouts'}: {'passed' if passed else 'stays behind'}")
    line = {
        "generation": number,
        "date": today,
        "net": name,
        "shape": f"{plan.shape.blocks}x{plan.shape.channels}",
        "games": played["games"],
        "positions": played["positions"],
        "visits": visits(VISITS, plan, number, champion),
        "steps": plan.steps,
        "losses": {k: round(v, 4) for k, v in losses.items()},
        "rollout": rollout,
        "gate": match,
        "against": os.path.basename(champion or "playouts"),
        "passed": passed,
        "hours": round((time.time() - began) / 3600, 2),
    }
    with open(plan.file(number, "json") + ".part", "w", encoding="utf-8") as f:
        json.dump(line, f, indent=2)
    os.replace(plan.file(number, "json") + ".part", plan.file(number, "json"))


def ship(plan: Plan, into: str) -> None:
    """Puts the best network, its outputs for some positions, and the weights of
    playouts into a folder, in the form of internal/nets/capturego."""
    champion = best(plan, done(plan))
    if champion is None or champion == plan.first:
        raise ValueError(f"{plan.folder}: no generation has passed its gate")
    number = int(os.path.basename(champion)[3:5])
    os.makedirs(os.path.join(into, "testdata"), exist_ok=True)
    shutil.copyfile(champion, os.path.join(into, "capturego.qnet"))
    shutil.copyfile(plan.file(number, "rollout.qnet"), os.path.join(into, "rollout.qnet"))
    export.golden(champion, Samples([plan.file(number, "samples")]), os.path.join(into, "testdata", "golden.bin"))
    say(f"{champion} is in {into}")


def table(plan: Plan) -> str:
    """The generations as rows of TRAINING.md."""
    rows = []
    for g in done(plan):
        held, gate = g["losses"], g["gate"]
        fitted, before = g["rollout"]["trained"], g["rollout"]["before"]
        verdict = "passed" if g["passed"] else "stayed behind"
        rows.append(
            f"| {g['generation']} | {g['date']} | {g['shape']} | {g['games']} at {g['visits']} | {g['positions']} | "
            f"{held['policy']:.3f} / {held['value']:.3f} / {held['fate']:.3f} | {held['move']:.3f} / {held['winner']:.3f} | "
            f"{fitted['loss']:.3f} / {fitted['best']:.3f} ({before['loss']:.3f} / {before['best']:.3f}) | "
            f"{gate['wins']} of {gate['games']} against {g['against']}: {verdict} | {g['hours']} | `{g['net']}` |"
        )
    return "\n".join(rows)


def visits(numbers: List[int], plan: Plan, number: int, champion: Optional[str]) -> int:
    """By generation; playouts have the first number. A network that was given counts as
    two generations, and one that is trained further has the last number."""
    if champion is None:
        return numbers[0]
    if plan.begin:
        return numbers[-1]
    return numbers[min(number + (2 if plan.first else 0), len(numbers) - 1)]


def parent(plan: Plan, past: List[Dict[str, Any]]) -> Optional[str]:
    """The generation whose net is trained further: the newest of the same shape."""
    for i in reversed(range(len(past))):
        if past[i]["shape"] == f"{plan.shape.blocks}x{plan.shape.channels}" and os.path.exists(plan.file(i, "ckpt")):
            return plan.file(i, "ckpt")
    return plan.begin


def play(plan: Plan, number: int, champion: Optional[str]) -> Dict[str, Any]:
    options: Dict[str, Any] = {"net": champion} if champion else {}
    job = qikit.selfplay.start(
        plan.file(number, "samples"),
        games=plan.games,
        seed=plan.seed + 1000 * number,
        workers=plan.workers,
        resume=True,
        visits=visits(VISITS, plan, number, champion),
        fast_visits=visits(FAST, plan, number, champion),
        starts={"sizes": SIZES},
        **options,
    )
    return watched(job, f"generation {number} plays")


def gate(plan: Plan, net: str, champion: Optional[str]) -> Dict[str, Any]:
    options: Dict[str, Any] = {"against": champion} if champion else {}
    # Starts from which no generation has learnt.
    job = qikit.selfplay.match(net=net, games=plan.gate, visits=plan.gate_visits, workers=plan.workers, seed=plan.seed + 999_999, starts={"sizes": SIZES}, **options)
    return watched(job, "the gate")


def watched(job: Any, what: str) -> Dict[str, Any]:
    """Waits for a job and prints its progress every half minute."""
    last = 0.0
    for step in job.progress(every=1.0):
        if time.monotonic() - last > 30:
            last = time.monotonic()
            left = f", {step['left']:.0f} s left" if step.get("left") else ""
            of = f" of {step['total']}" if step.get("total") else ""
            say(f"{what}: {step['done']}{of}{left}")
    result: Dict[str, Any] = job.result
    return result
