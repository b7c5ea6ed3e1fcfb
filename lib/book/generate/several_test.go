package generate

import (
	"strings"
	"testing"

	"qikit.dev/qikit/internal/booktest"
)

// A game of three players by its rules: three seats, results by seat, strength adjusted across
// them, and the same book for any number of workers.
func TestSeveral_playersByRules(t *testing.T) {
	texts := map[string]bool{}
	for _, workers := range []int{1, 2} {
		o := DefaultOptions()
		o.Game, o.Rules = "chinesecheckers", []byte(`{"players": 3, "ply_limit": 30}`)
		o.Out = t.TempDir() + "/book.qkb"
		seed := uint64(11)
		o.Seed, o.Workers, o.Games, o.TopK = &seed, workers, 2, 3
		o.Reevaluate = nil
		o.Depth.Distribution, o.Depth.Depths = DistributionList, []int{1, 2}
		o.Balance = DefaultBalance()
		b, s := generated(t, o)
		if len(s.Wins) != 3 || s.Games != 2 || s.Positions < 40 {
			t.Errorf("%d workers: %+v", workers, s)
		}
		text := booktest.Export(t, b, "jsonl")
		if !strings.Contains(text, "ryb") {
			t.Errorf("no position of three players in %.300s", text)
		}
		texts[text] = true
	}
	if len(texts) != 1 {
		t.Error("two workers make another book than one")
	}
	o := DefaultOptions()
	o.Game, o.Rules, o.Out = "chinesecheckers", []byte(`{"players": 5}`), t.TempDir()+"/book.qkb"
	if _, err := Book(t.Context(), o, nil); err == nil || !strings.Contains(err.Error(), "2, 3, 4 or 6") {
		t.Errorf("five players: %v", err)
	}
}
