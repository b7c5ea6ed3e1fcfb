// Package book keeps games and positions in a book file, which can be asked what
// was played where, how often, with what result and what evaluation.
//
//	b, err := book.Open("xiangqi.qkb")
//	defer b.Close()
//	entry, err := b.Lookup("") // the start position
//	for _, m := range entry.Moves {
//		fmt.Println(m.Move, m.Count, m.Wins, m.Draws, m.Losses)
//	}
//
// [Open] and [Create] give a [Book]: look-up ([Entry]), records ([Record]),
// export, import of people's games, opening books and training data, merge, prune, statistics ([Stats]), evaluations that
// flow back ([Book.Minimax]).
//
// The package does not play and does not search. Package generate, below this
// one, makes books by self-play, through a [Writer]; package play is an engine
// that plays from a book.
//
// The method is that of the book document, the published Chinese patent
// application CN115292368A; numbers in [brackets] in comments are its paragraphs.
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
// A book file is an SQLite database in WAL mode; each page has a checksum, as SQLite's
// extension cksumvfs writes it, which is checked when the page is read. (Books of
// before have none; Repair makes a copy that has some.) Other programs may read a
// book; one that writes without that extension leaves pages that count as damaged.
// The database has application_id 0x514B424B ("QKBK") and user_version 5. Its tables:
//
//	job        one row: game, rules, preset player, the options as JSON, seed,
//	           how far the job has come, and the counts of the summary
//	initials   id, position: the initial positions in order
//	games      id, initial, moves (texts, a space between), decisions (JSON, one
//	           object a ply), winner (index of the player, -1 nobody), reason
//	           (which also says that a game was cut off and has no result),
//	           engines (JSON, by player), seed, failure, tags (JSON)
//	positions  id, key, identity, game and ply of the path kept, count, wins,
//	           draws, losses (the mover's), score, win_rate, best, depth,
//	           engine, candidates, nodes, proven, proof (of the evaluating
//	           search), evaluated. What wins, draws and losses leave of count
//	           are games without a result
//	moves      position, move (in the view of the position's identity), count,
//	           wins, draws, losses, eval, depth
//	runs, keys, filters
//	           which positions have which key: sorted runs in blocks; see index.go
//	repeats, repeat_runs
//	           what repeated positions add to the counts in positions and moves: the
//	           sum over the rows of a position, and of a move; see repeats.go
//	catalog    a copy of SQLite's list of tables
//	drops      reason, count: positions left out by the sanity check
//	nodes      the tree of a breadth-first job
//	leaves     only while a tree grows best first: its leaves, and their costs
//	searches   only while a book grows: kind, key, found: decisions and fresh
//	           searches that wait for their positions to be made again; also a row
//	           of the kind "pruned" where moves were taken out of positions that stay
//
// positions.key is the 64-bit FNV-1a hash, as a signed number, of the least
// (bytewise) of the position's identities over all symmetries of the board;
// equal keys are compared by identity, so that a collision joins nothing.
// positions.id follows (game, ply) of the path kept.
//
// # Files
//
// Each file uses only those above it in this list; internal/floors holds it by
// test.
//
//	errors.go       what can go wrong
//	progress.go     how far long work has come
//	report.go       long work as a job, with a report in JSON
//	json.go         texts, numbers and lists as JSON
//	schema.go       the tables
//	sqlite.go       SQLite: connections, statements, rows, its errors in our words
//	filter.go       how many bits of a Bloom filter a key has
//	index.go        positions by key: the tables runs and keys
//	seek.go         many keys found at once
//	seat.go         a player by name or index
//	job.go          what a book is made of: the table job
//	decision.go     the search before a ply, read out of JSON, and how a game ended
//	game.go         a game with its decisions: the table games
//	position.go     a position, its key, its evaluation: the table positions
//	repeats.go      what repeated positions add: the tables repeats and repeat_runs
//	summary.go      counts of a book
//	way.go          the rows of the positions of a game
//	version1.go     files of the first version: which of their draws are true
//	open.go         opening: what is a book file, and what is cut short or damaged
//	catalog.go      where tables begin, when the first page is lost
//	writer.go       the one who writes a file: new, resumed, in transactions
//	process.go      games in, and their positions
//	settle.go       results that are proven, of games that were cut off
//	tree.go         the tree of a breadth-first job: the table nodes
//	create.go       an empty book
//	played.go       what was played in a position: rows of the table moves, put together
//	walk.go         going through positions and games, with a board
//	grow.go         the job of a file made larger
//	record.go       a position as a record
//	record_json.go  its fields as JSON
//	page.go         records by the page
//	column.go       a field of many records
//	known.go  what is known of a position, and what it says of the move before it
//	lookup.go       what a book knows of a position
//	options_gen.go  options of an export and of a pruning, made from include/schema
//	export_options.go  what an export writes
//	export_filter.go  which positions an export leaves out
//	spool.go         a temporary file of records, read back in order or shuffled
//	polyglot.go      the opening book .bin of chess: its entries, and what they say of a board
//	samples_form.go  a record as numbers, packed
//	samples_read.go  from the book's rows
//	samples.go       all of them, for training
//	export_target.go  the file or pipe that an export goes to, and its compression
//	export_fields.go  which fields of a record are written
//	columns.go      records as columns
//	export_file.go  a file of one text a record
//	export_text.go  JSON lines, CSV, EPD
//	export_training.go  what the public NNUE trainers read: text, and packed
//	export_binpack.go  the same of chess, packed in chunks
//	remark.go       evaluations as comments of a game, there and back
//	export_pgn.go   games
//	export_xqb.go   opening books of Xiangqi programs
//	export_polyglot.go  the opening book .bin of chess: written
//	export_html.go  one file in which a browser walks through the book
//	export.go       export by the name of a format
//	change.go       a change to a book in one transaction
//	solve.go  what positions say when both players play their best
//	minimax.go  evaluations flow back through a book
//	import_source.go  the file that is imported, unpacked, within bounds
//	import_alone.go  positions in whose games are not known
//	import_training.go  of training data
//	import_xqb.go   of opening books
//	import_polyglot.go  the opening book .bin of chess: read
//	import.go       people's games in, and files of each kind
//	merge.go        another book in
//	prune.go        records out
//	stats.go        histograms
//	check.go        what is damaged in a file
//	repair.go       what is whole of a damaged file, into a new one
//
// The package knows games only through lib/game; it holds no rules.
package book
