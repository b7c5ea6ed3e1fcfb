// Package engine holds the players of games: built-in ones and programs run
// over UCI, UCCI or GTP. An [Engine] plays and analyses one game; [New] makes one
// by the game's name and an [Options] whose Kind says which.
//
//	o := engine.DefaultOptions() // the game's usual kind, one worker, 64 MB
//	e, err := engine.New("xiangqi", o)
//	defer e.Close()
//
//	b, err := game.New("xiangqi", game.Setup{})
//	l := engine.DefaultLimits()
//	l.Depth = 8
//	r, err := e.Search(ctx, b, l)
//	fmt.Println(b.Text(r.Best), r.Score)
//
// An engine that can say why it thinks so is an [Evaluator] too.
//
// The package knows no files of games and no books; it is given positions and
// answers with moves.
package engine
