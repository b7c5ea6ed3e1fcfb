package book_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

// Every label of a record is in the frame that its documentation states.
func TestRecord_frames(t *testing.T) {
	for _, c := range []struct {
		game, preset string
	}{{"mnk", ""}, {"mnk", "nought"}, {"mnk3", "plus"}} {
		o := fakeOptions(t, c.game)
		o.Games, o.Preset, o.Dedupe = 10, book.Seat(c.preset), false
		o.Reevaluate = &generate.Reevaluate{Depth: 9, Lines: 3}
		b, s := made(t, o)
		v, err := game.Lookup(c.game)
		if err != nil {
			t.Fatal(err)
		}
		preset := max(0, slices.Index(v.Sides, c.preset))
		judge := &booktest.Fake{Label: "fake"}
		flipped := 0
		for _, r := range booktest.Records(t, b) {
			start, err := b.Board(r.Initial)
			if err != nil {
				t.Fatal(err)
			}
			own := replay(t, start, r.Moves)
			seen, err := b.Board(r.FEN)
			if err != nil {
				t.Fatal(err)
			}
			if seen.Turn() != preset || r.Flipped != (own.Turn() != preset) || len(r.Moves) != r.Ply {
				t.Fatalf("%s: turn %d, flipped %v at ply %d of %v, want the preset player %d to move", r.FEN, seen.Turn(), r.Flipped, r.Ply, r.Moves, preset)
			}
			if !r.Flipped && r.FEN != own.Position() {
				t.Errorf("not flipped: %q, want %q", r.FEN, own.Position())
			}
			if r.Flipped {
				flipped++
			}
			if !strings.HasSuffix(r.FEN, " "+strconv.Itoa(r.Ply)) {
				t.Errorf("%s: the counter is not that of ply %d", r.FEN, r.Ply)
			}
			if _, over := seen.Outcome(); over {
				if r.Best != nil || r.Move != nil || r.Score == nil || *r.Score != 0 && *r.Score != -engine.Mate {
					t.Errorf("over: %+v", r)
				}
				continue
			}
			// The fresh search, made again on the record's FEN, says the same.
			limits := engine.DefaultLimits()
			limits.Depth, limits.Lines = 9, 3
			want, err := judge.Search(t.Context(), seen, limits)
			if err != nil {
				t.Fatal(err)
			}
			if *r.Best != seen.Text(want.Best) || *r.Score != want.Score || r.Eval.Mover-r.Eval.Opponent != float64(want.Score) {
				t.Errorf("%s: best %s, score %d, eval %+v, want %s and %d", r.FEN, *r.Best, *r.Score, r.Eval, seen.Text(want.Best), want.Score)
			}
			// The game's search, made again where it was made, in the record's words.
			limits.Depth, limits.Lines = *r.Depth, 3
			want, err = judge.Search(t.Context(), own, limits)
			if err != nil {
				t.Fatal(err)
			}
			view := turnTo(own, preset)
			for i, line := range want.Lines {
				if got := r.Candidates[i]; got.Move != own.ViewText(view, line.Moves[0]) || got.Score != line.Score {
					t.Errorf("%s: candidate %d is %+v, want %s %d", r.FEN, i, got, own.ViewText(view, line.Moves[0]), line.Score)
				}
			}
			if !slices.ContainsFunc(r.Candidates, func(c book.Candidate) bool { return c.Move == *r.Move }) {
				t.Errorf("%s: %s was played, not among %v", r.FEN, *r.Move, r.Candidates)
			}
			if *r.Engine != "fake" || r.Search.Depth != 9 || len(r.Search.Candidates) != len(want.Lines) || r.Seed != s.Seed {
				t.Errorf("%s: %+v", r.FEN, r)
			}
		}
		if flipped == 0 {
			t.Errorf("%+v: nothing flipped", c)
		}
	}
}

// A position and its twin with the other player to move are one record.
func TestRecord_twinsAreOne(t *testing.T) {
	o := fakeOptions(t, "mnk")
	o.Initial.Positions = []string{"x........ 1 1", "o........ 0 1"}
	o.Games, o.MaxPlies, o.TopK = 1, 1, 1
	b, s := made(t, o)
	if s.Positions != 3 || s.Duplicates != 1 {
		t.Errorf("%d positions and %d duplicates, want the two starts as one", s.Positions, s.Duplicates)
	}
	first := booktest.Records(t, b)[0]
	if first.FEN != "o........ 0 1" || !first.Flipped || first.Count != 2 || first.Game != 0 {
		t.Errorf("first record = %+v", first)
	}
}

