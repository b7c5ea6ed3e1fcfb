import { Job } from "./job";
import { optionsText } from "./json";
import { bytes, callForHandle } from "./native";

/** Whom to work for, and how much. Keys left out have the library's defaults. */
export interface TerminalOptions {
  /** A name or an address; default 127.0.0.1. */
  host?: string;
  port: number;
  /** Whom to log in as; one is drawn when it is left out. */
  nick?: string;
  /** The secret by which the server knows this computer as one of its own. */
  key?: string;
  /** How many cores work; default: as many as threads that compute. */
  cores?: number;
  /** Of these cores' time, 0.05 to 1; default 1. */
  share?: number;
  /** How long to try to come back after a lost connection, in seconds; default 120, 0 for ever. */
  giveUp?: number;
}

/** What a terminal has done: its events, four a second at most, and its result. */
export interface TerminalState {
  schema: string;
  /** The name that the server gave, "" while there is none. */
  terminal: string;
  /** Pieces of work that were returned. */
  leases: number;
  /** Playouts, and problems of searches. */
  units: number;
  /** Spent on that. */
  seconds: number;
  /** Units a second of that. */
  rate: number;
  /** Results that came too late for the server. */
  rejected: number;
}

/** This computer as a compute terminal of an SGCP server's AI platform. */
export const terminal = {
  /**
   * Connects, is measured (about a second), and does the work that it is sent until the job is
   * cancelled; after a lost connection it comes back. The job counts playouts. A cancelled job has a
   * result too, and leaves within a second; others do what was under way.
   *
   * The job's errors: StateError the server refused, or has no use for terminals; IoError,
   * TimeoutError no connection; ParseError no SGCP server.
   *
   * @throws InvalidArgumentError an option.
   */
  join(options: TerminalOptions): Job<TerminalState> {
    return new Job<TerminalState>(callForHandle("qk_terminal_join", ...bytes(optionsText(options), "options")));
  },
};
