// Numbers are checked before a call: FFI truncates them silently.

import { errorFor } from "./errors";

/** A whole number from `least` to `most`; otherwise throws an InvalidArgumentError that says what it was. @internal */
export function whole(what: string, value: number | bigint, most: number | bigint, least = 0, more = ""): bigint {
  const fits = typeof value === "bigint" || (typeof value === "number" && Number.isInteger(value));
  if (fits && value >= least && value <= most) return BigInt(value);
  const given = typeof value === "string" ? JSON.stringify(value) : String(value);
  throw errorFor(1, `${what} is ${given}, expected a whole number from ${least} to ${most}${more}`);
}

/** A limit; 0 is none. @internal */
export function limit(what: string, value: number | bigint | undefined, most: number | bigint): number | bigint | undefined {
  return value === undefined || value === 0 || value === 0n ? value : whole(what, value, most, 1, ", or 0 for none");
}

/** @internal */
export const most32 = 0xffffffff;
/** @internal */
export const most64 = 0xffffffffffffffffn;

/** Writes a field of a struct unless it was left out. @internal */
export function put(struct: Uint8Array, offset: number, bits: 32 | 64, what: string, value: number | bigint | undefined): void {
  if (value === undefined) return;
  const view = new DataView(struct.buffer, struct.byteOffset);
  if (bits === 32) view.setUint32(offset, Number(whole(what, value, most32)), true);
  else view.setBigUint64(offset, whole(what, value, most64), true);
}

/** Refuses unknown keys, which are typing errors. @internal */
export function refuseUnknown(what: string, given: object, known: readonly string[]): void {
  for (const [key, value] of Object.entries(given)) {
    if (value !== undefined && !known.includes(key)) {
      throw errorFor(1, `${what}: there is no "${key}", expected ${known.join(", ")}`);
    }
  }
}
