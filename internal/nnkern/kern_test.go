package nnkern

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"qikit.dev/qikit/internal/rng"
)

// numbers are uniform over -1 to 1.
func numbers(r *rng.Source, n int) []float32 {
	v := make([]float32, n)
	for i := range v {
		v[i] = float32(r.Uint64()>>40)/(1<<23) - 1
	}
	return v
}

// board is random activations with a margin of zeros.
func board(r *rng.Source, size, channels int) []float32 {
	v := make([]float32, Area(size, channels))
	for row := range size {
		copy(v[At(size, channels, row, 0):], numbers(r, size*channels))
	}
	return v
}

// looped is the convolution as everybody knows it, in double precision.
func looped(w, bias []float32, in, out, size int, src, add []float32) []float64 {
	dst := make([]float64, Area(size, out))
	for row := range size {
		for column := range size {
			for o := range out {
				at := At(size, out, row, column) + o
				sum := float64(bias[o])
				for i := range in {
					for k := range 9 {
						sum += float64(w[(o*in+i)*9+k]) * float64(src[At(size, in, row+k/3-1, column+k%3-1)+i])
					}
				}
				if add != nil {
					sum += float64(add[at])
				}
				dst[at] = max(0, sum)
			}
		}
	}
	return dst
}

func farthest(a []float32, b []float64) float64 {
	d := 0.0
	for i := range b {
		if x := math.Abs(float64(a[i]) - b[i]); !(x <= d) {
			d = x
		}
	}
	return d
}

func TestConv_everySize(t *testing.T) {
	r := rng.New(1)
	for _, channels := range [][2]int{{16, 16}, {16, 48}, {48, 48}, {32, 64}, {48, 80}} {
		in, out := channels[0], channels[1]
		w, bias := numbers(r, in*out*9), numbers(r, out)
		c := NewConv(w, bias, in, out)
		for size := 2; size <= MaxSize; size++ {
			if testing.Short() && size > 9 && size%4 != 0 || size > 11 && in*out > 48*48 {
				continue
			}
			src, add := board(r, size, in), board(r, size, out)
			for _, with := range [][]float32{nil, add} {
				want := looped(w, bias, in, out, size, src, with)
				for _, tier := range Tiers() {
					work := NewWork(size, max(in, out))
					dst := make([]float32, Area(size, out))
					tier.Conv(c, size, dst, src, with, work)
					// The margin is part of it: it stays zero.
					if d := farthest(dst, want); !(d <= 1e-4) {
						t.Errorf("%v, %d to %d channels, size %d, add %v: %g away", tier, in, out, size, with != nil, d)
					}
				}
			}
			for _, tier := range Tiers() { // in place, as a block does it
				x := slices.Clone(add)
				tier.Conv(c, size, x, src, x, NewWork(size, max(in, out)))
				if d := farthest(x, looped(w, bias, in, out, size, src, add)); !(d <= 1e-4) {
					t.Errorf("%v, %d to %d channels, size %d, in place: %g away", tier, in, out, size, d)
				}
			}
		}
	}
}

func TestConv_fillsChannelsUp(t *testing.T) {
	r := rng.New(2)
	const in, out, size = 5, 19, 7
	w, bias := numbers(r, in*out*9), numbers(r, out)
	c := NewConv(w, bias, in, out)
	if c.In != 16 || c.Out != 32 {
		t.Fatalf("%d to %d channels, want 16 to 32", c.In, c.Out)
	}
	src, wide := board(r, size, in), make([]float32, Area(size, c.In))
	for p := range Area(size, 1) {
		copy(wide[p*c.In:], src[p*in:][:in])
	}
	want := looped(w, bias, in, out, size, src, nil)
	for _, tier := range Tiers() {
		dst := make([]float32, Area(size, c.Out))
		tier.Conv(c, size, dst, wide, nil, NewWork(size, c.Out))
		for p := range Area(size, 1) {
			if d := farthest(dst[p*c.Out:][:out], want[p*out:][:out]); d > 1e-5 {
				t.Fatalf("%v: %g away", tier, d)
			}
			for o, x := range dst[p*c.Out:][:c.Out][out:] {
				if x != 0 {
					t.Fatalf("%v: channel %d is %v, want 0", tier, out+o, x)
				}
			}
		}
	}
}

func TestDense_everyNumberOfRows(t *testing.T) {
	r := rng.New(3)
	for _, shape := range [][2]int{{48, 16}, {96, 48}, {96, 32}, {7, 64}, {1, 80}, {33, 10}} {
		in, out := shape[0], shape[1]
		w, bias := numbers(r, in*out), numbers(r, out)
		d := NewDense(w, bias, in, out)
		for _, rows := range []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 17, 97} {
			src := numbers(r, rows*d.In)
			for _, relu := range []bool{false, true} {
				want := make([]float64, rows*d.Out)
				for i := range want {
					if o := i % d.Out; o < out {
						want[i] = float64(bias[o])
						for k := range in {
							want[i] += float64(w[o*in+k]) * float64(src[i/d.Out*d.In+k])
						}
						if relu {
							want[i] = max(0, want[i])
						}
					}
				}
				for _, tier := range Tiers() {
					dst := numbers(r, rows*d.Out+1)
					after := dst[len(want)]
					tier.Dense(d, rows, dst, src, relu)
					if x := farthest(dst, want); !(x <= 1e-5) || dst[len(want)] != after {
						t.Errorf("%v, %d x %d, %d rows, relu %v: %g away", tier, in, out, rows, relu, x)
					}
				}
			}
		}
	}
}

