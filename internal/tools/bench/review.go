package main

import (
	"context"
	"fmt"
	"runtime"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/lib/review"
)

// reviewed is a game of 40 moves in which Black, the learner, makes 20.
const reviewed = "(;FF[4]GM[1]SZ[9]RU[Capture-3];B[ci];W[cb];B[di];W[bh];B[ai];W[hb];B[gi];W[bi];B[ei];W[fh];B[hi];W[fi];B[hh];W[ab];B[ah];W[ag]" +
	";B[ig];W[bd];B[ii];W[bg];B[eh];W[eg];B[dg];W[gc];B[gh];W[fg];B[dh];W[gf];B[cg];W[gg];B[hf];W[fe];B[bf];W[bc];B[ch];W[af];B[if];W[be];B[ai];W[ah])"

// reviewBad is how many of its moves are searched deeply.
const reviewBad = 5

// reviewBars review the game with all the visits of an effort: no search ends by
// the clock. Each review has a process of its own, so that its memory can be
// measured. On two free cores it takes half of the CPU time.
func reviewBars(m *meter) {
	for _, effort := range []string{"quick", "default"} {
		figures := figuresOf("review-" + effort)
		m.put("review, "+effort, figures["cpu"]/2, fmt.Sprintf("%.0f bad moves", figures["bad"]))
		m.put("review, "+effort+", memory", figures["memory"], "")
	}
}

// runReview runs in the child process.
func runReview(effort string) {
	o := review.Effort(effort)
	o.User, o.Select, o.Lowest, o.TargetTime, o.DemonstrateTime = "black", "lowest", reviewBad, 0, 0
	o.Workers = max(2, runtime.GOMAXPROCS(0))
	var r *review.Report
	took := cpu(func() { r = must.Get(review.Review(context.Background(), []byte(reviewed), o)) })
	fmt.Println("cpu", took.Seconds())
	fmt.Println("bad", len(r.BadMoves))
	fmt.Println("memory", resident("VmHWM"))
}
