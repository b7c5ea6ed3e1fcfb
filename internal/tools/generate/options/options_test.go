package options

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/tools/generate/schema"
)

const small = `{
  "title": "Options of a test",
  "type": "object",
  "properties": {
    "game": {"description": "Name of the game.", "type": "string"},
    "table_mb": {"description": "Megabytes, see ` + "`max_loss`" + `; null for none.", "type": ["integer", "null"], "minimum": 1, "maximum": 9, "default": 4},
    "max_loss": {"description": "Loss.", "type": "number", "exclusiveMinimum": 0, "default": 0.5},
    "kind": {"description": "What plays.", "type": "string", "enum": ["", "a", "b"], "default": "a"},
    "seed": {"description": "Seed.", "type": "integer", "maximum": 18446744073709551615, "default": 0},
    "target": {"description": "Stones.", "oneOf": [{"type": "integer", "minimum": 1}, {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}]},
    "pass": {"description": "Weights.", "type": "object", "additionalProperties": {"type": "number"}, "x-keys": "integer"}
  },
  "required": ["game"]
}`

// built reads one class from the text of a schema.
func built(t *testing.T, text string) ([]options, error) {
	t.Helper()
	real := classes
	defer func() { classes = real }()
	classes = []class{{name: "X", from: one("x.json")}}
	return build(library(t, text))
}

func TestWrite_eachLanguage(t *testing.T) {
	all, err := built(t, small)
	if err != nil {
		t.Fatal(err)
	}
	for language, row := range map[string]struct {
		text string
		want []string
	}{
		"Python": {writePython(all), []string{
			"class _XNeeded(_XWords):\n    game: str\n",
			"    table_mb: Optional[int]\n    \"\"\"Megabytes, see ``max_loss``; None for none. 1 to 9; default 4.\"\"\"\n",
			"    max_loss: Optional[float]\n    \"\"\"Loss. Over 0; default 0.5.\"\"\"\n",
			"    kind: Optional[Literal[\"a\", \"b\"]]\n    \"\"\"What plays. Default \"a\".\"\"\"\n",
			"    target: Optional[Union[int, Sequence[int]]]\n", "    pass_: Optional[Union[Mapping[int, float], Mapping[str, float]]]\n",
			"_XWords = TypedDict(\"_XWords\", {\"pass\": Optional[Union[Mapping[int, float], Mapping[str, float]]]}, total=False)\n", "class _XNeeded(_XWords):\n", "__all__ = [\n    \"X\",\n",
		}},
		"Python's keywords": {writeKeywords(all), []string{`    "X": (1, ["game", "table_mb", "max_loss", "kind", "seed", "target", "pass_"]),` + "\n"}},
		"TypeScript": {writeTypeScript(all), []string{
			"  game: string;\n", "  /** Megabytes, see `maxLoss`; null for none. 1 to 9; default 4. */\n  tableMb?: number | null;\n",
			"  kind?: \"a\" | \"b\";\n", "  seed?: number | bigint;\n", "  target?: number | [number, number];\n", "  pass?: Record<number, number>;\n",
		}},
		"C#": {writeCSharp(all), []string{
			"public string Game { get; set; }", "<summary>Megabytes, see MaxLoss; More[\"table_mb\"] = null for none. 1 to 9; default 4.</summary>",
			"<summary>What plays. \"a\" (default) or \"b\".</summary>", "public ulong? Seed { get; set; }", "to.AddOneOrMore(\"target\", Target);", "to.AddNumbered(\"pass\", Pass);",
		}},
	} {
		for _, want := range row.want {
			if !strings.Contains(row.text, want) {
				t.Errorf("%s has no %q:\n%s", language, want, row.text)
			}
		}
	}
}

func TestBuild_refuses(t *testing.T) {
	for _, row := range []struct{ name, old, with, says string }{
		{"a type of no language", `"type": "number"`, `"type": ["number", "boolean"]`, "max_loss: is [boolean number]"},
		{"no type", `"type": "number", `, "", "max_loss: has no type"},
		{"an object of no class", `"additionalProperties": {"type": "number"}, "x-keys": "integer"`, `"properties": {}`, "an object of no class"},
	} {
		text := strings.Replace(small, row.old, row.with, 1)
		if text == small {
			t.Fatalf("%s: nothing was changed", row.name)
		}
		if _, err := built(t, text); err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s: %v, want an error with %q", row.name, err, row.says)
		}
	}
}

// Every schema of options or rules has a class in table.go.
func TestClasses_areAllSchemas(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "..", "include", "schema")
	for _, pattern := range []string{"*-options.json", "*-rules.json"} {
		files, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil || len(files) < 4 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, file := range files {
			name := filepath.Base(file)
			if !slices.ContainsFunc(classes, func(c class) bool {
				return slices.ContainsFunc(c.from, func(s source) bool { return s.ref == name })
			}) {
				t.Errorf("%s has no class in table.go", name)
			}
		}
	}
}

// library is one of a schema, x.json.
func library(t *testing.T, text string) *schema.Library {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "x.json"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return schema.In(dir)
}

