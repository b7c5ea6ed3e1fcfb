// The library for WebAssembly (bindings/node/wasm): one instance, with the few functions of an operating system that Go
// asks for. Nothing here knows of Node or of browsers.

import { errorFor, LibraryError } from "../errors";

/** What WebAssembly exports. */
interface Exports {
  memory: { readonly buffer: ArrayBuffer };
  _initialize(): void;
  qkw_room(size: number): number;
  qkw_call(size: number): number;
  qkw_text(): number;
  qkw_text_size(): number;
  qkw_begin(id: bigint, size: number): void;
  qkw_step(milliseconds: number): number;
  qkw_take(): bigint;
  qkw_status(): number;
}

/** The module of the networks' kernels. */
interface Kernels {
  __stack_pointer: { value: number };
  conv(args: number): void;
  dense(args: number): void;
  pool(args: number): void;
  shift(args: number): void;
}

/** A module of WebAssembly: it goes from thread to thread. @internal */
export interface Module {
  readonly __module?: never;
}

/** The parts of the WebAssembly interface that are used here. @internal */
export const WebAssembly = (globalThis as unknown as { WebAssembly: WebAssemblyInterface }).WebAssembly;

interface WebAssemblyInterface {
  Module: new (code: Uint8Array) => Module;
  Instance: new (module: Module, imports: object) => { exports: unknown };
  compile(code: Uint8Array): Promise<Module>;
  compileStreaming(answer: unknown): Promise<Module>;
  instantiate(module: Module, imports: object): Promise<{ exports: unknown }>;
}

/** An argument of a call: text, octets, or a number of 64 bits. @internal */
export type Argument = string | Uint8Array | bigint;

/** What a call returned: a status, and the answer or the error's text. @internal */
export interface Answer {
  status: number;
  text: Uint8Array;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** An instance of the library. @internal */
export class Machine {
  readonly #exports: Exports;
  #broken: unknown; // why it cannot be called any more

  /** Whether it speaks Chinese. */
  chinese = false;

  private constructor(system: System, instance: { exports: unknown }) {
    const exports = (this.#exports = instance.exports as Exports);
    system.owner = exports.memory;
    exports._initialize();
  }

  /** Begins an instance at once, which browsers allow in workers only. */
  static now(module: Module): Machine {
    const system = new System();
    return new Machine(system, new WebAssembly.Instance(module, system.imports));
  }

  /** Begins an instance. */
  static async open(module: Module): Promise<Machine> {
    const system = new System();
    const instance = await WebAssembly.instantiate(module, system.imports);
    await breath();
    const machine = new Machine(system, instance);
    await breath();
    return machine;
  }

  /** Calls a function of qikit.h. */
  call(name: string, args: readonly Argument[]): Answer {
    return this.#guarded(() => this.#answer(this.#exports.qkw_call(this.#write(name, args))));
  }

  /** Begins a call, which `take` answers. */
  begin(id: number, name: string, args: readonly Argument[]): void {
    this.#guarded(() => this.#exports.qkw_begin(BigInt(id), this.#write(name, args)));
  }

  /** Runs what was begun for some milliseconds; whether there is more to run. */
  step(milliseconds: number): boolean {
    return this.#guarded(() => this.#exports.qkw_step(milliseconds) !== 0);
  }

  /** The next answer to a call that was begun. */
  take(): (Answer & { id: number }) | undefined {
    return this.#guarded(() => {
      const id = Number(this.#exports.qkw_take());
      return id === 0 ? undefined : { id, ...this.#answer(this.#exports.qkw_status()) };
    });
  }

  #guarded<T>(f: () => T): T {
    if (this.#broken !== undefined) throw this.#broken;
    try {
      return f();
    } catch (e) {
      const what = this.chinese ? "WebAssembly 库有缺陷，已终止：" : "a defect in the library for WebAssembly, which ended: "; // it can say nothing any more
      this.#broken = errorFor(15, what + (e as Error).message);
      throw this.#broken;
    }
  }

  #answer(status: number): Answer {
    const size = this.#exports.qkw_text_size();
    if (size === 0) return { status, text: new Uint8Array(0) };
    return { status, text: new Uint8Array(this.#exports.memory.buffer, this.#exports.qkw_text(), size).slice() };
  }

  /** Writes a call where the library reads it; its size. */
  #write(name: string, args: readonly Argument[]): number {
    const parts = [name, ...args].map((part) => (typeof part === "string" ? encoder.encode(part) : part));
    const size = parts.reduce((n, part) => n + 4 + (typeof part === "bigint" ? 8 : part.length), 0);
    const at = this.#exports.qkw_room(size);
    const buffer = this.#exports.memory.buffer;
    const view = new DataView(buffer, at, size);
    let offset = 0;
    for (const part of parts) {
      const length = typeof part === "bigint" ? 8 : part.length;
      view.setUint32(offset, length, true);
      if (typeof part === "bigint") view.setBigUint64(offset + 4, part, true);
      else new Uint8Array(buffer, at + offset + 4, length).set(part);
      offset += 4 + length;
    }
    return size;
  }
}

/** Lets the page do what waits. */
const breath = () => new Promise<void>((resolve) => setTimeout(resolve));

const badFile = 8; // WASI's EBADF
const notThere = 44; // ENOENT
const notSupported = 58; // ENOTSUP

/** The system of Go's port wasip1: a clock, chance, and the error output. There are no files. */
class System {
  /** The instance's memory, which may grow. */
  owner: { readonly buffer: ArrayBuffer } | undefined;
  #entries: ((args: number) => void)[] = [];
  readonly #start = Date.now() - performance.now();

