package uci

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"qikit.dev/qikit/bindings/qikit/internal/verb"
	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/internal/cputime"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

// TestMain lets the test program be the program under test, in a process of
// its own behind real pipes.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "be-the-engine" {
		program := verb.Program{Name: "qikit", Verbs: []verb.Verb{Verb}, Env: os.LookupEnv}
		os.Exit(program.Do(context.Background(), verb.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}, append([]string{"uci"}, os.Args[2:]...)))
	}
	os.Exit(m.Run())
}

// talk is a conversation with the program.
type talk struct {
	t   *testing.T
	in  io.WriteCloser
	out *bufio.Scanner
	cmd *exec.Cmd
}

func start(t *testing.T, flags ...string) *talk {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	// A program that hangs is killed, and the test fails by its missing words.
	cmd := exec.CommandContext(await.Context(t), self, append([]string{"be-the-engine"}, flags...)...)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return &talk{t: t, in: in, out: bufio.NewScanner(out), cmd: cmd}
}

func (k *talk) say(lines ...string) {
	k.t.Helper()
	for _, line := range lines {
		if _, err := fmt.Fprintln(k.in, line); err != nil {
			k.t.Fatalf("saying %q: %v", line, err)
		}
	}
}

// hear reads up to the first line that begins so and returns all lines read.
func (k *talk) hear(prefix string) []string {
	k.t.Helper()
	var lines []string
	for k.out.Scan() {
		lines = append(lines, k.out.Text())
		if strings.HasPrefix(k.out.Text(), prefix) {
			return lines
		}
	}
	k.t.Fatalf("the program ended without a line %q; it said\n%s", prefix, strings.Join(lines, "\n"))
	return nil
}

// quit ends the program, which must go in peace.
func (k *talk) quit() {
	k.t.Helper()
	k.say("quit")
	rest, _ := io.ReadAll(k.cmdOut())
	if err := k.cmd.Wait(); err != nil {
		k.t.Errorf("after quit: %v; it said %q", err, rest)
	}
}

// cmdOut is what is left of the output.
func (k *talk) cmdOut() io.Reader {
	return readerFunc(func(p []byte) (int, error) {
		if !k.out.Scan() {
			return 0, io.EOF
		}
		return copy(p, k.out.Bytes()), nil
	})
}

