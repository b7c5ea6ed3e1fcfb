package xiangqi

import "qikit.dev/qikit/lib/game"

// Square is a point: rank*9+file, both from 0, seen from red's side: a0 is 0,
// i0 is 8, a9 is 81, i9 is 89.
type Square uint8

const (
	files   = 9
	ranks   = 10
	squares = files * ranks
)

// NoSquare is no point of the board.
const NoSquare Square = 255

// SquareAt is the point on that file (0 to 8) and rank (0 to 9).
func SquareAt(file, rank int) Square { return Square(rank*files + file) }

// File is 0 for a to 8 for i.
func (s Square) File() int { return int(s) % files }

// Rank is 0 (red's home) to 9.
func (s Square) Rank() int { return int(s) / files }

// String is the point's name, "e4"; "-" for NoSquare.
func (s Square) String() string {
	if s >= squares {
		return "-"
	}
	return string([]byte{'a' + byte(s.File()), '0' + byte(s.Rank())})
}

// turned is the point after half a rotation of the board.
func (s Square) turned() Square { return squares - 1 - s }

// mirrored is the point with left and right exchanged.
func (s Square) mirrored() Square { return SquareAt(files-1-s.File(), s.Rank()) }

// NewMove is the move between two points.
func NewMove(source, target Square) game.Move { return game.Move(source)<<7 | game.Move(target) }

// Source is where the move starts.
func Source(m game.Move) Square { return Square(m >> 7 & 127) }

// Target is where the move ends.
func Target(m game.Move) Square { return Square(m & 127) }
