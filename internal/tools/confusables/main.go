// Command confusables makes lib/sgcp/confusables.txt out of Unicode's table of
// characters that look alike (UTS #39):
//
//	go run ./internal/tools/confusables PATH/confusables.txt
//
// It keeps what can stand in a nick: letters, digits and marks that compatibility
// normalization leaves as they are. The table of a new version of Unicode is at
// https://www.unicode.org/Public/security/latest/confusables.txt.
package main

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"qikit.dev/qikit/internal/tools/must"
)

const table = "lib/sgcp/confusables.txt"

func main() {
	must.Main("confusables", func() {
		if len(os.Args) != 2 {
			must.Fail("usage: confusables PATH/confusables.txt")
		}
		must.Do(os.WriteFile(table, compact(string(must.Get(os.ReadFile(os.Args[1])))), 0o644))
	})
}

// compact turns Unicode's table, a character and what it looks like in each row, into
// one row for each look: the look, a colon, and all characters that have it.
func compact(text string) []byte {
	looks := map[string][]rune{}
	version := ""
	for line := range strings.Lines(text) {
		if v, ok := strings.CutPrefix(line, "# Version: "); ok {
			version = strings.TrimSpace(v)
		}
		fields := strings.Split(strings.TrimPrefix(line, "\ufeff"), ";")
		if len(fields) < 3 || strings.HasPrefix(line, "#") {
			continue
		}
		source := runes(fields[0])
		if r := source[0]; len(source) == 1 && norm.NFKC.IsNormalString(string(r)) && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)) {
			look := hex(runes(fields[1]))
			looks[look] = append(looks[look], r)
		}
	}
	var out strings.Builder
	fmt.Fprintf(&out, "# Characters of nicks that look alike: the look, then those that have it, in hexadecimal.\n"+
		"# Made by internal/tools/confusables from confusables.txt, version %s, of UTS #39.\n"+
		"# © Unicode, Inc., used under the Unicode License v3: https://www.unicode.org/license.txt\n", version)
	for _, look := range slices.Sorted(maps.Keys(looks)) {
		slices.Sort(looks[look])
		fmt.Fprintf(&out, "%s:%s\n", look, hex(looks[look]))
	}
	return []byte(out.String())
}

func runes(field string) (all []rune) {
	for _, code := range strings.Fields(field) {
		all = append(all, rune(must.Get(strconv.ParseUint(code, 16, 32))))
	}
	return all
}

func hex(all []rune) string {
	codes := make([]string, len(all))
	for i, r := range all {
		codes[i] = strconv.FormatUint(uint64(r), 16)
	}
	return strings.Join(codes, " ")
}
