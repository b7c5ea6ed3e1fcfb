package tables

// Result is what a table says of a position, for the side to move.
type Result struct {
	// Value is 1 for a win, 0 for a draw, -1 for a loss.
	Value int
	// Ends says that the result is reached by an end on the board: all pieces
	// taken, or no legal move. Otherwise it is reached by endless play, which the
	// rule set calls a draw or decides by the number of pieces.
	Ends bool
	// Plies, with Ends, is the number of plies to that end: the winner hurries and the
	// loser delays. Without Ends it is the most plies that the side which must bring
	// the result about needs until endless play gives it that result; 0 when endless
	// play does so already. No stretch of the way without a capture is longer. It is
	// Unknown in tables that hold values only.
	Plies int
}

// Unknown is the Plies of a table that holds values only.
const Unknown = -1

// A code is a Result in a byte: kind*codePlies + plies. One more value means
// that nothing is known yet, which only a table in the making contains.
const (
	codePlies = 51
	unknown   = 255
)

// pliesMax is the greatest number of plies that a code holds: the limit of plies
// without capture under Olympiad is no lower.
const pliesMax = codePlies - 1

// kind is a Result without its plies, from bad to good.
type kind uint8

const (
	lossEnds kind = iota // the order is part of the file format
	lossHeld             // by the number of pieces, in endless play
	drawHeld
	winHeld
	winEnds
	kinds
)

func (k kind) code(plies int) byte { return byte(int(k)*codePlies + plies) }

// value is -1, 0 or 1.
func (k kind) value() int {
	switch {
	case k < drawHeld:
		return -1
	case k > drawHeld:
		return 1
	}
	return 0
}

func (k kind) ends() bool { return k == lossEnds || k == winEnds }

func kindOf(code byte) kind { return kind(code / codePlies) }

func resultOf(code byte) Result {
	k := kindOf(code)
	return Result{Value: k.value(), Ends: k.ends(), Plies: int(code % codePlies)}
}
