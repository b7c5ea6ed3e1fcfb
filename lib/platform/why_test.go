package platform

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/weiqi"
)

// candidate is one with the worth that each module gave it.
func candidate(t testing.TB, at string, parts ...Part) Candidate {
	k := Candidate{Move: move(t, at)}
	for _, p := range parts {
		k.add(p)
	}
	return k
}

// The module that made the difference is named, with its reason; so is what spoke against
// the move, and luck and mistakes are called what they are.
func TestSentences_nameWhatDecided(t *testing.T) {
	mc := func(worth float64) Part { return Part{"mc", worth, 1, ""} }
	for _, row := range []struct {
		name           string
		list           []Candidate
		english, zh    string
		also, alsoInZH string
	}{
		{"playouts", []Candidate{candidate(t, "C3", mc(1)), candidate(t, "D4", mc(0.5), Part{"static", 0.2, 1, "captures"})},
			"I played C3 because of the playouts: 60 of 100 tried it and won 55 %.", "我下 C3，由模拟决定：100 次模拟中有 60 次选它，胜率 55 %。",
			"For D4 spoke the stones around it.", "支持 D4 的有：周围棋形。"},
		{"search", []Candidate{candidate(t, "C3", mc(0.5), Part{"search", 1, 1, "takes D5"}), candidate(t, "D4", mc(0.3))},
			"I played C3 because of reading captures and ladders: it takes the stones at D5.", "我下 C3，由吃子与征子的计算决定：可吃 D5 处的子。",
			"For my move also spoke the playouts.", "同样支持此着的有：模拟。"},
		{"static", []Candidate{candidate(t, "C3", Part{"static", 1, 1, "saves from atari"}), candidate(t, "D4", Part{"static", 0.3, 1, ""})},
			"I played C3 because of the stones around it: it saves stones from atari.", "我下 C3，由周围棋形决定：救出被打吃的子。",
			"Second was D4, with 30 % of its value.", "次选是 D4，价值为其 30 %。"},
		{"memory", []Candidate{candidate(t, "C3", Part{"memory", 1, 1, "met before"}), candidate(t, "D4", mc(0.3))},
			"I played C3 from memory: I have met this position before.", "我下 C3，由记忆库决定：这个局面以前遇到过。", "For D4 spoke the playouts.", "支持 D4 的有：模拟。"},
		{"terminals", []Candidate{candidate(t, "C3", Part{"terminals", 1, 1, ""})},
			"I played C3 because of the playouts of other computers: it is worth most there.", "我下 C3，由其他电脑的模拟决定：此处价值最高。", "Playouts: 90 now, 10 in your time, 20 remembered, 300 by other computers.", "模拟：本次 90 次、利用你的时间 10 次、记忆中 20 次、其他电脑 300 次。"},
		{"games", []Candidate{candidate(t, "C3", mc(0.8)), candidate(t, "D4", mc(1), Part{"games", -0.8, 1, "won 0 of 1"})},
			"I played C3 because of finished games: after D4 I won 0 of 1.", "我下 C3，由以往对局的结果决定：以往下 D4 的 1 局中胜 0 局。", "For D4 spoke the playouts.", "支持 D4 的有：模拟。"},
		{"luck", []Candidate{candidate(t, "C3", mc(1), Part{"game", 0.9, 0.02, ""}), candidate(t, "D4", mc(1))},
			"I played C3 by lot: it was worth no more than D4.", "我下 C3，由抽签决定：价值并不高于 D4。", "", ""},
		{"a mistake", []Candidate{candidate(t, "C3", mc(0.5), Part{"level", 2, 1, ""}), candidate(t, "D4", mc(1), Part{"level", -0.5, 1, ""})},
			"I played C3 by a mistake of my level; without it I would have played D4.", "我下 C3，是此级别故意的失误；否则会下 D4。", "", ""},
	} {
		row.list[0].Tried = Tried{60, 33}
		e := Explanation{Chosen: row.list[0].Move, Candidates: row.list, WinRate: 0.55, Searched: 90, Ahead: 10, counted: Tried{100, 55}, Line: []game.Move{move(t, "E5"), goban.Pass, move(t, "A1"), move(t, "B1")}}
		if row.name == "terminals" {
			e.Remembered, e.Terminals = 20, 300
		}
		for _, in := range []struct{ language, first, also, expects string }{
			{"en", row.english, row.also, "I expect E5, pass, A1 to follow and give myself 55 %."}, {"zh", row.zh, row.alsoInZH, "预计接下来是 E5, pass, A1，我的胜率约 55 %。"},
		} {
			got := e.Sentences(in.language)
			if text := strings.Join(got, " "); got[0] != in.first || got[1] != in.expects || !strings.Contains(text, in.also) {
				t.Errorf("%s: %q,\nwant %q and %q", row.name, got, in.first, in.also)
			}
		}
	}
	for why, text := range passes {
		e := Explanation{Chosen: goban.Pass, Why: why, WinRate: 0.25}
		if got := e.Sentences("en"); len(got) != 2 || got[0] != text[0] || got[1] != "I give myself 25 %." {
			t.Errorf("%q: %q", why, got)
		}
	}
}

// Whatever is chosen, in whatever position, is said whole, in both languages, and what
// fits into a line of chat begins with the move.
func TestSentences_ofRealChoices(t *testing.T) {
	c := newCoordinator(newSearch(t), newBank(t, ""), nil, 1)
	broken := regexp.MustCompile(`%!|\(\w+=|\{|  `)
	own := regexp.MustCompile(`\p{Han}`)
	for level := 1; level <= 10; level += 3 {
		b, err := weiqi.New("", weiqi.Options{Size: 7, Komi: 7.5, Scoring: "area"}, false)
		if err != nil {
			t.Fatal(err)
		}
		editor := NewParameterEditor(nil)
		set(t, editor, "level", []string{"1", "4", "7", "10"}[level/3], "mc.playouts", "60", "mc.seconds", "10")
		for ply := range 12 {
			e, err := c.Choose(t.Context(), question{Board: b.Clone(), Editor: editor, Clock: time.Minute, Game: [16]byte{byte(level)}})
			if err != nil {
				t.Fatal(err)
			}
			for in, language := range []string{"en", "zh"} {
				all := e.Sentences(language)
				text := fitting(all, tongue(in), sgcp.ChatMax)
				if broken.MatchString(strings.Join(all, "|")) || own.MatchString(text) != (language == "zh") || len(text) > sgcp.ChatMax {
					t.Errorf("level %d, move %d, %s: %q", level, ply, language, all)
				}
				var n, of float64
				if k, _ := fmt.Sscanf(strings.TrimPrefix(all[0], "I played "+moveText(e.Chosen)), " because of the playouts: %f of %f", &n, &of); k == 2 && (n > of || of > float64(e.Searched+e.Ahead+e.Remembered)+1) {
					t.Errorf("level %d, move %d: %q of %d, %d and %d", level, ply, all[0], e.Searched, e.Ahead, e.Remembered)
				}
				if at := moveText(e.Chosen); e.Chosen != goban.Pass && !strings.Contains(all[0], at) || !strings.HasPrefix(text, all[0]) {
					t.Errorf("level %d, move %d, %s: the first sentence %q does not name %s", level, ply, language, all[0], at)
				}
			}
			if e.Chosen == goban.Pass {
				break
			}
			b.Play(e.Chosen)
		}
	}
}
