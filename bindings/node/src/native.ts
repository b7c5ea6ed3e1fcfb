// The C interface: its functions, the library loaded once, and the two ways to
// call it.
//
// What a call costs on Node's main thread: about 0.5 us when the library answers
// from C (job poll, versions), 60 to 120 us when it enters Go, because Go then
// reads the bounds of the thread's stack anew; in a worker thread 2 us. `callAsync`
// takes 6 to 18 us of the main thread and runs elsewhere. Hence: polls and boards
// are called directly, all else through `callAsync`, and what is long is a job.

import { errorFor, LibraryError, VersionError } from "./errors";
import { libc, libraryPath } from "./library";

/** QK_ABI_VERSION of the header this package was written for. @internal */
export const abiVersion = 0x00000001;

const text = ["const void *", "size_t"] as const;
const buffer = ["void *", "size_t", "void *"] as const;
const err = "void *";
const handle = "uint64_t";
const out = "void *"; // where a handle, a number or a struct is written

/** Every function of qikit.h: result and parameters. The test compares them with the header. @internal */
export const prototypes = {
  qk_abi_version: ["uint32_t"],
  qk_version: ["str"],
  qk_status_name: ["str", "int32_t"],
  qk_runtime_opts_init: ["int32_t", out],
  qk_runtime_config: ["int32_t", "const void *", err],
  qk_runtime_stats: ["int32_t", ...buffer, err],
  qk_debug_panic: ["int32_t", handle, "uint32_t", err],

  qk_board_new: ["int32_t", ...text, ...text, ...text, "uint32_t", out, err],
  qk_board_free: ["int32_t", handle],
  qk_board_copy: ["int32_t", handle, out, err],
  qk_board_position: ["int32_t", handle, ...buffer, err],
  qk_board_side: ["int32_t", handle, ...buffer, err],
  qk_board_moves: ["int32_t", handle, ...buffer, err],
  qk_board_play: ["int32_t", handle, ...text, err],
  qk_board_undo: ["int32_t", handle, err],
  qk_board_outcome: ["int32_t", handle, out, err],
  qk_board_report: ["int32_t", handle, ...buffer, err],
  qk_board_format: ["int32_t", handle, ...text, ...text, ...buffer, err],
  qk_board_view: ["int32_t", handle, "uint32_t", "uint32_t", ...buffer, err],
  qk_board_svg: ["int32_t", handle, ...text, ...buffer, err],
  qk_board_route: ["int32_t", handle, ...text, ...buffer, err],
  qk_board_targets: ["int32_t", handle, ...text, ...buffer, err],
  qk_board_perft: ["int32_t", handle, "uint32_t", out, err],

  qk_engine_new: ["int32_t", ...text, ...text, out, err],
  qk_engine_free: ["int32_t", handle],
  qk_search_opts_init: ["int32_t", out],
  qk_engine_search: ["int32_t", handle, handle, "const void *", out, err],
  qk_engine_evaluate: ["int32_t", handle, handle, ...text, ...buffer, err],
  qk_engine_clear: ["int32_t", handle, err],

  qk_tables_build: ["int32_t", ...text, ...text, ...text, out, err],

  qk_selfplay_start: ["int32_t", ...text, out, err],
  qk_selfplay_match: ["int32_t", ...text, out, err],
  qk_selfplay_rollout: ["int32_t", ...text, out, err],

  qk_terminal_join: ["int32_t", ...text, out, err],

  qk_job_poll: ["int32_t", handle, out],
  qk_job_wait: ["int32_t", handle, "uint32_t", err],
  qk_job_cancel: ["int32_t", handle, err],
  qk_job_result: ["int32_t", handle, ...buffer, err],
  qk_job_event: ["int32_t", handle, ...buffer, err],
  qk_job_free: ["int32_t", handle],

  qk_book_generate: ["int32_t", ...text, out, err],
  qk_book_open: ["int32_t", ...text, out, err],
  qk_book_create: ["int32_t", ...text, ...text, out, err],
  qk_book_free: ["int32_t", handle],
  qk_book_count: ["int32_t", handle, out, err],
  qk_book_lookup: ["int32_t", handle, ...text, ...buffer, err],
  qk_book_read: ["int32_t", handle, out, "uint32_t", ...buffer, err],
  qk_book_export: ["int32_t", handle, ...text, ...text, out, err],
  qk_book_merge: ["int32_t", handle, ...text, out, err],
  qk_book_prune: ["int32_t", handle, ...text, out, err],
  qk_book_stats: ["int32_t", handle, out, err],
  qk_book_import: ["int32_t", handle, ...text, out, err],

  qk_review_start: ["int32_t", ...text, ...text, out, err],
  qk_review_parse: ["int32_t", ...text, out, err],
  qk_review_load: ["int32_t", ...text, out, err],
  qk_review_free: ["int32_t", handle],
  qk_review_save: ["int32_t", handle, ...text, err],
  qk_review_json: ["int32_t", handle, ...buffer, err],
  qk_review_sgf: ["int32_t", handle, ...buffer, err],
  qk_review_svg: ["int32_t", handle, ...text, ...buffer, err],

  qk_sgcp_decoder_new: ["int32_t", "uint32_t", "uint32_t", out, err],
  qk_sgcp_decoder_free: ["int32_t", handle],
  qk_sgcp_decoder_set: ["int32_t", handle, "uint32_t", "uint32_t", err],
  qk_sgcp_decoder_feed: ["int32_t", handle, ...text, err],
  qk_sgcp_decoder_read: ["int32_t", handle, "uint32_t", ...buffer, err],
  qk_sgcp_encode: ["int32_t", "uint32_t", ...text, "uint32_t", ...buffer, err],
  qk_sgcp_client_open: ["int32_t", ...text, out, out, err],
  qk_sgcp_client_free: ["int32_t", handle],
  qk_sgcp_client_send: ["int32_t", handle, "uint32_t", ...text, out, err],
  qk_sgcp_client_state: ["int32_t", handle, ...buffer, err],

  qk_gateway_start: ["int32_t", ...text, out, err],
  qk_gateway_free: ["int32_t", handle],
  qk_gateway_state: ["int32_t", handle, ...buffer, err],
  qk_gateway_metrics: ["int32_t", handle, ...buffer, err],
  qk_gateway_shutdown: ["int32_t", handle, "uint32_t", out, err],
} as const;

