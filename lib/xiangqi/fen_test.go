package xiangqi

import (
	"errors"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/game"
)

func TestFEN_dialects(t *testing.T) {
	placement, _, _ := strings.Cut(StartFEN, " ")
	after := "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1"
	for text, want := range map[string]string{
		"":        StartFEN,
		placement: StartFEN,
		"rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r": StartFEN,
		placement + " w":               StartFEN,
		"  " + placement + "  r - -\t": StartFEN,
		placement + " w - - 7":         placement + " w - - 7 1",
		placement + " w - - 7 0":       placement + " w - - 7 1",
		after:                          after,
		"rnbakabnr/54/1c5c1/p1p1p1p1p/111111111/9/P1P1P1P1P/1C211111/9/RNBAKABNR b - - 0 7": "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 7",
	} {
		b, err := New(text, DefaultOptions(), false)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if b.Position() != want || b.Initial() != want {
			t.Errorf("%q: Position %q, Initial %q; want %q", text, b.Position(), b.Initial(), want)
		}
	}
}

func TestFEN_malformed(t *testing.T) {
	for text, says := range map[string]string{
		"   ":                               "the text is empty",
		"9/9":                               "at character 4: the placement ends at rank 8",
		"rnbakabnx/9/9/9/9/9/9/9/9/9 w":     `at character 9: "x", expected a piece`,
		"rnbakabnr1/9/9/9/9/9/9/9/9/9 w":    "at character 10: rank 9 has over 9 points",
		"8/9/9/9/9/9/9/9/9/9 w":             "at character 2: rank 9 has 8 points, expected 9",
		"9/9/9/9/9/9/9/9/9/9/9 w":           "at character 20: an eleventh rank begins",
		"9/9/9/9/9/9/9/9/9/ w":              "the placement ends at rank 0 after 0 points",
		"9/9/9/9/9/9/9/9/9/0 w":             `at character 19: "0"`,
		"9/9/9/9/9/9/9/9/9/9 x":             `at character 21: side to move "x", expected w, r or b`,
		"9/9/9/9/9/9/9/9/9/9 w K -":         `at character 23: "K", expected the filler`,
		"9/9/9/9/9/9/9/9/9/9 w - - -1 1":    `plies without capture "-1", expected a number from 0 to 9999`,
		"9/9/9/9/9/9/9/9/9/9 w - - x":       `plies without capture "x"`,
		"9/9/9/9/9/9/9/9/9/9 w - - 0 -1":    `move number "-1", expected a number from 0 to 9999`,
		"9/4红4/9/9/9/9/9/9/9/9 w":           `at character 4: "红", expected a piece`,
		"9/4\xe7\xba4/9/9/9/9/9/9/9/9 w":    `at character 4: "\xe7", expected a piece`,
		"9/9/9/9/9/9/9/9/9/9 w - - 0 +1":    `move number "+1"`,
		"9/9/9/9/9/9/9/9/9/9 w - - 0 1 e4":  `at character 31: "e4" after the move number`,
		strings.Repeat("9", 300):            "300 characters long",
		"9/9/9/9/9/9/9/9/9/9 w - - 0 1\x00": "move number",
	} {
		_, err := New(text, DefaultOptions(), true)
		if !errors.Is(err, game.ErrPosition) || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want a malformed position with %q", text, err, says)
		}
	}
}

