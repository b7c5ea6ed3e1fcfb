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
  type SvgOptions,
  type Targets,
} from "./board";
export {
  book,
  Book,
  type Balance,
  type BookEntry,
  type BookOptions,
  type BookRecord,
  type BookSummary,
  type Depth,
  type EntryMove,
  type ExportFormat,
  type Player,
  type Report,
} from "./book";
export {
  Engine,
  type EngineOptions,
  type EvaluateOptions,
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
export { Job, type JobInfo, type JobState, type Progress, type RunOptions, type WaitOptions } from "./job";
export {
  review,
  Review,
  type BadMove,
  type Candidate,
  type Exercise,
  type MoveClass,
  type ReviewMove,
  type ReviewOptions,
  type ReviewReport,
  type ReviewSvgOptions,
  type Verdict,
} from "./review";
export {
  selfplay,
  type MatchOptions,
  type Fit,
  type MatchSummary,
  type RolloutOptions,
  type RolloutSummary,
  type SelfplayOptions,
  type SelfplaySummary,
  type Starts,
  type Tally,
} from "./selfplay";
export { type Gateway, type GatewayLimits, type GatewayOptions, type GatewayState } from "./gateway";
export {
  sgcp,
  type Charset,
  type DecoderOptions,
  type SgcpAnswer,
  type SgcpClientOptions,
  type SgcpEvent,
  type SgcpItem,
  type SgcpState,
} from "./sgcp";
export { terminal, type TerminalOptions, type TerminalState } from "./terminal";
export { tables, type TableOptions, type TablesBuilt } from "./tables";
export { debug, runtime, type RuntimeOptions, type RuntimeStats } from "./runtime";
