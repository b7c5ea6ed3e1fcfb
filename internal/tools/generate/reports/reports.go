// Package reports writes the types of what the library reports, for Python, from
// the schemas of include/schema.
package reports

import (
	"bytes"
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"qikit.dev/qikit/internal/tools/generate/schema"
)

// path is where the types go, under the project's root.
const path = "bindings/python/qikit/_reports.py"

// sources are the schemas of reports and the names of the types: of the report
// itself, and of the objects in it by their keys. What is not named stays a dict.
var sources = []struct {
	schema string
	types  map[string]string
}{
	{"board", map[string]string{"": "BoardReport", "outcome": "Outcome"}},
	{"route", map[string]string{"": "Route", "routes": "RouteWay"}},
	{"targets", map[string]string{"": "Targets"}},
	{"search-result", map[string]string{"lines": "Line"}}, // the rest is Result, a dataclass
	{"progress", map[string]string{"": "BookStep"}},
	{"book-entry", map[string]string{"": "Entry", "moves": "EntryMove"}},
	{"record", map[string]string{"": "Record", "eval": "RecordEval", "candidates": "Candidate", "search": "RecordSearch", "search.candidates": "Candidate"}},
	{"book-summary", map[string]string{"": "Summary", "failures": "Failure"}},
	{"book-stats", map[string]string{"": "Statistics", "failures": "Failure", "scores": "Bin", "lengths": "Bin", "depths": "Bin", "counts": "Bin"}},
	{"export", map[string]string{"": "Exported"}},
	{"book-import", map[string]string{"": "Imported"}},
	{"book-prune", map[string]string{"": "Pruned"}},
	{"review", map[string]string{"": "ReviewReport", "game": "ReviewedGame", "search": "ReviewSearch", "moves": "ReviewedMove",
		"moves.recommended": "ReviewCandidate", "bad_moves": "BadMove", "bad_moves.candidates": "ReviewCandidate",
		"bad_moves.line": "DemonstrationMove", "classes": "Classes", "graph": "GraphPoint", "exercises": "Exercise"}},
	{"review-progress", map[string]string{"": "ReviewStep"}},
	{"selfplay", map[string]string{"": "SelfPlayed"}},
	{"match", map[string]string{"": "MatchReport"}},
	{"rollout-weights", map[string]string{"": "RolloutReport", "trained": "Prediction", "before": "Prediction"}},
	{"tables", map[string]string{"": "TablesReport"}},
	{"terminal", map[string]string{"": "TerminalReport"}},
	{"gateway", map[string]string{"": "GatewayState"}},
	{"runtime", map[string]string{"": "RuntimeStats"}},
}

//go:embed reports.py.tmpl
var source string

// class is a type to write.
type class struct {
	Name, Doc string
	Fields    []field
	Parts     []field // the fields that are types themselves, or lists of them
}

// field is a key of a report, with its type; a part's type is its class.
type field struct{ Name, Type, Doc string }

// Files are the files that this generator writes, by their paths under root.
func Files(root string) (map[string][]byte, error) {
	var all []class
	known := map[string]bool{}
	for _, s := range sources {
		report, err := schema.Read(root, s.schema)
		if err != nil {
			return nil, err
		}
		b := builder{types: s.types, used: map[string]bool{}}
		b.add(report, "")
		for key := range s.types {
			if !b.used[key] {
				return nil, fmt.Errorf("%s.json has no object %q", s.schema, key)
			}
		}
		for _, c := range b.classes {
			if len(c.Doc) < 2 {
				return nil, fmt.Errorf("%s.json does not describe %s", s.schema, c.Name)
			}
			if !known[c.Name] {
				all = append(all, c)
			}
			known[c.Name] = true
		}
	}
	var text bytes.Buffer
	if err := template.Must(template.New("").Parse(source)).Execute(&text, all); err != nil {
		return nil, err
	}
	return map[string][]byte{path: text.Bytes()}, nil
}

// builder makes the classes of one schema, those within a class before it.
type builder struct {
	types   map[string]string
	used    map[string]bool
	classes []class
}

func (b *builder) add(s *schema.Schema, at string) {
	b.used[at] = true
	c := class{Name: b.types[at], Doc: sentence(s.Description)}
	if at == "" {
		c.Doc = sentence(s.Title + ".")
	}
	for _, p := range s.Properties {
		if slices.Contains(hidden, p.Key) {
			continue
		}
		key := strings.TrimPrefix(at+"."+p.Key, ".")
		f := field{Name: p.Key, Type: b.typeOf(p.Schema, key), Doc: sentence(p.Description)}
		if !slices.Contains(s.Required, p.Key) && !p.Types.Nullable() {
			f.Type = "Optional[" + f.Type + "]"
		}
		if name, ok := b.types[key]; ok {
			c.Parts = append(c.Parts, field{Name: p.Key, Type: name})
		}
		if slices.Contains(words, p.Key) {
			f.Name += "_"
		}
		c.Fields = append(c.Fields, f)
	}
	if c.Name != "" {
		b.classes = append(b.classes, c)
	}
}

// typeOf is the Python type of a value, whose class it adds if it has one.
func (b *builder) typeOf(s *schema.Schema, key string) string {
	name := b.plain(s, key)
	if s.Types.Nullable() {
		return "Optional[" + name + "]"
	}
	return name
}

func (b *builder) plain(s *schema.Schema, key string) string {
	switch s.Types.Only() {
	case "string":
		return "str"
	case "boolean":
		return "bool"
	case "integer":
		return "int"
	case "number":
		return "float"
	case "array":
		if s.Items == nil {
			return "List[Any]"
		}
		return "List[" + b.typeOf(s.Items, key) + "]"
	case "object":
		if name, ok := b.types[key]; ok {
			b.add(s, key)
			return name
		}
		return "Dict[str, Any]"
	}
	return "Any"
}

// hidden are keys that Python's reports leave out: the form's name, which matters
// to the wire only, and the point that Board.targets was asked for.
var hidden = []string{"schema", "point"}

// words are keys that are words of Python's own.
var words = []string{"class", "from", "pass"}

var null = regexp.MustCompile(`\bnull\b`)

// sentence is a description as a docstring: in one line, a backslash doubled, in
// Python's words.
func sentence(text string) string {
	text = strings.ReplaceAll(strings.Join(strings.Fields(text), " "), `\`, `\\`)
	return null.ReplaceAllString(text, "None")
}
