package reports

import (
	_ "embed"
	"encoding/json"
	"strings"

	"qikit.dev/qikit/internal/tools/generate/schema"
	"qikit.dev/qikit/internal/tools/generate/words"
)

//go:embed reports.ts.tmpl
var typescriptTemplate string

var typescript = language{
	path:     "bindings/node/src/reports.ts",
	template: typescriptTemplate,
	name:     func(n names) string { return n.typescript },
	field:    words.Camel,
	doc:      func(text string) string { return strings.ReplaceAll(text, "*/", "* /") },
	scalar: func(s *schema.Schema, key string) string {
		if values := union(s.Texts()); values != "" {
			return values
		}
		if s.Wide() == "uint64" { // a number does not hold 64 bits
			return "number | bigint"
		}
		if s.Types.Only() == "object" {
			return "Record<string, unknown>"
		}
		if name := words.TypeScript[s.Types.Only()]; name != "" {
			return name
		}
		return "string"
	},
	list: func(of string) string {
		if strings.Contains(of, " | ") {
			return "(" + of + ")[]"
		}
		return of + "[]"
	},
	table:    func(of string) string { return "Record<string, " + of + ">" },
	nullable: func(name string) string { return name + " | null" },
	left:     func(name string) string { return name }, // the field has a question mark
}

// union is the type of the texts that a value may be; empty where any may.
func union(values []string) string {
	var texts []string
	for _, v := range values {
		quoted, _ := json.Marshal(v) // a string always has a form in JSON
		texts = append(texts, string(quoted))
	}
	return strings.Join(texts, " | ")
}
