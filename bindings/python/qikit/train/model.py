"""The policy and value network, with further heads for training.

The tower and its two heads are the part that internal/convnet runs; batch
normalisation follows every convolution of the tower and is folded into it when the
net is exported. Three more heads only help to train the tower: what each point
holds at the end, which stones the next capture takes, and how many moves are left.
"""

from __future__ import annotations

import dataclasses
from typing import Any, Dict, Tuple

import torch
from torch import nn
from torch.nn import functional

from . import qnet
from .samples import PLANES


@dataclasses.dataclass(frozen=True)
class Shape:
    """Sizes of a network: channels a multiple of 16; pool is the block that
    pools over the board, -1 for none."""

    blocks: int = 6
    channels: int = 48
    pool: int = 3
    policy: int = 16
    value: int = 32

    def sizes(self) -> Dict[str, int]:
        return {"planes": PLANES, **dataclasses.asdict(self)}


def pooled(x: Any) -> Any:
    """Mean and maximum over the points of each channel."""
    return torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)


class Conv(nn.Conv2d):
    """A convolution whose weights are rounded as in a file of so many levels, 0 for not at
    all; the gradient is that of weights as they are."""

    levels = 0

    def forward(self, x: Any) -> Any:
        return self._conv_forward(x, rounded(self.weight, self.levels), self.bias)


class Dense(nn.Linear):
    """A layer whose weights are rounded likewise."""

    levels = 0

    def forward(self, x: Any) -> Any:
        return functional.linear(x, rounded(self.weight, self.levels), self.bias)


def rounded(weight: Any, levels: int) -> Any:
    """Weights as qnet.rounded stores them. A factor for each output, as normalisation has
    one, changes the scale alone."""
    if not levels or weight.numel() < qnet.SMALL:
        return weight
    whole, scales = qnet.rounded(weight.detach().numpy(), levels)
    off = torch.from_numpy(whole * scales.reshape(-1, *[1] * (whole.ndim - 1))) - weight.detach()
    return weight + off


class Block(nn.Module):
    def __init__(self, channels: int, pools: bool) -> None:
        super().__init__()
        self.conv1 = Conv(channels, channels, 3, padding=1, bias=False)
        self.norm1 = nn.BatchNorm2d(channels)
        self.conv2 = Conv(channels, channels, 3, padding=1, bias=False)
        self.norm2 = nn.BatchNorm2d(channels)
        # With a gain near 0 a block begins as the identity, which speeds up the
        # training of deep towers.
        nn.init.constant_(self.norm2.weight, 0.3)
        self.pool = Dense(2 * channels, channels) if pools else None

    def forward(self, x: Any) -> Any:
        y = torch.relu(self.norm1(self.conv1(x)))
        if self.pool is not None:
            y = torch.relu(y + self.pool(pooled(y))[:, :, None, None])
        return torch.relu(self.norm2(self.conv2(y)) + x)


class Net(nn.Module):
    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        c = shape.channels
        self.stem = Conv(PLANES, c, 3, padding=1, bias=False)
        self.norm = nn.BatchNorm2d(c)
        self.blocks = nn.ModuleList([Block(c, i == shape.pool) for i in range(shape.blocks)])
        self.policy1 = Conv(c, shape.policy, 1)
        self.policy2 = Conv(shape.policy, 1, 1)
        self.value1 = Dense(2 * c, shape.value)
        self.value2 = Dense(shape.value, 1)
        # Heads for training only, not exported.
        self.fate = nn.Conv2d(c, 3, 1)
        self.taken = nn.Conv2d(c, 1, 1)
        self.left = nn.Linear(shape.value, 1)

    def round(self, levels: int) -> None:
        """From now on the exported weights are as a file of so many levels has them."""
        for module in self.modules():
            if isinstance(module, (Conv, Dense)):
                module.levels = levels

    def tower(self, planes: Any) -> Any:
        x = torch.relu(self.norm(self.stem(planes)))
        for block in self.blocks:
            x = block(x)
        return x

    def forward(self, planes: Any) -> Tuple[Any, Any]:
        """A logit for each point, and one for winning."""
        logits, value, *_ = self.learnt(planes)
        return logits, value

    def learnt(self, planes: Any) -> Tuple[Any, ...]:
        """The outputs of all heads: policy, value, fate, taken, left."""
        x = self.tower(planes)
        logits = self.policy2(torch.relu(self.policy1(x)))[:, 0]
        summary = torch.relu(self.value1(pooled(x)))
        return logits, self.value2(summary)[:, 0], self.fate(x), self.taken(x)[:, 0], self.left(summary)[:, 0]
