import { Job } from "./job";
import { optionsText } from "./json";
import { bytes, callForHandle } from "./native";
import type { TerminalOptions } from "./options";
import type { TerminalState } from "./reports";

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
