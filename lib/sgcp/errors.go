package sgcp

import "errors"

// What can be wrong with a line or a message. Every error of this package wraps one of
// these, and says what was wrong, where, and what was expected.
var (
	// ErrSyntax is a line that does not begin with a number and a space.
	ErrSyntax = errors.New("sgcp: not a line of the protocol")
	// ErrParameter is a parameter that cannot be read, or a field that cannot be
	// written.
	ErrParameter = errors.New("sgcp: bad parameter")
	// ErrTooLong is a line longer than its limit.
	ErrTooLong = errors.New("sgcp: line too long")
	// ErrCharset is text with control characters, or with octets that are not of the
	// charset.
	ErrCharset = errors.New("sgcp: bad text")
	// ErrNick is a nick that breaks the rules of section 5.3.
	ErrNick = errors.New("sgcp: bad nick")
	// ErrOffBoard is a point that the board does not have.
	ErrOffBoard = errors.New("sgcp: point off the board")
	// ErrUnknownNumber is a number that stands for no message.
	ErrUnknownNumber = errors.New("sgcp: unknown number")
)

// Refused is the code of the *Fault in an error, 0 for another error or none.
func Refused(err error) Number {
	if f, ok := errors.AsType[*Fault](err); ok {
		return f.Code
	}
	return 0
}

// FaultOf is the number that answers an error of this package: the code of a *Fault, the
// fault that belongs to an Err value, or 508 for any other error.
func FaultOf(err error) Number {
	if n := Refused(err); n.IsFault() {
		return n
	}
	for _, row := range faultOf {
		if errors.Is(err, row.err) {
			return row.number
		}
	}
	return FaultSlow
}

var faultOf = []struct {
	err    error
	number Number
}{
	{ErrNick, FaultNick},
	{ErrOffBoard, FaultOffBoard},
	{ErrSyntax, FaultSyntax},
	{ErrTooLong, FaultTooLong},
	{ErrCharset, FaultCharset},
	{ErrUnknownNumber, FaultUnknown},
	{ErrParameter, FaultParameter},
}
