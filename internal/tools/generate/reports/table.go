package reports

// names are what a type is called in Python, TypeScript and C#; one that is left
// out has no type of its own there.
type names struct{ python, typescript, csharp string }

func both(name string) names { return names{name, name, ""} }

func all(name string) names { return names{name, name, name} }

// sources are the schemas of reports and the names of the types: of the report
// itself, and of the objects in it by their keys; "targets.*" stands for the values
// of targets. A key that is no object has the type that is named here.
var sources = []struct {
	schema string
	types  map[string]names
}{
	{"board", map[string]names{"": both("BoardReport"), "outcome": both("Outcome")}},
	{"men", map[string]names{"": all("BoardMen"), "last": all("LastMove")}},
	{"game", map[string]names{"": all("GameReport"), "notes": all("GameNote"), "variations": all("GameVariation"), "variations.notes": all("GameNote")}},
	{"route", map[string]names{"": {"Route", "MoveRoutes", ""}, "routes": {"RouteWay", "Route", "Route"}}},
	{"targets", map[string]names{"": all("Targets")}},
	{"search-result", map[string]names{"": {"", "SearchResult", "SearchResult"}, "lines": all("Line")}}, // in Python a dataclass
	{"progress", map[string]names{"": both("BookStep")}},
	{"book-entry", map[string]names{"": {"Entry", "BookEntry", "BookEntry"}, "moves": all("EntryMove")}},
	{"record", map[string]names{"": {"Record", "BookRecord", "BookRecord"}, "eval": all("RecordEval"), "balance": all("RecordBalance"), "candidates": {"Candidate", "RecordCandidate", "RecordCandidate"},
		"search": all("RecordSearch"), "search.candidates": {"Candidate", "RecordCandidate", "RecordCandidate"}}},
	{"book-summary", map[string]names{"": {"Summary", "BookSummary", "BookSummary"}, "failures": all("Failure")}},
	{"book-stats", map[string]names{"": {"Statistics", "BookStatistics", ""}, "failures": both("Failure"),
		"scores": both("Bin"), "lengths": both("Bin"), "depths": both("Bin"), "counts": both("Bin")}},
	{"export", map[string]names{"": both("Exported")}},
	{"samples", map[string]names{"": {"SamplesReport", "SamplesReport", "SamplesReport"}, "layout": all("SampleColumn")}},
	{"book-import", map[string]names{"": both("Imported")}},
	{"book-check", map[string]names{"": both("Checked")}},
	{"book-repair", map[string]names{"": both("Repaired")}},
	{"book-minimax", map[string]names{"": all("Minimaxed")}},
	{"book-prune", map[string]names{"": both("Pruned")}},
	{"review", map[string]names{"": both("ReviewReport"), "game": both("ReviewedGame"), "search": both("ReviewSearch"), "moves": {"ReviewedMove", "ReviewMove", "ReviewedMove"},
		"moves.recommended": {"ReviewCandidate", "Candidate", "ReviewCandidate"}, "bad_moves": all("BadMove"), "bad_moves.candidates": {"ReviewCandidate", "Candidate", "ReviewCandidate"},
		"bad_moves.line": all("DemonstrationMove"), "classes": both("Classes"), "graph": {"GraphPoint", "GraphPoint", "ReviewPoint"}, "exercises": all("Exercise"),
		"moves.reasons": all("Reason"), "bad_moves.target_reasons": all("Reason"), "bad_moves.end_reasons": all("Reason"), "opponent_moves": all("OpponentMove"), "opponent_moves.reasons": all("Reason"),
		"answers": {"ReviewAnswer", "ReviewAnswer", "ReviewAnswer"}, "answers.line": all("DemonstrationMove")}},
	{"review-progress", map[string]names{"": both("ReviewStep")}},
	{"selfplay", map[string]names{"": {"SelfPlayed", "SelfplaySummary", ""}}},
	{"match", map[string]names{"": {"MatchReport", "MatchSummary", ""}, "targets.*": both("Tally"), "sizes.*": both("Tally")}},
	{"rollout-weights", map[string]names{"": {"RolloutReport", "RolloutSummary", ""}, "trained": {"Prediction", "Fit", ""}, "before": {"Prediction", "Fit", ""}}},
	{"train", map[string]names{"": all("Trained"), "losses": all("TrainLoss")}},
	{"train-loss", map[string]names{"": both("TrainStep")}},
	{"tables", map[string]names{"": {"TablesReport", "TablesBuilt", ""}}},
	{"terminal", map[string]names{"": {"TerminalReport", "TerminalState", "TerminalState"}}},
	{"sgcp-event", map[string]names{"": {"", "SgcpEventReport", "SgcpEvent"}, "game": {"", "SgcpGame", ""}, "kind": {"", "", "string"}, "code": {"", "", "int"}, "count": {"", "", "int"}}},
	{"sgcp-answer", map[string]names{"": {"", "SgcpAnswerReport", "SgcpAnswer"}, "code": {"", "", "int"}, "rows": {"", "SgcpLine", "SgcpLine"}, "rows.code": {"", "", "int"}}},
	{"sgcp-client", map[string]names{"": {"", "SgcpClientReport", "SgcpState"}, "last": {"", "", "ulong"}}},
	{"gateway", map[string]names{"": all("GatewayState")}},
	{"runtime", map[string]names{"": both("RuntimeStats")}},
}
