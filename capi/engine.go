package main

// #include "jobs.h"
import "C"

import (
	"math"
	"time"
	"unsafe"

	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/job"
)

// engineUse is an engine and the jobs that use it.
type engineUse struct {
	engine.Engine
	job.Group
}

var engines = table[*engineUse]{
	name: "engine", tag: typeEngine, most: handlesMax,
	broken: func(e *engineUse) bool { return e.Broken() },
	close: func(e *engineUse) {
		e.Group.Close()
		e.Engine.Close()
	},
}

func engineNew(name, options string) (*engineUse, error) {
	o, err := engine.ParseOptions([]byte(options))
	if err != nil {
		return nil, err
	}
	made, err := newEngine(name, o)
	return &engineUse{Engine: made}, err
}

func searchOptsInit(opts *C.qk_search_opts) error {
	return fill("opts", opts, searchOptsFirst, defaultSearchOpts())
}

// searchOptsFirst is the size of the first qk_search_opts, which ended before
// the clock.
const searchOptsFirst = unsafe.Offsetof(C.qk_search_opts{}.clock_us)

func defaultSearchOpts() C.qk_search_opts {
	l := engine.DefaultLimits()
	return C.qk_search_opts{
		depth:   C.uint32_t(l.Depth),
		nodes:   C.uint64_t(l.Nodes),
		visits:  C.uint64_t(l.Visits),
		time_us: C.uint64_t(l.Time.Microseconds()),
		lines:   C.uint32_t(l.Lines),
	}
}

// limits converts what a search may take; numbers beyond Go's own become the
// greatest one, which package engine then judges.
func limits(from C.qk_search_opts_in) (engine.Limits, error) {
	opts, err := taken("opts", from, searchOptsFirst, defaultSearchOpts())
	switch {
	case err != nil:
		return engine.Limits{}, err
	case opts.fresh > 1:
		return engine.Limits{}, fault(C.QK_ERR_INVALID_ARG, "fresh is %d, expected 0 or 1", opts.fresh)
	case opts.reserved != 0:
		return engine.Limits{}, fault(C.QK_ERR_INVALID_ARG, "reserved is %d, expected 0", opts.reserved)
	}
	whole := func(n C.uint64_t, most uint64) int { return int(min(uint64(n), most)) }
	l := engine.DefaultLimits()
	l.Depth = int(opts.depth)
	l.Nodes = whole(opts.nodes, math.MaxInt64)
	l.Visits = whole(opts.visits, math.MaxInt64)
	micro := func(n C.uint64_t) time.Duration {
		return time.Duration(whole(n, math.MaxInt64/1000)) * time.Microsecond
	}
	l.Time, l.Clock, l.Increment = micro(opts.time_us), micro(opts.clock_us), micro(opts.increment_us)
	l.MovesToGo = int(opts.moves_to_go)
	l.Lines = int(opts.lines)
	l.Fresh = opts.fresh == 1
	return l, nil
}

func engineSearch(e *engineUse, board C.qk_board, opts C.qk_search_opts_in) (j *job.Job, err error) {
	l, err := limits(opts)
	if err != nil {
		return nil, err
	}
	err = onBoard(board, func(b game.Board) error {
		j, err = e.Start(engine.Work(e.Engine, b, l))
		return err
	})
	return j, err
}

func engineEvaluate(e *engineUse, board C.qk_board, options string) (terms []byte, err error) {
	err = onBoard(board, func(b game.Board) error {
		found, err := engine.EvaluateWith(e.Engine, b, []byte(options))
		terms = engine.TermsJSON(found)
		return err
	})
	return terms, err
}

func engineClear(e *engineUse) error { return e.Clear() }
