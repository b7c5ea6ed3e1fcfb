package surakarta

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/game"
)

// Each route is followed with a finger on a drawn board.
func TestRouteTexts_drawnBoards(t *testing.T) {
	tests := []struct {
		name, position, move string
		want                 []game.Route
	}{
		{"round all but one corner, over its own start", "6/6/6/6/4wb/4w1 w", "e2xf2", []game.Route{
			{Circuit: "inner", Points: strings.Fields("e2 e3 e4 e5 e6 f5 e5 d5 c5 b5 a5 b6 b5 b4 b3 b2 b1 a2 b2 c2 d2 e2 f2"), Loops: []int{4, 10, 16}}}},
		{"the short way and the long way", "6/6/6/6/b5/1w4 b", "a2xb1", []game.Route{
			{Circuit: "inner", Points: strings.Fields("a2 b1"), Loops: []int{0}},
			{Circuit: "inner", Points: strings.Fields("a2 b2 c2 d2 e2 f2 e1 e2 e3 e4 e5 e6 f5 e5 d5 c5 b5 a5 b6 b5 b4 b3 b2 b1"), Loops: []int{5, 11, 17}}}},
		{"a large loop", "6/6/6/1b4/6/2w2w b", "b3xc1", []game.Route{
			{Circuit: "outer", Points: strings.Fields("b3 a3 c1"), Loops: []int{1}},
			{Circuit: "outer", Points: strings.Fields("b3 c3 d3 e3 f3 d1 d2 d3 d4 d5 d6 f4 e4 d4 c4 b4 a4 c6 c5 c4 c3 c2 c1"), Loops: []int{4, 10, 16}}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b, err := New(test.position, DefaultOptions(), false)
			if err != nil {
				t.Fatal(err)
			}
			m, err := b.Parse(test.move)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := b.RouteTexts(m); err != nil || !reflect.DeepEqual(got, test.want) {
				t.Errorf("RouteTexts(%s) = %v, %v\nwant %v", test.move, got, err, test.want)
			}
		})
	}
}

// Every capture has a route along empty points, every step has none, and
// the targets are the moves.
func TestRoutes_ofRandomPositions(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 36))
	captures := 0
	for range 300 {
		b, err := New("", DefaultOptions(), false)
		if err != nil {
			t.Fatal(err)
		}
		for range r.IntN(80) {
			moves := b.Moves(nil)
			if len(moves) == 0 {
				break
			}
			b.Play(moves[r.IntN(len(moves))])
		}
		to := map[string][]string{}
		for _, text := range game.MoveTexts(b) {
			m, err := b.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			to[text[:3]] = append(to[text[:3]], text[3:])
			routes := b.Routes(m)
			if !IsCapture(m) {
				if _, err := b.RouteTexts(m); len(routes) != 0 || !errors.Is(err, game.ErrIllegalMove) {
					t.Errorf("%s: step %s has %d routes, %v", b.Position(), text, len(routes), err)
				}
				continue
			}
			captures++
			if len(routes) == 0 {
				t.Errorf("%s: %s has no route", b.Position(), text)
			}
			for i, way := range routes {
				b.followed(t, text, way)
				if i > 0 && len(way.Points) < len(routes[i-1].Points) {
					t.Errorf("%s: route %d of %s is shorter than the one before", b.Position(), i+1, text)
				}
			}
		}
		for p := range Point(points) {
			steps, taken, err := b.TargetTexts(p.String())
			if err != nil || !slices.Equal(steps, append([]string{}, sorted(to[p.String()+"-"])...)) ||
				!slices.Equal(taken, append([]string{}, sorted(to[p.String()+"x"])...)) {
				t.Errorf("%s: targets of %s: %v, %v, %v; the moves have %v, %v", b.Position(), p, steps, taken, err, to[p.String()+"-"], to[p.String()+"x"])
			}
		}
	}
	if captures < 100 {
		t.Errorf("%d captures were looked at, too few", captures)
	}
}

// sorted is a list of points in order of rank, then file.
func sorted(names []string) []string {
	slices.SortFunc(names, func(a, b string) int { return strings.Compare(a[1:]+a[:1], b[1:]+b[:1]) })
	return names
}

// followed walks a route with the eyes of somebody who looks at the board.
func (b *Board) followed(t *testing.T, move string, way Route) {
	t.Helper()
	last := len(way.Points) - 1
	if way.Points[0].String() != move[:2] || way.Points[last].String() != move[3:] || len(way.Loops) == 0 {
		t.Errorf("%s: %s travels %v with %d loops", b.Position(), move, way.Points, len(way.Loops))
	}
	for i, p := range way.Points {
		if (b.own[Black]|b.own[White])>>p&1 != 0 && i != last && p != way.Points[0] {
			t.Errorf("%s: %s travels over the piece on %s", b.Position(), move, p)
		}
		if i == 0 {
			continue
		}
		from := way.Points[i-1]
		files, ranks := from.File()-p.File(), from.Rank()-p.Rank()
		if straight := files*files+ranks*ranks == 1; straight == slices.Contains(way.Loops, i-1) {
			t.Errorf("%s: %s travels from %s to %s, a loop is %v", b.Position(), move, from, p, !straight)
		}
	}
}

func TestTargetTexts_noPoint(t *testing.T) {
	b, err := New("", DefaultOptions(), false)
	if err != nil {
		t.Fatal(err)
	}
	for _, point := range []string{"", "a", "a0", "a7", "g1", "a22", "2a", "\x00\x00"} {
		if _, _, err := b.TargetTexts(point); !errors.Is(err, game.ErrMoveText) {
			t.Errorf("TargetTexts(%q): %v, want ErrMoveText", point, err)
		}
		if _, err := b.AttackerTexts(point, 0); !errors.Is(err, game.ErrMoveText) {
			t.Errorf("AttackerTexts(%q): %v, want ErrMoveText", point, err)
		}
	}
}

// Who attacks a point is who could take an enemy there by the slow reference.
func TestAttackerTexts_likeReference(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	attacks := 0
	for range 100 {
		b := randomBoard(r, r.IntN(2) == 0)
		for p := range Point(points) {
			for _, by := range []Side{Black, White} {
				var grid [6][6]byte
				for q := range Point(points) {
					grid[q.Rank()][q.File()] = '.'
					for _, s := range []Side{Black, White} {
						if b.own[s]>>q&1 != 0 {
							grid[q.Rank()][q.File()] = s.String()[0]
						}
					}
				}
				grid[p.Rank()][p.File()] = by.Other().String()[0]
				var want []string
				for _, move := range referenceMoves(grid, by.String()[0], b.options.StartBlocks) {
					if from, ok := strings.CutSuffix(move, "x"+p.String()); ok {
						want = append(want, from)
					}
				}
				attacks += len(want)
				got, err := b.AttackerTexts(p.String(), int(by))
				if err != nil || !slices.Equal(got, sorted(want)) {
					t.Fatalf("%s start blocks %v: %s is attacked by %s from %v, %v, want %v", b.Position(), b.options.StartBlocks, p, by, got, err, want)
				}
			}
		}
	}
	if attacks < 500 {
		t.Errorf("%d attacks were looked at, too few", attacks)
	}
}
