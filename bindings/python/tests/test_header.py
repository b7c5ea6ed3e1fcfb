"""The ctypes declarations against include/qikit.h, type by type."""

import ctypes
import pathlib
import re

import pytest

import qikit
from qikit import _errors, _lib, _native

HEADER = (pathlib.Path(__file__).resolve().parents[3] / "include" / "qikit.h").read_text(encoding="utf-8")
PLAIN = re.sub(r"/\*.*?\*/", " ", HEADER, flags=re.S)

NUMBERS = {
    "qk_status": ctypes.c_int32,
    "int32_t": ctypes.c_int32,
    "uint32_t": ctypes.c_uint32,
    "uint64_t": ctypes.c_uint64,
    "size_t": ctypes.c_size_t,
    "double": ctypes.c_double,
    "qk_board": ctypes.c_uint64,
    "qk_engine": ctypes.c_uint64,
    "qk_job": ctypes.c_uint64,
    "qk_book": ctypes.c_uint64,
    "qk_samples": ctypes.c_uint64,
    "qk_games": ctypes.c_uint64,
    "qk_review": ctypes.c_uint64,
    "qk_sgcp_decoder": ctypes.c_uint64,
    "qk_sgcp_client": ctypes.c_uint64,
    "qk_gateway": ctypes.c_uint64,
}

# qk_search_opts -> SearchOpts
STRUCTS = {
    name: getattr(_native, "".join(part.title() for part in name.split("_")[1:]))
    for name in re.findall(r"typedef struct (\w+) \{", PLAIN)
}


def c_type(text):
    """The ctypes type of a C type as the header writes it."""
    text = text.replace(" *", "*").strip()
    if text.endswith("_in"):
        return ctypes.POINTER(STRUCTS[text[:-3]])
    if text in ("qk_str", "char*"):
        return ctypes.c_char_p
    if text.endswith("*"):
        inner = text[:-1].strip()
        return ctypes.POINTER(STRUCTS.get(inner) or NUMBERS[inner])
    return NUMBERS[text]


def functions():
    for result, name, arguments in re.findall(r"QK_API\s+(\w+)\s+(qk_\w+)\(([^)]*)\);", PLAIN):
        types = []
        for argument in arguments.split(","):
            if argument.strip() != "void":
                kind, star, _ = re.fullmatch(r"\s*(\w+)\s+(\*?)(\w+)\s*", argument).groups()
                types.append(c_type(kind + star))
        yield name, c_type(result), tuple(types)


FUNCTIONS = list(functions())


def test_every_function_of_the_header_is_declared():
    assert len(FUNCTIONS) > 40
    assert {name for name, _, _ in FUNCTIONS} == set(_native.PROTOTYPES)


@pytest.mark.parametrize("name, result, arguments", FUNCTIONS, ids=[f[0] for f in FUNCTIONS])
def test_prototype(name, result, arguments):
    assert _native.PROTOTYPES[name] == (result, arguments)
    assert getattr(_lib._load(), name).argtypes == arguments


def test_every_function_is_used_by_the_package():
    source = "".join(p.read_text() for p in pathlib.Path(_native.__file__).parent.glob("*.py") if p.name != "_native.py")
    made = re.findall(r'"(export|export_start|merge|prune|stats|import)"', source)  # f"qk_book_{verb}"
    used = set(re.findall(r"\bqk_\w+", source)) | {f"qk_book_{verb}" for verb in made}
    assert set(_native.PROTOTYPES) <= used


@pytest.mark.parametrize("name", STRUCTS)
def test_struct(name):
    body = re.search(rf"typedef struct {name} \{{(.*?)\}} {name};", PLAIN, flags=re.S).group(1)
    expected = []
    for kind, field, length in re.findall(r"(\w+)\s+(\w+)(?:\[(\d+)\])?;", body):
        expected.append((field, ctypes.c_char * int(length) if length else NUMBERS[kind]))
    assert list(STRUCTS[name]._fields_) == expected


def test_statuses_are_exceptions_one_to_one():
    codes = {int(n): name for name, n in re.findall(r"#define QK_ERR_(\w+) (\d+)", PLAIN)}
    assert set(_errors.BY_STATUS) == set(codes)
    assert len(set(_errors.BY_STATUS.values())) == len(codes)
    for status, kind in _errors.BY_STATUS.items():
        assert kind.status == status
        assert _lib.function("qk_status_name")(status) == f"QK_ERR_{codes[status]}".encode()
        assert getattr(qikit, kind.__name__) is kind


def test_numbers_of_the_header():
    assert int(re.search(r"QK_ABI_VERSION (0x[0-9a-fA-F]+)u", PLAIN).group(1), 16) == _native.ABI_VERSION
    assert int(re.search(r"QK_BOARD_LENIENT (\d+)u", PLAIN).group(1)) == _native.BOARD_LENIENT
    for state in ("RUNNING", "DONE", "FAILED", "CANCELLED"):
        assert int(re.search(rf"QK_JOB_{state} (\d+)", PLAIN).group(1)) == getattr(_native, f"JOB_{state}")


def test_version():
    assert qikit.runtime.version() == qikit.__version__
    assert qikit.runtime.stats()["version"] == qikit.__version__
