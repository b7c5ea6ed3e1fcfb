package capturego

import (
	"slices"
	"testing"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

func TestBoard_throughTheContract(t *testing.T) {
	b, err := game.New("capturego", game.Setup{Rules: []byte(`{"size":5,"target":[2,3],"pass":"free"}`)})
	if err != nil {
		t.Fatal(err)
	}
	if b.Game() != "capturego" || !slices.Equal(b.Sides(), []string{"black", "white"}) || b.Symmetries() != 8 || b.Turn() != 0 {
		t.Errorf("%s of %q, %d symmetries, turn %d", b.Game(), b.Sides(), b.Symmetries(), b.Turn())
	}
	if err := game.PlayLine(b, []string{"C3", "pass", "B2"}); err != nil {
		t.Fatal(err)
	}
	c := b.Copy()
	if err := game.PlayLine(c, []string{"A1"}); err != nil {
		t.Fatal(err)
	}
	if got := game.PlayedTexts(b); !slices.Equal(got, []string{"C3", "pass", "B2"}) {
		t.Errorf("played %q", got)
	}
	if got := len(c.Played(nil)); got != 4 || b.Position() == c.Position() {
		t.Errorf("the copy has %d moves and stands at %s, the board at %s", got, c.Position(), b.Position())
	}
	own := b.(*Board)
	if o := own.Rules(); o.Size != 5 || o.Target != [2]int{2, 3} || o.Pass != "free" || own.Target(goban.White) != 3 {
		t.Errorf("rules %+v", o)
	}
	first := own.Clone()
	for first.Len() > 1 {
		first.Undo()
	}
	if n := first.Captures(); n != 0 {
		t.Errorf("%d captures by the first move", n)
	}
	m, err := b.Parse("D4")
	if err != nil {
		t.Fatal(err)
	}
	if got := b.ViewText(game.View{Symmetry: 1}, m); got != "B4" {
		t.Errorf("D4 is %s in the mirror", got)
	}
	if got := b.ViewText(game.View{Symmetry: 3}, goban.Pass); got != "pass" {
		t.Errorf("a pass is %s in the mirror", got)
	}
}

// Key and Identity tell apart what the rules tell apart.
func TestKey_whatBelongsToIt(t *testing.T) {
	texts := []string{
		".XO../X.XO./.XO../5/5 O 9 9 1 0 B4", ".XO../X.XO./.XO../5/5 O 9 9 1 0 -", ".XO../X.XO./.XO../5/5 O 9 9 2 0 -",
		".XO../X.XO./.XO../5/5 O 9 9 0 1 -", ".XO../X.XO./.XO../5/5 O 9 8 1 0 -", ".XO../X.XO./.XO../5/5 O 8 9 1 0 -",
		".XO../X.XO./.XO../5/5 X 9 9 1 0 -", "5/5/5/5/5 X 9 9 1 0 -", "4/4/4/4 X 9 9 1 0 -",
	}
	keys, identities := map[uint64]string{}, map[string]bool{}
	for _, text := range texts {
		b, err := New(text, DefaultOptions(), false)
		if err != nil {
			t.Fatal(err)
		}
		if other, ok := keys[b.Key()]; ok {
			t.Errorf("%s and %s have one key", text, other)
		}
		keys[b.Key()], identities[b.Identity(game.View{})] = text, true
	}
	if len(identities) != len(texts) {
		t.Errorf("%d identities of %d positions", len(identities), len(texts))
	}
}

// All eight symmetries differ and go with either turn.
func TestView_sixteenWays(t *testing.T) {
	b := draw(t, DefaultOptions(), `
		. X . .
		X . O .
		. . . .
		. . . .
		X 3 5 2 1`)
	seen := map[string]bool{}
	for turn := range 2 {
		for symmetry := range b.Symmetries() {
			seen[b.View(game.View{Turn: turn, Symmetry: symmetry})] = true
		}
	}
	if len(seen) != 16 {
		t.Errorf("%d views, want 16", len(seen))
	}
	if want := ".O../O.X./4/4 O 5 3 1 2 -"; !seen[want] {
		t.Errorf("the twin %s is missing in %v", want, seen)
	}
}
