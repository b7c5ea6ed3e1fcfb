package native

// fromC names the calls that C answers from its own memory, without entering Go,
// and the C function for each.
var fromC = map[string]string{"qk_job_poll": "qkc_job_poll"}

// constant names the calls without a status, which cannot fail, and their bodies.
// They work in a forked child, too.
var constant = map[string]string{
	"qk_abi_version": "return QK_ABI_VERSION;",
	"qk_version":     "return QK_VERSION;",
	"qk_status_name": "return status < 0 || status > QK_ERR_INTERNAL ? \"QK_ERR_?\" : names[status];",
}

// inOut names the parameters that a call both reads and writes.
var inOut = map[string]string{"qk_book_read": "cursor", "qk_book_columns": "cursor"}

// byHand names the calls whose Go function capi writes itself: an event or a page is
// used up only when it fits the caller's buffer, samples too, planes are numbers, a client and
// samples come with a job, and the drill takes a handle of any type.
var byHand = map[string]bool{
	"qk_job_event": true, "qk_book_read": true, "qk_book_columns": true, "qk_sgcp_decoder_read": true, "qk_sgcp_client_open": true, "qk_debug_panic": true,
	"qk_samples_open": true, "qk_samples_next": true, "qk_board_planes": true,
}

// byHandInCSharp names the calls that C# writes itself: those with two answers, with
// octets for one, with any object or none, and a status that is not a failure.
var byHandInCSharp = map[string]bool{
	"qk_sgcp_client_open": true, "qk_book_read": true, "qk_book_columns": true, "qk_sgcp_encode": true, "qk_debug_panic": true, "qk_job_wait": true,
	"qk_samples_open": true, "qk_samples_next": true, "qk_board_planes": true, "qk_games_write": true,
}

// tables are capi's tables of handles, and what a handle stands for.
var tables = map[string]struct{ name, of string }{
	"qk_board":        {"boards", "game.Board"},
	"qk_engine":       {"engines", "*engineUse"},
	"qk_job":          {"jobs", "*job.Job"},
	"qk_book":         {"books", "*bookUse"},
	"qk_review":       {"reviews", "*review.Report"},
	"qk_sgcp_decoder": {"sgcpDecoders", "*sgcpDecoder"},
	"qk_sgcp_client":  {"sgcpClients", "*sgcpClientUse"},
	"qk_gateway":      {"gateways", "*gatewayUse"},
	"qk_samples":      {"samples", "*samplesUse"},
	"qk_games":        {"games", "*gamesUse"},
}

// gives says how an answer that is no handle of a table is given out.
var gives = map[string]string{
	"qk_job *":   "giveJob(made, to)",
	"uint64_t *": "count(made, to)",
}

// exception is the name of a status in each language.
type exception struct {
	python string // and the built-in exception that it extends
	also   string
	node   string
	csharp string
	status string // in C#'s enum Status
	doc    string // for the bindings, where the header's comment is for C only
}

var exceptions = map[string]exception{
	"QK_ERR_INVALID_ARG": {"InvalidArgument", "ValueError", "InvalidArgumentError", "InvalidArgumentException", "InvalidArgument", "An argument or option is unknown or out of its range."},
	"QK_ERR_HANDLE":      {"HandleError", "", "HandleError", "HandleException", "Handle", "The object has been closed."},
	"QK_ERR_STATE":       {"StateError", "RuntimeError", "StateError", "StateException", "State", ""},
	"QK_ERR_CANCELLED":   {"Cancelled", "", "CancelledError", "CancelledException", "Cancelled", ""},
	"QK_ERR_TIMEOUT":     {"Timeout", "TimeoutError", "TimeoutError", "TimedOutException", "Timeout", ""},
	"QK_ERR_NOT_FOUND":   {"NotFound", "LookupError", "NotFoundError", "NotFoundException", "NotFound", ""},
	"QK_ERR_PARSE":       {"ParseError", "ValueError", "ParseError", "ParseException", "Parse", ""},
	"QK_ERR_RULES":       {"RulesError", "ValueError", "RulesError", "RulesException", "Rules", ""},
	"QK_ERR_LIMIT":       {"LimitError", "ValueError", "LimitError", "LimitException", "Limit", ""},
	"QK_ERR_BUFFER":      {"BufferTooSmall", "BufferError", "BufferError", "BufferException", "Buffer", "A buffer was too small. The package grows its buffers, so that a program never meets this."},
	"QK_ERR_UNSUPPORTED": {"Unsupported", "NotImplementedError", "UnsupportedError", "UnsupportedException", "Unsupported", ""},
	"QK_ERR_VERSION":     {"VersionError", "", "VersionError", "VersionException", "Version", "A library or a file of another version."},
	"QK_ERR_IO":          {"QikitIOError", "OSError", "IoError", "StorageException", "Io", ""},
	"QK_ERR_FORKED":      {"Forked", "RuntimeError", "ForkedError", "ForkedException", "Forked", "Called in a forked child of a process that had used the library: start workers by spawn, or use qikit in the children only."},
	"QK_ERR_PANIC":       {"Panic", "RuntimeError", "PanicError", "PanicException", "Panic", "A defect in the library. The object that met it can only be closed from now on; all others go on."},
	"QK_ERR_INTERNAL":    {"Internal", "RuntimeError", "InternalError", "InternalException", "Internal", ""},
}
