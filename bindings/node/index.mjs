// The same module for `import`: one copy, whichever way it is loaded.
import qikit from "./dist/index.js";

export const {
  Board, Book, Engine, Game, Job, Review, Samples, book, debug, game, review, runtime, selfplay, sgcp, tables, terminal, train,
  BufferError, CancelledError, ForkedError, HandleError, InternalError, InvalidArgumentError, IoError, LibraryError,
  LimitError, NotFoundError, PanicError, ParseError, QikitError, RulesError, StateError, TimeoutError,
  UnsupportedError, VersionError,
} = qikit;
