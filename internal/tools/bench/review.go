package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"

	"qikit.dev/qikit/lib/review"
)

// reviewed is a game of 40 moves in which Black, the learner, makes 20.
const reviewed = "(;FF[4]GM[1]SZ[9]RU[Capture-3];B[ci];W[cb];B[di];W[bh];B[ai];W[hb];B[gi];W[bi];B[ei];W[fh];B[hi];W[fi];B[hh];W[ab];B[ah];W[ag]" +
	";B[ig];W[bd];B[ii];W[bg];B[eh];W[eg];B[dg];W[gc];B[gh];W[fg];B[dh];W[gf];B[cg];W[gg];B[hf];W[fe];B[bf];W[bc];B[ch];W[af];B[if];W[be];B[ai];W[ah])"

// reviewBad is how many of its moves are searched deeply.
const reviewBad = 5

// reviewBars review it, in processes of their own for the memory, with all the
// visits of an effort: no clock ends a search. On a machine of two free cores it
// takes half of the CPU time.
func reviewBars(report func(bar)) error {
	for _, row := range []struct {
		effort string
		most   float64 // seconds on two cores
	}{{"quick", 15}, {"default", 60}} {
		figures := map[string]float64{}
		if err := child("review-"+row.effort, func(key string, value float64) { figures[key] = value }); err != nil {
			return err
		}
		took := figures["cpu"] / 2
		report(bar{name: "review, " + row.effort, ours: took, unit: "s of 2 cores", peer: row.most, peerIs: fmt.Sprintf("s allowed; %.0f bad", figures["bad"]), ratio: took / row.most, most: 1})
		report(bar{name: "review, " + row.effort + ", memory", ours: figures["memory"], unit: "MB", peer: 300, peerIs: "MB allowed", ratio: figures["memory"] / 300, most: 1})
	}
	return nil
}

// runReview is what the other process does.
func runReview(effort string) error {
	o := review.Effort(effort)
	o.User, o.Select, o.Lowest, o.TargetTime, o.DemonstrateTime = "black", "lowest", reviewBad, 0, 0
	o.Workers = max(2, runtime.GOMAXPROCS(0))
	var r *review.Report
	took, err := cpu(func() (err error) {
		r, err = review.Review(context.Background(), []byte(reviewed), o)
		return err
	})
	if err != nil {
		return err
	}
	memory, err := peakMB()
	if err != nil {
		return err
	}
	fmt.Println("cpu", took.Seconds())
	fmt.Println("bad", len(r.BadMoves))
	fmt.Println("memory", memory)
	return nil
}

// peakMB is the most memory that this process has had.
func peakMB() (float64, error) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, err
	}
	for line := range bytes.Lines(status) {
		if size, ok := strings.CutPrefix(string(line), "VmHWM:"); ok {
			kilobytes, err := strconv.ParseFloat(strings.Fields(size)[0], 64)
			return kilobytes / 1024, err
		}
	}
	return 0, errors.New("no VmHWM in /proc/self/status")
}
