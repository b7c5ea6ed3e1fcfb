package unitycheck

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	comment   = regexp.MustCompile(`(?s)/\*.*?\*/`)
	prototype = regexp.MustCompile(`QK_API\s+(\w+)\s+(qk_\w+)\(([^)]*)\)\s*;`)
	extern    = regexp.MustCompile(`public static extern (\w+) (qk_\w+)\(([^)]*)\);`)
	parameter = regexp.MustCompile(`^(.*?)(\w+)$`)
)

// csharp is the type in C# of a parameter in C.
func csharp(t *testing.T, c, name string) string {
	switch c = strings.Join(strings.Fields(c), " "); c {
	case "qk_str", "char *", "qk_error *", "qk_outcome *":
		return "byte[]"
	case "size_t":
		return "UIntPtr"
	case "size_t *":
		return "out UIntPtr"
	case "qk_status", "int32_t":
		return "int"
	case "uint32_t":
		return "uint"
	case "uint64_t", "qk_board", "qk_engine", "qk_job", "qk_book", "qk_review", "qk_sgcp_decoder", "qk_sgcp_client", "qk_gateway", "qk_samples", "qk_games":
		return "ulong"
	case "qk_board *", "qk_engine *", "qk_job *", "qk_book *", "qk_review *", "qk_sgcp_decoder *", "qk_sgcp_client *", "qk_gateway *", "qk_samples *", "qk_games *":
		return "out ulong"
	case "uint64_t *":
		if name == "cursor" {
			return "ref ulong"
		}
		return "out ulong"
	case "qk_job_info *":
		return "ref NativeJobInfo"
	case "qk_search_opts *", "qk_search_opts_in":
		return "ref NativeSearchOpts"
	case "qk_runtime_opts *", "qk_runtime_opts_in":
		return "ref NativeRuntimeOpts"
	}
	t.Errorf("the test does not know the C type %q", c)
	return c
}

func header(t *testing.T) string {
	text := must(t, os.ReadFile, filepath.Join("..", "..", "include", "qikit.h"))
	return comment.ReplaceAllString(string(text), " ")
}

func functionsOfHeader(t *testing.T) map[string]string {
	found := map[string]string{}
	for _, m := range prototype.FindAllStringSubmatch(header(t), -1) {
		result := "IntPtr"
		if m[1] != "qk_str" {
			result = csharp(t, m[1], "")
		}
		var types []string
		for p := range strings.SplitSeq(m[3], ",") {
			if p = strings.TrimSpace(p); p == "void" {
				continue
			}
			parts := parameter.FindStringSubmatch(p)
			types = append(types, csharp(t, parts[1], parts[2]))
		}
		found[m[2]] = result + "(" + strings.Join(types, ", ") + ")"
	}
	return found
}

func TestHeader_isDeclared(t *testing.T) {
	declared := map[string]string{}
	for _, m := range extern.FindAllStringSubmatch(read(t, "Runtime/Native.cs"), -1) {
		var types []string
		for p := range strings.SplitSeq(m[3], ",") {
			if parts := parameter.FindStringSubmatch(strings.TrimSpace(p)); parts != nil {
				types = append(types, strings.TrimSpace(parts[1]))
			}
		}
		declared[m[2]] = m[1] + "(" + strings.Join(types, ", ") + ")"
	}
	expected := functionsOfHeader(t)
	if len(expected) < 40 {
		t.Fatalf("%d functions were read from the header", len(expected))
	}
	for name, want := range expected {
		if declared[name] != want {
			t.Errorf("%s is %s in C#, want %s", name, declared[name], want)
		}
		delete(declared, name)
	}
	for name := range declared {
		t.Errorf("%s is not in the header", name)
	}
}

// A class of the binding calls every function, directly or by the method of Calls
// that is generated for it.
func TestHeader_isWrapped(t *testing.T) {
	var sources strings.Builder
	for _, name := range must(t, filepath.Glob, filepath.Join(root, "Runtime", "*.cs")) {
		if filepath.Base(name) != "Native.cs" {
			sources.Write(must(t, os.ReadFile, name))
		}
	}
	native := read(t, "Runtime/Native.cs")
	for _, name := range slices.Sorted(maps.Keys(functionsOfHeader(t))) {
		call := `Native\.` + name + `\b`
		method := strings.ReplaceAll(strings.TrimPrefix(name, "qk_"), "_", "")
		wrapped := regexp.MustCompile(`(?i)\bCalls\.`+method+`\b`).MatchString(sources.String()) && regexp.MustCompile(call).MatchString(native)
		if !wrapped && !regexp.MustCompile(call).MatchString(sources.String()) {
			t.Errorf("%s is called by no class", name)
		}
	}
}
