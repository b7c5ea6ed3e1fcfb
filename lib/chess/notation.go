package chess

import (
	"fmt"
	"strings"
	"unicode"

	"qikit.dev/qikit/lib/game"
)

// The notations of moves.
const (
	NotationUCI     = "uci"     // e2e4, e7e8q, e1g1; in Chess960 the king takes the rook, e1h1
	NotationSAN     = "san"     // e4, exd5, Nf3, e8=Q, O-O, with + and #
	NotationChinese = "chinese" // the same with 王后车象马 for the men: 马f3
)

var notations = []string{NotationUCI, NotationSAN, NotationChinese}

// Notations lists the notations that Format takes.
func (b *Board) Notations() []string { return notations }

// Text writes a move as UCI has it.
func (b *Board) Text(m game.Move) string { return b.ViewText(game.View{}, m) }

// ViewText writes a move as Text does, seen through v.
func (b *Board) ViewText(v game.View, m game.Move) string {
	text := make([]byte, 0, 5)
	for _, s := range [2]Square{Source(m), b.end(m)} {
		s = seen(v, s)
		text = append(text, 'a'+byte(s&7), '1'+byte(s>>3))
	}
	if k := Promotion(m); k != NoKind {
		text = append(text, letters[NewPiece(Black, k)])
	}
	return string(text)
}

// menNames are the letters of SAN, by kind.
var menNames = map[string][8]string{
	NotationSAN:     {Knight: "N", Bishop: "B", Rook: "R", Queen: "Q", King: "K"},
	NotationChinese: {Knight: "马", Bishop: "象", Rook: "车", Queen: "后", King: "王"},
}

// Format writes a legal move in a notation.
func (b *Board) Format(m game.Move, notation string) (string, error) {
	names, ok := menNames[notation]
	switch {
	case notation == NotationUCI:
		return b.Text(m), nil
	case !ok:
		return "", fmt.Errorf("%w: %q, expected one of %s for chess", game.ErrNotation, notation, strings.Join(notations, ", "))
	}
	var text strings.Builder
	kind := b.cells[Source(m)].Kind()
	switch side, _, _ := castled(m); {
	case IsCastling(m) && side == left:
		text.WriteString("O-O-O")
	case IsCastling(m):
		text.WriteString("O-O")
	default:
		text.WriteString(names[kind])
		text.WriteString(b.apart(m, kind))
		if b.captures(m) {
			text.WriteByte('x')
		}
		text.WriteString(Target(m).String())
		if k := Promotion(m); k != NoKind {
			text.WriteString("=" + names[k])
		}
	}
	b.Play(m)
	if b.InCheck() {
		if b.canMove() {
			text.WriteByte('+')
		} else {
			text.WriteByte('#')
		}
	}
	b.Undo()
	return text.String(), nil
}

// apart is what tells a man from others of its kind that can go to the same square: its file, its rank or both.
func (b *Board) apart(m game.Move, kind Kind) string {
	source := Source(m)
	if kind == Pawn {
		if source&7 != Target(m)&7 {
			return source.String()[:1]
		}
		return ""
	}
	var others, file, rank bool
	var room [32]game.Move
	for _, n := range b.list(room[:0], b.Pieces(b.turn, kind)&^one(source), one(Target(m)), false) {
		if !IsCastling(n) {
			others = true
			file = file || Source(n)&7 == source&7
			rank = rank || Source(n)>>3 == source>>3
		}
	}
	switch name := source.String(); {
	case !others:
		return ""
	case !file:
		return name[:1]
	case !rank:
		return name[1:]
	default:
		return name
	}
}

// Parse reads a legal move in UCI or SAN, with English or Chinese letters, short or long, with or without signs of check,
// capture and comment. Its error wraps game.ErrMoveText or game.ErrIllegalMove.
func (b *Board) Parse(text string) (game.Move, error) {
	w, err := readWord(text)
	if err != nil {
		return game.NoMove, err
	}
	var room [256]game.Move
	var found []game.Move
	for _, m := range b.Moves(room[:0]) {
		if w.means(b, m) {
			found = append(found, m)
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) == 0:
		return game.NoMove, fmt.Errorf("%w: %q", game.ErrIllegalMove, text)
	}
	var texts []string
	for _, m := range found {
		texts = append(texts, b.Text(m))
	}
	return game.NoMove, fmt.Errorf("%w: %q can be each of %s", game.ErrIllegalMove, text, strings.Join(texts, ", "))
}

