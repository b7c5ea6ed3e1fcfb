// Command loop trains a game's network: in each generation the best network so far
// plays games, a new one learns from them, and a match decides which is the best from then
// on. The same command goes on after a kill.
//
//	go run ./internal/tools/loop -dir build/loop -generations 3
//	go run ./internal/tools/loop -game chess -dir build/chess -generations 3
//	go run ./internal/tools/loop -game surakarta -dir build/surakarta -games 150000 -train '{"scale": 100}'
//
// The folder gets, for each generation, its openings (gen00.openings), its book
// (gen00.qkb), the network (gen00.qnet) and the match (gen00.match); rows.md has a row of
// TRAINING.md for each.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
	_ "qikit.dev/qikit/lib/chess"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/job"
	_ "qikit.dev/qikit/lib/surakarta"
	"qikit.dev/qikit/lib/train"
	_ "qikit.dev/qikit/lib/xiangqi"
)

// settings are what a folder was begun with, and how far it shall go.
type settings struct {
	game        string
	dir         string
	generations int
	games       int    // of a generation
	window      int    // newest generations that are learnt from
	gate        int    // games of a match; 0 for none
	nodes       int    // of a move in a match
	passes      int    // of learning
	options     string // more of learning, JSON
	first       string // network that plays until a generation has passed; empty for the terms
	seed        uint64
}

func main() {
	var s settings
	flag.StringVar(&s.game, "game", "xiangqi", "whose networks have inputs: xiangqi, chess or surakarta")
	flag.StringVar(&s.dir, "dir", "build/loop", "folder of books, networks and results")
	flag.IntVar(&s.generations, "generations", 3, "generations that the folder is to hold")
	flag.IntVar(&s.games, "games", 60000, "games of a generation")
	flag.IntVar(&s.window, "window", 3, "newest generations that are learnt from")
	flag.IntVar(&s.gate, "gate", 400, "games of the match with the best network so far; 0 for none")
	flag.IntVar(&s.nodes, "nodes", 5000, "nodes of a move in the match")
	flag.IntVar(&s.passes, "passes", 4, "passes of learning")
	flag.StringVar(&s.options, "train", "{}", "more options of learning, JSON (include/schema/train-options.json)")
	flag.StringVar(&s.first, "first", "", "network that plays until a generation has passed (default: the terms)")
	flag.Uint64Var(&s.seed, "seed", 1, "of everything")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	must.Main("loop", func() { run(ctx, s) })
}

// run makes the generations that the folder lacks.
func run(ctx context.Context, s settings) {
	must.Do(os.MkdirAll(s.dir, 0o755))
	best := s.first
	for g := range s.generations {
		row := s.generation(ctx, g, best)
		if row.passed {
			best = s.file(g, "qnet")
		}
	}
	fmt.Println("best:", best)
}

// file is the path of one of a generation's files.
func (s *settings) file(g int, kind string) string {
	return filepath.Join(s.dir, fmt.Sprintf("gen%02d.%s", g, kind))
}

// row is what is told of a generation.
type row struct {
	text   string
	passed bool
}

// generation plays, learns and gates, or reads that all this was done.
func (s *settings) generation(ctx context.Context, g int, best string) row {
	if text, err := os.ReadFile(s.file(g, "row")); err == nil {
		return row{string(text), strings.Contains(string(text), "passed")}
	}
	began := time.Now()
	games := s.play(ctx, g, best)
	sum := s.learn(ctx, g)
	gate, passed := s.match(ctx, g, best)
	first, last := sum.Losses[0].HeldOut, sum.Losses[len(sum.Losses)-1].HeldOut
	r := row{passed: passed, text: fmt.Sprintf("| %d | %s | %d | %d | %.5f, %.5f | %s | %.2f | `%s` |\n", g, time.Now().UTC().Format(time.DateOnly),
		games, sum.Positions, first, last, gate, time.Since(began).Hours(), sum.Net)}
	must.Do(os.WriteFile(s.file(g, "row"), []byte(r.text), 0o644))
	fmt.Print(r.text)
	s.table()
	return r
}

// table puts the rows together.
func (s *settings) table() {
	text := "| generation | date | games | positions | loss before and after | gate | hours | net |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n"
	for g := range s.generations {
		if line, err := os.ReadFile(s.file(g, "row")); err == nil {
			text += string(line)
		}
	}
	must.Do(os.WriteFile(filepath.Join(s.dir, "rows.md"), []byte(text), 0o644))
}

// plays are the options of an engine that plays with a network, or by the terms.
func plays(net string) string {
	if net == "" {
		return `{"evaluator":"terms"}`
	}
	return string(must.Get(json.Marshal(map[string]string{"net": net})))
}

