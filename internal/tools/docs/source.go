package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"

	"qikit.dev/qikit/internal/tools/must"
)

// sourceFence begins a block that names a Go file under the root, and how declarations in it begin, a line each.
const sourceFence = "\n```source\n"

// withSources puts the declarations that such blocks name in their place.
func withSources(root string, text []byte) []byte {
	var out bytes.Buffer
	for i, part := range strings.Split(string(text), sourceFence) {
		if i > 0 {
			named, rest, closed := strings.Cut(part, "\n```\n")
			if !closed {
				must.Fail("the block of a source %q does not end", named)
			}
			lines := strings.Split(named, "\n")
			file := string(must.Get(os.ReadFile(filepath.Join(root, lines[0]))))
			out.WriteString("\n```go\n")
			for i, begin := range lines[1:] {
				if i > 0 {
					out.WriteByte('\n')
				}
				out.WriteString(declaration(lines[0], file, begin))
			}
			out.WriteString("```\n")
			part = rest
		}
		out.WriteString(part)
	}
	return out.Bytes()
}

// declaration cuts what begins so out of a file, with its comment.
func declaration(name, file, begin string) string {
	at := strings.Index(file, "\n"+begin)
	if at < 0 || strings.Contains(file[at+1:], "\n"+begin) {
		must.Fail("%s: expected one declaration that begins %q", name, begin)
	}
	at++
	line, _, _ := strings.Cut(file[at:], "\n")
	end := at + len(line) + 1
	if strings.HasSuffix(line, "{") || strings.HasSuffix(line, "(") {
		closing := map[byte]string{'{': "\n}\n", '(': "\n)\n"}[line[len(line)-1]]
		end = at + strings.Index(file[at:], closing) + len(closing)
	}
	for strings.HasSuffix(file[:at], "\n") { // the lines of the comment before it
		before := strings.LastIndexByte(file[:at-1], '\n') + 1
		if !strings.HasPrefix(file[before:], "//") {
			break
		}
		at = before
	}
	return file[at:end]
}
