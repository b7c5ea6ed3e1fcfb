package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/xiangqi"
)

// How games are played and which of their positions are kept.
const (
	openingMin   = 4   // random plies
	openingMax   = 14  // …
	pliesMax     = 240 // then a draw
	resignScore  = 1500
	resignPlies  = 4 // so many in a row decide the game
	recordScore  = 1200
	quietAtMost  = 150 // a kept position's search score may differ so much from its static value
	unfairAtMost = 350 // openings worse than that are not played
)

// record is a position kept.
type record struct {
	fen   string
	turn  int
	score int
}

// play plays games until the time is up, at least one, and appends their positions to a file.
func play(path string, seed uint64, nodes int, long time.Duration) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer f.Close()
	out := bufio.NewWriter(f)
	defer out.Flush()
	o := engine.DefaultOptions()
	o.TableMB = 16
	e, err := engine.New("xiangqi", o)
	if err != nil {
		return err
	}
	defer e.Close()
	started, kept := time.Now(), 0
	for n := uint64(0); n == 0 || time.Since(started) < long; n++ {
		records, winner, err := playGame(e, rng.Of(seed, n), nodes)
		if err != nil {
			return err
		}
		for _, r := range records {
			result := game.Outcome{Winner: winner}.Result(r.turn)
			fmt.Fprintf(out, "%s\t%g\t%d\n", r.fen, result, r.score)
		}
		kept += len(records)
		if n%50 == 49 {
			fmt.Fprintf(os.Stderr, "%d games, %d positions, %.0f/s\n", n+1, kept, float64(kept)/time.Since(started).Seconds())
		}
	}
	return nil
}

// playGame plays one game from a random opening.
func playGame(e engine.Engine, r *rng.Source, nodes int) (records []record, winner int, err error) {
	if err := e.Clear(); err != nil {
		return nil, 0, err
	}
	b, err := xiangqi.New("", xiangqi.DefaultOptions(), false)
	if err != nil {
		return nil, 0, err
	}
	for range openingMin + r.IntN(openingMax-openingMin+1) {
		moves := b.Moves(nil)
		if len(moves) == 0 {
			return nil, 0, nil
		}
		b.Play(moves[r.IntN(len(moves))])
	}
	l := engine.DefaultLimits()
	seen := map[uint64]int{}
	decided := 0
	for ply := 0; ply < pliesMax; ply++ {
		if o, over := b.Outcome(); over {
			return records, o.Winner, nil
		}
		if seen[b.Key()]++; seen[b.Key()] == 3 {
			return records, game.Draw, nil
		}
		// A jitter of the effort makes games differ more.
		l.Nodes = nodes/2 + r.IntN(nodes)
		result, err := e.Search(context.Background(), b, l)
		if err != nil {
			return nil, 0, err
		}
		if ply == 0 && abs(result.Score) > unfairAtMost {
			return nil, 0, nil
		}
		if abs(result.Score) < resignScore {
			decided = 0
		} else if decided++; decided == resignPlies {
			winner := b.Turn()
			if result.Score < 0 {
				winner = 1 - winner
			}
			return records, winner, nil
		}
		terms, err := engine.Evaluate(e, b)
		if err != nil {
			return nil, 0, err
		}
		static := terms[len(terms)-1].Value
		if !b.InCheck() && b.At(xiangqi.Target(result.Best)) == xiangqi.NoPiece &&
			abs(result.Score) <= recordScore && abs(result.Score-static) <= quietAtMost {
			records = append(records, record{strings.Join(strings.Fields(b.Position())[:2], " "), b.Turn(), result.Score})
		}
		b.Play(result.Best)
	}
	return records, game.Draw, nil
}

func abs(n int) int { return max(n, -n) }
