package review

// A target search, and that of each ply of a demonstration, ends when its time is
// over, after 5 seconds by default, or by the early stop: when the best win rate
// leads the second by 50 points, the "exceeds by 50 %" of the capture-Go review
// document [118-127]. A lead counts only between moves that have a least number of
// visits or are proven. The tree search looks for it, see earlystop.go of
// internal/mcts; reports call this end "gap". Options.TargetTime,
// DemonstrateTime, EarlyStop and EarlyStopVisits set other limits.
const (
	targetSeconds   = 5
	earlyStop       = 0.5 // of win rate
	earlyStopVisits = 16
)
