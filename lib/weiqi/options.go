package weiqi

import (
	"encoding/json"
	"fmt"
	"math"

	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// Ways to count a game of Go at its end.
const (
	ScoreArea     = "area"      // [AreaScore] without the dead stones
	ScoreSeed     = "seed"      // [SeedScore] as it is, no komi
	ScoreSeedKomi = "seed+komi" // [SeedScore], the uncounted points shared, with komi
)

// HandicapMax is the largest number of handicap stones.
const HandicapMax = 9

// handicapSizeMin is the smallest board with star points for a handicap.
const handicapSizeMin = 7

// DefaultOptions are 19x19 points, komi 7.5, no handicap, counted by area.
func DefaultOptions() (o Options) {
	o.setDefaults()
	return o
}

// Check says what is wrong with the options; the error wraps game.ErrRules.
func (o *Options) Check() error {
	if err := game.CheckRules(o); err != nil {
		return err
	}
	switch {
	case o.Komi*2 != math.Trunc(o.Komi*2):
		return options.Wrap(game.ErrRules, options.Wrong("komi", o.Komi, "halves of a point"))
	case o.Handicap > 0 && len(HandicapPoints(o.Size, o.Handicap)) == 0:
		return options.Wrap(game.ErrRules, options.Clash("handicap", fmt.Sprintf("%d on size %d", o.Handicap, o.Size),
			fmt.Sprintf("a board of %d or more, and an odd one for 5, 7 and more than 8", handicapSizeMin)))
	}
	return nil
}

// HandicapPoints are the points of a fixed handicap by custom: corners crosswise,
// then the sides, the centre for the odd one. Nil where the board has none.
func HandicapPoints(size, stones int) []goban.Point {
	near := 2
	if size >= 13 {
		near = 3
	}
	far, middle := size-1-near, size/2
	centred := stones%2 == 1 && stones > 3
	if size < handicapSizeMin || size > goban.SizeMax || stones < 2 || stones > HandicapMax || (centred || stones > 4) && size%2 == 0 {
		return nil
	}
	list := []goban.Point{
		goban.PointAt(far, far), goban.PointAt(near, near), goban.PointAt(far, near), goban.PointAt(near, far),
		goban.PointAt(near, middle), goban.PointAt(far, middle), goban.PointAt(middle, near), goban.PointAt(middle, far),
	}
	if !centred {
		return list[:stones]
	}
	return append(list[:stones-1:stones-1], goban.PointAt(middle, middle))
}

// ReadRules reads the options from a JSON object, as [game.Setup] carries it:
//
//	{"size": 19, "komi": 7.5, "handicap": 0, "scoring": "area"}
//
// What is missing keeps its default. Errors wrap [game.ErrRules].
func ReadRules(rules json.RawMessage) (Options, error) {
	o := DefaultOptions()
	if err := game.ReadRules(rules, &o); err != nil {
		return o, err
	}
	return o, o.Check()
}
