package main

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/internal/tools/step"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/gamefile"
	"qikit.dev/qikit/lib/review"
)

const (
	verdictLogPath = "internal/tools/bench/verdicts.tsv"
	// verdictMinutes is how long verdictBars begins games, unless QIKIT_BENCH_MINUTES says
	// otherwise; 0 only sums up. QIKIT_BENCH_GAMES=40-42 are three of the games,
	// QIKIT_BENCH_GAMES=10 the first ten; else all.
	verdictMinutes = 10
)

//go:embed testdata/weak100.sgf
var weak100 []byte

// verdictBars reviews games between weak players as users have them by default and lets a
// verdictJudge search what it says of bad moves. All games take hours, so each run does
// some that the log does not have yet, and the bars are sums of the log's rows. Rows
// count while nothing has changed that the review or the judge consists of.
func verdictBars(m *meter) {
	first, last, err := verdictRange(os.Getenv("QIKIT_BENCH_GAMES"))
	must.Do(err)
	minutes := float64(verdictMinutes)
	if text := os.Getenv("QIKIT_BENCH_MINUTES"); text != "" {
		minutes = must.Get(strconv.ParseFloat(text, 64))
	}
	v := verdicts{m: m, games: must.Get(gamefile.Read(weak100, gamefile.ReadOptions{Game: "capturego"}))}
	v.tree, v.judgeTree = treeOf("./lib/review"), treeOf("./lib/engine", "internal/tools/bench/judge.go")
	v.rows = must.Get(readVerdicts(verdictLogPath))
	commit := strings.TrimSpace(must.Get(step.Output(exec.Command("git", "rev-parse", "--short", "HEAD"))))
	end := time.Now().Add(time.Duration(minutes * float64(time.Minute)))
	for _, i := range v.order(first, last) {
		if v.has(i) || time.Now().After(end) {
			continue
		}
		r := v.game(i)
		r.day, r.commit, r.tree, r.judge = time.Now().UTC().Format(time.DateOnly), commit, v.tree, v.judgeTree
		must.Do(addVerdict(verdictLogPath, r))
		v.rows = append(v.rows, r)
	}
	v.put()
}

// put reports the sums of the rows that count.
func (v *verdicts) put() {
	var games, moves, notBad, notBest, doubted int
	var seconds float64
	for i := range v.games {
		r, has := v.row(i)
		if !has {
			continue
		}
		bad, best := r.contradicted()
		doubted += r.doubted()
		games, moves, notBad, notBest, seconds = games+1, moves+len(r.claims), notBad+bad, notBest+best, seconds+r.seconds
	}
	v.m.put("bad moves that 100,000 visits contradict", float64(notBad), fmt.Sprintf("of %d", moves))
	v.m.put("targets that 100,000 visits contradict", float64(notBest), fmt.Sprintf("of %d; %d more moves or targets by one seed of three", moves, doubted))
	v.m.put("games judged", float64(games), fmt.Sprintf("of %d; %.0f s", len(v.games), seconds))
}

// verdictRange reads which games are meant, from 0: so many, or those from one to another.
// No text means all.
func verdictRange(text string) (first, last int, err error) {
	from, to, isRange := strings.Cut(text, "-")
	switch {
	case text == "":
		return 0, 99, nil
	case !isRange:
		last, err = strconv.Atoi(text)
		last--
	default:
		first, err = strconv.Atoi(from)
		if err == nil {
			last, err = strconv.Atoi(to)
		}
	}
	if err == nil && (first < 0 || last < first || last > 99) {
		err = fmt.Errorf("no game is in %q, expected a number up to 100 or two below it, as in 40-42", text)
	}
	return first, last, err
}

// verdicts are the games, and what is known of their reviews.
type verdicts struct {
	m               *meter
	games           []gamefile.Game
	tree, judgeTree string
	rows            []verdictRow
	judge           *verdictJudge // nil before the first search
}

