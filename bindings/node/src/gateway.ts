import { errorFor } from "./errors";
import { asyncDispose, Handle } from "./handle";
import { Job } from "./job";
import { optionsText, report } from "./json";
import { bytes, callAsyncForText, callForHandle } from "./native";

/** What a server allows. Keys left out have the library's defaults; times are in seconds. */
export interface GatewayLimits {
  /** Until somebody logs in, default 30. */
  login?: number;
  /** Of silence until a peer with "ping" is asked, default 60; until it is cut, 150. */
  idle?: number;
  dead?: number;
  keepAlive?: number;
  /** In which a lost connection can be resumed, default 120; so many times in one game, default 3. */
  grace?: number;
  graces?: number;
  /** For a move where a game has no other clock, default 600. */
  move?: number;
  marking?: number;
  proposal?: number;
  kept?: number;
  /** Requests at once, default 20, and a second after that, 5; of chat 5 and 2. */
  burst?: number;
  rate?: number;
  chatBurst?: number;
  chatRate?: number;
  delay?: number;
  refusals?: number;
  /** Connections from one address, default 16, of these new ones in newTime, 32; in all, 16384. */
  open?: number;
  new?: number;
  newTime?: number;
  connected?: number;
  /** Waiting for a slow reader until it is cut: octets, default 65536, and lines, 256. */
  outOctets?: number;
  outLines?: number;
  write?: number;
  watched?: number;
  proposals?: number;
  resumption?: number;
}

/** Where a server listens and what is played there. Keys left out have the library's defaults. */
export interface GatewayOptions {
  /** Default "127.0.0.1". */
  host?: string;
  /** 0 (default) is any that is free. */
  port?: number;
  name?: string;
  /** A file that keeps games and sessions, so that a server that was killed goes on where it was. */
  store?: string;
  /** Of games that nobody proposed otherwise: default 19, 7.5, "area". */
  size?: number;
  komi?: number;
  rule?: "area" | "seed" | "seed+komi";
  /** Draws the colours. */
  seed?: number | bigint;
  /** Secrets by which 102 lets AI platforms in, each with its account. */
  keys?: Record<string, string>;
  limits?: GatewayLimits;
}

/** How a server is. */
export interface GatewayState {
  address: string;
  port: number;
  connections: number;
  sessions: number;
  waiting: number;
  /** Games under way; started since the start; moves played. */
  playing: number;
  games: number;
  moves: number;
  /** Seconds. */
  uptime: number;
  /** "" when all is well. When the store can not be written, as on a full disk, the server ends by itself: why. */
  error: string;
}

/** A server of the line protocol: the hall in which people and programs meet and play Go. */
export class Gateway {
  readonly #handle: Handle;

  /**
   * Starts to listen.
   *
   * @throws InvalidArgumentError an option. IoError an address that can not be listened on, or a store that can not be
   * used.
   */
  constructor(options: GatewayOptions = {}) {
    const value = callForHandle("qk_gateway_start", ...bytes(optionsText(options), "options"));
    this.#handle = new Handle(this, value, "qk_gateway_free");
  }

  /** How it is now. */
  async state(): Promise<GatewayState> {
    const { schema: _, ...state } = report<GatewayState & { schema: string }>(
      await callAsyncForText("qk_gateway_state", 512, this.#handle.value),
    );
    return state;
  }

  /** What it has counted, in the text form of Prometheus. */
  metrics(): Promise<string> {
    return callAsyncForText("qk_gateway_metrics", 16384, this.#handle.value);
  }

  /** Tells everybody that it goes down in so many seconds, waits as long for the connections to end, and ends the rest. */
  async shutdown(seconds = 30): Promise<GatewayState> {
    if (!Number.isInteger(seconds) || seconds < 0 || seconds > 86400) {
      throw errorFor(1, `seconds is ${seconds}, expected 0 to 86400`);
    }
    const job = new Job<GatewayState & { schema: string }>(callForHandle("qk_gateway_shutdown", this.#handle.value, seconds));
    try {
      const { schema: _, ...state } = await job.wait();
      return state;
    } finally {
      await job.close();
    }
  }

  /** Ends all connections and stores what is under way. */
  close(): Promise<void> {
    return this.#handle.free();
  }

  [asyncDispose](): Promise<void> {
    return this.close();
  }
}
