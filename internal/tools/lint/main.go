// Command lint is `./build.sh lint`: every check of the code that does not run it,
// for every supported platform.
package main

import (
	"os"
	"path/filepath"

	"qikit.dev/qikit/internal/tools/step"
)

// platforms are where lib must at least pass vet without cgo.
var platforms = [][2]string{
	{"linux", "amd64"}, {"linux", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"},
	{"darwin", "amd64"}, {"darwin", "arm64"}, {"android", "arm64"}, {"ios", "arm64"},
}

func main() {
	bin := func(name string) string { return filepath.Join("..", "..", "build", "venv", "bin", name) }
	tool := func(name string, args ...string) []string { return append([]string{"go", "run", name}, args...) }
	steps := []step.Step{
		{Name: "shellcheck", Command: []string{"shellcheck", "build.sh", ".ci/run"}},
		{Name: "staticcheck", Command: tool("honnef.co/go/tools/cmd/staticcheck@v0.8.2", "./...")},
		{Name: "vet csqlite", Env: []string{"CGO_CFLAGS=-O1 -g"}, Command: []string{"go", "vet", "-tags", step.CSQLite, "./internal/sqlite", "./internal/pagesum", "./internal/keyfilter"}},
		{Name: "workflows", Command: tool("github.com/rhysd/actionlint/cmd/actionlint@v1.7.12", filepath.Join(".github", "workflows", "release.yml"))},
		{Name: "hadolint", Command: []string{filepath.Join("build", "venv", "bin", "hadolint"), filepath.Join("bindings", "qikit", "Dockerfile")}},
		{Name: "generated", Command: []string{"go", "run", "./internal/tools/generate", "-check"}},
		{Name: "kernels", Command: []string{"go", "run", "./internal/tools/nnblob", "-check"}},
		{Name: "mypy", Dir: "bindings/python", Command: []string{bin("mypy"), "--strict", "qikit"}},
		{Name: "tsc", Dir: "bindings/node", Command: []string{"npx", "--no-install", "tsc", "--noEmit"}},
		// The kernels' assembly is what only the compiler checks.
		{Name: "build ios/arm64", Env: []string{"CGO_ENABLED=0", "GOOS=ios", "GOARCH=arm64"}, Command: []string{"go", "build", "-buildmode=archive", "./internal/nnkern"}},
	}
	vet := filepath.Join("build", "vet")
	for _, p := range platforms {
		steps = append(steps, step.Step{Name: "vet " + p[0] + "/" + p[1],
			Command: []string{vet, p[0] + "/" + p[1], "./lib/..."}})
	}
	for i := range steps {
		steps[i].Env = append(steps[i].Env, step.FewCollections)
	}
	var t step.Tally
	t.Run(step.Step{Name: "build vet", Command: []string{"go", "build", "-o", vet, "./internal/tools/vet"}})
	t.RunTogether(2, steps)
	os.Exit(t.Close())
}
