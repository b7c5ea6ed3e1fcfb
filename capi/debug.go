package main

// #include "jobs.h"
import "C"

import (
	"context"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/job"
	"qikit.dev/qikit/lib/review"
)

// The kinds of qk_debug_panic.
const (
	panicHere     = 0
	panicInWorker = 1
)

//export qkgo_debug_panic
func qkgo_debug_panic(handle C.uint64_t, kind C.uint32_t, err *C.qk_error) C.qk_status {
	if kind != panicHere && kind != panicInWorker {
		return report(err, fault(C.QK_ERR_INVALID_ARG, "kind is %d, expected %d or %d", kind, panicHere, panicInWorker))
	}
	id := uint64(handle)
	if id == 0 {
		return guard(err, func() error { return drill[int](kind)(0) })
	}
	switch id >> typeShift {
	case typeBoard:
		return with(&boards, id, err, drill[game.Board](kind))
	case typeEngine:
		return with(&engines, id, err, drill[*engineUse](kind))
	case typeJob:
		return with(&jobs, id, err, drill[*job.Job](kind))
	case typeBook:
		return with(&books, id, err, drill[*bookUse](kind))
	case typeReview:
		return with(&reviews, id, err, drill[*review.Report](kind))
	case typeSgcpDecoder:
		return with(&sgcpDecoders, id, err, drill[*sgcpDecoder](kind))
	case typeSgcpClient:
		return with(&sgcpClients, id, err, drill[*sgcpClientUse](kind))
	case typeGateway:
		return with(&gateways, id, err, drill[*gatewayUse](kind))
	case typeSamples:
		return with(&samples, id, err, drill[*samplesUse](kind))
	case typeGames:
		return with(&games, id, err, drill[*gamesUse](kind))
	default:
		return report(err, boards.stale(id))
	}
}

// drill panics, in the calling goroutine or in one that the caller waits for.
func drill[T any](kind C.uint32_t) func(T) error {
	return func(T) error {
		if kind == panicHere {
			panic("a drill in the call")
		}
		j := job.Start(func(context.Context, *job.Report) ([]byte, error) { panic("a drill in a worker") })
		<-j.Done()
		_, err := j.Result()
		return err
	}
}