// play makes the book of a generation.
func (s *settings) play(ctx context.Context, g int, best string) (games int64) {
	s.open(ctx, g)
	players := "[" + plays(best) + "]"
	// Searches of three and four plies whose best move is played: many games rather than deep ones.
	o := must.Get(generate.ParseOptions([]byte(fmt.Sprintf(`{"game": %q, "out": %q, "initial": %q, "games": 1, "seed": %d, "resume": %v, "players": %s,
		"depth": {"scope": "ply", "distribution": "list", "depths": [3, 4], "weights": [1, 3]}, "top_k": 1, "max_plies": 160,
		"stop": {"win": {"score": 1000, "plies": 6}, "mate": true}, "reevaluate": null}`,
		s.game, s.file(g, "qkb"), s.file(g, "openings"), s.seed+uint64(g), exists(s.file(g, "qkb")), players))))
	var sum book.Summary
	must.Do(json.Unmarshal(wait(ctx, fmt.Sprintf("generation %d plays", g), generate.Work(o)), &sum))
	return sum.Games
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

const (
	openingPlies = 6   // random moves of an opening at least, openingMore more at most
	openingMore  = 4   //
	evenScore    = 120 // a game begins where the score is at most this …
	refereeDepth = 4   // … at this depth
)

// open draws the openings, one for each game: random moves until a search calls the position
// even.
func (s *settings) open(ctx context.Context, g int) {
	path := s.file(g, "openings")
	if exists(path) {
		return
	}
	referee := must.Get(engine.New(s.game, engine.DefaultOptions()))
	defer referee.Close()
	l := engine.DefaultLimits()
	l.Depth, l.Fresh = refereeDepth, true
	var text bytes.Buffer
	for n := range s.games {
		for try := uint64(0); ; try++ {
			r := rng.Of(s.seed, uint64(g), uint64(n), try)
			b := must.Get(game.New(s.game, game.Setup{}))
			line := "startpos moves"
			for range openingPlies + r.IntN(openingMore+1) {
				moves := b.Moves(nil)
				if len(moves) == 0 {
					break
				}
				m := moves[r.IntN(len(moves))]
				line += " " + b.Text(m)
				b.Play(m)
			}
			result := must.Get(referee.Search(ctx, b, l))
			if result.Best != game.NoMove && max(result.Score, -result.Score) <= evenScore {
				text.WriteString(line + "\n")
				break
			}
		}
	}
	must.Do(os.WriteFile(path, text.Bytes(), 0o644))
}

// learn makes the network of a generation out of the newest books.
func (s *settings) learn(ctx context.Context, g int) (sum train.Summary) {
	var books []string
	for i := max(0, g-s.window+1); i <= g; i++ {
		books = append(books, s.file(i, "qkb"))
	}
	o := s.learning(books, s.file(g, "qnet"))
	told := s.file(g, "learnt")
	if text, err := os.ReadFile(told); err == nil && exists(o.Out) {
		must.Do(json.Unmarshal(text, &sum))
		return sum
	}
	os.Remove(o.Out) // one whose losses were not written down
	text := wait(ctx, fmt.Sprintf("generation %d learns", g), train.Work(o))
	must.Do(os.WriteFile(told, text, 0o644))
	must.Do(json.Unmarshal(text, &sum))
	return sum
}

// learning is the options of learning: those that are given, with books and out.
func (s *settings) learning(books []string, out string) train.Options {
	var given map[string]json.RawMessage
	must.Do(json.Unmarshal([]byte(s.options), &given))
	if given == nil {
		given = map[string]json.RawMessage{}
	}
	given["books"], given["out"] = game.MustJSON(books), game.MustJSON(out)
	o := must.Get(train.ParseOptions(game.MustJSON(given)))
	o.Passes, o.Resume = s.passes, true
	return o
}

// passing is the share of points that a network must have.
const passing = 0.52

var score = regexp.MustCompile(`^(\d+) games: \+(\d+) =(\d+) -(\d+), (.*?), \d+ plies a game$`)

// match plays the new network against the best so far.
func (s *settings) match(ctx context.Context, g int, best string) (text string, passed bool) {
	if s.gate == 0 {
		return "none, passed", true
	}
	against := "the terms"
	if best != "" {
		against = filepath.Base(best)
	}
	command := exec.CommandContext(ctx, "go", "run", "./internal/tools/match", "-game", s.game, "-a", plays(s.file(g, "qnet")), "-b", plays(best), "-time", "0",
		"-nodes", strconv.Itoa(s.nodes), "-openings", strconv.Itoa((s.gate+1)/2), "-seed", strconv.FormatUint(s.seed+1000, 10), "-log", s.file(g, "match"))
	command.Stderr = os.Stderr
	out := must.Get(command.StdoutPipe())
	must.Do(command.Start())
	last := ""
	for lines := bufio.NewScanner(out); lines.Scan(); {
		last = lines.Text()
		fmt.Println("the gate:", last)
	}
	must.Do(command.Wait())
	m := score.FindStringSubmatch(last)
	if m == nil {
		must.Fail("the match ended with %q, expected its score", last)
	}
	number := func(i int) float64 { return must.Get(strconv.ParseFloat(m[i], 64)) }
	passed = number(2)+number(3)/2 >= passing*number(1)
	verdict := "failed"
	if passed {
		verdict = "passed"
	}
	return fmt.Sprintf("+%s =%s -%s against %s, %s: %s", m[2], m[3], m[4], against, m[5], verdict), passed
}

// wait runs a job, tells how far it is now and then, and returns its result.
func wait(ctx context.Context, what string, w job.Work) []byte {
	j := job.Start(w)
	defer context.AfterFunc(ctx, j.Cancel)()
	tick := time.NewTicker(30 * time.Second)
	defer tick.Stop()
	for {
		select {
		case <-j.Done():
			text, err := j.Result()
			must.Do(err)
			must.Do(context.Cause(ctx))
			return text
		case <-tick.C:
			p := j.Info().Progress
			fmt.Printf("%s: %d of %d, %.0f s left\n", what, p.Done, p.Total, p.Left)
		}
	}
}