type readerFunc func(p []byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// answered holds that an order, after what is done before it, gets its move within
// 3 s of a machine of its own, in one of a few tries.
func (k *talk) answered(before func(), order string) {
	k.t.Helper()
	const limit = 3 * time.Second
	for try := 1; ; try++ {
		before()
		watch := cputime.Watch()
		k.say(order)
		k.hear("bestmove ")
		took := watch()
		if took <= limit {
			return
		}
		if try == 4 {
			k.t.Errorf("%s took %v, want %v at most", order, took, limit)
			return
		}
	}
}

func last(lines []string) string { return lines[len(lines)-1] }

func TestUCI_greetingAndSearch(t *testing.T) {
	k := start(t)
	k.say("uci")
	hello := strings.Join(k.hear("uciok"), "\n")
	for _, want := range []string{"id name qikit ", "option name Hash type spin default 64 min 1 max 65536", "option name Kind type combo default alphabeta var alphabeta var mcts", "option name Book type string default <empty>"} {
		if !strings.Contains(hello, want) {
			t.Errorf("the greeting lacks %q:\n%s", want, hello)
		}
	}
	if strings.Contains(hello, "usemillisec") {
		t.Errorf("UCI announces an option of UCCI:\n%s", hello)
	}
	k.say("setoption name Hash value 8", "setoption name MultiPV value 3", "ucinewgame", "isready")
	k.hear("readyok")
	k.say("position startpos moves h2e2 h9g7", "go depth 5")
	lines := k.hear("bestmove ")
	if !strings.Contains(strings.Join(lines, "\n"), "info depth 5 multipv 3 score cp ") {
		t.Errorf("no third line of depth 5 in\n%s", strings.Join(lines, "\n"))
	}
	k.say("setoption name UCI_Ranks10 value true", "setoption name MultiPV value 1", "position startpos moves h3e3 h10g8", "go nodes 3000")
	k.hear("bestmove ")
	k.quit()
}

func TestUCI_mates(t *testing.T) {
	k := start(t)
	k.say("uci", "position fen 3k5/9/9/9/9/9/9/R8/1R7/4K4 w - - 0 1", "go depth 4")
	lines := k.hear("bestmove ")
	if !strings.Contains(strings.Join(lines, "\n"), "score mate 1 ") {
		t.Errorf("no mate in one in\n%s", strings.Join(lines, "\n"))
	}
	k.say("position fen 3k5/R8/9/9/9/9/9/9/1R7/4K4 b - - 0 1", "go depth 4")
	k.hear("bestmove ")
	k.say("position fen 3k5/R8/1R7/9/9/9/9/9/9/4K4 b - - 0 1", "go depth 4")
	k.hear("bestmove ")
	k.say("position fen 1R1k5/R8/9/9/9/9/9/9/9/4K4 b - - 0 1", "go depth 4")
	if said := last(k.hear("bestmove ")); said != "bestmove (none)" {
		t.Errorf("mated: %q, want bestmove (none)", said)
	}
	k.quit()
}

func TestUCI_clocks(t *testing.T) {
	k := start(t)
	k.say("uci", "isready")
	k.hear("readyok")
	// None of these may take seconds.
	for _, order := range []string{
		"go movetime 100",
		"go wtime 6000 btime 1 winc 0 binc 0",
		"go btime 1 wtime 600 movestogo 2",
		"go wtime 1 btime 1",
		"go depth 3 nodes 100000000 movetime 100000",
	} {
		k.answered(func() { k.say("position startpos") }, order)
	}
	k.quit()
}

// A time for one move is used in full, unless the end of the game is found before.
func TestUCI_movetimeIsUsedInFull(t *testing.T) {
	k := start(t)
	k.say("uci", "setoption name Move Overhead value 50", "isready")
	k.hear("readyok")
	began := time.Now()
	k.say("position startpos", "go movetime 120")
	k.hear("bestmove ")
	if took := time.Since(began); took < 120*time.Millisecond {
		t.Errorf("go movetime 120 was answered after %v", took)
	}
	k.answered(func() { k.say("position fen 3k5/9/9/9/9/9/9/9/R8/1R2K4 w") }, "go movetime 100000") // a mate in one
	k.quit()
	for _, row := range []struct {
		c    clock
		want time.Duration
	}{
		{clock{fixed: millis(100)}, millis(100)}, {clock{fixed: millis(1)}, millis(1)}, {clock{}, 0},
		{clock{fixed: millis(100), left: millis(50)}, millis(100)},
		{clock{left: millis(10000)}, engine.MoveTime(millis(10000), 0, 0, 0) - millis(20)}, {clock{left: millis(1)}, millis(1)},
	} {
		if got := row.c.budget(millis(20), 0); got != row.want {
			t.Errorf("%+v: %v, want %v", row.c, got, row.want)
		}
	}
}

func TestUCI_infiniteWaitsForStop(t *testing.T) {
	for _, order := range []string{"go infinite", "go ponder wtime 1000 btime 1000", "go", "go infinite depth 1"} {
		k := start(t)
		k.say("uci", "position startpos", order, "isready")
		if early := k.hear("readyok"); strings.Contains(strings.Join(early, "\n"), "bestmove") {
			t.Errorf("%s: a move before stop", order)
		}
		time.Sleep(50 * time.Millisecond)
		k.say("isready")
		if early := k.hear("readyok"); strings.Contains(strings.Join(early, "\n"), "bestmove") {
			t.Errorf("%s: a move before stop", order)
		}
		k.say("stop")
		k.hear("bestmove ")
		k.quit()
	}
}

func TestUCI_ponderhit(t *testing.T) {
	k := start(t)
	k.say("uci", "setoption name Ponder value true")
	k.answered(func() {
		k.say("position startpos moves h2e2 h9g7", "go ponder wtime 6000 btime 6000")
		time.Sleep(100 * time.Millisecond)
	}, "ponderhit") // after about 180 ms
	k.say("ponderhit", "stop", "isready") // the first two have no effect now
	k.hear("readyok")
	k.quit()
}

func TestUCI_badOrders(t *testing.T) {
	k := start(t)
	for order, want := range map[string]string{
		"go depth 1":                               "go without a position",
		"position startpos moves h2e9":             "illegal move",
		"position startpos moves hello":            "not a move",
		"position fen nonsense w - - 0 1":          "malformed position",
		"position here":                            "expected startpos or fen",
		"setoption name Hash value many":           "expected 1 to 65536",
		"setoption name Kind value brute":          "expected one of alphabeta, mcts",
		"setoption name Colour value red":          `no option "Colour"`,
		"setoption Hash 3":                         "without name",
		"setoption name UCI_Ranks10 value perhaps": "expected true or false",
		"setoption name Book value /nowhere.qkb":   "/nowhere.qkb",
	} {
		k.say(order)
		if said := last(k.hear("info string ")); !strings.Contains(said, want) {
			t.Errorf("%q: %q, want it to say %q", order, said, want)
		}
	}
	k.say("position startpos moves h2e9", "go depth 1")
	k.hear("bestmove (none)")
	k.say("", "hello there", "stop", "isready")
	k.hear("readyok")
	k.quit()
}

func TestUCCI(t *testing.T) {
	k := start(t)
	k.say("ucci")
	hello := strings.Join(k.hear("ucciok"), "\n")
	for _, want := range []string{"option hashsize type spin", "option usemillisec type check default false", "option newgame type button"} {
		if !strings.Contains(hello, want) {
			t.Errorf("the greeting lacks %q:\n%s", want, hello)
		}
	}
	k.say("setoption usemillisec true", "setoption hashsize 8", "setoption newgame",
		"position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2", "go depth 4")
	lines := strings.Join(k.hear("bestmove "), "\n")
	if !strings.Contains(lines, "info depth 4 score ") || strings.Contains(lines, " cp ") {
		t.Errorf("want plain scores of depth 4 in\n%s", lines)
	}
	k.answered(func() {}, "go time 6000 increment 0 opptime 6000 oppincrement 0")
	k.say("stop")
	k.hear("nobestmove")
	k.say("setoption hashsize none")
	k.hear("info message ")
	k.say("quit")
	k.hear("bye")
	if err := k.cmd.Wait(); err != nil {
		t.Errorf("after quit: %v", err)
	}
}

// A third repetition ends the game by our rules. A program that still asks for a move
// gets one.
func TestUCI_repetition(t *testing.T) {
	k := start(t)
	k.say("uci", "position startpos moves a0a1 a9a8 a1a0 a8a9 a0a1 a9a8 a1a0 a8a9 a0a1 a9a8 a1a0 a8a9", "go depth 2")
	if said := last(k.hear("bestmove ")); said == "bestmove (none)" {
		t.Errorf("after a repetition: %q, want a move", said)
	}
	k.quit()
}

func TestUCI_book(t *testing.T) {
	path := filepath.Join(t.TempDir(), "small.qkb")
	o := generate.DefaultOptions()
	seed := uint64(1)
	o.Game, o.Out, o.MaxPlies, o.Seed = "xiangqi", path, 2, &seed
	o.Depth.Distribution, o.Depth.Min, o.Depth.Max, o.Depth.Mean, o.Depth.SD = "normal", 1, 2, 1, 1
	o.Reevaluate = nil
	if _, err := generate.Book(context.Background(), o, nil); err != nil {
		t.Fatal(err)
	}
	b, err := book.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	entry, err := b.Lookup("")
	b.Close()
	if err != nil || entry.Best == nil {
		t.Fatalf("the book has %v at the start, best %v, %v", entry.Moves, entry.Best, err)
	}
	k := start(t)
	k.say("uci", "setoption name Book value "+path, "position startpos", "go movetime 60000")
	lines := k.hear("bestmove ")
	if want := "bestmove " + *entry.Best; last(lines) != want || !strings.Contains(lines[len(lines)-2], "book") {
		t.Errorf("from the book: %q, want %q", lines, want)
	}
	k.say("setoption name MultiPV value 2", "go depth 2")
	if lines := k.hear("bestmove "); !strings.HasPrefix(lines[0], "info depth 1") {
		t.Errorf("two lines: %q, want a search", lines)
	}
	k.say("setoption name MultiPV value 1", "setoption name Book value <empty>", "go depth 2")
	if lines := k.hear("bestmove "); !strings.HasPrefix(lines[0], "info depth 1") {
		t.Errorf("without a book: %q, want a search", lines)
	}
	k.say("setoption name Book value "+path+".none", "go depth 2")
	if lines := k.hear("bestmove "); !strings.Contains(lines[0], ".none") || strings.HasSuffix(last(lines), "(none)") {
		t.Errorf("a book that is not there: %q, want it told, and a search", lines)
	}
	k.quit()
}

// EvalFile names the network that values positions: one that counts men takes the rook.
func TestUCI_network(t *testing.T) {
	k := start(t)
	k.say("uci", "setoption name EvalFile value ../../../../lib/engine/testdata/men.qnet",
		"position fen 3k5/9/9/9/4r4/9/9/4R4/9/5K3 w - - 0 1", "go depth 1")
	if lines := k.hear("bestmove "); last(lines) != "bestmove e2e5" || !strings.Contains(lines[len(lines)-2], " score cp 950 ") {
		t.Errorf("with a network: %q, want a rook for e2e5", lines)
	}
	k.say("setoption name EvalFile value <empty>", "go depth 1")
	if lines := k.hear("bestmove "); strings.Contains(lines[0], " score cp 950 ") {
		t.Errorf("without a network: %q, want the terms", lines)
	}
	k.say("setoption name EvalFile value main.go", "go depth 1")
	if lines := k.hear("bestmove "); !strings.Contains(lines[0], "main.go") || strings.HasSuffix(last(lines), "(none)") {
		t.Errorf("a file that is no network: %q, want it told, and a search", lines)
	}
	k.quit()
}

// Our own client plays our own program over both protocols, with both kinds of engine,
// so each checks every word of the other.
func TestClient_playsProgram(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	rows := []struct {
		name  string
		kinds [2]string
		red   map[string]string
		black map[string]string
	}{
		{"alpha-beta over UCI, tree search over UCCI", [2]string{"uci", "ucci"}, nil, map[string]string{"kind": "mcts"}},
		{"ranks from 1 against ranks from 0", [2]string{"uci", "uci"}, map[string]string{"UCI_Ranks10": "true"}, map[string]string{"Kind": "mcts"}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			var players [2]engine.Engine
			for i, settings := range []map[string]string{row.red, row.black} {
				o := engine.DefaultOptions()
				o.Kind, o.Path, o.Args, o.Settings, o.TableMB = row.kinds[i], self, []string{"be-the-engine"}, settings, 8
				if players[i], err = engine.New("xiangqi", o); err != nil {
					t.Fatal(err)
				}
				defer players[i].Close()
			}
			b, err := game.New("xiangqi", game.Setup{})
			if err != nil {
				t.Fatal(err)
			}
			l := engine.DefaultLimits()
			l.Depth = 3
			for ply := range 40 {
				if _, over := b.Outcome(); over {
					break
				}
				r, err := players[ply%2].Search(context.Background(), b, l)
				if err != nil {
					t.Fatalf("ply %d, %s: %v", ply, b.Position(), err)
				}
				if len(r.Lines) == 0 || r.Nodes == 0 {
					t.Errorf("ply %d: %s, want a line and nodes", ply, r.JSON(b))
				}
				b.Play(r.Best)
			}
		})
	}
}