func TestPoolAndShift_everySize(t *testing.T) {
	r := rng.New(4)
	for size := 2; size <= MaxSize; size++ {
		for _, channels := range []int{16, 48, 80} {
			src, by := board(r, size, channels), numbers(r, channels)
			pooled, shifted := make([]float64, 2*channels), make([]float64, len(src))
			for c := range channels {
				most := math.Inf(-1)
				for p := range size * size {
					at := At(size, channels, p/size, p%size) + c
					pooled[c] += float64(src[at]) / float64(size*size)
					most = max(most, float64(src[at]))
					shifted[at] = max(0, float64(src[at])+float64(by[c]))
				}
				pooled[channels+c] = most
			}
			for _, tier := range Tiers() {
				dst, x := make([]float32, 2*channels), slices.Clone(src)
				tier.Pool(size, channels, dst, src)
				tier.Shift(size, channels, x, by)
				if a, b := farthest(dst, pooled), farthest(x, shifted); !(a <= 1e-5 && b <= 1e-5) {
					t.Errorf("%v, size %d, %d channels: pool %g away, shift %g away", tier, size, channels, a, b)
				}
			}
		}
	}
}

// Kernels trust no length: a slice too short panics in Go.
func TestTiers_refuseShortSlices(t *testing.T) {
	r := rng.New(5)
	c, d := NewConv(numbers(r, 16*16*9), numbers(r, 16), 16, 16), NewDense(numbers(r, 256), numbers(r, 16), 16, 16)
	full, short := make([]float32, Area(9, 16)), make([]float32, Area(9, 16)-1)
	for _, tier := range Tiers() {
		for name, call := range map[string]func(){
			"conv dst":  func() { tier.Conv(c, 9, short, full, nil, NewWork(9, 16)) },
			"conv src":  func() { tier.Conv(c, 9, full, short, nil, NewWork(9, 16)) },
			"conv add":  func() { tier.Conv(c, 9, full, full, short, NewWork(9, 16)) },
			"conv work": func() { tier.Conv(c, 9, full, full, nil, NewWork(6, 16)) },
			"dense dst": func() { tier.Dense(d, 2, make([]float32, 31), make([]float32, 32), true) },
			"dense src": func() { tier.Dense(d, 2, make([]float32, 32), make([]float32, 31), true) },
			"pool dst":  func() { tier.Pool(9, 16, make([]float32, 31), full) },
			"pool src":  func() { tier.Pool(9, 16, make([]float32, 32), short) },
			"shift x":   func() { tier.Shift(9, 16, short, make([]float32, 16)) },
			"shift by":  func() { tier.Shift(9, 16, full, make([]float32, 15)) },
		} {
			// A slice is cut to its capacity, so that has to be short as well.
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("%v, %s: no panic", tier, name)
					}
				}()
				call()
			}()
		}
	}
}

func TestTier_names(t *testing.T) {
	for tier := Generic; tier <= NEON; tier++ {
		if got, err := ParseTier(tier.String()); got != tier || err != nil {
			t.Errorf("ParseTier(%q) = %v, %v", tier.String(), got, err)
		}
		if err := tier.Check(); (err == nil) != slices.Contains(Tiers(), tier) {
			t.Errorf("Check of %v: %v with %v", tier, err, Tiers())
		}
	}
	if _, err := ParseTier("mmx"); !errors.Is(err, ErrTier) {
		t.Errorf("mmx: %v", err)
	}
	if err := Use(99); !errors.Is(err, ErrTier) || Current() != Best() {
		t.Errorf("Use(99): %v, current %v", err, Current())
	}
	if s := fmt.Sprint(Tier(-1)); s != "tier -1" {
		t.Errorf("tier -1 is written %q", s)
	}
}

func BenchmarkConv(b *testing.B) {
	r := rng.New(6)
	c := NewConv(numbers(r, 48*48*9), numbers(r, 48), 48, 48)
	for _, tier := range Tiers() {
		for _, size := range []int{9, 13} {
			b.Run(fmt.Sprintf("%v/%d", tier, size), func(b *testing.B) {
				src, dst, work := board(r, size, 48), make([]float32, Area(size, 48)), NewWork(size, 48)
				for b.Loop() {
					tier.Conv(c, size, dst, src, nil, work)
				}
				products := float64(squares * Tiles(size) * Tiles(size) * 48 * 48)
				b.ReportMetric(2*products*float64(b.N)/float64(b.Elapsed().Nanoseconds()), "GFLOP/s")
			})
		}
	}
}
