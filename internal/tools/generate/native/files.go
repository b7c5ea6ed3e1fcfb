package native

import (
	"embed"
	"fmt"
	"go/format"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"qikit.dev/qikit/internal/tools/generate/header"
	"qikit.dev/qikit/internal/tools/generate/words"
)

//go:embed *.tmpl
var templates embed.FS

// outputs is where each template is written to.
var outputs = map[string]string{
	"entry.c.tmpl":   "capi/entry.c",
	"entry.go.tmpl":  "capi/entry.go",
	"native.py.tmpl": "bindings/python/qikit/_native.py",
	"errors.py.tmpl": "bindings/python/qikit/_errors.py",
	"abi.ts.tmpl":    "bindings/node/src/abi.ts",
	"errors.ts.tmpl": "bindings/node/src/errors.ts",
	"Native.cs.tmpl": "bindings/unity/Runtime/Native.cs",
	"Errors.cs.tmpl": "bindings/unity/Runtime/Errors.cs",
}

// Files returns the generated files of the project under root by their paths.
func Files(root string) (map[string][]byte, error) {
	const manual = "include/qikit.h"
	text, err := os.ReadFile(filepath.Join(root, manual))
	if err != nil {
		return nil, err
	}
	h, err := header.Parse(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s, %w", manual, err)
	}
	return files(h)
}

// view is what the templates see.
type view struct {
	*header.Header
	Statuses []status
}

// status is a QK_ERR_... and its names in the bindings.
type status struct {
	Name, Doc                            string
	Value                                uint64
	Python, Also, Node, CSharp, InCSharp string
}

func files(h *header.Header) (map[string][]byte, error) {
	if err := known(h); err != nil {
		return nil, err
	}
	v := view{Header: h}
	for _, c := range h.Constants {
		if e, ok := exceptions[c.Name]; ok {
			doc := e.doc
			if doc == "" {
				doc = sentence(c.Doc)
			}
			v.Statuses = append(v.Statuses, status{c.Name, doc, c.Value, e.python, e.also, e.node, e.csharp, e.status})
		}
	}
	written := map[string][]byte{}
	for _, name := range slices.Sorted(maps.Keys(outputs)) {
		t, err := template.New(name).Funcs(functions()).ParseFS(templates, name)
		if err != nil {
			return nil, err
		}
		var text strings.Builder
		if err := t.Execute(&text, v); err != nil {
			return nil, err
		}
		made := []byte(text.String())
		if path.Ext(outputs[name]) == ".go" {
			if made, err = format.Source(made); err != nil {
				return nil, err
			}
		}
		written[outputs[name]] = made
	}
	return written, nil
}

// known checks that the tables and the header have the same names.
func known(h *header.Header) error {
	have := map[string]bool{}
	for i, c := range h.Constants {
		have[c.Name] = true
		if _, ok := exceptions[c.Name]; strings.HasPrefix(c.Name, "QK_ERR_") && !ok {
			return fmt.Errorf("%s has no exception in table.go", c.Name)
		}
		if ok := strings.HasPrefix(c.Name, "QK_ERR_"); ok && h.Constants[i-1].Value+1 != c.Value {
			return fmt.Errorf("%s is %d, expected the number after %s", c.Name, c.Value, h.Constants[i-1].Name)
		}
	}
	for _, f := range h.Functions {
		have[f.Name] = true
		if _, ok := constant[f.Name]; !ok && f.Result != "qk_status" {
			return fmt.Errorf("%s returns %s, expected qk_status or a body in table.go", f.Name, f.Result)
		}
	}
	for _, names := range [][]string{slices.Collect(maps.Keys(exceptions)), slices.Collect(maps.Keys(fromC)), slices.Collect(maps.Keys(constant)), slices.Collect(maps.Keys(inOut)), slices.Collect(maps.Keys(byHand)), slices.Collect(maps.Keys(byHandInCSharp))} {
		for _, name := range names {
			if !have[name] {
				return fmt.Errorf("table.go has %s, the header does not", name)
			}
		}
	}
	return nil
}

// functions are the functions that the templates call.
func functions() template.FuncMap {
	section := ""
	return template.FuncMap{
		// heading returns the section of a function when it differs from that of
		// the function before.
		"heading": func(f header.Function) string {
			if f.Section == section {
				return ""
			}
			section = f.Section
			return section
		},
		"isStatus": func(name string) bool { return name == "QK_OK" || strings.HasPrefix(name, "QK_ERR_") },
		"rule":     func(width int, text string) string { return strings.Repeat("-", width-len(text)) },
		"sentence": sentence,
		"camel":    camel,
		"pascal":   func(name string) string { return words.Upper(camel(name)) },
		"plain":    func(name string) string { return strings.TrimPrefix(name, "QK_") },
		"number":   func(text string) string { return strings.TrimSuffix(text, "u") },
		"wrap":     wrap,
		"c":        entry,
		"golang":   golang,
		"names":    names,
		"python":   python,
		"ctype":    func(t string) string { return ctypes[t] },
		"node":     node,
		"layout":   layout,
		"csharp":   csharp,
		"calls":    csharpCall,
		"cstype":   func(t string) string { return cstypes[t] },
		"text":     hasText,
	}
}

// sentence makes a comment of the header a sentence: a capital first, a full stop last.
func sentence(doc string) string {
	if doc == "" {
		return ""
	}
	return strings.TrimSuffix(words.Upper(doc), ".") + "."
}

// camel writes a name of C as "qk_job_info" -> "jobInfo", "QK_JOB_DONE" ->
// "jobDone".
func camel(name string) string {
	return words.Camel(strings.TrimPrefix(strings.ToLower(name), "qk_"))
}

// wrap breaks prose into lines of a width and puts a prefix before each line but the first.
func wrap(width int, prefix, text string) string {
	return strings.TrimPrefix(words.Wrapped(width, prefix, text), prefix)
}

// hasText says whether a struct holds text.
func hasText(s header.Struct) bool {
	return slices.ContainsFunc(s.Fields, func(f header.Field) bool { return f.Type == "char" })
}
