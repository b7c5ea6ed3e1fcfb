// Command bench is `./build.sh bench`: every bar that qikit holds itself to,
// measured as a ratio against a named peer or baseline in one run, in CPU time
// unless it says otherwise. Names as arguments run those bars only; `matches`
// plays the long ones, which resume where they were stopped, or, with names
// beside it, those that begin so (`matches surakarta-levels`).
package main

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
)

// bar is one figure and what it must be.
type bar struct {
	name   string
	ours   float64
	peer   float64
	peerIs string
	unit   string
	ratio  float64 // what is judged
	most   float64 // 0: no upper bound
	least  float64 // 0: no lower bound
}

func (b bar) holds() bool {
	return (b.most == 0 || b.ratio <= b.most) && (b.least == 0 || b.ratio >= b.least)
}

func (b bar) String() string {
	bound := "reported"
	switch {
	case b.most > 0:
		bound = fmt.Sprintf("at most %.4g", b.most)
	case b.least > 0:
		bound = fmt.Sprintf("at least %.4g", b.least)
	}
	verdict := "ok"
	if !b.holds() {
		verdict = "MISSED"
	}
	peer := b.peerIs
	if b.peer != 0 {
		peer = fmt.Sprintf("%.4g %s", b.peer, b.peerIs)
	}
	return fmt.Sprintf("%-34s %10.4g %-12s %-34s ratio %8.3f  %-16s %s", b.name, b.ours, b.unit, peer, b.ratio, bound, verdict)
}

// group is a set of bars measured together.
type group struct {
	name    string
	about   string
	measure func(report func(bar)) error
}

func main() {
	if job := os.Getenv("QIKIT_BENCH_CHILD"); job != "" {
		exit(runChild(job))
	}
	groups := []group{
		{"perft", "move generation against Debian's fairy-stockfish", perftBars},
		{"search", "alpha-beta to a depth against Debian's fairy-stockfish", searchBars},
		{"surakarta", "Surakarta: move generation, depths from the start, threads", surakartaBars},
		{"steps", "Surakarta's strategies 101 to 105 on 200 positions to depth 6: minutes", stepsBars},
		{"capturego", "Capture Go: playouts, proofs and truth on small boards", captureGoBars},
		{"go", "games of Go played out", goBars},
		{"review", "a game of Capture Go of 20 own moves, five of them bad", reviewBars},
		{"generation", "a whole book job against the peer's bare searches", generationBars},
		{"balance", "what strength adjustment does", balanceBars},
		{"memory", "ten million positions through the book file", memoryBars},
		{"lookup", "a book of a million positions", lookupBars},
		{"scoring", "finished games of Go against Debian's gnugo", scoringBars},
		{"network", "the policy/value network against onnxruntime", networkBars},
		{"gateway", "the SGCP server under load, in a process of its own", gatewayBars},
		{"platform", "the AI platform: what memory and thinking ahead save, its levels", platformBars},
		{"cluster", "trusted machines over NATS, beside bare NATS and one worker", clusterBars},
		{"compute", "work spread over terminals, in this process and in invented halls", computeBars},
		{"library", "size, loading, calls", libraryBars},
	}
	names := os.Args[1:]
	if i := slices.Index(names, "matches"); i >= 0 {
		exit(matches(slices.Delete(names, i, i+1)))
	}
	busy()
	missed := 0
	for _, g := range groups {
		if len(names) > 0 && !slices.Contains(names, g.name) {
			continue
		}
		fmt.Printf("== %s: %s\n", g.name, g.about)
		err := g.measure(func(b bar) {
			fmt.Println(b)
			if !b.holds() {
				missed++
			}
		})
		if err != nil {
			exit(fmt.Errorf("%s: %w", g.name, err))
		}
	}
	fmt.Printf("%d bars missed\n", missed)
	if missed > 0 {
		os.Exit(1)
	}
}

func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// busy warns when something else is computing: ratios survive that, figures
// do not.
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
