// The library's JSON has names_like_this; programs here write namesLikeThis.

import { errorFor } from "./errors";

/** Keys whose value is an object with free keys, which stay as they are. */
const tables = new Set(["settings", "marks", "heat", "dropped", "reasons", "keys", "headers"]);

const snake = (key: string) => key.replace(/[A-Z]/g, (c) => "_" + c.toLowerCase());
const camel = (key: string) =>
  /^[a-z][a-z0-9]*(_[a-z0-9]+)+$/.test(key) ? key.replace(/_([a-z0-9])/g, (_, c: string) => c.toUpperCase()) : key;
const same = (key: string) => key;

/** Options as JSON text; "" for none. A bigint is written as a number, so a seed may have 64 bits. @internal */
export function optionsText(options: object | undefined): string {
  const text = options === undefined ? "" : written(options, snake, "options");
  return text === "{}" ? "" : text;
}

function written(value: unknown, rename: (key: string) => string, where: string): string {
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "number" && !Number.isFinite(value)) throw errorFor(1, `${where} is ${value}, expected a number`);
  if (value === null || typeof value !== "object") {
    const text = JSON.stringify(value) as string | undefined;
    if (text === undefined) throw errorFor(1, `${where} is a ${typeof value}, which is no option's type`);
    return text;
  }
  if (Array.isArray(value)) return `[${value.map((v, i) => written(v, rename, `${where}[${i}]`)).join(",")}]`;
  const pairs = Object.entries(value).filter(([, v]) => v !== undefined);
  const inside = (key: string) => (tables.has(key) ? same : rename);
  return `{${pairs.map(([k, v]) => `${JSON.stringify(rename(k))}:${written(v, inside(k), `${where}.${k}`)}`).join(",")}}`;
}

/** Seeds have 64 bits, which a number does not hold. */
const longSeed = /"seed":(\d{16,20})\b/g;

/** A report of the library. @internal */
export function report<T>(text: string): T {
  if (text === "") return undefined as T;
  // During parsing, an object with one key stands for the number.
  const marked = text.replace(longSeed, '"seed":{"digits":"$1"}');
  return renamed(marked === text ? JSON.parse(text) : JSON.parse(marked, exactSeed)) as T;
}

function exactSeed(key: string, value: any): unknown {
  if (key !== "seed" || typeof value?.digits !== "string") return value;
  const n = Number(value.digits);
  return Number.isSafeInteger(n) ? n : BigInt(value.digits);
}

function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed);
  if (value === null || typeof value !== "object") return value;
  const out: Record<string, unknown> = {};
  for (const [key, v] of Object.entries(value)) out[camel(key)] = tables.has(key) ? v : renamed(v);
  return out;
}
