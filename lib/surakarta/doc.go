// Package surakarta holds the rules of Surakarta: a [Board] of 6x6 points with
// two closed circuits, along which pieces capture through the corner loops.
//
//	b, err := surakarta.New("", surakarta.DefaultOptions(), false)
//	m, err := b.Parse("a2-a3")
//	b.Play(m)
//
// A [Board] is a game.Board registered as "surakarta"; [Options] chooses among
// the rule sets of the Computer Olympiad, the Chinese computer games contest and others.
// [Board.Route] is the way a capture travels, for display. [ReadRecords] and
// [WriteRecord] keep games in files.
//
// Points are files a to f from the left and ranks 1 to 6 from the bottom. Black
// ("b") starts on ranks 1 and 2 and moves first.
//
// The package searches and evaluates nothing.
package surakarta
