package sgcp

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/text/unicode/norm"
)

//go:embed confusables.txt
var confusables string

// looks are the characters of nicks that look like others, and what they look like.
// They are read when the first nick is looked at: 4,000 entries take a millisecond.
var looks = sync.OnceValue(func() map[rune]string {
	all := map[rune]string{}
	for line := range strings.Lines(confusables) {
		look, those, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok || line[0] == '#' {
			continue
		}
		text := string(codes(look))
		for _, r := range codes(those) {
			all[r] = text
		}
	}
	return all
})

// codes are the characters of a list in hexadecimal.
func codes(list string) (all []rune) {
	for _, code := range strings.Fields(list) {
		r, err := strconv.ParseUint(code, 16, 21)
		if err != nil {
			panic("sgcp: confusables.txt has " + strconv.Quote(code))
		}
		all = append(all, rune(r))
	}
	return all
}

// smallCapitals are small letters in the shape of capitals, which Unicode's table has
// apart from these, and the letters that they are.
var smallCapitals = strings.NewReplacer(
	"ᴀ", "A", "ʙ", "B", "ᴄ", "C", "ᴅ", "D", "ᴇ", "E", "ꜰ", "F", "ɢ", "G", "ʜ", "H", "ɪ", "I", "ᴊ", "J", "ᴋ", "K", "ʟ", "L", "ᴍ", "M",
	"ɴ", "N", "ᴏ", "O", "ᴘ", "P", "ꞯ", "Q", "ʀ", "R", "ꜱ", "S", "ᴛ", "T", "ᴜ", "U", "ᴠ", "V", "ᴡ", "W", "ʏ", "Y", "ᴢ", "Z",
)

// NickLooks is what a nick looks like, in all scripts, by the table of Unicode
// Technical Standard 39: two nicks look alike when they have a look in common. A nick
// has up to three: its key, how it looks as it is written, and how it looks in small
// letters. They are for comparing, not for people: "m" looks like "rn".
func NickLooks(nick string) []string {
	nick = smallCapitals.Replace(norm.NFKC.String(nick))
	all := []string{NickKey(nick), skeleton(nick), skeleton(strings.Map(fold, nick))}
	slices.Sort(all)
	return slices.Compact(all)
}

// skeleton is that of UTS #39, in small letters.
func skeleton(text string) string {
	var out strings.Builder
	for _, r := range norm.NFD.String(text) {
		if look, ok := looks()[r]; ok {
			out.WriteString(look)
		} else {
			out.WriteRune(r)
		}
	}
	return strings.Map(fold, norm.NFD.String(out.String()))
}