  memory(): ArrayBuffer {
    return this.#owner().buffer;
  }

  #owner(): { readonly buffer: ArrayBuffer } {
    if (this.owner === undefined) throw new LibraryError("the library for WebAssembly was called before it began");
    return this.owner;
  }

  get imports(): object {
    const view = () => new DataView(this.memory());
    const none = () => 0;
    const refuse = (code: number) => () => code;
    return {
      qikit: {
        kernels: (code: number, size: number, stack: number) => this.#kernels(code, size, stack),
        kernel: (which: number, args: number) => this.#entries[which]!(args),
      },
      wasi_snapshot_preview1: {
        args_get: none,
        environ_get: none,
        args_sizes_get: (count: number, size: number) => (view().setUint32(count, 0, true), view().setUint32(size, 0, true), 0),
        environ_sizes_get: (count: number, size: number) => (view().setUint32(count, 0, true), view().setUint32(size, 0, true), 0),
        clock_time_get: (clock: number, _precision: bigint, at: number) => {
          const ms = clock === 0 ? Date.now() : this.#start + performance.now();
          view().setBigUint64(at, BigInt(Math.round(ms * 1e6)), true);
          return 0;
        },
        random_get: (at: number, size: number) => {
          for (let i = 0; i < size; i += 65536) {
            crypto.getRandomValues(new Uint8Array(this.memory(), at + i, Math.min(size - i, 65536)));
          }
          return 0;
        },
        sched_yield: none,
        poll_oneoff: (from: number, to: number, count: number, done: number) => this.#poll(from, to, count, done),
        proc_exit: (code: number) => {
          throw new Error(`it ended with status ${code}`);
        },
        fd_write: (file: number, parts: number, count: number, written: number) => this.#write(file, parts, count, written),
        fd_close: none,
        fd_read: refuse(badFile),
        fd_readdir: refuse(badFile),
        fd_filestat_get: refuse(badFile),
        fd_sync: refuse(badFile),
        fd_fdstat_get: (_file: number, at: number) => (new Uint8Array(this.memory(), at, 24).fill(0), 0),
        fd_fdstat_set_flags: none,
        fd_prestat_get: refuse(badFile),
        fd_prestat_dir_name: refuse(badFile),
        path_create_directory: refuse(notSupported),
        path_filestat_get: refuse(notThere),
        path_remove_directory: refuse(notThere),
        path_rename: refuse(notThere),
        path_unlink_file: refuse(notThere),
        path_open: refuse(notThere),
      },
    };
  }

  /** Begins the module of the networks' kernels, which works in the same memory; 0 where there are no vectors. */
  #kernels(code: number, size: number, stack: number): number {
    let module: Module;
    try {
      module = new WebAssembly.Module(new Uint8Array(this.memory(), code, size).slice());
    } catch {
      return 0;
    }
    const kernels = new WebAssembly.Instance(module, { env: { memory: this.#owner() } }).exports as Kernels;
    kernels.__stack_pointer.value = stack;
    this.#entries = [kernels.conv, kernels.dense, kernels.pool, kernels.shift];
    return 1;
  }

  /** Go waits for a time only, and only when nothing else is to be done: it is told at once that the time has come. */
  #poll(from: number, to: number, count: number, done: number): number {
    const view = new DataView(this.memory());
    for (let i = 0; i < count; i++) {
      view.setBigUint64(to + 32 * i, view.getBigUint64(from + 48 * i, true), true);
      view.setUint16(to + 32 * i + 8, 0, true);
      view.setUint8(to + 32 * i + 10, view.getUint8(from + 48 * i + 8));
    }
    view.setUint32(done, count, true);
    return 0;
  }

  /** What Go says when it ends goes to the console. */
  #write(_file: number, parts: number, count: number, written: number): number {
    const view = new DataView(this.memory());
    let text = "";
    let size = 0;
    for (let i = 0; i < count; i++) {
      const at = view.getUint32(parts + 8 * i, true);
      const length = view.getUint32(parts + 8 * i + 4, true);
      text += decoder.decode(new Uint8Array(this.memory(), at, length));
      size += length;
    }
    (globalThis as unknown as { console: { error(text: string): void } }).console.error(text.trimEnd());
    view.setUint32(written, size, true);
    return 0;
  }
}