/** @internal */
export type FunctionName = keyof typeof prototypes;

/** A function of the library; `async` runs it on koffi's pool. */
interface Foreign {
  (...args: unknown[]): unknown;
  async(...args: unknown[]): void;
}

// koffi's own types can be imported by ES modules only. This is what is used of it.
const koffi = require("koffi") as {
  load(path: string): { func(name: string, result: string, parameters: string[]): Foreign };
};

let functions: Record<FunctionName, Foreign> | undefined;

/** The functions of the library, which is loaded at the first call. @internal */
export function native(): Record<FunctionName, Foreign> {
  return (functions ??= open(libraryPath()));
}

function open(path: string): Record<FunctionName, Foreign> {
  const loaded = {} as Record<FunctionName, Foreign>;
  try {
    const library = koffi.load(path);
    for (const [name, [result, ...parameters]] of Object.entries(prototypes)) {
      loaded[name as FunctionName] = library.func(name, result, [...parameters]);
    }
  } catch (e) {
    throw new LibraryError(
      `qikit: can not load ${path} on ${process.platform}-${process.arch}${libc()}: ${(e as Error).message}`,
    );
  }
  checkVersion(loaded.qk_abi_version() as number, path);
  return loaded;
}

/** Refuses a library of another major version, or of an earlier minor one. @internal */
export function checkVersion(found: number, path: string): void {
  if (found >>> 16 === abiVersion >>> 16 && (found & 0xffff) >= (abiVersion & 0xffff)) return;
  const show = (v: number) => `${v >>> 16}.${v & 0xffff}`;
  throw new VersionError(
    `qikit: ${path} speaks interface ${show(found)}, this package needs ${show(abiVersion)} or a later minor one`,
    12,
    "QK_ERR_VERSION",
  );
}

const okStatus = 0;
const bufferStatus = 10;

/** sizeof(qk_error), and where its message starts. @internal */
export const errorSize = 1024;
const messageOffset = 8;

function newError(): Buffer {
  const error = Buffer.alloc(errorSize);
  error.writeUInt32LE(errorSize, 0);
  return error;
}

function raise(status: number, error: Buffer): never {
  const end = error.indexOf(0, messageOffset);
  const message = error.toString("utf8", messageOffset, end < 0 ? errorSize : end);
  error.fill(0, 4); // the next failure must not borrow this text
  throw errorFor(status, message);
}

