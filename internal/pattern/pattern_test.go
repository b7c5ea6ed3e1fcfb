package pattern

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// expressions have everything that the library's have, and those themselves.
var expressions = []string{
	``, `a`, `abc|abd|b`, `(a|ab)(c|bcd)(d*)`, `^a+$`, `x*`, `a{2,4}b?`, `[^a-c\]]{0,3}[-x]`, `(?:ab)+c`, `(?i)straße|k`,
	`a(?i)b(c|d)e`, `((?i)a)b`, `\bone\b`, `\.\*\[`, `(\d+)-(\d+)?`, `^|b$`, `(a*)(a|b)*`, `\D{2,5}\s`, `[\pL\d]{1,4}子`, `(?:|a)b`,
	`(?:^|[\];\s(])[a-z]*C[a-z]*A[a-z]*\s*\[([^\]\\]{0,64})\]`,
	`^(?:(?:None|[0-9]+) of your 12 moves w|你共下12手[，,])`, `:[A-Z]+$`,
	`(?i)\bcapture[ -]?go\b|\batari[ -]?go\b|\bponnuki\b|\bfirst (?:to )?captur|\bfirst capture\b|吃子|吃[\pL\d]{1,4}子|先吃`,
	`(?i)\bfirst to (?:capture|take) (\d{1,3}|\pL+)`,
	`(?i)\bcapture[ -]?(?:go)?[ -]?(\d{1,3})\b`,
	`(?i)\b(\d{1,3})[ -]stones?\b`,
	`(?:先)?吃(?:掉|到|够)?(\d{1,3}|[一二两兩三四五六七八九十]{1,3})(?:个|颗|顆|個)?(?:棋)?子`,
	`(?i)\bblack\D{0,30}(\d{1,3})\D{0,30}\bwhite\D{0,30}(\d{1,3})|黑\D{0,10}(\d{1,3})\D{0,10}白\D{0,10}(\d{1,3})`,
	`(?i)\bfirst capture\b|\bfirst to capture(?:[ .,;]*$| wins)|先吃子`,
	`^(?i)capture(?:[ -]?go)?[ -]?(\d{1,3})(?:[-/](\d{1,3}))?$`,
	`(?i)\b\d+ ?(?:[x×*]|by) ?\d+|\d+ ?路|\b\d+[ -](?:stones? handicap|handicap stones?)\b|\b\d{1,2}[ -]?(?:(?:k|d|p|kyu|dan)\b|[级級段])|\d+[-./]\d+[-./]\d+`,
	`ab|abcabd`, `(a|ab)(c|bcd)`,
}

var texts = []string{
	"", "a", "abcd", "aaaaab", "xabdx", "ABC de", "STRASSE straſſe", "K\u212a", "one two one", "12-34 5-", ".*[", "\xff\xfea", "a\nb",
	"x [utf-8] CoAt [gb18030]", ";CA[UTF-8]", "3 of your 12 moves were", "你共下12手，其中", "D4:AB",
	"Capture Go, first to capture five stones", "capture-go 3", "Atari Go: 5 stones", "Black must take 3, White 5", "黑吃3子，白吃5子",
	"先吃掉三个子", "吃十二子", "first capture", "First to capture wins", "Capture-3-5", "capturego 7", "CAPTURE 3/4", "capture 1234",
}

// same compares with package regexp, which has the same expressions.
func same(t *testing.T, expression, text string) {
	t.Helper()
	want := regexp.MustCompile(expression).FindStringSubmatchIndex(text)
	if got := New(expression).Index(text); !slices.Equal(got, want) {
		t.Errorf("%q in %q: %v, want %v", expression, text, got, want)
	}
}

func TestIndex_isThatOfRegexp(t *testing.T) {
	for _, expression := range expressions {
		for _, text := range texts {
			same(t, expression, text)
			same(t, expression, "go. "+text+" 子2")
		}
	}
}

// Places are those that package regexp replaces, and many take no search of the whole text each.
func TestReplace(t *testing.T) {
	for _, expression := range expressions {
		want := regexp.MustCompile(expression)
		if want.MatchString("") {
			continue
		}
		for _, text := range append(texts, strings.Join(texts, " "), "ababcabcd one 3子 12-34 one two one") {
			if want.FindString(text) == "" {
				continue // at an empty place, or nowhere
			}
			if got, want := New(expression).Replace(text, "#"), want.ReplaceAllLiteralString(text, "#"); got != want {
				t.Errorf("%q in %q: %q, want %q", expression, text, got, want)
			}
		}
	}
	p, text := New(`\b\d+k\b`), strings.Repeat("1k ", 10_000)
	if n := testing.AllocsPerRun(1, func() { p.Replace(text, "#") }); n > 100 {
		t.Errorf("%v allocations for 10,000 places, want those of one search and of the text", n)
	}
}

func FuzzIndex(f *testing.F) {
	for i, text := range texts {
		f.Add(i, text)
	}
	f.Fuzz(func(t *testing.T, n int, text string) {
		same(t, expressions[uint(n)%uint(len(expressions))], text)
	})
}

func TestFind(t *testing.T) {
	p := New(`(?i)^capture[- ]?(\d{1,3})(?:-(\d))?$`)
	if got, want := p.Find("Capture-3"), []string{"Capture-3", "3", ""}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if p.Find("capture") != nil || p.Match("x capture-3") || !p.Match("capture 12") {
		t.Error("found what is not there, or not what is")
	}
}

func TestQuote_findsTheTextItself(t *testing.T) {
	for _, text := range append(texts, `a.b*c\d[e]{1}(f)|^$?+`) {
		if !strings.Contains(text, "\xff") && !New("^"+Quote(text)+"$").Match(text) {
			t.Errorf("%q does not find itself", Quote(text))
		}
	}
}

func TestNew_panicsAtWhatItDoesNotKnow(t *testing.T) {
	for _, expression := range []string{`a)`, `(a`, `.`, `\w`, `a{3}`, `a{4,2}`, `*a`, `[\D]`} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%q was accepted", expression)
				}
			}()
			New(expression)
		}()
	}
}

// A pattern that would take years by trying all ways.
func TestIndex_takesTimeInProportion(t *testing.T) {
	p := New(`(?:a*a*)*b`)
	if p.Match(strings.Repeat("a", 2000)) {
		t.Error("found")
	}
}
