package main

import (
	"bytes"
	"context"
	"embed"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

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

// weakGames are games between weak players in which Black makes 16, 16 and 17 moves, and
// 20 on the larger board.
var weakGames = map[int][]string{
	9: {
		"(;FF[4]GM[1]SZ[9]RU[Capture-1];B[fc];W[cf];B[bf];W[ff];B[bg];W[gc];B[df];W[ce];B[cg];W[bh];B[ef];W[fe];B[ee];W[be];B[ch];W[bd];B[ec]" +
			";W[eb];B[cd];W[ae];B[dh];W[cb];B[fd];W[ad];B[ah];W[bi];B[db];W[gd];B[ed];W[ai];B[ci])",
		"(;FF[4]GM[1]SZ[9]RU[Capture-1];B[ed];W[ee];B[ba];W[dd];B[bb];W[ca];B[ec];W[ge];B[fe];W[gg];B[aa];W[eb];B[ab];W[gf];B[ff];W[gd];B[cb]" +
			";W[da];B[dg];W[db];B[gh];W[hb];B[ef];W[de];B[cf];W[fd];B[ce];W[eg];B[bc];W[df];B[cd];W[fg])",
		"(;FF[4]GM[1]SZ[9]RU[Capture-1];B[ea];W[eb];B[fb];W[db];B[hg];W[ic];B[ec];W[id];B[da];W[ca];B[fa];W[hc];B[ie];W[hd];B[gd];W[gc];B[af]" +
			";W[ib];B[bh];W[he];B[if];W[hf];B[ig];W[ed];B[ge];W[gf];B[ee];W[bi];B[gg];W[bg];B[ci];W[hb];B[ai])",
	},
	13: {
		"(;FF[4]GM[1]SZ[13]RU[Capture-1];B[kh];W[ll];B[kg];W[li];B[fb];W[be];B[kl];W[cf];B[jf];W[if];B[ce];W[mi];B[ig];W[de];B[cd];W[ki];B[eb]" +
			";W[lh];B[el];W[bd];B[ih];W[ii];B[kf];W[dl];B[ea];W[fl];B[ji];W[dd];B[cc];W[ka];B[da];W[em];B[ek];W[bc];B[ec];W[mh];B[dk];W[jl];B[fm]" +
			";W[gm])",
	},
}

// weakReviewBars review whole games of weak players as users have them by default, but
// for the clock. Each row has a process of its own, which has met none of the positions.
func weakReviewBars(m *meter) {
	for _, row := range []struct {
		size   int
		effort string
	}{{9, "quick"}, {9, "default"}, {13, "default"}} {
		figures, games := figuresOf(fmt.Sprintf("weak-%d-%s", row.size, row.effort)), len(weakGames[row.size])
		m.put(fmt.Sprintf("weak players, %dx%d, %s", row.size, row.size, row.effort), figures["cpu"]/float64(games),
			fmt.Sprintf("%d games, %.0f own moves, %.0f bad", games, figures["moves"], figures["bad"]))
	}
}

// runWeak runs in the child process.
func runWeak(row string) {
	size, effort, _ := strings.Cut(row, "-")
	var took time.Duration
	moves, bad := 0, 0
	for _, game := range weakGames[must.Get(strconv.Atoi(size))] {
		o := review.Effort(effort)
		o.User, o.TargetTime, o.DemonstrateTime = "black", 0, 0
		took += cpu(func() {
			r := must.Get(review.Review(context.Background(), []byte(game), o))
			moves, bad = moves+len(r.Moves), bad+len(r.BadMoves)
		})
	}
	fmt.Println("cpu", took.Seconds())
	fmt.Println("moves", moves)
	fmt.Println("bad", bad)
}

// questionBars ask about each bad move of a review: in the process that made it, and in
// another.
func questionBars(m *meter) {
	dir := must.Get(os.MkdirTemp("", "question"))
	defer os.RemoveAll(dir)
	var here, elsewhere float64
	asked := 0
	for i, game := range weakGames[9] {
		o := review.Effort("default")
		o.User, o.TargetTime, o.DemonstrateTime, o.Demonstrate = "black", 0, 0, []int{}
		r := must.Get(review.Review(context.Background(), []byte(game), o))
		report := filepath.Join(dir, fmt.Sprint(i))
		must.Do(os.WriteFile(report, r.JSON(), 0o644))
		here += cpu(func() { askAll(r) }).Seconds()
		elsewhere += figuresOf("question-" + report)["cpu"]
		asked += len(r.BadMoves)
	}
	m.beside("question about a bad move", here/float64(asked), elsewhere/float64(asked), fmt.Sprintf("%d questions", asked))
}

// runQuestion runs in the child process.
func runQuestion(report string) {
	r := must.Get(review.Parse(must.Get(os.ReadFile(report))))
	fmt.Println("cpu", cpu(func() { askAll(r) }).Seconds())
}

// askAll asks about each bad move of a review.
func askAll(r *review.Report) {
	for _, b := range r.BadMoves {
		must.Get(r.Ask(context.Background(), review.Question{Kind: "ask", Number: b.Number, Move: b.Move}, nil))
	}
}

//go:embed testdata/weak7.sgf testdata/weak9.sgf testdata/weak13.sgf
var weakFiles embed.FS

// classSeeds are the seeds whose classes are compared.
const classSeeds = 2

// classBars review games of weak players with several seeds and count how often a move
// has the same class.
func classBars(m *meter) {
	for _, effort := range []string{"quick", "default"} {
		same, pairs := 0, 0
		for _, size := range []int{7, 9, 13} {
			file := must.Get(weakFiles.ReadFile(fmt.Sprintf("testdata/weak%d.sgf", size)))
			s, p := 0, 0
			for game := range bytes.Count(file, []byte("(;")) {
				some, of := sameClasses(file, game, effort)
				s, p = s+some, p+of
			}
			m.put(fmt.Sprintf("same class, %dx%d, %s", size, size, effort), float64(s)/float64(p), fmt.Sprintf("%d of %d pairs", s, p))
			same, pairs = same+s, pairs+p
		}
		share := float64(same) / float64(pairs)
		m.put("same class, "+effort, share, fmt.Sprintf("%d of %d pairs, +-%.3f", same, pairs, 2*math.Sqrt(share*(1-share)/float64(pairs))))
	}
}

// sameClasses compares the reviews of a game of a file, of either player by turns.
func sameClasses(file []byte, game int, effort string) (same, pairs int) {
	var reports []*review.Report
	for seed := range classSeeds {
		o := review.Effort(effort)
		o.User, o.Game, o.Seed = []string{"black", "white"}[game%2], game+1, uint64(seed+1)
		o.TargetTime, o.DemonstrateTime, o.Demonstrate = 0, 0, []int{}
		r := must.Get(review.Review(context.Background(), file, o))
		for _, other := range reports {
			for i, move := range r.Moves {
				pairs++
				if move.Class == other.Moves[i].Class {
					same++
				}
			}
		}
		reports = append(reports, r)
	}
	return same, pairs
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
