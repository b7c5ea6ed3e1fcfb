"""Files of networks, .qnet, as internal/netfile reads them."""

from __future__ import annotations

import hashlib
import json
import os
import struct
import zlib
from typing import Any, Dict, List, Tuple

import numpy as np

GAME = 3  # Capture Go, as internal/netfile numbers the games

# Weights smaller than this stay numbers of half precision.
SMALL = 500

Tensors = List[Tuple[str, Any]]


def canonical(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def rounded(values: Any, levels: int) -> Tuple[Any, Any]:
    """Weights as whole numbers, levels of them around 0, and a scale for each output: of
    several the one that loses least. The smaller ones cut the greatest weights."""
    most = levels // 2
    rows = values.reshape(len(values), -1).astype("f4")
    widest = np.maximum(np.abs(rows).max(1), np.float32(1e-8)) / most
    tried = widest * np.linspace(0.4, 1, 13, dtype="f4")[:, None]
    lost = [((on_grid(rows, scales, most) * scales[:, None] - rows) ** 2).sum(1) for scales in tried]
    scales = np.take_along_axis(tried, np.argmin(lost, 0)[None], 0)[0]
    return on_grid(rows, scales, most).astype("i1").reshape(values.shape), scales


def on_grid(rows: Any, scales: Any, most: int) -> Any:
    return np.clip(np.rint(rows / scales[:, None]), -most, most)


def apart(data: Any) -> bytes:
    """Numbers as layout 2 has them: whole ones without a sign, all by bytes, the lowest first."""
    if data.dtype.kind == "i":
        data = (data << 1 ^ data >> 7).view("u1")
    return np.ascontiguousarray(data.reshape(-1, 1).view("u1").T).tobytes()


def together(packed: bytes, kind: Any, count: int) -> Any:
    """Undoes apart."""
    data = np.frombuffer(packed, "u1").reshape(kind.itemsize, count)
    if kind.kind == "i":
        return ((data[0] >> 1) ^ -(data[0] & 1)).view("i1")
    return np.ascontiguousarray(data.T).view(kind).reshape(count)


def encoded(kind: str, features: str, sizes: Dict[str, int], content: Tensors, meta: Dict[str, str], half: bool = True, levels: int = 0) -> bytes:
    """A deflated file of tensors in half or single precision; with levels, at most 255,
    large weights are that many whole numbers and a scale for each output."""
    arch = {"features": features, "kind": kind, "sizes": sizes}
    entries: List[Dict[str, Any]] = []
    tensors: List[Any] = []

    def put(name: str, data: Any, kind: str) -> None:
        entries.append({"dtype": kind, "name": name, "offset": sum(t.nbytes for t in tensors), "shape": list(data.shape)})
        tensors.append(data)

    for name, values in content:
        if levels and name.endswith(".w") and values.size >= SMALL:
            whole, scales = rounded(values, levels)
            put(name, whole, "i8")
            put(name[:-2] + ".s", scales.astype("<f4"), "f32")
            continue
        with np.errstate(over="ignore"):
            data = np.ascontiguousarray(values, "<f2" if half else "<f4")
        if not np.isfinite(data).all():
            raise ValueError(f"{name}: numbers beyond what {data.dtype} holds")
        put(name, data, "f16" if half else "f32")
    layout = 2 if any(entry["dtype"] == "i8" for entry in entries) else 1
    payload = b"".join(apart(t) if layout == 2 else t.tobytes() for t in tensors)
    header = canonical({"arch": arch, "deflate": True, "meta": meta, "tensors": entries})
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = squeeze.compress(payload) + squeeze.flush()
    arch_hash = int.from_bytes(hashlib.sha256(canonical(arch)).digest()[:4], "little")
    body = b"QNET" + struct.pack("<HHII", layout, GAME, arch_hash, len(header)) + header + packed
    return body + hashlib.sha256(body).digest()


def write(path: str, data: bytes) -> str:
    """Writes a file, whole or not at all, and returns the network's id."""
    with open(path + ".part", "wb") as f:
        f.write(data)
    os.replace(path + ".part", path)
    return data[-32:][:8].hex()


def read(path: str) -> Tuple[Dict[str, Any], Dict[str, Any]]:
    """The header and the tensors of a file, as numbers of double precision, scales multiplied in."""
    with open(path, "rb") as f:
        data = f.read()
    if data[:4] != b"QNET" or hashlib.sha256(data[:-32]).digest() != data[-32:]:
        raise ValueError(f"{path}: not a network file, or a damaged one")
    (length,) = struct.unpack_from("<I", data, 12)
    header: Dict[str, Any] = json.loads(data[16 : 16 + length])
    payload = data[16 + length : -32]
    if header["deflate"]:
        payload = zlib.decompress(payload, -15)
    kinds = {"i8": "i1", "f16": "<f2", "f32": "<f4"}
    found = {}
    for entry in header["tensors"]:
        if entry["dtype"] not in kinds:
            raise ValueError(f"{path}: {entry['name']} holds {entry['dtype']}, expected one of {', '.join(kinds)}")
        kind, count = np.dtype(kinds[entry["dtype"]]), int(np.prod(entry["shape"]))
        part = payload[entry["offset"] : entry["offset"] + count * kind.itemsize]
        values = together(part, kind, count) if data[4] == 2 else np.frombuffer(part, kind)
        found[entry["name"]] = values.reshape(entry["shape"]).astype(np.float64)
    for name in [name for name in found if name.endswith(".s")]:
        weights = found[name[:-2] + ".w"]
        weights *= found.pop(name).reshape(-1, *[1] * (weights.ndim - 1))
    return header, found
