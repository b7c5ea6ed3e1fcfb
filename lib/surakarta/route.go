package surakarta

import (
	"fmt"
	"math/bits"
	"slices"

	"qikit.dev/qikit/internal/order"
	"qikit.dev/qikit/lib/game"
)

// Route is the way a capture travels.
type Route struct {
	Circuit Circuit
	// Points are those the piece passes, its start first and its target last.
	Points []Point
	// Loops are the places in Points after which a corner loop is travelled:
	// loop i lies between Points[Loops[i]] and the point after it.
	Loops []int
}

// Routes are the ways by which a capture can travel, shortest first; of equal
// length the inner circuit first. Empty for a step. The move must be legal.
func (b *Board) Routes(m game.Move) []Route {
	if !IsCapture(m) {
		return nil
	}
	var found []Route
	source, target := Source(m), Target(m)
	for c := range paths {
		for i := range paths[c] {
			w := &paths[c][i]
			if w.from != source {
				continue
			}
			seen := w.seen(b.occupied(c), b.options.StartBlocks)
			if n := w.ahead(seen); n > 0 && w.after(n) == target {
				found = append(found, w.route(n, 1))
			}
			if n := w.behind(seen); n > 0 && w.after(ring-n) == target {
				found = append(found, w.route(n, ring-1))
			}
		}
	}
	order.Stable(found, func(a, b Route) int { return len(a.Points) - len(b.Points) })
	return found
}

// route travels n steps from w's slot, dir slots (modulo the ring) a step.
func (w *path) route(n uint8, dir int) Route {
	way := Route{Circuit: w.circuit, Points: []Point{w.after(0)}}
	for i, slot := 0, int(w.slot); i < int(n); i++ {
		next := (slot + dir) % ring
		if slot/width != next/width {
			way.Loops = append(way.Loops, i)
		}
		way.Points = append(way.Points, slots[w.circuit][next])
		slot = next
	}
	return way
}

// occupied are the slots of a circuit with a piece of either side.
func (b *Board) occupied(c int) uint32 {
	return uint32((b.rings[Black] | b.rings[White]) >> (half * c))
}

// rotated is the ring as seen from a slot: that slot becomes bit 0.
func rotated(r uint32, slot uint8) uint32 { return (r>>slot | r<<(ring-slot)) & ringMask }

// seen is the circuit's occupancy as the travelling piece sees it from its
// slot. Its own starting point counts as empty unless it blocks.
func (w *path) seen(occupied uint32, startBlocks bool) uint32 {
	if !startBlocks {
		occupied &^= w.own
	}
	return rotated(occupied, w.slot) &^ 1
}

// ahead is the number of steps forward to the first piece met, given what is
// seen; 0 when the way is barred before the first loop or nothing is met within
// a lap.
func (w *path) ahead(seen uint32) uint8 {
	if seen&w.front != 0 || seen == 0 {
		return 0
	}
	return uint8(bits.TrailingZeros32(seen))
}

// behind is ahead travelling backward.
func (w *path) behind(seen uint32) uint8 {
	if seen&w.rear != 0 || seen == 0 {
		return 0
	}
	return uint8(ring + 1 - bits.Len32(seen))
}

// after is the point n steps forward, 0 to 47.
func (w *path) after(n uint8) Point { return laps[w.circuit][w.slot+n] }

// Route is the shortest way of a capture; an error wrapping game.ErrIllegalMove
// for a step, which travels no circuit.
func (b *Board) Route(m game.Move) (Route, error) {
	ways := b.Routes(m)
	if len(ways) == 0 {
		return Route{}, fmt.Errorf("%w: %s is no capture, so it has no route", game.ErrIllegalMove, b.Text(m))
	}
	return ways[0], nil
}

// Targets lists the points to which the piece on p can step or capture, in
// order of point; none when it is not a piece of the side to move.
func (b *Board) Targets(p Point) (steps, captures []Point) {
	if p >= points || b.own[b.side]>>p&1 == 0 {
		return nil, nil
	}
	for _, m := range b.Moves(nil) {
		switch {
		case Source(m) != p:
		case IsCapture(m):
			captures = append(captures, Target(m))
		default:
			steps = append(steps, Target(m))
		}
	}
	slices.Sort(steps)
	slices.Sort(captures)
	return steps, captures
}

var (
	_ game.Router   = (*Board)(nil)
	_ game.Targeter = (*Board)(nil)
	_ game.Attacker = (*Board)(nil)
)

// RouteTexts is Routes by the names of circuits and points; an error wrapping
// game.ErrIllegalMove for a step.
func (b *Board) RouteTexts(m game.Move) ([]game.Route, error) {
	var texts []game.Route
	for _, way := range b.Routes(m) {
		texts = append(texts, game.Route{Circuit: way.Circuit.String(), Points: names(way.Points), Loops: way.Loops})
	}
	_, err := b.Route(m)
	return texts, err
}

// TargetTexts is Targets by the points' names.
func (b *Board) TargetTexts(point string) (steps, captures []string, err error) {
	p, err := readPoint(point)
	if err != nil {
		return nil, nil, err
	}
	to, taken := b.Targets(p)
	return names(to), names(taken), nil
}

// AttackerTexts lists the points from which pieces of a player could take one on that point, from
// a1 to f6, whoever stands there and whoever is to move. The error wraps game.ErrMoveText.
func (b *Board) AttackerTexts(point string, player int) ([]string, error) {
	p, err := readPoint(point)
	if err != nil {
		return nil, err
	}
	by := Side(player)
	there := Board{own: b.own, rings: b.rings, side: by, options: b.options}
	there.own[by] &^= 1 << p
	there.own[by.Other()] |= 1 << p
	there.rings[by] &^= stops[p]
	there.rings[by.Other()] |= stops[p]
	var room [32]game.Move
	var from []Point
	for _, m := range there.Captures(room[:0]) {
		if Target(m) == p {
			from = append(from, Source(m))
		}
	}
	slices.Sort(from)
	return names(from), nil
}

func readPoint(text string) (Point, error) {
	p, ok := pointOf(text)
	if !ok {
		return p, fmt.Errorf("%w: %q, expected a point, a1 to f6", game.ErrMoveText, text)
	}
	return p, nil
}

func names(list []Point) []string {
	texts := make([]string, len(list))
	for i, p := range list {
		texts[i] = p.String()
	}
	return texts
}
