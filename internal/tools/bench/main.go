// Command bench is `./build.sh bench`: every bar that qikit holds itself to,
// measured as a ratio against a named peer or baseline in one run, in CPU time
// unless it says otherwise; bars.go has them in one table. Arguments are the names
// of groups to run. `matches` plays the long matches, which resume where they were
// stopped; further names select those that begin with one of them (`matches
// surakarta-levels`). `verdicts` judges some more of 100 games and sums up what its log has;
// `weakgames` prints such games, as SGF.
package main

import (
	"fmt"
	"os"
	"qikit.dev/qikit/internal/tools/must"
	"runtime"
	"slices"
	"strings"
)

// group is the bars that are measured together, step by step.
type group struct {
	name  string
	about string
	steps
}

func groups() []group {
	return []group{
		{"perft", "move generation against Debian's fairy-stockfish", steps{perftFromTheStart, perftRows}},
		{"chess", "chess: move generation against Debian's stockfish", steps{chessPerft}},
		{"search", "alpha-beta to a depth against Debian's fairy-stockfish", steps{searchBars}},
		{"surakarta", "Surakarta: move generation, depths from the start, threads", steps{surakartaPerft, surakartaDepths, surakartaThreads, surakartaShared}},
		{"gomoku", "Gomoku: puzzles of continuous fours, a depth", steps{gomokuPuzzles, gomokuDepths}},
		{"several", "Chinese checkers: games against greedy movers, and of the three searches", steps{starGreedy, starSearches}},
		{"ludo", "Ludo: games against a careful policy made by hand", steps{ludoCareful}},
		{"steps", "Surakarta's strategies 101 to 105 on 200 positions to depth 6: minutes", steps{stepsBars}},
		{"capturego", "Capture Go: playouts, proofs and truth on small boards", steps{captureGoPlayouts, captureGoFirstMoves, captureGoTruth}},
		{"go", "games of Go played out", steps{goBars}},
		{"review", "games of Capture Go: 20 own moves, five of them bad, whole games of weak players, and questions", steps{reviewBars, weakReviewBars, questionBars, classBars}},
		{"verdicts", "what reviews call bad and better, searched with 100,000 visits", steps{verdictBars}},
		{"generation", "a whole book job against the peer's bare searches", steps{generationDepths, generationFresh, generationWorkers}},
		{"generator", "whole jobs against the public generator, variant-nnue-tools, that QIKIT_PEER names", steps{generatorBars}},
		{"balance", "what strength adjustment does", steps{balanceBars}},
		{"variants", "what it does at greater depths, and in the book document's variants: long", steps{balanceDeeper, variantBars}},
		{"results", "results of a job of the defaults, searched to depth 12", steps{resultBars}},
		{"samples", "records as numbers, files and tables", steps{samplesBars}},
		{"train", "a network that learns from a book, and a search with it", steps{trainBars}},
		{"memory", "ten million positions through the book file", steps{memoryBars}},
		{"lookup", "a book of a million positions", steps{lookupBars}},
		{"scoring", "finished games of Go against Debian's gnugo", steps{scoringBars}},
		{"network", "the policy/value network against onnxruntime", steps{kernelBars, layerBar, networkBars}},
		{"gateway", "the SGCP server under load, in a process of its own", steps{codecBars, crowdBars, slowBars, killBars}},
		{"attacks", "what broke once: tries, outcome, and what it cost those who play", steps{chatAttack, hostileAttack, mendedAttacks}},
		{"platform", "the AI platform: what memory and thinking ahead save, its levels", steps{platformBars}},
		{"cluster", "trusted machines over NATS, beside bare NATS and one worker", steps{startBars, scatterBars, playoutBars, farmBars}},
		{"compute", "work spread over terminals, in this process and in invented halls", steps{measureBars, handOutBars, shareBars, hallBars}},
		{"library", "size, loading, calls", steps{sizeBar, callBars}},
		{"wasm", "WebAssembly: size, and speed on one thread against the native library", steps{wasmSizeBar, wasmBars}},
		{"page", "the page without a server, in a browser that has never seen it", steps{pageBars}},
	}
}

type steps = []func(*meter)

func main() {
	names := os.Args[1:]
	if job := os.Getenv("QIKIT_BENCH_CHILD"); job != "" {
		must.Main("bench: "+job, func() { runChild(job) })
	} else if i := slices.Index(names, "matches"); i >= 0 {
		must.Main("bench", func() { matches(slices.Delete(names, i, i+1)) })
	} else if slices.Equal(names, []string{"weakgames"}) {
		must.Main("bench: weakgames", func() { writeWeakGames(os.Stdout) })
	} else {
		measure(names)
	}
}

// measure runs the named groups, or all.
func measure(names []string) {
	busy()
	missed := 0
	for _, g := range groups() {
		if len(names) == 0 || slices.Contains(names, g.name) {
			must.Main("bench: "+g.name, func() { missed += g.measure() })
		}
	}
	fmt.Printf("%d bars missed\n", missed)
	if missed > 0 {
		os.Exit(1)
	}
}

// measure runs a group and returns how many of its bars were missed.
func (g *group) measure() (missed int) {
	fmt.Printf("== %s: %s\n", g.name, g.about)
	dir := must.Get(os.MkdirTemp("build", "bench-"))
	defer os.RemoveAll(dir)
	m := &meter{group: g.name, dir: dir, out: os.Stdout}
	for _, step := range g.steps {
		step(m)
	}
	if left := m.left(); len(left) > 0 {
		fmt.Println("not measured on this machine:", strings.Join(left, "; "))
	}
	return m.missed
}

// busy warns when something else is computing, which distorts figures, but hardly
// ratios.
func busy() {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return
	}
	var load float64
	fmt.Sscan(strings.Fields(string(text))[0], &load)
	fmt.Printf("%d cores, %s, load %.2f\n", runtime.NumCPU(), runtime.Version(), load)
	if load > 0.5 {
		fmt.Println("warning: the machine is busy; trust the ratios only")
	}
}
