package ludo

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/game"
)

func set(t testing.TB, text string, o Options) *Board {
	t.Helper()
	b, err := New(text, o, false)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Random games: positions, keys, views and histories agree at each ply, and games end.
func TestGames(t *testing.T) {
	for _, players := range []int{2, 3, 4} {
		for _, takeOff := range []string{"6", "5-6"} {
			o := DefaultOptions()
			o.Players, o.TakeOff = players, takeOff
			r := rand.New(rand.NewPCG(uint64(players), 3))
			b := set(t, "", o)
			var keys []uint64
			var positions []string
			for {
				if out, over := b.Outcome(); over {
					if out.Reason != AllHome || b.Ranks()[out.Winner] != 1 || len(b.Moves(nil)) != 0 {
						t.Errorf("%d players: %+v, ranks %v", players, out, b.Ranks())
					}
					break
				}
				again := set(t, b.Position(), o)
				if again.Position() != b.Position() || again.Key() != b.Key() || again.Turn() != b.Turn() {
					t.Fatalf("%s is read as %s", b.Position(), again.Position())
				}
				moves := b.Moves(nil)
				if chance := b.Turn() == players; chance != (len(moves) == 6 && b.Die() == 0) || chance && len(b.Weights(nil)) != 6 {
					t.Fatalf("%s: moves %v", b.Position(), game.MoveTexts(b))
				}
				keys, positions = append(keys, b.Key()), append(positions, b.Position())
				m := moves[r.IntN(len(moves))]
				if parsed, err := b.Parse(b.Text(m)); err != nil || parsed != m {
					t.Fatalf("%s is read as %d, %v", b.Text(m), parsed, err)
				}
				for turn := range players {
					v := game.View{Turn: turn}
					seen := set(t, b.View(v), o)
					if seen.ViewText(game.View{}, m) != b.ViewText(v, m) || seen.Identity(game.View{}) != b.Identity(v) {
						t.Fatalf("%s: %s seen from seat %d", b.Position(), b.Text(m), turn)
					}
				}
				b.Play(m)
				if err := b.Sane(); err != nil {
					t.Fatal(err)
				}
			}
			for i := len(keys) - 1; i >= 0; i-- {
				if !b.Undo() || b.Key() != keys[i] || b.Position() != positions[i] {
					t.Fatalf("Undo leads to %s, want %s", b.Position(), positions[i])
				}
			}
			if b.Undo() {
				t.Error("Undo before the first move")
			}
		}
	}
}

// What single moves do, by the words of the rules. Red's fields are t1 to t50.
func TestRules(t *testing.T) {
	for _, row := range []struct{ rules, position, move, after string }{
		{`{}`, "b,b,b,b/b,b,b,b red 6", "b-s", "b,b,b,s/b,b,b,b red -"},                   // and rolls again
		{`{}`, "b,b,b,b/b,b,b,b red 5", "pass", "b,b,b,b/b,b,b,b blue -"},                 // only a 6
		{`{"take_off": "5-6"}`, "b,b,b,b/b,b,b,b red 5", "b-s", "b,b,b,s/b,b,b,b blue -"}, // or a 5
		{`{}`, "b,b,b,s/b,b,b,b red 2", "s-t6", "b,b,b,t6/b,b,b,b blue -"},                // jumps from t2
		{`{"colour_jumps": false}`, "b,b,b,s/b,b,b,b red 2", "s-t2", "b,b,b,t2/b,b,b,b blue -"},
		{`{}`, "b,b,b,t15/b,b,b,b red 3", "t15-t34", "b,b,b,t34/b,b,b,b blue -"}, // t18, flies to t30, jumps
		{`{}`, "b,b,b,t13/b,b,b,b red 1", "t13-t30", "b,b,b,t30/b,b,b,b blue -"}, // t14, jumps to t18, flies
		{`{"flights": false}`, "b,b,b,t15/b,b,b,b red 3", "t15-t22", "b,b,b,t22/b,b,b,b blue -"},
		{`{}`, "b,b,b,s/b,t3,b,b red 3", "s-t3", "b,b,b,t3/b,b,b,b blue -"},   // captures
		{`{}`, "b,b,b,s/b,t2,t2,t6 red 2", "s-t6", "b,b,b,t6/b,b,b,b blue -"}, // also stacks, and in between
		{`{}`, "b,b,b,t50/b,b,b,b red 5", "t50-h5", "b,b,b,h5/b,b,b,b blue -"},
		{`{}`, "b,b,b,h5/b,b,b,b red 3", "h5-h4", "b,b,b,h4/b,b,b,b blue -"},       // flies back
		{`{}`, "b,b,h3,h3/b,b,b,b red 3", "h3-home", "b,b,h3,home/b,b,b,b blue -"}, // a stack moves plane by plane
	} {
		g, err := game.New("ludo", game.Setup{Position: row.position, Rules: []byte(row.rules)})
		if err != nil {
			t.Errorf("%s: %v", row.position, err)
			continue
		}
		m, err := g.Parse(row.move)
		if err != nil {
			t.Errorf("%s: %v, moves %v", row.position, err, game.MoveTexts(g))
			continue
		}
		g.Play(m)
		if got := g.(*Board).Identity(game.View{}); got != row.after {
			t.Errorf("%s %s %s: %s, want %s", row.rules, row.position, row.move, got, row.after)
		}
	}
}

func TestWrong(t *testing.T) {
	for text, want := range map[string]error{
		"b,b,b,b/b,b,b,b red -":                         nil,
		"b,b,b,b red -":                                 game.ErrPosition, // one player
		"b,b,b/b,b,b,b red -":                           game.ErrPosition,
		"b,b,b,b/b,b,b,b green -":                       game.ErrPosition,
		"b,b,b,b/b,b,b,b red 7":                         game.ErrPosition,
		"b,b,b,b/b,b,b,b red 0":                         game.ErrPosition,
		"b,b,b,t51/b,b,b,b red -":                       game.ErrPosition, // behind red's last field
		"b,b,b,h6/b,b,b,b red -":                        game.ErrPosition,
		"b,b,b,t7/b,b,b,t7 red -":                       game.ErrSetup,
		"b,b,b,b/b,b,b,b red - 0":                       game.ErrPosition,
		"b,b,b,b/b,b,b,b chance -":                      game.ErrPosition,
		"home,home,home,home/home,home,home,home red -": game.ErrSetup,
	} {
		if _, err := New(text, DefaultOptions(), false); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", text, err, want)
		}
	}
	b := set(t, "", DefaultOptions())
	for text, want := range map[string]error{"d7": game.ErrMoveText, "d0": game.ErrMoveText, "b-s": game.ErrIllegalMove, "pass": game.ErrIllegalMove, "": game.ErrMoveText, "t53-t1": game.ErrMoveText, "-": game.ErrMoveText} {
		if _, err := b.Parse(text); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", text, err, want)
		}
	}
	v, err := game.Lookup("ludo")
	if err != nil {
		t.Fatal(err)
	}
	for _, rules := range []string{`{"players": 6}`, `{"players": 5}`, `{"players": 1}`, `{"players": -1}`, `{"take_off": "4"}`} {
		if _, err := game.New("ludo", game.Setup{Rules: []byte(rules)}); !errors.Is(err, game.ErrRules) {
			t.Errorf("%s: %v", rules, err)
		}
		if sides, err := v.Players([]byte(rules)); !errors.Is(err, game.ErrRules) || sides != nil {
			t.Errorf("players under %s: %v, %v", rules, sides, err)
		}
	}
	o := DefaultOptions()
	o.PlyLimit = 2
	b = set(t, "", o)
	if err := game.PlayLine(b, []string{"d1", "pass"}); err != nil {
		t.Fatal(err)
	}
	if got, over := b.Outcome(); !over || got.Winner != game.Draw || got.Reason != PlyLimit {
		t.Errorf("outcome %+v, %v", got, over)
	}
}

