package compute

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgcp"
)

// tasks is one of each kind.
func tasks(t testing.TB, count uint64) map[string]Task {
	t.Helper()
	b := drawn(t, "O", `
		.........
		..O..XX..
		..OX.XO..
		...XO.O..
		..X..O...
		..XO.....
		..OO..X..
		.....X...
		.........`)
	data := BoardOf(b)
	data.Last, data.Own, data.Komi = point(t, "F8"), point(t, "G7"), 6.5
	even, err1 := NewPlayouts(data, DrawEvenly, nil, 3, count)
	named, err2 := NewPlayouts(data, DrawEvenly, []goban.Point{point(t, "E5"), point(t, "E7")}, 3, count)
	policy, err3 := NewPlayouts(data, DrawByPolicy, nil, 3, count)
	area, err4 := NewAnalysis(data, Area{point(t, "J9"), point(t, "E5")}, 3, count)
	search, err5 := NewSearch(data, []goban.Point{point(t, "D7"), point(t, "C4"), point(t, "E6"), point(t, "G6"), point(t, "D3")}, 300)
	b.Play(game.Move(point(t, "E5")))
	b.Play(goban.Pass)
	tree, err6 := NewTrees(b, 40, 3, max(5, count/20))
	if err := errors.Join(err1, err2, err3, err4, err5, err6); err != nil {
		t.Fatal(err)
	}
	return map[string]Task{"even": even, "named": named, "policy": policy, "analyse": area, "search": search, "tree": tree}
}

// Parts of a task, on any number of cores, add up to the whole.
func TestDo_partsAddUp(t *testing.T) {
	for name, task := range tasks(t, 60) {
		whole := do(t, task)
		if whole.Done != task.Count || whole.Payload == "" {
			t.Errorf("%s: %+v", name, whole)
		}
		if r, err := DoOn(t.Context(), 4, task, nil); err != nil || r != whole {
			t.Errorf("%s on four cores: %+v, %v\nwant %+v", name, r, err, whole)
		}
		sum := new(tally)
		for _, s := range []span{{0, 1}, {3, task.Count}, {1, 3}} {
			done := do(t, piece(t, task, s.from, s.len()))
			sums, err := readTally(done.Payload, 9)
			if err != nil {
				t.Fatal(err)
			}
			if err := task.problem.fits(sums, s.from, done.Done); err != nil {
				t.Errorf("%s: %v: %v", name, s, err)
			}
			sum.add(sums)
		}
		if sum.text() != whole.Payload {
			t.Errorf("%s: the parts are %s\nwant %s", name, sum.text(), whole.Payload)
		}
	}
}

