package convnet

import "math"

// WinRate turns Run's result into the win rate of the side to move, 0 to 1.
func WinRate(logit float32) float64 { return 1 / (1 + Exp(-float64(logit))) }

// Exp is e to the power of x with the same bits on every machine, which
// math.Exp does not promise: a softmax that has to repeat is made of it. The
// error is below one part in 10^15. Beyond +-700 it stays at the end's value.
func Exp(x float64) float64 {
	if x != x {
		return x
	}
	const (
		high = 6.93147180369123816490e-01 // ln 2 = high + low; high*k is exact. The split is that of C libraries
		low  = 1.90821492927058770002e-10
	)
	x = min(max(x, -700), 700)
	k := math.RoundToEven(float64(x * math.Log2E))
	// The conversions keep a compiler from fusing.
	r := float64(x-float64(k*high)) - float64(k*low) // at most ln(2)/2
	sum := 1.0
	for i := 13; i > 0; i-- { // Taylor; the next term is below 2^-57
		sum = 1 + float64(sum*r)/float64(i)
	}
	return math.Ldexp(sum, int(k))
}
