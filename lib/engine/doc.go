// Package engine holds the players of games: built-in ones and programs run
// over UCI, UCCI, GTP or Gomocup's protocol. An [Engine] plays and analyses one game; [New] makes one
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
// # Your own game
//
// A game written outside this library is a [game.Board], which its package registers with
// [game.Register]. With the rules alone both built-in kinds play it: they see its ends, and count
// what lies before as even. What else is known of it goes to [Know]: a static evaluation, what
// moves are likely, what they take, and how a network sees the board. examples/go/reversi is such
// a game.
//
// # A game of this library
//
// A game is one package of rules and one file of knowledge; nothing else names it.
//
// The rules are lib/GAME: a Board that implements [game.Board] and registers itself.
//
// The knowledge is lib/engine/GAME.go, which imports the rules and registers one
// value from init:
//
//	func init() {
//		know(knowledge{
//			game:       "nim",
//			analyst:    func(Options) (analyst, error) { return &nimAnalyst{}, nil },
//			evaluation: summed(nimTerms),
//			levels:     &nimLevels,
//			scale:      120,
//		})
//	}
//
// An analyst shows the board to alphabeta and values it: an [alphabeta.Game] and an
// [alphabeta.Eval], with the optional interfaces beside them ([alphabeta.Tactics],
// Checked, Classes and more) where the game has an answer. The tree search judges by it, too.
// A game that is better played out, or judged by a network, has a view of its own
// (tree) instead: an [mcts.Game], with any of the interfaces in view.go. What is left
// out has the usual value. newgame_test.go adds a game in this way.
//
// The package knows no files of games and no books; it is given positions and
// answers with moves.
package engine
