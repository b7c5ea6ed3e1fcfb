package nnkern

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
)

// ErrTier is a tier that this machine or this build does not have.
var ErrTier = errors.New("nnkern: no such kernels on this machine")

// Tier is one implementation of all kernels.
type Tier int32

const (
	Generic Tier = iota // plain Go, bit for bit the same on every machine
	AVX2                // amd64: AVX2 and FMA
	AVX512              // amd64: AVX-512 F, DQ, VL and VNNI: Ice Lake, Zen 4 and later
	NEON                // arm64
	SIMD                // WebAssembly: vectors of 128 bits
)

var tierNames = [...]string{"generic", "avx2", "avx512", "neon", "simd"}

func (t Tier) String() string {
	if t < 0 || int(t) >= len(tierNames) {
		return fmt.Sprintf("tier %d", int32(t))
	}
	return tierNames[t]
}

// ParseTier reads what String writes: ErrTier.
func ParseTier(name string) (Tier, error) {
	if i := slices.Index(tierNames[:], name); i >= 0 {
		return Tier(i), nil
	}
	return 0, fmt.Errorf("%w: %q, expected one of %v", ErrTier, name, tierNames)
}

// Tiers are the ones this machine can run, slowest first. The build tag
// "purego" leaves Generic only.
func Tiers() []Tier { return slices.Clone(available) }

// Best is the fastest of them.
func Best() Tier { return available[len(available)-1] }

// Check says whether this machine can run the tier: ErrTier.
func (t Tier) Check() error {
	if slices.Contains(available, t) {
		return nil
	}
	return fmt.Errorf("%w: %v, available are %v", ErrTier, t, available)
}

var current atomic.Int32

func init() { current.Store(int32(Best())) }

// Current is the tier of callers that name none: Best, unless Use has set another.
func Current() Tier { return Tier(current.Load()) }

// Use makes a tier the current one of the process: ErrTier.
func Use(t Tier) error {
	if err := t.Check(); err != nil {
		return err
	}
	current.Store(int32(t))
	return nil
}