// order lists games so that each size of board has about the same time.
func (v *verdicts) order(first, last int) (list []int) {
	turn := map[int]float64{} // in the time of a game on 7x7
	cost := map[int]float64{7: 1, 9: 3, 13: 10}
	at := make([]float64, len(v.games))
	for i := range v.games {
		size := v.size(i)
		turn[size] += cost[size]
		at[i] = turn[size]
	}
	for i := first; i <= last; i++ {
		list = append(list, i)
	}
	slices.SortStableFunc(list, func(i, k int) int { return cmp.Compare(at[i], at[k]) })
	return list
}

func (v *verdicts) size(i int) int {
	return must.Get(v.games[i].Board(0)).(interface{ Size() int }).Size()
}

// row is the one that counts of a game.
func (v *verdicts) row(i int) (verdictRow, bool) {
	at := slices.IndexFunc(v.rows, func(r verdictRow) bool { return r.game == i && r.tree == v.tree && r.judge == v.judgeTree })
	if at < 0 {
		return verdictRow{}, false
	}
	return v.rows[at], true
}

func (v *verdicts) has(i int) bool {
	_, has := v.row(i)
	return has
}

// game reviews a game for one of its players, by turns, and judges its bad moves. What
// this judge has once said of the same claim is not searched again.
func (v *verdicts) game(i int) (row verdictRow) {
	row = verdictRow{game: i, size: v.size(i)}
	took := cpu(func() {
		o := review.Effort("default")
		o.User, o.Game = []string{"black", "white"}[i/len(verdictSizes)%2], i+1
		o.TargetTime, o.DemonstrateTime, o.Demonstrate = 0, 0, []int{}
		r := must.Get(review.Review(context.Background(), weak100, o))
		for _, bad := range r.BadMoves {
			at := slices.IndexFunc(r.Moves, func(move review.Move) bool { return move.Number == bad.Number })
			b := must.Get(v.games[i].Board(r.Moves[at].Ply - 1))
			row.claims = append(row.claims, v.claim(i, b, bad))
		}
	})
	row.seconds = took.Seconds()
	notBad, notBest := row.contradicted()
	fmt.Fprintf(v.m.out, "game %d, %dx%d: %d bad moves, %d not bad, %d targets not the best; %.0f s\n", i, row.size, row.size, len(row.claims), notBad, notBest, row.seconds)
	return row
}

func (v *verdicts) claim(i int, b game.Board, bad review.BadMove) claim {
	c := claim{number: bad.Number, move: bad.Move, target: bad.Target, loss: bad.Loss}
	for _, r := range v.rows {
		for _, known := range r.claims {
			if r.game == i && r.judge == v.judgeTree && known.same(c) {
				known.loss = c.loss
				return known
			}
		}
	}
	if v.judge == nil {
		v.judge = newVerdictJudge()
	}
	said := v.judge.judge(b, bad)
	c.played, c.aimed, c.best, c.bestOfAll = said.played.rate, said.target.rate, said.best, said.rival.rate
	c.notBad, c.notBest, c.doubted = said.notBad, said.notBest, said.doubted
	words := "stands"
	switch {
	case c.notBad || c.notBest:
		words = "CONTRADICTED"
	case c.doubted:
		words = "stands by two seeds of three"
	}
	fmt.Fprintf(v.m.out, "game %d, %s: %s %.1f %s; %s %.3f %s, %s %.3f %s, best %s %.3f %s: %s\n", i, b.Position(), bad.Class, bad.Loss, bad.Stop,
		bad.Move, said.played.rate, said.played.proven, bad.Target, said.target.rate, said.target.proven, said.best, said.rival.rate, said.rival.proven, words)
	return c
}

// treeOf is a hash of the sources that packages consist of, with those of this module
// below them, and of further files. What only other games need is left out.
func treeOf(pkg string, files ...string) string {
	list := exec.Command("go", "list", "-deps", "-f", "{{if .Module}}{{if .Module.Main}}{{$dir := .Dir}}{{range .GoFiles}}{{$dir}}/{{.}}\n{{end}}"+
		"{{range .SFiles}}{{$dir}}/{{.}}\n{{end}}{{range .EmbedFiles}}{{$dir}}/{{.}}\n{{end}}{{end}}{{end}}", pkg)
	list.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0") // the same on every machine
	return hashOf(append(ownSources(strings.Fields(must.Get(step.Output(list)))), files...))
}
