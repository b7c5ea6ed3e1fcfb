package main

// #include "jobs.h"
import "C"

import (
	"context"
	"errors"
	"io/fs"
	"os/exec"

	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
	"qikit.dev/qikit/lib/compute"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/gateway"
	"qikit.dev/qikit/lib/host"
	"qikit.dev/qikit/lib/job"
	"qikit.dev/qikit/lib/review"
	"qikit.dev/qikit/lib/selfplay"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/sgcp/client"
	"qikit.dev/qikit/lib/sgcp/remote"
	"qikit.dev/qikit/lib/train"
)

// statuses maps every exported error of lib to its status. The first that
// matches counts, so the more particular ones come first: an error of a game
// wraps one of package game.
var statuses = []struct {
	err    error
	status C.qk_status
}{
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

	{book.ErrOptions, C.QK_ERR_INVALID_ARG},
	{book.ErrExists, C.QK_ERR_STATE},
	{book.ErrNoBook, C.QK_ERR_PARSE},
	{book.ErrCorrupt, C.QK_ERR_PARSE},
	{book.ErrVersion, C.QK_ERR_VERSION},
	{book.ErrFile, C.QK_ERR_IO},
	{generate.ErrResume, C.QK_ERR_INVALID_ARG},
	{book.ErrUnfinished, C.QK_ERR_STATE},
	{book.ErrBusy, C.QK_ERR_STATE},
	{book.ErrNotFound, C.QK_ERR_NOT_FOUND},
	{book.ErrFormat, C.QK_ERR_UNSUPPORTED},
	{book.ErrOtherGame, C.QK_ERR_INVALID_ARG},
	{generate.ErrFailed, C.QK_ERR_IO},
	{generate.ErrNotRepeatable, C.QK_ERR_INVALID_ARG},

	{selfplay.ErrOptions, C.QK_ERR_INVALID_ARG},
	{selfplay.ErrExists, C.QK_ERR_STATE},
	{selfplay.ErrFile, C.QK_ERR_INVALID_ARG},
	{selfplay.ErrNet, C.QK_ERR_PARSE},

	{train.ErrOptions, C.QK_ERR_INVALID_ARG},
	{train.ErrExists, C.QK_ERR_STATE},
	{train.ErrState, C.QK_ERR_INVALID_ARG},
	{train.ErrBooks, C.QK_ERR_INVALID_ARG},

	{client.ErrOptions, C.QK_ERR_INVALID_ARG},
	{client.ErrManaged, C.QK_ERR_INVALID_ARG},
	{client.ErrBusy, C.QK_ERR_LIMIT},
	{client.ErrClosed, C.QK_ERR_STATE},
	{client.ErrTimeout, C.QK_ERR_TIMEOUT},
	{client.ErrProtocol, C.QK_ERR_PARSE},
	{client.ErrEnded, C.QK_ERR_IO},
	{client.ErrLost, C.QK_ERR_IO},
	{remote.ErrRefused, C.QK_ERR_STATE},
	{remote.ErrConnecting, C.QK_ERR_STATE},
	{remote.ErrUnread, C.QK_ERR_LIMIT},
	{sgcp.ErrSyntax, C.QK_ERR_INVALID_ARG}, // a number over 999
	{sgcp.ErrUnknownNumber, C.QK_ERR_INVALID_ARG},
	{sgcp.ErrParameter, C.QK_ERR_PARSE},
	{sgcp.ErrTooLong, C.QK_ERR_LIMIT},
	{sgcp.ErrCharset, C.QK_ERR_PARSE},
	{sgcp.ErrNick, C.QK_ERR_PARSE},
	{sgcp.ErrOffBoard, C.QK_ERR_RULES},

	{review.ErrOptions, C.QK_ERR_INVALID_ARG},
	{review.ErrNothing, C.QK_ERR_STATE},
	{review.ErrCorrupt, C.QK_ERR_PARSE},
	{review.ErrVersion, C.QK_ERR_VERSION},
	{review.ErrMove, C.QK_ERR_NOT_FOUND},

	{gateway.ErrOptions, C.QK_ERR_INVALID_ARG},
	{gateway.ErrListen, C.QK_ERR_IO},
	{gateway.ErrStore, C.QK_ERR_IO},

	{compute.ErrOptions, C.QK_ERR_INVALID_ARG},
	{compute.ErrTask, C.QK_ERR_INVALID_ARG},
	{compute.ErrClosed, C.QK_ERR_STATE},
	{compute.ErrRefused, C.QK_ERR_STATE},
	{compute.ErrRejected, C.QK_ERR_STATE},
	{compute.ErrNotTerminal, C.QK_ERR_STATE},
	{compute.ErrLease, C.QK_ERR_STATE},
	{compute.ErrUnsupported, C.QK_ERR_UNSUPPORTED},

	{host.ErrOptions, C.QK_ERR_INVALID_ARG},
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
