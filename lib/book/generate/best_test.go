package generate

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/lib/book"
)

// searchedIn are the decisions of a book of lines by the moves to them.
func searchedIn(t *testing.T, b *book.Book) map[string]*decision {
	t.Helper()
	found := map[string]*decision{}
	for g, err := range b.Games(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		var list []*decision
		if err := json.Unmarshal([]byte(g.Decisions), &list); err != nil {
			t.Fatal(err)
		}
		moves := strings.Fields(g.Moves)
		for ply, d := range list {
			if d != nil {
				found[strings.Join(moves[:ply], " ")] = d
			}
		}
	}
	return found
}

// The rounds again, as plainly as can be: all leaves in order of cost and age.
func TestBest_leastCostFirst(t *testing.T) {
	for _, order := range []Order{OrderScore, OrderVisits} {
		o := fakeOptions(t, "mnk3") // no game is over within these plies
		o.Games, o.Breadth = 1, best(order, 100, false)
		b, s := generated(t, o)
		found := searchedIn(t, b)
		type leaf struct {
			path string
			cost int64
			age  int
		}
		leaves, searched, age := []leaf{{}}, 0, 0
		for searched < 100 {
			slices.SortFunc(leaves, func(x, y leaf) int { return cmp.Or(cmp.Compare(x.cost, y.cost), cmp.Compare(x.age, y.age)) })
			round := slices.Clone(leaves[:min(len(leaves), 16, 100-searched)])
			leaves = leaves[len(round):]
			searched += len(round)
			for _, l := range round {
				d := found[l.path]
				if d == nil {
					t.Fatalf("%s: after %q, of cost %d, nothing was searched", order, l.path, l.cost)
				}
				var losses []int
				for _, c := range d.Weighed {
					losses = append(losses, d.Weighed[0].Score-c.Score)
				}
				for i, cost := range o.Breadth.costs(losses) {
					age++
					leaves = append(leaves, leaf{strings.TrimSpace(l.path + " " + d.Weighed[i].Move), l.cost + cost, age})
				}
			}
		}
		if len(found) != 100 || s.Games != int64(len(leaves)) || s.Games != 201 {
			t.Errorf("%s: %d positions searched, %d lines, want 100 and the %d leaves", order, len(found), s.Games, len(leaves))
		}
	}
}

func TestBest_costs(t *testing.T) {
	b := best(OrderScore, 1, false)
	if got, want := b.costs([]int{0, 30, 200}), []int64{20, 50, 220}; !slices.Equal(got, want) {
		t.Errorf("by score %v, want %v", got, want)
	}
	b.Order = OrderVisits // of 7 visits 4, 2 and 1
	if got, want := b.costs([]int{0, 50, 100}), []int64{807, 1807, 2807}; !slices.Equal(got, want) {
		t.Errorf("by visits %v, want %v", got, want)
	}
	if got, want := b.costs([]int{100, 100}), []int64{1000, 1000}; !slices.Equal(got, want) {
		t.Errorf("two equal moves %v, want half of the visits each, %v", got, want)
	}
}

func TestBest_linesEndAtMaxPlies(t *testing.T) {
	o := fakeOptions(t, "mnk3")
	o.Games, o.MaxPlies, o.Breadth = 1, 3, best(OrderScore, 1000, false)
	b, s := generated(t, o)
	if lines := lineTexts(t, b); len(lines) != 27 || s.Plies != 3 {
		t.Errorf("%d lines of %v plies, want 27 of 3: all there are", len(lines), s.Plies)
	}
}

func TestBest_sameForAnyWorkers(t *testing.T) {
	for _, order := range []Order{OrderScore, OrderVisits} {
		var texts []string
		for _, workers := range []int{1, 4} {
			o := fakeOptions(t, "mnk")
			o.Games, o.Breadth, o.Workers = 1, best(order, 75, true), workers
			o.Initial.Positions = []string{"", "x........ 1 1"}
			b, _ := generated(t, o)
			texts = append(texts, booktest.Export(t, b, "jsonl"))
		}
		if texts[0] != texts[1] {
			t.Errorf("%s: another number of workers gives another book: %s", order, difference(texts[1], texts[0]))
		}
	}
}

func TestBreadth_maxLoss(t *testing.T) {
	for _, order := range []Order{OrderLevel, OrderScore} {
		counts := map[int64]bool{}
		for _, most := range []*int{new(0), new(60), new(150), nil} {
			o := fakeOptions(t, "mnk3")
			o.Games, o.Breadth = 1, breadth(4, 4, false)
			if order == OrderScore {
				o.Breadth = best(order, 80, false)
			}
			o.Breadth.MaxLoss = most
			b, s := generated(t, o)
			counts[s.Games] = true
			lines := lineTexts(t, b)
			for path, d := range searchedIn(t, b) {
				var played []string
				for _, line := range lines {
					if rest, ok := strings.CutPrefix(line+" ", strings.TrimSpace(path)+" "); ok || path == "" {
						played = append(played, strings.Fields(rest)[0])
					}
				}
				for rank, c := range d.Weighed[:min(len(d.Weighed), o.Breadth.Width)] {
					near := most == nil || d.Weighed[0].Score-c.Score <= *most
					if near != slices.Contains(played, c.Move) {
						t.Errorf("%s, max_loss %s: after %q rank %d of %v played: %v", order, fmt.Sprint(most), path, rank+1, d.Weighed, !near)
					}
				}
			}
		}
		if len(counts) < 3 {
			t.Errorf("%s: numbers of lines %v, want several", order, counts)
		}
	}
}
