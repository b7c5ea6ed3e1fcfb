package book

import (
	"context"
	"errors"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

// play plays the job's game of that id. Everything about it depends on the
// options, the seed and the id alone. An engine's fault becomes the game's
// Failure; an error is a cancelled context's cause or a defect.
func (s *seats) play(ctx context.Context, id int64, initial string) (*playedGame, error) {
	b, err := s.job.board(initial)
	if err != nil {
		return nil, err
	}
	g := &playedGame{ID: id, Initial: initial, Winner: game.Draw, Engines: s.job.names, Seed: s.job.seed}
	p := &playing{seats: s, game: uint64(id), board: b, depths: make([]int, len(s.job.sides)), used: make([]int, len(s.job.sides))}
	var faulty *engineError
	most, reason := s.job.length(id)
	switch err := p.run(ctx, most, reason); {
	case errors.As(err, &faulty):
		g.Reason, g.Failure = reasonFailure, faulty.Error()
	case err != nil:
		return nil, err
	default:
		g.Winner, g.Reason = p.winner, p.reason
	}
	g.set(p.moves, p.decisions[:len(p.moves)])
	return g, nil
}

// playing is a game under way.
type playing struct {
	seats *seats
	game  uint64 // id, for the random streams
	board game.Board

	moves     []string
	decisions []*decision
	winner    int
	reason    string

	lean   leaning
	depths []int     // by player, this ply
	used   []int     // by player, at their last ply
	evals  []float64 // by player, what the last search said
	ahead  ahead
}

// length is the number of plies after which a game is ended, and why.
func (j *job) length(id int64) (most int, reason string) {
	d := j.options.Distance
	if d == nil {
		return j.options.MaxPlies, reasonCap
	}
	r := rng.Of(j.seed, streamDistance, uint64(id))
	return d.Min + r.IntN(d.Max-d.Min+1), reasonDistance
}

// run plays until the game is over or as long as it may be.
func (p *playing) run(ctx context.Context, most int, reason string) error {
	if err := p.seats.clear(); err != nil {
		return err
	}
	p.winner = game.Draw
	for ply := 0; ; ply++ {
		if o, over := p.board.Outcome(); over {
			p.winner, p.reason = o.Winner, o.Reason
			return nil
		}
		if ply == most {
			p.reason = reason
			return nil
		}
		if stop, err := p.ply(ctx, ply); stop || err != nil {
			return err
		}
	}
}

// ply makes one move, or ends the game by what its search says.
func (p *playing) ply(ctx context.Context, ply int) (stop bool, err error) {
	s := p.seats
	o, player := &s.job.options, p.board.Turn()
	var checked *leaning
	var evals []float64
	if p.lean, evals, err = s.weighPlayers(p.lean, p.evals, p.board, ply); err != nil {
		return false, err
	}
	if evals != nil {
		l := p.lean
		checked = &l
	}
	s.job.drawDepths(p.depths, p.used, p.game, ply, p.lean)
	p.used[player] = p.depths[player]
	c := o.choice(p.lean, player)
	r, list, err := s.search(ctx, player, p.board, p.depths[player], c.high, false)
	if err != nil {
		return false, err
	}
	chosen := c.pick(list, rng.Of(s.job.seed, streamMove, p.game, uint64(ply)))
	d := newDecision(p.board, r, list, p.depths[player], chosen)
	d.Lean, d.Evals = checked, evals
	p.decisions = append(p.decisions, &d)
	if p.winner, p.reason = p.ahead.decided(&o.Stop, player, len(p.depths), ply, r, list[0].score); p.reason != "" {
		return true, nil
	}
	p.evals = halves(len(p.depths), player, list[chosen].score)
	p.moves = append(p.moves, p.board.Text(list[chosen].move))
	p.board.Play(list[chosen].move)
	return false, nil
}

// drawDepths fills depths for a ply, adjusted as the game leans.
func (j *job) drawDepths(depths, used []int, game uint64, ply int, l leaning) {
	j.options.Depth.depths(depths, j.seed, game, ply/len(depths))
	if b := j.options.Balance; b != nil {
		b.adjust(l, depths, used, engine.DepthMax)
	}
}

// weighPlayers checks the balance before a ply, if one is due: evals are then
// the players' evaluations, otherwise nil.
func (s *seats) weighPlayers(l leaning, last []float64, b game.Board, ply int) (after leaning, evals []float64, err error) {
	balance := s.job.options.Balance
	if balance == nil || ply%balance.Every != 0 {
		return l, nil, nil
	}
	if balance.Evaluator == EvaluatorSearch {
		if last == nil {
			return l, nil, nil // nothing has been searched yet
		}
		evals = last
	} else {
		totals, err := s.evaluator.EvaluatePlayers(b)
		if err != nil {
			return l, nil, &engineError{s.job.sides[b.Turn()], err}
		}
		for _, total := range totals {
			evals = append(evals, float64(total))
		}
	}
	return balance.lean(l, evals), evals, nil
}

// halves are the players' evaluations by a search score of one of them: half
// of it for the player, and minus half for the others [177; 10-book.md].
func halves(players, player, score int) []float64 {
	into := make([]float64, players)
	for i := range into {
		into[i] = -float64(score) / 2
	}
	into[player] = float64(score) / 2
	return into
}

// ahead follows who has been ahead, or that nobody was, for how long.
type ahead struct {
	player int // meaningless while plies is 0
	plies  int
	level  int // plies running
}

// decided says whether a search ends the game: who wins, and the reason, ""
// when it goes on.
func (a *ahead) decided(stop *Stop, player, players, ply int, r engine.Result, score int) (winner int, reason string) {
	if stop.Mate {
		switch {
		case r.Proven == "win":
			return player, reasonProven
		case r.Proven == "draw":
			return game.Draw, reasonProven
		case r.Proven == "loss" && players == 2:
			return 1 - player, reasonProven
		}
	}
	if w := stop.Win; w != nil {
		a.follow(player, players, score, w.Score)
		if a.plies >= w.Plies {
			return a.player, reasonWin
		}
	}
	if d := stop.Draw; d != nil {
		a.level++
		if score > d.Score || score < -d.Score {
			a.level = 0
		}
		if a.level >= d.Plies && ply >= d.After {
			return game.Draw, reasonDraw
		}
	}
	return game.Draw, ""
}

// follow counts one more ply for whoever is ahead in the mover's eyes.
func (a *ahead) follow(player, players, score, least int) {
	leader := -1
	switch {
	case score >= least:
		leader = player
	case score <= -least && players == 2:
		leader = 1 - player
	case score <= -least && a.plies > 0 && a.player != player:
		leader = a.player
	}
	switch {
	case leader < 0:
		a.plies = 0
	case a.plies > 0 && a.player == leader:
		a.plies++
	default:
		a.player, a.plies = leader, 1
	}
}
