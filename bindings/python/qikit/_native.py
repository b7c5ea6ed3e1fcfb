"""The C interface as ctypes sees it: structs and prototypes of include/qikit.h.

``tests/test_header.py`` parses the header and compares every function, type and
struct with what stands here.
"""

from __future__ import annotations

import ctypes
from ctypes import POINTER, Structure, c_char, c_char_p, c_double, c_int32, c_size_t, c_uint32, c_uint64
from typing import Any, Dict, Tuple

# The interface that this file describes: major << 16 | minor.
ABI_VERSION = 0x00000001

OK = 0
ERR_TIMEOUT = 5
ERR_NOT_FOUND = 6
ERR_BUFFER = 10

BOARD_LENIENT = 1

SGCP_GB18030 = 1

JOB_RUNNING = 0
JOB_DONE = 1
JOB_FAILED = 2
JOB_CANCELLED = 3


class Error(Structure):
    _fields_ = [("struct_size", c_uint32), ("code", c_int32), ("message", c_char * 1016)]


class RuntimeOpts(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("threads", c_uint32),
        ("memory_soft", c_uint64),
        ("gc_percent", c_uint32),
        ("kernels", c_uint32),
    ]


class Outcome(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("over", c_uint32),
        ("winner", c_int32),
        ("reserved", c_uint32),
        ("side", c_char * 16),
        ("reason", c_char * 64),
    ]


class SearchOpts(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("depth", c_uint32),
        ("nodes", c_uint64),
        ("visits", c_uint64),
        ("time_us", c_uint64),
        ("lines", c_uint32),
        ("fresh", c_uint32),
        ("clock_us", c_uint64),
        ("increment_us", c_uint64),
        ("moves_to_go", c_uint32),
        ("reserved", c_uint32),
    ]


class JobInfo(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("state", c_uint32),
        ("done", c_uint64),
        ("total", c_uint64),
        ("rate", c_double),
        ("left", c_double),
        ("events", c_uint64),
    ]


_status = c_int32
_handle = c_uint64
_out = POINTER(c_uint64)  # a new handle, or a number
_text = (c_char_p, c_size_t)  # text in
_buffer = (c_char_p, c_size_t, POINTER(c_size_t))  # text out
_err = POINTER(Error)