// What is stopped is the beginning of the whole.
func TestDo_stoppedIsAFirstPart(t *testing.T) {
	for name, task := range tasks(t, 1_000_000) {
		if task.Kind == sgcp.TaskSearch {
			continue // its few problems are done at once
		}
		ctx, stop := context.WithCancel(t.Context())
		r, err := DoOn(ctx, 3, task, func(done uint64) {
			if done >= 20 {
				stop()
			}
		})
		if err != nil || r.Done < 20 || r.Done == task.Count {
			t.Errorf("%s: %d units, %v", name, r.Done, err)
		}
		task.Count = r.Done
		if want := do(t, task); r != want {
			t.Errorf("%s: %+v\nwant %+v", name, r, want)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if r, err := Do(ctx, playouts(t, 9, 10), nil); err != nil || r != (Result{}) {
		t.Errorf("stopped before it began: %+v, %v", r, err)
	}
}

// With a quarter of its core's time it rests three times as long as it worked.
func TestDo_sharesItsCore(t *testing.T) {
	task := playouts(t, 9, 1_000_000_000)
	ctx, stop := context.WithCancel(await.Context(t))
	defer stop()
	rested, last := false, time.Time{}
	r, err := effort{1, 0.25}.do(ctx, task, func(uint64) {
		now := time.Now()
		if !last.IsZero() && now.Sub(last) >= 3*stint {
			rested = true
			stop()
		}
		last = now
	})
	if err != nil || !rested {
		t.Fatalf("%d units, %v: it never rested", r.Done, err)
	}
	task.Count = r.Done
	if want := do(t, task); r != want {
		t.Errorf("%+v\nwant %+v", r, want)
	}
}

func TestDo_badInput(t *testing.T) {
	good := playouts(t, 9, 10)
	with := func(change func(*Task)) Task {
		task := good
		change(&task)
		return task
	}
	payload := func(kind sgcp.TaskKind, text string) Task {
		return with(func(task *Task) { task.Kind, task.Payload = kind, text })
	}
	const board = " 9/9/9/9/9/9/9/9/9 X"
	const stones = " 9/9/9/9/4X4/9/9/9/9 X"
	for _, row := range []struct {
		task Task
		err  error
		want string
	}{
		{with(func(task *Task) { task.Kind = "sort" }), ErrUnsupported, "sort"},
		{with(func(task *Task) { task.Count = 0 }), ErrTask, "0 units"},
		{with(func(task *Task) { task.Count = 1 << 41 }), ErrTask, "units"},
		{payload("playout", ""), ErrTask, "no position"},
		{payload("playout", "X"), ErrTask, "fields"},
		{payload("playout", strings.Repeat("x", payloadMax+1)), ErrTask, "octets"},
		{payload("playout", "9/9 X"), ErrTask, "row"},
		{payload("playout", "komi=7.25"+board), ErrTask, "komi"},
		{payload("playout", "komi=nan"+board), ErrTask, "komi"},
		{payload("playout", "komi=1e9"+board), ErrTask, "komi"},
		{payload("playout", "from=-1"+board), ErrTask, "from"},
		{payload("playout", "last=K9"+board), ErrTask, "last"},
		{payload("playout", "own="+board), ErrTask, "own"},
		{payload("playout", "draw=well"+board), ErrTask, "draw"},
		{payload("playout", "draw=policy moves=C3"+board), ErrTask, "one of the two"},
		{payload("playout", "moves=C3,C3"+board), ErrTask, "twice"},
		{payload("playout", "moves=E5"+stones), ErrTask, "legal"},
		{payload("playout", "komi=1 komi=1"+board), ErrTask, "twice"},
		{payload("playout", "at=C3"+board), ErrTask, "at"},
		{payload("playout", "nodes=3"+board), ErrTask, "nodes"},
		{payload("playout", "area=A1-B2"+board), ErrTask, "area"},
		{payload("playout", "colour=red"+board), ErrTask, "colour"},
		{payload("search", "at=C3 nodes=5"+stones), ErrTask, "no stone"},
		{payload("search", "at=E5 nodes=5"+stones), ErrTask, "targets"},
		{with(func(task *Task) { task.Kind, task.Count, task.Payload = "search", 1, "at=E5"+stones }), ErrTask, "nodes"},
		{with(func(task *Task) { task.Kind, task.Count, task.Payload = "search", 1, "from=1 at=E5 nodes=5"+stones }), ErrTask, "targets"},
		{payload("search", "draw=even"+stones), ErrTask, "draw"},
		{payload("analyse", board[1:]), ErrTask, "area"},
		{payload("analyse", "area=A1"+board), ErrTask, "area"},
		{payload("analyse", "moves=A1"+board), ErrTask, "moves"},
		{payload("tree", board[1:]), ErrTask, "visits"},
		{payload("tree", "visits=50001"+board), ErrTask, "visits"},
		{payload("tree", "visits=9 played=A1,A1"+board), ErrTask, "A1"},
		{payload("tree", "visits=9 played=A1,B1,C1"+board), ErrTask, "2 at most"},
		{payload("tree", "visits=9 played=-,-"+board), ErrTask, "over"},
		{payload("playout", "visits=9"+board), ErrTask, "visits"},
	} {
		_, err := Do(t.Context(), row.task, nil)
		if !errors.Is(err, row.err) || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s %.60q: %v, want %v with %q", row.task.Kind, row.task.Payload, err, row.err, row.want)
		}
	}
	if _, err := NewPlayouts(Board{Position: "3/3/3 X", Komi: 0.3}, DrawEvenly, nil, 1, 1); !errors.Is(err, ErrTask) {
		t.Errorf("komi 0.3: %v, want ErrTask", err)
	}
}

// Forged results that cannot be right are seen without any work.
func TestFits_refusesWhatCanNotBe(t *testing.T) {
	all := tasks(t, 40)
	for _, row := range []struct{ kind, payload, why string }{
		{"even", "C3:39:1", "too few playouts"}, {"even", "A1:40:81", "more wins than playouts"},
		{"even", "C3:40:3", "a stone is there"}, {"even", "A1:40:1:1", "a third number"}, {"even", "-:40:1", "a pass"},
		{"named", "A1:40:1", "another move"}, {"policy", "C3:40:1", "a stone is there"},
		{"analyse", "A1:1:1", "outside of the area"}, {"analyse", "J9:21:20", "more games than there were"},
		{"tree", "A1:194:1", "too few visits"}, {"tree", "E5:195:1", "a stone is there"}, {"tree", "A1:195:391", "more wins than visits"},
		{"search", "D7:2:1", "one problem of five"}, {"search", "D3:0:1 C4:3:1 E6:0:1 G6:0:1 D7:0:1", "no such answer"},
		{"search", "D3:0:1 C4:0:301 E6:0:1 G6:0:1 D7:0:1", "too many nodes"},
	} {
		task := all[row.kind]
		p, err := task.read()
		if err != nil {
			t.Fatal(err)
		}
		sums, err := readTally(row.payload, 9)
		if err != nil {
			t.Fatalf("%s: %v", row.payload, err)
		}
		if p.fits(sums, 0, task.Count) == nil {
			t.Errorf("%s %s was taken: %s", row.kind, row.payload, row.why)
		}
	}
}

func FuzzReadTally(f *testing.F) {
	for _, text := range []string{"", "A1:1:2", "-:3:4 C3:12:7:9", "A1:1", "A1:1:2 A1:1:2", "A1:01:2", "T19:1099511627777:1", "a1:1:1", " A1:1:1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		sums, err := readTally(text, goban.SizeMax)
		if err != nil {
			if !errors.Is(err, ErrTask) {
				t.Errorf("%q: %v, want ErrTask", text, err)
			}
			return
		}
		again, err := readTally(sums.text(), goban.SizeMax)
		if err != nil || *again != *sums {
			t.Errorf("%q was written as %q and read as another: %v", text, sums.text(), err)
		}
	})
}

