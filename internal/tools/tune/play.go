package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"time"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

// games says how games are played.
type games struct {
	openingMin, openingMax int  // random plies
	pliesMax               int  // longer games are draws
	repeated               int  // occurrences of a position that make a draw; 0 leaves it to the rules
	unfairAtMost           int  // openings with a larger score are not played
	resignScore            int  // a score that decides the game after four plies in a row
	jitter                 bool // varies the effort, so that games differ more
	// draw draws a move of an opening; nil: any one.
	draw func(b game.Board, r *rng.Source) game.Move
}

const (
	resignPlies = 4
	never       = 1 << 30 // a score or a number of plies that is never reached
)

// record is a position that is kept.
type record struct {
	text  string
	turn  int
	score int
}

// play plays up to that many games, at least one, until the time is up, and appends
// their positions to a file.
func (t *tuned) play(name, path string, seed uint64, nodes, most int, long time.Duration) {
	f := must.Get(os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644))
	defer f.Close()
	out := bufio.NewWriter(f)
	o := engine.DefaultOptions()
	o.TableMB = t.table
	e := must.Get(engine.New(name, o))
	defer e.Close()
	began, kept := time.Now(), 0
	for n := 0; n == 0 || n < most && time.Since(began) < long; n++ {
		b := must.Get(game.New(name, game.Setup{}))
		records, winner := t.playGame(e, b, rng.Of(seed, uint64(n)), nodes)
		for _, r := range records {
			fmt.Fprintf(out, "%s\t%g\t%d\n", r.text, game.Outcome{Winner: winner}.Result(r.turn), r.score)
		}
		kept += len(records)
		if n%50 == 49 {
			fmt.Fprintf(os.Stderr, "%d games, %d positions, %.0f/s\n", n+1, kept, float64(kept)/time.Since(began).Seconds())
		}
	}
	must.Do(out.Flush())
}

// playGame plays one game from a random opening.
func (t *tuned) playGame(e engine.Engine, b game.Board, r *rng.Source, nodes int) (records []record, winner int) {
	must.Do(e.Clear())
	for range t.openingMin + r.IntN(t.openingMax-t.openingMin+1) {
		if t.draw != nil {
			b.Play(t.draw(b, r))
		} else if moves := b.Moves(nil); len(moves) > 0 {
			b.Play(moves[r.IntN(len(moves))])
		}
	}
	l := engine.DefaultLimits()
	l.Nodes = nodes
	seen := map[string]int{}
	decided := 0
	for ply := 0; ply < t.pliesMax; ply++ {
		if o, over := b.Outcome(); over {
			return records, o.Winner
		}
		text := t.text(b)
		if seen[text]++; seen[text] == t.repeated {
			return records, game.Draw
		}
		if t.jitter {
			l.Nodes = nodes/2 + r.IntN(nodes)
		}
		result := must.Get(e.Search(context.Background(), b, l))
		if ply == 0 && abs(result.Score) > t.unfairAtMost {
			return nil, 0
		}
		if abs(result.Score) < t.resignScore {
			decided = 0
		} else if decided++; decided == resignPlies {
			winner := b.Turn()
			if result.Score < 0 {
				winner = 1 - winner
			}
			return records, winner
		}
		if t.quiet(e, b, result) {
			records = append(records, record{text, b.Turn(), result.Score})
		}
		b.Play(result.Best)
	}
	return records, game.Draw
}

func abs(n int) int { return max(n, -n) }
