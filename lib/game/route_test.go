package game_test

import (
	"errors"
	"testing"

	"qikit.dev/qikit/lib/game"
	_ "qikit.dev/qikit/lib/surakarta"
)

func TestReports_ofRoutesAndTargets(t *testing.T) {
	b, err := game.New("surakarta", game.Setup{Position: "6/6/6/6/b5/1w4 b"})
	if err != nil {
		t.Fatal(err)
	}
	const short = `{"circuit":"inner","points":["a2","b1"],"loops":[0]}`
	const long = `{"circuit":"inner","points":["a2","b2","c2","d2","e2","f2","e1","e2","e3","e4","e5","e6","f5","e5","d5","c5","b5","a5","b6","b5","b4","b3","b2","b1"],"loops":[5,11,17]}`
	route, err := game.RouteReport(b, "a2b1")
	if want := `{"schema":"qikit/route/1","move":"a2xb1",` + short[1:len(short)-1] + `,"routes":[` + short + `,` + long + `]}`; err != nil || string(route) != want {
		t.Errorf("RouteReport = %s, %v\nwant %s", route, err, want)
	}
	targets, err := game.TargetsReport(b, "a2")
	if want := `{"schema":"qikit/targets/1","point":"a2","steps":["a1","b2","a3","b3"],"captures":["b1"]}`; err != nil || string(targets) != want {
		t.Errorf("TargetsReport = %s, %v\nwant %s", targets, err, want)
	}
	targets, err = game.TargetsReport(b, "b1")
	if want := `{"schema":"qikit/targets/1","point":"b1","steps":[],"captures":[]}`; err != nil || string(targets) != want {
		t.Errorf("TargetsReport of the enemy's = %s, %v\nwant %s", targets, err, want)
	}
	for move, want := range map[string]error{"a2-a3": game.ErrIllegalMove, "a2xf6": game.ErrIllegalMove, "a2": game.ErrMoveText, "": game.ErrMoveText} {
		if _, err := game.RouteReport(b, move); !errors.Is(err, want) {
			t.Errorf("RouteReport(%q): %v, want %v", move, err, want)
		}
	}
	if _, err := game.TargetsReport(b, "z9"); !errors.Is(err, game.ErrMoveText) {
		t.Errorf("TargetsReport(z9): %v, want ErrMoveText", err)
	}
}

// plain is a board that is neither Router nor Targeter.
type plain struct{ game.Board }

func TestReports_ofAGameWithout(t *testing.T) {
	b, err := game.New("surakarta", game.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := game.RouteReport(plain{b}, "a2-a3"); !errors.Is(err, game.ErrNoRoutes) {
		t.Errorf("RouteReport: %v, want ErrNoRoutes", err)
	}
	if _, err := game.TargetsReport(plain{b}, "a2"); !errors.Is(err, game.ErrNoTargets) {
		t.Errorf("TargetsReport: %v, want ErrNoTargets", err)
	}
}
