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
	winner    INTEGER NOT NULL, -- index of the player, -1 for nobody
	reason    TEXT    NOT NULL,
	engines   TEXT    NOT NULL, -- JSON, names by player
	seed      INTEGER NOT NULL,
	failure   TEXT    NOT NULL, -- '' for none; the game then has no positions
	tags      TEXT    NOT NULL  -- JSON, pairs, of people's games, or ''
);
INSERT INTO "games" VALUES(0,'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1','b2e2 b7e7 h0g2 b9c7','[{"depth":3,"rank":1,"candidates":[["b2e2",14]]},{"depth":1,"rank":1,"candidates":[["b7e7",-19]]},{"depth":1,"rank":1,"candidates":[["h0g2",39]]},{"depth":3,"rank":1,"candidates":[["b9c7",-13]]}]',-1,'ply cap','["alphabeta","alphabeta"]',7,'','');
INSERT INTO "games" VALUES(1,'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1','b2e2 b7e7 h0g2 h9g7','[{"depth":2,"rank":1,"candidates":[["b2e2",19]]},{"depth":1,"rank":1,"candidates":[["b7e7",-19]]},{"depth":1,"rank":1,"candidates":[["h0g2",47]]},{"depth":2,"rank":1,"candidates":[["h9g7",-18]]}]',-1,'ply cap','["alphabeta","alphabeta"]',7,'','');
INSERT INTO "games" VALUES(2,'3k5/9/9/9/9/9/9/9/4A4/4K4 w - - 118 60','e1d2 d9d8','[{"depth":2,"rank":1,"candidates":[["e1d2",0]]},{"depth":3,"rank":1,"candidates":[["d9d8",0]]}]',-1,'natural limit','["alphabeta","alphabeta"]',7,'','');
INSERT INTO "games" VALUES(3,'3k5/9/9/9/9/9/9/9/4A4/4K4 w - - 118 60','e1d2 d9d8','[{"depth":2,"rank":1,"candidates":[["e1d2",0]]},{"depth":1,"rank":1,"candidates":[["d9d8",0]]}]',-1,'natural limit','["alphabeta","alphabeta"]',7,'','');
INSERT INTO "games" VALUES(4,'3k5/9/9/9/9/9/9/1R7/R8/4K4 w - - 0 1','a1d1','[{"depth":1,"rank":1,"candidates":[["a1d1",31999]]}]',0,'checkmate','["alphabeta","alphabeta"]',7,'','');
INSERT INTO "games" VALUES(5,'3k5/9/9/9/9/9/9/1R7/R8/4K4 w - - 0 1','a1d1','[{"depth":3,"rank":1,"candidates":[["a1d1",31999]]}]',0,'checkmate','["alphabeta","alphabeta"]',7,'','');
CREATE TABLE initials (
	id       INTEGER PRIMARY KEY,
	position TEXT NOT NULL
);
INSERT INTO "initials" VALUES(0,'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1');
INSERT INTO "initials" VALUES(1,'3k5/9/9/9/9/9/9/9/4A4/4K4 w - - 118 60');
INSERT INTO "initials" VALUES(2,'3k5/9/9/9/9/9/9/1R7/R8/4K4 w - - 0 1');
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
INSERT INTO "job" VALUES(1,'xiangqi','',0,'{"game":"xiangqi","out":"","initial":null,"games":2,"max_plies":4,"depth":{"scope":"ply","distribution":"uniform","mean":0,"sd":0,"min":1,"max":3},"allow_single_depth":false,"top_k":1,"max_loss":100,"breadth":null,"record":"all","distance":null,"balance":null,"stop":{"win":null,"draw":null,"mate":false},"players":null,"preset":"","dedupe":true,"mirror":false,"sanity":true,"reevaluate":{"depth":4,"lines":1,"engine":{}},"seed":null,"workers":0,"resume":false,"repeatable":true}',7,1,1,0,1,6,6,11,20,9,0,0,1);
CREATE TABLE moves (
	position INTEGER NOT NULL,
	move     TEXT    NOT NULL,
	count    INTEGER NOT NULL,
	wins     INTEGER NOT NULL,
	draws    INTEGER NOT NULL,
	losses   INTEGER NOT NULL,
	eval     INTEGER,          -- hundredths, the mover's, by the deepest search that weighed it
	depth    INTEGER NOT NULL, -- of that search, 0 for none
	PRIMARY KEY (position, move)
) WITHOUT ROWID;
INSERT INTO "moves" VALUES(0,'b2e2',2,0,2,0,14,3);
INSERT INTO "moves" VALUES(1,'h2e2',2,0,2,0,-19,1);
INSERT INTO "moves" VALUES(2,'h0g2',2,0,2,0,39,1);
INSERT INTO "moves" VALUES(3,'b0c2',1,0,1,0,-18,2);
INSERT INTO "moves" VALUES(3,'h0g2',1,0,1,0,-13,3);
INSERT INTO "moves" VALUES(6,'e1d2',2,0,2,0,0,2);
INSERT INTO "moves" VALUES(7,'f0f1',2,0,2,0,0,3);
INSERT INTO "moves" VALUES(9,'a1d1',2,2,0,0,31999,3);
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
	key        INTEGER NOT NULL,
	identity   TEXT    NOT NULL,
	game       INTEGER NOT NULL,
	ply        INTEGER NOT NULL,
	count      INTEGER NOT NULL,
	wins       INTEGER NOT NULL,
	draws      INTEGER NOT NULL,
	losses     INTEGER NOT NULL,
	score      INTEGER,         -- hundredths, the mover's
	win_rate   REAL,            -- 0 to 1, the mover's
	best       TEXT,            -- in the view of the record
	depth      INTEGER,         -- of the search that gave score and best
	engine     TEXT,            -- of that search
	candidates TEXT,            -- JSON [[move, score], …] of that search, when afresh
	evaluated  INTEGER NOT NULL -- 1 once the fresh search is done
);
INSERT INTO "positions" VALUES(0,153276253159961953,'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w',0,0,2,0,2,0,18,NULL,'b2e2',4,'alphabeta','[["b2e2",18]]',1);
INSERT INTO "positions" VALUES(1,7450289643707438099,'rnbakabnr/9/1c2c4/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w',0,1,2,0,2,0,-16,NULL,'h0g2',4,'alphabeta','[["h0g2",-16]]',1);
INSERT INTO "positions" VALUES(2,-8074854265321116307,'rnbakabnr/9/4c2c1/p1p1p1p1p/9/9/P1P1P1P1P/4C2C1/9/RNBAKABNR w',0,2,2,0,2,0,18,NULL,'h0g2',4,'alphabeta','[["h0g2",18]]',1);
INSERT INTO "positions" VALUES(3,-7761159737140613279,'r1bakabnr/9/1cn1c4/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w',0,3,2,0,2,0,-23,NULL,'h0g2',4,'alphabeta','[["h0g2",-23]]',1);
INSERT INTO "positions" VALUES(4,-4267280643106392241,'r1bakabnr/9/2n1c2c1/p1p1p1p1p/9/9/P1P1P1P1P/4C1NC1/9/RNBAKAB1R w',0,4,1,0,1,0,12,NULL,'h2i2',4,'alphabeta','[["h2i2",12]]',1);
INSERT INTO "positions" VALUES(5,-3103206906960035717,'rnbakab1r/9/4c1nc1/p1p1p1p1p/9/9/P1P1P1P1P/4C1NC1/9/RNBAKAB1R w',1,4,1,0,1,0,23,NULL,'b0c2',4,'alphabeta','[["b0c2",23]]',1);
INSERT INTO "positions" VALUES(6,-7036812580450079667,'3k5/9/9/9/9/9/9/9/4A4/4K4 w',2,0,2,0,2,0,0,NULL,'e1d2',4,'alphabeta','[["e1d2",0]]',1);
INSERT INTO "positions" VALUES(7,-3862552434764102001,'4k4/9/5a3/9/9/9/9/9/9/5K3 w',2,1,2,0,2,0,0,NULL,'f0f1',4,'alphabeta','[["f0f1",0]]',1);
INSERT INTO "positions" VALUES(8,-3000138185632888705,'9/3k5/9/9/9/9/9/3A5/9/4K4 w',2,2,2,0,2,0,0,NULL,NULL,NULL,NULL,NULL,1);
INSERT INTO "positions" VALUES(9,2457848769988831605,'3k5/9/9/9/9/9/9/1R7/R8/4K4 w',4,0,2,2,0,0,31999,NULL,'a1d1',4,'alphabeta','[["a1d1",31999]]',1);
INSERT INTO "positions" VALUES(10,5431794414013022875,'4k4/5r3/7r1/9/9/9/9/9/9/5K3 w',4,1,2,0,0,2,-32000,NULL,NULL,NULL,NULL,NULL,1);
CREATE INDEX positions_key ON positions (key);
CREATE INDEX nodes_key ON nodes (key) WHERE identity <> '';
COMMIT;
