package engine

import (
	"encoding/json"
	"testing"
	"time"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/xiangqi"
)

func TestResult_JSON(t *testing.T) {
	b := xiangqiBoard(t, "")
	first, second := xiangqi.NewMove(xiangqi.SquareAt(7, 2), xiangqi.SquareAt(4, 2)), xiangqi.NewMove(xiangqi.SquareAt(7, 9), xiangqi.SquareAt(6, 7))
	rows := []struct {
		name, want string
		result     Result
	}{
		{"a search",
			`{"schema":"qikit/search-result/1","best":"h2e2","score":0,"win_rate":0.5,"proven":null,"plies":null,"depth":4,"nodes":99,"time":1.5,` +
				`"lines":[{"move":"h2e2","score":0,"win_rate":0.5,"moves":["h2e2","h9g7"],"depth":4}]}`,
			Result{Best: first, Scored: true, WinRate: 0.5, Depth: 4, Nodes: 99, Time: 1500 * time.Millisecond,
				Lines: []Line{{Moves: []game.Move{first, second}, WinRate: 0.5, Depth: 4}}}},
		{"a tree search has no score",
			`{"schema":"qikit/search-result/1","best":"h2e2","score":null,"win_rate":0.55,"proven":null,"plies":null,"depth":1,"nodes":9,"time":0,` +
				`"lines":[{"move":"h2e2","score":null,"win_rate":0.55,"moves":["h2e2"],"depth":1,"visits":8}]}`,
			Result{Best: first, WinRate: 0.55, Depth: 1, Nodes: 9, Lines: []Line{{Moves: []game.Move{first}, WinRate: 0.55, Visits: 8, Depth: 1}}}},
		{"the game is over",
			`{"schema":"qikit/search-result/1","best":null,"score":0,"win_rate":0.5,"proven":null,"plies":null,"depth":0,"nodes":0,"time":0,"lines":[]}`,
			Result{Scored: true, WinRate: 0.5}},
		{"a proof",
			`{"schema":"qikit/search-result/1","best":"h2e2","score":31999,"win_rate":1,"proven":"win","plies":1,"depth":1,"nodes":1,"time":0,"lines":[]}`,
			Result{Best: first, Score: Mate - 1, Scored: true, WinRate: 1, Proven: "win", Plies: 1, Depth: 1, Nodes: 1}},
	}
	for _, row := range rows {
		before := b.Position()
		if got := string(row.result.JSON(b)); got != row.want {
			t.Errorf("%s:\n%s, want\n%s", row.name, got, row.want)
		}
		if b.Position() != before {
			t.Errorf("%s: the board was changed", row.name)
		}
	}
}

func TestTermsJSON(t *testing.T) {
	var got struct {
		Schema string
		Terms  map[string]int
	}
	if err := json.Unmarshal(TermsJSON([]Term{{"value", -100}, {"total", -100}}), &got); err != nil {
		t.Fatal(err)
	}
	if got.Schema != "qikit/evaluation/1" || len(got.Terms) != 2 || got.Terms["value"] != -100 {
		t.Errorf("%+v", got)
	}
}
