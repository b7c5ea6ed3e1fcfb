package reports

import (
	_ "embed"
	"regexp"
	"strings"

	"qikit.dev/qikit/internal/tools/generate/schema"
	"qikit.dev/qikit/internal/tools/generate/words"
)

//go:embed reports.py.tmpl
var pythonTemplate string

var python = language{
	path:     "bindings/python/qikit/_reports.py",
	template: pythonTemplate,
	name:     func(n names) string { return n.python },
	field:    words.PythonKey,
	doc: func(text string) string {
		return null.ReplaceAllString(strings.ReplaceAll(text, `\`, `\\`), "None")
	},
	// The form's name matters to the wire only; point is what Board.targets was asked for.
	hidden: []string{"schema", "point"},
	scalar: func(s *schema.Schema, _ string) string {
		if texts := s.Texts(); len(texts) > 0 {
			return `Literal["` + strings.Join(texts, `", "`) + `"]`
		}
		if name := words.Python[s.Types.Only()]; name != "" {
			return name
		}
		return "Any"
	},
	list:     func(of string) string { return "List[" + of + "]" },
	table:    func(of string) string { return "Dict[str, " + of + "]" },
	nullable: optional,
	left:     optional,
	silent:   optional,
}

var null = regexp.MustCompile(`\bnull\b`)

func optional(name string) string {
	if strings.HasPrefix(name, "Optional[") {
		return name
	}
	return "Optional[" + name + "]"
}
