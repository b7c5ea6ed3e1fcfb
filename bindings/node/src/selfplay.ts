import { Job } from "./job";
import { optionsText } from "./json";
import { bytes, callForHandle } from "./native";
import type { MatchOptions, RolloutOptions, SelfplayOptions } from "./options";
import type { MatchSummary, RolloutSummary, SelfplaySummary } from "./reports";

/** Self-play of Capture Go, from which its networks learn, and matches of networks. */
export const selfplay = {
  /**
   * Plays games and writes the searched positions to a file. The job counts games. A cancelled or
   * killed job keeps whole games, and `resume` continues it; the complete file is the same for any
   * number of workers.
   *
   * The job's errors: StateError the file exists; InvalidArgumentError it was made with other options;
   * ParseError net is not a network for Capture Go.
   *
   * @throws InvalidArgumentError an option.
   */
  start(options: SelfplayOptions): Job<SelfplaySummary> {
    return new Job<SelfplaySummary>(callForHandle("qk_selfplay_start", ...bytes(optionsText(options), "options")));
  },

  /**
   * Plays a match. The job counts games, and keeps those played when it is cancelled.
   *
   * The job's errors: ParseError a file that is not a network for Capture Go; NotFoundError no such file.
   *
   * @throws InvalidArgumentError an option.
   */
  match(options?: MatchOptions): Job<MatchSummary> {
    return new Job<MatchSummary>(callForHandle("qk_selfplay_match", ...bytes(optionsText(options), "options")));
  },

  /**
   * Learns the weights of playouts from files of samples, and writes them as a network file. The job
   * counts positions.
   *
   * The job's errors: InvalidArgumentError not a file of samples, or a damaged one; NotFoundError no such file.
   *
   * @throws InvalidArgumentError an option.
   */
  rollout(options: RolloutOptions): Job<RolloutSummary> {
    return new Job<RolloutSummary>(callForHandle("qk_selfplay_rollout", ...bytes(optionsText(options), "options")));
  },
};
