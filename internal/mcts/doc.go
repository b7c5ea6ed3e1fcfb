// Package mcts is a Monte-Carlo tree search for any game behind the small
// interface [Game]: any number of players, legal moves and an end are enough.
// What a game knows beyond that makes it stronger: [Valuer] (a static
// expectation), [Guide] (which moves are likely), [Roller] (playouts of its own)
// and [Mixer] (how far to trust them), [Prover] (who wins, without a search),
// [Claimer] (ends that prove nothing), [Tracer] and [Appraiser] (below).
//
//	s, err := mcts.New[Move](mcts.DefaultOptions())
//	res, err := s.Run(ctx, games, mcts.Limits{Visits: 10000, Lines: 3}) // one Game a worker
//	best := res.Lines[0].Moves[0]
//
// A playout walks down the tree by PUCT, expands or evaluates the leaf, and
// adds every player's share of the game to the moves which that player chose.
// Ends that the rules state are proven; proofs are backed up as far as they
// reach, and proven moves cost no further playouts.
//
// With Options.Rave a playout chooses moves by the mean of three things: what a move
// has won, imagined games for or against it (Appraiser), and all games in which its
// player made it later (Tracer), which count for less and less. It suits games in which
// a move is worth much the same whenever it is made, such as Go. A node then takes 48
// bytes in place of 32.
//
// At the root a search can be made wider, limited to some moves, given known outcomes,
// and ended by an early stop: see [Limits]. Advance keeps what the tree knows of the
// position that the game has reached.
//
// Several workers share one tree by atomics: a visit is counted on the way
// down and its value on the way up, so that a branch under work looks lost to
// the others until its value arrives (virtual loss). With one worker a search
// limited by visits is a pure function of game, options and seed.
//
// The package knows no game, and no notation, clock control or book.
//
// Sources: L. Kocsis, C. Szepesvári, "Bandit based Monte-Carlo planning", ECML
// 2006; C. D. Rosin, "Multi-armed bandits with episode context", 2011 (PUCT);
// M. Winands et al., "Monte-Carlo tree search solver", CG 2008; G. Chaslot et
// al., "Parallel Monte-Carlo tree search", CG 2008 (virtual loss); S. Gelly, D.
// Silver, "Combining online and offline knowledge in UCT", ICML 2007 (RAVE).
package mcts
