package main

// #cgo CFLAGS: -I${SRCDIR}/../include -DQK_BUILD -fvisibility=hidden -Wall -Wextra -Werror=incompatible-pointer-types -Werror=implicit-function-declaration -Werror=int-conversion
// #cgo linux LDFLAGS: -ldl
// #include "qikit.h"
// #include "jobs.h"
import "C"

import (
	_ "qikit.dev/qikit/lib/capturego" // registers "capturego"
	_ "qikit.dev/qikit/lib/chess"     // registers "chess"
	_ "qikit.dev/qikit/lib/surakarta" // registers "surakarta"
	_ "qikit.dev/qikit/lib/weiqi"     // registers "go"
	_ "qikit.dev/qikit/lib/xiangqi"   // registers "xiangqi"
)

// main is never called: the host's own main is.
func main() {}