// word is what a move's text says.
type word struct {
	kind    Kind // NoKind where it is not said
	file    int  // of the source; -1 where it is not said
	rank    int
	target  Square // NoSquare for a castling
	side    int    // of a castling
	becomes Kind   // what a pawn becomes
	squares bool   // two squares and nothing else, which may be a castling
	takes   bool
}

// means says whether a legal move is the one that the text says.
func (w *word) means(b *Board, m game.Move) bool {
	source := Source(m)
	if w.target == NoSquare {
		side, _, _ := castled(m)
		return IsCastling(m) && side == w.side
	}
	if IsCastling(m) {
		// The king takes the rook or goes to his square; the second only where no plain move reads so.
		_, kingTo, _ := castled(m)
		return w.squares && w.from(source) && (w.target == Target(m) || w.target == kingTo && (source.File() == 4 && !b.free || kingTo-source == 2 || source-kingTo == 2))
	}
	kind := b.cells[source].Kind()
	return w.target == Target(m) && (kind == w.kind || w.kind == NoKind && (w.squares || kind == Pawn)) && w.becomes == Promotion(m) && w.from(source) &&
		!(w.takes && !b.captures(m))
}

func (w *word) from(source Square) bool {
	return (w.file < 0 || source.File() == w.file) && (w.rank < 0 || source.Rank() == w.rank)
}

// kindsByName are the letters that begin a move or name what a pawn becomes.
var kindsByName = map[rune]Kind{
	'N': Knight, 'B': Bishop, 'R': Rook, 'Q': Queen, 'K': King, 'P': Pawn,
	'马': Knight, '象': Bishop, '车': Rook, '后': Queen, '王': King, '兵': Pawn, '馬': Knight, '車': Rook, '相': Bishop,
	'♘': Knight, '♗': Bishop, '♖': Rook, '♕': Queen, '♔': King, '♙': Pawn, '♞': Knight, '♝': Bishop, '♜': Rook, '♛': Queen, '♚': King, '♟': Pawn,
}

const moveTextMost = 32 // bytes

// readWord reads a move's text.
func readWord(text string) (*word, error) {
	w := &word{file: -1, rank: -1, target: NoSquare}
	rest := strings.TrimRight(strings.TrimSpace(game.Narrow(text)), "+#!?")
	rest = strings.TrimSpace(strings.TrimSuffix(rest, "e.p."))
	switch strings.NewReplacer("0", "O", "o", "O").Replace(rest) {
	case "O-O", "OO":
		w.side = right
		return w, nil
	case "O-O-O", "OOO":
		w.side = left
		return w, nil
	}
	if len(text) > moveTextMost || !w.read([]rune(rest)) {
		return nil, fmt.Errorf("%w: %q, expected a move such as e2e4, e4, Nf3, exd5, e8=Q or O-O", game.ErrMoveText, text)
	}
	return w, nil
}

// read reads a move that is no castling and says whether it is one: the man, its square or a part of it, a sign, the
// target, what a pawn becomes.
func (w *word) read(text []rune) bool {
	if len(text) > 0 && kindsByName[text[0]] != NoKind {
		w.kind, text = kindsByName[text[0]], text[1:]
	}
	if n := len(text); n > 2 {
		if k := kindsByName[unicode.ToUpper(text[n-1])]; k != NoKind && k != Pawn && k != King {
			w.becomes, text = k, text[:n-1]
			if text[n-2] == '=' {
				text = text[:n-2]
			}
		}
	}
	n := len(text)
	if n < 2 || !isFile(text[n-2]) || !isRank(text[n-1]) {
		return false
	}
	w.target = SquareAt(int(text[n-2]-'a'), int(text[n-1]-'1'))
	text = text[:n-2]
	if n := len(text); n > 0 && strings.ContainsRune("x:-", text[n-1]) {
		w.takes, text = text[n-1] != '-', text[:n-1]
	}
	if len(text) > 0 && isFile(text[0]) {
		w.file, text = int(text[0]-'a'), text[1:]
	}
	if len(text) > 0 && isRank(text[0]) {
		w.rank, text = int(text[0]-'1'), text[1:]
	}
	w.squares = w.kind == NoKind && w.file >= 0 && w.rank >= 0
	return len(text) == 0
}

func isFile(r rune) bool { return r >= 'a' && r <= 'h' }

func isRank(r rune) bool { return r >= '1' && r <= '8' }
