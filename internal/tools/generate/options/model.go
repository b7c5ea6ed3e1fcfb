package options

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"qikit.dev/qikit/internal/tools/generate/schema"
)

// options is a class with its keys, ready to be written.
type options struct {
	class
	doc   string
	props []*prop
}

// prop is a key. A class of several sources may describe it more than once.
type prop struct {
	key      string
	kind     kind
	required bool
	said     []said
}

// said is what one source says about a key.
type said struct {
	label, text string
	limits      string // "1 to 10"
	fallback    string // the default as JSON, "" for one that says nothing
	words       []string
}

// kind is the type of a value.
type kind struct {
	name    string // string, path, integer, number, boolean, list, map, object
	words   []string
	wide    string // of an integer: "", "int64", "uint64"
	items   *kind  // of a list, of the values of a map
	pair    bool   // a list of exactly two
	numbers bool   // a map's keys are numbers
	orList  bool   // or a list of two of them
	orText  bool   // a list, or a text; an integer, or a text
	null    bool
	class   string // of an object
	fixed   bool   // null and left out differ
}

// build reads the classes.
func build(l *schema.Library) ([]options, error) {
	var all []options
	for _, c := range classes {
		o := options{class: c}
		for _, from := range c.from {
			s, err := l.Find(from.ref, "")
			if err != nil {
				return nil, err
			}
			if o.doc == "" {
				o.doc = aboutClass(s, len(c.from) > 1, c.name)
			}
			for _, p := range s.Properties {
				if c.base != "" && p.Ref != "" {
					continue // the base class has it
				}
				if err := o.add(l, s, from, p); err != nil {
					return nil, fmt.Errorf("%s: %s: %w", from.ref, p.Key, err)
				}
			}
		}
		all = append(all, o)
	}
	return all, nil
}

var nullClause = regexp.MustCompile(`; null for [^.:]*`)

// aboutClass describes a class: by the title of its file, or as the key whose
// object it is.
func aboutClass(s *schema.Schema, several bool, name string) string {
	switch {
	case name == "Rules":
		return "Rules of a game."
	case several:
		return "A score and for how long it must last."
	case s.Title != "":
		return s.Title + "."
	}
	return nullClause.ReplaceAllString(s.Description, "")
}

// add takes a key of a source into the class.
func (o *options) add(l *schema.Library, s *schema.Schema, from source, p schema.Property) error {
	own, err := l.Resolved(p.Schema, s.File)
	if err != nil {
		return err
	}
	if own.Ref == "" {
		own.Ref = from.ref + "/properties/" + p.Key
		if !strings.Contains(from.ref, "#") {
			own.Ref = from.ref + "#/properties/" + p.Key
		}
	}
	k, err := kindOf(l, own)
	if err != nil {
		return err
	}
	text := said{label: from.label, text: own.Description, limits: limits(own, k), fallback: fallback(own), words: k.words}
	for _, have := range o.props {
		if have.key == p.Key {
			if have.kind.name != k.name {
				return fmt.Errorf("is a %s here and a %s elsewhere", k.name, have.kind.name)
			}
			for _, w := range k.words {
				if !slices.Contains(have.kind.words, w) {
					have.kind.words = append(have.kind.words, w)
				}
			}
			have.said = append(have.said, text)
			return nil
		}
	}
	o.props = append(o.props, &prop{p.Key, k, slices.Contains(s.Required, p.Key), []said{text}})
	return nil
}

// kindOf tells the type that a schema stands for.
func kindOf(l *schema.Library, s *schema.Schema) (kind, error) {
	var k kind
	types := s.Types.Rest()
	if k.null = s.Types.Nullable(); k.null {
		k.fixed = string(s.Default) != "null" && s.Default != nil
	}
	if s.OneOf != nil { // a number, or a list of two
		types = schema.Types{s.OneOf[0].Types[0], s.OneOf[1].Types[0]}
		s.Items, s.MinItems, s.MaxItems = s.OneOf[1].Items, s.OneOf[1].MinItems, s.OneOf[1].MaxItems
		s.Minimum, s.Maximum = s.OneOf[0].Minimum, s.OneOf[0].Maximum
	}
	if len(types) == 0 {
		return k, fmt.Errorf("has no type")
	}
	slices.Sort(types)
	switch strings.Join(types, " ") {
	case "string":
		k.name = "string"
		if s.Format == "path" {
			k.name = "path"
		}
		k.words = s.Words()
	case "boolean", "number":
		k.name = types[0]
	case "integer":
		k.name, k.wide = "integer", s.Wide()
	case "array", "array string", "array integer":
		return listKind(l, s, k, types)
	case "integer string":
		k.name, k.orText = "integer", true
	case "object":
		return objectKind(s, k)
	default:
		return k, fmt.Errorf("is %v, which no language has a type for", types)
	}
	return k, nil
}

func listKind(l *schema.Library, s *schema.Schema, k kind, types schema.Types) (kind, error) {
	items, err := l.Resolved(s.Items, s.File)
	if err != nil {
		return k, err
	}
	item, err := kindOf(l, items)
	if err != nil {
		return k, err
	}
	k.pair = s.MinItems == 2 && s.MaxItems == 2
	k.orText = slices.Contains(types, "string")
	if k.name, k.items = "list", &item; slices.Contains(types, "integer") {
		k.name, k.orList = "integer", true
	}
	return k, nil
}

func objectKind(s *schema.Schema, k kind) (kind, error) {
	if k.class = classOf(s.Ref); k.class != "" {
		k.name = "object"
		return k, nil
	}
	values := new(schema.Schema)
	if err := json.Unmarshal(s.Additional, values); err != nil || len(values.Types) != 1 {
		return k, fmt.Errorf("%s is an object of no class in table.go", s.Ref)
	}
	k.name, k.items, k.numbers = "map", &kind{name: values.Types[0]}, s.Keys == "integer"
	return k, nil
}

// limits says the range of a number.
func limits(s *schema.Schema, k kind) string {
	low, high := plain(s.Minimum), plain(s.Maximum)
	if k.name == "number" && high == "1000000000" { // in effect no limit
		high = ""
	}
	switch {
	case k.wide == "uint64":
		return ""
	case low != "" && high != "":
		return low + " to " + high
	case s.Over != "" && high != "":
		return "over " + plain(s.Over) + ", up to " + high
	case s.Over != "":
		return "over " + plain(s.Over)
	case low != "" && low != "0":
		return "at least " + low
	}
	return ""
}

func plain(n json.Number) string { return strings.TrimSuffix(n.String(), ".0") }

// fallback is a default that tells something: neither empty nor null nor an
// object.
func fallback(s *schema.Schema) string {
	text := string(s.Default)
	if text == "" || text == `""` || text == "null" || strings.HasPrefix(text, "{") || text == "[]" {
		return ""
	}
	var short strings.Builder
	if strings.HasPrefix(text, "[") {
		var list []any
		if json.Unmarshal(s.Default, &list) == nil {
			short.WriteString("[")
			for i, v := range list {
				if i > 0 {
					short.WriteString(", ")
				}
				item, _ := json.Marshal(v) // it came from JSON
				short.Write(item)
			}
			return short.String() + "]"
		}
	}
	return text
}
