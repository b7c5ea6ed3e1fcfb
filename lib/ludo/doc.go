// Package ludo holds the rules of Ludo as it is played in China (飞行棋, flight chess), for two,
// three or four players and chance: a [Board] of 52 fields in a ring, on which four planes of
// each player fly round and home.
//
//	b, err := ludo.New("", ludo.DefaultOptions(), false)
//	m, err := b.Parse("d6") // chance rolls
//	b.Play(m)
//	m, err = b.Parse("b-s") // red takes off
//
// A [Board] is a game.Board registered as "ludo" and a game.Chancy: the rolls of the die are moves
// of the last side, "chance", all alike likely. A board never rolls by itself.
//
// A plane stands at its base (b), at its start (s), on one of the fields t1 to t52 of the ring, on
// h1 to h5 of its own way home, or home. It takes off with a 6, or with a 5 too (Options.TakeOff),
// flies as many fields as the die shows, fifty on the ring, and reaches home by the exact number:
// what is too much it flies back. Every fourth field has the player's colour: a plane that comes
// down on one jumps to the next one (Options.Jumps), and from its eighteenth field it flies twelve
// on (Options.Flights); it does each once in a move. Where it comes down, also in between, the
// planes of others go back to their bases; planes of one player may stand together. A 6 gives another roll. Who has
// all four planes home first wins.
//
// The package searches and evaluates nothing.
package ludo
