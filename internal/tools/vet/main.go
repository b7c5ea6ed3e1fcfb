// Command vet does what `go vet` does for one platform without compiling anything:
// it reads the packages and all their imports from source.
//
//	go run ./internal/tools/vet windows/arm64 ./lib/...
//
// The go command's own vet first compiles every dependency, including SQLite, which
// takes ten times as long for a platform that nothing else is built for.
package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/analysis/suite/vet"
	"golang.org/x/tools/go/packages"

	"qikit.dev/qikit/internal/tools/must"
)

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: vet OS/ARCH PACKAGE ...")
		os.Exit(2)
	}
	must.Main("vet", func() { check(os.Args[1], os.Args[2:]) })
}

// check prints the findings in the packages for a platform, without cgo. What is built
// for iOS without cgo is an archive, which has no tests.
func check(platform string, patterns []string) {
	system, arch, ok := strings.Cut(platform, "/")
	if !ok {
		must.Fail("the platform is %q, expected one like linux/arm64", platform)
	}
	config := &packages.Config{
		Mode:  packages.LoadAllSyntax,
		Env:   append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+arch),
		Tests: true,
	}
	if system == "ios" {
		config.Tests, config.BuildFlags = false, []string{"-buildmode=archive"}
	}
	pkgs := must.Get(packages.Load(config, patterns...))
	if len(pkgs) == 0 {
		must.Fail("no package matches %s", strings.Join(patterns, " "))
	}
	if packages.PrintErrors(pkgs) > 0 {
		must.Fail("the packages do not compile")
	}
	found := must.Get(checker.Analyze(vet.Suite, pkgs, nil))
	must.Do(found.PrintText(os.Stdout, 0))
	for _, action := range found.Roots {
		if action.Err != nil || len(action.Diagnostics) > 0 {
			must.Do(errors.Join(errors.New("see above"), action.Err))
		}
	}
}
