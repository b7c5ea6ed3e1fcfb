package capturego

import (
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

var _ game.Board = (*Board)(nil)

func init() {
	game.Register(game.Variant{
		Name:  "capturego",
		Sides: []string{goban.Black.String(), goban.White.String()},
		New: func(s game.Setup) (game.Board, error) {
			o, err := ReadRules(s.Rules)
			if err != nil {
				return nil, err
			}
			b, err := New(s.Position, o, s.Lenient)
			if err != nil {
				return nil, err
			}
			return b, nil
		},
		ReadRecords: readRecords,
		WriteRecord: writeRecord,
	})
}
