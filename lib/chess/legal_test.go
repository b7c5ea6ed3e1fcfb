package chess

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// Moves, their texts in UCI and SAN, and ends of games are those of python-chess in 500 positions.
func TestMoves_areOfPythonChess(t *testing.T) {
	text, err := os.ReadFile("testdata/legal.tsv")
	if err != nil {
		t.Fatal(err)
	}
	positions := 0
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		o := DefaultOptions()
		o.Chess960 = fields[1] == "960"
		b, err := New(fields[0], o, false)
		if err != nil {
			t.Fatal(err)
		}
		if b.Position() != fields[0] {
			t.Errorf("%s is written %s", fields[0], b.Position())
		}
		var got []string
		for _, m := range b.Moves(nil) {
			san, err := b.Format(m, NotationSAN)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, b.Text(m)+":"+san)
		}
		slices.Sort(got)
		if want := strings.Fields(fields[3]); !slices.Equal(got, want) {
			t.Errorf("%s:\n%v\nwant\n%v", fields[0], got, want)
		}
		end := "-"
		if o, over := b.Outcome(); over {
			end = o.Reason
		}
		if end != fields[2] {
			t.Errorf("%s ends by %q, want %q", fields[0], end, fields[2])
		}
		positions++
	}
	if positions != 500 {
		t.Errorf("%d positions, want 500", positions)
	}
}
