package generate

import (
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/game"
)

// ahead counts for how many plies one player has been ahead, or nobody.
type ahead struct {
	player int // meaningless while plies is 0
	plies  int
	level  int // plies running
}

// decided says whether a decision with that score ends the game: who wins, and the
// reason. The reason is empty when the game goes on.
func (a *ahead) decided(stop *Stop, player, players, ply int, d *book.Decision, score int) (winner int, reason book.Reason) {
	if stop.Mate {
		switch {
		case d.Proven == "win":
			return player, d.Proof
		case d.Proven == "draw":
			return game.Draw, d.Proof
		case d.Proven == "loss" && players == 2:
			return 1 - player, d.Proof
		}
	}
	if w := stop.Win; w != nil {
		a.follow(player, players, score, w.Score)
		if a.plies >= w.Plies {
			return a.player, book.ReasonWin
		}
	}
	if d := stop.Draw; d != nil {
		a.level++
		if score > d.Score || score < -d.Score {
			a.level = 0
		}
		if a.level >= d.Plies && ply >= d.After {
			return game.Draw, book.ReasonDraw
		}
	}
	return game.Draw, ""
}

// follow counts one more ply for the player who is ahead by the mover's score.
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
