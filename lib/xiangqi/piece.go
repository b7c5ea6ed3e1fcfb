package xiangqi

// Color is a side: Red moves first.
type Color uint8

const (
	Red Color = iota
	Black
)

// Other is the opponent.
func (c Color) Other() Color { return c ^ 1 }

func (c Color) String() string { return [...]string{"red", "black"}[c&1] }

// Kind is a piece without its colour.
type Kind uint8

const (
	NoKind Kind = iota
	King
	Advisor
	Elephant
	Horse
	Rook
	Cannon
	Soldier
)

// Piece is a piece of a colour; NoPiece is an empty point.
type Piece uint8

// NoPiece is what stands on an empty point.
const NoPiece Piece = 0

// NewPiece is the piece of that colour and kind: 1 to 7 red, 9 to 15 black.
func NewPiece(c Color, k Kind) Piece { return Piece(c)<<3 | Piece(k) }

// Kind is NoKind for NoPiece.
func (p Piece) Kind() Kind { return Kind(p & 7) }

// Color is meaningless for NoPiece.
func (p Piece) Color() Color { return Color(p >> 3 & 1) }

const pieceLetters = ".KABNRCP.kabnrcp"

// Letter is the FEN letter, upper case for red; '.' for NoPiece.
func (p Piece) Letter() byte { return pieceLetters[p&15] }
