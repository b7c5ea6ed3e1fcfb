package book

import (
	"encoding/json"
	"strconv"
	"strings"
)

// Reason says how a game ended: one of these, or the game's own word.
type Reason string

// Reasons for the end of a game that are not the game's own.
const (
	ReasonCap      Reason = "ply cap"
	ReasonDistance Reason = "distance"
	ReasonBreadth  Reason = "breadth"
	ReasonMerged   Reason = "transposition" // every further move led to a position of another line
	ReasonWin      Reason = "adjudicated win"
	ReasonDraw     Reason = "adjudicated draw"
	ReasonMate     Reason = "proven: mate" // a search found the end by force
	ReasonTable    Reason = "table"        // the tables of perfect play know the result
	ReasonProven   Reason = "proven"       // a solver proved the result
	ReasonFailure  Reason = "engine failure"
	ReasonUnknown  Reason = "unknown" // a game of people whose record names no result
	ReasonRecord   Reason = "record"  // a game of people: the record says who won, not why

	// A position alone stands for a game that is not known.
	ReasonPosition Reason = "position" // of an opening book: with the results of its moves
	ReasonSample   Reason = "sample"   // of training data: with the result of its game
)

// cutOff says whether a game was cut off rather than decided.
func (r Reason) cutOff() bool {
	switch r {
	case ReasonCap, ReasonDistance, ReasonBreadth, ReasonMerged, ReasonUnknown, ReasonPosition:
		return true
	}
	return false
}

// Decision is what a book reads of the search before a ply, in the game's own
// view. A generation keeps more beside it.
type Decision struct {
	Depth   int      `json:"depth"`              // that the search reached, plies
	Nodes   int      `json:"nodes,omitempty"`    // that it visited; 0 for unknown
	Rank    int      `json:"rank"`               // of the move played among the candidates, from 1
	Weighed Weights  `json:"candidates"`         // best first
	WinRate *float64 `json:"win_rate,omitempty"` // a tree search's, of the best
	Proven  string   `json:"proven,omitempty"`   // of the best, for the mover: "win", "draw" or "loss"
	Proof   Reason   `json:"proof,omitempty"`    // how it is proven

	// Given says that the move was given with the initial position: the position before it
	// is no candidate for a record.
	Given bool `json:"given,omitempty"`

	// What strength adjustment did; Evals and Offsets are by player, empty without it.
	Evals    []float64 `json:"evals,omitempty"`    // only when a check was due before this ply
	Offsets  []int     `json:"offsets,omitempty"`  // plies by which depths were adjusted
	Adjusted bool      `json:"adjusted,omitempty"` // whether the mover's depth or choice was

	Asked int `json:"asked,omitempty"` // the depth asked for, where the search reached another one
}

// Drawn is the depth that was drawn for a player's ply, before any adjustment.
func (d *Decision) Drawn(player int) int {
	drawn := d.Depth
	if d.Asked != 0 {
		drawn = d.Asked
	}
	if player < len(d.Offsets) {
		drawn -= d.Offsets[player]
	}
	return drawn
}

// Weight is a candidate with its score, in JSON ["h2e2", 12].
type Weight struct {
	Move  string
	Score int
}

// MarshalJSON writes a list of two.
func (w Weight) MarshalJSON() ([]byte, error) { return appendWeight(nil, w), nil }

func appendWeight(dst []byte, w Weight) []byte {
	return append(appendInt(append(appendText(append(dst, '['), w.Move), ','), w.Score), ']')
}

// UnmarshalJSON reads a list of two.
func (w *Weight) UnmarshalJSON(text []byte) error {
	return json.Unmarshal(text, &[]any{&w.Move, &w.Score})
}

// Weights is a list of candidates.
type Weights []Weight

// MarshalJSON writes a list.
func (w Weights) MarshalJSON() ([]byte, error) { return appendList(nil, w, appendWeight), nil }

// UnmarshalJSON reads a list.
func (w *Weights) UnmarshalJSON(text []byte) error {
	if list, ok := readWeights(string(text)); ok {
		*w = list
		return nil
	}
	return json.Unmarshal(text, (*[]Weight)(w))
}

// chosen is the score of the move played; nil where none has a score.
func (d *Decision) chosen() *int {
	if d.WinRate != nil || d.Rank < 1 || d.Rank > len(d.Weighed) {
		return nil
	}
	return &d.Weighed[d.Rank-1].Score
}

// plainReader reads JSON as json.Marshal writes it, without white space and escapes: the
// general reader would take a quarter of the time of an export. What it does not know
// makes it fail, and the caller turns to the general one.
type plainReader struct {
	rest   string
	failed bool
}

