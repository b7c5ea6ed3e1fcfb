//go:build wasip1

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/gamefile"
	"qikit.dev/qikit/lib/host"
	"qikit.dev/qikit/lib/job"
	"qikit.dev/qikit/lib/review"
)

// status is a status of qikit.h.
type status uint32

// The statuses, as qikit.h numbers them.
const (
	errInvalidArg status = iota + 1
	errHandle
	errState
	errCancelled
	errTimeout
	errNotFound
	errParse
	errRules
	errLimit
	errBuffer
	errUnsupported
	errVersion
	errIo
	_
	errPanic
	errInternal
)

// abiVersion is QK_ABI_VERSION.
const abiVersion = 1

// statuses maps the exported errors of lib to their statuses, as capi/status.go does: the first that matches counts.
var statuses = []struct {
	err    error
	status status
}{
	{job.ErrPanic, errPanic},
	{job.ErrRunning, errState},
	{job.ErrNoEvent, errNotFound},
	{job.ErrClosed, errHandle},

	{context.Canceled, errCancelled},
	{context.DeadlineExceeded, errTimeout},

	// A program or a file that is not there, before what was to be done with it.
	{fs.ErrNotExist, errNotFound},

	{engine.ErrEngineStart, errIo},
	{engine.ErrEngineDied, errIo},
	{engine.ErrEngineTimeout, errTimeout},
	{engine.ErrEngineMove, errIo},
	{engine.ErrClosed, errHandle},
	{engine.ErrOptions, errInvalidArg},
	{engine.ErrLimits, errInvalidArg},
	{engine.ErrGame, errInvalidArg},
	{engine.ErrUnsupported, errUnsupported},

	{game.ErrUnknownGame, errNotFound},
	{game.ErrSVG, errInvalidArg},
	{game.ErrRules, errInvalidArg},
	{game.ErrPosition, errParse},
	{game.ErrSetup, errRules},
	{game.ErrMoveText, errParse},
	{game.ErrIllegalMove, errRules},
	{game.ErrNotation, errUnsupported},
	{game.ErrNoRecords, errUnsupported},
	{game.ErrEncoding, errUnsupported},
	{game.ErrNoRoutes, errUnsupported},
	{game.ErrNoTargets, errUnsupported},
	{game.ErrNoGrid, errUnsupported},
	{game.ErrNoAttacks, errUnsupported},
	{game.ErrSide, errInvalidArg},
	{game.ErrRecord, errParse},

	{review.ErrOptions, errInvalidArg},
	{review.ErrNothing, errState},
	{review.ErrCorrupt, errParse},
	{review.ErrVersion, errVersion},
	{review.ErrMove, errNotFound},

	{host.ErrOptions, errInvalidArg},

	{gamefile.ErrOptions, errInvalidArg},
	{gamefile.ErrMany, errLimit},
	{gamefile.ErrPly, errNotFound},
}

// statusOf is the status of an error.
func statusOf(err error) status {
	var own *statusError
	var path *fs.PathError
	switch {
	case errors.As(err, &own):
		return own.status
	case errors.As(err, &shortBuffer{}):
		return errBuffer
	case job.Panicked(err):
		return errPanic
	}
	for _, row := range statuses {
		if errors.Is(err, row.err) {
			return row.status
		}
	}
	if errors.As(err, &path) {
		return errIo
	}
	return errInternal
}

// statusError is an error that knows its status: what this package itself finds wrong.
type statusError struct {
	status status
	text   string
}

func (e *statusError) Error() string { return e.text }

func fault(status status, format string, args ...any) error {
	return &statusError{status, fmt.Sprintf(format, args...)}
}

// errAbsent is what this library says of what it lacks.
var errAbsent = fault(errUnsupported, "this is the library for WebAssembly, which has boards, games, engines and reviews only, expected the native one")