// Calls from JavaScript's one thread never overlap, so that direct ones share
// these; 64 KB hold any report of a board, and larger ones get their own.
const sharedError = newError();
const sharedBuffer = Buffer.allocUnsafeSlow(64 << 10);
const sharedNeeded = new BigUint64Array(1);
const sharedHandle = new BigUint64Array(1);

/** Text as the C interface takes it: pointer and length. @internal */
export function bytes(value: string, what: string): [Buffer, number] {
  if (typeof value !== "string") {
    throw errorFor(1, `${what} is ${value === null ? "null" : typeof value}, expected a string`);
  }
  const encoded = Buffer.from(value, "utf8");
  return [encoded, encoded.length];
}

/** The status of a function without qk_error. @internal */
export function check(status: number, what: string): void {
  if (status !== okStatus) throw errorFor(status, `${what}: ${native().qk_status_name(status) as string}`);
}

/** Calls directly. @internal */
export function call(name: FunctionName, ...args: unknown[]): void {
  const status = native()[name](...args, sharedError) as number;
  if (status !== okStatus) raise(status, sharedError);
}

/** Calls directly a function whose last result is a new handle. @internal */
export function callForHandle(name: FunctionName, ...args: unknown[]): bigint {
  call(name, ...args, sharedHandle);
  return sharedHandle[0]!;
}

/** Calls directly a function whose last two results are new handles. @internal */
export function callForHandles(name: FunctionName, ...args: unknown[]): [bigint, bigint] {
  const second = new BigUint64Array(1);
  call(name, ...args, sharedHandle, second);
  return [sharedHandle[0]!, second[0]!];
}

/** Calls directly a function that writes text. @internal */
export function callForText(name: FunctionName, ...args: unknown[]): string {
  return written(name, args).toString("utf8");
}

/** Calls directly a function that writes octets. @internal */
export function callForBytes(name: FunctionName, ...args: unknown[]): Buffer {
  return Buffer.from(written(name, args));
}

/** What a function writes; good until the next call. */
function written(name: FunctionName, args: unknown[]): Buffer {
  let room = sharedBuffer;
  for (;;) {
    const status = native()[name](...args, room, room.length, sharedNeeded, sharedError) as number;
    const needed = Number(sharedNeeded[0]);
    if (status === okStatus) return room.subarray(0, needed);
    if (status !== bufferStatus) raise(status, sharedError);
    room = Buffer.allocUnsafeSlow(needed + 1);
  }
}

// koffi runs four calls at a time and refuses to queue more than 256; ours queue here.
const mostAtOnce = 32;
let running = 0;
const waiting: (() => void)[] = [];

function enter(name: FunctionName, args: unknown[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const start = () => {
      running++;
      try {
        native()[name].async(...args, (failure: Error | null, status: number) => {
          leave();
          if (failure) reject(failure);
          else resolve(status);
        });
      } catch (e) {
        leave();
        reject(e as Error);
      }
    };
    if (running < mostAtOnce) start();
    else waiting.push(start);
  });
}

function leave(): void {
  running--;
  waiting.shift()?.();
}

/** Calls on a thread of koffi's pool. Only for calls that are short: waiting is polling. @internal */
export async function callAsync(name: FunctionName, ...args: unknown[]): Promise<void> {
  const error = newError();
  const status = await enter(name, [...args, error]);
  if (status !== okStatus) raise(status, error);
}

/** The same for a function without qk_error, such as qk_book_free. @internal */
export async function freeAsync(name: FunctionName, value: bigint): Promise<void> {
  check(await enter(name, [value]), name);
}

/** The same for a function whose last result is a new handle or a number. @internal */
export async function callAsyncForHandle(name: FunctionName, ...args: unknown[]): Promise<bigint> {
  const result = new BigUint64Array(1);
  await callAsync(name, ...args, result);
  return result[0]!;
}

/** The same for a function that writes text, which is first tried with `guess` bytes. @internal */
export async function callAsyncForText(name: FunctionName, guess: number, ...args: unknown[]): Promise<string> {
  const needed = new BigUint64Array(1);
  const error = newError();
  for (let size = guess; ; size = Number(needed[0]) + 1) {
    const room = Buffer.allocUnsafeSlow(size);
    const status = await enter(name, [...args, room, size, needed, error]);
    if (status === okStatus) return room.toString("utf8", 0, Number(needed[0]));
    if (status !== bufferStatus) raise(status, error);
  }
}
