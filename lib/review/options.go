package review

import (
	"fmt"
	"runtime"

	"qikit.dev/qikit/internal/options"
)

// Target is what black and white must capture.
type Target [2]int

// Range is the first and the last of some moves.
type Range [2]int

// efforts multiply the visits and times of the default.
var efforts = map[string]float64{"quick": 0.25, "default": 1, "deep": 4}

// DefaultOptions are those of the default effort; they lack the user's colour.
func DefaultOptions() Options { return Effort("default") }

// Effort fills the options of an effort: "quick" is a quarter of "default",
// "deep" four times as much. Any other name is kept, and refused later.
func Effort(name string) (o Options) {
	o.setDefaults()
	o.scale(name)
	o.Effort, o.Workers = name, runtime.GOMAXPROCS(0)
	return o
}

// scale multiplies the limits by an effort's factor; an unknown one changes nothing.
func (o *Options) scale(effort string) {
	if factor, ok := efforts[effort]; ok {
		o.times(factor)
	}
}

// times multiplies the limits.
func (o *Options) times(factor float64) {
	for _, visits := range []*int{&o.Visits, &o.TargetVisits, &o.DemonstrateVisits, &o.ProofNodes} {
		*visits = int(factor * float64(*visits))
	}
	o.TargetTime *= factor
	o.DemonstrateTime *= factor
}

// ParseOptions reads a JSON object over the options of its effort. Errors wrap
// ErrOptions: a key that does not exist, a value out of range.
func ParseOptions(text []byte) (Options, error) {
	o := DefaultOptions()
	options.Ahead(text, "effort", &o.Effort)
	o = Effort(o.Effort)
	if err := options.Fill(text, &o); err != nil {
		return o, options.Wrap(ErrOptions, err)
	}
	return o, o.check()
}

func (o *Options) check() error {
	err := options.Check(o)
	switch {
	case err != nil:
	case o.Inaccuracy > o.Mistake:
		err = options.Wrong("inaccuracy", o.Inaccuracy, fmt.Sprintf("at most mistake (%v)", o.Mistake))
	case o.Mistake > o.Blunder:
		err = options.Wrong("mistake", o.Mistake, fmt.Sprintf("at most blunder (%v)", o.Blunder))
	case o.Range != nil && (o.Range[0] < 1 || o.Range[1] < o.Range[0]):
		err = options.Wrong("range", *o.Range, "two numbers of moves from 1 on, the lesser first")
	}
	return options.Wrap(ErrOptions, err)
}

// within says which of n moves are analysed: the range asked for, or the one
// that suits the level.
func (o *Options) within(n int) (first, last int) {
	if o.Range != nil {
		return o.Range[0], min(o.Range[1], n)
	}
	// From level 4 to 10 the margin grows to a quarter of the moves.
	margin := n * max(o.Level-3, 0) / (4 * 7)
	return 1 + margin, n - margin
}
