package sgcp

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// AIPrefix begins the nicks of AI platforms, in any case. Such a nick needs 102
// (section 5.10). The prefix counts among the characters of the nick, and no other
// place of a nick has a hyphen.
const AIPrefix = "AI-"

// IsAINick tells whether a nick has the prefix of AI platforms.
func IsAINick(nick string) bool {
	return len(nick) >= len(AIPrefix) && strings.EqualFold(nick[:len(AIPrefix)], AIPrefix)
}

// CheckNick is nil for a nick that follows the rules of section 5.3, otherwise ErrNick. A
// nick is 1 to NickMax letters, digits and marks in NFC, in at most NickOctetsMax octets,
// and does not begin with a mark. Underscores may follow, up to NickUnderscoreMax
// characters in all: the server appends them, and a client may send the nick it was
// given. Letters and marks that cannot be seen, such as fillers and variation selectors,
// are refused.
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

// NextNick is the nick with one more underscore, which a server tries when the nick is
// taken. ErrNick when there is no room for another.
func NextNick(nick string) (string, error) {
	if n := utf8.RuneCountInString(nick); n >= NickUnderscoreMax {
		return "", fmt.Errorf("%w: %q is taken and has %d characters, no room for an underscore", ErrNick, nick, n)
	}
	return nick + "_", nil
}

// NickKey is equal for two nicks that count as the same. They differ in case only
// (section 5.3, simple case folding), in width only (full-width letters), or in letters
// of the Latin, Greek and Cyrillic scripts that look alike. The last two go further than
// the specification, so that nobody can pose as another player: the later nick gets an
// underscore.
func NickKey(nick string) string {
	return strings.Map(func(r rune) rune {
		r = fold(r)
		if like, ok := lookAlikes[r]; ok {
			return like
		}
		return r
	}, norm.NFKC.String(nick))
}

// fold is the smallest letter that differs from r in case only; an ASCII letter is
// folded to lower case.
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

// lookAlikes maps Greek and Cyrillic letters, folded, to the Latin letters that their
// capital or small forms look like. They are the one-to-one rows of the table of
// confusables in Unicode Technical Standard 39.
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
