package book

// applicationID ("QKBK") marks an SQLite file as a book; userVersion is the
// version of the schema below, firstVersion that of the files described in
// version1.go. Files of before indexedVersion have an SQL index positions_key in place
// of the tables runs and keys; files of before valuesVersion have no values of Minimax;
// files of before repeatsVersion have no filters, and no repeats: all counts are in the
// rows of positions and moves.
const (
	applicationID  = 0x514B424B
	userVersion    = 5
	repeatsVersion = 5
	valuesVersion  = 4
	indexedVersion = 3
	firstVersion   = 1
)

// schema is what a new book file is made with, in one transaction.
const schema = `
CREATE TABLE job (
	id             INTEGER PRIMARY KEY CHECK (id = 1),
	game           TEXT    NOT NULL,
	rules          TEXT    NOT NULL,           -- JSON, '' for the defaults
	preset         INTEGER NOT NULL,           -- index of the preset player
	options        TEXT    NOT NULL,           -- JSON, '' for a book made by hand
	seed           INTEGER NOT NULL,           -- unsigned, stored as signed
	repeatable     INTEGER NOT NULL,
	dedupe         INTEGER NOT NULL,
	mirror         INTEGER NOT NULL,
	sanity         INTEGER NOT NULL,
	planned        INTEGER NOT NULL,           -- games of the job; a breadth-first job knows when its tree is complete
	processed      INTEGER NOT NULL DEFAULT 0, -- games below this id are in positions
	records        INTEGER NOT NULL DEFAULT 0, -- rows of positions
	candidates     INTEGER NOT NULL DEFAULT 0, -- positions seen
	duplicates     INTEGER NOT NULL DEFAULT 0, -- of these, in the book already
	transpositions INTEGER NOT NULL DEFAULT 0, -- nodes of the tree merged
	grown          INTEGER NOT NULL DEFAULT 0, -- nodes of the tree below this id have their children
	complete       INTEGER NOT NULL DEFAULT 0,
	backed         INTEGER NOT NULL DEFAULT 0  -- 1 while the values of positions and moves are up to date
);
CREATE TABLE initials (
	id       INTEGER PRIMARY KEY,
	position TEXT NOT NULL
);
CREATE TABLE games (
	id        INTEGER PRIMARY KEY,
	initial   TEXT    NOT NULL, -- position text
	moves     TEXT    NOT NULL, -- move texts, a space between
	decisions TEXT    NOT NULL, -- JSON, one object a ply (null in a line of a tree where an earlier one has it), or ''
	winner    INTEGER NOT NULL, -- index of the player, -1 for nobody, or when the reason says that the game has no result
	reason    TEXT    NOT NULL,
	engines   TEXT    NOT NULL, -- JSON, names by player
	seed      INTEGER NOT NULL,
	failure   TEXT    NOT NULL, -- '' for none; the game then has no positions
	tags      TEXT    NOT NULL  -- JSON, pairs, of people's games, or ''
);
CREATE TABLE positions (
	id         INTEGER PRIMARY KEY,
	key        INTEGER NOT NULL, -- look-up goes by the index in runs and keys
	identity   TEXT    NOT NULL,
	game       INTEGER NOT NULL,
	ply        INTEGER NOT NULL,
	count      INTEGER NOT NULL, -- wins, draws, losses, and games without a result; repeats add to these
	wins       INTEGER NOT NULL,
	draws      INTEGER NOT NULL,
	losses     INTEGER NOT NULL,
	score      INTEGER,         -- hundredths, the mover's
	win_rate   REAL,            -- 0 to 1, the mover's
	best       TEXT,            -- in the view of the record
	depth      INTEGER,         -- that the search reached which gave score and best
	engine     TEXT,            -- of that search
	candidates TEXT,            -- JSON [[move, score], …] of that search, when afresh
	evaluated  INTEGER NOT NULL, -- 1 once the fresh search is done
	nodes      INTEGER,         -- that the search visited
	proven     TEXT,            -- what it proved for the mover: 'win', 'draw' or 'loss'
	proof      TEXT,            -- how: a reason for the end of a game
	value        INTEGER,       -- what the book knows, best replies considered: hundredths, the mover's
	value_rate   REAL,          -- where win rates say it: 0 to 1
	value_depth  INTEGER,       -- plies looked ahead, in the book and beyond it
	value_engine TEXT,          -- whose search is at the end of them
	value_best   TEXT           -- the move that has the value, in the view of the record
);
CREATE TABLE moves (
	position INTEGER NOT NULL,
	move     TEXT    NOT NULL,
	count    INTEGER NOT NULL,
	wins     INTEGER NOT NULL,
	draws    INTEGER NOT NULL,
	losses   INTEGER NOT NULL,
	eval     INTEGER,          -- hundredths, the mover's, by the deepest search that weighed it
	depth    INTEGER NOT NULL, -- that this search reached, 0 for none
	value        INTEGER,      -- what the book knows, as of a position
	value_rate   REAL,
	value_depth  INTEGER,
	value_engine TEXT,
	PRIMARY KEY (position, move)
) WITHOUT ROWID;
CREATE TABLE drops (
	reason TEXT PRIMARY KEY,
	count  INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE nodes (
	id       INTEGER PRIMARY KEY,
	parent   INTEGER NOT NULL, -- -1 for a root
	initial  INTEGER NOT NULL,
	ply      INTEGER NOT NULL,
	move     TEXT    NOT NULL, -- from the parent
	decision TEXT    NOT NULL, -- JSON: what the search said here, '' while that is due
	identity TEXT    NOT NULL, -- where transpositions are merged, or ''
	key      INTEGER NOT NULL  -- hash of identity and ply
);
CREATE INDEX nodes_key ON nodes (key) WHERE identity <> '';
`
