package weiqi

import "qikit.dev/qikit/lib/game"

var _ game.Board = (*GoBoard)(nil)

func init() {
	game.Register(game.Variant{
		Name:  "go",
		Sides: []string{Black.String(), White.String()},
		New: func(s game.Setup) (game.Board, error) {
			o, err := ReadGoRules(s.Rules)
			if err != nil {
				return nil, err
			}
			b, err := NewGo(s.Position, o, s.Lenient)
			if err != nil {
				return nil, err
			}
			return b, nil
		},
		ReadRecords: readGoRecords,
		WriteRecord: writeGoRecord,
	})
}
