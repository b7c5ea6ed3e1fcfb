package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/gamefile"
	"qikit.dev/qikit/lib/review"
)

const (
	// verdictGames is how many games verdictBars reviews: two of each size. The bar is
	// meant for a hundred, QIKIT_BENCH_GAMES=100, which take hours; QIKIT_BENCH_GAMES=40-42
	// are three of them.
	verdictGames = 6
	// verdictVisits is what the search has that judges a verdict: 31 times what the review
	// had for it.
	verdictVisits = 100_000
)

// verdictSizes are the boards, by turns.
var verdictSizes = []int{7, 9, 13}

// verdictBars reviews games between weak players as users have them by default and
// searches each bad move and each target anew, with verdictVisits from the position. A
// flagged move is contradicted when that search finds it no worse than the target, a
// target when that search proves that it loses a position that can be held, or finds
// another move better by what the review calls an inaccuracy. Moves are compared by
// searches of that many visits behind each of them: the position's own search has most of
// its visits behind the move it likes and tells of that move alone how it looks deeply.
func verdictBars(m *meter) {
	first, last, err := verdictRange(os.Getenv("QIKIT_BENCH_GAMES"))
	must.Do(err)
	j := verdicts{m: m, limits: engine.DefaultLimits()}
	j.limits.Visits, j.limits.Fresh = verdictVisits, true
	o := engine.DefaultOptions()
	o.Seed = 99
	j.engine = must.Get(engine.New("capturego", o))
	defer j.engine.Close()
	took := cpu(func() {
		for i := first; i <= last; i++ {
			bad, moves, targets := j.bad, j.moves, j.targets
			took := cpu(func() { j.game(i) })
			fmt.Fprintf(m.out, "game %d: %d bad moves, %d not bad, %d targets not the best; %.0f s\n",
				i, j.bad-bad, j.moves-moves, j.targets-targets, took.Seconds())
		}
	})
	m.put("bad moves that 100,000 visits contradict", float64(j.moves), fmt.Sprintf("of %d in %d games", j.bad, last-first+1))
	m.put("targets that 100,000 visits contradict", float64(j.targets), fmt.Sprintf("of %d; %.0f s", j.bad, took.Seconds()))
}

// verdictRange reads which games are meant, from 0: so many, or those from one to another.
// No text means verdictGames.
func verdictRange(text string) (first, last int, err error) {
	from, to, isRange := strings.Cut(text, "-")
	switch {
	case text == "":
		return 0, verdictGames - 1, nil
	case !isRange:
		last, err = strconv.Atoi(text)
		last--
	default:
		first, err = strconv.Atoi(from)
		if err == nil {
			last, err = strconv.Atoi(to)
		}
	}
	if err == nil && (first < 0 || last < first) {
		err = fmt.Errorf("no game is in %q, expected a number or two of them, as in 40-42", text)
	}
	return first, last, err
}

// verdicts judges reviews.
type verdicts struct {
	m      *meter
	engine engine.Engine
	limits engine.Limits

	bad, moves, targets int
}

// game reviews the game of a number for one of its players and judges its bad moves.
func (j *verdicts) game(i int) {
	record := weakGame(i)
	o := review.Effort("default")
	o.User, o.TargetTime, o.DemonstrateTime, o.Demonstrate = []string{"black", "white"}[i/len(verdictSizes)%2], 0, 0, []int{}
	r := must.Get(review.Review(context.Background(), record, o))
	games := must.Get(gamefile.Read(record, gamefile.ReadOptions{Game: "capturego"}))
	for _, bad := range r.BadMoves {
		at := slices.IndexFunc(r.Moves, func(move review.Move) bool { return move.Number == bad.Number })
		b := must.Get(games[0].Board(r.Moves[at].Ply - 1))
		j.bad++
		j.verdict(i, b, bad)
	}
}

// verdict searches the position of a bad move, and what is left after its target and
// after the move itself.
func (j *verdicts) verdict(number int, b game.Board, bad review.BadMove) {
	found := must.Get(j.engine.Search(context.Background(), b, j.limits))
	best := b.Text(found.Best)
	played, target := j.after(b, bad.Move), j.after(b, bad.Target)
	rival := target
	if best != bad.Target {
		rival = j.after(b, best)
	}
	tell := func(what string) {
		fmt.Fprintf(j.m.out, "game %d, %s: %s %s: %s %.3f %s, %s %.3f %s, best %s %.3f %s\n", number, b.Position(), what, bad.Class,
			bad.Move, played.rate, played.proven, bad.Target, target.rate, target.proven, best, rival.rate, rival.proven)
	}
	if played.rate >= target.rate {
		j.moves++
		tell("not bad")
	}
	better := rival.rate-target.rate >= review.DefaultOptions().Inaccuracy/100
	if better || target.proven == "loss" && found.Proven != "loss" {
		j.targets++
		tell("not the best")
	}
}

// outlook is how things stand for a player.
type outlook struct {
	rate   float64
	proven string
}

// after searches what a move leads to, for who made it.
func (j *verdicts) after(b game.Board, move string) outlook {
	must.Do(game.PlayLine(b, []string{move}))
	defer b.Undo()
	mover := 1 - b.Turn()
	if end, over := b.Outcome(); over {
		switch end.Winner {
		case mover:
			return outlook{1, "win"}
		case game.Draw:
			return outlook{0.5, "draw"}
		}
		return outlook{0, "loss"}
	}
	r := must.Get(j.engine.Search(context.Background(), b, j.limits))
	return outlook{1 - r.WinRate, map[string]string{"win": "loss", "loss": "win", "draw": "draw"}[r.Proven]}
}

// weakGame is a game between two players of low levels, as SGF: a few moves at random, so
// that no two games are alike, then those of the players.
func weakGame(i int) []byte {
	random := rng.New(uint64(i + 1))
	size := verdictSizes[i%len(verdictSizes)]
	rules := fmt.Sprintf(`{"size": %d, "target": %d}`, size, 1+i%3)
	b := must.Get(game.New("capturego", game.Setup{Rules: []byte(rules)}))
	g := gamefile.Game{Name: "capturego", Record: game.Record{Initial: b.Position()}}
	limits := engine.DefaultLimits()
	limits.Visits, limits.Fresh = 100, true
	var players [2]engine.Engine
	for side := range players {
		o := engine.DefaultOptions()
		o.Level, o.Seed = 1+random.IntN(3), uint64(i+1)
		players[side] = must.Get(engine.New("capturego", o))
		defer players[side].Close()
	}
	for ply := 0; ply < 60; ply++ {
		if _, over := b.Outcome(); over {
			break
		}
		moves := b.Moves(nil)
		move := moves[random.IntN(len(moves))]
		if ply >= 4 {
			move = must.Get(players[b.Turn()].Search(context.Background(), b, limits)).Best
		}
		g.Record.Moves = append(g.Record.Moves, move)
		b.Play(move)
	}
	var sgf bytes.Buffer
	must.Do(gamefile.Write(&sgf, []gamefile.Game{g}, gamefile.WriteOptions{}))
	return sgf.Bytes()
}
