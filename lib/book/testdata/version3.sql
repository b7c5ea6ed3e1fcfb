BEGIN TRANSACTION;
CREATE TABLE drops (
	reason TEXT PRIMARY KEY,
	count  INTEGER NOT NULL
) WITHOUT ROWID;
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
INSERT INTO "games" VALUES(0,'wwwwww/wwwwww/6/6/bbbbbb/bbbbbb b 0 1','b2-b3 b5-b4 c2-c3','[{"depth":4,"rank":1,"candidates":[["b2-b3",10]]},{"depth":5,"rank":1,"candidates":[["b5-b4",-20]]},null]',0,'record','["",""]',0,'','[["Black","Ann"],["White","Bob"],["Date","2025.01.01"]]');
INSERT INTO "games" VALUES(1,'wwwwww/wwwwww/6/6/bbbbbb/bbbbbb b 0 1','b2-b3 b5-b4 d2-d3','[{"depth":6,"rank":1,"candidates":[["b2-b3",30]]},null,null]',1,'record','["",""]',0,'','[["Black","Bob"],["White","Ann"],["Date","2025.01.02"]]');
INSERT INTO "games" VALUES(2,'wwwwww/wwwwww/6/6/bbbbbb/bbbbbb b 0 1','b2-b3 c5-c4','',-1,'record','[]',0,'','');
CREATE TABLE initials (
	id       INTEGER PRIMARY KEY,
	position TEXT NOT NULL
);
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
	complete       INTEGER NOT NULL DEFAULT 0
);
INSERT INTO "job" VALUES(1,'surakarta','',0,'',0,0,1,0,1,0,3,6,11,5,0,0,1);
CREATE TABLE keys (
	id      INTEGER PRIMARY KEY,
	run     INTEGER NOT NULL,
	first   INTEGER NOT NULL, -- key of the first entry
	entries BLOB    NOT NULL  -- 13 bytes each, in order: positions.key (8, signed), positions.id (5), big-endian
);
INSERT INTO "keys" VALUES(1,1,-8231109336922637042,X'8DC539AB19533D0E0000000001D79601BE204A164A000000000308BD1E37184A956E00000000052F8E3874B9F1E65A000000000048923F3E2D717E180000000004543537715473127C0000000002');
CREATE TABLE moves (
	position INTEGER NOT NULL,
	move     TEXT    NOT NULL,
	count    INTEGER NOT NULL,
	wins     INTEGER NOT NULL,
	draws    INTEGER NOT NULL,
	losses   INTEGER NOT NULL,
	eval     INTEGER,          -- hundredths, the mover's, by the deepest search that weighed it
	depth    INTEGER NOT NULL, -- that this search reached, 0 for none
	PRIMARY KEY (position, move)
) WITHOUT ROWID;
INSERT INTO "moves" VALUES(0,'b2-b3',3,1,1,1,30,6);
INSERT INTO "moves" VALUES(1,'d2-d3',1,0,1,0,NULL,0);
INSERT INTO "moves" VALUES(1,'e2-e3',2,1,0,1,-20,5);
INSERT INTO "moves" VALUES(2,'c2-c3',1,1,0,0,NULL,0);
INSERT INTO "moves" VALUES(2,'d2-d3',1,0,0,1,NULL,0);
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
CREATE TABLE positions (
	id         INTEGER PRIMARY KEY,
	key        INTEGER NOT NULL, -- look-up goes by the index in runs and keys
	identity   TEXT    NOT NULL,
	game       INTEGER NOT NULL,
	ply        INTEGER NOT NULL,
	count      INTEGER NOT NULL, -- wins, draws, losses, and games without a result
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
	proof      TEXT             -- how: a reason for the end of a game
);
INSERT INTO "positions" VALUES(0,3426738440462526042,'wwwwww/wwwwww/6/6/bbbbbb/bbbbbb b',0,0,3,1,1,1,10,NULL,'b2-b3',4,'',NULL,0,NULL,NULL,NULL);
INSERT INTO "positions" VALUES(1,-8231109336922637042,'wwwwww/wwww1w/4w1/6/bbbbbb/bbbbbb b',0,1,3,1,1,1,-20,NULL,'e2-e3',5,'',NULL,0,NULL,NULL,NULL);
INSERT INTO "positions" VALUES(2,6067817032839271036,'wwwwww/w1wwww/1w4/1b4/b1bbbb/bbbbbb b',0,2,2,1,0,1,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL);
INSERT INTO "positions" VALUES(3,-2912138192951306678,'wwwwww/www2w/3ww1/4b1/bbbb1b/bbbbbb b',0,3,1,0,0,1,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL);
INSERT INTO "positions" VALUES(4,5229311653613501976,'wwwwww/ww1w1w/2w1w1/4b1/bbbb1b/bbbbbb b',1,3,1,1,0,0,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL);
INSERT INTO "positions" VALUES(5,629692744881313134,'wwwwww/ww1www/2w3/1b4/b1bbbb/bbbbbb b',2,2,1,0,1,0,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL);
CREATE TABLE runs (
	id      INTEGER PRIMARY KEY,
	head    INTEGER NOT NULL, -- id of the first block
	blocks  INTEGER NOT NULL,
	entries INTEGER NOT NULL
);
INSERT INTO "runs" VALUES(1,1,1,6);
CREATE INDEX nodes_key ON nodes (key) WHERE identity <> '';
CREATE INDEX keys_first ON keys (run, first);
COMMIT;
