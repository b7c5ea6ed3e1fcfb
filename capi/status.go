package main

// #include "jobs.h"
import "C"

import (
	"context"
	"errors"
	"io/fs"
	"os/exec"
	"slices"

	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/host"
	"qikit.dev/qikit/lib/job"
	"qikit.dev/qikit/lib/review"
)

// statuses maps every exported error of lib to its status. The first that
// matches counts, so the more particular ones come first: an error of a game
// wraps one of package game.
var statuses = slices.Concat([]row{
	{job.ErrPanic, C.QK_ERR_PANIC},
	{job.ErrRunning, C.QK_ERR_STATE},
	{job.ErrNoEvent, C.QK_ERR_NOT_FOUND},
	{job.ErrClosed, C.QK_ERR_HANDLE},

	{context.Canceled, C.QK_ERR_CANCELLED},
	{context.DeadlineExceeded, C.QK_ERR_TIMEOUT},

	// A program or a file that is not there, before what was to be done with it.
	{exec.ErrNotFound, C.QK_ERR_NOT_FOUND},
	{fs.ErrNotExist, C.QK_ERR_NOT_FOUND},

	{engine.ErrEngineStart, C.QK_ERR_IO},
	{engine.ErrEngineDied, C.QK_ERR_IO},
	{engine.ErrEngineTimeout, C.QK_ERR_TIMEOUT},
	{engine.ErrEngineMove, C.QK_ERR_IO},
	{engine.ErrClosed, C.QK_ERR_HANDLE},
	{engine.ErrOptions, C.QK_ERR_INVALID_ARG},
	{engine.ErrLimits, C.QK_ERR_INVALID_ARG},
	{engine.ErrGame, C.QK_ERR_INVALID_ARG},
	{engine.ErrUnsupported, C.QK_ERR_UNSUPPORTED},

	{game.ErrUnknownGame, C.QK_ERR_NOT_FOUND},
	{game.ErrSVG, C.QK_ERR_INVALID_ARG},
	{game.ErrRules, C.QK_ERR_INVALID_ARG},
	{game.ErrPosition, C.QK_ERR_PARSE},
	{game.ErrSetup, C.QK_ERR_RULES},
	{game.ErrMoveText, C.QK_ERR_PARSE},
	{game.ErrIllegalMove, C.QK_ERR_RULES},
	{game.ErrNotation, C.QK_ERR_UNSUPPORTED},
	{game.ErrNoRecords, C.QK_ERR_UNSUPPORTED},
	{game.ErrEncoding, C.QK_ERR_UNSUPPORTED},
	{game.ErrNoRoutes, C.QK_ERR_UNSUPPORTED},
	{game.ErrNoTargets, C.QK_ERR_UNSUPPORTED},
	{game.ErrNoGrid, C.QK_ERR_UNSUPPORTED},
	{game.ErrNoAttacks, C.QK_ERR_UNSUPPORTED},
	{game.ErrSide, C.QK_ERR_INVALID_ARG},
	{game.ErrRecord, C.QK_ERR_PARSE},

	{review.ErrOptions, C.QK_ERR_INVALID_ARG},
	{review.ErrNothing, C.QK_ERR_STATE},
	{review.ErrCorrupt, C.QK_ERR_PARSE},
	{review.ErrVersion, C.QK_ERR_VERSION},
	{review.ErrMove, C.QK_ERR_NOT_FOUND},

	{host.ErrOptions, C.QK_ERR_INVALID_ARG},
}, serviceStatuses)

// row gives an error its status.
type row struct {
	err    error
	status C.qk_status
}

// statusOf is the status of an error.
func statusOf(err error) C.qk_status {
	var own *statusError
	var short shortBuffer
	var path *fs.PathError
	switch {
	case errors.As(err, &own):
		return own.status
	case errors.As(err, &short):
		return C.QK_ERR_BUFFER
	case job.Panicked(err):
		return C.QK_ERR_PANIC
	}
	for _, row := range statuses {
		if errors.Is(err, row.err) {
			return row.status
		}
	}
	if errors.As(err, &path) {
		return C.QK_ERR_IO
	}
	return C.QK_ERR_INTERNAL
}

// statusName is the C name of a status.
func statusName(status C.qk_status) string { return C.GoString(C.qk_status_name(status)) }
