// Command docs is `./build.sh docs`: it builds the documentation as a static site
// into build/site, in English and Chinese, and refuses one with a dead link.
//
// The pages are pages/en/*.md and pages/zh/*.md. A block of code in them is a whole
// program, which the check of internal/tools/demo runs; a block "board" names a game and
// moves and becomes a picture; a block "source" names a file and declarations, which it shows. The reference comes from the header, the option schemas
// and the comments of the bindings.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"qikit.dev/qikit/internal/tools/must"
)

func main() {
	out := flag.String("out", filepath.Join("build", "site"), "the folder to build in")
	flag.Parse()
	must.Main("docs", func() {
		pages := build(must.Get(os.Getwd()), *out)
		if dead := deadLinks(*out); len(dead) > 0 {
			must.Fail("%d links lead nowhere, the first one: %s", len(dead), dead[0])
		}
		fmt.Printf("%d pages in %s\n", pages, *out)
	})
}
