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

//export qkgo_board_new
func qkgo_board_new(name C.qk_str, nameLen C.size_t, position C.qk_str, positionLen C.size_t, rules C.qk_str, rulesLen C.size_t, flags C.uint32_t, board *C.qk_board, err *C.qk_error) C.qk_status {
	return guard(err, func() error {
		if e := given("board", board); e != nil {
			return e
		}
		if flags&^C.QK_BOARD_LENIENT != 0 {
			return fault(C.QK_ERR_INVALID_ARG, "flags are %#x, expected 0 or QK_BOARD_LENIENT", uint32(flags))
		}
		texts, e := all(span{"game", name, nameLen}, span{"position", position, positionLen}, span{"rules", rules, rulesLen})
		if e != nil {
			return e
		}
		b, e := game.New(texts[0], game.Setup{Position: texts[1], Rules: json.RawMessage(texts[2]), Lenient: flags&C.QK_BOARD_LENIENT != 0})
		if e != nil {
			return e
		}
		return give(&boards, b, board)
	})
}

//export qkgo_board_free
func qkgo_board_free(board C.qk_board) C.qk_status {
	return release(&boards, uint64(board), nil)
}

//export qkgo_board_copy
func qkgo_board_copy(board C.qk_board, to *C.qk_board, err *C.qk_error) C.qk_status {
	return with(&boards, uint64(board), err, func(b game.Board) error {
		if e := given("copy", to); e != nil {
			return e
		}
		return give(&boards, b.Copy(), to)
	})
}

//export qkgo_board_position
func qkgo_board_position(board C.qk_board, buf *C.char, capacity C.size_t, needed *C.size_t, err *C.qk_error) C.qk_status {
	return with(&boards, uint64(board), err, func(b game.Board) error {
		return out(b.Position(), buf, capacity, needed)
	})
}

//export qkgo_board_side
func qkgo_board_side(board C.qk_board, buf *C.char, capacity C.size_t, needed *C.size_t, err *C.qk_error) C.qk_status {
	return with(&boards, uint64(board), err, func(b game.Board) error {
		return out(b.Sides()[b.Turn()], buf, capacity, needed)
	})
}

//export qkgo_board_moves
func qkgo_board_moves(board C.qk_board, buf *C.char, capacity C.size_t, needed *C.size_t, err *C.qk_error) C.qk_status {
	return with(&boards, uint64(board), err, func(b game.Board) error {
		return out(strings.Join(game.MoveTexts(b), "\n"), buf, capacity, needed)
	})
}

//export qkgo_board_play
func qkgo_board_play(board C.qk_board, move C.qk_str, moveLen C.size_t, err *C.qk_error) C.qk_status {
	return with(&boards, uint64(board), err, func(b game.Board) error {
		text, e := in("move", move, moveLen)
		if e != nil {
			return e
		}
		m, e := b.Parse(text)
		if e != nil {
			return e
		}
		b.Play(m)
		return nil
	})
}

//export qkgo_board_undo
func qkgo_board_undo(board C.qk_board, err *C.qk_error) C.qk_status {
	return with(&boards, uint64(board), err, func(b game.Board) error {
		if !b.Undo() {
			return fault(C.QK_ERR_STATE, "no move to take back: the board is at its first position")
		}
		return nil
	})
}

