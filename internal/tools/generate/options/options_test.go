package options

import (
	"encoding/json"
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
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "x.json"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	real := classes
	defer func() { classes = real }()
	classes = []class{{name: "X", from: one("x.json")}}
	return build(schema.In(dir))
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
			"class _XNeeded(TypedDict):\n    game: str\n",
			"    table_mb: Optional[int]\n    \"\"\"Megabytes, see ``max_loss``; None for none. 1 to 9; default 4.\"\"\"\n",
			"    max_loss: float\n    \"\"\"Loss. Over 0; default 0.5.\"\"\"\n",
			"    kind: Literal[\"a\", \"b\"]\n    \"\"\"What plays. Default \"a\".\"\"\"\n",
			"    target: Union[int, Sequence[int]]\n", "    pass_: Mapping[int, float]\n",
		}},
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

func TestCommented_keepsWhatIsByHand(t *testing.T) {
	all := schema.In(t.TempDir())
	s := new(schema.Schema)
	if err := json.Unmarshal([]byte(small), s); err != nil {
		t.Fatal(err)
	}
	const before = `package p

// X is a struct.
type X struct {
	// Old words.
	//
	// By hand.
	TableMB *int ` + "`json:\"table_mb\"`" + ` // old
	Pass, Other string
	MaxLoss time.Duration ` + "`json:\"max_loss,omitempty\"`" + `
}
`
	const want = `package p

// X is a struct.
type X struct {
	// Megabytes, see MaxLoss; nil for none. 1 to 9; default 4.
	//
	// By hand.
	TableMB     *int ` + "`json:\"table_mb\"`" + `
	Pass, Other string
	// Loss. Over 0 s; default 0.5 s.
	MaxLoss time.Duration ` + "`json:\"max_loss,omitempty\"`" + `
}
`
	for _, text := range []string{before, want} {
		if got, err := commented(all, []byte(text), "X", s); err != nil || string(got) != want {
			t.Errorf("commented gave %v\n%s\nwant\n%s", err, got, want)
		}
	}
	if _, err := commented(all, []byte(before), "Y", s); err == nil {
		t.Error("a struct that is not there passed")
	}
	if _, err := commented(all, []byte(strings.Replace(before, "table_mb", "table_kb", 1)), "X", s); err == nil || !strings.Contains(err.Error(), `"table_kb"`) {
		t.Errorf("a key that the schema lacks: %v", err)
	}
}
