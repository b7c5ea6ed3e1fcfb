// Package game defines what all games have in common: a [Board] with its rules and
// history, moves as text, an [Outcome], and games by name.
//
// A game is written in a package of its own (lib/xiangqi, lib/surakarta, …),
// whose Board implements [Board] and which registers itself under its name.
// Everything above (engines, books, the C interface) knows games only through
// this package.
//
//	import (
//		"qikit.dev/qikit/lib/game"
//		_ "qikit.dev/qikit/lib/xiangqi" // registers "xiangqi"
//	)
//
//	b, err := game.New("xiangqi", game.Setup{})
//	m, err := b.Parse("h2e2")
//	b.Play(m)
//
// The package holds no rules, no search and no evaluation.
package game
