package generate

import (
	"encoding/json"
	"fmt"
	"runtime"
)

// DefaultOptions is one game from the start position at depths around 5, one
// of the three best moves drawn at each ply, every position kept once and
// evaluated afresh two plies deeper. Game and Out are left to be said.
func DefaultOptions() (o Options) {
	o.setDefaults()
	o.Workers = runtime.NumCPU()
	return o
}

// DefaultBreadth is three moves a decision, level by level for four plies, up to a
// million lines.
func DefaultBreadth() *Breadth {
	b := new(Breadth)
	b.SetDefaults()
	return b
}

// DefaultBalance checks every ply for a difference of 100 and holds the lead between
// 600 and 800.
func DefaultBalance() *Balance {
	b := new(Balance)
	b.SetDefaults()
	return b
}

// DefaultReevaluate is one line by the built-in engine, two plies deeper than the
// search in the game.
func DefaultReevaluate() *Reevaluate {
	r := new(Reevaluate)
	r.SetDefaults()
	return r
}

// canonical is the JSON of everything that decides the records, for the file
// and for the comparison on resume: without where and how fast they are made,
// and without the initial positions, which have a table of their own. That it has the
// key initial_ply tells jobs that can grow from earlier ones.
func (o Options) canonical() []byte {
	o.Out, o.Workers, o.Resume, o.Seed, o.Initial, o.InitialPly = "", 0, false, nil, Initial{}, nil
	text, err := json.Marshal(o)
	if err != nil {
		panic(fmt.Sprint("book: options without JSON: ", err))
	}
	return text
}