# name: (result, arguments)
PROTOTYPES: Dict[str, Tuple[Any, Tuple[Any, ...]]] = {
    "qk_abi_version": (c_uint32, ()),
    "qk_version": (c_char_p, ()),
    "qk_status_name": (c_char_p, (_status,)),
    "qk_runtime_opts_init": (_status, (POINTER(RuntimeOpts),)),
    "qk_runtime_config": (_status, (POINTER(RuntimeOpts), _err)),
    "qk_runtime_stats": (_status, (*_buffer, _err)),
    "qk_debug_panic": (_status, (_handle, c_uint32, _err)),
    "qk_board_new": (_status, (*_text, *_text, *_text, c_uint32, _out, _err)),
    "qk_board_free": (_status, (_handle,)),
    "qk_board_copy": (_status, (_handle, _out, _err)),
    "qk_board_position": (_status, (_handle, *_buffer, _err)),
    "qk_board_side": (_status, (_handle, *_buffer, _err)),
    "qk_board_moves": (_status, (_handle, *_buffer, _err)),
    "qk_board_play": (_status, (_handle, *_text, _err)),
    "qk_board_undo": (_status, (_handle, _err)),
    "qk_board_outcome": (_status, (_handle, POINTER(Outcome), _err)),
    "qk_board_report": (_status, (_handle, *_buffer, _err)),
    "qk_board_format": (_status, (_handle, *_text, *_text, *_buffer, _err)),
    "qk_board_view": (_status, (_handle, c_uint32, c_uint32, *_buffer, _err)),
    "qk_board_svg": (_status, (_handle, *_text, *_buffer, _err)),
    "qk_board_route": (_status, (_handle, *_text, *_buffer, _err)),
    "qk_board_targets": (_status, (_handle, *_text, *_buffer, _err)),
    "qk_board_perft": (_status, (_handle, c_uint32, _out, _err)),
    "qk_engine_new": (_status, (*_text, *_text, _out, _err)),
    "qk_engine_free": (_status, (_handle,)),
    "qk_search_opts_init": (_status, (POINTER(SearchOpts),)),
    "qk_engine_search": (_status, (_handle, _handle, POINTER(SearchOpts), _out, _err)),
    "qk_engine_evaluate": (_status, (_handle, _handle, *_text, *_buffer, _err)),
    "qk_engine_clear": (_status, (_handle, _err)),
    "qk_tables_build": (_status, (*_text, *_text, *_text, _out, _err)),
    "qk_selfplay_start": (_status, (*_text, _out, _err)),
    "qk_selfplay_match": (_status, (*_text, _out, _err)),
    "qk_selfplay_rollout": (_status, (*_text, _out, _err)),
    "qk_terminal_join": (_status, (*_text, _out, _err)),
    "qk_job_poll": (_status, (_handle, POINTER(JobInfo))),
    "qk_job_wait": (_status, (_handle, c_uint32, _err)),
    "qk_job_cancel": (_status, (_handle, _err)),
    "qk_job_result": (_status, (_handle, *_buffer, _err)),
    "qk_job_event": (_status, (_handle, *_buffer, _err)),
    "qk_job_free": (_status, (_handle,)),
    "qk_book_generate": (_status, (*_text, _out, _err)),
    "qk_book_open": (_status, (*_text, _out, _err)),
    "qk_book_create": (_status, (*_text, *_text, _out, _err)),
    "qk_book_free": (_status, (_handle,)),
    "qk_book_count": (_status, (_handle, _out, _err)),
    "qk_book_lookup": (_status, (_handle, *_text, *_buffer, _err)),
    "qk_book_read": (_status, (_handle, _out, c_uint32, *_buffer, _err)),
    "qk_book_export": (_status, (_handle, *_text, *_text, _out, _err)),
    "qk_book_merge": (_status, (_handle, *_text, _out, _err)),
    "qk_book_prune": (_status, (_handle, *_text, _out, _err)),
    "qk_book_stats": (_status, (_handle, _out, _err)),
    "qk_book_import": (_status, (_handle, *_text, _out, _err)),
    "qk_review_start": (_status, (*_text, *_text, _out, _err)),
    "qk_review_parse": (_status, (*_text, _out, _err)),
    "qk_review_load": (_status, (*_text, _out, _err)),
    "qk_review_free": (_status, (_handle,)),
    "qk_review_save": (_status, (_handle, *_text, _err)),
    "qk_review_json": (_status, (_handle, *_buffer, _err)),
    "qk_review_sgf": (_status, (_handle, *_buffer, _err)),
    "qk_review_svg": (_status, (_handle, *_text, *_buffer, _err)),
    "qk_sgcp_decoder_new": (_status, (c_uint32, c_uint32, _out, _err)),
    "qk_sgcp_decoder_free": (_status, (_handle,)),
    "qk_sgcp_decoder_set": (_status, (_handle, c_uint32, c_uint32, _err)),
    "qk_sgcp_decoder_feed": (_status, (_handle, *_text, _err)),
    "qk_sgcp_decoder_read": (_status, (_handle, c_uint32, *_buffer, _err)),
    "qk_sgcp_encode": (_status, (c_uint32, *_text, c_uint32, *_buffer, _err)),
    "qk_sgcp_client_open": (_status, (*_text, _out, _out, _err)),
    "qk_sgcp_client_free": (_status, (_handle,)),
    "qk_sgcp_client_send": (_status, (_handle, c_uint32, *_text, _out, _err)),
    "qk_sgcp_client_state": (_status, (_handle, *_buffer, _err)),
    "qk_gateway_start": (_status, (*_text, _out, _err)),
    "qk_gateway_free": (_status, (_handle,)),
    "qk_gateway_state": (_status, (_handle, *_buffer, _err)),
    "qk_gateway_metrics": (_status, (_handle, *_buffer, _err)),
    "qk_gateway_shutdown": (_status, (_handle, c_uint32, _out, _err)),
}


def declare(library: ctypes.CDLL) -> None:
    """Gives every function of a loaded library its prototype. A function that
    the library does not have is an AttributeError with its name."""
    for name, (result, arguments) in PROTOTYPES.items():
        function = getattr(library, name)
        function.restype = result
        function.argtypes = arguments
