package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"math"
	"slices"
	"strings"
	"time"

	"qikit.dev/qikit/internal/netfile"
	"qikit.dev/qikit/internal/plainfile"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/internal/tools/gtp"
	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/weiqi"
)

// conditions of a match; results may be added up only under the same conditions.
type conditions struct {
	Game, A, B      string
	Time            time.Duration
	Nodes           int
	Visits          int    `json:",omitempty"`
	Rules           string `json:",omitempty"` // JSON
	Depth           int    `json:",omitempty"`
	DepthB          int    `json:",omitempty"` // the second engine's, in place of Depth
	Judge           string `json:",omitempty"` // a GTP program that counts games of Go too
	Openings, Plies int
	Middle          int `json:",omitempty"` // how far from it an opening's stones lie at most, 0 for anywhere
	Seed            uint64
	NetA, NetB      string `json:",omitempty"` // SHA-256 of the engines' network files
}

// played is one game; its result is that of the first engine.
type played struct {
	Opening int     `json:"opening"`
	Swapped int     `json:"swapped"` // 1: the second engine moved first
	Result  float64 `json:"result"`
	Reason  string  `json:"reason"`
	Plies   int     `json:"plies"`
	End     string  `json:"end"` // the last position
	// Black's margin in a finished game of Go, as we and as the judge count it.
	Ours   float64 `json:"ours,omitempty"`
	Theirs float64 `json:"theirs,omitempty"`
}

const (
	pliesMax     = 300  // longer games are drawn; in Go, three plies for each point
	resignScore  = 1200 // the game is adjudicated when both engines agree on this score …
	resignPlies  = 8    // … for this many plies in a row
	evenScore    = 120  // an opening is even when its score is at most this …
	refereeNodes = 5000 // … in a search of this many nodes

	evenShare     = 0.15 // without a score, when its win rate is at most this from a half …
	refereeVisits = 1000 // … after this many visits
)

func (c conditions) engine(options string) engine.Engine {
	return must.Get(engine.New(c.Game, must.Get(engine.ParseOptions([]byte(options)))))
}

// netSum tells a network file from another one of the same name; "" without a network.
func netSum(options string) string {
	net := must.Get(engine.ParseOptions([]byte(options))).Net
	if net == "" {
		return ""
	}
	sum := sha256.Sum256(must.Get(plainfile.Read(net, netfile.MaxFile)))
	return hex.EncodeToString(sum[:])
}

// opening draws random plies until a search calls the position even.
func (c conditions) opening(ctx context.Context, referee engine.Engine, n int) []string {
	l := engine.DefaultLimits()
	l.Nodes, l.Visits, l.Fresh = refereeNodes, refereeVisits, true
	for try := uint64(0); ; try++ {
		r := rng.Of(c.Seed, uint64(n), try)
		b := must.Get(game.New(c.Game, game.Setup{Rules: []byte(c.Rules)}))
		var line []string
		for range c.Plies {
			moves := c.near(b)
			if len(moves) == 0 {
				break
			}
			m := moves[r.IntN(len(moves))]
			line = append(line, b.Text(m))
			b.Play(m)
		}
		result := must.Get(referee.Search(ctx, b, l))
		if result.Best != game.NoMove && (c.Plies == 0 || even(result)) {
			return line
		}
	}
}

// even says whether a search finds an even position.
func even(r engine.Result) bool {
	if !r.Scored {
		return math.Abs(r.WinRate-0.5) <= evenShare
	}
	return max(r.Score, -r.Score) <= evenScore
}

// near are the moves that an opening may have.
func (c conditions) near(b game.Board) []game.Move {
	moves := b.Moves(nil)
	if c.Middle == 0 {
		return moves
	}
	middle := b.(interface{ Size() int }).Size() / 2
	return slices.DeleteFunc(moves, func(m game.Move) bool {
		column, row := goban.Point(m).Column()-middle, goban.Point(m).Row()-middle
		return max(column, -column, row, -row) > c.Middle
	})
}

// limits are those of each engine.
func (c conditions) limits() (l [2]engine.Limits) {
	for i := range l {
		l[i] = engine.DefaultLimits()
		l[i].Time, l[i].Nodes, l[i].Depth, l[i].Visits = c.Time, c.Nodes, c.Depth, c.Visits
	}
	if c.DepthB != 0 {
		l[1].Depth = c.DepthB
	}
	return l
}

// play plays a game; first says which engine moves first.
func (c conditions) play(ctx context.Context, players [2]engine.Engine, line []string, first int) (g played) {
	b := must.Get(game.New(c.Game, game.Setup{Rules: []byte(c.Rules)}))
	must.Do(game.PlayLine(b, line))
	for _, p := range players {
		must.Do(p.Clear())
	}
	limits := c.limits()
	agreed := 0 // plies in a row in which the mover's score and the last one's agree
	last := 0   // the last mover's score
	longest := pliesMax
	goBoard, isGo := b.(*weiqi.Board)
	if isGo {
		longest = 3 * goBoard.Size() * goBoard.Size()
	}
	for ; g.Plies < longest; g.Plies++ {
		g.End = b.Position()
		if o, over := b.Outcome(); over {
			g.Reason, g.Result = o.Reason, o.Result(first)
			if isGo && c.Judge != "" && o.Reason == goban.TwoPasses {
				c.judge(goBoard, first, &g)
			}
			return g
		}
		mover := b.Turn() ^ first
		r, err := players[mover].Search(ctx, b, limits[mover])
		if err != nil {
			must.Fail("%s in %s: %w", players[mover].Name(), g.End, err)
		}
		if r.Score*last < 0 && min(max(r.Score, -r.Score), max(last, -last)) >= resignScore {
			agreed++
		} else {
			agreed = 0
		}
		if agreed >= resignPlies {
			g.Reason, g.Result = "adjudicated", 1
			if (r.Score > 0) != (mover == 0) {
				g.Result = 0
			}
			return g
		}
		last = r.Score
		b.Play(r.Best)
	}
	g.Reason, g.Result = "long game", 0.5
	return g
}

// judge lets the judge count a finished game of Go as well. A game is won by the
// first engine only when both counts say so.
func (c conditions) judge(b *weiqi.Board, first int, g *played) {
	p := gtp.Start(c.Judge, strings.Fields(judgeArgs)...)
	defer p.Close()
	p.Show(b)
	g.Theirs = p.Margin()
	g.Ours = b.Count().Margin
	theirs := game.Outcome{Winner: game.Draw}
	switch {
	case g.Theirs > 0:
		theirs.Winner = int(goban.Black)
	case g.Theirs < 0:
		theirs.Winner = int(goban.White)
	}
	if result := theirs.Result(first); result != g.Result {
		g.Reason, g.Result = "counted differently", min(result, g.Result)
	}
}

// judgeArgs are those of GNU Go.
const judgeArgs = "--mode gtp --chinese-rules --positional-superko"
