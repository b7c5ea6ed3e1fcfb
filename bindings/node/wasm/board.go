//go:build wasip1

package main

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"math"
	"strings"

	"qikit.dev/qikit/internal/phrase"
	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/host"
	"qikit.dev/qikit/lib/job"
)

// board is a board with what it was made of, so that another thread can make it.
type board struct {
	game.Board
	rules   string
	lenient bool
}

var boards = table[*board]{name: "board"}

const (
	boardLenient = 1
	textFlip     = 1
)

func newBoard(name, position, rules string, flags uint64) (*board, error) {
	if flags&^boardLenient != 0 {
		return nil, fault(errInvalidArg, "flags are %#x, expected 0 or QK_BOARD_LENIENT", flags)
	}
	lenient := flags&boardLenient != 0
	b, err := game.New(name, game.Setup{Position: position, Rules: json.RawMessage(rules), Lenient: lenient})
	return &board{b, rules, lenient}, err
}

func (b *board) play(move string) error {
	m, err := b.Parse(move)
	if err == nil {
		b.Play(m)
	}
	return err
}

// sent is a board as it goes from one thread to another.
type sent struct {
	Game    string   `json:"game"`
	Initial string   `json:"initial"`
	Rules   string   `json:"rules"`
	Lenient bool     `json:"lenient"`
	Played  []string `json:"played"`
}

func (b *board) send() []byte {
	return game.MustJSON(sent{b.Game(), b.Initial(), b.rules, b.lenient, game.PlayedTexts(b.Board)})
}

// receive makes the board that another thread sent.
func receive(text []byte) (*board, error) {
	var s sent
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, fault(errInvalidArg, "a board that was sent: %v", err)
	}
	flags := uint64(0)
	if s.Lenient {
		flags = boardLenient
	}
	b, err := newBoard(s.Game, s.Initial, s.Rules, flags)
	for _, m := range s.Played {
		if err == nil {
			err = b.play(m)
		}
	}
	return b, err
}

var boardFunctions = map[string]function{
	"qk_board_new": {4, func(c call) ([]byte, error) {
		return boards.made(newBoard(c.text(0), c.text(1), c.text(2), c.number(3)))
	}},
	"qk_board_free": frees(&boards),
	"qk_board_copy": on(&boards, 1, func(b *board, _ call) ([]byte, error) {
		return boards.put(&board{b.Copy(), b.rules, b.lenient}), nil
	}),
	"qkw_board_send": on(&boards, 1, func(b *board, _ call) ([]byte, error) { return b.send(), nil }),
	"qk_board_position": texts(&boards, 2, func(b *board, _ call) (string, error) {
		return b.Position(), nil
	}),
	"qk_board_side":  texts(&boards, 2, func(b *board, _ call) (string, error) { return b.Sides()[b.Turn()], nil }),
	"qk_board_moves": texts(&boards, 2, func(b *board, _ call) (string, error) { return strings.Join(game.MoveTexts(b), "\n"), nil }),
	"qk_board_play":  on(&boards, 2, func(b *board, c call) ([]byte, error) { return nil, b.play(c.text(1)) }),
	"qk_board_undo": on(&boards, 1, func(b *board, _ call) ([]byte, error) {
		if !b.Undo() {
			return nil, fault(errState, "no move to take back: the board is at its first position")
		}
		return nil, nil
	}),
	"qk_board_report": texts(&boards, 2, func(b *board, _ call) ([]byte, error) { return game.Report(b.Board), nil }),
	"qk_board_format": texts(&boards, 4, func(b *board, c call) (string, error) {
		m, err := b.Parse(c.text(1))
		if err != nil {
			return "", err
		}
		return b.Format(m, c.text(2))
	}),
	"qk_board_view": texts(&boards, 4, func(b *board, c call) (string, error) { return b.view(c.number(1), c.number(2)) }),
	"qk_board_svg": texts(&boards, 3, func(b *board, c call) (string, error) {
		o, err := game.ParseSVG(b.Board, []byte(c.text(1)))
		if err != nil {
			return "", err
		}
		return b.SVG(o), nil
	}),
	"qk_board_route":   texts(&boards, 3, func(b *board, c call) ([]byte, error) { return game.RouteReport(b.Board, c.text(1)) }),
	"qk_board_targets": texts(&boards, 3, func(b *board, c call) ([]byte, error) { return game.TargetsReport(b.Board, c.text(1)) }),
	"qk_board_men":     texts(&boards, 2, func(b *board, _ call) ([]byte, error) { return game.MenReport(b.Board) }),
	"qk_board_text": texts(&boards, 3, func(b *board, c call) (string, error) {
		if flags := c.number(1); flags&^textFlip != 0 {
			return "", fault(errInvalidArg, "flags are %#x, expected 0 or QK_TEXT_FLIP", flags)
		}
		return game.Diagram(b.Board, c.number(1) == textFlip)
	}),
	"qk_board_planes": on(&boards, 2, func(b *board, c call) ([]byte, error) { return b.planes(c.number(1)) }),
	"qk_board_attackers": texts(&boards, 4, func(b *board, c call) (string, error) {
		points, err := game.AttackerTexts(b.Board, c.text(1), c.text(2))
		return strings.Join(points, "\n"), err
	}),
	"qk_board_perft":   {2, func(c call) ([]byte, error) { return perft(c.args[0], c.number(1)) }},
	"qkw_message":      {1, func(c call) ([]byte, error) { return []byte(phrase.Chinese(c.text(0))), nil }},
	"qk_runtime_stats": {1, func(c call) ([]byte, error) { return fits(stats(), c.number(0)) }},
}

func (b *board) view(turn, symmetry uint64) (string, error) {
	if n := len(b.Sides()); turn >= uint64(n) {
		return "", fault(errInvalidArg, "turn is %d, expected 0 to %d", turn, n-1)
	}
	if n := b.Symmetries(); symmetry >= uint64(n) {
		return "", fault(errInvalidArg, "symmetry is %d, expected 0 to %d", symmetry, n-1)
	}
	return b.View(game.View{Turn: int(turn), Symmetry: int(symmetry)}), nil
}

func (b *board) planes(capacity uint64) ([]byte, error) {
	n, err := game.PlanesSize(b.Board)
	if err != nil {
		return nil, err
	}
	if capacity < uint64(4*n) {
		return nil, shortBuffer{capacity, 4*n - 1}
	}
	planes := make([]float32, n)
	if err := game.Planes(b.Board, planes); err != nil {
		return nil, err
	}
	out := make([]byte, 0, 4*n)
	for _, x := range planes {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(x))
	}
	return out, nil
}

// perft counts the leaves below a board that was sent.
func perft(from []byte, depth uint64) ([]byte, error) {
	if depth > game.PerftMax {
		return nil, fault(errInvalidArg, "depth is %d plies, expected 0 to %d", depth, game.PerftMax)
	}
	b, err := receive(from)
	if err != nil {
		return nil, err
	}
	return jobs.put(job.Start(func(ctx context.Context, _ *job.Report) ([]byte, error) {
		return game.PerftReport(b.Board, int(depth), func() bool {
			pool.Pause()
			return ctx.Err() != nil
		}), context.Cause(ctx)
	})), nil
}

func stats() []byte {
	s := host.Stats{Version: host.Version, ABI: abiVersion, Games: game.Names(), Handles: map[string]int{
		boards.name: len(boards.live), engines.name: len(engines.live), jobs.name: len(jobs.live), reviews.name: len(reviews.live),
		"book": 0, "sgcp_decoder": 0, "sgcp_client": 0, "gateway": 0, "samples": 0, games.name: len(games.live),
	}}
	return s.Measure()
}
