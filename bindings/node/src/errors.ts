// Every status of the C interface has one class here, so that a program can say
// `catch (e) { if (e instanceof RulesError) … }`.

/** What the library answered when it could not do what was asked. */
export class QikitError extends Error {
  /** The number of the status, as in qikit.h. */
  readonly status: number;
  /** The name of the status: "QK_ERR_PARSE". */
  readonly code: string;

  constructor(message: string, status = 16, code = "QK_ERR_INTERNAL") {
    super(message);
    this.name = new.target.name;
    this.status = status;
    this.code = code;
  }
}

/** A number out of range, a bad option, text where an object was wanted. */
export class InvalidArgumentError extends QikitError {}
/** The object was closed before. */
export class HandleError extends QikitError {}
/** Not now: nothing to undo, a job that still runs. */
export class StateError extends QikitError {}
/** Cancelled before there was a result. */
export class CancelledError extends QikitError {}
/** The time given was over first. */
export class TimeoutError extends QikitError {}
/** No such position, file, game or event. */
export class NotFoundError extends QikitError {}
/** Malformed text or file. */
export class ParseError extends QikitError {}
/** Well formed, but against the game's rules. */
export class RulesError extends QikitError {}
/** More than the library takes; the message says how much. */
export class LimitError extends QikitError {}
/** A buffer was too small. The binding grows its buffers, so a program never meets it. */
export class BufferError extends QikitError {}
/** This game or build does not do that. */
export class UnsupportedError extends QikitError {}
/** A library or a file of another version. */
export class VersionError extends QikitError {}
/** Disk, pipe or process; the message has the cause. */
export class IoError extends QikitError {}
/** Called in a forked child. */
export class ForkedError extends QikitError {}
/** A defect in the library; the object is unusable now, the process is not. */
export class PanicError extends QikitError {}
/** A defect in the library. */
export class InternalError extends QikitError {}
/** There is no library for this platform, or it can not be loaded. */
export class LibraryError extends QikitError {
  constructor(message: string) {
    super(message, 0, "QIKIT_NO_LIBRARY");
  }
}

/** Statuses by number, from qikit.h: name and class. @internal */
export const statuses: readonly (readonly [code: string, kind: typeof QikitError] | undefined)[] = [
  undefined,
  ["QK_ERR_INVALID_ARG", InvalidArgumentError],
  ["QK_ERR_HANDLE", HandleError],
  ["QK_ERR_STATE", StateError],
  ["QK_ERR_CANCELLED", CancelledError],
  ["QK_ERR_TIMEOUT", TimeoutError],
  ["QK_ERR_NOT_FOUND", NotFoundError],
  ["QK_ERR_PARSE", ParseError],
  ["QK_ERR_RULES", RulesError],
  ["QK_ERR_LIMIT", LimitError],
  ["QK_ERR_BUFFER", BufferError],
  ["QK_ERR_UNSUPPORTED", UnsupportedError],
  ["QK_ERR_VERSION", VersionError],
  ["QK_ERR_IO", IoError],
  ["QK_ERR_FORKED", ForkedError],
  ["QK_ERR_PANIC", PanicError],
  ["QK_ERR_INTERNAL", InternalError],
];

/** The error for a status, QikitError itself for one that a newer library brought. @internal */
export function errorFor(status: number, message: string): QikitError {
  const known = statuses[status];
  if (known === undefined) return new QikitError(message || `status ${status}`, status, "QK_ERR_?");
  const [code, kind] = known;
  return new kind(message || code, status, code);
}
