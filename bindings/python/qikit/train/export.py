"""Turns a trained net into a file for the library, and checks that both compute the
same."""

from __future__ import annotations

from typing import Any, Dict, Tuple

import numpy as np
import torch
from torch.nn import functional

from . import qnet
from .model import Net, pooled, rounded
from .samples import PLANES, Samples

FEATURES = "capture/1"  # what internal/captureplanes fills in


def folded(conv: Any, norm: Any) -> Tuple[Any, Any]:
    """A convolution with the following normalisation folded into its weights and
    bias, in double precision. The weights are rounded before, as the net rounds them: rounded
    after, one of them halfway between two levels may become the other."""
    weight, mean, variance, gain, shift = (
        t.detach().double().numpy()
        for t in (rounded(conv.weight, conv.levels), norm.running_mean, norm.running_var, norm.weight, norm.bias)
    )
    scale = gain / np.sqrt(variance + norm.eps)
    return weight * scale[:, None, None, None], shift - mean * scale


def tensors(net: Net) -> qnet.Tensors:
    """The tensors that internal/convnet needs, under its names."""
    out: qnet.Tensors = []

    def put(name: str, pair: Tuple[Any, Any]) -> None:
        out.extend([(name + ".w", pair[0]), (name + ".b", pair[1])])

    def plain(layer: Any) -> Tuple[Any, Any]:
        return layer.weight.detach().double().numpy(), layer.bias.detach().double().numpy()

    put("stem", folded(net.stem, net.norm))
    for i, block in enumerate(net.blocks):
        put(f"block{i}.conv1", folded(block.conv1, block.norm1))
        put(f"block{i}.conv2", folded(block.conv2, block.norm2))
        if block.pool is not None:
            put("pool", plain(block.pool))
    put("policy.conv1", plain(net.policy1))
    put("policy.conv2", plain(net.policy2))
    put("value.fc1", plain(net.value1))
    put("value.fc2", plain(net.value2))
    return out


def write(net: Net, path: str, meta: Dict[str, str], samples: Samples, levels: int = 0) -> str:
    """Writes a net and returns its id, after comparing the outputs of the file and
    of the net for some positions: half precision may change a logit by a few
    hundredths, a wrong export changes it by more."""
    name = qnet.write(path, qnet.encoded("convnet/1", FEATURES, net.shape.sizes(), tensors(net), meta, levels=levels))
    header, found = qnet.read(path)
    net.eval()
    for batch in samples.measured(64, 200):
        with torch.no_grad():
            logits, value = net(torch.from_numpy(batch.planes))
        said, worth = answer(header, found, batch.planes)
        off = max(float(np.abs(said - logits.numpy()).max()), float(np.abs(worth - value.numpy()).max()))
        if not off < 0.1:
            raise ValueError(f"{path}: differs from the net by {off}")
    return name


def answer(header: Dict[str, Any], found: Dict[str, Any], planes: Any) -> Tuple[Any, Any]:
    """The outputs of a written net for a batch of planes, in double precision and
    straight from the definition: logits of the points, and of winning."""
    weights = {name: torch.from_numpy(values) for name, values in found.items()}
    sizes = header["arch"]["sizes"]

    def conv(name: str, x: Any, pad: int) -> Any:
        return functional.conv2d(x, weights[name + ".w"], weights[name + ".b"], padding=pad)

    def dense(name: str, x: Any) -> Any:
        return functional.linear(x, weights[name + ".w"], weights[name + ".b"])

    x = torch.relu(conv("stem", torch.from_numpy(planes).double(), 1))
    for i in range(sizes["blocks"]):
        y = torch.relu(conv(f"block{i}.conv1", x, 1))
        if i == sizes["pool"]:
            y = torch.relu(y + dense("pool", pooled(y))[:, :, None, None])
        x = torch.relu(conv(f"block{i}.conv2", y, 1) + x)
    logits = conv("policy.conv2", torch.relu(conv("policy.conv1", x, 0)), 0)[:, 0]
    return logits.numpy(), dense("value.fc2", torch.relu(dense("value.fc1", pooled(x))))[:, 0].numpy()


def golden(path: str, samples: Samples, target: str, count: int = 64) -> None:
    """Writes the outputs of a net for some held-out positions, for the library's
    tests: for each position a byte for the board's size, the packed planes, and the
    logits and the value as float32."""
    header, found = qnet.read(path)
    out = b""
    per_size = -(-count // len(samples.held))
    for board, rows in samples.held.items():
        step = max(1, len(rows) // per_size)
        batch = samples.batch(rows[::step][:per_size], board, 0)
        logits, value = answer(header, found, batch.planes)
        for i in range(len(batch.planes)):
            bits = np.zeros((PLANES, 22), np.uint8)
            packed = np.packbits(batch.planes[i].reshape(PLANES, -1).astype(np.uint8), axis=1, bitorder="little")
            bits[:, : packed.shape[1]] = packed
            out += bytes([board]) + bits.tobytes() + logits[i].astype("<f4").tobytes() + np.float32(value[i]).tobytes()
    with open(target, "wb") as f:
        f.write(out)
