package gtp

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"qikit.dev/qikit/bindings/qikit/internal/verb"
	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/internal/cputime"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/weiqi"
)

// TestMain lets the test program be the program under test, in a process of
// its own behind real pipes.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "be-the-engine" {
		program := verb.Program{Name: "qikit", Verbs: []verb.Verb{Verb}, Env: os.LookupEnv}
		args := append([]string{"gtp"}, os.Args[2:]...)
		os.Exit(program.Do(context.Background(), verb.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}, args))
	}
	os.Exit(m.Run())
}

// controller is what drives the program: it knows the protocol, and nothing of
// the program.
type controller struct {
	t    *testing.T
	in   io.WriteCloser
	out  *bufio.Reader
	cmd  *exec.Cmd
	last int
}

func start(t *testing.T, args ...string) *controller {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	// A program that hangs is killed, and the test fails by its missing words.
	cmd := exec.CommandContext(await.Context(t), self, append([]string{"be-the-engine", "-time", "0", "-visits", "40", "-threads", "1", "-memory", "8"}, args...)...)
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
	c := &controller{t: t, in: in, out: bufio.NewReader(out), cmd: cmd}
	t.Cleanup(func() {
		if err := c.end(); err != nil {
			t.Errorf("the program ends with %v", err)
		}
	})
	return c
}

// end closes the program's input, which ends it; quitting before is no error.
func (c *controller) end() error {
	c.in.Close()
	return c.cmd.Wait()
}

// raw sends a line and returns the answer as it comes, without the empty line.
func (c *controller) raw(line string) string {
	c.t.Helper()
	if _, err := fmt.Fprint(c.in, line); err != nil {
		c.t.Fatalf("saying %q: %v", line, err)
	}
	var answer strings.Builder
	for {
		text, err := c.out.ReadString('\n')
		if err != nil {
			c.t.Fatalf("after %q: %v", line, err)
		}
		if text == "\n" {
			return answer.String()
		}
		answer.WriteString(text)
	}
}

// ask sends a numbered command and returns the answer, and whether it is one of
// success.
func (c *controller) ask(format string, args ...any) (answer string, ok bool) {
	c.t.Helper()
	c.last++
	command := fmt.Sprintf(format, args...)
	said := c.raw(fmt.Sprintf("%d %s\n", c.last, command))
	number := strconv.Itoa(c.last)
	for _, sign := range []string{"=", "?"} {
		if rest, found := strings.CutPrefix(said, sign+number); found && (rest[0] == ' ' || rest[0] == '\n') {
			return strings.TrimSpace(rest), sign == "="
		}
	}
	c.t.Fatalf("%s: %q, expected an answer numbered %s", command, said, number)
	return "", false
}

// must is ask for a command that cannot fail.
func (c *controller) must(format string, args ...any) string {
	c.t.Helper()
	answer, ok := c.ask(format, args...)
	if !ok {
		c.t.Fatalf("%s: %s", fmt.Sprintf(format, args...), answer)
	}
	return answer
}

// say sends commands that answer nothing.
func (c *controller) say(commands ...string) {
	c.t.Helper()
	for _, command := range commands {
		if answer := c.must("%s", command); answer != "" {
			c.t.Errorf("%s: %q, want nothing", command, answer)
		}
	}
}

func TestProtocol_form(t *testing.T) {
	c := start(t)
	for _, row := range []struct{ line, want string }{
		{"name\n", "= qikit\n"},
		{"7 protocol_version\n", "=7 2\n"},
		{"  \n# only a comment\n\t12\tprotocol_version  # with one\r\n", "=12 2\n"},
		{"\x01protocol_\x02version\n", "= 2\n"},
		{"nonsense\n", "? unknown command\n"},
		{"9 nonsense\n", "?9 unknown command\n"},
		{"3\n", "?3 unknown command\n"},
		{"known_command genmove\n", "= true\n"},
		{"known_command nonsense\n", "= false\n"},
		{"clear_board\n", "=\n"},
	} {
		if got := c.raw(row.line); got != row.want {
			t.Errorf("%q: %q, want %q", row.line, got, row.want)
		}
	}
	listed := strings.Split(c.must("list_commands"), "\n")
	if len(listed) != len(commands) || !slices.IsSorted(listed) {
		t.Errorf("list_commands: %q", listed)
	}
	for _, name := range listed {
		if c.must("known_command %s", name) != "true" {
			t.Errorf("%s is listed and not known", name)
		}
	}
	if got := c.raw("5 quit\n"); got != "=5\n" {
		t.Errorf("quit: %q", got)
	}
}

