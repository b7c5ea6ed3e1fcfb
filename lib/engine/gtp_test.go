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
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/weiqi"
)

// fakeGTP plays the first empty point from the lower left, and writes what it is
// told into the file that it is given by a setting. It has one flaw.
func fakeGTP(flaw string) {
	var b *weiqi.Board
	rules := weiqi.DefaultOptions()
	rules.Size = 5
	var log *os.File
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		words := strings.Fields(in.Text())
		id, words := words[0], words[1:]
		if log != nil {
			fmt.Fprintln(log, strings.Join(words, " "))
		}
		answer := "=" + id
		switch words[0] {
		case "name":
			answer += " fake"
		case "version":
			answer += " 7\nand a second line"
		case "known_command":
			answer += " true"
		case "log":
			log, _ = os.Create(words[1])
		case "clear_board":
			b, _ = weiqi.New("", rules, false)
		case "play":
			side, m := words[1], words[2]
			if b.Sides()[b.Turn()] != side {
				b.Play(goban.Pass)
			}
			if move, err := b.Parse(m); err == nil {
				b.Play(move)
			} else {
				answer = "?" + id + " illegal move"
			}
		case "genmove":
			switch flaw {
			case "dies":
				os.Exit(3)
			case "hangs":
				time.Sleep(time.Minute)
			case "cheats":
				answer += " Z42"
			case "resigns":
				answer += " resign"
			default:
				m := b.Moves(nil)[0]
				answer += " " + b.Text(m)
				b.Play(m)
			}
		case "quit":
			return
		}
		fmt.Printf("chatter\n%s\n\n", answer)
	}
	if err := in.Err(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func newFakeGTP(t *testing.T, flaw string, settings map[string]string) Engine {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	o := DefaultOptions()
	o.Kind, o.Path, o.Args, o.Settings, o.Timeout = "gtp", self, []string{"fake-gtp", flaw}, settings, time.Hour
	e, err := New("go", o)
	if err != nil {
		t.Fatal(err)
	}
	if flaw == "hangs" { // once it has begun
		e.(*gtp).options.Timeout = 50 * time.Millisecond
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Errorf("Close() = %v", err)
		}
	})
	return e
}

// The program is told of a game what it has not seen, and of another all.
func TestGTP_tellsWhatIsNew(t *testing.T) {
	path := t.TempDir() + "/log"
	e := newFakeGTP(t, "", map[string]string{"log": path})
	if e.Name() != "fake 7" {
		t.Errorf("its name is %q, want fake 7", e.Name())
	}
	b := goBoard(t, "", `{"size": 5, "komi": 2.5}`)
	l := DefaultLimits()
	l.Time = 3 * time.Second
	search := func(want string) {
		t.Helper()
		r, err := e.Search(context.Background(), b, l)
		if err != nil {
			t.Fatal(err)
		}
		if got := b.Text(r.Best); got != want || len(r.Lines) != 1 {
			t.Fatalf("%s, want %s", got, want)
		}
		b.Play(r.Best)
	}
	play := func(text string) {
		t.Helper()
		m, err := b.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		b.Play(m)
	}
	search("A1")
	play("C3")
	search("B1")
	b.Undo()
	b.Undo()
	play("D4")
	search("B1")
	if err := e.Clear(); err != nil {
		t.Fatal(err)
	}
	b = goBoard(t, "5/5/2X2/5/5 O", `{"size": 5}`)
	search("A1")
	said, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := `boardsize 5
clear_board
komi 2.5
time_settings 0 3 1
genmove black
play white C3
genmove black
boardsize 5
clear_board
komi 2.5
play black A1
play white D4
genmove black
boardsize 5
clear_board
komi 7.5
play black C3
genmove white
`
	if string(said) != want {
		t.Errorf("it was told\n%s\nwant\n%s", said, want)
	}
}

func TestGTP_flaws(t *testing.T) {
	for flaw, want := range map[string]error{"dies": ErrEngineDied, "hangs": ErrEngineTimeout, "cheats": ErrEngineMove} {
		e := newFakeGTP(t, flaw, nil)
		for range 2 { // the second search starts it again
			if _, err := e.Search(context.Background(), goBoard(t, "", `{"size": 5}`), DefaultLimits()); !errors.Is(err, want) || !strings.Contains(err.Error(), "fake 7") {
				t.Errorf("one that %s: %v, want %v", flaw, err, want)
			}
		}
	}
	r, err := newFakeGTP(t, "resigns", nil).Search(context.Background(), goBoard(t, "", `{"size": 5}`), DefaultLimits())
	if err != nil || r.Best != weiqi.Resign {
		t.Errorf("one that resigns: %v, %v", r.Best, err)
	}
}

func TestGTP_cancel(t *testing.T) {
	self, _ := os.Executable()
	o := DefaultOptions()
	o.Kind, o.Path, o.Args, o.Timeout = "gtp", self, []string{"fake-gtp", "hangs"}, time.Hour
	e, err := New("go", o)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	time.AfterFunc(10*time.Millisecond, func() { cancel(cause) })
	if _, err := e.Search(ctx, goBoard(t, "", `{"size": 5}`), DefaultLimits()); !errors.Is(err, cause) {
		t.Errorf("%v, want %v", err, cause)
	}
}

func TestGTP_refuses(t *testing.T) {
	for name, row := range map[string]struct {
		game   string
		change func(*Options)
		want   error
	}{
		"no path":    {"go", func(o *Options) {}, ErrOptions},
		"no program": {"go", func(o *Options) { o.Path = "/no/such/program" }, ErrEngineStart},
		"a level":    {"go", func(o *Options) { o.Path, o.Level = "/bin/true", 3 }, ErrUnsupported},
		"a net":      {"go", func(o *Options) { o.Path, o.Net = "/bin/true", "x" }, ErrUnsupported},
		"xiangqi":    {"xiangqi", func(o *Options) { o.Path = "/bin/true" }, ErrUnsupported},
		"two lines":  {"go", func(o *Options) { o.Path, o.Settings = "/bin/true", map[string]string{"a\nb": ""} }, ErrOptions},
		"it ends":    {"go", func(o *Options) { o.Path = "/bin/true" }, ErrEngineDied},
	} {
		o := DefaultOptions()
		o.Kind = "gtp"
		row.change(&o)
		if _, err := New(row.game, o); !errors.Is(err, row.want) {
			t.Errorf("%s: %v, want %v", name, err, row.want)
		}
	}
	e := newFakeGTP(t, "", nil)
	other, err := game.New("xiangqi", game.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Search(context.Background(), other, DefaultLimits()); !errors.Is(err, ErrGame) {
		t.Errorf("a board of xiangqi: %v, want %v", err, ErrGame)
	}
}
