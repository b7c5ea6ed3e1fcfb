package surakarta

// Point is file + 6*rank, both from 0: a1 is 0, f1 is 5, f6 is 35.
type Point uint8

const (
	width  = 6
	points = width * width
)

// PointAt is the point on that file and rank, 0 to 5 each.
func PointAt(file, rank int) Point { return Point(rank*width + file) }

// File is 0 for a to 5 for f.
func (p Point) File() int { return int(p) % width }

// Rank is 0 for the bottom rank to 5.
func (p Point) Rank() int { return int(p) / width }

// String is the point's name, "c4".
func (p Point) String() string { return string([]byte{'a' + byte(p.File()), '1' + byte(p.Rank())}) }

// Circuit is one of the two closed curves.
type Circuit uint8

const (
	Inner    Circuit = iota // ranks and files 2 and 5, the small loops
	Outer                   // ranks and files 3 and 4, the large loops
	circuits = 2
)

func (c Circuit) String() string { return [...]string{"inner", "outer"}[c&1] }

// A circuit is a ring of 24 slots: four straight lines of six points, a loop
// after each of them. Its four self-intersections fill two slots each.
const (
	ring     = 24
	half     = 32 // of a word of slots: the outer circuit's are in the high one
	ringMask = 1<<ring - 1
)

// set is a set of points, bit p for point p.
type set = uint64

var (
	// slots lists the points of each circuit in travelling order: up the left
	// line, right along the upper one, down the right one, left along the lower
	// one. A loop follows slots 5, 11, 17 and 23.
	slots [circuits][ring]Point
	// laps are slots three times over, so that a walk needs no remainder.
	laps [circuits][3 * ring]Point
	// stops are the slots that a point fills, see Board.Slots.
	stops [points]uint64
	// paths are the ways to leave each slot of a circuit.
	paths [circuits][ring]path
	// near are the up to eight neighbours of a point.
	near [points]set
	// onCircuit are the points that lie on the circuit.
	onCircuit [circuits]set
)

// path is what a piece on a slot needs to know to travel either way.
type path struct {
	circuit Circuit
	from    Point
	slot    uint8
	own     uint32 // the ring's slots that the starting point fills
	front   uint32 // the slots before the loop ahead, seen from the slot
	rear    uint32 // the slots before the loop behind
}

func init() {
	for c, line := range [circuits]int{Inner: 1, Outer: 2} {
		far := width - 1 - line
		for i := range width {
			slots[c][i] = PointAt(line, i)
			slots[c][width+i] = PointAt(i, far)
			slots[c][2*width+i] = PointAt(far, width-1-i)
			slots[c][3*width+i] = PointAt(width-1-i, line)
		}
		for i := range laps[c] {
			laps[c][i] = slots[c][i%ring]
		}
		for slot, p := range slots[c] {
			stops[p] |= 1 << (slot + half*c)
			onCircuit[c] |= 1 << p
		}
		for slot, p := range slots[c] {
			ahead, behind := width-1-slot%width, slot%width
			paths[c][slot] = path{Circuit(c), p, uint8(slot), uint32(stops[p] >> (half * c)), (1<<ahead - 1) << 1, ringMask &^ (1<<(ring-behind) - 1)}
		}
	}
	for p := range Point(points) {
		for q := range Point(points) {
			df, dr := p.File()-q.File(), p.Rank()-q.Rank()
			if p != q && df*df <= 1 && dr*dr <= 1 {
				near[p] |= 1 << q
			}
		}
	}
}
