package game_test

import (
	"errors"
	"strings"
	"testing"

	_ "qikit.dev/qikit/lib/capturego"
	_ "qikit.dev/qikit/lib/chess"
	_ "qikit.dev/qikit/lib/chinesecheckers"
	"qikit.dev/qikit/lib/game"
	_ "qikit.dev/qikit/lib/gomoku"
	_ "qikit.dev/qikit/lib/ludo"
	_ "qikit.dev/qikit/lib/surakarta"
	_ "qikit.dev/qikit/lib/weiqi"
	_ "qikit.dev/qikit/lib/xiangqi"
)

// Moves are read as people type them who write Chinese.
func TestNarrow_movesOfEveryGame(t *testing.T) {
	for _, c := range []struct{ game, rules, text, want string }{
		{"xiangqi", "", "炮２平５", "h2e2"},
		{"xiangqi", "", "炮二平五", "h2e2"},
		{"xiangqi", "", "Ｈ２－Ｅ２", "h2e2"},
		{"chess", "", "ｅ２ｅ４", "e2e4"},
		{"chess", "", "Ｎｆ３", "g1f3"},
		{"surakarta", "", "ａ２－ａ３", "a2-a3"},
		{"surakarta", "", "a2—a3", "a2-a3"},
		{"go", "", "Ｄ４", "D4"},
		{"go", "", "　天元　", "K10"},
		{"go", "", "停一手", "pass"},
		{"go", "", "虚手", "pass"},
		{"go", "", "认输", "resign"},
		{"go", `{"size": 8}`, "天元", ""},
		{"capturego", "", "天元", "E5"},
		{"capturego", "", "Ｃ３", "C3"},
		{"gomoku", "", "天元", "h8"},
		{"gomoku", "", "ｈ８", "h8"},
		{"gomoku", "", "７，７", "h8"},
		{"ludo", "", "ｄ６", "d6"},
		{"chess", "", "天元", ""},
	} {
		b, err := game.New(c.game, game.Setup{Rules: []byte(c.rules)})
		if err != nil {
			t.Fatal(err)
		}
		m, err := b.Parse(c.text)
		switch {
		case c.want == "" && !errors.Is(err, game.ErrMoveText) && !errors.Is(err, game.ErrIllegalMove):
			t.Errorf("%s %q: %v, want an error", c.game, c.text, err)
		case c.want != "" && (err != nil || b.Text(m) != c.want):
			t.Errorf("%s %q: %v, want %s", c.game, c.text, err, c.want)
		}
	}
}

// Every move of every game's first position is read in full-width letters.
func TestNarrow_anyMove(t *testing.T) {
	for _, name := range game.Names() {
		b, err := game.New(name, game.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range b.Moves(nil) {
			wide := strings.Map(func(r rune) rune {
				if r > ' ' && r <= '~' {
					return r + '！' - '!'
				}
				return r
			}, b.Text(m))
			if got, err := b.Parse(wide); got != m || err != nil {
				t.Errorf("%s %q: %v, %v, want %s", name, wide, got, err, b.Text(m))
			}
		}
	}
}

func TestNarrow_leavesTheRest(t *testing.T) {
	for text, want := range map[string]string{"h2e2": "h2e2", "炮二平五": "炮二平五", "Ａ１　～": "A1 ~", "": ""} {
		if got := game.Narrow(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
	var narrow string
	if n := testing.AllocsPerRun(10, func() { narrow = game.Narrow("h2e2") }); n != 0 {
		t.Errorf("%v allocations for %q", n, narrow)
	}
}
