package generate

import (
	"encoding/json"
	"flag"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	_ "qikit.dev/qikit/lib/xiangqi"
)

var (
	stopGames = flag.Int("stop.games", 20, "games of BenchmarkStop_longerSearch")
	stopDepth = flag.Int("stop.depth", 8, "depth of its longer search")
)

// The rules that are compared.
var stopScores, stopPlies = []int{400, 600, 800, 1000, 1500, 2000}, []int{1, 2, 4, 6, 10}

// adjudged counts the games that a rule of StopWin ends, and what a longer search
// says of them.
type adjudged struct{ games, plies, level, behind int }

// The figures behind the defaults of StopWin: games are played out without it, each
// rule is applied to the scores of their searches, and the position at which it
// would have ended the game is searched longer. A search contradicts when it sees
// the winner ahead by less than two ordinary pieces, or not ahead at all.
func BenchmarkStop_longerSearch(b *testing.B) {
	o := DefaultOptions()
	seed := uint64(1)
	o.Game, o.Out, o.Seed, o.Games, o.Workers = "xiangqi", filepath.Join(b.TempDir(), "book.qkb"), &seed, *stopGames, 1
	o.Reevaluate, o.Stop = nil, Stop{}
	if _, err := Book(b.Context(), o, nil); err != nil {
		b.Fatal(err)
	}
	file, err := book.Open(o.Out)
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	judge, err := engine.New("xiangqi", engine.DefaultOptions())
	if err != nil {
		b.Fatal(err)
	}
	defer judge.Close()
	limits := engine.DefaultLimits()
	limits.Depth, limits.Fresh = *stopDepth, true
	rules := map[StopWin]*adjudged{}
	for b.Loop() {
		for g, err := range file.Games(b.Context()) {
			if err != nil {
				b.Fatal(err)
			}
			said := map[int]int{} // the longer search's score for the first player, by ply
			for _, score := range stopScores {
				for _, plies := range stopPlies {
					rule := StopWin{Score: score, Plies: plies}
					if rules[rule] == nil {
						rules[rule] = &adjudged{}
					}
					ply, winner := ends(b, g, rule)
					if ply < 0 {
						continue
					}
					if _, ok := said[ply]; !ok {
						board, err := file.Board(g.Initial)
						if err == nil {
							err = game.PlayLine(board, strings.Fields(g.Moves)[:ply])
						}
						if err != nil {
							b.Fatal(err)
						}
						r, err := judge.Search(b.Context(), board, limits)
						if err != nil {
							b.Fatal(err)
						}
						said[ply] = r.Score * (1 - 2*board.Turn())
					}
					a, lead := rules[rule], said[ply]*(1-2*winner)
					a.games++
					a.plies += len(strings.Fields(g.Moves)) - ply
					if lead < 200 {
						a.level++
					}
					if lead <= 0 {
						a.behind++
					}
				}
			}
		}
	}
	fmt.Println("score plies  adjudicated of", *stopGames, " plies saved  under 200  not ahead")
	for _, score := range stopScores {
		for _, plies := range stopPlies {
			a := rules[StopWin{Score: score, Plies: plies}]
			fmt.Printf("%5d %5d %12d %12d %10d %10d\n", score, plies, a.games, a.plies, a.level, a.behind)
		}
	}
}

// ends is the ply at which a rule would have ended a game, -1 for never.
func ends(b *testing.B, g *book.Game, rule StopWin) (ply, winner int) {
	var decisions []book.Decision
	if err := json.Unmarshal([]byte(g.Decisions), &decisions); err != nil {
		b.Fatal(err)
	}
	var a ahead
	for ply, d := range decisions {
		a.follow(ply%2, 2, d.Weighed[0].Score, rule.Score)
		if a.plies >= rule.Plies {
			return ply, a.player
		}
	}
	return -1, 0
}
