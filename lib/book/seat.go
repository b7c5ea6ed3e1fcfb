package book

import (
	"encoding/json"
	"fmt"
	"strconv"

	"qikit.dev/qikit/internal/options"
)

// Seat is a player, by name ("red") or by index ("0"); empty is the first. In
// JSON a text or a whole number.
type Seat string

// UnmarshalJSON reads a text or a whole number.
func (s *Seat) UnmarshalJSON(text []byte) error {
	var index int
	if json.Unmarshal(text, &index) == nil {
		*s = Seat(strconv.Itoa(index))
		return nil
	}
	return json.Unmarshal(text, (*string)(s))
}

// index finds the seat among the players' names.
func (s Seat) index(sides []string) (int, error) {
	if s == "" {
		return 0, nil
	}
	for i, side := range sides {
		if string(s) == side {
			return i, nil
		}
	}
	if i, err := strconv.Atoi(string(s)); err == nil && 0 <= i && i < len(sides) {
		return i, nil
	}
	return 0, options.Wrap(ErrOptions, options.Wrong("preset", s, fmt.Sprintf("one of %q or an index under %d", sides, len(sides))))
}
