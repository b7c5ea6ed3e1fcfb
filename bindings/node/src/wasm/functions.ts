// The functions of qikit.h by WebAssembly, called as the native ones are: boards answer at once, in this thread; engines,
// reviews and jobs live in worker threads.
//
// A call that begins work in a worker returns the new job's number before the worker has heard of it. What is wrong
// with the work is then the job's error, where the native library throws.

import { abiVersion, errBuffer, errHandle, errUnsupported, jobInfoLayout, kernelsGeneric, prototypes, runtimeOptsLayout } from "../abi";
import { errorFor, statuses } from "../errors";
import type { Foreign, Functions } from "../native";
import type { Answer, Argument, Machine } from "./machine";
import { isJob } from "./serve";
import type { Workers } from "./workers";

type Name = keyof typeof prototypes;
/** What a parameter, or several together, are. */
type Kind = "handle" | "number" | "text" | "given" | "buffer" | "out";

/** Parameters of a function; the last of all, qk_error, is left out. */
function kinds(name: Name): Kind[] {
  const types: string[] = prototypes[name].slice(1);
  const list: Kind[] = [];
  const error = types.at(-1) === "void *" && !noError.has(name) ? 1 : 0;
  for (let i = 0; i < types.length - error; i++) {
    if (types[i] === "uint64_t") list.push("handle");
    else if (types[i] === "void *" && types[i + 1] === "size_t") list.push("buffer"), (i += 2);
    else if (types[i] === "void *") list.push("out");
    else if (types[i + 1] === "size_t") list.push("text"), i++;
    else list.push(types[i] === "const void *" ? "given" : "number");
  }
  return list;
}

const noError = new Set<Name>(["qk_runtime_opts_init", "qk_search_opts_init", "qk_job_poll"]);

/** A call with its parts: arguments for the library, places for answers. */
interface Parts {
  args: Argument[];
  outs: Uint8Array[];
  buffer: Uint8Array | undefined;
  needed: BigUint64Array | undefined;
  error: Uint8Array | undefined;
}

const octets = (view: ArrayBufferView): Uint8Array => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);

function split(list: Kind[], values: unknown[]): Parts {
  const parts: Parts = { args: [], outs: [], buffer: undefined, needed: undefined, error: undefined };
  let i = 0;
  for (const kind of list) {
    const value = values[i++];
    if (kind === "handle" || kind === "number") parts.args.push(BigInt(value as number));
    else if (kind === "out") parts.outs.push(octets(value as Uint8Array));
    else {
      if (kind !== "buffer") parts.args.push(octets(value as Uint8Array));
      if (kind === "text") i++;
      if (kind !== "buffer") continue;
      parts.buffer = octets(value as Uint8Array);
      parts.args.push(BigInt(values[i++] as number));
      parts.needed = values[i++] as BigUint64Array;
    }
  }
  if (values[i] !== undefined) parts.error = octets(values[i] as Uint8Array);
  return parts;
}

/** Says messages of all machines in the language of the settings. */
class Speaker {
  constructor(readonly machine: Machine) {}

  say(text: Uint8Array): Uint8Array {
    return this.machine.chinese ? this.machine.call("qkw_message", [text]).text : text;
  }
}

/** Writes an answer where the caller wants it, and returns the status. */
function put(speaker: Speaker, { outs, buffer, needed, error }: Parts, { status, text }: Answer): number {
  if (status === errBuffer && needed !== undefined) {
    needed[0] = BigInt(new TextDecoder().decode(text).match(/at least (\d+)/)?.[1] ?? 1) - 1n;
  }
  if (status !== 0) {
    if (error !== undefined) error.fill(0, 4), error.set(clipped(speaker.say(text), error.length - 9), 8);
    return status;
  }
  if (buffer !== undefined) {
    buffer.set(text);
    needed![0] = BigInt(text.length);
  } else if (outs.length > 0) outs[0]!.set(text.subarray(0, outs[0]!.length));
  return 0;
}

/** Text of at most so many octets, cut at a character. */
function clipped(text: Uint8Array, most: number): Uint8Array {
  let end = Math.min(text.length, most);
  while (end < text.length && end > 0 && (text[end]! & 0xc0) === 0x80) end--;
  return text.subarray(0, end);
}

/** Functions on objects that live in workers. */
const remote = /^qk_(engine|job|review)_|^qk_board_perft$/;
/** Their board, by the index of its argument. */
const boardAt: Partial<Record<Name, number>> = { qk_engine_search: 1, qk_engine_evaluate: 1, qk_board_perft: 0 };

/** The functions of qikit.h, by a machine and workers. @internal */
export function functionsOf(machine: Machine, workers: Workers): Functions {
  const functions = {} as Record<Name, Foreign>;
  const speaker = new Speaker(machine);
  for (const name of Object.keys(prototypes) as Name[]) {
    functions[name] = remote.test(name) ? inWorker(name, speaker, workers) : here(name, speaker);
  }
  return Object.assign(functions, ownFunctions(speaker, workers));
}

function here(name: Name, speaker: Speaker): Foreign {
  const list = kinds(name);
  const call = (...values: unknown[]) => {
    const parts = split(list, values);
    return put(speaker, parts, speaker.machine.call(name, parts.args));
  };
  return foreign(call);
}

