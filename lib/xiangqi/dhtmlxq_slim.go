//go:build slim

package xiangqi

import (
	"io"

	"qikit.dev/qikit/lib/game"
)

func writeFormats() map[string]func(w io.Writer, rec game.Record) error { return nil }
