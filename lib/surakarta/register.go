package surakarta

import "qikit.dev/qikit/lib/game"

var _ game.Board = (*Board)(nil)

func init() {
	game.Register(game.Variant{
		Name:        "surakarta",
		Sides:       []string{Black.String(), White.String()},
		New:         game.Boards(parseRules, New),
		Lot:         lot,
		Records:     "pgn",
		ReadRecords: ReadRecords,
		WriteRecord: WriteRecord,
		ReadTrees:   records.ReadTrees,
	})
}
