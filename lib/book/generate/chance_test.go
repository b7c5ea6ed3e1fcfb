package generate

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

// The rolls are plies of the games, drawn evenly; records are the positions in which a player
// is to move, and results are by player.
func TestGenerate_recordsTheDice(t *testing.T) {
	o := severalOptions(t, "ludo", `{"players": 2}`)
	o.Games, o.MaxPlies = 20, 60
	o.Balance = DefaultBalance()
	b, s := generated(t, o)
	if len(s.Wins) != 2 || s.Games != 20 || s.Failed != 0 {
		t.Fatalf("%+v", s)
	}
	faces := map[string]int{}
	for g, err := range b.Games(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		board, err := b.Board(g.Initial)
		if err != nil {
			t.Fatal(err)
		}
		var decisions []*json.RawMessage
		if err := json.Unmarshal([]byte(g.Decisions), &decisions); err != nil {
			t.Fatal(err)
		}
		for ply, text := range strings.Fields(g.Moves) {
			m, err := board.Parse(text)
			if err != nil {
				t.Fatalf("game %d, ply %d: %v", g.ID, ply, err)
			}
			if chance := game.ChanceMoves(board); chance != (decisions[ply] == nil) {
				t.Fatalf("game %d, ply %d: decision %v of side %d", g.ID, ply, decisions[ply], board.Turn())
			} else if chance {
				faces[text]++
			}
			board.Play(m)
		}
	}
	for _, face := range []string{"d1", "d2", "d3", "d4", "d5", "d6"} {
		if n := faces[face]; n < 65 || n > 140 { // some 600 rolls: 100 and four standard errors
			t.Errorf("%d times %s in %v", n, face, faces)
		}
	}
	for r, err := range b.Records() {
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(r.FEN, "-") || r.Result != nil && *r.Result == 0.5 {
			t.Fatalf("record %+v", r)
		}
	}
}

// A tree and books of last positions are refused, with what is expected.
func TestGenerate_refusesOfChance(t *testing.T) {
	for key, change := range map[string]func(*Options){
		"breadth": func(o *Options) { o.Breadth, o.Games = breadth(2, 2, false), 1 },
		"record":  func(o *Options) { o.Record = RecordEnd },
		"preset":  func(o *Options) { o.Preset = "chance" },
		"players": func(o *Options) { o.Players = make([]Player, 3) },
	} {
		o := severalOptions(t, "ludo", `{"players": 2}`)
		change(&o)
		if _, err := Book(t.Context(), o, nil); !errors.Is(err, book.ErrOptions) || !strings.Contains(err.Error(), key) {
			t.Errorf("%s: %v", key, err)
		}
	}
}

// The one who is out has no turn: the others' evaluations, depths and results are their own.
func TestTurns_playerOut(t *testing.T) {
	past := newTurns(3)
	past.add(0, 4, 100)
	if e := past.evals(); e != nil {
		t.Errorf("evaluations %v before all have searched", e)
	}
	past.add(1, 5, -300)
	past.add(2, 6, 700)
	past.add(0, 2, 50) // player 1 is out from here
	past.add(2, 3, 900)
	past.add(0, 1, 20)
	if e := past.evals(); e[0] != 20 || e[1] != -300 || e[2] != 900 {
		t.Errorf("evaluations %v, want 20, -300, 900", e)
	}
	l := DefaultBalance().lean(leaning{}, past.evals())
	if !l.Unbalanced || l.Stronger != 2 || l.Weaker != 1 {
		t.Errorf("%+v, want player 2 ahead of player 1", l)
	}
	if past.had[0] != 3 || past.had[1] != 1 || past.used[0] != 1 || past.used[2] != 3 {
		t.Errorf("%+v", past)
	}
}

// A game that is cut off is won by the player whose last search has proven it, also when the
// player before the one to move is out.
func TestCutOff_playerOut(t *testing.T) {
	b := playedOn(t)
	before := b.Turn()
	m := b.Moves(nil)[0]
	d := &decision{Decision: book.Decision{Rank: 1, Weighed: []book.Weight{{Move: b.Text(m), Score: book.Mate - 1}}}}
	b.Play(m)
	if b.Turn() == (before+1)%3 {
		t.Fatalf("nobody is out in %s", b.Position())
	}
	if winner, reason := cutOff(b, []*decision{d}, book.ReasonCap); winner != before || reason != book.ReasonMate {
		t.Errorf("winner %d for %s, want %d", winner, reason, before)
	}
}

// playedOn is a game of Chinese checkers in which the player after the one to move counts as home: he
// has a man there.
func playedOn(t *testing.T) game.Board {
	t.Helper()
	b, err := game.New("chinesecheckers", game.Setup{Rules: []byte(playedOnRules)})
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.New("chinesecheckers", engine.DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	limits := engine.DefaultLimits()
	limits.Depth = 1
	for range 600 {
		r, err := e.Search(t.Context(), b, limits)
		if err != nil {
			t.Fatal(err)
		}
		b.Play(r.Best)
		if b.Turn() != 0 {
			continue
		}
		fields := strings.Fields(b.Position())
		text := strings.Join(append(fields[:3], "y", fields[4]), " ")
		if out, err := game.New("chinesecheckers", game.Setup{Rules: []byte(playedOnRules), Position: text}); err == nil {
			return out
		}
	}
	t.Fatalf("yellow never came to his corner: %s", b.Position())
	return nil
}

const playedOnRules = `{"players": 3, "play_on": true, "ply_limit": 0}`
