// Package gorollout plays games of Go out to their end: thousands of them in a second,
// with moves good enough that the share of games won says something of the position.
//
//	p := gorollout.NewPlayer()
//	margin := p.Play(b.Stones(), last, own, random) // points of Black less those of White, without komi
//	end, moves := p.Stones(), p.Played()
//
// A player looks for a move near the latest one first: it saves stones in atari and
// takes those of the opponent, helps or attacks chains with two liberties, plays the
// vital point of an eye space, and answers shapes of three by three that call for an
// answer. Otherwise it draws any point that is no own eye and throws nothing away, and
// passes when there is none. Two passes end the game, and so does a cap on its length.
// Each rule is left out now and then, or all games would be the same.
//
// Games are drawn with whole numbers alone: the same stones and the same random
// source give the same games on every machine. A game takes some 40 us on 9x9
// and 250 on 19x19, and allocates nothing.
//
// The package knows simple ko only, as Stones do. A search keeps to superko in
// its tree.
//
// Sources: S. Gelly, Y. Wang, R. Munos, O. Teytaud, "Modification of UCT with
// patterns in Monte-Carlo Go", INRIA RR-6062, 2006 (the order of the rules and the
// shapes); P. Baudis, J. Gailly, "Pachi: state of the art open source Go program",
// ACG 2011 (two liberties); M. Enzenberger et al., "Fuego", IEEE TCIAIG 2010
// (moves that throw stones away are replaced).
package gorollout
