// Settings of the whole process (versions, threads, memory, kernels), and deliberate defects for
// tests.

import { runtimeOptsLayout as layout } from "./abi";
import { Board } from "./board";
import { Book } from "./book";
import { Engine } from "./engine";
import { errorFor, InvalidArgumentError, type QikitError } from "./errors";
import { Job } from "./job";
import { report } from "./json";
import { call, callForText, check, native } from "./native";
import { put, refuseUnknown } from "./numbers";
import type { RuntimeStats } from "./reports";

/** Settings of the process. Environment variables have no effect on the library; use these settings. */
export interface RuntimeOptions {
  /** Threads that compute at once, 1 to 1024; default: the machine's. */
  threads: number;
  /** Bytes above which memory is collected harder; null: no limit. */
  memorySoft: number | null;
  /** Growth of memory between collections, 10 to 1000; default 100. */
  gcPercent: number;
  /**
   * The kernels that networks run on: "generic" (plain Go, with the same bits on every machine), "avx2",
   * "avx512", "neon", "simd" (WebAssembly), or "best", the default; in {@link runtime.options} never "best".
   */
  kernels: string;
  /** The language of the library's error messages, "en" (default) or "zh". */
  language: "en" | "zh";
}

const languageNames = ["en", "zh"] as const;

const kernelNames = ["best", "generic", "avx2", "avx512", "neon", "simd"];

const noLimit = 0xffffffffffffffffn;

function current(): Uint8Array {
  const struct = new Uint8Array(layout.size);
  put(struct, 0, 32, "size", layout.size);
  check(native().qk_runtime_opts_init(struct) as number, "qk_runtime_opts_init");
  return struct;
}

/** The library in this process. */
export const runtime = {
  /** The library's version: "0.1.0". */
  get version(): string {
    return native().qk_version() as string;
  },

  /** The interface that the library speaks: major << 16 | minor. */
  get abi(): number {
    return native().qk_abi_version() as number;
  },

  /** The settings in force. */
  get options(): RuntimeOptions {
    const struct = new DataView(current().buffer);
    const soft = struct.getBigUint64(layout.memorySoft, true);
    return {
      threads: struct.getUint32(layout.threads, true),
      memorySoft: soft === noLimit ? null : Number(soft),
      gcPercent: struct.getUint32(layout.gcPercent, true),
      kernels: kernelNames[struct.getUint32(layout.kernels, true)]!,
      language: languageNames[struct.getUint32(layout.language, true)]!,
    };
  },

  /** Changes settings, at any time; settings that are left out do not change. */
  config(options: Partial<RuntimeOptions>): void {
    refuseUnknown("runtime options", options, ["threads", "memorySoft", "gcPercent", "kernels", "language"]);
    const { threads, memorySoft, gcPercent, kernels, language } = options;
    if (kernels !== undefined && !kernelNames.includes(kernels)) {
      throw new InvalidArgumentError(`kernels is ${JSON.stringify(kernels)}, expected one of ${kernelNames.join(", ")}`);
    }
    if (language !== undefined && !languageNames.includes(language)) {
      throw new InvalidArgumentError(`language is ${JSON.stringify(language)}, expected one of ${languageNames.join(", ")}`);
    }
    const struct = current();
    put(struct, layout.threads, 32, "threads", threads);
    put(struct, layout.memorySoft, 64, "memorySoft", memorySoft === null ? noLimit : memorySoft);
    put(struct, layout.gcPercent, 32, "gcPercent", gcPercent);
    put(struct, layout.kernels, 32, "kernels", kernels === undefined ? undefined : kernelNames.indexOf(kernels));
    put(struct, layout.language, 32, "language", language === undefined ? undefined : languageNames.indexOf(language));
    call("qk_runtime_config", struct);
  },

  /** Versions, live objects, memory: for tests and support. */
  get stats(): RuntimeStats {
    return report<RuntimeStats>(callForText("qk_runtime_stats"));
  },
};

function handleOf(object: Board | Engine | Book | Job<unknown>): bigint {
  if (object instanceof Board) return Board.handle(object);
  if (object instanceof Engine || object instanceof Book) return object.handle;
  return Job.handle(object);
}

/** For tests of programs that use the library. */
export const debug = {
  /**
   * Causes a defect in the library, in the call or in a thread of the library, to test that a program
   * survives one. The given object is unusable afterwards; closing it works.
   *
   * @returns the error that the defect raised
   */
  panic(object?: Board | Engine | Book | Job<unknown>, where: "call" | "thread" = "call"): QikitError {
    try {
      call("qk_debug_panic", object === undefined ? 0n : handleOf(object), where === "call" ? 0 : 1);
    } catch (e) {
      return e as QikitError;
    }
    return errorFor(16, "qk_debug_panic returned");
  },

  /** The library's name of a status: "QK_ERR_PARSE". */
  statusName(status: number): string {
    return native().qk_status_name(status) as string;
  },
};
