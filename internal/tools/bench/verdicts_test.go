package main

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/gamefile"
)

func TestVerdictRange(t *testing.T) {
	for _, row := range []struct {
		text        string
		first, last int
		fails       bool
	}{
		{"", 0, 99, false},
		{"100", 0, 99, false},
		{"1", 0, 0, false},
		{"40-42", 40, 42, false},
		{"3-3", 3, 3, false},
		{"0", 0, 0, true},
		{"5-4", 0, 0, true},
		{"-1", 0, 0, true},
		{"1-", 0, 0, true},
		{"99-100", 0, 0, true},
		{"many", 0, 0, true},
	} {
		first, last, err := verdictRange(row.text)
		if (err != nil) != row.fails || !row.fails && (first != row.first || last != row.last) {
			t.Errorf("%q: %d to %d, %v; want %d to %d, an error %t", row.text, first, last, err, row.first, row.last, row.fails)
		}
	}
}

// The games are those of the bar: a hundred on three boards, of which each has its share
// of any time.
func TestVerdictGames(t *testing.T) {
	games, err := gamefile.Read(weak100, gamefile.ReadOptions{Game: "capturego"})
	if err != nil {
		t.Fatal(err)
	}
	v := verdicts{games: games}
	sizes := map[int]int{}
	for i := range games {
		sizes[v.size(i)]++
	}
	if want := map[int]int{7: 34, 9: 33, 13: 33}; !reflect.DeepEqual(sizes, want) {
		t.Errorf("%v games by size, want %v", sizes, want)
	}
	if got, want := v.order(0, 23), []int{0, 3, 1, 6, 9, 12, 4, 15, 18, 21, 7, 2, 10, 13, 16, 5, 19, 22, 8, 11, 14, 17, 20, 23}; !slices.Equal(got, want) {
		t.Errorf("the order is %v, want %v", got, want)
	}
}

func TestVerdictRow(t *testing.T) {
	rows := []verdictRow{
		{day: "2026-11-26", commit: "abc", tree: "0123456789", judge: "9876543210", game: 7, size: 9, seconds: 41,
			claims: []claim{
				{number: 2, move: "F1", target: "E4", loss: 8.3, played: 0.423, aimed: 0.495, best: "E5", bestOfAll: 0.557, notBest: true},
				{number: 6, move: "B5", target: "F6", loss: 100, played: 0.5, best: "A1", bestOfAll: 1, notBad: true, notBest: true},
				{number: 9, move: "A1", target: "A2", loss: 5, played: 0.25, aimed: 0.5, best: "A2", bestOfAll: 0.5},
				{number: 11, move: "A3", target: "A4", loss: 6, played: 0.25, aimed: 0.5, best: "A5", bestOfAll: 0.562, doubted: true},
			}},
		{day: "2026-11-27", commit: "abd", tree: "0123456789", judge: "9876543210", game: 8, size: 13},
	}
	path := filepath.Join(t.TempDir(), "log.tsv")
	for _, r := range rows {
		if err := addVerdict(path, r); err != nil {
			t.Fatal(err)
		}
	}
	got, err := readVerdicts(path)
	if err != nil || !reflect.DeepEqual(got, rows) {
		t.Errorf("read %+v, %v, want %+v", got, err, rows)
	}
	if notBad, notBest := got[0].contradicted(); notBad != 1 || notBest != 2 {
		t.Errorf("%d moves and %d targets are contradicted, want 1 and 2", notBad, notBest)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"a\tb\n", strings.Replace(rows[0].String(), "\t4\t1\t", "\t4\t0\t", 1), strings.Replace(rows[0].String(), "A1 A2", "A1", 1), strings.Replace(rows[0].String(), "0.557", "0.5571", 1)} {
		if _, err := parseVerdict(bad); err == nil {
			t.Errorf("%q was read, want an error; the log is\n%s", bad, text)
		}
	}
}

// What most of three searches say counts.
func TestMostSay(t *testing.T) {
	bad, best, both, none := judged{notBad: true}, judged{notBest: true}, judged{notBad: true, notBest: true}, judged{}
	for _, row := range []struct{ first, second, third, want judged }{
		{bad, none, none, judged{doubted: true}},
		{bad, none, bad, bad},
		{best, best, none, best},
		{best, bad, none, judged{doubted: true}},
		{best, bad, bad, judged{notBad: true, doubted: true}},
		{both, best, none, judged{notBest: true, doubted: true}},
		{both, both, both, both},
	} {
		if got := mostSay(row.first, row.second, row.third); got != row.want {
			t.Errorf("%+v, %+v and %+v are %+v, want %+v", row.first, row.second, row.third, got, row.want)
		}
	}
}

// The committed log can be read, and no game has two rows of the same review and judge.
func TestVerdictLog(t *testing.T) {
	rows, err := readVerdicts("verdicts.tsv")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, r := range rows {
		key := strings.Join(strings.Split(r.String(), "\t")[2:5], " ")
		if seen[key] {
			t.Errorf("two rows of the tree, judge and game %s", key)
		}
		seen[key] = true
	}
}

// What only other games need does not void the rows; what Capture Go is searched with does.
func TestOwnSources(t *testing.T) {
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, path := range []string{"lib/engine/chess_net.go", "lib/engine/go.go", "lib/engine/capturego_net.go", "internal/nets/xiangqi/xiangqi.qnet",
		"internal/nets/capturego/net.qkn", "lib/goban/doc.go", "internal/phrase/zh.tsv", "internal/mcts/search.go", "lib/review/target.go"} {
		paths = append(paths, filepath.Join(here, path))
	}
	want := []string{"internal/mcts/search.go", "internal/nets/capturego/net.qkn", "lib/engine/capturego_net.go", "lib/goban/doc.go", "lib/review/target.go"}
	if got := ownSources(paths); !slices.Equal(got, want) {
		t.Errorf("own sources are %v, want %v", got, want)
	}
}
