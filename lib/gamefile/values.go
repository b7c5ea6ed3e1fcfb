package gamefile

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Values are what a file says in figures of the position after a move; nil is nothing said. Comments of a [Game] hold them
// as PGN does: [%eval 0.35,12], [%eval #-3], [%clk 0:05:12], [%emt 0:00:03], and [%left 5] for MovesLeft. SGF has V, BL and
// WL, OB and OW for them.
type Values struct {
	Eval      *float64 `json:"eval,omitempty" range:"-1000000..1000000"`
	Mate      *int     `json:"mate,omitempty" range:"-10000..10000"`
	Depth     *int     `json:"depth,omitempty" range:"0..10000"`
	Clock     *float64 `json:"clock,omitempty" range:"0..10000000"`
	Elapsed   *float64 `json:"elapsed,omitempty" range:"0..10000000"`
	MovesLeft *int     `json:"moves_left,omitempty" range:"0..10000"`
}

// SplitComment takes the values out of a comment. What cannot be read, and what comes again, stays in the text.
func SplitComment(comment string) (text string, v Values) {
	return commands(comment, v.command), v
}

// Comment is the text of a comment with the values.
func (v *Values) Comment(text string) string {
	var out []string
	put := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	depth := ""
	if v.Depth != nil {
		depth = "," + strconv.Itoa(*v.Depth)
	}
	switch {
	case v.Mate != nil:
		put("[%%eval #%d%s]", *v.Mate, depth)
	case v.Eval != nil:
		put("[%%eval %s%s]", decimal(*v.Eval, 2), depth)
	}
	if v.Clock != nil {
		put("[%%clk %s]", clock(*v.Clock))
	}
	if v.Elapsed != nil {
		put("[%%emt %s]", clock(*v.Elapsed))
	}
	if v.MovesLeft != nil {
		put("[%%left %d]", *v.MovesLeft)
	}
	if text != "" {
		out = append(out, text)
	}
	return strings.Join(out, " ")
}

// commands hands the commands of a comment, [%name value], to take, and returns the text without those that it took.
func commands(comment string, take func(name, value string) bool) string {
	var rest []byte
	for {
		before, after, found := strings.Cut(comment, "[%")
		inside, behind, closed := strings.Cut(after, "]")
		if !found || !closed {
			return strings.TrimSpace(string(append(rest, comment...)))
		}
		if open := strings.LastIndex(inside, "[%"); open >= 0 { // the one before it is never closed: text
			before, inside = before+"[%"+inside[:open], inside[open+2:]
		}
		rest, comment = append(rest, before...), behind
		name, value, _ := strings.Cut(inside, " ")
		switch {
		case !take(name, strings.TrimSpace(value)):
			rest = append(append(append(rest, "[%"...), inside...), ']')
		case len(rest) == 0 || rest[len(rest)-1] == ' ':
			comment = strings.TrimLeft(behind, " ")
		}
	}
}

// command keeps what one command says.
func (v *Values) command(name, value string) bool {
	switch name {
	case "eval":
		return v.Eval == nil && v.Mate == nil && v.eval(value)
	case "clk":
		return seconds(&v.Clock, value)
	case "emt":
		return seconds(&v.Elapsed, value)
	case "left":
		return whole(&v.MovesLeft, value, 0)
	}
	return false
}

// eval reads pawns, or moves to mate behind #, and perhaps a depth.
func (v *Values) eval(value string) bool {
	value, depth, deep := strings.Cut(value, ",")
	var read Values
	if deep && !whole(&read.Depth, strings.TrimSpace(depth), 0) {
		return false
	}
	if mate, ok := strings.CutPrefix(strings.TrimSpace(value), "#"); ok {
		if !whole(&read.Mate, mate, -10000) {
			return false
		}
	} else if !real(&read.Eval, value, -1e6, 1e6) {
		return false
	}
	v.Eval, v.Mate, v.Depth = read.Eval, read.Mate, read.Depth
	return true
}

// whole reads a number of at most 10,000 that was not told before.
func whole(to **int, text string, least int) bool {
	n, err := strconv.Atoi(text)
	if *to != nil || err != nil || n < least || n > 10000 {
		return false
	}
	*to = &n
	return true
}

// real reads a number that was not told before.
func real(to **float64, text string, least, most float64) bool {
	x, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if *to != nil || err != nil || !(x >= least && x <= most) {
		return false
	}
	x += 0 // no negative zero
	*to = &x
	return true
}

// seconds reads h:mm:ss, mm:ss or seconds, with a fraction perhaps.
func seconds(to **float64, text string) bool {
	parts := strings.Split(text, ":")
	if *to != nil || len(parts) > 3 {
		return false
	}
	sum := 0.0
	for i, part := range parts {
		x, err := strconv.ParseFloat(part, 64)
		if err != nil || !(x >= 0 && x < 1e6) || i < len(parts)-1 && x != math.Trunc(x) {
			return false
		}
		sum = 60*sum + x
	}
	if sum > 1e7 {
		return false
	}
	sum = math.Round(1000*sum) / 1000
	*to = &sum
	return true
}

// clock writes h:mm:ss, to the millisecond.
func clock(seconds float64) string {
	ms := int64(math.Round(1000 * seconds))
	text := fmt.Sprintf("%d:%02d:%02d", ms/3600000, ms/60000%60, ms/1000%60)
	if ms%1000 != 0 {
		text += strings.TrimRight(fmt.Sprintf(".%03d", ms%1000), "0")
	}
	return text
}

// decimal writes a number with so many digits behind the point at least.
func decimal(x float64, digits int) string {
	text := strconv.FormatFloat(x, 'f', -1, 64)
	whole, fraction, _ := strings.Cut(text, ".")
	if len(fraction) >= digits {
		return text
	}
	return whole + "." + fraction + strings.Repeat("0", digits-len(fraction))
}
