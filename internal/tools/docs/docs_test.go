package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/tools/generate/header"
	"qikit.dev/qikit/internal/tools/must"
)

var root = filepath.Join("..", "..", "..")

// The site has every page in both languages, every call of the header, and no dead link.
func TestBuild(t *testing.T) {
	site := t.TempDir()
	if err := must.Run(func() {
		build(root, site)
		for _, dead := range deadLinks(site) {
			t.Error(dead)
		}
		for _, path := range must.Get(filepath.Glob(filepath.Join(site, "*", "*.html"))) {
			if !strings.Contains(read(path), `<meta name="description" content="`) || strings.Contains(read(path), `description" content="">`) {
				t.Errorf("%s does not describe itself", path)
			}
			for _, text := range vague(read(path)) {
				t.Errorf("%s: the link %q does not say where it leads", path, text)
			}
		}
		for _, w := range languages {
			reference := read(filepath.Join(site, w.Lang, "reference-c.html"))
			for _, f := range must.Get(header.Parse(read(filepath.Join(root, "include", "qikit.h")))).Functions {
				if !strings.Contains(reference, `<h3 id="`+f.Name+`">`) {
					t.Errorf("%s: the reference of C lacks %s", w.Lang, f.Name)
				}
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
}

var (
	textOfLink = regexp.MustCompile(`(?s)<a [^>]*>(.*?)</a>`)
	vagueWord  = regexp.MustCompile(`(?i)^(|go|here|more|start|this|information|click here|read more|learn more|点击这里|这里|更多)$`)
)

// vague are the texts of links that say nothing when they are read on their own, as search engines and lists of links
// show them.
func vague(page string) (texts []string) {
	for _, link := range textOfLink.FindAllStringSubmatch(page, -1) {
		if text := plainText(link[1]); vagueWord.MatchString(text) && !strings.Contains(link[1], "<svg") {
			texts = append(texts, text)
		}
	}
	return texts
}

func TestVague(t *testing.T) {
	const page = `<a href="a">Go</a> <a href="b">Go <b>programs</b></a> <a href="c"><code>here</code></a> <a href="d">这里</a> <a href="e"></a>`
	if got := strings.Join(vague(page), "|"); got != "Go|here|这里|" {
		t.Errorf("%q", got)
	}
}

// What a reader of each language looks for is in its reference.
func TestReference(t *testing.T) {
	bodies := map[string]string{}
	if err := must.Run(func() {
		for _, p := range referencePages(root) {
			bodies[p.Name] = string(p.Body)
		}
	}); err != nil {
		t.Fatal(err)
	}
	for name, wanted := range map[string][]string{
		"reference-python":  {`id="qikit.board.Board"`, `id="qikit.board.Board.play"`, `id="qikit.engine.Engine.search"`, `id="qikit.book.generate"`},
		"reference-node":    {"class Board", "play(move: string)", "class Engine"},
		"reference-unity":   {"public string[] Moves()", "public sealed class Board", "SearchAsync"},
		"reference-options": {`id="xiangqi-rules"`, "<code>natural_<wbr>limit</code>", "<code>depth.<wbr>mean</code>", "0 to 1000"},
		"reference-sgcp":    {"<h1"},
	} {
		if strings.Contains(bodies[name], "@internal") {
			t.Errorf("%s shows what is internal", name)
		}
		for _, text := range wanted {
			if !strings.Contains(bodies[name], text) {
				t.Errorf("%s lacks %q", name, text)
			}
		}
	}
}

// Both languages have the same pages, programs and boards.
func TestPages_areAlike(t *testing.T) {
	block := regexp.MustCompile("(?m)^```(\\w+)$")
	heading := regexp.MustCompile("(?m)^##+ ")
	for _, o := range order {
		var texts [2]string
		for i, w := range languages {
			text, err := os.ReadFile(filepath.Join("pages", w.Lang, o.name+".md"))
			if err != nil {
				t.Fatal(err)
			}
			texts[i] = string(text)
		}
		for _, form := range []*regexp.Regexp{block, heading} {
			first, second := form.FindAllString(texts[0], -1), form.FindAllString(texts[1], -1)
			if strings.Join(first, "") != strings.Join(second, "") {
				t.Errorf("%s: %q in English, %q in Chinese", o.name, first, second)
			}
		}
	}
}

func TestDeadLinks(t *testing.T) {
	site := t.TempDir()
	for name, text := range map[string]string{
		"a.html": `<h1 id="top"><a href="b.html"><a href="b.html#here"><a href="#top"><a href="https://example.com/x">`,
		"b.html": `<p id="here"><a href="c.html"><a href="a.html#gone"><img src="d.png"><a href="#here">`,
	} {
		if err := os.WriteFile(filepath.Join(site, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	dead := deadLinks(site)
	want := []string{"c.html", "a.html#gone", "d.png"}
	if len(dead) != len(want) {
		t.Fatalf("%q, want %q", dead, want)
	}
	for i, link := range want {
		if dead[i] != filepath.Join(site, "b.html")+": "+link {
			t.Errorf("%q, want a link to %q", dead[i], link)
		}
	}
}

func TestMembersOf(t *testing.T) {
	const script = "/** Is hidden. */\nfunction hidden() {\n}\n/** A board.\n * Two lines. */\nexport class Board {\n  /** Not for others. @internal */\n  secret: string;\n  /** Plays.\n   * @param move a move\n   */\n  play(move: string): this {\n"
	const sharp = "/// <summary>\n/// A board.\n/// </summary>\npublic sealed class Board\n{\n    /// <param name=\"move\">a move</param>\n    public Board Play(string move)\n    /// <summary>Hidden.</summary>\n    internal void Free() {}\n"
	for _, c := range []struct {
		text, mark string
		want       []noun
	}{
		{script, "//", []noun{{Signature: "class Board", Doc: "A board.\nTwo lines."}, {Signature: "play(move: string): this", Doc: "Plays.\n\n`move`: a move"}}},
		{sharp, "///", []noun{{Signature: "public sealed class Board", Doc: "A board."}, {Signature: "public Board Play(string move)", Doc: "`move`: a move"}}},
	} {
		got := membersOf(c.text, c.mark)
		if len(got) != len(c.want) {
			t.Fatalf("%+v, want %+v", got, c.want)
		}
		for i := range got {
			if got[i].Signature != c.want[i].Signature || got[i].Doc != c.want[i].Doc {
				t.Errorf("%+v, want %+v", got[i], c.want[i])
			}
		}
	}
}

func TestSaid(t *testing.T) {
	var d document
	d.said("Plays a ``move``\nor :class:`Two` <here>.\n\nRules are::\n\n    board.play()\n\nKinds\n* one\n  of it\n* two")
	const want = "<p>Plays a <code>move</code> or <code>Two</code> &lt;here&gt;.</p>\n<p>Rules are:</p>\n<pre><code>board.play()</code></pre>\n" +
		"<p>Kinds</p>\n<ul>\n<li>one of it</li>\n<li>two</li>\n</ul>\n"
	if d.String() != want {
		t.Errorf("%q, want %q", d.String(), want)
	}
}

func TestWithSources(t *testing.T) {
	dir := t.TempDir()
	file := "package a\n\n// F does.\n// It is short.\nfunc F() {\n\tG()\n}\n\nvar x = 1\n\ntype T struct {\n\ta int\n}\n"
	if err := os.WriteFile(filepath.Join(dir, "a.go"), []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	const want = "# A\n\n```go\n// F does.\n// It is short.\nfunc F() {\n\tG()\n}\n\nvar x = 1\n```\nEnd\n"
	if got := string(withSources(dir, []byte("# A\n\n```source\na.go\nfunc F(\nvar x\n```\nEnd\n"))); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for _, missing := range []string{"func G(", "T struct", ""} {
		if err := must.Run(func() { declaration("a.go", file, missing) }); err == nil {
			t.Errorf("%q is found", missing)
		}
	}
}
