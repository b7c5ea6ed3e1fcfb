package options

// class is a type that options become, with its name in each language.
type class struct {
	name   string // in Python, and in the other languages unless they have their own
	node   string
	csharp string
	from   []source
	base   string   // the class that it extends
	open   bool     // takes further keys in TypeScript, as games and engines may have their own
	inner  []string // keys that C# sets by itself, from arguments of a method
	args   []string // keys that Python has as arguments of their own
}

// source is a schema, or an object inside one: "book-options.json#/properties/depth".
// A class with several sources has the keys of all, and the label says to which
// source a description belongs.
type source struct{ ref, label string }

func one(ref string) []source { return []source{{ref, ""}} }

var classes = []class{
	{name: "Rules", csharp: "BoardOptions", open: true, from: []source{
		{"xiangqi-rules.json", "Xiangqi"}, {"chess-rules.json", "Chess"}, {"surakarta-rules.json", "Surakarta"}, {"capturego-rules.json", "Capture Go"}, {"go-rules.json", "Go"},
		{"gomoku-rules.json", "Gomoku"},
		{"chinesecheckers-rules.json", "Chinese checkers"}, {"ludo-rules.json", "Ludo"},
	}},
	{name: "SvgOptions", from: one("svg-options.json")},
	{name: "EngineOptions", from: one("engine-options.json"), open: true},
	{name: "EvaluateOptions", from: one("evaluate-options.json")},
	{name: "TableOptions", from: one("table-options.json")},
	{name: "PlayerOptions", node: "Player", from: one("book-options.json#/$defs/player"), base: "EngineOptions"},
	{name: "DepthOptions", node: "Depth", from: one("book-options.json#/properties/depth")},
	{name: "BreadthOptions", node: "Breadth", from: one("book-options.json#/properties/breadth")},
	{name: "RankOptions", node: "Rank", from: one("book-options.json#/properties/balance/properties/rank")},
	{name: "BalanceOptions", node: "Balance", from: one("book-options.json#/properties/balance")},
	{name: "StopScore", from: []source{
		{"book-options.json#/properties/stop/properties/win", "Win"}, {"book-options.json#/properties/stop/properties/draw", "Draw"},
	}},
	{name: "StopOptions", node: "Stop", from: one("book-options.json#/properties/stop")},
	{name: "ReevaluateOptions", node: "Reevaluate", from: one("book-options.json#/properties/reevaluate")},
	{name: "BookOptions", from: one("book-options.json"), open: true},
	{name: "ExportOptions", from: one("export-options.json")},
	{name: "GameReadOptions", from: one("game-read-options.json")},
	{name: "GameWriteOptions", from: one("game-write-options.json")},
	{name: "PruneOptions", from: one("prune-options.json")},
	{name: "Starts", from: one("selfplay-options.json#/properties/starts")},
	{name: "SelfPlayOptions", node: "SelfplayOptions", from: one("selfplay-options.json"), inner: []string{"out"}, args: []string{"out"}},
	{name: "MatchOptions", from: one("match-options.json")},
	{name: "RolloutOptions", from: one("rollout-options.json"), inner: []string{"samples", "out"}, args: []string{"samples", "out"}},
	{name: "TrainOptions", from: one("train-options.json"), inner: []string{"books", "out"}, args: []string{"books", "out"}},
	{name: "ReviewOptions", from: one("review-options.json")},
	{name: "ReviewSvgOptions", from: one("review-svg-options.json"), args: []string{"number", "picture"}},
	{name: "ReviewQuestion", from: one("review-question.json"), args: []string{"kind", "number", "move"}},
	{name: "SgcpClientOptions", from: one("sgcp-client-options.json"), args: []string{"host", "port", "nick"}},
	{name: "GatewayLimits", from: one("gateway-options.json#/properties/limits")},
	{name: "GatewayOptions", from: one("gateway-options.json"), args: []string{"host", "port"}},
	{name: "TerminalOptions", from: one("terminal-options.json"), inner: []string{"port"}, args: []string{"port", "host"}},
}

// classOf is the name of the class for the object at a reference.
func classOf(ref string) string {
	if ref == "book-options.json#/properties/rules" {
		return "Rules"
	}
	for _, c := range classes {
		for _, s := range c.from {
			if s.ref == ref {
				return c.name
			}
		}
	}
	return ""
}
