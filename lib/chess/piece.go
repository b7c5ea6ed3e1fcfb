package chess

import "math/bits"

// Color is a player: White moves first.
type Color uint8

// The players.
const (
	White Color = iota
	Black
)

// Other is the opponent.
func (c Color) Other() Color { return c ^ 1 }

func (c Color) String() string { return sides[c&1] }

// sides is shared by all boards: programs ask for it in every frame.
var sides = []string{"white", "black"}

// Kind is what a piece is, whoever has it.
type Kind uint8

// The kinds, in the order in which Grid lists their letters.
const (
	NoKind Kind = iota
	Pawn
	Knight
	Bishop
	Rook
	Queen
	King
)

var kindNames = [8]string{"", "pawn", "knight", "bishop", "rook", "queen", "king", ""}

func (k Kind) String() string { return kindNames[k&7] }

// Piece is a kind with its colour; NoPiece is an empty square.
type Piece uint8

// NoPiece is an empty square.
const NoPiece Piece = 0

// NewPiece is the piece of that colour and kind.
func NewPiece(c Color, k Kind) Piece { return Piece(c)<<3 | Piece(k) }

// Kind is what the piece is.
func (p Piece) Kind() Kind { return Kind(p & 7) }

// Color is whose it is.
func (p Piece) Color() Color { return Color(p >> 3) }

// letters are those of the FEN, by piece.
const letters = " PNBRQK  pnbrqk "

// Letter is that of the FEN.
func (p Piece) Letter() byte { return letters[p&15] }

// Square is a square of the board: a1 is 0, b1 is 1, h8 is 63.
type Square uint8

// NoSquare is none of the board's.
const NoSquare Square = 64

const squares = 64

// SquareAt is the square of a file and a rank, both from 0.
func SquareAt(file, rank int) Square { return Square(rank<<3 | file) }

// File is 0 for the a-file.
func (s Square) File() int { return int(s & 7) }

// Rank is 0 for the first rank.
func (s Square) Rank() int { return int(s >> 3) }

// String is the square's name, "e4".
func (s Square) String() string { return string([]byte{'a' + byte(s&7), '1' + byte(s>>3)}) }

// turned is the square as the other player sees it: ranks counted from the other side.
func (s Square) turned() Square { return s ^ 56 }

// Set is a set of squares, a bit for each.
type Set uint64

// Has says whether a square is in the set.
func (x Set) Has(s Square) bool { return x>>s&1 != 0 }

// Len counts the squares.
func (x Set) Len() int { return bits.OnesCount64(uint64(x)) }

// First is the lowest square of a set that has one.
func (x Set) First() Square { return Square(bits.TrailingZeros64(uint64(x))) }

// Rest is the set without its first square.
func (x Set) Rest() Set { return x & (x - 1) }

func one(s Square) Set { return 1 << s }
