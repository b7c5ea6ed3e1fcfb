package book_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
	"qikit.dev/qikit/lib/chess"
)

// chessLessons is a book of chess with each kind of move as the best one of a position:
// castlings, en passant, promotions to a queen and a knight. Its positions are seen by a side.
func chessLessons(t *testing.T, side book.Seat) *book.Book {
	t.Helper()
	o := realOptions(t)
	o.Preset = side
	o.Game, o.Games, o.MaxPlies, o.Reevaluate = "chess", 10, 8, &generate.Reevaluate{Depth: 3, Lines: 1}
	o.Initial.Positions = []string{"", "8/8/6Q1/7B/8/8/6R1/k3K2R w K - 3 1", "8/1R4B1/8/8/8/8/Q7/R3K2k w Q - 0 1", "1Q6/3k1P2/1R6/8/3P4/B7/8/4K3 w - - 0 1",
		"4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 2", "4k3/8/8/8/2pP4/8/8/4K3 b - d3 0 2", "7k/P7/8/8/8/8/8/4K3 w - - 99 80", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 12 7"}
	b, _ := made(t, o)
	return b
}

// chunksText reads lessons of .binpack slowly, as digits: a second reading of the format,
// which shares nothing with the writer. It gives plain training text, without the number of
// the move in the FEN, which the format lacks.
func chunksText(t *testing.T, raw string) (blocks []string) {
	t.Helper()
	for raw != "" {
		if len(raw) < 8 || raw[:4] != "BINP" {
			t.Fatalf("%q, want a chunk", raw[:min(len(raw), 8)])
		}
		size := int(raw[4]) + int(raw[5])*256 + int(raw[6])*65536 + int(raw[7])*16777216
		if size%34 != 0 || len(raw) < 8+size {
			t.Fatalf("a chunk of %d bytes, want lessons of 34 each", size)
		}
		for at := 8; at < 8+size; at += 34 {
			blocks = append(blocks, lessonText(t, raw[at:at+34]))
		}
		raw = raw[8+size:]
	}
	return blocks
}

func lessonText(t *testing.T, raw string) string {
	t.Helper()
	var bits strings.Builder
	for _, c := range []byte(raw) {
		fmt.Fprintf(&bits, "%08b", c)
	}
	all := bits.String()
	number := func(from, to int) int {
		n, err := strconv.ParseInt(all[from:to], 2, 64)
		if err != nil {
			t.Fatal(err)
		}
		return int(n)
	}
	signed := func(n int) int { // odd numbers are those below zero
		if n%2 == 1 {
			return -(n + 1) / 2
		}
		return n / 2
	}
	square := func(n int) string { return string("abcdefgh"[n%8]) + strconv.Itoa(n/8+1) }
	turn, castles, passed := "w", map[string]bool{}, "-"
	var board [64]string
	men := 0
	for s := range 64 {
		board[s] = "1"
		if all[63-s] == '0' {
			continue
		}
		from := 64 + men/2*8 + 4 - men%2*4
		men++
		code := number(from, from+4)
		board[s] = string("PpNnBbRrQqKk?Rrk"[code])
		switch {
		case code == 12 && s/8 == 3:
			board[s], passed = "P", square(s-8)
		case code == 12:
			board[s], passed = "p", square(s+8)
		case code == 13 || code == 14:
			castles[map[string]string{"h1": "K", "a1": "Q", "h8": "k", "a8": "q"}[square(s)]] = true
		case code == 15:
			turn = "b"
		}
	}
	var rows []string
	for rank := 7; rank >= 0; rank-- {
		row := strings.Join(board[8*rank:8*rank+8], "")
		for n := 8; n > 1; n-- {
			row = strings.ReplaceAll(row, strings.Repeat("1", n), strconv.Itoa(n))
		}
		rows = append(rows, row)
	}
	rights := ""
	for _, c := range []string{"K", "Q", "k", "q"} {
		if castles[c] {
			rights += c
		}
	}
	if rights == "" {
		rights = "-"
	}
	kind, from, to := number(192, 194), number(194, 200), number(200, 206)
	text := square(from) + square(to)
	switch kind {
	case 1:
		text += string("nbrq"[number(206, 208)])
	case 2: // the king takes the rook
		text = square(from) + map[string]string{"h1": "g1", "a1": "c1", "h8": "g8", "a8": "c8"}[square(to)]
	case 3:
		if square(to) != passed {
			t.Errorf("%s takes en passant, want it on %s", text, passed)
		}
	}
	if number(256, 272) != 0 {
		t.Error("moves follow a lesson")
	}
	return fmt.Sprintf("fen %s %s %s %s %d\nmove %s\nscore %d\nply %d\nresult %d\ne\n", strings.Join(rows, "/"), turn, rights, passed, number(240, 256),
		text, signed(number(208, 224)), number(226, 240), signed(number(224, 226)))
}

// plainBlocks are the lessons of plain text, without the number of the move.
func plainBlocks(t *testing.T, b *book.Book, o book.ExportOptions) []string {
	t.Helper()
	blocks := strings.SplitAfter(booktest.ExportAs(t, b, "plain", o), "e\n")
	blocks = blocks[:len(blocks)-1]
	for i, block := range blocks {
		fen, rest, _ := strings.Cut(block, "\n")
		blocks[i] = fen[:strings.LastIndexByte(fen, ' ')] + "\n" + rest
	}
	return blocks
}

// A second reader finds the plain text in the chunks, of which every kind of move is one,
// for White and for Black.
func TestExport_binpack(t *testing.T) {
	for side, parts := range map[book.Seat][]string{
		"white": {" w KQkq - ", "move e1g1\n", "move e1c1\n", "move f7f8n\n", "move a7a8q\n", "move d5c6\n", " w - c6 ", "result 1\n", "result 0\n", "result -1\n", "score -"},
		"black": {" b KQkq - ", "move e8g8\n", "move e8c8\n", "move f2f1n\n", "move a2a1q\n", "move d4c3\n", " b - c3 ", "result 1\n", "result 0\n", "result -1\n", "score -"},
	} {
		b := chessLessons(t, side)
		want := plainBlocks(t, b, book.ExportOptions{Unknown: true})
		got := chunksText(t, booktest.ExportAs(t, b, "binpack", book.ExportOptions{Unknown: true}))
		if len(got) != len(want) || len(got) < 20 {
			t.Fatalf("%d lessons, want %d, over 20", len(got), len(want))
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("lesson %d reads\n%swant\n%s", i, got[i], want[i])
			}
		}
		for _, part := range parts {
			if !strings.Contains(strings.Join(want, ""), part) {
				t.Errorf("%s: no lesson has %q", side, part)
			}
		}
	}
}

