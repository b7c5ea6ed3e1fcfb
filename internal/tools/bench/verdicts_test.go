package main

import "testing"

func TestVerdictRange(t *testing.T) {
	for _, row := range []struct {
		text        string
		first, last int
		fails       bool
	}{
		{"", 0, verdictGames - 1, false},
		{"100", 0, 99, false},
		{"1", 0, 0, false},
		{"40-42", 40, 42, false},
		{"3-3", 3, 3, false},
		{"0", 0, 0, true},
		{"5-4", 0, 0, true},
		{"-1", 0, 0, true},
		{"1-", 0, 0, true},
		{"many", 0, 0, true},
	} {
		first, last, err := verdictRange(row.text)
		if (err != nil) != row.fails || !row.fails && (first != row.first || last != row.last) {
			t.Errorf("%q: %d to %d, %v; want %d to %d, an error %t", row.text, first, last, err, row.first, row.last, row.fails)
		}
	}
}