/** A function that answers at once, also as one that answers later. */
function foreign(call: (...values: unknown[]) => unknown): Foreign {
  return Object.assign(call, {
    async(...values: unknown[]) {
      const done = values.pop() as (failure: Error | null, status: unknown) => void;
      let status: unknown;
      let failure: Error | null = null;
      try {
        status = call(...values);
      } catch (e) {
        failure = e as Error;
      }
      queueMicrotask(() => done(failure, status));
    },
  });
}

type Told = (failure: Error | null, status: number) => void;

function inWorker(name: Name, speaker: Speaker, workers: Workers): Foreign {
  const list = kinds(name);
  const makes = list.includes("out");
  const board = boardAt[name];
  const ask = (values: unknown[], told: Told): number => {
    const parts = split(list, values);
    const objects: Record<number, number> = {};
    for (const [i, kind] of list.entries()) {
      if (kind !== "handle") continue;
      const id = parts.args[i] as bigint;
      if (i === board) {
        const sent = speaker.machine.call("qkw_board_send", [id]);
        if (sent.status !== 0) return put(speaker, parts, sent);
        parts.args[i] = sent.text;
        continue;
      }
      if (!workers.has(Number(id))) return put(speaker, parts, { status: errHandle, text: noObject(id, name) });
      objects[i] = Number(id);
    }
    const answered = (answer: Answer) => told(null, put(speaker, { ...parts, outs: [] }, answer));
    if (!makes) {
      workers.ask(Object.values(objects)[0]!, name, parts.args, objects, answered);
      return 0;
    }
    const id = workers.make(name, parts.args, objects, isJob(name) ? fresh.slice() : undefined, answered);
    new DataView(parts.outs[0]!.buffer, parts.outs[0]!.byteOffset).setBigUint64(0, BigInt(id), true);
    return 0;
  };
  return Object.assign(
    (...values: unknown[]) => {
      if (!makes && !/_(free|cancel)$/.test(name)) throw errorFor(11, `${name} by WebAssembly answers later only`);
      return ask(values, () => {});
    },
    {
      async(...values: unknown[]) {
        const told = values.pop() as Told;
        const status = ask(values, told);
        if (status !== 0) queueMicrotask(() => told(null, status));
      },
    },
  );
}

function noObject(id: bigint, name: string): Uint8Array {
  const type = name.split("_")[1]!;
  return new TextEncoder().encode(`handle 0x${id.toString(16)} is freed or was never given out, expected a live handle of type ${type}`);
}

// qk_job_info of a job that has just begun.
const fresh = new Uint8Array(jobInfoLayout.size);
new DataView(fresh.buffer).setUint32(0, jobInfoLayout.size, true);
new DataView(fresh.buffer).setFloat64(jobInfoLayout.left, -1, true);

/** The kernels that only WebAssembly has, behind those of qikit.h; see kernelNames of runtime.ts. */
const simd = 5;

/** The functions that the machine is not asked for. */
function ownFunctions(speaker: Speaker, workers: Workers): Partial<Functions> {
  const stats = () => JSON.parse(new TextDecoder().decode(speaker.machine.call("qk_runtime_stats", [1n << 20n]).text)) as { version: string; kernels: string };
  const settings = {
    threads: 1, memorySoft: 0xffffffffffffffffn, gcPercent: 100,
    get kernels() {
      return stats().kernels === "simd" ? simd : kernelsGeneric;
    },
  };
  return {
    qk_abi_version: foreign(() => abiVersion),
    qk_version: foreign(() => stats().version),
    qk_status_name: foreign((status) => statuses[status as number]?.[0] ?? (status === 0 ? "QK_OK" : "QK_ERR_?")),
    qk_runtime_opts_init: foreign((out) => {
      const view = viewOf(out);
      const at = runtimeOptsLayout;
      view.setUint32(at.threads, settings.threads, true);
      view.setBigUint64(at.memorySoft, settings.memorySoft, true);
      view.setUint32(at.gcPercent, settings.gcPercent, true);
      view.setUint32(at.kernels, settings.kernels, true);
      view.setUint32(at.language, Number(speaker.machine.chinese), true);
      return 0;
    }),
    qk_runtime_config: foreign((given, error) => {
      const view = viewOf(given);
      const at = runtimeOptsLayout;
      const same =
        view.getUint32(at.threads, true) === settings.threads &&
        view.getBigUint64(at.memorySoft, true) === settings.memorySoft &&
        view.getUint32(at.gcPercent, true) === settings.gcPercent &&
        [0, settings.kernels].includes(view.getUint32(at.kernels, true));
      if (same && view.getUint32(at.language, true) <= 1) {
        speaker.machine.chinese = view.getUint32(at.language, true) === 1;
        return 0;
      }
      const text = new TextEncoder().encode("by WebAssembly the settings are fixed: 1 thread, no limit of memory, the best kernels");
      return put(speaker, { args: [], outs: [], buffer: undefined, needed: undefined, error: octets(error as Uint8Array) }, { status: errUnsupported, text });
    }),
    qk_job_poll: foreign((id, out) => {
      const info = workers.job(Number(id as bigint));
      if (info === undefined) return errHandle;
      octets(out as Uint8Array).set(info);
      return 0;
    }),
  };
}

const viewOf = (out: unknown) => new DataView((out as Uint8Array).buffer, (out as Uint8Array).byteOffset);
