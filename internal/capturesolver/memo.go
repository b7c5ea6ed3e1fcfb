package capturesolver

import "qikit.dev/qikit/lib/goban"

// memo remembers the ladders that work by what lies in their zone: in a proof the same few
// stones are read again and again. Those that fail are not worth it: they depend on more
// points, of which some always differ.
type memo struct {
	places     [memoPlaces][memoWays]ladder
	next       [memoPlaces]uint8 // way to be replaced
	generation uint32
}

// A memo takes 0.4 MB.
const (
	memoPlaces = 1 << 9
	memoWays   = 4
)

// ladder is what comes of reading the ladders on a chain of two liberties. One that works
// does so wherever the zone looks the same and nothing is in atari.
type ladder struct {
	generation uint32
	chain      goban.Point
	room       [2]goban.Point // its liberties
	missing    [2]int         // stones to capture, by side
	attacker   goban.Color
	first      goban.Point // begins it
	zone       goban.PointSet
	stones     [2]goban.PointSet
}

// clear forgets everything: of two ladders that fit find takes the one in front.
func (t *memo) clear() {
	t.next = [memoPlaces]uint8{}
	if t.generation++; t.generation == 0 {
		*t = memo{}
		t.generation = 1
	}
}

// newMemo sets the generation afterwards: a literal would be 0.4 MB of the library.
func newMemo() *memo {
	t := new(memo)
	t.generation = 1
	return t
}

// place is where a ladder is kept.
func (l *ladder) place() int {
	key := (uint32(l.room[0])*points+uint32(l.room[1]))*2 + uint32(l.attacker)
	return int(key * 0x9e3779b1 >> 16 & (memoPlaces - 1))
}

// find completes l, of which all up to the attacker is known, when the memo holds it.
func (t *memo) find(l *ladder, stones *[2]goban.PointSet) bool {
	place := &t.places[l.place()]
	for i := range place {
		e := &place[i]
		if e.generation == t.generation && e.chain == l.chain && e.room == l.room && e.attacker == l.attacker && e.missing == l.missing && e.lies(stones) {
			l.first, l.zone = e.first, e.zone
			return true
		}
	}
	return false
}

// lies says whether the stones in the zone are those.
func (l *ladder) lies(stones *[2]goban.PointSet) bool {
	var differ uint64
	for i, zone := range l.zone {
		differ |= (stones[0][i]&zone ^ l.stones[0][i]) | (stones[1][i]&zone ^ l.stones[1][i])
	}
	return differ == 0
}

// put remembers a ladder.
func (t *memo) put(l *ladder, stones *[2]goban.PointSet) {
	at := l.place()
	e := &t.places[at][t.next[at]%memoWays]
	t.next[at]++
	*e = *l
	e.generation = t.generation
	for i, zone := range l.zone {
		e.stones[0][i], e.stones[1][i] = stones[0][i]&zone, stones[1][i]&zone
	}
}