// Plain text says of each position what its record does: the best move as UCI has it, the
// mover's score, and the result from the mover's side.
func TestExport_plainOfChess(t *testing.T) {
	b := chessLessons(t, "")
	var want strings.Builder
	for _, r := range booktest.Records(t, b) {
		if r.Best == nil || r.Score == nil || r.Result == nil {
			continue
		}
		board, err := chess.New(r.FEN, chess.DefaultOptions(), false)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := board.Parse(*r.Best); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&want, "fen %s\nmove %s\nscore %d\nply %d\nresult %s\ne\n", r.FEN, *r.Best, *r.Score, r.Ply, map[float64]string{0: "-1", 0.5: "0", 1: "1"}[*r.Result])
	}
	if got := booktest.Export(t, b, "plain"); got != want.String() || got == "" {
		t.Errorf("reads\n%swant\n%s", got, want.String())
	}
}

// Shards have chunks of their own.
func TestExport_binpackShards(t *testing.T) {
	b := chessLessons(t, "")
	two := 2
	path := filepath.Join(t.TempDir(), "x.binpack")
	e, err := b.Export(t.Context(), path, "", book.ExportOptions{Unknown: true, Shards: &two}, nil)
	if err != nil || e.Format != "binpack" || len(e.Files) != 2 || e.Bytes != 2*8+34*e.Records {
		t.Errorf("%+v, %v, want two files of one chunk each", e, err)
	}
}

func TestExport_binpackOfAnotherGame(t *testing.T) {
	b, _ := xiangqiBook(t, nil)
	if _, err := b.Export(t.Context(), filepath.Join(t.TempDir(), "x"), "binpack", book.ExportOptions{}, nil); !errors.Is(err, book.ErrFormat) {
		t.Errorf("err = %v, want ErrFormat", err)
	}
}
