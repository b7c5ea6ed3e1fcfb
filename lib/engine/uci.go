package engine

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// uci is the Universal Chess Interface (S. Meyer-Kahlen, R. Huber, 2006).
var uci = dialect{
	kind: "uci", hello: "uci", greeted: "uciok", ready: "isready", fresh: "ucinewgame", endless: "infinite",
	// option name Skill Level type spin default 20 min 0 max 20
	option: func(words []string) setting {
		if len(words) < 2 || words[0] != "name" {
			return setting{}
		}
		end := max(slices.Index(words, "type"), 1)
		return readSetting(strings.Join(words[1:end], " "), words[end:])
	},
	set: func(name, value string) string {
		if value == "" {
			return "setoption name " + name
		}
		return "setoption name " + name + " value " + value
	},
	clock: func(d time.Duration) string { return fmt.Sprintf("movetime %d", max(d.Milliseconds(), 1)) },
}
