package book

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// sum is what a book's runs add to each position and move.
func sum(t *testing.T, w *Writer) map[repeatKey]repeat {
	t.Helper()
	all := map[repeatKey]repeat{}
	var key repeatKey
	var more repeat
	into := []any{&key.position, &key.move, &more.count, &more.wins, &more.draws, &more.losses, &more.eval, &more.depth, &more.said}
	if err := w.rows("SELECT "+placeOf+", move, count, wins, draws, losses, eval, depth, said FROM repeats", nil, into, func() error {
		have := all[key]
		have.add(more)
		all[key] = have
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return all
}

// shown is what is added, without addresses.
func shown(all map[repeatKey]repeat) map[repeatKey]string {
	list := map[repeatKey]string{}
	for key, r := range all {
		text := fmt.Sprint(r.tally)
		if r.eval != nil {
			text += fmt.Sprint(" ", *r.eval, " at depth ", r.depth, ", said at ", r.said)
		}
		list[key] = text
	}
	return list
}

func compareRepeats(t *testing.T, when string, got, want map[repeatKey]repeat) {
	t.Helper()
	g, w := shown(got), shown(want)
	for key, text := range w {
		if g[key] != text {
			t.Fatalf("%s: %+v: %s, want %s", when, key, g[key], text)
		}
	}
	if len(g) != len(w) {
		t.Fatalf("%s: %d sums, want %d", when, len(g), len(w))
	}
}

// In whatever portions repeats come, and however their runs are merged, they add up to
// the same, and the deepest search, of equal ones the first, has the word.
func TestRepeats_addUp(t *testing.T) {
	w := indexed(t)
	r := rand.New(rand.NewPCG(6, 7))
	want := map[repeatKey]repeat{}
	for game := range int64(60) {
		if err := w.Update(func() error {
			for range 1 + r.IntN(200) {
				key := repeatKey{r.Int64N(1 << (1 + r.IntN(39))), []string{"", "a1-a2", "b1-b2"}[r.IntN(3)]}
				if r.IntN(2) == 0 {
					key.position %= 8
				}
				more := repeat{tally: tally{1, r.Int64N(2), r.Int64N(2), 0}}
				if key.move != "" && r.IntN(3) > 0 {
					more.eval, more.depth, more.said = new(r.IntN(200)-100), r.IntN(4), saidAt(game, r.IntN(90))
				}
				have := want[key]
				if more.eval != nil && have.eval != nil && more.said == have.said {
					continue // one search says one thing
				}
				have.add(more)
				want[key] = have
				if err := w.repeats.add(key.position, key.move, more); err != nil {
					return err
				}
			}
			if r.IntN(4) == 0 {
				return w.repeats.flush()
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	compareRepeats(t, "in runs", sum(t, w), want)
	if runs, err := w.repeats.runs(); err != nil || len(runs) < 2 || len(runs) > 3*runsMost {
		t.Errorf("%d runs, %v", len(runs), err)
	}
	if err := w.Complete(); err != nil {
		t.Fatal(err)
	}
	runs, err := w.repeats.runs()
	if err != nil || len(runs) != 1 || runs[0].entries != int64(len(want)) {
		t.Errorf("runs = %+v, %v, want one of %d entries", runs, err, len(want))
	}
	compareRepeats(t, "in one run", sum(t, w), want)
}

// What is kept beside the rows of positions and moves comes into them.
func TestRepeats_fold(t *testing.T) {
	w := indexed(t)
	deep, shallow := 70, 30
	if err := w.Update(func() error {
		args := []any{5, 0, "x", 0, 0, 2, 1, 0, 0}
		if err := w.exec(addPosition, append(append(args, new(Evaluation).columns()...), false)...); err != nil {
			return err
		}
		return w.exec(addMove, 5, "known", 2, 1, 0, 0, 50, 4)
	}); err != nil {
		t.Fatal(err)
	}
	for _, move := range []string{"", "known", "other"} {
		for _, more := range []repeat{
			{tally{1, 0, 0, 1}, &shallow, 4, 1}, {tally{1, 1, 0, 0}, &deep, 6, 2}, {tally{count: 1}, nil, 0, 0},
		} {
			if err := w.Update(func() error { return w.repeats.add(5, move, more) }); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Update(w.repeats.fold); err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string]string{
		"SELECT count || ' ' || wins || ' ' || draws || ' ' || losses FROM positions":                                                 "5 2 0 1",
		"SELECT count || ' ' || wins || ' ' || draws || ' ' || losses || ' ' || eval || ' ' || depth FROM moves WHERE move = 'known'": "5 2 0 1 70 6",
		"SELECT count || ' ' || wins || ' ' || draws || ' ' || losses || ' ' || eval || ' ' || depth FROM moves WHERE move = 'other'": "3 1 0 1 70 6",
		"SELECT (SELECT count(*) FROM repeats) + (SELECT count(*) FROM repeat_runs)":                                                  "0",
	} {
		var got string
		if err := w.query(query, nil, &got); err != nil || got != want {
			t.Errorf("%s: %q, %v, want %q", query, got, err, want)
		}
	}
}

// A transaction that fails leaves no repeats, in the file or in memory.
func TestRepeats_failedTransaction(t *testing.T) {
	w := indexed(t)
	errStop := errors.New("stop")
	if err := w.Update(func() error {
		for _, position := range []int64{1, 2} {
			if err := errors.Join(w.repeats.add(position, "", repeat{tally: tally{count: 1}}), w.repeats.flush(), w.repeats.add(3, "", repeat{})); err != nil {
				return err
			}
		}
		return errStop
	}); !errors.Is(err, errStop) {
		t.Fatal(err)
	}
	if err := w.Update(func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	compareRepeats(t, "after it", sum(t, w), nil)
}

// What is read for every look-up and every few records goes down the tables' own trees:
// SQLite makes no index of all repeats for it.
func TestRepeats_readWithoutAnIndexMade(t *testing.T) {
	w := indexed(t)
	for text, args := range map[string]int{
		repeatsBetween: 2, "SELECT count FROM " + repeatsAt + " WHERE move <> ''": 1, findBlocks: 1, blocksBack: 2, "SELECT " + ofFilter + " FROM " + allFilters: 2, findFilter: 2, "SELECT entries FROM " + listedBlocks: 1,
		withRepeats + "SELECT id, " + repeatedCounts + " FROM " + repeatedFrom: 1,
	} {
		var a, b, c int
		var step string
		if err := each(t.Context(), w.conn, "EXPLAIN QUERY PLAN "+text, []any{1, 2}[:args], []any{&a, &b, &c, &step}, func() error {
			for _, bad := range []string{"AUTOMATIC COVERING", "AUTOMATIC PARTIAL", "SCAN repeats", "SCAN positions", "SCAN keys"} {
				if strings.Contains(step, bad) {
					t.Errorf("%s\n%s, want a search", text, step)
				}
			}
			return nil
		}); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}
