package engine

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/alphabeta"
	"qikit.dev/qikit/lib/game"
)

// nim is a game that nobody has added yet: players in turn take one to three
// matches, and who takes the last one wins. This is all that its package of rules
// would hold. Position text: "21 first".
type nim struct {
	left, turn int
	initial    string
	played     []game.Move
}

var nimSides = []string{"first", "second"}

func newNim(s game.Setup) (game.Board, error) {
	b := &nim{left: 21, initial: "21 first"}
	if s.Position != "" {
		count, side, _ := strings.Cut(s.Position, " ")
		left, err := strconv.Atoi(count)
		if err != nil || left < 0 || side != nimSides[0] && side != nimSides[1] {
			return nil, fmt.Errorf("%w: %q", game.ErrPosition, s.Position)
		}
		b.left, b.initial = left, s.Position
		if side == nimSides[1] {
			b.turn = 1
		}
	}
	return b, nil
}

func (b *nim) Game() string    { return "nim" }
func (b *nim) Sides() []string { return nimSides }
func (b *nim) Turn() int       { return b.turn }

func (b *nim) Moves(dst []game.Move) []game.Move {
	for n := 1; n <= min(3, b.left); n++ {
		dst = append(dst, game.Move(n))
	}
	return dst
}

func (b *nim) Play(m game.Move) {
	b.left, b.turn, b.played = b.left-int(m), 1-b.turn, append(b.played, m)
}

func (b *nim) Undo() bool {
	if len(b.played) == 0 {
		return false
	}
	last := len(b.played) - 1
	b.left, b.turn, b.played = b.left+int(b.played[last]), 1-b.turn, b.played[:last]
	return true
}

func (b *nim) Outcome() (game.Outcome, bool) {
	return game.Outcome{Winner: 1 - b.turn, Reason: "the last match"}, b.left == 0
}

func (b *nim) Text(m game.Move) string { return strconv.Itoa(int(m)) }

func (b *nim) Parse(text string) (game.Move, error) {
	for _, m := range b.Moves(nil) {
		if b.Text(m) == text {
			return m, nil
		}
	}
	return game.NoMove, fmt.Errorf("%w: %q", game.ErrMoveText, text)
}

func (b *nim) Notations() []string                          { return []string{"count"} }
func (b *nim) Format(m game.Move, _ string) (string, error) { return b.Text(m), nil }
func (b *nim) Position() string                             { return b.View(game.View{}) }
func (b *nim) Initial() string                              { return b.initial }
func (b *nim) Played(dst []game.Move) []game.Move           { return append(dst, b.played...) }
func (b *nim) Key() uint64                                  { return uint64(b.left<<1|b.turn) * 0x9e3779b97f4a7c15 }
func (b *nim) Symmetries() int                              { return 1 }
func (b *nim) ViewText(_ game.View, m game.Move) string     { return b.Text(m) }
func (b *nim) Identity(v game.View) string                  { return b.View(v) }
func (b *nim) Sane() error                                  { return nil }
func (b *nim) SVG(game.SVGOptions) string                   { return "<svg/>" }
func (b *nim) View(v game.View) string {
	return fmt.Sprintf("%d %s", b.left, nimSides[(b.turn+v.Turn)%2])
}

func (b *nim) Copy() game.Board {
	c := *b
	c.played = b.Played(nil)
	return &c
}

// nimAnalyst is the file of knowledge's: a multiple of four is lost.
type nimAnalyst struct{ *plain }

func (nimAnalyst) at(b game.Board) alphabeta.Position[game.Move] {
	a := nimAnalyst{&plain{b}}
	return alphabeta.Position[game.Move]{Game: a, Eval: a}
}

func (a nimAnalyst) Score() int { return nimScore(a.board) }

func nimScore(b game.Board) int {
	if b.(*nim).left%4 == 0 {
		return -100
	}
	return 100
}

// oneLess is a strategy of nim's own: an engine that takes one match.
type oneLess struct{ Engine }

func (oneLess) Name() string { return "one less" }

// addNim does what a package of rules and a file of knowledge do.
func addNim(t *testing.T, k knowledge) {
	t.Helper()
	game.Register(game.Variant{Name: "nim", Sides: nimSides, New: newNim})
	k.game = "nim"
	know(k)
	t.Cleanup(func() { delete(games, "nim") })
}

