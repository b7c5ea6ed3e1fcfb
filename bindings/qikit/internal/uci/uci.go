// Package uci lets any Xiangqi program with a board on the screen play qikit's
// engines, over UCI or UCCI: name "qikit uci" as the engine there.
package uci

import (
	"context"

	"qikit.dev/qikit/bindings/qikit/internal/verb"
	_ "qikit.dev/qikit/lib/xiangqi" // registers "xiangqi"
)

// Verb is "qikit uci".
var Verb = verb.Verb{
	Name: "uci",
	Does: "play Xiangqi for a program with a board, over UCI or UCCI",
	About: `Name "qikit uci" as an engine in the program. Moves are written with ranks 0 to 9, as
Pikafish writes them; set the option UCI_Ranks10 for programs that expect 1 to 10. The
option Book (bookfiles in UCCI) names a book file: a position that is in it is answered
from it. EvalFile (evalfile) names a network file, which then values positions.`,
	Flags: func(*verb.Flags) verb.Run {
		return func(_ context.Context, s verb.Streams, _ []string) error {
			return newSession(s.Out).run(s.In)
		}
	},
}
