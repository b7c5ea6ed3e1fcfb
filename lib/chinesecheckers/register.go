package chinesecheckers

import "qikit.dev/qikit/lib/game"

var (
	_ game.Board    = (*Board)(nil)
	_ game.Gridded  = (*Board)(nil)
	_ game.Ranked   = (*Board)(nil)
	_ game.Targeter = (*Board)(nil)
)

func init() {
	game.Register(game.Variant{
		Name:       "chinesecheckers",
		Sides:      []string{colours[0], colours[corners/2]},
		SidesUnder: sidesUnder,
		New:        game.Boards(parseRules, New),
	})
}
