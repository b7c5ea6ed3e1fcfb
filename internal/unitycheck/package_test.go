package unitycheck

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func read(t *testing.T, name string) string {
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestPackageJSON(t *testing.T) {
	var p struct {
		Name, Version, DisplayName, Description, Unity string
		Samples                                        []struct{ DisplayName, Description, Path string }
	}
	if err := json.Unmarshal([]byte(read(t, "package.json")), &p); err != nil {
		t.Fatal(err)
	}
	if p.Name != "com.qikit.core" || p.Unity != "2021.3" || p.DisplayName == "" || p.Description == "" {
		t.Errorf("package.json: %+v", p)
	}
	if !strings.Contains(read(t, "CHANGELOG.md"), "## ["+p.Version+"]") {
		t.Errorf("CHANGELOG.md has no heading for version %s", p.Version)
	}
	if !strings.Contains(string(must(t, os.ReadFile, filepath.Join("..", "..", "capi", "version.h"))), `"`+p.Version+`"`) {
		t.Errorf("package.json has version %s, the library another", p.Version)
	}
	for _, s := range p.Samples {
		if _, err := os.Stat(filepath.Join(root, s.Path)); err != nil || s.DisplayName == "" {
			t.Errorf("sample %+v: %v", s, err)
		}
	}
	for _, name := range []string{"README.md", "LICENSE.md", "Third Party Notices.md", "Documentation~/qikit.md"} {
		if len(read(t, name)) < 200 {
			t.Errorf("%s says nothing", name)
		}
	}
}

func must[A, B any](t *testing.T, f func(A) (B, error), a A) B {
	b, err := f(a)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestAsmdefs(t *testing.T) {
	for name, want := range map[string]struct {
		assembly  string
		platforms []string
	}{
		"Runtime/Qikit.asmdef":             {"Qikit", []string{}},
		"Editor/Qikit.Editor.asmdef":       {"Qikit.Editor", []string{"Editor"}},
		"Tests/Runtime/Qikit.Tests.asmdef": {"Qikit.Tests", []string{}},
	} {
		var a struct {
			Name                         string
			References, IncludePlatforms []string
			ExcludePlatforms             []string
			AllowUnsafeCode              bool
		}
		d := json.NewDecoder(strings.NewReader(read(t, name)))
		if err := d.Decode(&a); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if a.Name != want.assembly || !slices.Equal(a.IncludePlatforms, want.platforms) || a.AllowUnsafeCode {
			t.Errorf("%s: %+v", name, a)
		}
	}
}

// What newer C# has, Debian's mcs cannot compile, and what Unity has not,
// players lack. Reflection would not survive stripping.
func TestSources_staySmallInLanguage(t *testing.T) {
	banned := regexp.MustCompile(`System\.Text\.Json|System\.Reflection|\bdynamic\b|\bunsafe\b|#nullable|MarshalAs|UnmanagedFunctionPointer|Console\.`)
	for _, name := range must(t, filepath.Glob, filepath.Join(root, "Runtime", "*.cs")) {
		text := string(must(t, os.ReadFile, name))
		if m := banned.FindString(text); m != "" {
			t.Errorf("%s uses %s", name, m)
		}
		if strings.Contains(text, "UnityEngine") && !strings.HasPrefix(text, "#if UNITY_5_3_OR_NEWER") {
			t.Errorf("%s needs Unity outside of an #if", name)
		}
	}
}
