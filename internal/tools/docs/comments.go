package main

import (
	"bytes"
	"encoding/json"
	"html/template"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	_ "embed"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/internal/tools/step"
)

//go:embed docstrings.py
var docstringsText []byte

// noun is what a page of a language's reference has a heading for.
type noun struct {
	Name, Signature, Doc string
	Members              []noun
}

// pythonReference is every public docstring of the package.
func pythonReference(root string) template.HTML {
	cmd := exec.Command("python3", "-", filepath.Join(root, "bindings", "python", "qikit"))
	cmd.Stdin = bytes.NewReader(docstringsText)
	var modules []noun
	must.Do(json.Unmarshal([]byte(must.Get(step.Output(cmd))), &modules))
	var d document
	d.tag("h1", "", "Python")
	for _, m := range modules {
		d.tag("h2", m.Name, m.Name)
		d.said(m.Doc)
		d.nouns(m.Name, m.Members, "h3")
	}
	return d.html()
}

func (d *document) nouns(where string, nouns []noun, heading string) {
	for _, n := range nouns {
		name := where + "." + n.Name
		d.tag(heading, name, name)
		d.code(n.Signature)
		d.said(n.Doc)
		d.nouns(name, n.Members, "h4")
	}
}

var exports = regexp.MustCompile(`(?s)export (?:type )?(?:\{[^}]*\}|\*) from "\./(\w+)";`)

// exported are the files in a folder from which its index.ts exports.
func exported(folder string) (files []string) {
	for _, m := range exports.FindAllStringSubmatch(read(filepath.Join(folder, "index.ts")), -1) {
		files = append(files, filepath.Join(folder, m[1]+".ts"))
	}
	return files
}

// commented is the reference from comments that stand above what they are about: those
// of JSDoc, or lines that begin with a mark.
func commented(title, mark string, files []string) template.HTML {
	var d document
	d.tag("h1", "", title)
	for _, path := range files {
		members := membersOf(read(path), mark)
		if len(members) == 0 {
			continue
		}
		file := filepath.Base(path)
		d.tag("h2", file, strings.TrimSuffix(file, filepath.Ext(file)))
		for _, m := range members {
			if of := class.FindStringSubmatch(m.Signature); of != nil {
				d.tag("h3", file+"."+of[1], of[1])
			}
			d.code(m.Signature)
			d.said(m.Doc)
		}
	}
	return d.html()
}

var (
	xmlTag   = regexp.MustCompile(`</?(?:summary|remarks|para|list|item|returns|c)[^>]*>`)
	xmlAbout = regexp.MustCompile(`<(?:param|exception)\s+\w+="([^"]*)"\s*>`)
	xmlNamed = regexp.MustCompile(`<(?:paramref|see|seealso|typeparam)\s+\w+="([^"]*)"\s*/?>`)
	xmlEnd   = regexp.MustCompile(`</\w+>`)
	jsTag    = regexp.MustCompile(`(?m)^@(?:param|throws|returns) (\w+)`)
	jsStar   = regexp.MustCompile(`(?m)^\s*\* ?`)
	class    = regexp.MustCompile(`\b(?:class|interface|enum|struct) (\w+)`)
	hidden   = regexp.MustCompile(`\b(?:private|internal|protected)\b|^#|^import `)
)

// membersOf are the public declarations of a file that have a comment.
func membersOf(text, mark string) (members []noun) {
	var doc []string
	inside, public := false, false // a JSDoc comment; an exported declaration
	for line := range strings.Lines(text) {
		bare := strings.TrimSpace(line)
		switch {
		case mark == "//" && strings.HasPrefix(bare, "/**"):
			doc, inside = []string{strings.TrimPrefix(bare, "/**")}, !strings.HasSuffix(bare, "*/")
		case inside:
			doc, inside = append(doc, bare), !strings.HasSuffix(bare, "*/")
		case mark == "///" && strings.HasPrefix(bare, mark):
			doc = append(doc, strings.TrimPrefix(bare, mark))
		case bare == "" || strings.HasPrefix(bare, "[") || strings.HasPrefix(bare, "//"):
		default:
			if bare == strings.TrimRight(line, "\n") { // at the margin
				public = strings.HasPrefix(bare, "export ")
			}
			shown := !hidden.MatchString(bare) && (mark == "//" && public || mark == "///" && strings.HasPrefix(bare, "public "))
			if len(doc) > 0 && shown && !strings.Contains(strings.Join(doc, " "), "@internal") {
				members = append(members, noun{Signature: declared(bare), Doc: spoken(strings.Join(doc, "\n"))})
			}
			doc = nil
		}
	}
	return members
}

// declared is a declaration without its body.
func declared(line string) string {
	for _, end := range []string{" => ", " {"} {
		if head, _, found := strings.Cut(line, end); found && (end == " {" || !strings.Contains(head, "= ")) {
			line = head
		}
	}
	return strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(line), "export "), ";")
}

// spoken is a comment without its marks.
func spoken(doc string) string {
	doc = jsStar.ReplaceAllString(strings.ReplaceAll(doc, "*/", ""), "")
	doc = jsTag.ReplaceAllString(xmlNamed.ReplaceAllString(xmlAbout.ReplaceAllString(doc, "\n`$1`: "), "$1"), "\n`$1`:")
	doc = xmlEnd.ReplaceAllString(xmlTag.ReplaceAllString(doc, ""), "")
	doc = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&").Replace(doc)
	var lines []string
	for line := range strings.Lines(doc) {
		lines = append(lines, strings.TrimSpace(line))
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
