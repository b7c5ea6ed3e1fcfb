package game_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/xiangqi"
)

func board(t *testing.T, position string, moves ...string) game.Board {
	t.Helper()
	b, err := game.New("xiangqi", game.Setup{Position: position})
	if err == nil {
		err = game.PlayLine(b, moves)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestReport_ofAGameUnderWay(t *testing.T) {
	b := board(t, "", "h2e2", "h9g7")
	before := b.Position()
	var got struct {
		Schema, Game, Position, Initial, Side, Key string
		Sides, Moves, Played, Notations            []string
		Outcome                                    *struct{}
		Symmetries                                 int
	}
	if err := json.Unmarshal(game.Report(b), &got); err != nil {
		t.Fatal(err)
	}
	switch {
	case got.Schema != "qikit/board/1" || got.Game != "xiangqi" || got.Side != "red" || got.Symmetries != 2 || len(got.Key) != 16:
		t.Errorf("%+v", got)
	case got.Position != before || got.Initial != xiangqi.StartFEN || got.Outcome != nil:
		t.Errorf("position %q from %q, outcome %v; want %q from the start, nil", got.Position, got.Initial, got.Outcome, before)
	case !slices.Equal(got.Played, []string{"h2e2", "h9g7"}):
		t.Errorf("played %v, want h2e2 h9g7", got.Played)
	case !slices.IsSorted(got.Moves) || len(got.Moves) != len(b.Moves(nil)):
		t.Errorf("moves %v, want the %d legal ones, sorted", got.Moves, len(b.Moves(nil)))
	case b.Position() != before || len(b.Played(nil)) != 2:
		t.Errorf("the report has changed the board to %q", b.Position())
	}
}

func TestReport_ofAnEnd(t *testing.T) {
	for _, row := range []struct {
		name, position, want string
		moves                []string
	}{
		{"won", "4k4/R8/9/9/9/9/9/9/1R7/3K5 w - - 0 1", `"outcome":{"winner":"red","reason":"checkmate"}`, []string{"b1b9"}},
		{"drawn", "4k4/9/9/9/9/9/9/9/9/3K5 w - - 119 90", `"outcome":{"winner":null,"reason":"`, []string{"d0d1"}},
	} {
		if text := string(game.Report(board(t, row.position, row.moves...))); !strings.Contains(text, row.want) {
			t.Errorf("%s: no %s in\n%s", row.name, row.want, text)
		}
	}
}

func TestPerftReport_stoppedIsNothing(t *testing.T) {
	b := board(t, "")
	if text := string(game.PerftReport(b, 2, nil)); text != `{"schema":"qikit/perft/1","depth":2,"nodes":1920}` {
		t.Errorf("PerftReport = %s", text)
	}
	if text := game.PerftReport(b, 6, func() bool { return true }); text != nil {
		t.Errorf("PerftReport of a stopped count = %s, want nothing", text)
	}
}

func TestParseSVG(t *testing.T) {
	b := board(t, "", "h2e2")
	legal, err := b.Parse("h7e7")
	if err != nil {
		t.Fatal(err)
	}
	o, err := game.ParseSVG(b, []byte(`{"size": 64, "flip": true, "coords": false, "last": "h2e2", "arrows": ["h7e7"], "marks": {"e4": "x"}}`))
	if err != nil || o.Size != 64 || !o.Flip || o.Coords || o.Last != b.Played(nil)[0] || !slices.Equal(o.Arrows, []game.Move{legal}) || o.Marks["e4"] != "x" {
		t.Errorf("ParseSVG = %+v, %v", o, err)
	}
	if o, err := game.ParseSVG(b, nil); err != nil || o.Size != game.DefaultSVG().Size || !o.Coords {
		t.Errorf("ParseSVG of nothing = %+v, %v; want the defaults", o, err)
	}
	for _, row := range []struct {
		text string
		want error
	}{
		{`{"size": 63}`, game.ErrSVG},
		{`{"size": 4097}`, game.ErrSVG},
		{`{"sise": 64}`, game.ErrSVG},
		{`{"style": "wood"}`, game.ErrSVG},
		{`{"style": ""}`, game.ErrSVG},
		{`[]`, game.ErrSVG},
		{`{} {}`, game.ErrSVG},
		{`{"last": "nonsense"}`, game.ErrMoveText},
		{`{"arrows": ["a0a9"]}`, game.ErrIllegalMove},
	} {
		if _, err := game.ParseSVG(b, []byte(row.text)); !errors.Is(err, row.want) {
			t.Errorf("ParseSVG(%s) = %v, want %v", row.text, err, row.want)
		}
	}
}
