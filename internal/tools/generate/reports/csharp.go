package reports

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"qikit.dev/qikit/internal/tools/generate/schema"
	"qikit.dev/qikit/internal/tools/generate/words"
)

//go:embed Reports.cs.tmpl
var csharpTemplate string

var csharp = language{
	path:     "bindings/unity/Runtime/Reports.cs",
	template: csharpTemplate,
	name:     func(n names) string { return n.csharp },
	field: func(key string) string {
		if key == "terminal" { // TerminalState.Name
			return "Name"
		}
		return words.Pascal(key)
	},
	doc:    strings.NewReplacer("Seconds taken", "Time taken").Replace, // it is a TimeSpan
	words:  true,
	hidden: []string{"schema"},
	scalar: func(s *schema.Schema, key string) string {
		key = key[strings.LastIndex(key, ".")+1:]
		switch name := s.Types.Only(); {
		case key == "time":
			return "TimeSpan"
		case words.CSharp[name] == "":
			return "Json"
		case name != "integer":
			return words.CSharp[name]
		case s.Wide() != "":
			return words.CSharp[s.Wide()]
		case slices.Contains(small, key):
			return "int"
		}
		return "long"
	},
	list: func(of string) string {
		switch {
		case csharpReaders[of+"[]"] != "", slices.Contains(structs, of):
			return of + "[]"
		case of == "" || of == "Json" || words.Upper(of) != of || strings.ContainsAny(of, "<["):
			return "Json" // no class
		}
		return "IList<" + of + ">"
	},
	table:    func(of string) string { return "Dictionary<string, " + of + ">" },
	nullable: maybe,
	left:     maybe,
}

// small are the whole numbers that an int holds; all others are counts.
var small = []string{"number", "ply", "plies", "half_moves", "depth", "score", "eval", "loops", "port", "connections", "sessions", "waiting", "playing"}

// structs are the classes that are values in C#.
var structs = []string{"GatewayState", "TerminalState", "SgcpEvent", "SgcpAnswer", "SgcpLine", "SgcpState"}

// csharpReaders are the properties of Json that read a type.
var csharpReaders = map[string]string{
	"string": "Text", "string[]": "Texts", "bool": "Bool", "bool?": "BoolOrNull", "double": "Double", "double?": "DoubleOrNull", "double[]": "Doubles", "int": "Int", "int?": "IntOrNull", "int[]": "Ints",
	"long": "Long", "long?": "LongOrNull", "long[]": "Longs", "ulong": "ULong", "Dictionary<string, long>": "Counts", "Dictionary<string, string>": "TextMap",
}

// maybe is a type that has null.
func maybe(name string) string {
	if csharpReaders[name+"?"] != "" {
		return name + "?"
	}
	return name
}

// read is the expression that reads a field out of its report.
func read(f field) string {
	from := fmt.Sprintf("report[%q]", f.Key)
	if reader := csharpReaders[f.Type]; reader != "" {
		return from + "." + reader
	}
	class, list := strings.CutPrefix(strings.TrimSuffix(f.Type, ">"), "IList<")
	class, array := strings.CutSuffix(class, "[]")
	if list || array {
		return from + ".Each(" + class + ".From)"
	}
	switch f.Type {
	case "Json":
		return from
	case "TimeSpan":
		return "TimeSpan.FromSeconds(" + from + ".Double)"
	}
	return from + ".As(" + f.Type + ".From)"
}
