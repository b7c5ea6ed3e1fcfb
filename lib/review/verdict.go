package review

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
	NotBad  Status = "good"    // by its recommendation value
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
)

// Class is how bad a move is by its loss; "" for one that was not analysed.
type Class string

const (
	Good       Class = "good"
	Inaccuracy Class = "inaccuracy"
	Mistake    Class = "mistake"
	Blunder    Class = "blunder"
)

// class says how bad a loss is, in points of win rate.
func (o *Options) class(loss float64) Class {
	switch {
	case loss >= o.Blunder:
		return Blunder
	case loss >= o.Mistake:
		return Mistake
	case loss >= o.Inaccuracy:
		return Inaccuracy
	}
	return Good
}
