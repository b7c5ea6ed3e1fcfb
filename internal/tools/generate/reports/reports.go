// Package reports writes the types of what the library reports, for Python,
// TypeScript and C#, from the schemas of include/schema. A keyword is our own: "x-when"
// names a key beside it, without whose truth a value says nothing; Python then has None.
package reports

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"text/template"

	"qikit.dev/qikit/internal/tools/generate/schema"
	"qikit.dev/qikit/internal/tools/generate/words"
)

// class is a type to write.
type class struct {
	Name, Doc string
	Fields    []field
	Parts     []part
	Whens     []when
}

// when is a key whose value says something only while another key is true.
type when struct{ Key, Other string }

// field is a key of a report. Left says that it may be left out.
type field struct {
	Key, Name, Type, Doc string
	Left                 bool
}

// part is a key whose value is a class or a list of them; "targets.*" stands for
// the values of targets.
type part struct{ Key, Class string }

// language says how one language writes types.
type language struct {
	path, template string
	name           func(names) string
	field          func(key string) string // a key as a field is called
	doc            func(text string) string
	words          bool     // whether the text lists the words that a key takes, because the type does not
	hidden         []string // keys that the binding leaves out
	scalar         func(s *schema.Schema, key string) string
	list, table    func(of string) string
	nullable, left func(name string) string // a type that may be null; one that may be left out
	silent         func(name string) string // one that says nothing at times; nil for as it is
}

// functions are those of templates; they serve C#.
var functions = template.FuncMap{
	"read":    read,
	"summary": words.Summary,
	"struct":  func(c class) bool { return slices.Contains(structs, c.Name) },
}

// Files are the files that this generator writes, by their paths under root.
func Files(root string) (map[string][]byte, error) {
	files := map[string][]byte{}
	for _, l := range []language{python, typescript, csharp} {
		classes, err := l.classes(root)
		if err != nil {
			return nil, err
		}
		var text bytes.Buffer
		if err := template.Must(template.New("").Funcs(functions).Parse(l.template)).Execute(&text, classes); err != nil {
			return nil, err
		}
		files[l.path] = text.Bytes()
	}
	return files, nil
}

// classes are the types of every report. A class that several reports have is written once.
func (l language) classes(root string) (all []class, err error) {
	schemas, known := schema.Of(root), map[string]bool{}
	for _, source := range sources {
		report, err := schemas.Find(source.schema+".json", "")
		if err != nil {
			return nil, err
		}
		b := builder{language: l, types: source.types, used: map[string]bool{}, schemas: schemas, file: source.schema + ".json"}
		if b.add(report, ""); b.err != nil {
			return nil, b.err
		}
		for key := range source.types {
			if !b.used[key] {
				return nil, fmt.Errorf("%s.json has no object %q", source.schema, key)
			}
		}
		for _, c := range b.classes {
			if c.Doc == "" {
				return nil, fmt.Errorf("%s.json does not describe %s", source.schema, c.Name)
			}
			if !known[c.Name] {
				all = append(all, c)
			}
			known[c.Name] = true
		}
	}
	return all, nil
}

// builder makes the classes of one schema; a class follows those that it contains.
type builder struct {
	language
	types   map[string]names
	used    map[string]bool
	classes []class

	schemas *schema.Library
	file    string // of the schema
	err     error  // of a reference that leads nowhere
}

func (b *builder) add(s *schema.Schema, at string) {
	b.used[at] = true
	c := class{Name: b.name(b.types[at]), Doc: b.sentence(s.Description)}
	if at == "" {
		c.Doc = b.sentence(s.Title + ".")
	}
	for _, p := range s.Properties {
		if slices.Contains(b.hidden, p.Key) {
			continue
		}
		key := strings.TrimPrefix(at+"."+p.Key, ".")
		f := field{Key: p.Key, Name: b.field(p.Key), Type: b.typeOf(p.Schema, key), Doc: b.sentence(p.Description)}
		if choice := words.Choice(p.Words(), ""); b.words && choice != "" {
			f.Doc += " " + choice + "."
		}
		if f.Left = !slices.Contains(s.Required, p.Key); f.Left {
			f.Type = b.left(f.Type)
		}
		if b.silent != nil && p.When != "" {
			f.Type = b.silent(f.Type)
			f.Doc += " None unless " + p.When + "."
			c.Whens = append(c.Whens, when{p.Key, p.When})
		}
		for _, end := range []string{"", ".*"} {
			if name := b.name(b.types[key+end]); name != "" {
				c.Parts = append(c.Parts, part{p.Key + end, name})
			}
		}
		c.Fields = append(c.Fields, f)
	}
	if c.Name != "" {
		b.classes = append(b.classes, c)
	}
}

// typeOf is the type of a value, whose class it adds if it has one.
func (b *builder) typeOf(s *schema.Schema, key string) string {
	s, err := b.schemas.Resolved(s, b.file)
	if err != nil {
		b.err = err
		return ""
	}
	name := b.plain(s, key)
	if s.Types.Nullable() {
		return b.nullable(name)
	}
	return name
}

func (b *builder) plain(s *schema.Schema, key string) string {
	switch s.Types.Only() {
	case "array":
		return b.list(b.typeOf(s.Items, key))
	case "object":
		if _, ok := b.types[key]; ok {
			b.add(s, key)
			if name := b.name(b.types[key]); name != "" {
				return name
			}
		}
		if behind := (schema.Schema{}); json.Unmarshal(s.Additional, &behind) == nil {
			return b.table(b.typeOf(&behind, key+".*"))
		}
	}
	if named, ok := b.types[key]; ok {
		if b.used[key] = true; b.name(named) != "" {
			return b.name(named)
		}
	}
	return b.scalar(s, key)
}

// sentence is a description in one line.
func (l language) sentence(text string) string {
	if text == "" {
		return ""
	}
	return l.doc(strings.TrimSuffix(strings.Join(strings.Fields(text), " "), ".") + ".")
}
