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
)

// packedReader reads the packed format slowly, as a text of bits: a second reading of its
// description, which shares nothing with the writer.
type packedReader struct{ bits string }

func newPackedReader(record string) *packedReader {
	var bits strings.Builder
	for _, c := range []byte(record) {
		text := fmt.Sprintf("%08b", c)
		for i := range 8 {
			bits.WriteByte(text[7-i])
		}
	}
	return &packedReader{bits.String()}
}

// number takes the next bits, the lowest first.
func (p *packedReader) number(n int) int {
	value := 0
	for i := n - 1; i >= 0; i-- {
		value = 2*value + int(p.bits[i]-'0')
	}
	p.bits = p.bits[n:]
	return value
}

// block is the record as plain training text.
func (p *packedReader) block() string {
	turn := []string{"w", "b"}[p.number(1)]
	board := [90]string{}
	board[p.number(7)], board[p.number(7)] = "K", "k"
	names := map[string]string{"10000": "r", "11000": "a", "10100": "c", "11100": "p", "10010": "n", "11010": "b"}
	for rank := 9; rank >= 0; rank-- {
		for file := range 9 {
			at := 9*rank + file
			if board[at] != "" {
				continue
			}
			if p.bits[0] == '0' {
				p.number(1)
				board[at] = "1"
				continue
			}
			name := names[p.bits[:5]]
			p.number(5)
			if p.number(1) == 0 {
				name = strings.ToUpper(name)
			}
			board[at] = name
		}
	}
	var rows []string
	for rank := 9; rank >= 0; rank-- {
		row := strings.Join(board[9*rank:9*rank+9], "")
		for n := 9; n > 1; n-- {
			row = strings.ReplaceAll(row, strings.Repeat("1", n), strconv.Itoa(n))
		}
		rows = append(rows, row)
	}
	// Seven kinds in two hands of five bits each, four castlings, en passant.
	for range 2*7*5 + 4 + 1 {
		if p.number(1) != 0 {
			return "rights that Xiangqi does not have"
		}
	}
	quiet, number := p.number(6), p.number(8)
	number += p.number(8) << 8
	quiet += p.number(1) << 6
	p.bits = p.bits[len(p.bits)-64:]
	score := int(int16(p.number(16)))
	move := p.number(16)
	point := func(at int) string { return fmt.Sprintf("%c%d", 'a'+at%12, at/12+1) }
	return fmt.Sprintf("fen %s %s - - %d %d\nmove %s%s\nscore %d\nply %d\nresult %d\n", strings.Join(rows, "/"), turn, quiet, number,
		point(move>>7), point(move&127), score, p.number(16), int8(p.number(8)))
}

// A second reader finds the plain text in the packed records.
func TestExport_bin(t *testing.T) {
	b, _ := xiangqiBook(t, func(o *generate.Options) {
		o.Initial.Positions = []string{"", "3k5/9/9/9/9/9/9/1R7/R8/4K4 w - - 0 1", "3k5/9/9/9/9/9/9/9/4A4/4K4 w - - 110 300"}
	})
	for _, unknown := range []bool{false, true} {
		o := book.ExportOptions{Unknown: unknown}
		packed := booktest.ExportAs(t, b, "bin", o)
		blocks := strings.SplitAfter(booktest.ExportAs(t, b, "plain", o), "e\n")
		blocks = blocks[:len(blocks)-1]
		if len(packed) != 72*len(blocks) || len(blocks) == 0 {
			t.Fatalf("%d bytes for %d records, expected 72 each", len(packed), len(blocks))
		}
		for i, want := range blocks {
			if got := newPackedReader(packed[72*i:72*i+72]).block() + "e\n"; got != want {
				t.Errorf("record %d reads\n%swant\n%s", i, got, want)
			}
		}
	}
}

func TestExport_binOfAnotherGame(t *testing.T) {
	b, _ := made(t, fakeOptions(t, "mnk"))
	if _, err := b.Export(t.Context(), filepath.Join(t.TempDir(), "x"), "bin", book.ExportOptions{}, nil); !errors.Is(err, book.ErrFormat) {
		t.Errorf("err = %v, want ErrFormat", err)
	}
}
