import { Job } from "./job";
import { optionsText } from "./json";
import { bytes, callForHandle } from "./native";
import type { TableOptions } from "./options";
import type { TablesBuilt } from "./reports";

/** Endgame tables: perfect play with few pieces on the board. */
export const tables = {
  /**
   * Builds a game's endgame tables in a folder, for `Engine.open(game, { tables: folder })`. The job
   * counts positions. Each table is written when it is done, so a cancelled or killed build
   * continues when it is started again. Surakarta up to "3v3": 6 MB, 13 s of one core; up to "4v4": 98 MB, 13
   * minutes of one core, 1.1 GB of memory.
   *
   * The job's errors: UnsupportedError a game without tables; InvalidArgumentError `largest` is no such
   * table; IoError a folder that cannot be written.
   *
   * @throws InvalidArgumentError an option.
   */
  build(game: string, folder: string, options?: TableOptions): Job<TablesBuilt> {
    return new Job<TablesBuilt>(
      callForHandle(
        "qk_tables_build",
        ...bytes(game, "game"),
        ...bytes(folder, "folder"),
        ...bytes(optionsText(options), "options"),
      ),
    );
  },
};
