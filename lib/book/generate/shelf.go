package generate

import (
	"strings"

	"qikit.dev/qikit/lib/book"
)

// shelf keeps results in the book file and counts them on the clock.
type shelf struct {
	file  *book.Writer
	clock *book.Clock
	end   bool // only the last position of a game is kept
}

// keep stores games that have ended and processes those that are next in order.
func (s shelf) keep(games []*book.Game) error {
	if err := s.file.AddGames(games); err != nil {
		return err
	}
	records := 0
	for _, g := range games {
		records += len(strings.Fields(g.Moves)) + 1
	}
	s.clock.Step(int64(len(games)), int64(records))
	return s.catchUp()
}

// catchUp processes the stored games that follow the last one processed.
func (s shelf) catchUp() error {
	return s.file.Process(s.end, func(games int) { s.clock.Step(int64(games), 0) })
}
