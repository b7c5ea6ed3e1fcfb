package main

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

func start(t *testing.T, position string) *board {
	t.Helper()
	b, err := game.New("reversi", game.Setup{Position: position})
	if err != nil {
		t.Fatal(err)
	}
	return b.(*board)
}

// The published numbers of games, passes counted as moves.
func TestPerft(t *testing.T) {
	b := start(t, "")
	for depth, want := range []uint64{1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288} {
		if got, _ := game.Perft(b, depth, nil); got != want {
			t.Errorf("depth %d: %d, want %d", depth, got, want)
		}
	}
}

// Games by chance: undo leads back, equal keys mean equal positions, every view has the same moves.
func TestBoard_properties(t *testing.T) {
	random, keys, passes, ends := rand.New(rand.NewPCG(1, 2)), map[uint64]string{}, 0, map[string]int{}
	for range 60 {
		b := start(t, "")
		for {
			position := b.Position()
			if was, ok := keys[b.Key()]; ok && was != position {
				t.Fatalf("%s and %s have one key", was, position)
			}
			keys[b.Key()] = position
			if again := start(t, position); again.position != b.position || again.Key() != b.Key() {
				t.Fatalf("%s reads as %s", position, again.Position())
			}
			v := game.View{Turn: random.IntN(2), Symmetry: random.IntN(b.Symmetries())}
			sameThrough(t, b, v)
			moves := b.Moves(nil)
			if o, over := b.Outcome(); over != (len(moves) == 0) {
				t.Fatalf("%s: over is %v with %d moves", position, over, len(moves))
			} else if over {
				ends[fmt.Sprint(o.Winner)]++
				break
			}
			if moves[0] == pass {
				passes++
			}
			for _, m := range moves {
				copied := b.Copy()
				copied.Play(m)
				if copied.Undo(); copied.Position() != position || copied.Key() != b.Key() {
					t.Fatalf("%s: undo of %s leads to %s", position, b.Text(m), copied.Position())
				}
				if again, err := b.Parse(strings.ToUpper(b.Text(m))); err != nil || again != m {
					t.Fatalf("%s: %s reads as %d, %v", position, b.Text(m), again, err)
				}
			}
			b.Play(moves[random.IntN(len(moves))])
		}
		for b.Undo() {
		}
		if b.Position() != b.Initial() {
			t.Fatalf("all undone leads to %s", b.Position())
		}
	}
	if passes == 0 || ends["0"] == 0 || ends["1"] == 0 {
		t.Errorf("%d passes, ends %v: too few to try all rules", passes, ends)
	}
}

// sameThrough compares the moves of a position with those of its view.
func sameThrough(t *testing.T, b *board, v game.View) {
	t.Helper()
	var want []string
	for _, m := range b.Moves(nil) {
		want = append(want, b.ViewText(v, m))
	}
	slices.Sort(want)
	if got := game.MoveTexts(start(t, b.View(v))); !slices.Equal(got, want) {
		t.Fatalf("%s through %v is %s with moves %v, want %v", b.Position(), v, b.View(v), got, want)
	}
}

func TestBoard_wrong(t *testing.T) {
	for text, want := range map[string]error{
		"8/8/8/3XO3/3OX3/8/8/8":    game.ErrPosition,
		"8/8/8/3XO3/3OX3/8/8/8 B":  game.ErrPosition,
		"8/8/8/3XO3/3OX3/8/8 X":    game.ErrPosition,
		"8/8/8/3XO4/3OX3/8/8/8 X":  game.ErrPosition,
		"8/8/8/3X.2/3OX3/8/8/8 X":  game.ErrPosition,
		"8/8/8/3X1.2/3OX3/8/8/8 X": game.ErrSetup,
	} {
		if _, err := game.New("reversi", game.Setup{Position: text}); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", text, err, want)
		}
	}
	if _, err := game.New("reversi", game.Setup{Rules: []byte(`{"size": 6}`)}); !errors.Is(err, game.ErrRules) {
		t.Errorf("a rule that there is not: %v", err)
	}
	b := start(t, "")
	for text, want := range map[string]error{"i9": game.ErrMoveText, "": game.ErrMoveText, "a1b2": game.ErrMoveText, "a1": game.ErrIllegalMove, "d4": game.ErrIllegalMove, "pass": game.ErrIllegalMove} {
		if _, err := b.Parse(text); !errors.Is(err, want) {
			t.Errorf("move %q: %v, want %v", text, err, want)
		}
	}
}

// Both kinds of engine win every game against moves by chance.
func TestEngine_beatsChance(t *testing.T) {
	limits := engine.DefaultLimits()
	limits.Depth, limits.Visits = 2, 30
	for _, kind := range []string{"alphabeta", "mcts"} {
		o := engine.DefaultOptions()
		o.Kind, o.TableMB = kind, 1
		e, err := engine.New("reversi", o)
		if err != nil {
			t.Fatal(err)
		}
		random, won := rand.New(rand.NewPCG(3, 4)), 0
		for n := range 10 {
			b := start(t, "")
			for moves := b.Moves(nil); len(moves) > 0; moves = b.Moves(moves[:0]) {
				m := moves[random.IntN(len(moves))]
				if b.Turn() == n%2 {
					r, err := e.Search(context.Background(), b, limits)
					if err != nil {
						t.Fatal(err)
					}
					m = r.Best
				}
				b.Play(m)
			}
			if o, _ := b.Outcome(); o.Winner == n%2 {
				won++
			}
		}
		if won < 9 {
			t.Errorf("%s won %d of 10", kind, won)
		}
		e.Close()
	}
}

// The engine explains itself by the terms and sees the end.
func TestEngine_knows(t *testing.T) {
	e, err := engine.New("reversi", engine.DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	b := start(t, "X7/8/8/3XO3/3OX3/8/8/8 O")
	got, err := engine.Evaluate(e, b)
	if want := "[{corners -200} {beside corners 0} {mobility 0} {discs 0} {total -200}]"; err != nil || fmt.Sprint(got) != want {
		t.Errorf("evaluation %v, %v; want %s", got, err, want)
	}
	limits := engine.DefaultLimits()
	limits.Depth = 8
	r, err := e.Search(context.Background(), start(t, "XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXOO.. X"), limits)
	if err != nil || r.Proven != "win" || r.Plies != 1 {
		t.Errorf("%+v, %v; want a win proven in one ply, by g1", r, err)
	}
}

func TestBoard_svg(t *testing.T) {
	b := start(t, "")
	b.Play(b.Moves(nil)[0])
	o, err := game.ParseSVG(b, []byte(`{"last": "d3", "arrows": ["c3", "e3"], "marks": {"a1": "<&"}, "heat": {"h8": 1}, "flip": true, "style": "print"}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []game.SVGOptions{o, game.DefaultSVG()} {
		svg := b.SVG(o)
		counts := map[string]int{}
		for d := xml.NewDecoder(strings.NewReader(svg)); ; {
			token, err := d.Token()
			if err == io.EOF {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			if e, ok := token.(xml.StartElement); ok {
				counts[e.Name.Local]++
			}
		}
		rings, labels, warm := 0, 16, 0
		if o.Last != game.NoMove {
			rings, labels, warm = 3, 17, 1
		}
		if counts["rect"] != 1+warm || counts["circle"] != 5+rings || counts["text"] != labels {
			t.Errorf("the picture has %v", counts)
		}
	}
}