// take goes past a text, if it comes next.
func (r *plainReader) take(text string) (taken bool) {
	r.rest, taken = strings.CutPrefix(r.rest, text)
	return taken
}

func (r *plainReader) want(text string) {
	if !r.take(text) {
		r.failed = true
	}
}

// more says whether another item of a list or an object follows, and goes past the comma
// or the end.
func (r *plainReader) more(end string) bool {
	if r.take(",") {
		return true
	}
	r.want(end)
	return false
}

func (r *plainReader) string() string {
	r.want(`"`)
	end := 0
	for end < len(r.rest) && r.rest[end] != '"' {
		if c := r.rest[end]; c < ' ' || c == '\\' || c > '~' {
			r.failed = true
		}
		end++
	}
	text := r.rest[:end]
	r.rest = r.rest[end:]
	r.want(`"`)
	return text
}

// number is the text of a number.
func (r *plainReader) number() string {
	end := 0
	for end < len(r.rest) && strings.IndexByte("-.+eE0123456789", r.rest[end]) >= 0 {
		end++
	}
	text := r.rest[:end]
	digits := strings.TrimPrefix(text, "-")
	if digits == "" || digits[0] < '0' || digits[0] > '9' || len(digits) > 1 && digits[0] == '0' && digits[1] != '.' {
		r.failed = true
	}
	r.rest = r.rest[end:]
	return text
}

func (r *plainReader) int() int {
	n, err := strconv.Atoi(r.number())
	if err != nil {
		r.failed = true
	}
	return n
}

func (r *plainReader) float() *float64 {
	text := r.number()
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || !json.Valid([]byte(text)) { // JSON has no 1.
		r.failed = true
	}
	return &n
}

// list reads a list of numbers.
func list[T any](r *plainReader, next func() T) []T {
	r.want("[")
	all := []T{}
	for more := !r.take("]"); more && !r.failed; more = r.more("]") {
		all = append(all, next())
	}
	return all
}

// pass goes past an object of numbers and truths.
func (r *plainReader) pass() {
	r.want("{")
	for more := !r.take("}"); more && !r.failed; more = r.more("}") {
		r.string()
		r.want(":")
		if !r.take("true") && !r.take("false") {
			r.int()
		}
	}
}

// weights are a list of candidates.
func (r *plainReader) weights() Weights {
	r.want("[")
	end := strings.Index(r.rest, "]]")
	list := make(Weights, 0, strings.Count(r.rest[:max(end, 0)], "[")+1)
	for more := !r.take("]"); more && !r.failed; more = r.more("]") {
		var w Weight
		r.want("[")
		w.Move = r.string()
		r.want(",")
		w.Score = r.int()
		r.want("]")
		list = append(list, w)
	}
	return list
}

func (r *plainReader) decision(d *Decision) {
	r.want("{")
	for more := true; more && !r.failed; more = r.more("}") {
		key := r.string()
		r.want(":")
		switch key {
		case "depth":
			d.Depth = r.int()
		case "nodes":
			d.Nodes = r.int()
		case "rank":
			d.Rank = r.int()
		case "candidates":
			d.Weighed = r.weights()
		case "win_rate":
			d.WinRate = r.float()
		case "proven":
			d.Proven = r.string()
		case "proof":
			d.Proof = Reason(r.string())
		case "given":
			r.want("true")
			d.Given = true
		case "evals":
			d.Evals = list(r, func() float64 { return *r.float() })
		case "offsets":
			d.Offsets = list(r, r.int)
		case "adjusted":
			r.want("true")
			d.Adjusted = true
		case "asked":
			d.Asked = r.int()
		case "balance": // the generation's own
			r.pass()
		default:
			r.failed = true
		}
	}
}

// readWeights reads a list of candidates; a text of another form is not ok.
func readWeights(text string) (list Weights, ok bool) {
	r := plainReader{rest: text}
	list = r.weights()
	return list, !r.failed && r.rest == ""
}

// readDecisions reads the decisions of a game by ply; a text of another form is not ok.
func readDecisions(text string) (list []*Decision, ok bool) {
	r := plainReader{rest: text}
	all := make([]Decision, strings.Count(text, `"rank":`))
	list = make([]*Decision, 0, len(all)+strings.Count(text, "null"))
	r.want("[")
	for more := !r.take("]"); more && !r.failed; more = r.more("]") {
		if r.take("null") {
			list = append(list, nil)
			continue
		}
		if len(all) == 0 {
			return nil, false
		}
		r.decision(&all[0])
		list, all = append(list, &all[0]), all[1:]
	}
	return list, !r.failed && r.rest == ""
}
