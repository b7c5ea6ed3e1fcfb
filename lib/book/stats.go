package book

import (
	"context"

	"qikit.dev/qikit/lib/job"
)

// statsSchema names the JSON of a Stats.
const statsSchema = "qikit/book-stats/1"

// UnbalancedScore is the score, either way, from which on Stats calls a
// position unbalanced.
const UnbalancedScore = 100

// Stats are counts and histograms of a book.
type Stats struct {
	Summary
	Schema string `json:"schema"`
	// Moves counts the different moves over all positions.
	Moves int64 `json:"moves"`
	// Scored counts the positions with a score; Unbalanced those among them
	// whose score is 100 or more either way, Share their part of the scored.
	Scored     int64   `json:"scored"`
	Unbalanced int64   `json:"unbalanced"`
	Share      float64 `json:"share"`
	// Scores is the histogram of the scores, the mover's, in bins of 100 from
	// -2000 to 2000; what is beyond falls into the outermost bins.
	Scores []Bin `json:"scores"`
	// Lengths is the histogram of the lengths of the games, in bins of 20 plies.
	Lengths []Bin `json:"lengths"`
	// Depths counts the searches that gave the scores by their depth.
	Depths []Bin `json:"depths"`
	// Counts counts the positions by how often they were on the board: once, 2
	// to 9 times, 10 to 99 times, more often.
	Counts []Bin `json:"counts"`
}

// Bin is a bar of a histogram: so many values from From to below To.
type Bin struct {
	From  int64 `json:"from"`
	To    int64 `json:"to"`
	Count int64 `json:"count"`
}

// JSON writes the statistics as an object with a field schema.
func (s Stats) JSON() []byte { return mustJSON(s) }

// Stats counts. It reads the whole book: about a second a million records.
func (b *Book) Stats(ctx context.Context) (Stats, error) {
	s := Stats{Schema: statsSchema, Scores: []Bin{}, Lengths: []Bin{}, Depths: []Bin{}, Counts: []Bin{}}
	var err error
	if s.Summary, err = summarize(ctx, b.db, b.path); err != nil {
		return s, requestError(ctx, b.path, err)
	}
	ask, err := b.questions()
	if err != nil {
		return s, fileError(b.path, err)
	}
	moves, counts := "SELECT count(*) FROM moves", "SELECT count AS n FROM positions"
	if ask.version >= repeatsVersion {
		moves, counts = repeatedMoves, "SELECT positions.count + coalesce(more.count, 0) AS n FROM positions LEFT JOIN ("+repeatedPositions+") AS more ON id = place"
	}
	if err := b.db.QueryRowContext(ctx, moves).Scan(&s.Moves); err != nil {
		return s, requestError(ctx, b.path, err)
	}
	if err := b.db.QueryRowContext(ctx, "SELECT count(score), coalesce(sum(abs(score) >= ?), 0) FROM positions", UnbalancedScore).Scan(&s.Scored, &s.Unbalanced); err != nil {
		return s, requestError(ctx, b.path, err)
	}
	if s.Scored > 0 {
		s.Share = float64(s.Unbalanced) / float64(s.Scored)
	}
	for _, h := range []struct {
		into  *[]Bin
		width int64
		text  string
	}{
		// Floor division, for SQLite's rounds towards zero.
		{&s.Scores, 100, "SELECT (max(-2000, min(1999, score)) + 32000) / 100 * 100 - 32000, count(*) FROM positions WHERE score IS NOT NULL GROUP BY 1 ORDER BY 1"},
		{&s.Lengths, 20, "SELECT (" + moveCount + ") / 20 * 20, count(*) FROM games WHERE failure = ''" + noGame + " GROUP BY 1 ORDER BY 1"},
		{&s.Depths, 1, "SELECT depth, count(*) FROM positions WHERE depth IS NOT NULL AND score IS NOT NULL GROUP BY 1 ORDER BY 1"},
		{&s.Counts, 0, "SELECT CASE WHEN n < 2 THEN 1 WHEN n < 10 THEN 2 WHEN n < 100 THEN 10 ELSE 100 END, count(*) FROM (" + counts + ") GROUP BY 1 ORDER BY 1"},
	} {
		if err := b.histogram(ctx, h.into, h.width, h.text); err != nil {
			return s, err
		}
	}
	return s, nil
}

func (b *Book) histogram(ctx context.Context, into *[]Bin, width int64, text string) error {
	var from, count int64
	err := each(ctx, b.db, text, nil, []any{&from, &count}, func() error {
		to := from + width
		if width == 0 { // one, then powers of ten
			to = map[int64]int64{1: 2, 2: 10, 10: 100, 100: 1 << 53}[from]
		}
		*into = append(*into, Bin{from, to, count})
		return nil
	})
	return fileError(b.path, err)
}

// StatsWork is Stats as the work of a job.
func (b *Book) StatsWork() job.Work {
	return Work(func(ctx context.Context, _ func(Progress)) (Stats, error) { return b.Stats(ctx) }, nil)
}
