package xiangqi

import (
	"strconv"

	"qikit.dev/qikit/lib/game"
)

// Symmetries is 2: a position and its left-right mirror are the same game.
func (b *Board) Symmetries() int { return 2 }

// seen is where the point s appears in the view. Both parts of a view are their own
// inverse and commute, so seen also leads back.
func seen(v game.View, s Square) Square {
	if v.Turn&1 == 1 {
		s = s.turned()
	}
	if v.Symmetry&1 == 1 {
		s = s.mirrored()
	}
	return s
}

// View writes the FEN seen through v: Turn 1 rotates the board by half a turn
// and exchanges the colours, so that a position with Black to move becomes its
// twin with Red to move; Symmetry 1 exchanges left and right.
func (b *Board) View(v game.View) string {
	text := b.appendIdentity(make([]byte, 0, 100), v)
	text = append(text, " - - "...)
	text = strconv.AppendInt(text, int64(b.quiet), 10)
	text = append(text, ' ')
	return string(strconv.AppendInt(text, int64(b.number), 10))
}

// Identity is placement and side to move, seen through v.
func (b *Board) Identity(v game.View) string {
	return string(b.appendIdentity(make([]byte, 0, 80), v))
}

func (b *Board) appendIdentity(text []byte, v game.View) []byte {
	flip := Color(v.Turn & 1)
	for rank := ranks - 1; rank >= 0; rank-- {
		empty := byte(0)
		for file := range files {
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
	return append(text, ' ', "wb"[b.turn^flip])
}

// Text writes a move as "h2e2": files a to i, ranks 0 (red's home) to 9.
func (b *Board) Text(m game.Move) string { return textOf(Source(m), Target(m)) }

// ViewText writes a move as Text does, seen through v.
func (b *Board) ViewText(v game.View, m game.Move) string {
	return textOf(seen(v, Source(m)), seen(v, Target(m)))
}

func textOf(source, target Square) string {
	return string([]byte{
		'a' + byte(source.File()), '0' + byte(source.Rank()),
		'a' + byte(target.File()), '0' + byte(target.Rank()),
	})
}

// Grid says how the texts name men and points.
func (b *Board) Grid() game.Grid {
	return game.Grid{Rows: ranks, Columns: files, Men: []string{pieceLetters[1:8], pieceLetters[9:16]}, Files: "abcdefghi", First: 0}
}
