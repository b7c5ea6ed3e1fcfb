"""Runs a .qnet of kind convnet/1 with onnxruntime, as the reference for tests and bench.

    oracle.py golden NET.qnet OUT.json    inputs and onnxruntime's outputs oracle.py time
    NET.qnet SIZE          microseconds of CPU for one evaluation, one thread

A maintainers' tool: it needs the packages onnx, onnxruntime and numpy. It has its own reader of the
format that internal/netfile describes, and so tests the description.
"""

import hashlib
import json
import struct
import sys
import time
import zlib
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

TYPES = {"i8": "<i1", "i16": "<i2", "i32": "<i4", "f16": "<f2", "f32": "<f4"}


def read(path):
    """The header and the tensors of a file, widened to float32."""
    data = Path(path).read_bytes()
    magic, version, _, arch, length = struct.unpack("<4sHHII", data[:16])
    assert magic == b"QNET" and version == 1
    assert hashlib.sha256(data[:-32]).digest() == data[-32:]
    header = json.loads(data[16 : 16 + length])
    canonical = json.dumps(header["arch"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert struct.unpack("<I", hashlib.sha256(canonical.encode()).digest()[:4])[0] == arch
    payload = data[16 + length : -32]
    if header["deflate"]:
        payload = zlib.decompress(payload, -15)
    tensors = {}
    for t in header["tensors"]:
        values = np.frombuffer(payload, TYPES[t["dtype"]], int(np.prod(t["shape"])), t["offset"])
        tensors[t["name"]] = values.reshape(t["shape"]).astype(np.float32)
    return header, tensors


class Graph:
    """An ONNX graph under construction; every method adds nodes and returns the name of its result."""

    def __init__(self, tensors):
        self.tensors, self.nodes, self.constants = tensors, [], []

    def node(self, kind, *inputs, **attributes):
        name = f"{kind}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], **attributes))
        return name

    def constant(self, array):
        name = f"constant{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def conv(self, name, x):
        w = self.tensors[name + ".w"]
        side = w.shape[2]
        return self.node("Conv", x, self.constant(w), self.constant(self.tensors[name + ".b"]),
                         kernel_shape=[side, side], pads=[side // 2] * 4)

    def relu(self, x):
        return self.node("Relu", x)

    def pooled(self, x):
        mean = self.node("Flatten", self.node("GlobalAveragePool", x))
        most = self.node("Flatten", self.node("GlobalMaxPool", x))
        return self.node("Concat", mean, most, axis=1)

    def dense(self, name, x):
        return self.node("Gemm", x, self.constant(self.tensors[name + ".w"]), self.constant(self.tensors[name + ".b"]), transB=1)


def model(header, tensors, size):
    g, sizes = Graph(tensors), header["arch"]["sizes"]
    x = g.relu(g.conv("stem", "planes"))
    for i in range(sizes["blocks"]):
        y = g.relu(g.conv(f"block{i}.conv1", x))
        if i == sizes["pool"]:
            shift = g.dense("pool", g.pooled(y))
            shape = g.constant(np.array([1, sizes["channels"], 1, 1], np.int64))
            y = g.relu(g.node("Add", y, g.node("Reshape", shift, shape)))
        x = g.relu(g.node("Add", g.conv(f"block{i}.conv2", y), x))
    logits = g.conv("policy.conv2", g.relu(g.conv("policy.conv1", x)))
    value = g.dense("value.fc2", g.relu(g.dense("value.fc1", g.pooled(x))))
    info = helper.make_tensor_value_info
    graph = helper.make_graph(
        g.nodes, "convnet",
        [info("planes", TensorProto.FLOAT, [1, sizes["planes"], size, size])],
        [info(logits, TensorProto.FLOAT, [1, 1, size, size]), info(value, TensorProto.FLOAT, [1, 1])],
        g.constants)
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(made)
    return made


def session(header, tensors, size):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(model(header, tensors, size).SerializeToString(), options, ["CPUExecutionProvider"])


def golden(path, out):
    """Boards of several sizes; planes are multiples of 1/8, so that they are short and exact."""
    header, tensors = read(path)
    planes, random, positions = header["arch"]["sizes"]["planes"], np.random.default_rng(1), []
    for size in [2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 19] + [7, 9, 13] * 7:
        x = random.integers(0, 3, (size, size, planes)) // 2 * random.integers(-8, 9, (size, size, planes))
        logits, value = session(header, tensors, size).run(None, {"planes": (x.transpose(2, 0, 1)[None] / 8).astype(np.float32)})
        positions.append({"size": size, "eighths": x.flatten().tolist(),
                          "logits": [float(f"{v:.7g}") for v in logits.flatten()], "value": float(f"{value.item():.7g}")})
    content = {"source": f"onnxruntime {onnxruntime.__version__}, internal/tools/netoracle/oracle.py golden", "positions": positions}
    Path(out).write_text(json.dumps(content, separators=(",", ":")).replace('{"size"', '\n{"size"') + "\n")


def timing(path, size):
    header, tensors = read(path)
    ort = session(header, tensors, size)
    x = np.random.default_rng(1).integers(0, 2, (1, header["arch"]["sizes"]["planes"], size, size)).astype(np.float32)
    binding = ort.io_binding()  # avoids the copies that an ordinary call makes
    binding.bind_cpu_input("planes", x)
    for output in ort.get_outputs():
        binding.bind_output(output.name)
    best, runs = float("inf"), 20
    for _ in range(150):
        start = time.process_time()
        for _ in range(runs):
            ort.run_with_iobinding(binding)
        best = min(best, (time.process_time() - start) / runs)
    print(f"{best * 1e6:.2f}")


if __name__ == "__main__":
    verb, *rest = sys.argv[1:]
    if verb == "golden":
        golden(*rest)
    else:
        timing(rest[0], int(rest[1]))
