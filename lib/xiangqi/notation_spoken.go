package xiangqi

import (
	"fmt"

	"qikit.dev/qikit/lib/game"
)

// spoken is a move as players say it: which piece, which way, how far. WXF and
// Chinese are two spellings of it.
type spoken struct {
	kind   Kind
	file   int // 1 to 9 from the mover's right; 0 is unsaid
	place  place
	nth    int // for nth and twice, from 1
	way    way
	number int // points along the file, or the file arrived at: 1 to 9

	standing
}

// standing is where a piece stands among its side's pieces of one kind. A file
// with several of them is doubled.
type standing struct {
	index   int // on its file, 0 in front
	size    int // of its file
	doubled int // doubled files
	overall int // through all doubled files, the mover's right first, each from the front
}

type way byte

const (
	forward way = '+'
	back    way = '-'
	across  way = '.'
)

// place singles a piece out of a doubled file.
type place uint8

const (
	anywhere place = iota
	front
	middle
	rear
	nth        // counted from the front: on the file when it is said, else through all doubled files
	plainWXF   // P3.4: of three or five soldiers the middle one
	frontWXF   // P+.4: of four or five soldiers the second, for ++ is the first
	rearWXF    // P-.4: likewise from the rear
	outerFront // ++.4
	outerRear  // --.4
	twice      // 33.4: the middle one of three where another file is doubled, else as nth
)

// at says whether a piece that stands so is meant by the place.
func (s spoken) at(t standing) bool {
	switch {
	case s.place == anywhere:
		return true
	case s.place == plainWXF:
		return s.kind != Soldier || t.size < 3 || t.index == t.middle()
	case t.size < 2:
		return false
	case s.place == nth && s.file == 0 && t.doubled > 1:
		return t.overall == s.nth-1
	}
	return t.index == s.wanted(t)
}

// middle is the index of the middle piece of the file, -1 when there is none.
func (t standing) middle() int {
	if t.size%2 == 0 {
		return -1
	}
	return t.size / 2
}

// wanted is the index of the piece that the place singles out on a doubled file; no
// piece has it when there is none.
func (s spoken) wanted(t standing) int {
	last, inner := t.size-1, 0
	if t.size >= 4 {
		inner = 1 // + and - are one step in: ++ and -- are at the ends
	}
	switch {
	case s.place == front:
		return 0
	case s.place == rear:
		return last
	case s.place == middle:
		return t.middle()
	case s.place == frontWXF:
		return inner
	case s.place == rearWXF:
		return last - inner
	case s.place == outerFront:
		return inner - 1
	case s.place == outerRear:
		return last - inner + 1
	case s.place == twice && t.size == 3 && t.doubled > 1:
		return 1
	}
	return s.nth - 1
}

// say describes a legal move in full; the spelling chooses the place.
func (b *Board) say(m game.Move) spoken {
	s := b.path(m)
	s.standing = b.standing(Source(m))
	return s
}

// path describes the way of the piece.
func (b *Board) path(m game.Move) spoken {
	source, target := Source(m), Target(m)
	s := spoken{kind: b.At(source).Kind(), file: fileNumber(b.turn, source), way: across, number: fileNumber(b.turn, target)}
	steps := target.Rank() - source.Rank()
	if b.turn == Black {
		steps = -steps
	}
	switch {
	case steps > 0:
		s.way = forward
	case steps < 0:
		s.way = back
	}
	if steps != 0 && source.File() == target.File() {
		s.number = max(steps, -steps)
	}
	return s
}

// fileNumber counts the files from the player's right, 1 to 9.
func fileNumber(c Color, s Square) int {
	if c == Red {
		return files - s.File()
	}
	return s.File() + 1
}

// standing of the piece on s, which is one of the side to move.
func (b *Board) standing(s Square) (t standing) {
	piece := b.At(s)
	for number := 1; number <= files; number++ {
		size, before := 0, 0
		for i := range ranks { // from the front
			at := SquareAt(number-1, i)
			if b.turn == Red {
				at = at.turned()
			}
			if b.At(at) != piece {
				continue
			}
			if at == s {
				before = size
			}
			size++
		}
		own := number == fileNumber(b.turn, s)
		if own {
			t.size, t.index = size, before
		}
		if size < 2 {
			continue
		}
		t.doubled++
		switch {
		case own:
			t.overall += before
		case number < fileNumber(b.turn, s):
			t.overall += size
		}
	}
	return t
}

// readSpoken reads WXF or Chinese.
func readSpoken(text string) (spoken, bool) {
	if s, ok := readWXF(text); ok {
		return s, true
	}
	return readChinese(text)
}

// spokenMove is the one legal move that s means.
func (b *Board) spokenMove(text string, s spoken) (game.Move, error) {
	var buffer [128]game.Move
	found := game.NoMove
	for _, m := range b.Moves(buffer[:0]) {
		if b.At(Source(m)).Kind() != s.kind {
			continue
		}
		t := b.path(m)
		if t.way != s.way || t.number != s.number || s.file != 0 && s.file != t.file || !s.at(b.standing(Source(m))) {
			continue
		}
		if found != game.NoMove {
			return game.NoMove, ambiguous(text, found, m)
		}
		found = m
	}
	if found == game.NoMove {
		return found, fmt.Errorf("%w: %q: no %s of %s's can do that here", game.ErrIllegalMove, text, s.kind, b.turn)
	}
	return found, nil
}
