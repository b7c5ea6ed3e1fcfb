// Package book generates records of games by self-play and keeps them in a
// book file that can be asked what was played where, how often, with what
// result and what evaluation.
//
//	o := book.DefaultOptions()
//	o.Game, o.Out, o.Games = "xiangqi", "xiangqi.qkb", 100
//	summary, err := book.Generate(ctx, o, nil)
//
//	b, err := book.Open("xiangqi.qkb")
//	defer b.Close()
//	entry, err := b.Lookup("") // the start position
//	for _, m := range entry.Moves {
//		fmt.Println(m.Move, m.Count, m.Wins, m.Draws, m.Losses)
//	}
//
// [Generate] plays games between engines from one or many initial positions
// ([Options] says how), drops duplicates and positions that can not be,
// evaluates what is left afresh, and can be killed at any moment and resumed.
// [Open] gives a [Book]: look-up, records, export, import of people's games,
// merge, prune, statistics.
//
// [NewEngine] is an engine that plays from a book where it has the position.
//
// [GenerateBy] has the same book made by a [Crew]: it cuts the job in [Part]s,
// which a [Hand] does on any machine. lib/cluster has a crew on a work queue.
//
// The method is that of the published Chinese patent application CN115292368A;
// numbers in [brackets] in this package's comments are its paragraphs.
//
// # Frames
//
// In a [Record] Initial and Moves are in the game's own view. Everything else
// is in the view of FEN, where the player to move sits in the seat of the
// preset player (red): with the other player to move the board is turned.
// Scores and results are the mover's.
//
// # The file
//
// A book file is an SQLite database in WAL mode with application_id 0x514B424B
// ("QKBK") and user_version 1. Its tables:
//
//	job        one row: game, rules, preset player, the options as JSON, seed,
//	           how far the job has come, and the counts of the summary
//	initials   id, position: the initial positions in order
//	games      id, initial, moves (texts, a space between), decisions (JSON, one
//	           object a ply), winner (index of the player, -1 nobody), reason,
//	           engines (JSON, by player), seed, failure, tags (JSON)
//	positions  id, key, identity, game and ply of the path kept, count, wins,
//	           draws, losses (the mover's), score, win_rate, best, depth,
//	           engine, candidates (of the evaluating search), evaluated
//	moves      position, move (in the view of the position's identity), count,
//	           wins, draws, losses, eval, depth
//	drops      reason, count: positions left out by the sanity check
//	nodes      the tree of a breadth-first job
//
// positions.key is the 64-bit FNV-1a hash, as a signed number, of the least
// (bytewise) of the position's identities over all symmetries of the board;
// equal keys are compared by identity, so that a collision joins nothing.
// positions.id follows (game, ply) of the path kept.
//
// The package knows games only through lib/game and engines only through
// lib/engine; it holds no rules and no search.
package book
