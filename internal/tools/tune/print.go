package main

import (
	"bytes"
	"fmt"
	"go/format"

	"qikit.dev/qikit/internal/fiveterms"
)

// source writes weights as the Go file that fiveterms compiles in.
func source(w fiveterms.Weights, note string) ([]byte, error) {
	var out bytes.Buffer
	fmt.Fprintf(&out, `package fiveterms

// DefaultWeights prices the features, opening and endgame, in hundredths of a
// soldier. Written by internal/tools/tune: %s.
var DefaultWeights = Weights{
`, note)
	for i, b := range fiveterms.Blocks {
		end := fiveterms.Features
		if i+1 < len(fiveterms.Blocks) {
			end = fiveterms.Blocks[i+1].First
		}
		fmt.Fprintf(&out, "\t// %s\n", b.Name)
		for f := b.First; f < end; f++ {
			sep := ", "
			if (f-b.First+1)%b.Width == 0 || f+1 == end {
				sep = ",\n"
			}
			if (f-b.First)%b.Width == 0 {
				out.WriteByte('\t')
			}
			fmt.Fprintf(&out, "{%d, %d}%s", w[f][0], w[f][1], sep)
		}
	}
	out.WriteString("}\n")
	return format.Source(out.Bytes())
}
