package nnkern

// Lanes is what every number of channels is a multiple of.
const Lanes = 16

// squares is the number of matrix products in a convolution, 5x5.
const squares = 25

// MaxSize is the largest board.
const MaxSize = 19

// Tiles is how many squares of 3x3 points cover one side of a board.
func Tiles(size int) int { return (size + 2) / 3 }

// Pitch is the side of the square in which a board of that size lies: the
// tiles and a margin of one point all around.
func Pitch(size int) int { return 3*Tiles(size) + 2 }

// Area is how many numbers a board's activations take.
func Area(size, channels int) int { return Pitch(size) * Pitch(size) * channels }

// At is where the channels of a point begin.
func At(size, channels, row, column int) int {
	return ((row+1)*Pitch(size) + column + 1) * channels
}

// RoundUp is the least multiple of Lanes that is at least n.
func RoundUp(n int) int { return (n + Lanes - 1) / Lanes * Lanes }

// Conv is a 3x3 convolution with bias.
type Conv struct {
	In, Out int       // channels, multiples of Lanes
	u       []float32 // transformed weights: [25][Out/Lanes][In][Lanes]
	bias    []float32 // [Out]
}

// NewConv transforms weights w, [out][in][3][3], in double precision. Channels
// are filled up with zeros to a multiple of Lanes. Costs about 25 multiplications
// a weight and makes 2.8 times as many numbers.
func NewConv(w, bias []float32, in, out int) *Conv {
	c := &Conv{In: RoundUp(in), Out: RoundUp(out)}
	c.u = make([]float32, squares*c.In*c.Out)
	c.bias = make([]float32, c.Out)
	copy(c.bias, bias)
	var u [squares]float64
	for o := range out {
		for i := range in {
			transformWeights(&u, w[(o*in+i)*9:][:9])
			for p, x := range u {
				c.u[((p*c.Out/Lanes+o/Lanes)*c.In+i)*Lanes+o%Lanes] = float32(x)
			}
		}
	}
	return c
}

// weightRows is Winograd's G.
var weightRows = [5][3]float64{
	{1. / 2, 0, 0},
	{-1. / 2, -1. / 2, -1. / 2},
	{-1. / 6, 1. / 6, -1. / 6},
	{1. / 6, 1. / 3, 2. / 3},
	{0, 0, 1},
}

// transformWeights computes G w G'. The conversions keep a compiler from
// fusing, so that every machine gets the same bits.
func transformWeights(u *[squares]float64, w []float32) {
	var half [5][3]float64
	for r, g := range weightRows {
		for c := range 3 {
			half[r][c] = float64(g[0]*float64(w[c])) + float64(g[1]*float64(w[3+c])) + float64(g[2]*float64(w[6+c]))
		}
	}
	for r, h := range half {
		for c, g := range weightRows {
			u[5*r+c] = float64(h[0]*g[0]) + float64(h[1]*g[1]) + float64(h[2]*g[2])
		}
	}
}

// Dense is a matrix with bias, or a 1x1 convolution.
type Dense struct {
	In, Out int       // multiples of Lanes
	w       []float32 // [Out/Lanes][In][Lanes]
	bias    []float32 // [Out]
}

// NewDense takes w as [out][in]; both are filled up with zeros to a multiple of
// Lanes.
func NewDense(w, bias []float32, in, out int) *Dense {
	d := &Dense{In: RoundUp(in), Out: RoundUp(out)}
	d.w = make([]float32, d.Out*d.In)
	d.bias = make([]float32, d.Out)
	copy(d.bias, bias)
	for o := range out {
		for i := range in {
			d.w[(o/Lanes*d.In+i)*Lanes+o%Lanes] = w[o*in+i]
		}
	}
	return d
}

// Work is the memory a convolution needs for itself.
type Work struct{ v, m []float32 }

// NewWork is enough for boards up to that size and layers up to that many
// channels.
func NewWork(size, channels int) *Work {
	n := squares * Tiles(size) * Tiles(size) * channels
	return &Work{v: make([]float32, n), m: make([]float32, n)}
}
