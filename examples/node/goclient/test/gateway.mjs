// What tests without a browser share: a gateway.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export const checkout = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..", "..");

/** A loopback address of this process: while a server there is away, nobody else's connection can take its port. */
export const host = process.platform === "linux" ? `127.${64 + ((process.pid >> 16) & 63)}.${(process.pid >> 8) & 255}.${process.pid & 255}` : "127.0.0.1";

/** Milliseconds: a guard against a hang alone, which no busy machine reaches. */
export const hang = 3_600_000;

/** Kills a program that never says that it has started. */
export function inTime(child) {
  const late = setTimeout(() => child.kill("SIGKILL"), hang);
  return () => clearTimeout(late);
}

/** Starts `qikit gateway`, made by build.sh; resolves to { address, port, stop, kill }. */
export async function startGateway(port = 0, ...more) {
  const program = process.env.GOCLIENT_QIKIT ?? join(checkout, "build", "qikit");
  const child = spawn(program, ["gateway", "-host", host, "-port", String(port), "-size", "9", "-grace", "0s", ...more], { stdio: ["ignore", "ignore", "pipe"] });
  const started = inTime(child);
  for await (const line of createInterface({ input: child.stderr })) {
    const { msg, address } = JSON.parse(line);
    if (msg === "listening") {
      started();
      child.stderr.resume();
      const end = async (signal) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        child.kill(signal);
        await once(child, "exit");
      };
      return { address, port: Number(address.split(":").at(-1)), stop: () => end("SIGTERM"), kill: () => end("SIGKILL") };
    }
  }
  started();
  throw new Error(`${program} did not listen`);
}