func TestProtocol_badInput(t *testing.T) {
	c := start(t)
	c.say("boardsize 9", "clear_board", "play b E5")
	for _, row := range []struct{ command, want string }{
		{"boardsize", "syntax error"},
		{"boardsize many", "syntax error"},
		{"boardsize 1", "unacceptable size"},
		{"boardsize 25", "unacceptable size"},
		{"komi", "syntax error"},
		{"komi a lot", "syntax error"},
		{"komi 1e9", "syntax error"},
		{"komi nan", "syntax error"},
		{"play", "syntax error"},
		{"play b", "syntax error"},
		{"play green A1", "invalid color or coordinate"},
		{"play w I5", "invalid color or coordinate"},
		{"play w Z99", "invalid color or coordinate"},
		{"play w resign", "invalid color or coordinate"},
		{"play w E5", "illegal move"},
		{"play b E5", "illegal move"}, // after a pass that is taken back
		{"genmove", "syntax error"},
		{"genmove green", "invalid color or coordinate"},
		{"fixed_handicap 2", "board not empty"},
		{"place_free_handicap 2", "board not empty"},
		{"set_free_handicap A1 B1", "board not empty"},
		{"time_settings 1 2", "syntax error"},
		{"time_settings -1 0 0", "syntax error"},
		{"time_left b 99999999999999999999 1", "syntax error"},
		{"time_left b", "syntax error"},
		{"kgs-time_settings hourglass 3", "time settings not supported"},
		{"kgs-time_settings byoyomi 3", "syntax error"},
		{"final_status_list", "syntax error"},
		{"final_status_list sleeping", "invalid status, expected alive, dead or seki"},
		{"loadsgf", "syntax error"},
		{"loadsgf /no/such/file.sgf", "cannot load file"},
		{"known_command", "syntax error"},
	} {
		if answer, ok := c.ask("%s", row.command); ok || answer != row.want {
			t.Errorf("%s: %q, %v; want the error %q", row.command, answer, ok, row.want)
		}
	}
	c.say("undo")
	if answer, ok := c.ask("undo"); ok || answer != "cannot undo" {
		t.Errorf("undo of nothing: %q", answer)
	}
	c.say("play w A1") // none of it has left a mark: both sides may begin
	for _, row := range []struct{ command, want string }{
		{"fixed_handicap", "syntax error"},
		{"fixed_handicap some", "syntax error"},
		{"fixed_handicap 1", "invalid number of stones"},
		{"fixed_handicap 12", "invalid number of stones"},
		{"place_free_handicap 1", "invalid number of stones"},
		{"set_free_handicap A1", "bad vertex list"},
		{"set_free_handicap A1 A1", "bad vertex list"},
		{"set_free_handicap A1 pass", "bad vertex list"},
	} {
		c.say("clear_board")
		if answer, ok := c.ask("%s", row.command); ok || answer != row.want {
			t.Errorf("%s: %q, %v; want the error %q", row.command, answer, ok, row.want)
		}
	}
}

func TestBoard(t *testing.T) {
	c := start(t)
	c.say("boardsize 5", "komi 0.5", "clear_board", "play black C3", "play b c4", "play W D3", "play W PASS", "undo")
	want := `
   A B C D E
 5 . . . . . 5
 4 . . X . . 4
 3 . . X O . 3
 2 . . . . . 2
 1 . . . . . 1
   A B C D E
black to move; captured by black 0, by white 0`
	if got := "\n" + "   " + strings.TrimLeft(c.must("showboard"), " \n"); got != want {
		t.Errorf("the board is\n%s\nwant\n%s", got, want)
	}
	c.say("undo", "undo")
	if got := c.must("showboard"); strings.Count(got, "X") != 1 || strings.Contains(got, "O") || !strings.Contains(got, "white to move") {
		t.Errorf("after undo:\n%s", got)
	}
}

func TestHandicap(t *testing.T) {
	c := start(t)
	if got := c.must("fixed_handicap 5"); got != "Q16 D4 Q4 D16 K10" {
		t.Errorf("fixed_handicap 5: %q", got)
	}
	c.say("clear_board")
	if got := strings.Fields(c.must("place_free_handicap 30")); len(got) != 9 {
		t.Errorf("place_free_handicap 30: %v, want nine", got)
	}
	c.say("boardsize 9", "set_free_handicap A1 B2 C3")
	if got := c.must("showboard"); strings.Count(got, "X") != 3 || !strings.Contains(got, "white to move") {
		t.Errorf("after set_free_handicap:\n%s", got)
	}
	if got := c.must("genmove w"); got == "pass" || got == "resign" {
		t.Errorf("genmove w: %s", got)
	}
}

func TestScore(t *testing.T) {
	c := start(t)
	c.say("boardsize 5", "komi 3.6")
	for i, row := range []string{"C", "D"} {
		for n := 1; n <= 5; n++ {
			c.say(fmt.Sprintf("play %s %s%d", []string{"b", "w"}[i], row, n))
		}
	}
	c.say("play w A3")
	for command, want := range map[string]string{
		"final_score":             "B+1.5",
		"final_status_list dead":  "A3",
		"final_status_list seki":  "",
		"final_status_list alive": "C1 C2 C3 C4 C5\nD1 D2 D3 D4 D5",
	} {
		if got := c.must("%s", command); got != want {
			t.Errorf("%s: %q, want %q", command, got, want)
		}
	}
}

