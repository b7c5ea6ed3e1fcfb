package sgcp

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// AIPrefix begins the nicks of AI platforms, in any case; it needs 102
// (section 5.10). It is the one place where a nick has a sign that is neither
// letter, digit, mark nor underscore, and counts among its characters.
const AIPrefix = "AI-"

// IsAINick tells whether a nick has the prefix of AI platforms.
func IsAINick(nick string) bool {
	return len(nick) >= len(AIPrefix) && strings.EqualFold(nick[:len(AIPrefix)], AIPrefix)
}

// CheckNick is nil for a nick by the rules of section 5.3, otherwise ErrNick:
// 1 to NickMax letters, digits and marks in NFC, at most NickOctetsMax octets,
// not beginning with a mark; then underscores up to NickUnderscoreMax
// characters in all. Underscores are what the server appends; a client may
// send the nick it was given. Letters and marks that can not be seen (fillers,
// variation selectors) are not accepted.
func CheckNick(nick string) error {
	base := strings.TrimRight(nick, "_")
	body := base
	if IsAINick(base) {
		body = base[len(AIPrefix):]
	}
	switch size, all := utf8.RuneCountInString(base), utf8.RuneCountInString(nick); {
	case !utf8.ValidString(nick) || !norm.NFC.IsNormalString(nick):
		return fmt.Errorf("%w: %q, expected UTF-8 in NFC", ErrNick, nick)
	case body == "" || size > NickMax || len(base) > NickOctetsMax:
		return fmt.Errorf("%w: %q has %d characters in %d octets, expected 1 to %d in at most %d", ErrNick, nick, size, len(base), NickMax, NickOctetsMax)
	case all > NickUnderscoreMax:
		return fmt.Errorf("%w: %q has %d characters, expected at most %d with the underscores", ErrNick, nick, all, NickUnderscoreMax)
	}
	for i, r := range body {
		visible := !unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) && !unicode.Is(unicode.Variation_Selector, r)
		switch {
		case unicode.IsLetter(r) && visible, unicode.IsDigit(r):
		case unicode.IsMark(r) && visible && i > 0:
		default:
			return fmt.Errorf("%w: %q has %q, expected letters, digits and marks only, a letter or digit first", ErrNick, nick, r)
		}
	}
	return nil
}

// NextNick is the nick with one more underscore: what the server tries when a
// nick is taken. ErrNick when there is no room for another.
func NextNick(nick string) (string, error) {
	if n := utf8.RuneCountInString(nick); n >= NickUnderscoreMax {
		return "", fmt.Errorf("%w: %q is taken and has %d characters, no room for an underscore", ErrNick, nick, n)
	}
	return nick + "_", nil
}

// NickKey is equal for two nicks that count as the same: nicks that differ in
// case only (section 5.3, simple case folding), in width only (full-width
// letters), or in letters of the Latin, Greek and Cyrillic scripts that look
// alike. The last two go further than the specification, so that nobody can
// pose as another: the second of them gets an underscore.
func NickKey(nick string) string {
	return strings.Map(func(r rune) rune {
		r = fold(r)
		if like, ok := lookAlikes[r]; ok {
			return like
		}
		return r
	}, norm.NFKC.String(nick))
}

// fold is the smallest letter that differs from r in case only, in lower case
// where it is ASCII.
func fold(r rune) rune {
	smallest := r
	for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
		smallest = min(smallest, next)
	}
	if 'A' <= smallest && smallest <= 'Z' {
		smallest += 'a' - 'A'
	}
	return smallest
}

// lookAlikes are Greek and Cyrillic letters whose capital or small form looks
// like a Latin one (the one-to-one rows of the table of confusables of Unicode
// Technical Standard 39), folded.
var lookAlikes = func() map[rune]rune {
	likes := map[rune]rune{}
	for _, pair := range []struct{ theirs, latin string }{
		{"ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "abezhikmnoptyx"},
		{"АВЕЅІЈКМНОРСТУХԁһԛԝ", "abesijkmhopctyxdhqw"},
	} {
		latin := []rune(pair.latin)
		for i, r := range []rune(pair.theirs) {
			likes[fold(r)] = latin[i]
		}
	}
	return likes
}()
