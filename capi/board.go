package main

// #include "jobs.h"
import "C"

import (
	"context"
	"encoding/json"
	"strings"
	"unsafe"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/job"
)

var boards = table[game.Board]{name: "board", tag: typeBoard, most: handlesMax, serial: true}

// onBoard calls f with the board of a handle, inside a call on another handle.
func onBoard(id C.qk_board, f func(b game.Board) error) error { return on(&boards, uint64(id), f) }

func boardNew(name, position, rules string, flags uint32) (game.Board, error) {
	if flags&^C.QK_BOARD_LENIENT != 0 {
		return nil, fault(C.QK_ERR_INVALID_ARG, "flags are %#x, expected 0 or QK_BOARD_LENIENT", flags)
	}
	return game.New(name, game.Setup{Position: position, Rules: json.RawMessage(rules), Lenient: flags&C.QK_BOARD_LENIENT != 0})
}

func boardCopy(b game.Board) (game.Board, error) { return b.Copy(), nil }

func boardPosition(b game.Board) (string, error) { return b.Position(), nil }

func boardSide(b game.Board) (string, error) { return b.Sides()[b.Turn()], nil }

func boardMoves(b game.Board) (string, error) { return strings.Join(game.MoveTexts(b), "\n"), nil }

func boardPlay(b game.Board, move string) error {
	m, err := b.Parse(move)
	if err == nil {
		b.Play(m)
	}
	return err
}

func boardUndo(b game.Board) error {
	if !b.Undo() {
		return fault(C.QK_ERR_STATE, "no move to take back: the board is at its first position")
	}
	return nil
}

func boardOutcome(b game.Board, outcome *C.qk_outcome) error {
	if err := sized("outcome", unsafe.Pointer(outcome), unsafe.Sizeof(*outcome), unsafe.Sizeof(*outcome)); err != nil {
		return err
	}
	o, over := b.Outcome()
	*outcome = C.qk_outcome{struct_size: outcome.struct_size, winner: game.Draw}
	if over {
		outcome.over, outcome.winner = 1, C.int32_t(o.Winner)
		field(outcome.reason[:], o.Reason)
		if o.Winner != game.Draw {
			field(outcome.side[:], b.Sides()[o.Winner])
		}
	}
	return nil
}

func boardReport(b game.Board) ([]byte, error) { return game.Report(b), nil }

func boardFormat(b game.Board, move, notation string) (string, error) {
	m, err := b.Parse(move)
	if err != nil {
		return "", err
	}
	return b.Format(m, notation)
}

func boardView(b game.Board, turn, symmetry uint32) (string, error) {
	if n := len(b.Sides()); int(turn) >= n {
		return "", fault(C.QK_ERR_INVALID_ARG, "turn is %d, expected 0 to %d", turn, n-1)
	}
	if n := b.Symmetries(); int(symmetry) >= n {
		return "", fault(C.QK_ERR_INVALID_ARG, "symmetry is %d, expected 0 to %d", symmetry, n-1)
	}
	return b.View(game.View{Turn: int(turn), Symmetry: int(symmetry)}), nil
}

func boardSvg(b game.Board, options string) (string, error) {
	o, err := game.ParseSVG(b, []byte(options))
	if err != nil {
		return "", err
	}
	return b.SVG(o), nil
}

func boardRoute(b game.Board, move string) ([]byte, error) { return game.RouteReport(b, move) }

func boardTargets(b game.Board, point string) ([]byte, error) { return game.TargetsReport(b, point) }

func boardMen(b game.Board) ([]byte, error) { return game.MenReport(b) }

func boardText(b game.Board, flags uint32) (string, error) {
	if flags&^C.QK_TEXT_FLIP != 0 {
		return "", fault(C.QK_ERR_INVALID_ARG, "flags are %#x, expected 0 or QK_TEXT_FLIP", flags)
	}
	return game.Diagram(b, flags&C.QK_TEXT_FLIP != 0)
}

//export qkgo_board_planes
func qkgo_board_planes(id C.qk_board, buf *C.char, capacity C.size_t, needed *C.size_t, err *C.qk_error) C.qk_status {
	return with(&boards, uint64(id), err, func(b game.Board) error {
		if buf == nil && capacity > 0 {
			return fault(C.QK_ERR_INVALID_ARG, "buf is NULL with a capacity of %d bytes, expected memory or a capacity of 0", uint64(capacity))
		}
		n, e := game.PlanesSize(b)
		if e != nil {
			return e
		}
		if needed != nil {
			*needed = C.size_t(4 * n)
		}
		if uint64(capacity) < uint64(4*n) {
			return shortBuffer{int(min(capacity, 1<<62)), 4*n - 1}
		}
		if uintptr(unsafe.Pointer(buf))%4 != 0 {
			return fault(C.QK_ERR_INVALID_ARG, "buf is at %p, expected the address of a float, a multiple of 4", buf)
		}
		return game.Planes(b, unsafe.Slice((*float32)(unsafe.Pointer(buf)), n))
	})
}

func boardAttackers(b game.Board, point, side string) (string, error) {
	points, err := game.AttackerTexts(b, point, side)
	return strings.Join(points, "\n"), err
}

func boardPerft(b game.Board, depth uint32) (*job.Job, error) {
	if depth > game.PerftMax {
		return nil, fault(C.QK_ERR_INVALID_ARG, "depth is %d plies, expected 0 to %d", depth, game.PerftMax)
	}
	b = b.Copy()
	return job.Start(func(ctx context.Context, r *job.Report) ([]byte, error) {
		return game.PerftReport(b, int(depth), func() bool { return ctx.Err() != nil }), context.Cause(ctx)
	}), nil
}