func nimEngine(t *testing.T, change func(*Options)) (Engine, error) {
	t.Helper()
	o := DefaultOptions()
	o.TableMB = 1
	change(&o)
	e, err := New("nim", o)
	if err == nil {
		t.Cleanup(func() { e.Close() })
	}
	return e, err
}

// The rules alone are enough to be searched, by every kind that is built in.
func TestNewGame_byItsRulesAlone(t *testing.T) {
	addNim(t, knowledge{})
	b, err := game.New("nim", game.Setup{Position: "7 second"})
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"", "alphabeta", "mcts"} {
		e, err := nimEngine(t, func(o *Options) { o.Kind = kind })
		if err != nil {
			t.Fatal(err)
		}
		r := search(t, e, b, depth(12))
		if b.Text(r.Best) != "3" || r.Proven != "win" {
			t.Errorf("kind %q: %s; want to take 3, a proven win", kind, r.JSON(b))
		}
		if _, err := Evaluate(e, b); !errors.Is(err, ErrUnsupported) {
			t.Errorf("kind %q explains what it does not know: %v", kind, err)
		}
	}
	if err := BuildTables(context.Background(), "nim", t.TempDir(), DefaultTableOptions(), nil); !errors.Is(err, ErrUnsupported) {
		t.Errorf("tables of a game without any: %v", err)
	}
}

// What one value says of a game is heard by everything in this package.
func TestNewGame_byOneValue(t *testing.T) {
	own := usualLevels
	own[1] = handicap{depth: 1, lines: 1}
	built := ""
	addNim(t, knowledge{
		kind:    "mcts",
		analyst: func(Options) (analyst, error) { return nimAnalyst{}, nil },
		strategies: map[string]maker{"less": func(k *knowledge, o Options) (Engine, error) {
			o.Strategy = ""
			e, err := newAlphaBeta(k, o)
			return oneLess{e}, err
		}},
		evaluation: summed(func(b game.Board) [][]Term {
			terms := [][]Term{{{"matches", 0}}, {{"matches", 0}}}
			terms[b.Turn()][0].Value = nimScore(b)
			return terms
		}),
		tables: func(_ context.Context, folder string, _ TableOptions, _ func(done, total int)) error {
			built = folder
			return nil
		},
		levels: &own,
		scale:  50,
	})
	b, err := game.New("nim", game.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	usual, err := nimEngine(t, func(*Options) {})
	if err != nil || usual.Name() != "mcts" {
		t.Fatalf("the usual engine is %v, %v; want mcts", usual, err)
	}
	// With a value for every leaf few visits find the move; playing out does not.
	if r := search(t, usual, b, Limits{Visits: 40, Lines: 3}); b.Text(r.Best) != "1" || r.WinRate <= 0.6 {
		t.Errorf("%s; want to take 1 and to be well ahead", r.JSON(b))
	}
	weak, err := nimEngine(t, func(o *Options) { o.Kind, o.Level = "alphabeta", 1 })
	if err != nil {
		t.Fatal(err)
	}
	r := search(t, weak, b, depth(9))
	if r.Depth != 1 || r.Score != 100 || r.WinRate != winRate(50, 100) {
		t.Errorf("%s; want depth 1 by the game's own level, and 100 by its scale", r.JSON(b))
	}
	terms, err := Evaluate(weak, b)
	if err != nil || fmt.Sprint(terms) != "[{matches 100} {total 100}]" {
		t.Errorf("evaluation %v, %v", terms, err)
	}
	if e, err := nimEngine(t, func(o *Options) { o.Kind, o.Strategy = "alphabeta", "less" }); err != nil || e.Name() != "one less" {
		t.Errorf("strategy less: %v", err)
	}
	if _, err := nimEngine(t, func(o *Options) { o.Kind, o.Strategy = "alphabeta", "more" }); !errors.Is(err, ErrUnsupported) || !strings.Contains(err.Error(), "less") {
		t.Errorf("strategy more: %v; want ErrUnsupported and the names there are", err)
	}
	if err := BuildTables(context.Background(), "nim", "here", DefaultTableOptions(), nil); err != nil || built != "here" {
		t.Errorf("tables were built in %q: %v", built, err)
	}
	tree, err := NewTree("nim", DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	if r, err := tree.Search(context.Background(), b, TreeLimits{Visits: 40}); err != nil || r.Moves[0].Move != 1 {
		t.Errorf("the tree prefers %+v, %v; want 1", r.Moves, err)
	}
}
