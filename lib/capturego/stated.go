package capturego

import (
	"strconv"
	"strings"

	"qikit.dev/qikit/internal/pattern"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgf"
)

// How GC says in words that a game is Capture Go, and how many stones win. A number is
// in digits, in English or in Chinese.
const (
	hanDigits = `\d一二两兩三四五六七八九十`
	hanNumber = `(\d{1,3}|[一二两兩三四五六七八九十]{1,3})`
	anyNumber = `(\d{1,3}|\pL+)`
)

var (
	commentSays = pattern.New(`(?i)\bcapture[ -]?go\b|\batari[ -]?go\b|\bponnuki\b|\bfirst (?:to )?captur|\bfirst capture\b|吃子|吃[\pL\d]{1,4}子|先吃`)
	// Numbers that are no targets: of a board's size, a handicap, a result, a rank, a time, a day.
	commentOther = pattern.New(`(?i)\b\d+ ?(?:[x×*]|by) ?\d+|\d+ ?路|` +
		`\b(?:no|without) handicap\b|\bhandicap(?: stones?)?[: ]{1,2}(?:of )?\d+(?:[ -]stones?)?|\b\d+[ -](?:stones? handicap|handicap stones?)\b|` +
		`\b(?:gives?|starts? with|begins? with|wins? by|won by|handicap game,?) \d+[ -]stones?|[让讓授]先?[` + hanDigits + `]{1,3}子|` +
		`\b\d{1,2}[ -]?(?:(?:k|d|p|kyu|dan)\b|[级級段])|\b\d+ ?(?:(?:games?|moves?|points?|h|hours?|min|minutes?|s|sec|seconds?)\b|[分秒局手目])|\d+[-./]\d+[-./]\d+`)
	// Two targets. A player's number may be a rank, so that a word of winning or capturing
	// stands before it.
	commentTargets = pattern.New(`(?i)\b(black|white) (?:wins|needs|captures|takes|must|has to)\D{0,20}(\d{1,3})\b\D{0,30}\b(black|white)\b\D{0,30}(\d{1,3})\b|` +
		`([黑白])[^，。,;；` + hanDigits + `]{0,6}[吃胜赢][^` + hanDigits + `]{0,4}` + hanNumber + `[^` + hanDigits + `]{0,10}([黑白])[^，。,;；` + hanDigits + `]{0,6}` + hanNumber)
	commentBoth = pattern.New(`(?i)\bcapture[ -]?go[ -]?(\d{1,3})-(\d{1,3})\b`) // as in RU
	// One, whatever other numbers there are, and else.
	commentPlain = []*pattern.Pattern{
		pattern.New(`(?i)\bfirst to (?:capture|take) ` + anyNumber),
		pattern.New(`先吃(?:掉|到|够)?` + hanNumber + `(?:个|颗|顆|個)?(?:棋)?子`),
	}
	commentTarget = []*pattern.Pattern{
		pattern.New(`吃(?:掉|到|够)?` + hanNumber + `(?:个|颗|顆|個)?(?:棋)?子`),
		pattern.New(`(?i)\bcapture[ -]?(?:go)?[ -]?(\d{1,3})\b`),
		pattern.New(`(?i)\b(?:takes?|captures?) ` + anyNumber + `(?: stones?)? first\b`),
		pattern.New(`(?i)\b(\d{1,3})[ -]stones?(?: wins?\b| to win\b|[.,;!)]|$)`),
	}
	commentFirst = pattern.New(`(?i)\bfirst capture\b|\bfirst to capture(?:[ .,;]*$| wins)|先吃子`)
)

// words are the numbers that records write out.
var words = map[string]int{"a": 1, "an": 1, "any": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
	"一": 1, "二": 2, "两": 2, "兩": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10, "二十": 20}

// number reads digits or a word.
func number(text string) (n int, ok bool) {
	text = strings.ToLower(text)
	if n, ok = words[text]; ok {
		return n, true
	}
	if units, ok := strings.CutPrefix(text, "十"); ok {
		return 10 + words[units], true
	}
	n, err := strconv.Atoi(text)
	return n, err == nil
}

// Stated is what the root of a record says: whether the game is Capture Go, by RU or in
// words by GC, and how many stones black and white must capture, zero where it does not
// say that. The error wraps game.ErrRecord: a target out of range, or an RU and a GC that
// differ.
func Stated(root *sgf.Node) (target [2]int, is bool, err error) {
	comment, says, err := commented(root)
	if err != nil {
		return target, false, err
	}
	if !captureRule.Match(strings.TrimSpace(root.SimpleText("RU"))) {
		return comment, says, nil
	}
	o, err := Options{}.rules(root)
	if err == nil && comment != [2]int{} && comment != o.Target {
		err = root.Fail("GC", "GC states targets %d and %d, RU %d and %d, expected the same", comment[goban.Black], comment[goban.White], o.Target[goban.Black], o.Target[goban.White])
	}
	return o.Target, true, err
}

// commented is what GC says.
func commented(root *sgf.Node) (target [2]int, is bool, err error) {
	text := root.Text("GC")
	if !commentSays.Match(text) {
		return target, false, nil
	}
	var found bool
	rest := commentOther.Replace(text, "#")
	if target[goban.Black], found = single(text, commentPlain); found {
		target[goban.White] = target[goban.Black]
	} else if target, found = pair(rest); !found {
		if commentFirst.Match(rest) {
			target[goban.Black], found = 1, true
		} else {
			target[goban.Black], found = single(rest, commentTarget)
		}
		target[goban.White] = target[goban.Black]
	}
	for _, n := range target {
		if found && (n < TargetMin || n > TargetMax) {
			return target, false, root.Fail("GC", "GC states a target of %d, expected %d to %d", n, TargetMin, TargetMax)
		}
	}
	return target, true, nil
}

// pair is what a text says of either colour.
func pair(text string) (target [2]int, ok bool) {
	if m := commentBoth.Find(text); m != nil {
		target[goban.Black], _ = number(m[1])
		target[goban.White], _ = number(m[2])
		return target, true
	}
	m := commentTargets.Find(text)
	if m == nil {
		return target, false
	}
	seen := [2]bool{}
	for i := 0; i < 4; i += 2 {
		color := goban.Black
		if name := m[1+i] + m[5+i]; strings.EqualFold(name, "white") || name == "白" { // one language or the other
			color = goban.White
		}
		target[color], _ = number(m[2+i] + m[6+i])
		seen[color] = true
	}
	return target, seen == [2]bool{true, true}
}

// single is the number of the first pattern that has one.
func single(text string, states []*pattern.Pattern) (n int, ok bool) {
	for _, p := range states {
		if m := p.Find(text); m != nil && !ok {
			n, ok = number(m[1])
		}
	}
	return n, ok
}
