package sgf_test

import (
	"strings"
	"testing"

	_ "qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/game"
	_ "qikit.dev/qikit/lib/gomoku"
	"qikit.dev/qikit/lib/sgf"
	_ "qikit.dev/qikit/lib/weiqi"
)

// Each root goes to the game that claims it, one of a game from outside too, and all others to Go.
func TestGameOf(t *testing.T) {
	record := func(*sgf.Node, bool) (game.Record, error) { return game.Record{Result: game.ResultDraw}, nil }
	is := func(root *sgf.Node) (bool, error) { return root.SimpleText("GM") == "9", nil }
	sgf.Register(sgf.Game{Name: "lines", Is: func(*sgf.Node) (bool, error) { return true, nil }, Record: record})
	sgf.Register(sgf.Game{Name: "lines", Is: is, Record: record}) // in place of the first
	for text, want := range map[string]string{
		"(;SZ[9])": "go", "(;GM[1]RU[Chinese])": "go", "(;GM[4]RU[Renju])": "gomoku", "(;GM[4]GC[capture 3 stones])": "gomoku",
		"(;RU[Capture 3])": "capturego", "(;GM[9])": "lines", "(;GM[7])": "go",
	} {
		for root, err := range sgf.Read(strings.NewReader(text), sgf.DefaultOptions()) {
			if err != nil {
				t.Fatal(err)
			}
			g, err := sgf.GameOf(root)
			if err != nil || g.Name != want || g.Record == nil {
				t.Errorf("%s is a game of %q, %v; want %s", text, g.Name, err, want)
			}
		}
	}
	if _, ok := sgf.Lookup("none"); ok {
		t.Error("a game that nobody registered is found")
	}
}
