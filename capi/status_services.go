//go:build !slim

package main

// #include "jobs.h"
import "C"

import (
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
	"qikit.dev/qikit/lib/compute"
	"qikit.dev/qikit/lib/gamefile"
	"qikit.dev/qikit/lib/gateway"
	"qikit.dev/qikit/lib/selfplay"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/sgcp/client"
	"qikit.dev/qikit/lib/sgcp/remote"
	"qikit.dev/qikit/lib/train"
)

// serviceStatuses are the errors of what the slim library lacks.
var serviceStatuses = []row{
	{gamefile.ErrOptions, C.QK_ERR_INVALID_ARG},
	{gamefile.ErrMany, C.QK_ERR_LIMIT},
	{gamefile.ErrPly, C.QK_ERR_NOT_FOUND},

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
}
