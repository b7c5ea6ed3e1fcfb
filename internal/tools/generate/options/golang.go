package options

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"qikit.dev/qikit/internal/tools/generate/schema"
	"qikit.dev/qikit/internal/tools/generate/words"
)

// structs are the option structs of Go, whose fields' comments come from the
// schemas. The structs themselves are written by hand. The part of a comment after
// its first empty line is written by hand, too, and kept: what concerns only Go, or
// where an idea is from.
var structs = []struct{ file, name, ref string }{
	{"lib/engine/options.go", "Options", "engine-options.json"},
	{"lib/engine/tables.go", "TableOptions", "table-options.json"},
	{"lib/book/generate/options.go", "Options", "book-options.json"},
	{"lib/book/generate/options.go", "Depth", "book-options.json#/properties/depth"},
	{"lib/book/generate/options.go", "Breadth", "book-options.json#/properties/breadth"},
	{"lib/book/generate/options.go", "Balance", "book-options.json#/properties/balance"},
	{"lib/book/generate/options.go", "Rank", "book-options.json#/properties/balance/properties/rank"},
	{"lib/book/generate/options.go", "Stop", "book-options.json#/properties/stop"},
	{"lib/book/generate/options.go", "StopWin", "book-options.json#/properties/stop/properties/win"},
	{"lib/book/generate/options.go", "StopDraw", "book-options.json#/properties/stop/properties/draw"},
	{"lib/book/generate/options.go", "Reevaluate", "book-options.json#/properties/reevaluate"},
	{"lib/book/prune.go", "PruneOptions", "prune-options.json"},
	{"lib/review/options.go", "Options", "review-options.json"},
	{"lib/review/picture.go", "SVGOptions", "review-svg-options.json"},
	{"lib/xiangqi/options.go", "Options", "xiangqi-rules.json"},
	{"lib/surakarta/options.go", "Options", "surakarta-rules.json"},
	{"lib/capturego/options.go", "Options", "capturego-rules.json"},
	{"lib/weiqi/options.go", "Options", "go-rules.json"},
	{"lib/selfplay/options.go", "Options", "selfplay-options.json"},
	{"lib/selfplay/starts.go", "Starts", "selfplay-options.json#/properties/starts"},
	{"lib/selfplay/match.go", "MatchOptions", "match-options.json"},
	{"lib/selfplay/rollout.go", "RolloutOptions", "rollout-options.json"},
	{"lib/gateway/options.go", "Options", "gateway-options.json"},
	{"lib/gateway/options.go", "Limits", "gateway-options.json#/properties/limits"},
	{"lib/compute/work.go", "WorkOptions", "terminal-options.json"},
	{"lib/compute/terminal.go", "TerminalOptions", "terminal-options.json"},
	{"lib/sgcp/client/options.go", "Options", "sgcp-client-options.json"},
	{"lib/sgcp/remote/options.go", "Options", "sgcp-client-options.json"},
}

// GoFiles returns the Go files with option structs by their paths; only the
// comments of those structs' fields are changed.
func GoFiles(root string) (map[string][]byte, error) {
	l := schema.Of(root)
	files := map[string][]byte{}
	for _, s := range structs {
		text := files[s.file]
		if text == nil {
			var err error
			if text, err = os.ReadFile(filepath.Join(root, filepath.FromSlash(s.file))); err != nil {
				return nil, err
			}
		}
		from, err := l.Find(s.ref, "")
		if err == nil {
			files[s.file], err = commented(l, text, s.name, from)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", s.file, s.name, err)
		}
	}
	return files, nil
}

// edit replaces a part of a text.
type edit struct {
	start, end int
	with       string
}

