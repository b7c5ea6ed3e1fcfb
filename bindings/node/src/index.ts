/**
 * Board games for programs: boards with their rules, engines that search them, and
 * books of game records made by self-play.
 *
 * @packageDocumentation
 */
export {
  Board,
  type BoardOptions,
  type BoardReport,
  type MoveRoutes,
  type Outcome,
  type Route,
  type Targets,
} from "./board";
export {
  book,
  Book,
  type BookEntry,
  type BookRecord,
  type BookSummary,
  type EntryMove,
  type ExportFormat,
  type Report,
} from "./book";
export {
  Engine,
  type Evaluation,
  type Line,
  type SearchLimits,
  type SearchResult,
} from "./engine";
export {
  BufferError,
  CancelledError,
  ForkedError,
  HandleError,
  InternalError,
  InvalidArgumentError,
  IoError,
  LibraryError,
  LimitError,
  NotFoundError,
  PanicError,
  ParseError,
  QikitError,
  RulesError,
  StateError,
  TimeoutError,
  UnsupportedError,
  VersionError,
} from "./errors";
export type * from "./options";
export { Job, type JobInfo, type JobState, type Progress, type RunOptions, type WaitOptions } from "./job";
export {
  review,
  Review,
  type BadMove,
  type Candidate,
  type Exercise,
  type MoveClass,
  type ReviewMove,
  type ReviewReport,
  type Verdict,
} from "./review";
export {
  selfplay,
  type Fit,
  type MatchSummary,
  type RolloutSummary,
  type SelfplaySummary,
  type Tally,
} from "./selfplay";
export { type Gateway, type GatewayState } from "./gateway";
export {
  sgcp,
  type Charset,
  type DecoderOptions,
  type SgcpAnswer,
  type SgcpEvent,
  type SgcpItem,
  type SgcpState,
} from "./sgcp";
export { terminal, type TerminalState } from "./terminal";
export { tables, type TablesBuilt } from "./tables";
export { debug, runtime, type RuntimeOptions, type RuntimeStats } from "./runtime";
