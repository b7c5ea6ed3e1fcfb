package xiangqi

import "strings"

// The Chinese notation: piece, file, way, number; 炮二平五. Red's digits are
// Chinese, Black's Arabic and full-width. On a doubled file 前 and 后 stand
// before the piece for the file. Soldiers, as the common computer standard has
// it (xqbase, 中国象棋电脑应用规范二, 2006):
//
//	three on a file          前 中 后
//	four, five               一 to 五 from the front
//	two files doubled        一 to 五 through both, the mover's right file first
//
// The ordinals are Chinese for Black too. Read besides: any digits for either
// side, simplified and traditional characters, and the older ways to name a
// soldier, 前兵九平八 and 前九平八.

// script is a set of characters.
type script struct {
	pieces                 [2]string // by Kind-1
	front, middle, rear    string
	forward, back, across  string
	redDigits, blackDigits string
}

var (
	simplified = script{
		pieces: [2]string{"帅仕相马车炮兵", "将士象马车炮卒"},
		front:  "前", middle: "中", rear: "后",
		forward: "进", back: "退", across: "平",
		redDigits: "一二三四五六七八九", blackDigits: "１２３４５６７８９",
	}
	traditional = script{
		pieces: [2]string{"帥仕相馬車炮兵", "將士象馬車砲卒"},
		front:  "前", middle: "中", rear: "後",
		forward: "進", back: "退", across: "平",
		redDigits: "一二三四五六七八九", blackDigits: "１２３４５６７８９",
	}
)

// kindCharacters are the characters of each kind that are read, by Kind.
var kindCharacters = [8]string{
	King: "帅帥将將", Advisor: "仕士", Elephant: "相象", Horse: "马馬傌",
	Rook: "车車俥", Cannon: "炮砲包", Soldier: "兵卒",
}

func character(of string, i int) string { return string([]rune(of)[i]) }

// chinese writes the move of a player of that colour.
func (s spoken) chinese(c Color, w *script) string {
	digits := w.redDigits
	if c == Black {
		digits = w.blackDigits
	}
	piece := character(w.pieces[c], int(s.kind)-1)
	who := piece + character(digits, s.file-1)
	switch {
	case s.size < 2 || s.kind == Advisor || s.kind == Elephant: // those two tell themselves by their way
	case s.kind == Soldier && (s.doubled > 1 || s.size > 3):
		who = character(w.redDigits, s.overall) + piece
	case s.index == 0:
		who = w.front + piece
	case s.index == s.size-1:
		who = w.rear + piece
	default:
		who = w.middle + piece
	}
	ways := map[way]string{forward: w.forward, back: w.back, across: w.across}
	return who + ways[s.way] + character(digits, s.number-1)
}

// readChinese reads 炮二平五, 前炮平五, 一兵平五, 前兵九平八 and 前九平八.
func readChinese(text string) (s spoken, ok bool) {
	r := []rune(text)
	if len(r) < 4 || len(r) > 5 {
		return s, false
	}
	who, end := r[:len(r)-2], r[len(r)-2:]
	switch end[0] {
	case '进', '進':
		s.way = forward
	case '退':
		s.way = back
	case '平':
		s.way = across
	default:
		return s, false
	}
	if s.number = readDigit(end[1]); s.number == 0 {
		return s, false
	}
	if k := readKind(who[0]); k != NoKind { // 炮二
		s.kind, s.file = k, readDigit(who[1])
		return s, len(who) == 2 && s.file != 0
	}
	switch who[0] {
	case '前':
		s.place = front
	case '中':
		s.place = middle
	case '后', '後':
		s.place = rear
	default:
		s.place, s.nth = nth, readDigit(who[0])
		if s.nth == 0 || s.nth > 5 {
			return s, false
		}
	}
	s.kind, s.file = readKind(who[1]), readDigit(who[len(who)-1])
	if s.kind == NoKind && len(who) == 2 { // 前九
		s.kind = Soldier
		return s, s.file != 0
	}
	if s.place == nth && s.kind != Soldier {
		return s, false
	}
	return s, s.kind != NoKind && (len(who) == 2 || s.file != 0)
}

func readKind(r rune) Kind {
	for k := King; k <= Soldier; k++ {
		if strings.ContainsRune(kindCharacters[k], r) {
			return k
		}
	}
	return NoKind
}

// readDigit is 1 to 9 in ASCII or Chinese; 0 is none of them. Full-width
// digits have become ASCII before.
func readDigit(r rune) int {
	if r >= '1' && r <= '9' {
		return int(r - '0')
	}
	if i := strings.IndexRune(simplified.redDigits, r); i >= 0 && r != '\uFFFD' {
		return i/len("一") + 1
	}
	return 0
}
