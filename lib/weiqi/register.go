package weiqi

import "qikit.dev/qikit/lib/game"

var _ game.Board = (*Board)(nil)

func init() {
	game.Register(game.Variant{
		Name:  "capturego",
		Sides: []string{Black.String(), White.String()},
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
		ReadRecords: ReadRecords,
		WriteRecord: WriteRecord,
	})
}
