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
LAYOUT = 1

Tensors = List[Tuple[str, Any]]


def canonical(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def encoded(kind: str, features: str, sizes: Dict[str, int], content: Tensors, meta: Dict[str, str], half: bool = True) -> bytes:
    """A deflated file of tensors in half or single precision."""
    arch = {"features": features, "kind": kind, "sizes": sizes}
    entries, payload = [], b""
    for name, values in content:
        with np.errstate(over="ignore"):
            data = np.ascontiguousarray(values, "<f2" if half else "<f4")
        if not np.isfinite(data).all():
            raise ValueError(f"{name}: numbers beyond what {data.dtype} holds")
        entries.append({"dtype": "f16" if half else "f32", "name": name, "offset": len(payload), "shape": list(data.shape)})
        payload += data.tobytes()
    header = canonical({"arch": arch, "deflate": True, "meta": meta, "tensors": entries})
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = squeeze.compress(payload) + squeeze.flush()
    arch_hash = int.from_bytes(hashlib.sha256(canonical(arch)).digest()[:4], "little")
    body = b"QNET" + struct.pack("<HHII", LAYOUT, GAME, arch_hash, len(header)) + header + packed
    return body + hashlib.sha256(body).digest()


def write(path: str, data: bytes) -> str:
    """Writes a file, whole or not at all, and returns the network's id."""
    with open(path + ".part", "wb") as f:
        f.write(data)
    os.replace(path + ".part", path)
    return data[-32:][:8].hex()


def read(path: str) -> Tuple[Dict[str, Any], Dict[str, Any]]:
    """The header and the tensors of a file, as numbers of double precision."""
    with open(path, "rb") as f:
        data = f.read()
    if data[:4] != b"QNET" or hashlib.sha256(data[:-32]).digest() != data[-32:]:
        raise ValueError(f"{path}: not a network file, or a damaged one")
    (length,) = struct.unpack_from("<I", data, 12)
    header: Dict[str, Any] = json.loads(data[16 : 16 + length])
    payload = data[16 + length : -32]
    if header["deflate"]:
        payload = zlib.decompress(payload, -15)
    if data[4] != 1:
        raise ValueError(f"{path}: layout {data[4]} holds whole numbers, expected layout 1, of halves or floats")
    found = {}
    for entry in header["tensors"]:
        kind = np.dtype("<f2" if entry["dtype"] == "f16" else "<f4")
        values = np.frombuffer(payload, kind, int(np.prod(entry["shape"])), entry["offset"])
        found[entry["name"]] = values.reshape(entry["shape"]).astype(np.float64)
    return header, found