func TestSVG(t *testing.T) {
	b := set(t, "b,b,b,t7/s,s,h2,home blue 4", DefaultOptions())
	for _, style := range []string{game.StyleClassic, game.StyleFlat, game.StylePrint, ""} {
		svg := game.DefaultSVG()
		svg.Style, svg.Marks = style, map[string]string{"t9": "<"}
		if picture := b.SVG(svg); strings.Count(picture, "<circle") != ring+seats*5+2*planes || !strings.Contains(picture, "&lt;") || picture == func() string { svg.Flip = true; return b.SVG(svg) }() {
			t.Errorf("%q: %d circles", style, strings.Count(picture, "<circle"))
		}
	}
}

func FuzzNew(f *testing.F) {
	f.Add("b,b,b,t7/s,s,h2,home blue 4 9")
	f.Fuzz(func(t *testing.T, text string) {
		b, err := New(text, DefaultOptions(), true)
		if err != nil {
			return
		}
		again, err := New(b.Position(), DefaultOptions(), true)
		if err != nil || again.Position() != b.Position() {
			t.Fatalf("%q becomes %q, then %v", text, b.Position(), err)
		}
		moves := b.Moves(nil)
		for _, m := range moves {
			b.Play(m)
			b.Undo()
		}
		if !slices.Equal(moves, b.Moves(nil)) || b.Key() != again.Key() {
			t.Fatalf("%q is changed", text)
		}
	})
}
