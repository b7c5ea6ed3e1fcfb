package compute

import "slices"

// span holds the units from, from+1, ..., to-1.
type span struct{ from, to uint64 }

func (s span) len() uint64 { return s.to - s.from }

// spans is a set of units, in no particular order.
type spans []span

func (l spans) len() (n uint64) {
	for _, s := range l {
		n += s.len()
	}
	return n
}

func (l *spans) put(s span) {
	if s.from < s.to {
		*l = append(*l, s)
	}
}

// take removes up to n neighbouring units.
func (l *spans) take(n uint64) (s span, ok bool) {
	if len(*l) == 0 || n == 0 {
		return s, false
	}
	last := &(*l)[len(*l)-1]
	s = span{last.from, min(last.to, last.from+n)}
	if last.from = s.to; last.from == last.to {
		*l = (*l)[:len(*l)-1]
	}
	return s, true
}

// cut splits n in proportion to the weights, by largest remainder; the first wins a
// tie. When all weights are 0 the first gets all.
func cut(n uint64, weights []float64) []uint64 {
	shares := make([]uint64, len(weights))
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	if len(weights) == 0 {
		return shares
	}
	if !(sum > 0) {
		shares[0] = n
		return shares
	}
	rest := make([]float64, len(weights))
	left := n
	for i, w := range weights {
		exact := float64(n) * (w / sum)
		shares[i] = min(uint64(exact), left)
		rest[i] = exact - float64(shares[i])
		left -= shares[i]
	}
	for ; left > 0; left-- {
		most := slices.Index(rest, slices.Max(rest))
		shares[most]++
		rest[most] -= 1
	}
	return shares
}