func TestSane(t *testing.T) {
	for text, says := range map[string]string{
		"4k4/4a4/9/9/9/9/9/9/9/3RK4 w":         "",
		"4k4/9/9/9/9/9/9/9/9/4K4 w":            "red is to move and could take the black king on e9",
		"3k5/9/9/9/9/9/9/9/9/3RK4 w":           "red is to move and could take the black king on d9",
		"3k5/9/9/9/9/9/9/9/9/3RK4 b":           "",
		"3k5/9/9/9/9/9/9/9/9/9 w":              "no red king on the board",
		"9/9/9/9/9/9/9/9/9/4K4 w":              "no black king on the board",
		"3k5/9/9/9/9/9/9/9/9/2K6 w":            "a red king cannot stand on c0",
		"9/9/9/3k5/9/9/9/9/9/4K4 w":            "a black king cannot stand on d6",
		"3k5/9/9/9/9/9/9/9/4K4/4A4 w":          "a red advisor cannot stand on e0",
		"3k5/9/9/9/9/9/9/B8/9/B3K4 w":          "a red elephant cannot stand on a0",
		"3k5/9/9/9/2B6/9/9/9/9/4K4 w":          "a red elephant cannot stand on c5",
		"3k5/9/9/2b6/9/9/9/9/9/4K4 w":          "a black elephant cannot stand on c6",
		"3k5/9/9/9/9/9/1P7/9/9/4K4 w":          "a red soldier cannot stand on b3",
		"3k5/9/9/9/9/9/9/P8/9/4K4 w":           "a red soldier cannot stand on a2",
		"3k5/9/p8/9/9/9/9/9/9/4K4 w":           "a black soldier cannot stand on a7",
		"3k5/9/9/9/9/P8/P8/9/9/4K4 w":          "two red soldiers on file a have not crossed",
		"3k5/9/9/p8/p8/9/9/9/9/4K4 w":          "two black soldiers on file a have not crossed",
		"3k5/9/9/P8/P8/9/P8/9/9/4K4 w":         "",
		"3k5/9/9/9/9/9/9/9/9/RRR1K4 w":         "more than 2 red rooks, the last on c0",
		"3k5/9/pppppp3/9/9/9/9/9/9/4K4 w":      "a black soldier cannot stand on a7",
		"3k5/9/9/9/9/9/pppppp3/9/9/4K4 w":      "more than 5 black soldiers",
		"3k1k3/9/9/9/9/9/9/9/9/4K4 w":          "more than 1 black kings",
		"3k5/9/9/9/9/9/9/9/9/4KNNc1 b - - 0 1": "",
	} {
		b, err := New(text, DefaultOptions(), false)
		if says == "" {
			if err != nil || b.Sane() != nil {
				t.Errorf("%q: %v, want a sane position", text, err)
			}
			continue
		}
		if !errors.Is(err, game.ErrSetup) || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want a setup error with %q", text, err, says)
		}
		b, err = New(text, DefaultOptions(), true)
		if strings.Contains(says, "1 black kings") {
			if !errors.Is(err, game.ErrSetup) {
				t.Errorf("%q: two kings are taken leniently", text)
			}
			continue
		}
		if err != nil || !errors.Is(b.Sane(), game.ErrSetup) {
			t.Errorf("%q: leniently %v, Sane %v", text, err, b.Sane())
		}
	}
}

func TestView(t *testing.T) {
	b := set(t, "3k5/9/9/9/1n7/9/9/9/R8/4K4 b - - 3 9")
	for _, row := range []struct {
		view game.View
		want string
	}{
		{game.View{}, "3k5/9/9/9/1n7/9/9/9/R8/4K4 b - - 3 9"},
		{game.View{Symmetry: 1}, "5k3/9/9/9/7n1/9/9/9/8R/4K4 b - - 3 9"},
		{game.View{Turn: 1}, "4k4/8r/9/9/9/7N1/9/9/9/5K3 w - - 3 9"},
		{game.View{Turn: 1, Symmetry: 1}, "4k4/r8/9/9/9/1N7/9/9/9/3K5 w - - 3 9"},
	} {
		if got := b.View(row.view); got != row.want {
			t.Errorf("View(%v) = %q, want %q", row.view, got, row.want)
		}
		if identity := b.Identity(row.view); identity+" - - 3 9" != row.want {
			t.Errorf("Identity(%v) = %q", row.view, identity)
		}
	}
	m := moveOf(t, b, "b5a3")
	if got := b.ViewText(game.View{Turn: 1}, m) + " " + b.ViewText(game.View{Symmetry: 1}, m); got != "h4i6 h5i3" {
		t.Errorf("ViewText = %q, want h4i6 h5i3", got)
	}
}

// FuzzFEN: whatever New takes it writes so that it reads the same again, and
// what it takes strictly stays sane.
func FuzzFEN(f *testing.F) {
	f.Add(StartFEN, false)
	f.Add("3k5/9/9/9/1n7/9/9/9/R8/4K4 b - - 3 9", true)
	f.Add("9/9/9/9/9/9/9/9/9/9 w", true)
	f.Add("rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r - - 120 3", false)
	f.Fuzz(func(t *testing.T, text string, lenient bool) {
		b, err := New(text, DefaultOptions(), lenient)
		if err != nil {
			if !errors.Is(err, game.ErrPosition) && !errors.Is(err, game.ErrSetup) {
				t.Fatalf("%q: %v is neither a malformed position nor a setup", text, err)
			}
			return
		}
		again, err := New(b.Position(), DefaultOptions(), lenient)
		if err != nil || again.Position() != b.Position() || again.Key() != b.Key() {
			t.Fatalf("%q: written as %q, read again %v", text, b.Position(), err)
		}
		compare(t, b)
	})
}
