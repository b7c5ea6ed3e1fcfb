package platform

import (
	"time"

	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/sgcp"
)

const (
	// moveCost is the time of a move beside the choice: the way to the gateway and
	// back, and the machine's other work.
	moveCost = 100 * time.Millisecond
	// periodMargin is the part of a period, or of the time before a bonus, that a
	// choice leaves for this, and for one slow move in a hundred.
	periodMargin = 600 * time.Millisecond
	// periodLeast is the shortest period, or bonus, in which the platform can move.
	periodLeast = 2 * time.Second
	// moveLeast is the main time needed for each move where there is no such period.
	// The platform makes as many moves as half of the board's points.
	moveLeast = time.Second / 2
)

func mainOf(s *sgcp.Settings) time.Duration { return time.Duration(s.Main) * time.Second }

// periodOf returns the length of a period, or the bonus of a move without periods.
func periodOf(s *sgcp.Settings) time.Duration {
	return time.Duration(s.ByoYomi.Seconds) * time.Second
}

// keepsTime says whether the platform can play a game with that clock without losing
// on time.
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

// clockLeft returns how long the game's clock allows for a move; 0 is no limit.
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
	// Every move to come costs moveCost, however quickly it is chosen. A game may have a
	// quarter more moves than the board has points.
	points := g.settings.Size * g.settings.Size
	left -= moveCost * time.Duration(max(points*5/4-ply, points/8)/2)
	return max(engine.MoveTime(left, 0, 0, ply), period-max(period*3/10, periodMargin))
}

// spentGuess guesses how much time the platform has spent in a game that another
// process began, since no message says it. Half of the main time is a careful guess.
func spentGuess(s *sgcp.Settings, ply int) time.Duration {
	spent := mainOf(s) / 2
	if s.ByoYomi.Periods == 0 {
		spent += periodOf(s) * time.Duration(ply/2)
	}
	return spent
}