func TestRecord_resultIsTheMovers(t *testing.T) {
	o := fakeOptions(t, "mnk")
	o.Games, o.Dedupe = 30, false
	b, _ := made(t, o)
	winners := map[int64]int{}
	for g, err := range b.Games(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		winners[g.ID] = g.Winner
	}
	decided := 0
	for _, r := range booktest.Records(t, b) {
		if r.Result == nil {
			t.Fatalf("game %d has no result", r.Game)
		}
		want := 0.5
		switch winners[r.Game] {
		case r.Ply % 2:
			want = 1
		case 1 - r.Ply%2:
			want = 0
		}
		if want != 0.5 {
			decided++
		}
		if *r.Result != want {
			t.Errorf("game %d, won by %d: result %v at ply %d, want %v", r.Game, winners[r.Game], *r.Result, r.Ply, want)
		}
	}
	if decided == 0 {
		t.Error("no game was won")
	}
}

func TestRecord_mirrorsMergedOnRequest(t *testing.T) {
	positions := func(mirror bool) (int64, map[string]int) {
		o := fakeOptions(t, "mnk")
		o.Games, o.Mirror, o.TopK, o.MaxLoss = 50, mirror, 9, nil
		b, s := made(t, o)
		orbits := map[string]int{}
		for _, r := range booktest.Records(t, b) {
			board, err := b.Board(r.FEN)
			if err != nil {
				t.Fatal(err)
			}
			orbits[slices.Min(identities(board))]++
		}
		return s.Positions, orbits
	}
	apart, orbits := positions(false)
	together, merged := positions(true)
	if together >= apart || int(together) != len(orbits) || len(merged) != len(orbits) {
		t.Errorf("%d positions apart in %d orbits, %d together in %d orbits", apart, len(orbits), together, len(merged))
	}
	for orbit, n := range merged {
		if n != 1 {
			t.Errorf("orbit %s has %d records", orbit, n)
		}
	}
}

func TestRecord_pathOfTheFirstIsKept(t *testing.T) {
	o := fakeOptions(t, "mnk")
	o.Games, o.Workers = 50, 4
	b, _ := made(t, o)
	first := map[string][2]int64{}
	for id, g := range readSlowly(t, b).games {
		board, _ := b.Board("")
		texts := strings.Fields(g.Moves)
		for ply := 0; ; ply++ {
			identity := identities(board)[0]
			if _, ok := first[identity]; !ok {
				first[identity] = [2]int64{int64(id), int64(ply)}
			}
			if ply == len(texts) {
				break
			}
			m, _ := board.Parse(texts[ply])
			board.Play(m)
		}
	}
	last := [2]int64{-1, -1}
	for _, r := range booktest.Records(t, b) {
		at := [2]int64{r.Game, int64(r.Ply)}
		identity, _, _ := strings.Cut(r.FEN, " ")
		if want := first[identity+" 0"]; at != want {
			t.Errorf("%s: path of game %d, ply %d, want %v", r.FEN, r.Game, r.Ply, want)
		}
		if slices.Compare(at[:], last[:]) <= 0 {
			t.Errorf("%v after %v: out of order", at, last)
		}
		last = at
	}
	if len(first) == 0 {
		t.Error("no positions")
	}
}

func TestRecord_withoutFreshSearch(t *testing.T) {
	o := fakeOptions(t, "mnk")
	b, s := made(t, o)
	if s.Evaluated != 0 {
		t.Errorf("%d evaluated", s.Evaluated)
	}
	for _, r := range booktest.Records(t, b) {
		if r.Search != nil || r.Move != nil && (*r.Score != r.Candidates[0].Score || *r.Best != r.Candidates[0].Move) {
			t.Errorf("%+v, want the evaluation of the game's search", r)
		}
	}
}

func TestRecords_stopsEarly(t *testing.T) {
	o := fakeOptions(t, "mnk")
	b, _ := made(t, o)
	n := 0
	for range b.Records() {
		if n++; n == 3 {
			break
		}
	}
	if n != 3 {
		t.Errorf("%d records", n)
	}
}

func TestPage_readsAll(t *testing.T) {
	o := fakeOptions(t, "mnk")
	b, s := made(t, o)
	var all []string
	cursor := uint64(0)
	for {
		lines, next, err := b.Page(cursor, 7)
		if err != nil {
			t.Fatal(err)
		}
		if len(lines) == 0 {
			break
		}
		all = append(all, strings.Split(strings.TrimSuffix(string(lines), "\n"), "\n")...)
		cursor = next
	}
	for i, r := range booktest.Records(t, b) {
		var got book.Record
		if err := json.Unmarshal([]byte(all[i]), &got); err != nil || string(got.JSON()) != string(r.JSON()) {
			t.Fatalf("line %d: %s, want %s", i, all[i], r.JSON())
		}
	}
	if int64(len(all)) != s.Positions {
		t.Errorf("%d lines, want %d", len(all), s.Positions)
	}
	if _, _, err := b.Page(0, 0); !errors.Is(err, book.ErrOptions) {
		t.Errorf("err = %v, want ErrOptions", err)
	}
}
