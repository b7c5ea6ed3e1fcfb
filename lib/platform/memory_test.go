package platform

import (
	"context"
	"errors"
	"math"
	"os"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/dbfile"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/weiqi"
)

// boardOf plays moves from the empty board, a space between.
func boardOf(t testing.TB, size int, moves string) *weiqi.Board {
	t.Helper()
	o := weiqi.DefaultOptions()
	o.Size = size
	b, err := weiqi.New("", o, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range strings.Fields(moves) {
		m, err := b.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		b.Play(m)
	}
	return b
}

func move(t testing.TB, text string) game.Move {
	t.Helper()
	p, err := goban.ParsePoint(text, goban.SizeMax)
	if err != nil {
		t.Fatal(err)
	}
	return game.Move(p)
}

func newBank(t testing.TB, path string) *MemoryBank {
	t.Helper()
	m, err := OpenMemoryBank(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	return m
}

// The bank's views are those of the boards.
func TestInView_isTheBoardsView(t *testing.T) {
	b := boardOf(t, 7, "C2")
	for k := range goban.Symmetries {
		for _, text := range []string{"A1", "B5", "G3", "D4"} {
			m := move(t, text)
			if got, want := goban.Point(inView(k, m, 7)).String(), b.ViewText(game.View{Symmetry: k}, m); got != want {
				t.Errorf("symmetry %d: %s is at %s, the board says %s", k, text, got, want)
			}
			if back := fromView(k, inView(k, m, 7), 7); back != m {
				t.Errorf("symmetry %d: %s comes back as %v", k, text, goban.Point(back))
			}
		}
	}
}

// A position is one with its eight views; its twin with the colours exchanged gives
// its moves on as likely, but no playouts, since the komi is the other's.
func TestMemoryBank_oneOfAllViews(t *testing.T) {
	m := newBank(t, "")
	if err := m.meet(boardOf(t, 9, "C3 G4"), evidence{move(t, "E6"): {100, 60}, goban.Pass: {3, 1}}); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		name, moves, want string
		pass              float64
		known             bool
	}{
		{"as it was", "C3 G4", "E6", 3, true},
		{"left and right", "G3 C4", "E6", 3, true},
		{"up and down", "C7 G6", "E4", 3, true},
		{"columns and rows", "C3 D7", "F5", 3, true},
		{"colours", "PASS C3 G4 PASS PASS", "E6", 0, false},
	} {
		text := row.moves
		if row.name == "colours" {
			// White has C3, Black G4, and White is to move: the same with the colours exchanged.
			text = "G4 C3 PASS"
		}
		b := boardOf(t, 9, text)
		known, like, err := m.recall(b)
		if err != nil {
			t.Fatal(err)
		}
		e := known
		if !row.known {
			if len(known) > 0 {
				t.Errorf("%s: playouts %v on other terms", row.name, known)
			}
			e = like
		}
		if got := e[move(t, row.want)]; got != (Tried{100, 60}) {
			t.Errorf("%s: %v, want %s with 100 playouts", row.name, e, row.want)
		}
		if row.known && e[goban.Pass].Visits != row.pass {
			t.Errorf("%s: the pass has %v", row.name, e[goban.Pass])
		}
	}
	if positions, _, err := m.Count(); positions != 1 || err != nil {
		t.Errorf("%d positions, %v; want 1", positions, err)
	}
}

// A corner shape is known on another board, in another corner, seen from the other
// side and with the colours exchanged.
func TestMemoryBank_cornerShapes(t *testing.T) {
	m := newBank(t, "")
	// Black has the 4-4 point at the bottom left, White approaches, Black answers.
	line := GameData{Game: sgcp.Gtoken{1}, Settings: "size=19 komi=7.5 rule=area", Color: sgcp.Black, Line: "D4 F3 C6", Result: "B+3.5"}
	if err := m.conclude(&line); err != nil {
		t.Fatal(err)
	}
	// White has the top right, and Black approached from the side.
	b := boardOf(t, 19, "K10 Q16 R14")
	shapes, err := m.shapes(b)
	if err != nil {
		t.Fatal(err)
	}
	if got := shapes[move(t, "O17")]; got != (Tried{1, 1}) {
		t.Errorf("shapes %v, want O17 once, won", shapes)
	}
	p := &position{Board: b, Moves: sensible(b), Values: NewParameterEditor(nil).effective()}
	opinions, known, err := m.weigh(p)
	if err != nil || len(known) > 0 || opinions[move(t, "O17")].Score != 1 || opinions[move(t, "O17")].Note != "corner shape" {
		t.Errorf("opinions %v, known %v, %v", opinions, known, err)
	}
}

func TestMemoryBank_recurring(t *testing.T) {
	path := t.TempDir() + "/bank"
	m := newBank(t, path)
	often, once := boardOf(t, 9, "E5 C3 PASS"), boardOf(t, 9, "E5 G3")
	for range 3 {
		if err := m.meet(often, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := m.meet(once, evidence{move(t, "C3"): {5, 2}}); err != nil {
		t.Fatal(err)
	}
	m.Close()
	m = newBank(t, path) // what was saved is there again
	list, err := m.recurring(2, 100, 10)
	if err != nil || len(list) != 1 || list[0].Meetings != 3 {
		t.Fatalf("recurring %+v, %v; want one with 3 meetings", list, err)
	}
	b := list[0].Board
	if text, _ := canonical(b); text != func() string { s, _ := canonical(often); return s }() {
		t.Errorf("replayed %s", b.Position())
	}
	if rules := b.Rules(); rules.Komi != -7.5 || rules.Scoring != "area" || b.Turn() != 0 {
		t.Errorf("replayed with %+v; White was to move, with 7.5 points", rules)
	}
	if err := m.save(b, nil, 0, 100); err != nil {
		t.Fatal(err)
	}
	if list, err := m.recurring(2, 100, 10); err != nil || len(list) != 0 {
		t.Errorf("after learning: %+v, %v", list, err)
	}
}

// Rows that nobody here has written are passed over.
func TestMemoryBank_hostileRows(t *testing.T) {
	m := newBank(t, "")
	b := boardOf(t, 9, "E5")
	if err := m.meet(b, evidence{move(t, "C3"): {10, 5}}); err != nil {
		t.Fatal(err)
	}
	for _, values := range []string{"7, 5, 5", "100000, 5, 5", "250, 5, 9", "251, -5, 0", "252, 'x', 1", "253, 1e999, 0"} {
		if _, err := m.db.db.Exec("INSERT INTO answers SELECT id, " + values + " FROM positions"); err != nil {
			t.Fatal(err)
		}
	}
	known, _, err := m.recall(b)
	if err == nil {
		for at, tried := range known {
			if b.Check(at) != nil || math.IsInf(tried.Visits, 0) {
				t.Errorf("%v is %v", at, tried)
			}
		}
	} else if !errors.Is(err, ErrBank) {
		t.Errorf("%v, want ErrBank", err)
	}
}

func newSearch(t testing.TB) *monteCarlo {
	t.Helper()
	mc := newMonteCarlo(1, 8, 1)
	t.Cleanup(func() { mc.Close() })
	return mc
}

func set(t testing.TB, e *ParameterEditor, pairs ...string) {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		if _, err := e.Set(pairs[i], pairs[i+1]); err != nil {
			t.Fatal(err)
		}
	}
}

// The second meeting of a position costs a quarter of the playouts; after self-learning it is
// answered out of many more than a move gets.
func TestSelfLearning_secondMeetingIsFasterAndBetter(t *testing.T) {
	bank, e := newBank(t, ""), NewParameterEditor(nil)
	set(t, e, "mc.playouts", "200", "mc.seconds", "60", "editor.adjusts", "0")
	choose := func(moves string) Explanation {
		t.Helper()
		c := newCoordinator(newSearch(t), bank, nil, 1)
		x, err := c.Choose(t.Context(), question{Board: boardOf(t, 9, moves), Editor: e})
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	first := choose("C3 G4 E7")
	second := choose("G3 C4 E7") // its mirror image
	if first.Searched < 190 || first.Remembered != 0 {
		t.Errorf("at first %d searched, %d remembered", first.Searched, first.Remembered)
	}
	if second.Searched > 55 || second.Remembered < 190 {
		t.Errorf("at second %d searched, %d remembered", second.Searched, second.Remembered)
	}
	if inView(1, second.Chosen, 9) != first.Chosen {
		t.Errorf("chosen were %s and then %s, want the mirror image", moveText(first.Chosen), moveText(second.Chosen))
	}
	l := &selfLearning{bank, newSearch(t), e, 2, 1}
	if learnt, err := l.Step(t.Context()); !learnt || err != nil {
		t.Fatalf("learnt %v, %v", learnt, err)
	}
	if learnt, err := l.Step(t.Context()); learnt || err != nil {
		t.Errorf("learnt again: %v, %v", learnt, err)
	}
	third := choose("C3 G4 E7")
	if third.Remembered < learnLeast || third.Searched > 55 {
		t.Errorf("after learning %d remembered, %d searched; want %d and a quarter of a move's", third.Remembered, third.Searched, learnLeast)
	}
}

// Self-learning waits for as many meetings as it was told, and goes as deep.
func TestSelfLearning_meetingsAndDepth(t *testing.T) {
	for _, row := range []struct {
		met, meetings int
		depth         float64
		want          int
	}{{2, 3, 1, 0}, {3, 3, 1, learnLeast}, {2, 2, 2, 2 * learnLeast}} {
		bank, e := newBank(t, ""), NewParameterEditor(nil)
		set(t, e, "mc.playouts", "200", "mc.seconds", "60")
		for range row.met {
			if err := bank.meet(boardOf(t, 7, "D4"), nil); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := (&selfLearning{bank, newSearch(t), e, row.meetings, row.depth}).Step(t.Context()); err != nil {
			t.Fatal(err)
		}
		known, _, err := bank.recall(boardOf(t, 7, "D4"))
		if got := int(known.Visits()); err != nil || got < row.want*9/10 || got > row.want*11/10 {
			t.Errorf("%+v: %d playouts, %v", row, got, err)
		}
	}
}

// Learning gives way at once, and keeps what it has.
func TestSelfLearning_interrupted(t *testing.T) {
	bank, e := newBank(t, ""), NewParameterEditor(nil)
	b := boardOf(t, 9, "E5")
	for range 2 {
		if err := bank.meet(b, nil); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if learnt, err := (&selfLearning{bank, newSearch(t), e, 2, 4}).Step(ctx); !learnt || !errors.Is(err, context.Canceled) {
		t.Errorf("learnt %v, %v", learnt, err)
	}
	if list, err := bank.recurring(2, learnLeast, 1); len(list) != 1 || err != nil {
		t.Errorf("%+v, %v; want the position still to be learnt", list, err)
	}
}

// A bank does not grow without end, whatever is met how often, in one process or in
// many: what was met and seen least goes.
func TestMemoryBank_forgets(t *testing.T) {
	const most, shapesMost = 100, 8
	path := t.TempDir() + "/bank"
	small := func() *MemoryBank {
		t.Helper()
		m, err := openMemoryBank(path, most, shapesMost)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { m.Close() })
		return m
	}
	count := func(m *MemoryBank, table string) (n int) {
		t.Helper()
		if err := m.db.db.QueryRow("SELECT count(*) FROM " + table).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	m := small()
	often := boardOf(t, 9, "E5 C3")
	meet := func(b *weiqi.Board, times int) {
		t.Helper()
		for range times {
			if err := m.meet(b, evidence{move(t, "G3"): {Visits: 3, Wins: 1}, move(t, "E6"): {Visits: 1}}); err != nil {
				t.Fatal(err)
			}
		}
	}
	meet(often, 5)
	// All of them are met twice.
	several := func(first string) {
		t.Helper()
		b := boardOf(t, 9, first)
		for _, second := range b.Moves(nil) {
			b.Play(second)
			for _, at := range []string{"B2", "H7"} {
				if third := move(t, at); b.Check(third) == nil {
					b.Play(third)
					meet(b, 2)
					b.Undo()
				}
			}
			b.Undo()
		}
	}
	several("D4")
	if positions, shapes := count(m, "positions"), count(m, "shapes"); positions <= most || shapes <= shapesMost {
		t.Fatalf("%d positions, %d moves of shapes: the test meets too few", positions, shapes)
	}
	over := &GameData{Settings: "size=9", Line: "C3 G7 G3", Color: sgcp.Black, Result: "B+R", Level: 1}
	bounded := func(when string) {
		t.Helper()
		if positions, shapes := count(m, "positions"), count(m, "shapes"); positions > most || positions < most/2 || shapes > shapesMost || shapes < shapesMost/2 {
			t.Errorf("%s: %d positions, %d moves of shapes, want %d and %d at most", when, positions, shapes, most, shapesMost)
		}
		var left int
		if err := m.db.db.QueryRow("SELECT count(*) FROM answers WHERE position NOT IN (SELECT id FROM positions)").Scan(&left); err != nil || left > 0 {
			t.Errorf("%s: %d answers to nothing, %v", when, left, err)
		}
		if known, _, err := m.recall(often); err != nil || known.Visits() != 20 {
			t.Errorf("%s: of the position that was met most %v is known, %v", when, known, err)
		}
	}
	if err := m.conclude(over); err != nil {
		t.Fatal(err)
	}
	bounded("after a game")
	// Processes that end before a game does.
	several("D3")
	m.Close()
	m = small()
	bounded("opened again")
}

// A bank that is damaged is refused; one of another program too, and that is left
// alone.
func TestOpenMemoryBank_refuses(t *testing.T) {
	dir := t.TempDir()
	m := newBank(t, dir+"/bank")
	for i := range 200 {
		b := boardOf(t, 9, "E5")
		b.Play(b.Moves(nil)[i%40])
		if err := m.meet(b, evidence{move(t, "A9"): {1, 0}}); err != nil {
			t.Fatal(err)
		}
	}
	m.Close()
	whole, err := os.ReadFile(dir + "/bank")
	if err != nil {
		t.Fatal(err)
	}
	users, err := OpenMultiUserManager(dir+"/users", 1)
	if err != nil {
		t.Fatal(err)
	}
	users.Close()
	torn := append([]byte(nil), whole...)
	for i := len(torn) / 2; i < len(torn)/2+4000 && i < len(torn); i++ {
		torn[i] = 0xa5
	}
	for name, row := range map[string]struct {
		text    []byte
		damaged bool
	}{
		"no database": {[]byte(strings.Repeat("nonsense ", 1000)), true},
		"torn":        {torn, true},
		"cut":         {whole[:len(whole)/2], true},
	} {
		path := dir + "/" + name
		if err := os.WriteFile(path, row.text, 0o600); err != nil {
			t.Fatal(err)
		}
		m, err := OpenMemoryBank(path)
		if !errors.Is(err, ErrBank) || dbfile.Damaged(err) != row.damaged {
			t.Errorf("%s: %v; want ErrBank, damaged %v", name, err, row.damaged)
		}
		if err == nil {
			m.Close()
		}
	}
	if _, err := OpenMemoryBank(dir + "/users"); !errors.Is(err, ErrBank) || dbfile.Damaged(err) {
		t.Errorf("another kind of file: %v; want ErrBank, and not for damage", err)
	}
}
