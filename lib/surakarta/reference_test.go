package surakarta

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/game"
)

// A second generator, slow and plain: a piece walks the drawn lines of the
// board point by point, heading somewhere, and turns through a loop when it
// falls off the edge. It shares nothing with the circuits of circuit.go.

type place struct{ f, r int }

type heading struct{ df, dr int }

// loopFrom is where a piece that falls off the edge at p heading h comes back:
// line k from the corner leads to line k of the neighbouring edge.
func loopFrom(p place, h heading) (place, heading, bool) {
	// k is the distance of the line from the nearer corner: 1 small loop, 2 large.
	near := func(i int) (k int, low bool) {
		if i <= 2 {
			return i, true
		}
		return 5 - i, false
	}
	edge := func(low bool) int {
		if low {
			return 0
		}
		return 5
	}
	inward := func(low bool) int {
		if low {
			return 1
		}
		return -1
	}
	if h.df == 0 { // along a file, off the top or bottom edge
		k, low := near(p.f)
		if k == 0 {
			return p, h, false
		}
		row := k
		if p.r == 5 {
			row = 5 - k
		}
		return place{edge(low), row}, heading{inward(low), 0}, true
	}
	k, low := near(p.r)
	if k == 0 {
		return p, h, false
	}
	column := k
	if p.f == 5 {
		column = 5 - k
	}
	return place{column, edge(low)}, heading{0, inward(low)}, true
}

// referenceMoves lists the legal moves of a drawn board as text, sorted.
func referenceMoves(grid [6][6]byte, side byte, startBlocks bool) []string {
	found := map[string]bool{}
	name := func(p place) string { return fmt.Sprintf("%c%c", 'a'+p.f, '1'+p.r) }
	on := func(p place) bool { return p.f >= 0 && p.f < 6 && p.r >= 0 && p.r < 6 }
	for f := range 6 {
		for r := range 6 {
			if grid[r][f] != side {
				continue
			}
			from := place{f, r}
			for df := -1; df <= 1; df++ {
				for dr := -1; dr <= 1; dr++ {
					to := place{f + df, r + dr}
					if on(to) && grid[to.r][to.f] == '.' {
						found[name(from)+"-"+name(to)] = true
					}
				}
			}
			for _, h := range []heading{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
				if to, ok := referenceCapture(grid, from, h, startBlocks); ok && grid[to.r][to.f] != side {
					found[name(from)+"x"+name(to)] = true
				}
			}
		}
	}
	var list []string
	for text := range found {
		list = append(list, text)
	}
	slices.Sort(list)
	return list
}

// referenceCapture walks until a piece is met after at least one loop.
func referenceCapture(grid [6][6]byte, from place, h heading, startBlocks bool) (place, bool) {
	p, loops := from, 0
	for range 24 {
		next := place{p.f + h.df, p.r + h.dr}
		if next.f < 0 || next.f > 5 || next.r < 0 || next.r > 5 {
			var ok bool
			if next, h, ok = loopFrom(p, h); !ok {
				return p, false
			}
			loops++
		}
		p = next
		if p == from && !startBlocks {
			continue
		}
		if grid[p.r][p.f] != '.' {
			return p, loops > 0 && p != from
		}
	}
	return p, false
}

// checkAgainstReference compares every move of a position with the reference.
func checkAgainstReference(t *testing.T, b *Board) {
	t.Helper()
	var grid [6][6]byte
	for p := range Point(points) {
		c := byte('.')
		for _, s := range [2]Side{Black, White} {
			if b.own[s]>>p&1 != 0 {
				c = s.String()[0]
			}
		}
		grid[p.Rank()][p.File()] = c
	}
	want := referenceMoves(grid, b.side.String()[0], b.options.StartBlocks)
	if b.own[b.side.Other()] == 0 {
		want = nil
	}
	if got := game.MoveTexts(b); !slices.Equal(got, want) {
		t.Fatalf("%s start blocks %v:\n got %v\nwant %v", b.Position(), b.options.StartBlocks, got, want)
	}
	if b.CountMoves() != len(want) {
		t.Fatalf("%s: count %d, want %d", b.Position(), b.CountMoves(), len(want))
	}
}

