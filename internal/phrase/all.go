//go:build !slim

package phrase

import _ "embed"

//go:embed zh.deflate
var packed []byte // zh.tsv without its comments
