"""The training loop: losses, checkpoints, measuring.

A checkpoint holds the whole state, so that a run that was killed resumes and ends
with the same net as one that was not killed.
"""

from __future__ import annotations

import dataclasses
import math
import os
import time
from typing import Any, Callable, Dict, Optional, Tuple

import torch
from torch.nn import functional

from .model import Net, Shape
from .samples import Batch, Samples

# Weights of the losses; the policy's is 1. The heads that are not exported have
# small weights: they only help to train the tower.
WEIGHTS = {"value": 1.0, "fate": 0.3, "taken": 0.3, "left": 0.05}

# Value targets are the mean of the game's result and the search's value.
TRUST = 0.5


@dataclasses.dataclass
class Run:
    """How to train: steps of batch positions, with a rate that rises, then falls to
    zero."""

    steps: int = 8000
    batch: int = 128
    rate: float = 2e-3
    decay: float = 1e-4
    warm: int = 200
    settled: float = 0.15  # the last part of the steps, which does not update the norms' statistics
    levels: int = 0  # values that a weight takes from then on, as in the file; 0: any
    seed: int = 1
    every: float = 60  # seconds between checkpoints
    half: bool = False  # convolutions in bfloat16: twice as fast on processors that have it


def losses(net: Net, batch: Batch, half: bool = False) -> Dict[str, Any]:
    planes = torch.from_numpy(batch.planes).contiguous(memory_format=torch.channels_last)
    with torch.autocast("cpu", dtype=torch.bfloat16, enabled=half):
        outputs = net.learnt(planes)
    logits, value, fate, taken, left = (out.float() for out in outputs)
    n = len(planes)
    legal = planes[:, 10:13].sum(1).reshape(n, -1) > 0
    target = torch.from_numpy(batch.policy).reshape(n, -1)
    shares = functional.log_softmax(logits.reshape(n, -1).masked_fill(~legal, -1e9), 1)
    counts = torch.from_numpy(batch.learns_policy)
    outcome, searched = torch.from_numpy(batch.outcome), torch.from_numpy(batch.value)
    stones = planes[:, 0:2].sum(1)
    miss = functional.binary_cross_entropy_with_logits(taken, torch.from_numpy(batch.taken), reduction="none")
    return {
        "policy": -((target * shares.masked_fill(~legal, 0)).sum(1) * counts).sum() / counts.sum().clamp(min=1),
        "value": functional.binary_cross_entropy_with_logits(value, TRUST * outcome + (1 - TRUST) * searched),
        "fate": functional.cross_entropy(fate, torch.from_numpy(batch.fate)),
        "taken": (miss * stones).sum() / stones.sum().clamp(min=1),
        "left": functional.smooth_l1_loss(left, torch.from_numpy(batch.left).log()),
    }


def total(parts: Dict[str, Any]) -> Any:
    return parts["policy"] + sum(weight * parts[name] for name, weight in WEIGHTS.items())


def rate(run: Run, step: int) -> float:
    """Rises over the first steps, then falls like half a cosine."""
    if step < run.warm:
        return run.rate * (step + 1) / run.warm
    return run.rate * (0.5 + 0.5 * math.cos(math.pi * (step - run.warm) / max(1, run.steps - run.warm)))


def measure(net: Net, samples: Samples, most: int = 20000) -> Dict[str, float]:
    """Losses on positions held out, and how often the best move and the winner
    are right."""
    sums: Dict[str, float] = {}
    seen = 0
    net.eval()
    with torch.no_grad():
        for batch in samples.measured(256, most):
            n = len(batch.planes)
            parts = {name: float(part) for name, part in losses(net, batch).items()}
            logits, value = net(torch.from_numpy(batch.planes))
            best = logits.reshape(n, -1).argmax(1)
            parts["move"] = float((torch.from_numpy(batch.policy).reshape(n, -1).argmax(1) == best).float().mean())
            parts["winner"] = float(((value > 0) == (torch.from_numpy(batch.outcome) > 0.5)).float().mean())
            for name, part in parts.items():
                sums[name] = sums.get(name, 0) + part * n
            seen += n
    return {name: part / max(1, seen) for name, part in sums.items()}


def save(path: str, state: Dict[str, Any]) -> None:
    torch.save(state, path + ".part")
    os.replace(path + ".part", path)


def load(path: str) -> Dict[str, Any]:
    state: Dict[str, Any] = torch.load(path, map_location="cpu")
    return state


def learn(
    samples: Samples,
    shape: Shape,
    run: Run,
    checkpoint: str,
    start: Optional[str] = None,
    say: Callable[[str], None] = print,
) -> Tuple[Net, Dict[str, float]]:
    """Trains a net, from the checkpoint if there is one, else from the net of
    another checkpoint (start) or from nothing; returns it with its losses on
    what was held out."""
    torch.manual_seed(run.seed)
    net = Net(shape).to(memory_format=torch.channels_last)
    decayed = [p for p in net.parameters() if p.dim() > 1]
    plain = [p for p in net.parameters() if p.dim() <= 1]
    optimiser = torch.optim.AdamW([{"params": decayed, "weight_decay": run.decay}, {"params": plain, "weight_decay": 0.0}], lr=run.rate)
    first = 0
    if os.path.exists(checkpoint):
        state = load(checkpoint)
        if state["shape"] != dataclasses.asdict(shape):
            raise ValueError(f"{checkpoint}: a net of shape {state['shape']}, expected {dataclasses.asdict(shape)}")
        net.load_state_dict(state["net"])
        optimiser.load_state_dict(state["optimiser"])
        first = state["step"]
        say(f"goes on at step {first}")
    elif start:
        net.load_state_dict(load(start)["net"])

    def keep(step: int) -> None:
        save(checkpoint, {"shape": dataclasses.asdict(shape), "net": net.state_dict(), "optimiser": optimiser.state_dict(), "step": step})

    began = last = time.monotonic()
    running: Dict[str, float] = {}
    batches = samples.batches(run.batch, run.seed, first)
    for step in range(first, run.steps):
        net.train()
        if step >= run.steps * (1 - run.settled):
            settle(net)
            net.round(run.levels)
        for group in optimiser.param_groups:
            group["lr"] = rate(run, step)
        parts = losses(net, next(batches), run.half)
        optimiser.zero_grad(set_to_none=True)
        total(parts).backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        for name, part in parts.items():
            running[name] = 0.98 * running.get(name, float(part)) + 0.02 * float(part)
        if time.monotonic() - last > run.every:
            last = time.monotonic()
            keep(step + 1)
            speed = (step + 1 - first) / (last - began)
            shown = " ".join(f"{name} {value:.3f}" for name, value in running.items())
            say(f"step {step + 1}/{run.steps} {shown} {speed * run.batch:.0f} positions/s, {(run.steps - step - 1) / speed:.0f} s left")
    keep(run.steps)
    net.round(run.levels)
    return net, measure(net, samples)


def settle(net: Any) -> None:
    """Leaves the statistics of the norms as they are: batches have one board
    size each, the exported net sees all with the same statistics."""
    for module in net.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            module.eval()
