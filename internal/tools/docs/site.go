package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"html/template"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"qikit.dev/qikit/internal/tools/must"
)

//go:embed page.html
var pageText string

//go:embed style.css
var styleText []byte

//go:embed search.js
var searchText []byte

//go:embed live.js
var liveText []byte

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// page is a page of the site in one language.
type page struct {
	Name  string // of the file, without .html
	Group string // heading in the list of pages
	Title string
	Body  template.HTML
}

var paragraph = regexp.MustCompile(`(?s)<p>(.*?)</p>`)

// About is what search engines show of the page: how its first paragraph begins. A page of the reference begins with a
// detail, so its title is told.
func (p page) About() string {
	text := []rune("qikit: " + p.Group + ", " + p.Title)
	if first := paragraph.FindStringSubmatch(string(p.Body)); first != nil && !strings.HasPrefix(p.Name, "reference-") {
		text = []rune(plainText(first[1]))
	}
	const most = 160
	if len(text) > most {
		text = append(text[:most-1], '…')
	}
	return string(text)
}

// words are the site's own words in a language.
type words struct {
	Lang, Other, OtherName string
	Search, Nothing, Menu  string
	Play                   string // under a board
	English                string // note above a text that is in English only
	groups                 map[string]string
}

var languages = []words{
	{Lang: "en", Other: "zh", OtherName: "中文", Search: "Search", Nothing: "Nothing found", Menu: "Pages", Play: "Play on from here",
		groups: map[string]string{"start": "First hour", "howto": "How to", "games": "What it does", "reference": "Reference"}},
	{Lang: "zh", Other: "en", OtherName: "English", Search: "搜索", Nothing: "没有找到", Menu: "目录", Play: "从这里下起",
		English: "参考手册取自源码中的注释，目前只有英文。",
		groups:  map[string]string{"start": "第一个小时", "howto": "实用指南", "games": "功能介绍", "reference": "参考手册"}},
}

// order is that of the pages in the list; the reference follows.
var order = []struct{ name, group string }{
	{"index", ""},
	{"python", "start"}, {"node", "start"}, {"c", "start"}, {"unity", "start"}, {"go", "start"},
	{"games", "games"}, {"book", "games"}, {"surakarta", "games"}, {"review", "games"}, {"sgcp", "games"},
	{"opponent", "howto"}, {"levels", "howto"}, {"notebook", "howto"}, {"server", "howto"}, {"network", "howto"}, {"own", "howto"},
}

// build writes the site of the project under root, with the page to play on, and counts its pages.
func build(root, out string) (count int) {
	must.Do(os.RemoveAll(out))
	reference := referencePages(root)
	for _, w := range languages {
		folder := filepath.Join(root, "internal", "tools", "docs", "pages", w.Lang)
		var pages []page
		for _, o := range order {
			text := withSources(root, must.Get(os.ReadFile(filepath.Join(folder, o.name+".md"))))
			pages = append(pages, page{o.name, w.groups[o.group], titleOf(text), markdown(text, w.Play)})
		}
		for _, p := range reference {
			if w.English != "" {
				p.Body = template.HTML(`<p class="note">`+template.HTMLEscapeString(w.English)+"</p>\n") + p.Body
			}
			p.Group = w.groups["reference"]
			pages = append(pages, p)
		}
		write(filepath.Join(out, w.Lang), w, pages)
		count += len(pages)
	}
	pack := exec.Command("node", filepath.Join(root, "examples", "web", "pack.mjs"), filepath.Join(out, "play"))
	pack.Stderr = os.Stderr
	must.Do(pack.Run())
	put(filepath.Join(out, "style.css"), styleText)
	put(filepath.Join(out, "search.js"), searchText)
	put(filepath.Join(out, "live.js"), liveText)
	put(filepath.Join(out, "index.html"), []byte(`<!doctype html><meta charset="utf-8"><title>qikit</title>`+
		`<meta http-equiv="refresh" content="0; url=en/index.html"><a href="en/index.html">English</a> <a href="zh/index.html">中文</a>`+"\n"))
	return count
}

// write writes the pages of a language and what the search looks through.
func write(out string, w words, pages []page) {
	type entry struct{ Name, Title, Text string }
	var index []entry
	for _, p := range pages {
		var text bytes.Buffer
		must.Do(pageTemplate.Execute(&text, struct {
			words
			page
			Pages []page
		}{w, p, pages}))
		put(filepath.Join(out, p.Name+".html"), text.Bytes())
		index = append(index, entry{p.Name, p.Title, plainText(string(p.Body))})
	}
	put(filepath.Join(out, "index.js"), append([]byte("const pages = "), append(must.Get(json.Marshal(index)), ";\n"...)...))
}

var (
	drawing = regexp.MustCompile(`(?s)<svg.*?</svg>`)
	tag     = regexp.MustCompile(`<[^>]*>`)
)

// plainText is what a reader sees of a page, without pictures.
func plainText(html string) string {
	html = tag.ReplaceAllString(drawing.ReplaceAllString(strings.ReplaceAll(html, "<wbr>", ""), ""), " ")
	html = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&#34;", `"`, "&quot;", `"`, "&#39;", "'", "&amp;", "&").Replace(html)
	return strings.Join(strings.Fields(html), " ")
}

func put(path string, text []byte) {
	must.Do(os.MkdirAll(filepath.Dir(path), 0o777))
	must.Do(os.WriteFile(path, text, 0o666))
}
