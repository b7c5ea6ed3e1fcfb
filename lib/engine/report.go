package engine

import "qikit.dev/qikit/lib/game"

// Names of the JSON reports and their versions.
const (
	resultSchema     = "qikit/search-result/1"
	evaluationSchema = "qikit/evaluation/1"
)

type resultReport struct {
	Schema  string       `json:"schema"`
	Best    *string      `json:"best"`
	Score   *int         `json:"score"`
	WinRate float64      `json:"win_rate"`
	Proven  *string      `json:"proven"`
	Plies   *int         `json:"plies"`
	Depth   int          `json:"depth"`
	Nodes   int          `json:"nodes"`
	Time    float64      `json:"time"`
	Lines   []lineReport `json:"lines"`
	Note    string       `json:"note,omitempty"`
}

type lineReport struct {
	Move    string   `json:"move"`
	Score   *int     `json:"score"`
	WinRate float64  `json:"win_rate"`
	Moves   []string `json:"moves"`
	Depth   int      `json:"depth"`
	Visits  int      `json:"visits,omitempty"`
}

// JSON writes the result of a search of b as a JSON object with the keys
// schema, best (null when the game is over), score (null for a tree search),
// win_rate, proven and plies (null when nothing is proven), depth, nodes, time
// (seconds) and lines, each with move, score, win_rate, moves, depth and,
// from a tree search, visits; and note, when there is one. b is left as it was.
func (r Result) JSON(b game.Board) []byte {
	b = b.Copy()
	report := resultReport{
		Schema: resultSchema, WinRate: r.WinRate, Depth: r.Depth, Nodes: r.Nodes,
		Time: r.Time.Seconds(), Note: r.Note, Lines: make([]lineReport, 0, len(r.Lines)),
	}
	if r.Best != game.NoMove {
		text := b.Text(r.Best)
		report.Best = &text
	}
	if r.Scored {
		report.Score = &r.Score
	}
	if r.Proven != "" {
		report.Proven, report.Plies = &r.Proven, &r.Plies
	}
	for _, line := range r.Lines {
		texts := lineTexts(b, line.Moves)
		l := lineReport{WinRate: line.WinRate, Moves: texts, Depth: line.Depth, Visits: line.Visits}
		if len(texts) > 0 {
			l.Move = texts[0]
		}
		if r.Scored {
			score := line.Score
			l.Score = &score
		}
		report.Lines = append(report.Lines, l)
	}
	return game.MustJSON(report)
}

// lineTexts writes moves played one after the other; b is left as it was.
func lineTexts(b game.Board, moves []game.Move) []string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = b.Text(m)
		b.Play(m)
	}
	for range moves {
		b.Undo()
	}
	return texts
}

// TermsJSON writes an evaluation as {"schema": …, "terms": {name: value, …}}.
func TermsJSON(terms []Term) []byte {
	values := make(map[string]int, len(terms))
	for _, t := range terms {
		values[t.Name] = t.Value
	}
	return game.MustJSON(struct {
		Schema string         `json:"schema"`
		Terms  map[string]int `json:"terms"`
	}{evaluationSchema, values})
}
