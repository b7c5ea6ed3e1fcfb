package chess

import "qikit.dev/qikit/lib/game"

var _ game.Board = (*Board)(nil)

func init() {
	game.Register(game.Variant{
		Name:        "chess",
		Sides:       sides,
		New:         game.Boards(ReadRules, New),
		Records:     "pgn",
		ReadRecords: ReadRecords,
		WriteRecord: WriteRecord,
		ReadTrees:   records.ReadTrees,
		RecordWords: []string{"chess960", "standard", "fischerandom"},
	})
}
