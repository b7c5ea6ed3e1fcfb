import { Job } from "./job";
import { optionsText } from "./json";
import { bytes, callForHandle } from "./native";
import type { TrainOptions } from "./options";
import type { Trained } from "./reports";

/** Networks that value positions, learnt from books. */
export const train = {
  /**
   * Learns from books and writes the network to a file, which engines of Xiangqi, chess and Surakarta take as
   * `net`. The job counts positions; each measured loss is an event. A cancelled or killed job goes on with
   * `resume`; the file is the same for any number of workers.
   *
   * The job's errors: StateError the file exists, or what an earlier job learnt; InvalidArgumentError
   * books from which nothing can be learnt, or what was learnt with other options; ParseError a file
   * that is no book.
   *
   * @throws InvalidArgumentError an option.
   */
  start(options: TrainOptions): Job<Trained> {
    return new Job<Trained>(callForHandle("qk_train_start", ...bytes(optionsText(options), "options")));
  },
};
