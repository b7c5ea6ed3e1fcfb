package main

import (
	"fmt"
	"strings"
	"time"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/internal/tools/gtp"
	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/weiqi"
)

// scoringGames are how many finished games are compared, by size.
var scoringGames = []struct{ size, games int }{{9, 80}, {13, 15}, {19, 5}}

// scoringBars lets GNU Go play games against itself to the end and counts them
// by area as GNU Go does: the winners must be the same. Its level 1 leaves dead
// stones on the board.
func scoringBars(m *meter) {
	p := gtp.Start(gtp.GNUGo, "--mode", "gtp", "--level", "1", "--chinese-rules", "--positional-superko")
	defer p.Close()
	same, exact, all := 0, 0, 0
	var spent time.Duration
	for _, row := range scoringGames {
		for i := range row.games {
			theirs, b := finishedGame(p, row.size, uint64(i))
			start := time.Now()
			ours := b.Count().Margin
			spent += time.Since(start)
			all++
			if theirs == ours {
				exact++
			}
			if theirs > 0 == (ours > 0) {
				same++
			} else {
				fmt.Printf("   %dx%d game %d: GNU Go %+g, ours %+g: %s\n", row.size, row.size, i, theirs, ours, b.Position())
			}
		}
	}
	m.beside("same winner as GNU Go", float64(same), float64(all), "")
	m.beside("same score as GNU Go", float64(exact), float64(all), "")
	m.put("counting a finished board", spent.Seconds()*1e3/float64(all), "400 playouts")
}

// finishedGame lets GNU Go play against itself after four random moves, and returns
// the margin by which it thinks that Black wins.
func finishedGame(p *gtp.Program, size int, number uint64) (margin float64, b *weiqi.Board) {
	o := weiqi.DefaultOptions()
	o.Size = size
	b = must.Get(weiqi.New("", o, false))
	for _, command := range []string{fmt.Sprint("boardsize ", size), "clear_board", "komi 7.5", fmt.Sprint("set_random_seed ", number+1)} {
		p.Ask("%s", command)
	}
	r := rng.Of(uint64(size), number)
	for n := 0; b.Passes() < 2 && n < 3*size*size; n++ {
		side := b.Sides()[b.Turn()]
		text := ""
		if n < 4 {
			// Not on the edge.
			text = goban.PointAt(2+r.IntN(size-4), 2+r.IntN(size-4)).String()
			if _, err := b.Parse(text); err != nil {
				continue // taken
			}
			p.Ask("play %s %s", side, text)
		} else {
			text = p.Ask("genmove %s", side)
		}
		if strings.EqualFold(text, "resign") {
			text = "pass"
		}
		b.Play(must.Get(b.Parse(text)))
	}
	return p.Margin(), b
}
