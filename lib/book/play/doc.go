// Package play gives engines that play from a book where it has the position, and
// search everywhere else.
//
//	o := engine.DefaultOptions()
//	o.Book = "xiangqi.qkb"
//	e, err := play.NewEngine("xiangqi", o)
//
// [NewEngine] is all there is: what it gives is an engine.Engine like any other.
// The package changes no book and makes none.
package play
