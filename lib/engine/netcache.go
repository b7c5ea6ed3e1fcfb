package engine

import "sync"

// netCache keeps what a network said of positions. A search finds the same with it as
// without, for what a network says depends on nothing but the position.
type netCache struct {
	mu    sync.Mutex
	lines []netLine
}

// grow makes room for so many lines, a power of two, unless there is room already.
func (c *netCache) grow(lines int) {
	c.mu.Lock()
	if c.lines == nil {
		c.lines = make([]netLine, lines)
	}
	c.mu.Unlock()
}

// netLine is a part of what was said of a position. The parts lie side by side, as many as
// the board needs: one for 7x7, two for 9x9, three for 13x13. Each may be overwritten by a
// part of another position's.
type netLine struct {
	tag    uint64
	values [62]float32 // with the tag 256 octets
}

const (
	// ownLines take 0.5 MB. A search asks for a position's value at its first visit, and
	// soon after for its moves.
	ownLines = 1 << 11
	// treeLines take 16 MB.
	treeLines = 1 << 16
)

// treeCache is the cache of all trees of the process that analyse: a review meets a
// position again behind another move, in the search for a target, and in each question
// that it is asked later.
var treeCache netCache

// get fills dst with what was put under the key; false if it is gone, when dst is anything.
func (c *netCache) get(key uint64, dst []float32) bool {
	c.mu.Lock()
	for i := uint64(0); len(dst) > 0; i++ {
		l := c.line(key, i)
		if l.tag != key+i {
			break
		}
		dst = dst[copy(dst, l.values[:]):]
	}
	c.mu.Unlock()
	return len(dst) == 0
}

// put keeps values under the key, as many as get will ask for.
func (c *netCache) put(key uint64, values []float32) {
	c.mu.Lock()
	for i := uint64(0); len(values) > 0; i++ {
		l := c.line(key, i)
		l.tag = key + i
		values = values[copy(l.values[:], values):]
	}
	c.mu.Unlock()
}

// line is where part i under the key is.
func (c *netCache) line(key, i uint64) *netLine {
	return &c.lines[(key>>32+i)&uint64(len(c.lines)-1)]
}
