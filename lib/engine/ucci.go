package engine

import (
	"fmt"
	"time"
)

// ucci is the Universal Chinese Chess Protocol 3.0 (xqbase.com, 2007). It
// promises no answer to isready, has one limit in an order to search, and
// writes ranks 0 to 9.
var ucci = dialect{
	kind: "ucci", hello: "ucci", greeted: "ucciok", fresh: "setoption newgame", endless: "infinite", zero: true,
	// option hashsize type spin min 0 max 1024 default 16
	option: func(words []string) setting {
		if len(words) == 0 {
			return setting{}
		}
		return readSetting(words[0], words[1:])
	},
	set: func(name, value string) string {
		if value == "" {
			return "setoption " + name
		}
		return "setoption " + name + " " + value
	},
	clock: func(d time.Duration) string { return fmt.Sprintf("time %d movestogo 1", max(d.Milliseconds(), 1)) },
}
