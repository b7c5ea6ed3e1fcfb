//go:build slim

package phrase

import _ "embed"

//go:embed zh.slim.deflate
var packed []byte // zh.tsv without its comments and what the slim library never says