func TestLoadSGF(t *testing.T) {
	path := filepath.Join(t.TempDir(), "game.sgf")
	if err := os.WriteFile(path, []byte("(;GM[1]SZ[9]KM[6.5]RU[Chinese];B[ee];W[gc];B[cc])"), 0o644); err != nil {
		t.Fatal(err)
	}
	c := start(t)
	if got := c.must("loadsgf %s", path); got != "white" {
		t.Errorf("loadsgf: %q to move, want white", got)
	}
	if got := c.must("showboard"); strings.Count(got, "X")+strings.Count(got, "O") != 3 {
		t.Errorf("the board is\n%s", got)
	}
	if got := c.must("loadsgf %s 3", path); got != "black" {
		t.Errorf("loadsgf before move 3: %q to move, want black", got)
	}
	c.say("undo")
	if got := c.must("showboard"); !strings.Contains(got, "white to move") {
		t.Errorf("after undo:\n%s", got)
	}
}

// A clock keeps the program in its time, and what is thought of without playing
// leaves the board alone.
func TestClock(t *testing.T) {
	c := start(t, "-visits", "100000000")
	c.say("boardsize 9", "time_settings 0 1 10")
	watch := cputime.Watch()
	c.must("genmove b")
	if took := watch(); took > 10*time.Second {
		t.Errorf("a move of ten in a second took %v", took)
	}
	c.say("kgs-time_settings byoyomi 0 1 5", "time_left w 1 5")
	c.must("genmove w")
	c.say("kgs-time_settings canadian 10 1 25", "kgs-time_settings absolute 5", "time_left b 0 0")
	c.must("genmove b")

	c = start(t)
	c.say("boardsize 9", "kgs-time_settings none")
	before := c.must("showboard")
	if c.must("reg_genmove w") == "" || c.must("showboard") != before {
		t.Error("reg_genmove changed the board")
	}
}

func TestClock_spend(t *testing.T) {
	limits := func(c *clock) engine.Limits {
		var l engine.Limits
		c.limit(&l)
		return l
	}
	c := clock{runs: true, main: 10 * time.Second, extra: 6 * time.Second, stones: 3}
	c.begin()
	if l := limits(&c); l.Clock != 10*time.Second || l.MovesToGo != 0 || l.Increment != 2*time.Second {
		t.Errorf("main time: %+v", l)
	}
	c.spend(11 * time.Second)
	for stones := 3; stones > 0; stones-- {
		if l := limits(&c); l.MovesToGo != stones || l.Increment != 0 {
			t.Errorf("%d stones to go: %+v", stones, l)
		}
		c.spend(time.Second)
	}
	if l := limits(&c); l.Clock != 6*time.Second || l.MovesToGo != 3 {
		t.Errorf("the next stones: %+v", l)
	}
	off := clock{}
	off.begin()
	if off.limit(&engine.Limits{}) {
		t.Error("a clock that does not run limits")
	}
}

// Two of the programs play a game under the eyes of the rules, as any referee
// lets them: it ends by two passes and both count it alike.
func TestTwoPrograms(t *testing.T) {
	players := [2]*controller{start(t), start(t, "-seed", "5")}
	rules := weiqi.DefaultOptions()
	rules.Size, rules.Komi = 7, 8.5
	b, err := weiqi.New("", rules, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range players {
		p.say("boardsize 7", "clear_board", "komi 8.5")
	}
	for b.Passes() < 2 {
		if b.Len() > 300 {
			t.Fatalf("no end: %s", b.Position())
		}
		side := b.Turn()
		text := players[side].must("genmove %s", b.Sides()[side])
		m, err := b.Parse(text)
		if err != nil || m == weiqi.Resign {
			t.Fatalf("move %d: %q, %v", b.Len()+1, text, err)
		}
		players[1-side].say(fmt.Sprintf("play %s %s", b.Sides()[side], text))
		b.Play(m)
	}
	scores := [2]string{players[0].must("final_score"), players[1].must("final_score")}
	if scores[0] != scores[1] {
		t.Errorf("the two count %v", scores)
	}
	if got := players[0].must("genmove b"); got != "pass" {
		t.Errorf("after the end: %s, want pass", got)
	}
}

// The library drives the program as any other engine of the kind.
func TestEngine_drivesIt(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	o := engine.DefaultOptions()
	o.Kind, o.Path, o.Timeout = "gtp", self, time.Hour
	o.Args = []string{"be-the-engine", "-time", "0", "-visits", "30", "-threads", "1", "-memory", "8"}
	e, err := engine.New("go", o)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if !strings.HasPrefix(e.Name(), "qikit ") {
		t.Errorf("its name is %q", e.Name())
	}
	b, err := game.New("go", game.Setup{Rules: []byte(`{"size": 9, "handicap": 3}`)})
	if err != nil {
		t.Fatal(err)
	}
	l := engine.DefaultLimits()
	for n := range 8 {
		r, err := e.Search(context.Background(), b, l)
		if err != nil {
			t.Fatalf("move %d: %v", n+1, err)
		}
		b.Play(r.Best)
		if n == 4 { // what it was told no longer holds
			b.Undo()
			b.Undo()
		}
	}
}
