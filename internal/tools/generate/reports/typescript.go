package reports

import (
	_ "embed"
	"encoding/json"
	"strings"

	"qikit.dev/qikit/internal/tools/generate/schema"
)

//go:embed reports.ts.tmpl
var typescriptTemplate string

var typescript = language{
	path:     "bindings/node/src/reports.ts",
	template: typescriptTemplate,
	name:     func(n names) string { return n.typescript },
	field:    camel,
	doc:      func(text string) string { return strings.ReplaceAll(text, "*/", "* /") },
	scalar: func(s *schema.Schema, key string) string {
		if values := union(s.Enum); values != "" {
			return values
		}
		switch s.Types.Only() {
		case "boolean":
			return "boolean"
		case "integer":
			if key == "seed" { // 64 bits, which a number does not hold
				return "number | bigint"
			}
			return "number"
		case "number":
			return "number"
		case "object":
			return "Record<string, unknown>"
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
func union(values []any) string {
	var texts []string
	for _, v := range values {
		if text, ok := v.(string); ok {
			quoted, _ := json.Marshal(text) // a string always has a form in JSON
			texts = append(texts, string(quoted))
		}
	}
	return strings.Join(texts, " | ")
}

// camel is a key as programs in JavaScript write it: win_rate is winRate.
func camel(key string) string {
	words := strings.Split(key, "_")
	for i, w := range words[1:] {
		words[i+1] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, "")
}
