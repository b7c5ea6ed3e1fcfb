package review

import (
	"math"
	"slices"
)

// Verdict is what is proven of a position or a move, for whoever moves; "" when
// nothing is.
type Verdict string

const (
	Win  Verdict = "win"
	Draw Verdict = "draw"
	Loss Verdict = "loss"
)

// opposite is the verdict as the other side sees it.
func (v Verdict) opposite() Verdict {
	switch v {
	case Win:
		return Loss
	case Loss:
		return Win
	}
	return v
}

// rate is the win rate of a proven end.
func (v Verdict) rate() float64 {
	switch v {
	case Win:
		return 1
	case Loss:
		return 0
	}
	return 0.5
}

// order puts proven wins first and proven losses last.
func (v Verdict) order() int {
	switch v {
	case Win:
		return 0
	case Loss:
		return 2
	}
	return 1
}

// Status is what has become of one of the user's moves; "" for one that was not
// analysed.
type Status string

const (
	NotBad  Status = "good"    // by its recommendation value and by its loss
	Costly  Status = "costly"  // not bad by its value, but it loses as much as its class says
	Suspect Status = "suspect" // bad by its value; the review ended before the deep search
	Bad     Status = "bad"     // by its value and by the deep search
	Cleared Status = "cleared" // bad by its value, but not in truth
)

// Clearance is why a move was cleared; "" for one that was not.
type Clearance string

const (
	Winning   Clearance = "winning"
	SmallLoss Clearance = "small loss"
	Lost      Clearance = "lost"   // every move is proven to lose
	Forced    Clearance = "forced" // no other move does not lose at once
	// That the move is bad would be a guess, see Options.unclear. Moves that are not bad by
	// their value have it, too.
	Unclear Clearance = "unclear"
)

// Class is how bad a move is by its loss; "" for one that was not analysed.
type Class string

const (
	Good       Class = "good"
	Inaccuracy Class = "inaccuracy"
	Mistake    Class = "mistake"
	Blunder    Class = "blunder"
)

// noisePoints over the root of a deep search's visits is the standard deviation of a
// loss, in points, from seed to seed, on boards up to noiseSize: 2.0 by quick effort,
// 1.0 by default. It was measured on games between weak players, and grows with the
// board: 1.5 by default on 13x13.
const (
	noisePoints = 60
	noiseSize   = 9
)

// withoutNet raises the boundaries that are left at their defaults to the next one, which is
// that of a blunder where all are: what games played out at random say moves by more than
// the small classes are wide.
func (o *Options) withoutNet() {
	usual := DefaultOptions()
	for _, b := range []struct {
		boundary *float64
		usual    float64
		next     *float64
	}{{&o.Mistake, usual.Mistake, &o.Blunder}, {&o.Inaccuracy, usual.Inaccuracy, &o.Mistake}, {&o.ClearLoss, usual.ClearLoss, &o.Inaccuracy}} {
		if *b.boundary == b.usual {
			*b.boundary = max(*b.boundary, *b.next)
		}
	}
}

// sureMost is how many times the visits of an effort go into a loss near a boundary, and
// nearNoise how many standard deviations are near. With 4 and 1 two seeds gave a move the
// same class in 144 of 154 cases at default effort, with 8 and 1.5 in 148, for 1.8 times
// the time on 9x9; with 8 and 2 in 150, of 924 pairs of four seeds in 893 (871 with 4 and 1).
const (
	sureMost  = 8
	nearNoise = 1.5
)

// noise is the standard deviation of a loss, in points, after so many visits.
func noise(size, visits int) float64 {
	return noisePoints * float64(max(size, noiseSize)) / noiseSize / math.Sqrt(float64(visits))
}

// near says whether a loss, after so many visits, may belong to another class with
// another seed: it is within nearNoise standard deviations of a boundary.
func (o *Options) near(loss float64, size, visits int) bool {
	noise := nearNoise * noise(size, visits)
	return slices.ContainsFunc([]float64{o.ClearLoss, o.Inaccuracy, o.Mistake, o.Blunder}, func(boundary float64) bool {
		return boundary > 0 && math.Abs(loss-boundary) < noise
	})
}

// small is the loss from which on the first search of a move, with its few visits, is
// not believed but followed by a deep one.
func (o *Options) small() float64 { return o.Inaccuracy / 2 }

// doomedBelow is the win rate of the best move under which a position is so often lost
// that no move is called bad there. In games between weak players on 7x7 and 9x9 searches of
// 100,000 visits proved what stood at 0.09 to 0.27 to be lost.
const doomedBelow = 0.3

// unclear says whether it would be a guess that a move is bad: every move may lose; the
// position may be lost, so that longer searches let all moves fall, and the loss is less than
// a blunder; or another move is proven to win, and this one may win as well: in a game between
// weak players one that stood at 0.84 did. Of 20 losses of 10 to 20 points in positions that
// may be lost, searches of 100,000 visits contradicted the target or the loss of five, of 31
// elsewhere of two.
func (o *Options) unclear(own, best *choice, loss float64) bool {
	switch best.proven {
	case "":
		return best.rate < doomedBelow || best.rate < lostBelow && loss < o.Blunder
	case Win:
		return own.proven == "" && own.rate > wonAbove
	}
	return false
}

// class says how bad a loss is, in points of win rate.
func (o *Options) class(loss float64) Class {
	switch {
	case loss <= 0: // whatever the boundaries
		return Good
	case loss >= o.Blunder:
		return Blunder
	case loss >= o.Mistake:
		return Mistake
	case loss >= o.Inaccuracy:
		return Inaccuracy
	}
	return Good
}
