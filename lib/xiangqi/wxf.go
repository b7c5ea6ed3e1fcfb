package xiangqi

import "strings"

// The World Xiangqi Federation's notation, wxf.org "Official Xiangqi piece
// names and notation" (1997): piece, file, way, number; C2.5. On a doubled
// file + and - stand for the file: R+.3. Soldiers:
//
//	three on a file          P+ P3 P- (the middle one by its file)
//	four, five               ++ P+ P3 P- -- (P3 with five only)
//	two files doubled        3+ 33 3- (file first; 33 the middle of three)
//
// Read besides: = for the traverse; the place before the piece (+C.5) or as
// f, r, b, the piece then in upper case (fC.5, Cr.5); Fairy-Stockfish's soldiers, place and file (13+1);
// xqbase's Pa to Pe and P. for the middle one; N and B for H and E.

const wxfLetters = " KAEHRCP"

// letterKind is the kind of a letter in either case: H and N are the horse, E
// and B the elephant.
func letterKind(letter byte) Kind {
	switch letter |= 0x20; letter {
	case 'n':
		letter = 'h'
	case 'b':
		letter = 'e'
	}
	if i := strings.IndexByte(wxfLetters, letter&^0x20); i > 0 {
		return Kind(i)
	}
	return NoKind
}

// wxf writes the move.
func (s spoken) wxf() string {
	letter, file := wxfLetters[s.kind], '0'+byte(s.file)
	who := [2]byte{letter, file}
	edge := byte('+') // of the half of the file that the piece is in
	if 2*s.index >= s.size {
		edge = '-'
	}
	switch {
	case s.size < 2 || s.kind == Advisor || s.kind == Elephant: // those two tell themselves by their way
	case s.kind == Soldier && s.doubled > 1 && 2*s.index == s.size-1:
		who[0] = file
	case s.kind == Soldier && s.doubled > 1:
		who = [2]byte{file, edge}
	case 2*s.index == s.size-1: // the middle one goes by its file
	case s.size >= 4 && (s.index == 0 || s.index == s.size-1):
		who = [2]byte{edge, edge}
	default:
		who[1] = edge
	}
	return string([]byte{who[0], who[1], byte(s.way), '0' + byte(s.number)})
}

// readWXF reads four characters of ASCII.
func readWXF(text string) (s spoken, ok bool) {
	if len(text) != 4 || text[3] < '1' || text[3] > '9' {
		return s, false
	}
	s.number = int(text[3] - '0')
	switch text[2] {
	case '+', '-', '.':
		s.way = way(text[2])
	case '=':
		s.way = across
	default:
		return s, false
	}
	return s, s.readPiece(text[0], text[1]) || s.readSoldier(text[0], text[1])
}

// readPiece reads the first half of a WXF move that names the piece.
func (s *spoken) readPiece(first, second byte) bool {
	s.kind = letterKind(first)
	switch {
	case s.kind != NoKind && digit(second): // C2
		s.file, s.place = int(second-'0'), plainWXF
	case s.kind == Soldier && second >= 'a' && second <= 'e': // Pa
		s.place, s.nth = nth, int(second-'a'+1)
	case s.kind != NoKind && sign(second) != anywhere: // C+
		s.place = sign(second)
	case sign(first) != anywhere && letterKind(second) != NoKind: // +C
		s.kind, s.place = letterKind(second), sign(first)
	case s.kind != NoKind && upper(first) && letterPlace(second) != anywhere: // Cr
		s.place = letterPlace(second)
	case letterPlace(first) != anywhere && upper(second) && letterKind(second) != NoKind: // rC
		s.kind, s.place = letterKind(second), letterPlace(first)
	default:
		return false
	}
	return true
}

// readSoldier reads the first half of a WXF move of a soldier that only its place
// tells.
func (s *spoken) readSoldier(first, second byte) bool {
	s.kind = Soldier
	switch {
	case first == '+' && second == '+':
		s.place = outerFront
	case first == '-' && second == '-':
		s.place = outerRear
	case digit(first) && sign(second) != anywhere: // 3+
		s.file, s.place = int(first-'0'), sign(second)
	case digit(first) && first == second: // 33
		s.file, s.place, s.nth = int(second-'0'), twice, int(first-'0')
	case digit(first) && digit(second): // 13
		s.file, s.place, s.nth = int(second-'0'), nth, int(first-'0')
	default:
		return false
	}
	return true
}

func sign(c byte) place {
	switch c {
	case '+':
		return frontWXF
	case '-':
		return rearWXF
	case '.', '=':
		return middle
	}
	return anywhere
}

// letterPlace is the place of a letter next to a piece in upper case; in lower
// case br.3 could be the rear elephant or the rook in the back.
func letterPlace(c byte) place {
	switch c {
	case 'f':
		return frontWXF
	case 'r', 'b':
		return rearWXF
	}
	return anywhere
}

func digit(c byte) bool { return c >= '1' && c <= '9' }
func upper(c byte) bool { return c >= 'A' && c <= 'Z' }
