package platform

import (
	"time"

	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/sgcp"
)

const (
	// moveCost is what a move costs beside the choice: the way to the gateway and
	// back, and what else the machine has to do.
	moveCost = 100 * time.Millisecond
	// periodMargin is what is left over of a period, or of the time before a bonus,
	// for the same, and for the one slow move in a hundred.
	periodMargin = 600 * time.Millisecond
	// periodLeast is the shortest period, or bonus, that can be lived on.
	periodLeast = 2 * time.Second
	// moveLeast is what the main time must have for each move, where there is no such
	// period; half of the board's points are the platform's moves.
	moveLeast = time.Second / 2
)

func mainOf(s *sgcp.Settings) time.Duration { return time.Duration(s.Main) * time.Second }

// periodOf is the length of a period, with no periods the bonus of a move.
func periodOf(s *sgcp.Settings) time.Duration {
	return time.Duration(s.ByoYomi.Seconds) * time.Second
}

// keepsTime says whether a game with that clock can be played without losing it on
// time.
func keepsTime(s *sgcp.Settings) bool {
	main, period := mainOf(s), periodOf(s)
	switch {
	case main == 0 && period == 0:
		return true // the hall's clock
	case period >= periodLeast && (s.ByoYomi.Periods > 0 || main == 0 || main >= periodLeast):
		return true // with a bonus the first move has the main time only
	}
	return main >= moveLeast*time.Duration(s.Size*s.Size/2)
}

// clockLeft is what the game's clock allows for a move, 0 for no limit.
func (g *match) clockLeft() time.Duration {
	main, period, ply := mainOf(&g.settings), periodOf(&g.settings), len(g.line)
	if main == 0 && period == 0 {
		return 0 // ten minutes a move, by the hall's clock
	}
	left := main - g.spent
	if g.settings.ByoYomi.Periods == 0 && period > 0 {
		own := ply / 2
		if left += period * time.Duration(own); main == 0 {
			left += period // the first one at once
		}
		if own > 0 {
			left = max(left, period) // whatever is gone, the last bonus is not
		}
		return engine.MoveTime(left-periodMargin, max(period-periodMargin, 0), 0, ply)
	}
	// The moves to come cost what they cost, however quickly they are chosen; a game
	// may be a quarter longer than there are points.
	points := g.settings.Size * g.settings.Size
	left -= moveCost * time.Duration(max(points*5/4-ply, points/8)/2)
	return max(engine.MoveTime(left, 0, 0, ply), period-max(period*3/10, periodMargin))
}

// spentGuess is how much of its time the platform may have spent in a game that
// another process began: nobody says it. Half of the main time is a careful guess.
func spentGuess(s *sgcp.Settings, ply int) time.Duration {
	spent := mainOf(s) / 2
	if s.ByoYomi.Periods == 0 {
		spent += periodOf(s) * time.Duration(ply/2)
	}
	return spent
}
