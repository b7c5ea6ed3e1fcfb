package main

import (
	"bytes"
	"context"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

// TestMain lets the test program be the program under test, in a process of its own.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "be-the-engine" {
		os.Args = slices.Delete(os.Args, 1, 2)
		main()
		return
	}
	os.Exit(m.Run())
}

// talk sends lines to a session and returns its answers.
func talk(t *testing.T, lines ...string) []string {
	t.Helper()
	o := engine.DefaultOptions()
	o.TableMB = 4
	var out bytes.Buffer
	s, err := newSession(&out, o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.engine.Close()
	s.each, s.nodes = time.Hour, 400
	if err := s.run(strings.NewReader(strings.Join(lines, "\r\n") + "\r\n")); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(out.String()), "\n")
}

func TestSession_answers(t *testing.T) {
	for _, c := range []struct {
		what  string
		lines []string
		want  []string // ".": any point
	}{
		{"a game", []string{"START 15", "INFO rule 0", "INFO timeout_turn 60000", "BEGIN", "TURN 0,0", "TURN 1,0"}, []string{"OK", ".", ".", "."}},
		{"five is made", []string{"START 15", "BOARD", "3,7,1", "3,8,2", "4,7,1", "4,8,2", "5,7,1", "5,8,2", "6,7,1", "2,7,2", "DONE"}, []string{"OK", "7,7"}},
		{"five is stopped", []string{"START 15", "BOARD", "3,7,2", "2,7,1", "4,7,2", "4,9,1", "5,7,2", "6,3,1", "6,7,2", "DONE"}, []string{"OK", "7,7"}},
		{"a stone may lie there already", []string{"START 10", "BOARD", "5,5,2", "DONE", "TURN 5,5"}, []string{"OK", ".", "ERROR"}},
		{"moves are taken back", []string{"START 10", "TURN 5,5", "TAKEBACK 5,5", "RESTART", "TURN 5,5"}, []string{"OK", ".", "ERROR", "OK", "."}},
		{"sizes", []string{"START 4", "START 20", "START x", "RECTSTART 10,12", "RECTSTART 10,10"}, []string{"ERROR", "ERROR", "ERROR", "ERROR", "OK"}},
		{"no more than the protocol", []string{"INFO rule 8", "INFO folder /tmp", "YIXIN", "ABOUT", "BOARD", "1,1,7", "DONE", "BOARD", "1,1"},
			[]string{"MESSAGE", "UNKNOWN", "name=", "ERROR", "ERROR"}},
		{"forbidden moves", []string{"START 15", "INFO rule 4", "BOARD", "7,6,2", "0,0,1", "7,5,2", "2,0,1", "8,7,2", "0,4,1", "9,7,2", "4,4,1", "12,12,2", "DONE", "TURN 7,7"},
			[]string{"OK", ".", "ERROR"}},
		{"swap2", []string{"START 15", "SWAP2BOARD", "DONE", "SWAP2BOARD", "7,7", "0,0", "8,8", "DONE", "SWAP2BOARD", "7,7", "8,8", "DONE"}, []string{"OK", ".", "SWAP", "ERROR"}},
		{"swap2, White is better", []string{"START 15", "SWAP2BOARD", "0,0", "7,7", "0,14", "DONE"}, []string{"OK", "."}},
		{"swap2 with five stones", []string{"START 15", "SWAP2BOARD", "7,7", "0,0", "8,8", "14,0", "9,8", "DONE", "END", "BEGIN"}, []string{"OK", "SWAP"}},
	} {
		got := talk(t, c.lines...)
		if len(got) != len(c.want) {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
			continue
		}
		for i, want := range c.want {
			if want == "." && strings.IndexByte("0123456789", got[i][0]) < 0 || want != "." && !strings.HasPrefix(got[i], want) {
				t.Errorf("%s: answer %d is %q, want %q", c.what, i+1, got[i], want)
			}
		}
	}
}

// The program hosts itself: the engine of kind "gomocup" plays a game against the built-in one.
func TestGomocup_bothWays(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	o := engine.DefaultOptions()
	o.Kind, o.Path, o.Timeout = "gomocup", self, time.Hour
	o.Args = []string{"be-the-engine", "-nodes", "300", "-memory", "4", "-time", "1h"}
	program, err := engine.New("gomoku", o)
	if err != nil {
		t.Fatal(err)
	}
	defer program.Close()
	if !strings.HasPrefix(program.Name(), "qikit") {
		t.Errorf("the program's name is %q", program.Name())
	}
	for _, rules := range []string{`{"size": 10}`, `{"size": 10, "rule": "renju"}`} {
		o = engine.DefaultOptions()
		o.TableMB = 4
		own, err := engine.New("gomoku", o)
		if err != nil {
			t.Fatal(err)
		}
		b, err := game.New("gomoku", game.Setup{Rules: []byte(rules)})
		if err != nil {
			t.Fatal(err)
		}
		l := engine.DefaultLimits()
		l.Nodes = 300
		for players := [2]engine.Engine{program, own}; len(b.Moves(nil)) > 0; {
			r, err := players[b.Turn()].Search(context.Background(), b, l)
			if err != nil {
				t.Fatalf("%s: %v", b.Position(), err)
			}
			b.Play(r.Best)
		}
		if o, over := b.Outcome(); !over {
			t.Errorf("%s: %+v", b.Position(), o)
		}
		own.Close()
	}
}