// randomBoard drops up to 12 pieces a side anywhere.
func randomBoard(r *rand.Rand, startBlocks bool) *Board {
	o := DefaultOptions()
	o.StartBlocks = startBlocks
	cells := []byte(strings.Repeat(".", points))
	for side, n := range map[byte]int{'b': 1 + r.IntN(pieces), 'w': 1 + r.IntN(pieces)} {
		for n > 0 {
			if i := r.IntN(points); cells[i] == '.' {
				cells[i] = side
				n--
			}
		}
	}
	var rows []string
	for i := 0; i < points; i += width {
		rows = append(rows, string(cells[i:i+width]))
	}
	b, err := New(strings.Join(rows, "/")+" "+[]string{"b", "w"}[r.IntN(2)], o, false)
	if err != nil {
		panic(err)
	}
	return b
}

func TestMoves_likeReference(t *testing.T) {
	boards := 20_000
	if testing.Short() {
		boards = 1000
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range boards {
		checkAgainstReference(t, randomBoard(r, r.IntN(2) == 0))
	}
}

// FuzzPlay plays moves chosen by the input, takes them back, and compares moves
// with the reference, keys with fresh ones, and views with each other.
func FuzzPlay(f *testing.F) {
	f.Add(uint64(1), []byte{0, 3, 9, 200, 17})
	f.Add(uint64(9), []byte("a game of surakarta"))
	f.Fuzz(func(t *testing.T, seed uint64, choices []byte) {
		r := rand.New(rand.NewPCG(seed, 0))
		b := randomBoard(r, seed%2 == 0)
		before := b.Clone()
		for _, c := range choices {
			checkAgainstReference(t, b)
			moves := b.Moves(nil)
			if len(moves) == 0 {
				break
			}
			b.Play(moves[int(c)%len(moves)])
			fresh, err := New(b.Position(), b.options, true)
			if err != nil {
				t.Fatalf("own position %q: %v", b.Position(), err)
			}
			if fresh.key != b.key || fresh.rings != b.rings || fresh.Position() != b.Position() {
				t.Fatalf("%s: kept up %x, fresh %x", b.Position(), b.key, fresh.key)
			}
		}
		for b.Undo() {
		}
		if b.own != before.own || b.key != before.key || b.rings != before.rings || b.quiet != before.quiet || b.ply != before.ply || b.side != before.side {
			t.Fatalf("undone to %s, started from %s", b.Position(), before.Position())
		}
	})
}

// Every view of a position has as many moves, and the moves are each other's
// images.
func TestView_keepsMoves(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		b := randomBoard(r, false)
		for turn := range 2 {
			for s := range b.Symmetries() {
				v := game.View{Turn: turn, Symmetry: s}
				c, err := New(b.View(v), b.options, false)
				if err != nil {
					t.Fatalf("view %v of %s: %v", v, b.Position(), err)
				}
				var images []string
				for _, m := range b.Moves(nil) {
					images = append(images, b.ViewText(v, m))
				}
				slices.Sort(images)
				if got := game.MoveTexts(c); !slices.Equal(got, images) {
					t.Fatalf("view %v of %s:\n got %v\nwant %v", v, b.Position(), got, images)
				}
			}
		}
	}
}

// The slots of a side are where its pieces stand on the two circuits, whatever was played.
func TestSlots_arePieces(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		b := randomBoard(r, false)
		for range 30 {
			for side := range Side(2) {
				want := uint64(0)
				for slot := range ring {
					want |= b.own[side] >> slots[Inner][slot] & 1 << slot
					want |= b.own[side] >> slots[Outer][slot] & 1 << (slot + 32)
				}
				if got := b.Slots(side); got != want {
					t.Fatalf("%s: Slots(%s) = %x, want %x", b.Position(), side, got, want)
				}
			}
			if moves := b.Moves(nil); len(moves) > 0 {
				b.Play(moves[r.IntN(len(moves))])
			}
		}
	}
}
