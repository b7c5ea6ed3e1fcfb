package engine

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"qikit.dev/qikit/lib/game"
)

// TestMain lets the test program play the external engines of the tests: run
// with "fake-engine" it speaks a protocol and has one flaw.
func TestMain(m *testing.M) {
	if len(os.Args) > 3 && os.Args[1] == "fake-engine" {
		f := fake{protocol: os.Args[2], flaw: os.Args[3], marker: os.Args[4], out: bufio.NewWriter(os.Stdout)}
		f.run()
		os.Exit(0)
	}
	if len(os.Args) > 2 && os.Args[1] == "fake-gtp" {
		fakeGTP(os.Args[2])
		os.Exit(0)
	}
	if len(os.Args) > 2 && os.Args[1] == "fake-gomocup" {
		fakeGomocup(os.Args[2])
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// fakeOptions are options whose engine is a fake with a flaw, "" for none.
func fakeOptions(t testing.TB, protocol, flaw string) Options {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	o := DefaultOptions()
	o.Kind, o.Path, o.Timeout = protocol, self, time.Hour
	o.Args = []string{"fake-engine", protocol, flaw, t.TempDir() + "/marker"}
	return o
}

// fake answers every position with its first legal moves.
type fake struct {
	protocol, flaw, marker string

	out   *bufio.Writer
	board game.Board
	lines int
}

func (f *fake) say(format string, args ...any) {
	fmt.Fprintf(f.out, format+"\n", args...)
	f.out.Flush()
}

func (f *fake) run() {
	switch f.flaw {
	case "dead at start":
		fmt.Fprintln(os.Stderr, "cannot open the net")
		os.Exit(3)
	case "mute at start":
		time.Sleep(time.Minute)
	}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	f.lines = 1
	for in.Scan() {
		f.obey(in.Text())
	}
	if err := in.Err(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func (f *fake) obey(line string) {
	words := strings.Fields(line)
	if len(words) == 0 {
		return
	}
	switch words[0] {
	case "uci":
		f.say("id name Fake 1.0 %s", f.flaw)
		f.say("option name UCI_Variant type combo default chess var chess var xiangqi")
		f.say("option name MultiPV type spin default 1 min 1 max 3")
		f.say("option name Skill Level type spin default 20 min -20 max 20")
		f.say("uciok")
	case "ucci":
		f.say("id name Fake 1.0 %s", f.flaw)
		f.say("option usemillisec type check default false")
		f.say("option MultiPV type spin default 1 min 1 max 3")
		f.say("ucciok")
	case "isready":
		f.say("readyok")
	case "setoption":
		if slices.Contains(words, "MultiPV") {
			fmt.Sscan(words[len(words)-1], &f.lines)
		}
		if log, err := os.OpenFile(f.marker+".settings", os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600); err == nil {
			fmt.Fprintln(log, line)
			log.Close()
		}
	case "position":
		f.position(words)
	case "go":
		f.answer()
	case "stop":
		if f.flaw == "stops late" {
			time.Sleep(100 * time.Millisecond)
			f.choose("bestmove")
		}
	case "quit":
		if f.flaw != "stays" {
			os.Exit(0)
		}
		time.Sleep(time.Minute)
	}
}

func (f *fake) position(words []string) {
	b, err := game.New("xiangqi", game.Setup{Position: strings.Join(words[2:8], " ")})
	if err != nil {
		panic(err)
	}
	for _, text := range words[min(9, len(words)):] {
		m := moveNamed(b, text, f.notation())
		if m == game.NoMove {
			panic("illegal " + text)
		}
		b.Play(m)
	}
	f.board = b
}

func (f *fake) notation() string {
	if f.flaw == "ranks from 1" {
		return "uci10"
	}
	return "uci"
}

// answer is honest while the ranks are being learnt.
func (f *fake) answer() {
	flaw := f.flaw
	probing := f.board.Position() == xiangqiRanks.position
	if probing && flaw != "odd ranks" {
		flaw = ""
	}
	switch flaw {
	case "dies":
		os.Exit(1)
	case "dies once":
		if _, err := os.Stat(f.marker); err != nil {
			_ = os.WriteFile(f.marker, nil, 0o600)
			os.Exit(1)
		}
		f.choose("bestmove")
	case "lies", "odd ranks":
		f.say("bestmove a0a9")
	case "none":
		f.say("bestmove (none)")
	case "nothing":
		f.say("nobestmove")
	case "resigns":
		f.say("bestmove %s resign", f.texts()[0])
	case "mute":
		time.Sleep(time.Minute)
	case "stops late":
		f.think()
	case "floods":
		for {
			fmt.Fprintln(f.out, "info depth 1 score cp 1 nodes 1 pv", f.texts()[0])
		}
	case "endless line":
		for {
			f.out.WriteString("info string for ever ")
		}
	case "NUL bytes":
		f.say("info depth 1 score cp 1 pv \x00\x00\x00")
		f.say("bestmove \x00\xff")
	case "plain scores":
		f.say("info depth 6 score 25 pv %s", f.texts()[0])
		f.choose("bestmove")
	default:
		f.think()
		f.choose("bestmove")
	}
}

// think tells lines as a search does, the second time with a bound that must
// be ignored, a line of nonsense, and a move that has become two lines' first.
func (f *fake) think() {
	texts := f.texts()
	for i := range min(f.lines, len(texts)) {
		f.say("info depth 4 seldepth 9 multipv %d score cp %d nodes %d nps 1000 time 3 pv %s e9e9", i+1, 50-10*i, 100+i, texts[i])
	}
	f.say("info string score cp 9999 pv %s", texts[0])
	f.say("info depth 5 multipv 1 score cp 9999 lowerbound nodes 200 pv %s", texts[0])
	f.say("info depth 5 currmove %s currmovenumber 1", texts[0])
	f.say("info depth 5 multipv 77 score cp 1 pv %s", texts[0])
	f.say("info depth score cp multipv pv")
}

func (f *fake) choose(word string) { f.say("%s %s ponder e9e9", word, f.texts()[0]) }

func (f *fake) texts() []string {
	var texts []string
	for _, m := range f.board.Moves(nil) {
		text, err := f.board.Format(m, f.notation())
		if err != nil {
			panic(err)
		}
		texts = append(texts, text)
	}
	slices.Sort(texts)
	return texts
}
