// Package uci lets any program of Xiangqi or chess with a board on the screen play qikit's
// engines, over UCI or UCCI: name "qikit uci" as the engine there.
package uci

import (
	"context"
	"slices"
	"strings"

	"qikit.dev/qikit/bindings/qikit/internal/verb"
	_ "qikit.dev/qikit/lib/chess" // registers "chess"
)

// Verb is "qikit uci".
var Verb = verb.Verb{
	Name: "uci",
	Does: "play Xiangqi or chess for a program with a board, over UCI or UCCI",
	About: `Name "qikit uci" as an engine in the program, or "qikit uci --game chess" in one of chess; the
option UCI_Variant changes the game, too. Moves of Xiangqi are written with ranks 0 to 9, as
Pikafish writes them; set the option UCI_Ranks10 for programs that expect 1 to 10. The
option Book (bookfiles in UCCI) names a book file: a position that is in it is answered
from it; in chess it may be a Polyglot book. EvalFile (evalfile) names a network file, which
then values positions.`,
	Flags: func(f *verb.Flags) verb.Run {
		game := f.String("game", "xiangqi", "xiangqi or chess")
		return func(_ context.Context, s verb.Streams, _ []string) error {
			if !slices.Contains(variants, *game) {
				return verb.Usagef("--game %q, expected %s", *game, strings.Join(variants, " or "))
			}
			return newSession(s.Out, *game).run(s.In)
		}
	},
}
