// Package review looks through a learner's game of Capture Go: which moves were
// wrong, where they should have gone, and how the game would have gone on.
//
//	o := review.DefaultOptions()
//	o.User = "black"
//	r, err := review.Review(ctx, sgf, o)
//	for _, bad := range r.BadMoves {
//		fmt.Println(bad.Number, bad.Move, "->", bad.Target, bad.Demonstration)
//	}
//
// [Review] searches the position before each of the user's moves; the share of
// the search that a move gets is its degree of recommendation. A move whose
// degree is low beside those of better moves is suspect. It is searched again,
// deeply, together with the recommended points and those that the longer search likes
// best; the one with the highest win rate is the target, and a demonstration plays on from there. What a solver or
// the search proves to win or lose is called proven, and comes before any
// opinion: no winning move is called bad. The deep search ends by its visits, its
// time, or the early stop, when the best move leads by 50 points (target.go).
//
// Why a move is bad, or good, is told by a [Reason]: a fact of the board, such as two
// stones left in atari, see package reason. Reasons are chosen by the verdicts, which
// they never change.
//
// A [Report] holds all of that as plain data: [Verdict], [Status] and [Class] are
// its words for what is proven of a move, what became of it and how bad it was.
// It is written as JSON, as SGF with variations and comments, and as pictures;
// [Report.Save] and [Load] keep it. [Report.Ask] answers a question about a move
// later: what if, how would it go on, what does a deeper search say. [Work] is a
// review as a job with progress, [Asked] a question.
//
// Classes repeat as far as their boundaries are wider than the noise. With another seed a
// loss moves by about a point at default effort and by two at quick effort, half as much
// again on 13x13 (standard deviation); classes are at least five points wide, and a loss
// nearer to a boundary than half as much again is searched on, with up to eight times the
// visits. So is a move that may win where another is proven to, and what is called bad where
// nothing is proven: with four times the visits, and with sixteen times up to 7x7 and
// wherever the best move or its win rate still changes, so that far longer searches find no
// better target. In a position that may be lost the target is searched a second time by
// itself. In games between weak players on 7x7, 9x9 and 13x13 two seeds then give a move the
// same class in 98 of 100 cases, 94 by quick effort.
//
// A move is not called bad where that would be a guess ([Unclear]): where the best move wins
// less than three times in ten and nothing is proven, since all moves may lose; where it
// wins less than 45 times in 100 and the loss is less than a blunder; and where another move
// is proven to win, but the one played wins more than four times in five and may win, too.
// Without a network a loss is a rough guess: only blunders are told, unless the options
// say otherwise.
//
// The same record, options and seed give the same report whatever the number of
// workers, unless a clock ends a search, which the report says. Where a network
// judges that holds for processors on which it runs on the same kernels, which the
// report names; with Options.Deterministic for all. A game of 20 own moves takes
// seconds to a minute by effort, and 50 MB for each worker, on 13x13 100; what the
// network has said of positions is kept for later reviews and questions, in 16 MB for all.
//
// The package reviews Capture Go only, and one side at a time.
package review
