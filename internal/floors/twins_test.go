package floors

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// twins are documents in English and Chinese: each section, program and link of one stands in the other.
var twins = [][2]string{
	{"README.md", "README.zh-CN.md"},
	{"bindings/python/README.md", "bindings/python/README.zh-CN.md"},
	{"bindings/node/README.md", "bindings/node/README.zh-CN.md"},
	{"bindings/unity/README.md", "bindings/unity/README.zh-CN.md"},
	{"bindings/unity/Documentation~/qikit.md", "bindings/unity/Documentation~/qikit.zh-CN.md"},
}

var (
	codeBlock   = regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```")
	codeComment = regexp.MustCompile(`(?m)[ \t]*(#|//) .*$`)
	indented    = regexp.MustCompile(`(?m)^    (.*)$`)
	heading     = regexp.MustCompile(`(?m)^(#+) .*$`)
	link        = regexp.MustCompile(`\]\(([^)]+)\)`)
)

// outline lists what twins share: heading levels in order, and the code without its comments, in which nothing is translated.
func outline(text string) (sections, code []string) {
	for _, m := range codeBlock.FindAllStringSubmatch(text, -1) {
		code = append(code, m[1]+"\n"+codeComment.ReplaceAllString(m[2], ""))
	}
	text = codeBlock.ReplaceAllString(text, "")
	for _, m := range indented.FindAllStringSubmatch(text, -1) {
		code = append(code, codeComment.ReplaceAllString(m[1], ""))
	}
	for _, m := range heading.FindAllStringSubmatch(text, -1) {
		sections = append(sections, m[1])
	}
	return sections, code
}

// links lists the targets of a document's links, without the one to its twin.
func links(text, twin string) (targets []string) {
	for _, m := range link.FindAllStringSubmatch(text, -1) {
		if !strings.HasSuffix(m[1], twin) {
			targets = append(targets, m[1])
		}
	}
	slices.Sort(targets)
	return slices.Compact(targets)
}

func TestTwins_haveTheSameSectionsCodeAndLinks(t *testing.T) {
	for _, pair := range twins {
		english, chinese := string(read(t, pair[0])), string(read(t, pair[1]))
		base := func(name string) string { return name[strings.LastIndex(name, "/")+1:] }
		if !strings.Contains(english, "]("+base(pair[1])+")") || !strings.Contains(chinese, "]("+base(pair[0])+")") {
			t.Errorf("%s and %s do not link to each other", pair[0], pair[1])
		}
		sections, code := outline(english)
		theirSections, theirCode := outline(chinese)
		if !slices.Equal(sections, theirSections) {
			t.Errorf("%s has the sections %v, %s has %v", pair[0], sections, pair[1], theirSections)
		}
		if len(code) != len(theirCode) {
			t.Errorf("%s has %d programs, %s has %d", pair[0], len(code), pair[1], len(theirCode))
		}
		for i := range min(len(code), len(theirCode)) {
			if code[i] != theirCode[i] {
				t.Errorf("%s: program %d is\n%s\nin %s it is\n%s", pair[1], i+1, theirCode[i], pair[0], code[i])
			}
		}
		if a, b := links(english, base(pair[1])), links(chinese, base(pair[0])); !slices.Equal(a, b) {
			t.Errorf("%s links to %v\n%s links to %v", pair[0], a, pair[1], b)
		}
	}
}
