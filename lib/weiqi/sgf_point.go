package weiqi

// sgfPass is a pass as older SGF writes it, on boards up to 19x19.
const sgfPass = "tt"

// sgfPoint is the point as SGF writes it: column and row, both from a, from the
// top left.
func sgfPoint(p Point, size int) string {
	return string([]byte{'a' + byte(p.Column()), 'a' + byte(size-1-p.Row())})
}

// parseSGFPoint is the inverse of sgfPoint.
func parseSGFPoint(text string, size int) (Point, bool) {
	if len(text) != 2 {
		return NoPoint, false
	}
	column, row := int(text[0])-'a', int(text[1])-'a'
	if column < 0 || column >= size || row < 0 || row >= size {
		return NoPoint, false
	}
	return PointAt(column, size-1-row), true
}
