package main

import (
	"bytes"
	"debug/buildinfo"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/internal/tools/step"
)

// licences makes the folder of files that go into every package: the licence, the notices, and the licences of all that
// a library links, in full, as they demand.
func (w *work) licences(library string) string {
	dir := filepath.Join(w.temp, "licences")
	copyTo(filepath.Join(dir, "LICENSE"), filepath.Join(w.root, "LICENSE"))
	copyTo(filepath.Join(dir, "THIRD_PARTY_NOTICES.md"), filepath.Join(w.root, "THIRD_PARTY_NOTICES.md"))
	put(filepath.Join(dir, "THIRD_PARTY_LICENSES.txt"), w.licencesOf(library))
	return dir
}

var licenceFile = regexp.MustCompile(`^(LICEN[CS]E|NOTICE|COPYING|PATENTS)`)

func (w *work) licencesOf(library string) []byte {
	notices := string(must.Get(os.ReadFile(filepath.Join(w.root, "THIRD_PARTY_NOTICES.md"))))
	var text bytes.Buffer
	add := func(name, dir string) { text.Write(licencesIn(name, dir)) }
	add("Go standard library and runtime", strings.TrimSpace(must.Get(step.Output(exec.Command("go", "env", "GOROOT")))))
	for _, module := range modules(library) {
		if !strings.Contains(notices, module) {
			must.Fail("the library links %s, which THIRD_PARTY_NOTICES.md does not name", module)
		}
		dir := must.Get(step.Output(exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module)))
		add(module, strings.TrimSpace(dir))
	}
	return text.Bytes()
}

// licencesIn are the licences in the folder of a module, in full.
func licencesIn(name, dir string) []byte {
	var text bytes.Buffer
	for _, entry := range must.Get(os.ReadDir(dir)) {
		if entry.IsDir() || !licenceFile.MatchString(strings.ToUpper(entry.Name())) {
			continue
		}
		fmt.Fprintf(&text, "%s\n%s: %s\n%[1]s\n\n%[4]s\n", strings.Repeat("=", 80), name, entry.Name(),
			bytes.TrimSpace(must.Get(os.ReadFile(filepath.Join(dir, entry.Name())))))
	}
	if text.Len() == 0 {
		must.Fail("%s has no licence in %s", name, dir)
	}
	return text.Bytes()
}

// licensed wants Go's licence in a package's file of licences, word for word: everything here links Go.
func licensed(file string) {
	goroot := strings.TrimSpace(must.Get(step.Output(exec.Command("go", "env", "GOROOT"))))
	licence := bytes.TrimSpace(must.Get(os.ReadFile(filepath.Join(goroot, "LICENSE"))))
	if !bytes.Contains(must.Get(os.ReadFile(file)), licence) {
		must.Fail("%s lacks the text of Go's licence", file)
	}
}

// modules are what a library links besides Go.
func modules(library string) (paths []string) {
	info := must.Get(buildinfo.ReadFile(library))
	for _, m := range info.Deps {
		paths = append(paths, m.Path)
	}
	slices.Sort(paths)
	if len(paths) == 0 {
		must.Fail("%s does not say what it links", library)
	}
	return paths
}
