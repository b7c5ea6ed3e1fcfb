//go:build wasip1

package main

import (
	"encoding/binary"
	"math"
	"time"

	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/job"
)

// engineUse is an engine and the jobs that use it.
type engineUse struct {
	engine.Engine
	job.Group
}

var engines = table[*engineUse]{name: "engine", close: func(e *engineUse) {
	e.Group.Close()
	e.Engine.Close()
}}

func newEngine(name, options string) (*engineUse, error) {
	o, err := engine.ParseOptions([]byte(options))
	if err != nil {
		return nil, err
	}
	if o.Book != "" {
		return nil, errAbsent
	}
	e, err := engine.New(name, o)
	return &engineUse{Engine: e}, err
}

// limitsSize is the size of qk_search_opts.
const limitsSize = 64

// limits reads qk_search_opts; numbers beyond Go's own become the greatest one, which package engine then judges.
func limits(opts []byte) (engine.Limits, error) {
	l := engine.DefaultLimits()
	if len(opts) != limitsSize {
		return l, fault(errVersion, "opts has %d bytes, expected %d", len(opts), limitsSize)
	}
	word := func(at int) uint32 { return binary.LittleEndian.Uint32(opts[at:]) }
	whole := func(at int, most uint64) int { return int(min(binary.LittleEndian.Uint64(opts[at:]), most)) }
	micro := func(at int) time.Duration { return time.Duration(whole(at, math.MaxInt64/1000)) * time.Microsecond }
	if fresh := word(36); fresh > 1 {
		return l, fault(errInvalidArg, "fresh is %d, expected 0 or 1", fresh)
	}
	l.Depth, l.Nodes, l.Visits = int(word(4)), whole(8, math.MaxInt64), whole(16, math.MaxInt64)
	l.Time, l.Clock, l.Increment = micro(24), micro(40), micro(48)
	l.Lines, l.Fresh, l.MovesToGo = int(word(32)), word(36) == 1, int(word(56))
	return l, nil
}

// defaultLimits writes qk_search_opts.
func defaultLimits() []byte {
	l := engine.DefaultLimits()
	opts := make([]byte, limitsSize)
	put32, put64 := binary.LittleEndian.PutUint32, binary.LittleEndian.PutUint64
	put32(opts, limitsSize)
	put32(opts[4:], uint32(l.Depth))
	put64(opts[8:], uint64(l.Nodes))
	put64(opts[16:], uint64(l.Visits))
	put64(opts[24:], uint64(l.Time.Microseconds()))
	put32(opts[32:], uint32(l.Lines))
	return opts
}

var engineFunctions = map[string]function{
	"qk_engine_new":       {2, func(c call) ([]byte, error) { return engines.made(newEngine(c.text(0), c.text(1))) }},
	"qk_engine_free":      frees(&engines),
	"qk_search_opts_init": {0, func(call) ([]byte, error) { return defaultLimits(), nil }},
	"qk_engine_search": on(&engines, 3, func(e *engineUse, c call) ([]byte, error) {
		l, err := limits(c.args[2])
		if err != nil {
			return nil, err
		}
		b, err := receive(c.args[1])
		if err != nil {
			return nil, err
		}
		return jobs.made(e.Start(engine.Work(e.Engine, b.Board, l)))
	}),
	"qk_engine_evaluate": texts(&engines, 4, func(e *engineUse, c call) ([]byte, error) {
		b, err := receive(c.args[1])
		if err != nil {
			return nil, err
		}
		found, err := engine.EvaluateWith(e.Engine, b.Board, c.args[2])
		return engine.TermsJSON(found), err
	}),
	"qk_engine_clear": on(&engines, 1, func(e *engineUse, _ call) ([]byte, error) { return nil, e.Clear() }),
}
