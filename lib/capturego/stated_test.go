package capturego

import (
	"errors"
	"testing"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/sgf"
)

func TestStated(t *testing.T) {
	for _, row := range []struct {
		root   string
		is     bool
		target [2]int
	}{
		{"RU[Capture-3]", true, [2]int{3, 3}},
		{"RU[capture go 1-5]", true, [2]int{1, 5}},
		{"GC[first to capture 5 wins]", true, [2]int{5, 5}},
		{"GC[The first to capture five stones wins.]", true, [2]int{5, 5}},
		{"GC[Atari Go, 3 stones]", true, [2]int{3, 3}},
		{"GC[Capture Go: the first to capture a stone wins.]", true, [2]int{1, 1}},
		{"GC[first capture wins]", true, [2]int{1, 1}},
		{"GC[Capture Go: Black wins with 2 captured, White with 5.]", true, [2]int{2, 5}},
		{"GC[吃子棋,先吃五子者胜]", true, [2]int{5, 5}},
		{"GC[吃3子棋]", true, [2]int{3, 3}},
		{"GC[先吃到十二颗子获胜]", true, [2]int{12, 12}},
		{"GC[Capture Go at the club]", true, [2]int{}},
		{"GC[吃子棋比赛]", true, [2]int{}},
		{"RU[Japanese]GC[Capture Go: the first to capture 2 stones wins.]", true, [2]int{2, 2}},
		{"RU[Japanese]KM[6.5]", false, [2]int{}},
		{"GC[Atari Go: Black (12k) vs White (8k), first to capture 5 stones wins]", true, [2]int{5, 5}},
		{"GC[Capture Go. Black: Ann 5k, White: Bob 3k. First to capture three wins.]", true, [2]int{3, 3}},
		{"GC[first to capture five. Black won by 6, White lost 2 stones]", true, [2]int{5, 5}},
		{"GC[Capture Go, 2 stones handicap, the winner is who takes 5 first]", true, [2]int{5, 5}},
		{"GC[Capture Go, Black 5k, White 3k]", true, [2]int{}},
		{"GC[吃子棋，黑张三5级，白李四3级，先吃五子者胜]", true, [2]int{5, 5}},
		{"GC[吃子棋：黑方吃2子胜，白方吃5子胜]", true, [2]int{2, 5}},
		{"GC[Atari Go. Handicap: 3 stones.]", true, [2]int{}},
		{"GC[Atari Go, handicap 4 stones]", true, [2]int{}},
		{"GC[Atari Go. 3 handicap stones.]", true, [2]int{}},
		{"GC[Capture Go 7 x 7]", true, [2]int{}},
		{"GC[Capture Go 9×9]", true, [2]int{}},
		{"GC[Capture Go 9 by 9. First to capture 3 stones]", true, [2]int{3, 3}},
		{"GC[Capture Go 13路]", true, [2]int{}},
		{"GC[吃子棋：黑方(3级)吃2子胜，白方(1级)吃5子胜]", true, [2]int{2, 5}},
		{"GC[9路吃3子棋，让二子]", true, [2]int{3, 3}},
		{"GC[Capture Go 3 dan - 2 dan]", true, [2]int{}},
		{"GC[Capture Go, Black captures 3 to win; White (2 kyu) needs 5]", true, [2]int{3, 5}},
		{"GC[Capture Go. Byo-yomi 5x30 seconds. First to capture one stone wins.]", true, [2]int{1, 1}},
		{"RU[Capture-1]GC[Atari Go. Handicap: 3 stones.]", true, [2]int{1, 1}},
		{"RU[Capture-1]GC[Capture Go 7 x 7]", true, [2]int{1, 1}},
		{"GC[Capture Go, no handicap - capture 5 stones]", true, [2]int{5, 5}},
		{"GC[Capture Go, without handicap: 5 stones win]", true, [2]int{5, 5}},
		{"GC[Capture Go (no handicap) 5 stones]", true, [2]int{5, 5}},
		{"GC[Atari Go, no handicap (5 stones to win)]", true, [2]int{5, 5}},
		{"GC[Capture-Go 5 handicap 2]", true, [2]int{5, 5}},
		{"GC[first to capture 5 stones handicap 2]", true, [2]int{5, 5}},
		{"GC[first to capture 5 stones handicap]", true, [2]int{5, 5}},
		{"GC[First to capture 5-stone handicap]", true, [2]int{5, 5}},
		{"GC[first to capture 3 d.]", true, [2]int{3, 3}},
		{"GC[Capture Go 10 min]", true, [2]int{0, 0}},
		{"GC[Capture Go 12/05/2024]", true, [2]int{0, 0}},
		{"GC[Capture Go 21.05.2024]", true, [2]int{0, 0}},
		{"GC[Atari Go. White gives 3 stones.]", true, [2]int{0, 0}},
		{"GC[Atari Go. Black starts with 2 stones.]", true, [2]int{0, 0}},
		{"GC[Atari Go. Handicap game, 3 stones]", true, [2]int{0, 0}},
		{"GC[Atari Go. White wins by 2 stones.]", true, [2]int{0, 0}},
		{"GC[Capture Go: White must capture 5 stones, Black 3 stones.]", true, [2]int{3, 5}},
		{"GC[吃子棋：白方吃5子胜，黑方吃2子胜]", true, [2]int{2, 5}},
		{"GC[吃子棋：黑方吃二子胜，白方吃十五子胜]", true, [2]int{2, 15}},
		{"RU[Capture-1]GC[Capture Go 10 min]", true, [2]int{1, 1}},
		{"GC[Capture Go: first to capture 5 stones. Black wins in 43 moves; White captured 2.]", true, [2]int{5, 5}},
		{"GC[吃子棋：先吃5子胜。黑胜，用40手，白用38手]", true, [2]int{5, 5}},
		{"GC[Capture Go 1-5]", true, [2]int{1, 5}},
		{"GC[Capture Go. Black wins 3 games, White 2 games]", true, [2]int{0, 0}},
		{"GC[A fine game. Black captured 5 stones at the end.]", false, [2]int{}},
		{"", false, [2]int{}},
	} {
		target, is, err := Stated(rooted(t, row.root))
		if err != nil || is != row.is || target != row.target {
			t.Errorf("%s: %v, %t, %v; want %v, %t", row.root, target, is, err, row.target, row.is)
		}
	}
	for _, root := range []string{"RU[Capture-99]", "GC[first to capture 0 wins]", "GC[first to capture 21 wins]", "RU[Capture-1]GC[first to capture 5 wins]"} {
		if target, is, err := Stated(rooted(t, root)); !errors.Is(err, game.ErrRecord) {
			t.Errorf("%s: %v, %t, %v, want ErrRecord", root, target, is, err)
		}
	}
	b, _, err := Replay(rooted(t, "GC[first to capture 5 wins]"), DefaultOptions())
	if err != nil || b.Target(0) != 5 {
		t.Errorf("a replay has target %d (%v), want 5", b.Target(0), err)
	}
}

func rooted(t *testing.T, properties string) *sgf.Node {
	t.Helper()
	roots, err := sgf.Parse([]byte("(;SZ[9]"+properties+")"), sgf.DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	return roots[0]
}
