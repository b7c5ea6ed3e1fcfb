package engine

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"qikit.dev/qikit/lib/game"
)

// fakeGomocup plays the points of its list in turn, talks beside, and writes what it is told into the
// file that it is given by a setting. It has one flaw.
func fakeGomocup(flaw string) {
	points := []string{"0,0", "1,0", "2,0", "3,0", "4,0"}
	var log *os.File
	board := false
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		line := in.Text()
		if log != nil {
			fmt.Fprintln(log, line)
		}
		word, rest, _ := strings.Cut(line, " ")
		switch {
		case word == "ABOUT":
			fmt.Println(`name="fake", version="7", author="x"`)
		case word == "START":
			fmt.Println("OK")
		case strings.HasPrefix(line, "INFO log "):
			log, _ = os.Create(strings.TrimPrefix(rest, "log "))
		case word == "BOARD":
			board = true
		case word == "BEGIN" || word == "TURN" || word == "DONE" && board:
			board = false
			fmt.Print("MESSAGE depth 1\nDEBUG x\n\n")
			switch flaw {
			case "dies":
				os.Exit(3)
			case "hangs":
				time.Sleep(time.Minute)
			case "cheats":
				points = []string{"99,0"}
			case "refuses":
				fmt.Println("ERROR no room")
				continue
			}
			fmt.Println(points[0])
			points = points[1:]
		}
	}
}

func newFakeGomocup(t *testing.T, flaw string, settings map[string]string) Engine {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	o := DefaultOptions()
	o.Kind, o.Path, o.Args, o.Settings, o.Timeout = "gomocup", self, []string{"fake-gomocup", flaw}, settings, time.Hour
	e, err := New("gomoku", o)
	if err != nil {
		t.Fatal(err)
	}
	if flaw == "hangs" { // once it has begun
		e.(*gomocup).options.Timeout = 50 * time.Millisecond
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Errorf("Close() = %v", err)
		}
	})
	return e
}

// The program is told of a game what it has not seen, and of another all.
func TestGomocup_tellsWhatIsNew(t *testing.T) {
	path := t.TempDir() + "/log"
	e := newFakeGomocup(t, "", map[string]string{"log": path})
	if e.Name() != "fake 7" {
		t.Errorf("its name is %q, want fake 7", e.Name())
	}
	b := gomokuAt(t, "", `{"size": 9, "rule": "standard"}`)
	l := DefaultLimits()
	l.Time = 3 * time.Second
	search := func(want string) {
		t.Helper()
		r, err := e.Search(context.Background(), b, l)
		if err != nil || b.Text(r.Best) != want || len(r.Lines) != 1 {
			t.Fatalf("%s, %v; want %s", b.Text(r.Best), err, want)
		}
		b.Play(r.Best)
	}
	play := func(text string) {
		t.Helper()
		if err := game.PlayLine(b, []string{text}); err != nil {
			t.Fatal(err)
		}
	}
	search("a9")
	play("e5")
	search("b9")
	b.Undo()
	b.Undo()
	play("e6")
	search("c9")
	b = gomokuAt(t, "5/5/2X2/5/5 O", `{"rule": "renju"}`)
	search("d5")
	said, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := `INFO timeout_turn 3000
BEGIN
TURN 4,4
START 9
INFO rule 1
INFO log ` + path + `
INFO timeout_turn 3000
BOARD
0,0,1
4,3,2
DONE
START 5
INFO rule 4
INFO log ` + path + `
INFO timeout_turn 3000
BOARD
2,2,2
DONE
`
	// Each INFO log begins the file anew.
	if i := strings.LastIndex(want, "INFO log"); string(said) != want[i+len("INFO log "+path+"\n"):] {
		t.Errorf("it was told\n%s\nwant the end of\n%s", said, want)
	}
}

func TestGomocup_flaws(t *testing.T) {
	for flaw, want := range map[string]error{"dies": ErrEngineDied, "hangs": ErrEngineTimeout, "cheats": ErrEngineMove, "refuses": ErrUnsupported} {
		e := newFakeGomocup(t, flaw, nil)
		if _, err := e.Search(context.Background(), gomokuAt(t, "", ""), Limits{Lines: 1, Time: time.Millisecond}); !errors.Is(err, want) || !strings.Contains(err.Error(), "fake 7") {
			t.Errorf("%s: %v, want %v", flaw, err, want)
		}
	}
	e := newFakeGomocup(t, "", nil)
	b := gomokuAt(t, "5/5/2X2/5/5 O O", `{"rule": "renju"}`)
	if _, err := e.Search(context.Background(), b, DefaultLimits()); !errors.Is(err, ErrUnsupported) {
		t.Errorf("moves forbidden to white: %v", err)
	}
	for _, c := range []struct{ game, level string }{{"go", ""}, {"gomoku", "1"}} {
		o := DefaultOptions()
		o.Kind, o.Path = "gomocup", "/bin/true"
		if c.level != "" {
			o.Level = 1
		}
		if _, err := New(c.game, o); !errors.Is(err, ErrUnsupported) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
