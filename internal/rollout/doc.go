// Package rollout plays games of Capture Go out, fast enough for thousands of
// them in one search: by even random moves, or by a policy, a softmax over a few
// local features of each legal move.
//
//	p := rollout.NewPlayer(rollout.DefaultPolicy())
//	winner := p.Play(b.Stones(), rollout.Rules{Target: [2]int{1, 1}}, last, own, random)
//
// A move that captures enough is always played. Otherwise a legal move's weight
// is e to the sum of the weights of its features, as feature.go numbers and
// [Features] lists them; a move is drawn in proportion to its weight. The
// weights are a plain table, by hand ([DefaultPolicy]) or trained.
//
// # How it is fast
//
// The colors around each empty point are kept as a code of sixteen bits, and the
// weight of the pattern they make as a whole number for either side, with sums by
// row; a move changes those of eight points. The few points with features that
// raise their weight are drawn from a list of their own. Points with features that
// lower it, and illegal moves, are drawn by their patterns and then rejected as often as
// is right, which gives the same distribution without looking at all moves. Whole
// numbers make the games the same on every machine.
package rollout
