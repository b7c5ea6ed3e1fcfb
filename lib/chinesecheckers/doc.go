// Package chinesecheckers holds the rules of Chinese checkers for two, three, four or six
// players: a [Board] in the form of a star with 121 points, on which ten men of each player
// cross over to the opposite corner by steps and chains of jumps.
//
//	b, err := chinesecheckers.New("", chinesecheckers.DefaultOptions(), false)
//	m, err := b.Parse("k3-m5")
//	b.Play(m)
//
// A [Board] is a game.Board registered as "chinesecheckers"; [Options] are the number of
// players and the rules on which clubs differ.
//
// Points are files a to y from the left, in half steps, and ranks 1 to 17 from the bottom: m1
// and m17 are the tips of the south and the north corner. A move names its start and its end,
// whatever the jumps between them. The seats are the corners, clockwise from the south: red,
// orange, yellow, green, blue, purple. Two players sit south and north, three on every second
// corner, four on two pairs of opposite ones.
//
// A player is home when every point of the opposite corner is taken, most of them, six or more, by
// men of his own: the men of others who do not leave the corner cannot hold up his win.
// Options.Blocking "one" asks for a single man of his own, with which games of six are won by a
// man that steps into a corner hardly left; "strict" asks for all ten. The first player who is home wins; with Options.PlayOn
// the others go on for the next places, and a player who is home has no more turns. A player
// without a move passes.
//
// The package searches and evaluates nothing.
package chinesecheckers
