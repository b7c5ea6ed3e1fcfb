package reports

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"

	"qikit.dev/qikit/internal/tools/generate/schema"
)

//go:embed reports.py.tmpl
var pythonTemplate string

var python = language{
	path:     "bindings/python/qikit/_reports.py",
	template: pythonTemplate,
	name:     func(n names) string { return n.python },
	field: func(key string) string {
		if slices.Contains([]string{"class", "from", "pass"}, key) { // words of Python's own
			return key + "_"
		}
		return key
	},
	doc: func(text string) string {
		return null.ReplaceAllString(strings.ReplaceAll(text, `\`, `\\`), "None")
	},
	// The form's name matters to the wire only; point is what Board.targets was asked for.
	hidden: []string{"schema", "point"},
	scalar: func(s *schema.Schema, _ string) string {
		switch s.Types.Only() {
		case "string":
			return "str"
		case "boolean":
			return "bool"
		case "integer":
			return "int"
		case "number":
			return "float"
		}
		return "Any"
	},
	list:     func(of string) string { return "List[" + of + "]" },
	table:    func(of string) string { return "Dict[str, " + of + "]" },
	nullable: optional,
	left:     optional,
}

var null = regexp.MustCompile(`\bnull\b`)

func optional(name string) string {
	if strings.HasPrefix(name, "Optional[") {
		return name
	}
	return "Optional[" + name + "]"
}
