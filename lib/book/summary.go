package book

import (
	"context"
)

// summarySchema names the JSON of a Summary.
const summarySchema = "qikit/book-summary/1"

// Summary is what a generation has made, over all its runs.
type Summary struct {
	Schema         string           `json:"schema"`
	Path           string           `json:"path"`
	Game           string           `json:"game"`
	Seed           uint64           `json:"seed"`
	Repeatable     bool             `json:"repeatable"`
	Complete       bool             `json:"complete"`       // false: cancelled or failed; Resume goes on
	Games          int64            `json:"games"`          // that have ended, failed ones included
	Planned        int64            `json:"planned"`        // in all
	Failed         int64            `json:"failed"`         // ended by an engine's fault; ErrFailed when all are
	Failures       []Failure        `json:"failures"`       // the first hundred
	Positions      int64            `json:"positions"`      // kept: the records of the book
	Candidates     int64            `json:"candidates"`     // seen: positions + duplicates + dropped
	Duplicates     int64            `json:"duplicates"`     // in the book already
	Dropped        map[string]int64 `json:"dropped"`        // by the sanity check, by reason
	Transpositions int64            `json:"transpositions"` // merged in a breadth-first tree
	Evaluated      int64            `json:"evaluated"`      // positions searched afresh
	Plies          float64          `json:"plies"`          // mean length of the games
	Wins           []int64          `json:"wins"`           // games won, by player
	Draws          int64            `json:"draws"`          // games that ended drawn
	Unknown        int64            `json:"unknown"`        // games that have no result
	Reasons        map[Reason]int64 `json:"reasons"`        // how games ended
}

// Failure is a game that an engine's fault ended.
type Failure struct {
	Game  int64  `json:"game"`
	Error string `json:"error"` // begins with the engine's name
}

// JSON writes the summary as an object with a field schema.
func (s Summary) JSON() []byte { return mustJSON(s) }

// moveCount is the number of moves of a game in SQL.
const moveCount = "CASE moves WHEN '' THEN 0 ELSE 1 + length(moves) - length(replace(moves, ' ', '')) END"

func summarize(ctx context.Context, q querier, path string) (Summary, error) {
	m := Summary{Schema: summarySchema, Path: path, Dropped: map[string]int64{}, Reasons: map[Reason]int64{}, Failures: []Failure{}}
	j, err := readJob(ctx, q, path)
	if err != nil {
		return m, err
	}
	m.Game, m.Seed, m.Repeatable, m.Complete, m.Planned = j.Game, j.Seed, j.Repeatable, j.Complete, j.Planned
	m.Candidates, m.Duplicates, m.Transpositions = j.Candidates, j.Duplicates, j.Transpositions
	sides, err := j.sides()
	if err != nil {
		return m, err
	}
	m.Wins = make([]int64, len(sides))
	if err := q.QueryRowContext(ctx, "SELECT count(*), coalesce(sum(evaluated), 0) FROM positions").Scan(&m.Positions, &m.Evaluated); err != nil {
		return m, err
	}
	if err := q.QueryRowContext(ctx, "SELECT count(*) FROM games WHERE failure <> ''").Scan(&m.Failed); err != nil {
		return m, err
	}
	var text string
	var n, total int64
	var winner int
	if err := each(ctx, q, "SELECT reason, count FROM drops", nil, []any{&text, &n}, func() error {
		m.Dropped[text] = n
		return nil
	}); err != nil {
		return m, err
	}
	if err := each(ctx, q, "SELECT id, failure FROM games WHERE failure <> '' ORDER BY id LIMIT 100", nil, []any{&n, &text}, func() error {
		m.Failures = append(m.Failures, Failure{n, text})
		return nil
	}); err != nil {
		return m, err
	}
	err = each(ctx, q, "SELECT reason, winner, count(*), sum("+moveCount+") FROM games WHERE failure = ''"+noGame+" GROUP BY reason, winner",
		nil, []any{&text, &winner, &n, &total}, func() error {
			m.Games += n
			m.Plies += float64(total)
			m.Reasons[Reason(text)] += n
			switch g := (Game{Winner: winner, Reason: Reason(text)}); {
			case 0 <= winner && winner < len(m.Wins):
				m.Wins[winner] += n
			case g.Ended():
				m.Draws += n
			default:
				m.Unknown += n
			}
			return nil
		})
	if m.Games > 0 {
		m.Plies /= float64(m.Games)
	}
	m.Games += m.Failed
	return m, err
}
