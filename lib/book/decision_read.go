package book

import (
	"strconv"
	"strings"
)

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
	n, err := strconv.ParseFloat(r.number(), 64)
	if err != nil {
		r.failed = true
	}
	return &n
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
		case "asked":
			d.Asked = r.int()
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