//export qkgo_board_outcome
func qkgo_board_outcome(board C.qk_board, outcome *C.qk_outcome, err *C.qk_error) C.qk_status {
	return with(&boards, uint64(board), err, func(b game.Board) error {
		if e := sized("outcome", unsafe.Pointer(outcome), unsafe.Sizeof(*outcome), unsafe.Sizeof(*outcome)); e != nil {
			return e
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
	})
}

//export qkgo_board_report
func qkgo_board_report(board C.qk_board, buf *C.char, capacity C.size_t, needed *C.size_t, err *C.qk_error) C.qk_status {
	return with(&boards, uint64(board), err, func(b game.Board) error {
		return out(game.Report(b), buf, capacity, needed)
	})
}

//export qkgo_board_format
func qkgo_board_format(board C.qk_board, move C.qk_str, moveLen C.size_t, notation C.qk_str, notationLen C.size_t, buf *C.char, capacity C.size_t, needed *C.size_t, err *C.qk_error) C.qk_status {
	return with(&boards, uint64(board), err, func(b game.Board) error {
		texts, e := all(span{"move", move, moveLen}, span{"notation", notation, notationLen})
		if e != nil {
			return e
		}
		m, e := b.Parse(texts[0])
		if e != nil {
			return e
		}
		text, e := b.Format(m, texts[1])
		if e != nil {
			return e
		}
		return out(text, buf, capacity, needed)
	})
}

//export qkgo_board_view
func qkgo_board_view(board C.qk_board, turn, symmetry C.uint32_t, buf *C.char, capacity C.size_t, needed *C.size_t, err *C.qk_error) C.qk_status {
	return with(&boards, uint64(board), err, func(b game.Board) error {
		if n := len(b.Sides()); int(turn) >= n {
			return fault(C.QK_ERR_INVALID_ARG, "turn is %d, expected 0 to %d", turn, n-1)
		}
		if n := b.Symmetries(); int(symmetry) >= n {
			return fault(C.QK_ERR_INVALID_ARG, "symmetry is %d, expected 0 to %d", symmetry, n-1)
		}
		return out(b.View(game.View{Turn: int(turn), Symmetry: int(symmetry)}), buf, capacity, needed)
	})
}

//export qkgo_board_svg
func qkgo_board_svg(board C.qk_board, options C.qk_str, optionsLen C.size_t, buf *C.char, capacity C.size_t, needed *C.size_t, err *C.qk_error) C.qk_status {
	return with(&boards, uint64(board), err, func(b game.Board) error {
		text, e := in("options", options, optionsLen)
		if e != nil {
			return e
		}
		o, e := game.ParseSVG(b, []byte(text))
		if e != nil {
			return e
		}
		return out(b.SVG(o), buf, capacity, needed)
	})
}

//export qkgo_board_route
func qkgo_board_route(board C.qk_board, move C.qk_str, moveLen C.size_t, buf *C.char, capacity C.size_t, needed *C.size_t, err *C.qk_error) C.qk_status {
	return boardReport(board, span{"move", move, moveLen}, game.RouteReport, buf, capacity, needed, err)
}

//export qkgo_board_targets
func qkgo_board_targets(board C.qk_board, point C.qk_str, pointLen C.size_t, buf *C.char, capacity C.size_t, needed *C.size_t, err *C.qk_error) C.qk_status {
	return boardReport(board, span{"point", point, pointLen}, game.TargetsReport, buf, capacity, needed, err)
}

// boardReport writes what report says of a text on a board.
func boardReport(board C.qk_board, about span, report func(game.Board, string) ([]byte, error), buf *C.char, capacity C.size_t, needed *C.size_t, err *C.qk_error) C.qk_status {
	return with(&boards, uint64(board), err, func(b game.Board) error {
		text, e := in(about.name, about.at, about.size)
		if e != nil {
			return e
		}
		answer, e := report(b, text)
		if e != nil {
			return e
		}
		return out(answer, buf, capacity, needed)
	})
}

//export qkgo_board_perft
func qkgo_board_perft(board C.qk_board, depth C.uint32_t, to *C.qk_job, err *C.qk_error) C.qk_status {
	return with(&boards, uint64(board), err, func(b game.Board) error {
		if e := given("job", to); e != nil {
			return e
		}
		if depth > game.PerftMax {
			return fault(C.QK_ERR_INVALID_ARG, "depth is %d plies, expected 0 to %d", depth, game.PerftMax)
		}
		b = b.Copy()
		return giveJob(job.Start(func(ctx context.Context, r *job.Report) ([]byte, error) {
			return game.PerftReport(b, int(depth), func() bool { return ctx.Err() != nil }), context.Cause(ctx)
		}), to)
	})
}
