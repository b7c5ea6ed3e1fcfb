package main

// #include "jobs.h"
import "C"

import (
	"math"
	"time"
	"unsafe"

	"qikit.dev/qikit/lib/book/play"
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
}

//export qkgo_engine_new
func qkgo_engine_new(name C.qk_str, nameLen C.size_t, options C.qk_str, optionsLen C.size_t, to *C.qk_engine, err *C.qk_error) C.qk_status {
	return guard(err, func() error {
		if e := given("engine", to); e != nil {
			return e
		}
		texts, e := all(span{"game", name, nameLen}, span{"options", options, optionsLen})
		if e != nil {
			return e
		}
		o, e := engine.ParseOptions([]byte(texts[1]))
		if e != nil {
			return e
		}
		made, e := play.NewEngine(texts[0], o)
		if e != nil {
			return e
		}
		if e := give(&engines, &engineUse{Engine: made}, to); e != nil {
			made.Close()
			return e
		}
		return nil
	})
}

//export qkgo_engine_free
func qkgo_engine_free(id C.qk_engine) C.qk_status {
	return release(&engines, uint64(id), func(e *engineUse) {
		e.Group.Close()
		e.Engine.Close()
	})
}

//export qkgo_search_opts_init
func qkgo_search_opts_init(opts *C.qk_search_opts) C.qk_status {
	return guard(nil, func() error {
		return fill("opts", opts, searchOptsFirst, defaultSearchOpts())
	})
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

//export qkgo_engine_search
func qkgo_engine_search(id C.qk_engine, board C.qk_board, opts C.qk_search_opts_in, to *C.qk_job, err *C.qk_error) C.qk_status {
	return with(&engines, uint64(id), err, func(e *engineUse) error {
		if err := given("job", to); err != nil {
			return err
		}
		l, fault := limits(opts)
		if fault != nil {
			return fault
		}
		return onBoard(board, func(b game.Board) error {
			j, err := e.Start(engine.Work(e.Engine, b, l))
			if err != nil {
				return err
			}
			return giveJob(j, to)
		})
	})
}

//export qkgo_engine_evaluate
func qkgo_engine_evaluate(id C.qk_engine, board C.qk_board, options C.qk_str, optionsLen C.size_t, buf *C.char, capacity C.size_t, needed *C.size_t, err *C.qk_error) C.qk_status {
	return with(&engines, uint64(id), err, func(e *engineUse) error {
		text, err := in("options", options, optionsLen)
		if err != nil {
			return err
		}
		return onBoard(board, func(b game.Board) error {
			terms, err := engine.EvaluateWith(e.Engine, b, []byte(text))
			if err != nil {
				return err
			}
			return out(engine.TermsJSON(terms), buf, capacity, needed)
		})
	})
}

//export qkgo_engine_clear
func qkgo_engine_clear(id C.qk_engine, err *C.qk_error) C.qk_status {
	return with(&engines, uint64(id), err, func(e *engineUse) error { return e.Clear() })
}
