package hall_test

import (
	"encoding/json"
	"slices"
	"testing"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/gateway/internal/hall"
	"qikit.dev/qikit/lib/sgcp"
)

// Whatever stands in a stored game, it costs that game at most: the hall goes on with
// the others, and their players sit where they sat.
func TestRestore_damagedGames(t *testing.T) {
	w := newWorld(t, options())
	w.play(seated + `
		amy> 321 C3
		amy< 821 1
		amy< 851 $3 1 b C3 0 ...
		bob< 851 $3 1 b C3 0 ...
		eve> 101 eve
		eve< 601 eve $4
		zoe> 101 zoe
		zoe< 601 zoe $5
		eve> 206 zoe colour=black
		eve< 706 #2
		zoe< 756 #2 ...
		zoe> 206 #2
		eve< 751 $6 eve zoe
		zoe< 706 #2
		zoe< 751 $6 eve zoe`)
	var sessions []hall.SessionRecord
	for _, s := range w.sessions {
		sessions = append(sessions, s)
	}
	var good, bad hall.GameRecord
	for _, g := range w.games {
		if len(g.Moves) > 0 {
			bad = *g
		} else {
			good = *g
		}
	}
	text, err := json.Marshal(bad.Status)
	if err != nil {
		t.Fatal(err)
	}
	random, refused := rng.New(1), 0
	for range 3000 {
		damaged := hall.GameRecord{Game: bad.Game, Moves: slices.Clone(bad.Moves)}
		changed := slices.Clone(text)
		for range 1 + random.IntN(3) {
			changed[random.IntN(len(changed))] = byte(' ' + random.IntN(95))
		}
		if random.IntN(3) == 0 {
			damaged.Moves[0].At = sgcp.Coord(random.IntN(1 << 16))
		}
		if json.Unmarshal(changed, &damaged.Status) != nil {
			continue
		}
		h := hall.New(options(), w.now)
		_, out := h.Restore(sessions, []hall.GameRecord{damaged, good}, w.now)
		refused += len(out)
		if f := h.Figures(); f.Tables != 2-len(out) || f.Sessions != 4 || len(out) > 0 && out[0].Game != bad.Game {
			t.Fatalf("%s, %+v: %+v, refused %v", changed, damaged.Moves, f, out)
		}
		h.Pass(w.now.Add(1)) // what it has become does not stop the hall
	}
	if refused < 100 {
		t.Errorf("%d games were refused, want many", refused)
	}
	for name, change := range map[string]func(*hall.Status){
		"a stone that is not there": func(s *hall.Status) { s.State, s.Dead = sgcp.Marking, append(s.Dead, 3000) },
		"a state":                   func(s *hall.Status) { s.State = "lost" },
		"a nick":                    func(s *hall.Status) { s.Nicks[0] = "a b" },
		"passes":                    func(s *hall.Status) { s.Passes = 7 },
	} {
		damaged := bad
		change(&damaged.Status)
		if _, out := hall.New(options(), w.now).Restore(sessions, []hall.GameRecord{damaged}, w.now); len(out) != 1 {
			t.Errorf("%s: refused %v, want the game", name, out)
		}
	}
}

// A file of before has tokens where ids are now: sessions and seats are those that they
// were, and ids take the place of the tokens.
func TestRestore_plainTokens(t *testing.T) {
	w := newWorld(t, options())
	token, other, game := sgcp.Session{1}, sgcp.Session{2}, sgcp.Gtoken{3}
	sessions := []hall.SessionRecord{{ID: token, Plain: true, Nick: "amy"}, {ID: other, Plain: true, Nick: "bob"}}
	games := []hall.GameRecord{{Game: game, Status: hall.Status{
		Settings: "size=5 komi=7.5 rule=area handicap=0 colour=black main=0 byo=+0", Nicks: [2]string{"amy", "bob"},
		Seats: [2]string{token.Text(), other.Text()}, State: sgcp.Playing,
	}}}
	out, refused := w.Restore(sessions, games, w.now)
	if len(refused) > 0 {
		t.Fatal(refused)
	}
	var ended, kept int
	for _, c := range out.Changes {
		switch {
		case c.What == hall.SessionEnded:
			ended++
		case c.What == hall.SessionKept && !c.Session.Plain && c.Session.ID != token && c.Session.ID != other:
			kept++
		case c.What == hall.GameKept:
			for i, seat := range c.Status.Seats {
				if seat == "" || seat == games[0].Status.Seats[i] {
					t.Errorf("seat %d is kept as %q", i, seat)
				}
			}
		default:
			t.Errorf("the change %+v", c)
		}
	}
	if ended != 2 || kept != 2 {
		t.Errorf("%d tokens end and %d ids are kept, want 2 each", ended, kept)
	}
	w.did(out)
	w.names = []string{token.Text(), other.Text(), game.String()}
	w.play(`
		amy> 105 $1 0
		amy< 605 resync amy $3
		amy> 321 C3
		amy< 821 1
		amy< 851 $3 1 b C3 0 ...`)
}