func FuzzDo(f *testing.F) {
	f.Add("playout", "draw=policy komi=7.5 last=C3 own=D4 ../.. X")
	f.Add("search", "at=A1 nodes=9 X../.../... O")
	f.Add("analyse", "area=A1-B2 from=3 3/3/3 X 0 0 -")
	f.Add("tree", "visits=30 from=3 komi=-3.5 played=A1,- 3/3/3 X 0 0 -")
	f.Fuzz(func(t *testing.T, kind, payload string) {
		task := Task{Kind: sgcp.TaskKind(kind), Seed: 1, Count: 1, Payload: payload}
		p, err := task.read()
		if err != nil {
			return
		}
		r, err := Do(t.Context(), task, nil)
		if err != nil || r.Done != 1 {
			t.Fatalf("%q: %+v, %v", payload, r, err)
		}
		sums, err := readTally(r.Payload, p.board.Size())
		if err == nil {
			err = p.fits(sums, 0, 1)
		}
		if err != nil {
			t.Errorf("%q: its own result %q is refused: %v", payload, r.Payload, err)
		}
	})
}

func TestBoardOf_hasTheLatestMoves(t *testing.T) {
	b := empty(t, 9)
	for _, m := range []string{"C3", "pass", "G7"} {
		move, err := b.Parse(m)
		if err != nil {
			t.Fatal(err)
		}
		b.Play(move)
	}
	data := BoardOf(b)
	if data.Last != point(t, "G7") || data.Own != goban.NoPoint || data.Komi != 7.5 || !strings.HasSuffix(data.Position, " O 0 0 -") {
		t.Errorf("%+v", data)
	}
}

func TestSimulations_moreOnAnOpenBoard(t *testing.T) {
	open := Simulations(empty(t, 19).Stones(), 1000, 5*time.Second)
	if open != 5000 {
		t.Errorf("%d on an open board, want 5000", open)
	}
	settled := drawn(t, "X", "X.X.X XXXXX OOOOO O.O.O OOOOO").Stones()
	if n := Simulations(settled, 1000, 5*time.Second); n >= Simulations(empty(t, 5).Stones(), 1000, 5*time.Second)/4 || n == 0 {
		t.Errorf("%d on a settled board", n)
	}
	if n := Simulations(settled, 0, 0); n != 1 {
		t.Errorf("%d without time, want 1", n)
	}
}
