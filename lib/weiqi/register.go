package weiqi

import (
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

var _ game.Board = (*Board)(nil)

func init() {
	game.Register(game.Variant{
		Name:        "go",
		Sides:       []string{goban.Black.String(), goban.White.String()},
		New:         game.Boards(ReadRules, New),
		ReadRecords: readRecords,
		WriteRecord: writeRecord,
	})
}
