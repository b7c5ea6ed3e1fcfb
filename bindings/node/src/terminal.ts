import { Job } from "./job";
import { optionsText } from "./json";
import { bytes, callForHandle } from "./native";
import type { TerminalOptions } from "./options";
import type { TerminalState } from "./reports";

/** This computer as a compute terminal of an SGCP server's AI platform. */
export const terminal = {
  /**
   * Connects, measures this computer (about a second), and does the work that the server sends until the
   * job is cancelled; it reconnects after a lost connection. The job counts playouts. A cancelled job has
   * a result, too, and leaves within a second; other computers finish its work.
   *
   * The job's errors: StateError the server refused, or does not take terminals; IoError,
   * TimeoutError no connection; ParseError no SGCP server.
   *
   * @throws InvalidArgumentError an option.
   */
  join(options: TerminalOptions): Job<TerminalState> {
    return new Job<TerminalState>(callForHandle("qk_terminal_join", ...bytes(optionsText(options), "options")));
  },
};
