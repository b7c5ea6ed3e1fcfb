package sgcp

import (
	"strconv"
	"strings"
)

// Points is a score, a margin or a komi in hundredths of a point. The rules know
// nothing smaller than quarters.
type Points int32

// pointsMax is the largest number of points that can be written.
const pointsMax Points = 99999_99

// PointsOf is x points, to the nearest hundredth.
func PointsOf(x float64) Points {
	if x < 0 {
		return Points(x*100 - 0.5)
	}
	return Points(x*100 + 0.5)
}

// Float is the number of points.
func (p Points) Float() float64 { return float64(p) / 100 }

// String is a decimal number without trailing zeros: "7.5", "184.25", "0".
func (p Points) String() string { return written(appendPoints(nil, p)) }

func appendPoints(dst []byte, p Points) ([]byte, bool) {
	ok := -pointsMax <= p && p <= pointsMax
	n := int64(p)
	if n < 0 {
		dst, n = append(dst, '-'), -n
	}
	dst = strconv.AppendInt(dst, n/100, 10)
	if part := byte(n % 100); part != 0 {
		dst = append(dst, '.', '0'+part/10)
		if part%10 != 0 {
			dst = append(dst, '0'+part%10)
		}
	}
	return dst, ok
}

// ParsePoints reads a decimal number with at most two digits after the point.
// ErrParameter.
func ParsePoints(text string) (Points, error) { return parse(&pointsKind, text) }

func parsePoints(text []byte) (Points, bool) {
	negative := text[0:min(1, len(text))]
	sign := Points(1)
	if string(negative) == "-" {
		sign, text = -1, text[1:]
	}
	whole, digits, places := 0, 0, -1
	for _, c := range text {
		switch {
		case c == '.' && places < 0 && digits > 0:
			places = 0
		case c < '0' || c > '9' || places == 2 || digits == 7:
			return 0, false
		default:
			whole, digits = whole*10+int(c-'0'), digits+1
			if places >= 0 {
				places++
			}
		}
	}
	for p := max(places, 0); p < 2; p++ {
		whole *= 10
	}
	return sign * Points(whole), digits > 0 && places != 0 && whole <= int(pointsMax)
}

// Reason is why a game ended as it did.
type Reason uint8

const (
	ByPoints      Reason = iota // or a draw by agreement, when nobody won
	ByResignation               // resigned or left
	ByTime
	ByForfeit // stayed away, or an illegal move of a program
	Void      // no result
)

const reasons = " RTF" // as results write them

// Result is how a game ended (section 5.5).
type Result struct {
	Winner Color // Neither: a draw, or void
	Reason Reason
	Margin Points // over 0 when won by points, otherwise 0
}

// String is "B+3.5", "W+R", "W+T", "W+F", "0" or "Void".
func (r Result) String() string { return written(appendResult(nil, r)) }

func appendResult(dst []byte, r Result) ([]byte, bool) {
	switch {
	case r.Reason == Void:
		return append(dst, "Void"...), r.Margin == 0 && r.Winner == Neither
	case r.Winner == Neither:
		return append(dst, '0'), r.Margin == 0 && r.Reason == ByPoints
	case r.Winner > Neither || r.Reason > Void:
		return append(dst, '?'), false
	}
	dst = append(dst, "BW"[r.Winner], '+')
	if r.Reason == ByPoints {
		dst, ok := appendPoints(dst, r.Margin)
		return dst, ok && r.Margin > 0
	}
	return append(dst, reasons[r.Reason]), r.Margin == 0
}

// ParseResult reads what String writes. ErrParameter.
func ParseResult(text string) (Result, error) { return parse(&resultKind, text) }

func parseResult(text []byte) (Result, bool) {
	switch {
	case string(text) == "0":
		return Result{Winner: Neither}, true
	case isWord(text, "void"):
		return Result{Winner: Neither, Reason: Void}, true
	case len(text) < 3 || text[1] != '+':
		return Result{}, false
	}
	winner := strings.IndexByte("BW", text[0])
	if winner < 0 {
		return Result{}, false
	}
	r := Result{Winner: Color(winner)}
	if i := strings.IndexByte(reasons, text[2]); len(text) == 3 && i > int(ByPoints) {
		r.Reason = Reason(i)
		return r, true
	}
	margin, ok := parsePoints(text[2:])
	r.Margin = margin
	return r, ok && margin > 0
}
