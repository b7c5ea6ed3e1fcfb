package generate

import (
	"context"
	"strings"
	"time"

	"qikit.dev/qikit/lib/book"
)

// shelf keeps results in the book file and counts them on the clock.
type shelf struct {
	file  *book.Writer
	clock *book.Clock
	end   bool // only the last position of a game is kept
	late  *late
}

// late is what has been stored and not processed yet.
type late struct {
	games int
	since time.Time
	again bool // all positions are to be made again once the games are there
}

// Positions enter the book when so many games have come together, or a part of those
// in the book, or so much time has gone by: the games of one transaction share the pages
// that it writes, and the search for equal positions. A kill loses nothing by it: the
// games are stored. Where the disk gets full, most of their positions are in the book.
const (
	lateMost = 256
	latePart = 8
	lateTime = 10 * time.Second
)

// keep stores games that have ended and, in time, processes those that are next in
// order.
func (s shelf) keep(games []*book.Game) error {
	if err := s.file.AddGames(games); err != nil {
		return err
	}
	records := 0
	for _, g := range games {
		records += len(strings.Fields(g.Moves)) + 1
	}
	s.clock.Step(int64(len(games)), int64(records))
	s.late.games += len(games)
	if most := min(lateMost, s.file.Job().Processed/latePart); s.late.games < int(most) && time.Since(s.late.since) < lateTime {
		return nil
	}
	return s.catchUp()
}

// catchUp processes the stored games that follow the last one processed.
func (s shelf) catchUp() error {
	s.late.games, s.late.since = 0, time.Now()
	if s.late.again {
		return nil
	}
	return s.file.Process(s.end, func(games int) { s.clock.Step(int64(games), 0) })
}

// remake takes the positions out that are to be made again.
func (s shelf) remake(ctx context.Context, p *plan) error {
	if !s.late.again {
		return nil
	}
	if err := s.file.Remake(ctx, p.options.Breadth != nil, p.restate); err != nil {
		return err
	}
	s.late.again = false
	return nil
}