// commented writes the comments of a struct's fields anew.
func commented(l *schema.Library, text []byte, name string, from *schema.Schema) ([]byte, error) {
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, "", text, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	fields := fieldsOf(tree, name)
	if fields == nil {
		return nil, fmt.Errorf("there is no such struct")
	}
	names := map[string]string{} // of fields, by key
	for _, f := range fields {
		names[keyOf(f)] = f.Names[0].Name
	}
	g := language{word: map[string]string{"null": "nil"}, words: true, key: func(key string) string {
		if own := names[key]; own != "" {
			return own
		}
		return words.Pascal(key)
	}}
	var edits []edit
	for _, f := range fields {
		s := from.Properties.Get(keyOf(f))
		if s == nil {
			return nil, fmt.Errorf("%s has the key %q, which the schema lacks", f.Names[0].Name, keyOf(f))
		}
		own, err := l.Resolved(s, from.File)
		if err != nil {
			return nil, err
		}
		doc := comment(g, own, f)
		start := files.Position(f.Pos()).Offset
		if f.Doc != nil {
			start = files.Position(f.Doc.Pos()).Offset
		}
		if f.Comment != nil {
			edits = append(edits, edit{files.Position(f.Tag.End()).Offset, files.Position(f.Comment.End()).Offset, ""})
		}
		edits = append(edits, edit{start, files.Position(f.Pos()).Offset, doc + "\n\t"})
	}
	slices.SortFunc(edits, func(a, b edit) int { return b.start - a.start })
	for _, e := range edits {
		text = slices.Concat(text[:e.start], []byte(e.with), text[e.end:])
	}
	return format.Source(text)
}

// fieldsOf lists the fields of a struct that have a key.
func fieldsOf(tree *ast.File, name string) (fields []*ast.Field) {
	ast.Inspect(tree, func(n ast.Node) bool {
		spec, ok := n.(*ast.TypeSpec)
		if !ok || spec.Name.Name != name {
			return true
		}
		if s, ok := spec.Type.(*ast.StructType); ok {
			for _, f := range s.Fields.List {
				if keyOf(f) != "" {
					fields = append(fields, f)
				}
			}
		}
		return false
	})
	return fields
}

// keyOf is the JSON key of a field, "" for one that has none.
func keyOf(f *ast.Field) string {
	if f.Tag == nil || len(f.Names) != 1 {
		return ""
	}
	tag, err := strconv.Unquote(f.Tag.Value)
	if err != nil {
		return ""
	}
	key, _, _ := strings.Cut(reflect.StructTag(tag).Get("json"), ",")
	return strings.TrimPrefix(key, "-") // a field for Go alone has no key
}

// comment is what stands above a field: the schema's words, then what was
// written there by hand.
func comment(g language, s *schema.Schema, f *ast.Field) string {
	text := said{text: s.Description, fallback: fallback(s), limits: limits(s, kind{name: strings.Join(s.Types, " "), wide: s.Wide()}), words: s.Words()}
	if len(s.OneOf) > 0 {
		text.limits = limits(s.OneOf[0], kind{})
	}
	if t, ok := f.Type.(*ast.Ident); ok && types.Universe.Lookup(t.Name) != nil { // no nil
		text.text = nullClause.ReplaceAllString(text.text, "")
	}
	doc := g.said(text.text)
	if isDuration(f) { // seconds in JSON only
		doc = strings.Replace(doc, "Seconds", "Time", 1)
		if text.limits != "" {
			text.limits += " s"
		}
		if text.fallback != "" {
			text.fallback += " s"
		}
	}
	if more := g.limits(text); more != "" {
		doc += " " + more
	}
	lines := words.Wrapped(88, "// ", doc)
	if f.Doc != nil {
		for i, c := range f.Doc.List {
			if c.Text == "//" {
				for _, kept := range f.Doc.List[i:] {
					lines += "\n" + kept.Text
				}
				break
			}
		}
	}
	return string(bytes.ReplaceAll([]byte(lines), []byte("\n"), []byte("\n\t")))
}

func isDuration(f *ast.Field) bool {
	t, ok := f.Type.(*ast.SelectorExpr)
	return ok && t.Sel.Name == "Duration"
}
