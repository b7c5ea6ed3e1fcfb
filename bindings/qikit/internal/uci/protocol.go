package uci

import (
	"fmt"
	"math"
	"strings"
	"time"

	"qikit.dev/qikit/lib/engine"
)

// protocol is how a session talks; the program's first word decides it.
type protocol struct {
	name   string
	ok     string // ends the greeting
	none   string // there is no move
	option func(o *option) string
	line   func(number, score int, r engine.Result, l engine.Line, pv string) string
}

var uci = protocol{
	name: "uci", ok: "uciok", none: "bestmove (none)",
	option: func(o *option) string { return "option name " + o.uci + o.describe() },
	line: func(number, score int, r engine.Result, l engine.Line, pv string) string {
		return fmt.Sprintf("info depth %d multipv %d score %s nodes %d nps %d time %d pv %s",
			l.Depth, number, centipawns(score), r.Nodes, perSecond(r), r.Time.Milliseconds(), pv)
	},
}

// ucci has no word for several lines or for mates, and counts scores in hundredths
// of a horse or cannon, which are worth about four soldiers.
var ucci = protocol{
	name: "ucci", ok: "ucciok", none: "nobestmove",
	option: func(o *option) string { return "option " + o.ucci + o.describe() },
	line: func(number, score int, r engine.Result, l engine.Line, pv string) string {
		if number > 1 {
			return ""
		}
		return fmt.Sprintf("info time %d nodes %d\ninfo depth %d score %d pv %s", r.Time.Milliseconds(), r.Nodes, l.Depth, score/4, pv)
	},
}

// centipawns writes a score as "cp 17" or, for a proven end, "mate 3": moves of
// the winner, negative when we lose.
func centipawns(score int) string {
	switch {
	case score >= engine.Mate-engine.MatePlies:
		return fmt.Sprintf("mate %d", (engine.Mate-score+1)/2)
	case score <= -engine.Mate+engine.MatePlies:
		return fmt.Sprintf("mate %d", -(engine.Mate+score)/2)
	}
	return fmt.Sprintf("cp %d", score)
}

// scoreOf is a line's score; that of a tree search is what an advantage would
// be with that chance to win, on the scale of alpha-beta's win rates.
func scoreOf(r engine.Result, l engine.Line) int {
	if r.Scored {
		return l.Score
	}
	const scale = 180
	rate := math.Max(0.001, math.Min(l.WinRate, 0.999))
	return int(math.Round(scale * math.Log(rate/(1-rate))))
}

func perSecond(r engine.Result) int {
	return int(float64(r.Nodes) / math.Max(r.Time.Seconds(), 1e-3))
}

// clock is the time left, as an order to search states it.
type clock struct {
	left, increment time.Duration // of the side to move
	moves           int           // to the next control; 0 is all the rest
	fixed           time.Duration // for this move; 0 is none
}

// budget is how long to think after so many plies of the game. A time for this move is used
// in full; of a clock the overhead of every move is kept back. 0 is no limit.
func (c clock) budget(overhead time.Duration, ply int) time.Duration {
	if c.fixed > 0 {
		return c.fixed
	}
	if c.left <= 0 {
		return 0
	}
	return max(engine.MoveTime(c.left, c.increment, c.moves, ply)-overhead, time.Millisecond)
}

// orders are the words of a line, read one after the other.
type orders []string

func (o *orders) next() string {
	if len(*o) == 0 {
		return ""
	}
	word := (*o)[0]
	*o = (*o)[1:]
	return word
}

// until takes the words before end, and end itself.
func (o *orders) until(end string) string {
	var words []string
	for len(*o) > 0 {
		word := o.next()
		if word == end {
			break
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}
