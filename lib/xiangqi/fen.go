package xiangqi

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"qikit.dev/qikit/lib/game"
)

// StartFEN is the start position.
const StartFEN = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"

// maxCounter bounds the two counters of a FEN and the natural limit.
const maxCounter = 9999

// pieceOf is the piece of a FEN letter: N and H are the horse, B and E the
// elephant, upper case is red.
func pieceOf(letter byte) Piece {
	color, upper := Red, letter
	if letter >= 'a' && letter <= 'z' {
		color, upper = Black, letter-'a'+'A'
	}
	switch upper {
	case 'H':
		upper = 'N'
	case 'E':
		upper = 'B'
	}
	i := strings.IndexByte(pieceLetters[1:8], upper)
	if i < 0 {
		return NoPiece
	}
	return NewPiece(color, Kind(i+1))
}

// field is a blank-separated part of a FEN and the byte at which it begins.
type field struct {
	text string
	at   int
}

func fieldsOf(text string) (fields []field) {
	at := 0
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\t' }) {
		at += strings.Index(text[at:], part)
		fields = append(fields, field{part, at})
		at += len(part)
	}
	return fields
}

// malformed is an error about the byte at offset at of the FEN; people count
// from 1.
func malformed(at int, format string, args ...any) error {
	return fmt.Errorf("%w: at character %d: %s", game.ErrPosition, at+1, fmt.Sprintf(format, args...))
}

// readFEN reads "<placement> [w|r|b [- - [<plies without capture> [<move number>]]]]".
func (b *Board) readFEN(fen string) error {
	if len(fen) > 200 {
		return malformed(200, "the text is %d characters long, expected a FEN of at most 200", len(fen))
	}
	fields := fieldsOf(fen)
	if len(fields) == 0 {
		return malformed(0, "the text is empty, expected a FEN")
	}
	if err := b.readPlacement(fields[0]); err != nil {
		return err
	}
	b.turn, b.quiet, b.number = Red, 0, 1
	if len(fields) > 1 {
		switch f := fields[1]; f.text {
		case "w", "r", "W", "R":
		case "b", "B":
			b.turn = Black
		default:
			return malformed(f.at, "side to move %q, expected w, r or b", f.text)
		}
	}
	for _, f := range fields[min(2, len(fields)):min(4, len(fields))] {
		if f.text != "-" {
			return malformed(f.at, "%q, expected the filler \"-\" (placement, side, -, -, plies without capture, move number)", f.text)
		}
	}
	var err error
	if len(fields) > 4 {
		if b.quiet, err = readCounter(fields[4], "plies without capture", 0); err != nil {
			return err
		}
	}
	if len(fields) > 5 {
		if b.number, err = readCounter(fields[5], "move number", 0); err != nil {
			return err
		}
		b.number = max(1, b.number) // some programs begin at 0
	}
	if len(fields) > 6 {
		return malformed(fields[6].at, "%q after the move number, expected the end", fields[6].text)
	}
	return nil
}

func readCounter(f field, name string, least int) (int, error) {
	n, err := strconv.Atoi(f.text)
	if err != nil || n < least || n > maxCounter || f.text[0] == '+' {
		return 0, malformed(f.at, "%s %q, expected a number from %d to %d", name, f.text, least, maxCounter)
	}
	return n, nil
}

func (b *Board) readPlacement(f field) error {
	b.cells = [squares]Piece{}
	file, rank := 0, ranks-1
	for i := 0; i < len(f.text); i++ {
		at, letter := f.at+i, f.text[i]
		switch {
		case letter == '/':
			if file != files {
				return malformed(at, "rank %d has %d points, expected %d", rank, file, files)
			}
			if rank == 0 {
				return malformed(at, "an eleventh rank begins, expected %d ranks", ranks)
			}
			file, rank = 0, rank-1
		case letter >= '1' && letter <= '9':
			file += int(letter - '0')
		default:
			piece := pieceOf(letter)
			if piece == NoPiece {
				_, size := utf8.DecodeRuneInString(f.text[i:])
				return malformed(at, "%q, expected a piece (KABNRCP or kabnrcp), a digit 1 to 9 or /", f.text[i:i+size])
			}
			if file < files {
				b.cells[SquareAt(file, rank)] = piece
			}
			file++
		}
		if file > files {
			return malformed(at, "rank %d has over %d points", rank, files)
		}
	}
	if rank != 0 || file != files {
		return malformed(f.at+len(f.text), "the placement ends at rank %d after %d points, expected %d ranks of %d points, rank 9 first", rank, file, ranks, files)
	}
	return nil
}

// Position is the FEN, with N and B for horse and elephant.
func (b *Board) Position() string { return b.View(game.View{}) }
