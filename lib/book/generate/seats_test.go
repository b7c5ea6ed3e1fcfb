package generate

import (
	"encoding/json"
	"testing"

	_ "qikit.dev/qikit/lib/xiangqi"
)

// Players whom nothing tells apart share an engine; all others know only what they have
// searched themselves.
func TestSit_sharesAmongAlike(t *testing.T) {
	weak := Player{Engine: json.RawMessage(`{"level":3}`)}
	for name, c := range map[string]struct {
		change func(*Options)
		shared bool
	}{
		"defaults":          {func(*Options) {}, true},
		"one for all":       {func(o *Options) { o.Players = []Player{weak} }, true},
		"equal":             {func(o *Options) { o.Players = []Player{weak, weak} }, true},
		"different":         {func(o *Options) { o.Players = []Player{weak, {}} }, false},
		"more nodes":        {func(o *Options) { o.Players = []Player{{}, {Nodes: 500}} }, false},
		"depths by player":  {func(o *Options) { o.Depth.Scope = ScopePlayer }, false},
		"adjusted":          {func(o *Options) { o.Balance = balanced(nil) }, false},
		"held":              {func(o *Options) { o.Balance = DefaultBalance() }, true},
		"another tree each": {func(o *Options) { o.Players = []Player{{Engine: json.RawMessage(`{"kind":"mcts"}`)}} }, false},
	} {
		t.Run(name, func(t *testing.T) {
			o := fakeOptions(t, "xiangqi")
			o.Engines = nil
			c.change(&o)
			p, err := newPlan(o)
			if err != nil {
				t.Fatal(err)
			}
			s, err := sit(p)
			if err != nil {
				t.Fatal(err)
			}
			defer s.stand()
			if shared := s.engines[0] == s.engines[1]; shared != c.shared || len(s.engines) != 2 {
				t.Errorf("shared %v, want %v", shared, c.shared)
			}
			if err := s.clear(); err != nil {
				t.Error(err)
			}
		})
	}
}