const inGo = `{
  "x-go": {"struct": "lib/p.X", "doc": "X is a struct.", "fields": [{"type": "Part"}, {"name": "Dial", "type": "func(ctx context.Context) (net.Conn, error)", "doc": "Dial is for Go."}]},
  "properties": {
    "table_mb": {"description": "Megabytes, see ` + "`max_loss`" + `; null for none.", "x-go": {"name": "TableMB", "doc": "By hand."}, "type": ["integer", "null"], "minimum": 1, "maximum": 9, "default": 4},
    "max_loss": {"description": "Seconds; null for none.", "x-go": {"type": "time.Duration", "tags": {"json": "max_loss,omitempty"}}, "type": "number", "exclusiveMinimum": 0, "default": 0.5},
    "kind": {"description": "What plays.", "type": "string", "enum": ["", "a", "b"], "default": "a"},
    "size": {"description": "Size.", "type": "integer", "minimum": 0, "maximum": 99, "anyOf": [{"const": 0}, {"minimum": 64}], "default": 0},
    "pair": {"description": "Both.", "x-go": {"tags": {"range": "", "expected": "two"}}, "type": "array", "items": {"type": "integer", "minimum": 1}, "minItems": 2, "maxItems": 2, "default": [1, 2]},
    "seed": {"description": "Seed.", "x-go": {"default": ""}, "type": "integer", "minimum": 0, "format": "uint64", "default": 7},
    "on": {"description": "Part that is on; null for off.", "x-go": {"struct": "lib/p.On", "doc": "On is a part."}, "type": ["object", "null"], "properties": {"n": {"description": "N.", "type": "boolean", "default": true}}, "default": {"n": true}},
    "cores": {"$ref": "#/$defs/part/properties/cores"}
  },
  "$defs": {"part": {"x-go": {"struct": "lib/p.Part", "doc": "Part is embedded."}, "properties": {"cores": {"description": "Cores.", "type": "integer", "minimum": 1}}}}
}`

func TestGoFiles(t *testing.T) {
	const want = `// Code generated by internal/tools/generate from include/schema; DO NOT EDIT.

package p

import (
	"context"
	"net"
	"time"
)

// X is a struct.
type X struct {
	// Megabytes, see MaxLoss; nil for none. 1 to 9; default 4.
	//
	// By hand.
	TableMB *int ` + "`json:\"table_mb\" range:\"1..9\"`" + `
	// Time; nil for none. Over 0 s; default 0.5 s.
	MaxLoss time.Duration ` + "`json:\"max_loss,omitempty\" range:\">0\"`" + `
	// What plays. "a" (default) or "b".
	Kind string ` + "`json:\"kind\" words:\"- a b\"`" + `
	// Size. 0 to 99; default 0.
	Size int ` + "`json:\"size\" range:\"0|64..99\"`" + `
	// Both. Default [1, 2].
	Pair [2]int ` + "`json:\"pair\" expected:\"two\"`" + `
	// Seed. Default 7.
	Seed uint64 ` + "`json:\"seed\"`" + `
	// Part that is on; nil for off.
	On *On ` + "`json:\"on\"`" + `
	Part
	// Dial is for Go.
	Dial func(ctx context.Context) (net.Conn, error) ` + "`json:\"-\"`" + `
}

// setDefaults sets those that are the same everywhere.
func (o *X) setDefaults() {
	*o = X{
		TableMB: new(4),
		MaxLoss: 500 * time.Millisecond,
		Kind:    "a",
		Pair:    [2]int{1, 2},
	}
	o.On = new(On)
	o.On.SetDefaults()
}

// On is a part.
type On struct {
	// N. Default true.
	N bool ` + "`json:\"n\"`" + `
}

// SetDefaults sets them, for a part that is turned on.
func (o *On) SetDefaults() {
	*o = On{
		N: true,
	}
}

// Part is embedded.
type Part struct {
	// Cores. At least 1.
	Cores int ` + "`json:\"cores\" range:\"1..\"`" + `
}
`
	files, err := goFiles(library(t, inGo))
	if got := string(files["lib/p/options_gen.go"]); err != nil || got != want {
		t.Errorf("goFiles gave %v\n%s\nwant\n%s", err, got, want)
	}
}

func TestGoFiles_refuses(t *testing.T) {
	for _, row := range []struct{ name, old, with, says string }{
		{"no folder", "lib/p.X", "X", `struct is "X", expected a folder, a point and a name`},
		{"no type", `"type": "boolean"`, `"type": ["boolean", "string"]`, "needs a type in x-go"},
		{"an object of no type", `"type": "boolean"`, `"type": "object"`, "n: an object without x-go"},
		{"an unknown package", "net.Conn", "tls.Conn", "lib/p: the package tls is not"},
		{"a reference to nothing", "#/$defs/part/properties/cores", "#/$defs/path/properties/cores", "no #/$defs/path"},
	} {
		text := strings.Replace(inGo, row.old, row.with, 1)
		if text == inGo {
			t.Fatalf("%s: nothing was changed", row.name)
		}
		if _, err := goFiles(library(t, text)); err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s: %v, want an error with %q", row.name, err, row.says)
		}
	}
}
