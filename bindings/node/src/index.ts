/**
 * Board games for programs: boards with their rules, engines that search them, and
 * books of game records made by self-play.
 *
 * @packageDocumentation
 */
export { Board, type BoardOptions, type Planes } from "./board";
export { book, Book, type ExportFormat, type Report } from "./book";
export { game, Game, type GameParts, type Values, type Variation } from "./game";
export { Engine, type Evaluation, type SearchLimits } from "./engine";
export {
  BufferError, CancelledError, ForkedError, HandleError, InternalError, InvalidArgumentError, IoError, LibraryError,
  LimitError, NotFoundError, PanicError, ParseError, QikitError, RulesError, StateError, TimeoutError,
  UnsupportedError, VersionError,
} from "./errors";
export type * from "./options";
export { Job, type JobInfo, type JobState, type Progress, type RunOptions, type WaitOptions } from "./job";
export { review, Review, type MoveClass, type Verdict } from "./review";
export type { CandidatesColumn, ColumnsOptions, ListColumn, MaybeColumn, RecordColumns } from "./columns";
export { Samples, type SampleBatch, type SamplesOptions } from "./samples";
export { selfplay } from "./selfplay";
export { train } from "./train";
export { type Gateway } from "./gateway";
export {
  sgcp, type Charset, type DecoderOptions, type SgcpAnswer, type SgcpEvent, type SgcpItem, type SgcpState,
} from "./sgcp";
export { terminal } from "./terminal";
export { tables } from "./tables";
export { debug, runtime, type RuntimeOptions } from "./runtime";
export type * from "./reports";
