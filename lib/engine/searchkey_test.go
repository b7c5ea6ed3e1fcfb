package engine

import (
	"cmp"
	"testing"

	"qikit.dev/qikit/lib/game"
)

// What an engine has learnt of a placement is of no use where the end by count is
// near, or other rules hold: by the old knowledge these are proven lost,
// and at that depth they are not.
func TestAlphaBeta_knowsItsRules(t *testing.T) {
	const (
		chased   = ".w...b/.b..../....w./w...../....../.....b"
		blocked  = "b...../.....b/....bw/...w.w/...w../......"
		attacked = "3k5/9/9/6C2/9/9/8r/9/3p5/5K3"
	)
	for name, row := range map[string]struct {
		game, placement, before, then string
		rules                         string
		depth                         int
	}{
		"surakarta, two plies before the end": {"surakarta", chased, " b 0 1", " b 48 49", "", 9},
		"surakarta, another rule":             {"surakarta", blocked, " b 0 1", " b 0 1", `{"start_blocks":true}`, 7}, // by this rule the proof is of depth 12
		"xiangqi, four plies before the end":  {"xiangqi", attacked, " w - - 0 1", " w - - 116 1", "", 10},
	} {
		t.Run(name, func(t *testing.T) {
			board := func(position, rules string) game.Board {
				b, err := game.New(row.game, game.Setup{Position: position, Rules: []byte(rules)})
				if err != nil {
					t.Fatal(err)
				}
				return b
			}
			o := DefaultOptions()
			o.Workers = 1
			e, err := New(row.game, o)
			if err != nil {
				t.Fatal(err)
			}
			defer e.Close()
			then := board(row.placement+row.then, row.rules)
			alone := search(t, e, then, depth(row.depth))
			if err := e.Clear(); err != nil {
				t.Fatal(err)
			}
			if r := search(t, e, board(row.placement+row.before, ""), depth(row.depth)); r.Proven == "" {
				t.Errorf("before: %+v, want a proof that does not hold later", r)
			}
			if r := search(t, e, then, depth(row.depth)); r.Proven != alone.Proven || cmp.Compare(r.Score, 0) != cmp.Compare(alone.Score, 0) {
				t.Errorf("%s %d %q, without having seen another board %s %d %q", then.Text(r.Best), r.Score, r.Proven, then.Text(alone.Best), alone.Score, alone.Proven)
			}
		})
	}
}

// An end by count is a claim under every rule set: it does not prove anything.
func TestAlphaBeta_countProvesNothing(t *testing.T) {
	b, err := game.New("surakarta", game.Setup{Position: "5b/6/6/6/b5/b4w b 48 51", Rules: []byte(`{"rule_set":"basic","no_capture_limit":50}`)})
	if err != nil {
		t.Fatal(err)
	}
	e, err := New("surakarta", DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if r := search(t, e, b, depth(4)); r.Proven != "" || r.Score <= 0 {
		t.Errorf("%d %q, want an unproven win by count", r.Score, r.Proven)
	}
}
