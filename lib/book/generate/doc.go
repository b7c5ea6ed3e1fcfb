// Package generate makes books: it plays games between engines, drops duplicates
// and positions that cannot arise, and evaluates what is left afresh.
//
//	o := generate.DefaultOptions()
//	o.Game, o.Out, o.Games = "xiangqi", "xiangqi.qkb", 100
//	summary, err := generate.Book(ctx, o, nil)
//
// [Options] says how games are played, from one or many initial positions. A job
// can be killed at any moment and resumed; the same options and seed give the
// same book, whoever plays.
//
// A book grows when a job is resumed with more games, a deeper or wider tree, or more
// initial positions: it becomes the book that the larger job makes at once. What was
// searched is kept, except by a tree that gets wider.
//
// Moves of chance are plies of the side "chance": the seed draws them by their weights, and
// records are the positions in which a player is to move. Such a game has no trees.
//
// [By] has the same book made by a [Crew]: it cuts the job in [Part]s, which a
// [Hand] does on any machine. lib/cluster has a crew on a work queue.
//
// The package knows games only through lib/game, engines only through lib/engine
// and the file only through lib/book; it holds no rules, no search and no SQL.
//
// Numbers in [brackets] in comments are paragraphs of the book document, the
// published Chinese patent application CN115292368A.
//
// # Files
//
// Each file uses only those above it in this list; internal/floors holds it by
// test.
//
//	errors.go      what can go wrong
//	values.go      options that have a type of their own
//	options_gen.go the options of a job, made from include/schema/book-options.json
//	options.go     their defaults, and what of them a book keeps
//	depth.go       depths, drawn
//	balance.go     how a game leans, and what is adjusted
//	breadth.go     how large a tree gets, and what its moves cost
//	chance.go      moves of chance, drawn
//	check.go       which option is bad
//	choose.go      candidates, and the one that is played
//	stop.go        games that are decided early
//	initial.go     initial positions, read
//	decision.go    what a search said, as the book keeps it
//	roster.go      whose engine is which
//	plan.go        all that decides the records of a job
//	seats.go       a worker's engines, and their searches held to the rules
//	hold.go        a player's search, and the lead held in the band
//	trial.go       every engine tried before a file is made
//	node.go        the tree of a breadth-first job, read
//	turns.go       what each player has done, whoever is out
//	play.go        a game, played
//	decide.go      a node, searched
//	judge.go       a position, searched afresh
//	task.go        games, nodes and positions as tasks
//	pack.go        rows as they travel
//	hand.go        who does tasks, on any machine
//	fan.go         goroutines that do tasks
//	crew.go        parts cut of tasks, for goroutines or a crew
//	shelf.go       where what is made is kept
//	games.go       phase: games are played
//	expand.go      phase: the tree grows, level by level
//	best.go        or where it is most promising
//	lines.go       phase: its lines become games
//	reevaluate.go  phase: positions are searched afresh
//	grow.go        the job in a file made larger
//	resume.go      the file made, or the job found in it
//	generate.go    the phases in order
package generate
