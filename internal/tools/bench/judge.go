package main

import (
	"context"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/review"
)

// verdictVisits is what the search has that judges a verdict: 31 times what the review
// had for it.
const verdictVisits = 100_000

// verdictJudge searches what reviews say of bad moves with verdictVisits from the position.
// A flagged move is contradicted when that search finds it no worse than the target, a
// target when that search proves that it loses a position that can be held, or finds
// another move better by what the review calls an inaccuracy. Moves are compared by
// searches of that many visits behind each of them: the position's own search has most of
// its visits behind the move it likes and tells of that move alone how it looks deeply.
//
// Such searches differ by their seeds, too: of a target that one saw 7 points behind
// another move, two others said that it was 0 and 2 points ahead. So what contradicts a
// review is searched twice more, and what most of the three say counts; what one alone
// said is told beside it.
type verdictJudge [3]*judgeSearch

// judgeSearch has the searches of one seed. They are analyses, as reviews make them: with
// 100,000 visits what they say of a move differs by some 0.01 from seed to seed, where that
// of searches for a move to play, which look around less, differs by 0.1.
type judgeSearch struct{ tree *engine.Tree }

func newVerdictJudge() *verdictJudge {
	var j verdictJudge
	for i := range j {
		o := engine.DefaultOptions()
		o.Workers, o.Seed = 1, uint64(99+i)
		j[i] = &judgeSearch{must.Get(engine.NewTree("capturego", o))}
	}
	return &j
}

// judge is what most of the searches say, and what the first one saw.
func (j *verdictJudge) judge(b game.Board, bad review.BadMove) judged {
	first := j[0].judge(b, bad)
	if !first.notBad && !first.notBest {
		return first
	}
	return mostSay(first, j[1].judge(b, bad), j[2].judge(b, bad))
}

// mostSay is the first of three with what at least two of them contradict.
func mostSay(first, second, third judged) judged {
	notBad := first.notBad && (second.notBad || third.notBad) || second.notBad && third.notBad
	notBest := first.notBest && (second.notBest || third.notBest) || second.notBest && third.notBest
	first.doubted = first.notBad && !notBad || first.notBest && !notBest
	first.notBad, first.notBest = notBad, notBest
	return first
}

// judged is what the searches say of a bad move.
type judged struct {
	best                  string // of the position's own search
	played, target, rival outlook
	notBad, notBest       bool
	doubted               bool // the first of three searches alone contradicted
}

// outlook is how things stand for a player.
type outlook struct {
	rate   float64
	proven string
}

// judge searches the position of a bad move, and what is left after its target, after the
// best move and after the move itself.
func (j *judgeSearch) judge(b game.Board, bad review.BadMove) (v judged) {
	found := j.search(b)
	v.best = b.Text(found.Moves[0].Move)
	v.rival = j.after(b, v.best)
	v.target = v.rival
	if v.best != bad.Target {
		v.target = j.after(b, bad.Target)
	}
	v.played = j.after(b, bad.Move)
	v.notBad = v.played.rate >= v.target.rate
	v.notBest = v.rival.rate-v.target.rate >= review.DefaultOptions().Inaccuracy/100 || v.target.proven == "loss" && found.Proven != "loss"
	return v
}

func (j *judgeSearch) search(b game.Board) engine.TreeResult {
	return must.Get(j.tree.Search(context.Background(), b, engine.TreeLimits{Visits: verdictVisits}))
}

// after searches what a move leads to, for who made it.
func (j *judgeSearch) after(b game.Board, move string) outlook {
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
	r := j.search(b)
	return outlook{1 - r.Moves[0].WinRate, map[string]string{"win": "loss", "loss": "win", "draw": "draw"}[r.Proven]}
}
