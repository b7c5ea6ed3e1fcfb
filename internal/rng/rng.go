// Package rng is the random source behind qikit's promise that the same seed gives
// the same result: SplitMix64, which will never change.
//
// Source: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom
// number generators", OOPSLA 2014.
package rng

import (
	"math"
	"math/bits"
)

// Source is a SplitMix64 stream. The zero Source is the stream of seed 0.
type Source struct{ state uint64 }

// New starts the stream of a seed.
func New(seed uint64) *Source { return &Source{state: seed} }

// Of starts the stream of a seed and a path of numbers (game 17, ply 4): the
// streams of different paths are independent of each other and of the order
// in which they are used.
func Of(seed uint64, path ...uint64) *Source {
	s := Source{state: seed}
	for _, p := range path {
		s.state = s.Uint64() ^ mix(p+0x9e3779b97f4a7c15)
	}
	return &Source{state: s.Uint64()}
}

// Uint64 is the next number of the stream.
func (s *Source) Uint64() uint64 {
	s.state += 0x9e3779b97f4a7c15
	return mix(s.state)
}

func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// IntN is uniform over 0 … n-1; n must be over 0.
func (s *Source) IntN(n int) int {
	// Lemire's method: the rejection keeps it exactly uniform.
	hi, lo := bits.Mul64(s.Uint64(), uint64(n))
	if lo < uint64(n) {
		for floor := -uint64(n) % uint64(n); lo < floor; {
			hi, lo = bits.Mul64(s.Uint64(), uint64(n))
		}
	}
	return int(hi)
}

// Float64 is uniform over [0, 1), in steps of 2^-53.
func (s *Source) Float64() float64 { return float64(s.Uint64()>>11) / (1 << 53) }

// Normal draws from the standard normal distribution (Box and Muller, 1958). A draw
// takes two numbers of the stream and is the same on every platform up to the last
// bits of the mathematical library.
func (s *Source) Normal() float64 {
	u, v := 1-s.Float64(), s.Float64()
	return math.Sqrt(-2*math.Log(u)) * math.Cos(2*math.Pi*v)
}
