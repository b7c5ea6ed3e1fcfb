package chess

import (
	"fmt"
	"strconv"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// StartFEN is the start position.
const StartFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// New sets a board up from a FEN, "" being the start position that the options name.
//
// The text has six fields, of which all but the first two may be left out: placement, side to move (w or b), castling,
// the square on which a pawn can be taken en passant, plies without a capture or pawn's move, and the move's number. EPD
// has the first four. Castling is KQkq, where each letter means the outermost rook on that side (X-FEN), or the rooks'
// files, HAha (Shredder-FEN). A king or rook that castles from another square than in chess makes it Chess960. A square
// en passant that nobody can take on is read and forgotten, so that equal positions have equal texts.
//
// A lenient board accepts positions that cannot arise in play, but never two kings of a colour nor pawns on the first or
// last rank. Errors wrap [game.ErrPosition], [game.ErrSetup] or [game.ErrRules].
func New(fen string, o Options, lenient bool) (*Board, error) {
	if err := game.CheckRules(&o); err != nil {
		return nil, err
	}
	if fen == "" {
		fen = startOf(o)
	}
	b := &Board{options: o, free: o.Chess960, history: make([]past, 0, 512)}
	b.passed = NoSquare
	b.kings = [2]Square{NoSquare, NoSquare}
	b.castles = [2][2]Square{{NoSquare, NoSquare}, {NoSquare, NoSquare}}
	if err := b.read(fen, lenient); err != nil {
		return nil, err
	}
	b.initial = b.Position()
	return b, nil
}

func (b *Board) read(fen string, lenient bool) error {
	fields := strings.Fields(fen)
	if len(fields) < 2 || len(fields) > 6 {
		return fmt.Errorf("%w: %q has %d fields, expected placement and side to move, then perhaps castling, en passant and two counters", game.ErrPosition, fen, len(fields))
	}
	if err := b.place(fields[0]); err != nil {
		return err
	}
	switch fields[1] {
	case "w":
	case "b":
		b.turn = Black
	default:
		return fmt.Errorf("%w: side to move is %q, expected w or b", game.ErrPosition, fields[1])
	}
	fields = append(fields, []string{"-", "-", "0", "1"}[len(fields)-2:]...)
	if err := b.readCastling(fields[2], lenient); err != nil {
		return err
	}
	for i, counter := range []struct {
		name string
		low  int
		into *int
	}{{"plies without capture or pawn's move", 0, &b.quiet}, {"move number", 1, &b.number}} {
		n, err := strconv.Atoi(fields[4+i])
		if err == nil && n == 0 && i == 1 {
			n = 1 // some programs count from 0
		}
		if err != nil || n < counter.low || n > 1_000_000 {
			return fmt.Errorf("%w: %s is %q, expected %d to 1000000", game.ErrPosition, counter.name, fields[4+i], counter.low)
		}
		*counter.into = n
	}
	if err := b.Sane(); err != nil && !(lenient && b.playable() == nil) {
		return err
	}
	if err := b.readPassed(fields[3], lenient); err != nil {
		return err
	}
	b.key = b.freshKey()
	return nil
}

// place reads the eight rows.
func (b *Board) place(rows string) error {
	list := strings.Split(rows, "/")
	if len(list) != 8 {
		return fmt.Errorf("%w: %q has %d rows, expected 8", game.ErrPosition, rows, len(list))
	}
	for i, row := range list {
		file := 0
		for _, c := range row {
			if c >= '1' && c <= '8' {
				file += int(c - '0')
				continue
			}
			p := strings.IndexRune(letters, c)
			if p <= 0 || c == ' ' {
				return fmt.Errorf("%w: %q in row %d, expected a letter of PNBRQKpnbrqk or 1 to 8", game.ErrPosition, c, i+1)
			}
			if file < 8 {
				s := SquareAt(file, 7-i)
				b.put(Piece(p), s)
				if Piece(p).Kind() == King {
					b.kings[Piece(p).Color()] = s
				}
			}
			file++
		}
		if file != 8 {
			return fmt.Errorf("%w: row %d %q has %d squares, expected 8", game.ErrPosition, i+1, row, file)
		}
	}
	return nil
}

// readCastling reads the rights to castle. A lenient board forgets those that nobody can have.
func (b *Board) readCastling(text string, lenient bool) error {
	if text == "-" {
		return nil
	}
	for _, c := range text {
		color, upper := White, c
		if c >= 'a' {
			color, upper = Black, c-('a'-'A')
		}
		rook := NoSquare
		king := b.kings[color]
		home := 7 * int(color)
		switch {
		case upper == 'K' || upper == 'Q' || upper >= 'A' && upper <= 'H':
			rook = b.castlingRook(color, upper)
		default:
			return fmt.Errorf("%w: %q in castling %q, expected letters of KQkq, of files (HAha), or -", game.ErrPosition, c, text)
		}
		if rook == NoSquare || king == NoSquare || king.Rank() != home {
			if lenient {
				continue
			}
			return fmt.Errorf("%w: castling %q, but there is no %s king and rook on the first rank for %q", game.ErrSetup, text, color, c)
		}
		side := left
		if rook > king {
			side = right
		}
		b.castles[color][side] = rook
		if king.File() != 4 || rook.File() != 7*side {
			b.free = true
		}
	}
	return nil
}

// castlingRook is the rook that a letter means.
func (b *Board) castlingRook(c Color, letter rune) Square {
	home := 7 * int(c)
	rook := NewPiece(c, Rook)
	king := b.kings[c]
	if letter != 'K' && letter != 'Q' {
		if s := SquareAt(int(letter-'A'), home); b.cells[s] == rook {
			return s
		}
		return NoSquare
	}
	for i := range 8 {
		file := i
		if letter == 'K' {
			file = 7 - i
		}
		s := SquareAt(file, home)
		if king == NoSquare || s == king {
			break
		}
		if b.cells[s] == rook {
			return s
		}
	}
	return NoSquare
}

// readPassed reads the square on which a pawn can be taken en passant.
func (b *Board) readPassed(text string, lenient bool) error {
	if text == "-" {
		return nil
	}
	s, err := squareOf(text)
	if err != nil || s.Rank() != 2 && s.Rank() != 5 {
		return fmt.Errorf("%w: en passant %q, expected a square on the third or sixth rank, or -", game.ErrPosition, text)
	}
	back, from := s^8, s+8 // where the pawn stands, and where it came from
	if b.turn == Black {
		from = s - 8
	}
	if (s.Rank() == 5) != (b.turn == White) || b.cells[back] != NewPiece(b.turn.Other(), Pawn) || b.cells[s] != NoPiece || b.cells[from] != NoPiece {
		if lenient {
			return nil
		}
		return fmt.Errorf("%w: en passant %q, but no pawn has just passed there", game.ErrSetup, text)
	}
	b.pass(s)
	return nil
}

// Position is the FEN.
func (b *Board) Position() string { return b.View(game.View{}) }

// Symmetries is 1: castling tells the left from the right.
func (b *Board) Symmetries() int { return 1 }

// seen is where a square appears in the view.
func seen(v game.View, s Square) Square {
	if v.Turn&1 == 1 && s != NoSquare {
		return s.turned()
	}
	return s
}

// View writes the FEN seen through v: Turn 1 exchanges the colours and turns the board over, the first rank for the last,
// so that a position with Black to move becomes its twin with White to move.
func (b *Board) View(v game.View) string {
	text := b.appendIdentity(make([]byte, 0, 100), v)
	text = append(text, ' ')
	text = strconv.AppendInt(text, int64(b.quiet), 10)
	text = append(text, ' ')
	return string(strconv.AppendInt(text, int64(b.number), 10))
}

// Identity is placement, side to move, castling and en passant, seen through v.
func (b *Board) Identity(v game.View) string { return string(b.appendIdentity(make([]byte, 0, 90), v)) }

func (b *Board) appendIdentity(text []byte, v game.View) []byte {
	flip := Color(v.Turn & 1)
	for rank := 7; rank >= 0; rank-- {
		empty := byte(0)
		for file := range 8 {
			piece := b.cells[seen(v, SquareAt(file, rank))]
			if piece == NoPiece {
				empty++
				continue
			}
			if empty > 0 {
				text = append(text, '0'+empty)
				empty = 0
			}
			text = append(text, (piece ^ Piece(flip)<<3).Letter())
		}
		if empty > 0 {
			text = append(text, '0'+empty)
		}
		if rank > 0 {
			text = append(text, '/')
		}
	}
	text = append(text, ' ', "wb"[b.turn^flip], ' ')
	before := len(text)
	for _, c := range [2]Color{flip, flip ^ 1} {
		for _, side := range [2]int{right, left} {
			if rook := b.castles[c][side]; rook != NoSquare {
				text = append(text, b.castlingLetter(c, side, rook)^byte(c^flip)<<5)
			}
		}
	}
	if len(text) == before {
		text = append(text, '-')
	}
	if b.passed == NoSquare {
		return append(text, " -"...)
	}
	text = append(text, ' ')
	return append(text, seen(v, b.passed).String()...)
}

// castlingLetter is K or Q for the outermost rook on its side, and otherwise the rook's file.
func (b *Board) castlingLetter(c Color, side int, rook Square) byte {
	letter := "QK"[side]
	if b.castlingRook(c, rune(letter)) == rook {
		return letter
	}
	return 'A' + byte(rook.File())
}

// Grid says how the texts name men and points.
func (b *Board) Grid() game.Grid {
	return game.Grid{Rows: 8, Columns: 8, Men: []string{"PNBRQK", "pnbrqk"}, Files: "abcdefgh", First: 1, Becomes: "nbrq"}
}

// squareOf reads a square.
func squareOf(text string) (Square, error) {
	if len(text) != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8' {
		return NoSquare, fmt.Errorf("%w: %q, expected a square, a1 to h8", game.ErrMoveText, text)
	}
	return SquareAt(int(text[0]-'a'), int(text[1]-'1')), nil
}

// startOf is the start position of the options: the one of chess, or one of the 960, numbered as R. Scharnagl did:
// the light bishop, the dark bishop, the queen among the free squares, the two knights, then rook, king and rook.
func startOf(o Options) string {
	n := o.Arrangement
	if !o.Chess960 {
		n = 518
	}
	var row [8]byte
	row[n%4*2+1] = 'b'
	n /= 4
	row[n%4*2] = 'b'
	n /= 4
	free := func(i int) int { // the i-th square that is free
		for at := range row {
			if row[at] == 0 {
				if i == 0 {
					return at
				}
				i--
			}
		}
		return 0
	}
	row[free(n%6)] = 'q'
	n /= 6
	knights := [10][2]int{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}[n%10]
	second := free(knights[1])
	row[free(knights[0])], row[second] = 'n', 'n'
	for _, c := range []byte("rkr") {
		row[free(0)] = c
	}
	black := string(row[:])
	return black + "/pppppppp/8/8/8/8/PPPPPPPP/" + strings.ToUpper(black) + " w KQkq - 0 1"
}
