package main

import (
	"fmt"
	"io"
	"slices"
)

// bar is a figure and the bound of its ratio to a baseline. The baseline is
// measured in the same run or, when fixed is not 0, a fixed number. Without a
// baseline the figure itself is judged.
type bar struct {
	group    string
	name     string
	unit     string
	baseline string // what it is compared with
	fixed    float64
	bound    bound
}

// bound is the limit of a ratio.
type bound struct {
	rule  rule
	limit float64
}

type rule uint8

const (
	reported rule = iota // any value will do
	atLeast
	atMost
)

func (b bound) holds(ratio float64) bool {
	switch b.rule {
	case atLeast:
		return ratio >= b.limit
	case atMost:
		return ratio <= b.limit
	}
	return true
}

func (b bound) String() string {
	return [...]string{"reported", fmt.Sprintf("at least %.4g", b.limit), fmt.Sprintf("at most %.4g", b.limit)}[b.rule]
}

var (
	shown = bound{}
	least = func(limit float64) bound { return bound{atLeast, limit} }
	most  = func(limit float64) bound { return bound{atMost, limit} }
)

// bars are all bars, in the order in which they are measured.
var bars = []bar{
	{"perft", "perft from the start, depth 5", "M leaves/s", "fairy-stockfish", 0, least(1)}, // wanted some day: three times as fast
	{"perft", "all 97 rows of the perft table", "s", "", 0, shown},

	{"chess", "chess, perft 6 from the start", "M leaves/s", "stockfish", 0, least(1)},
	{"chess", "chess, perft 5, kiwipete", "M leaves/s", "stockfish", 0, least(1)},
	{"chess", "chess, perft 7, pins and en passant", "M leaves/s", "stockfish", 0, least(1)},
	{"chess", "chess, perft 6, promotions", "M leaves/s", "stockfish", 0, least(1)},
	{"chess", "chess, perft 5, a bug of old", "M leaves/s", "stockfish", 0, least(1)},
	{"chess", "chess, perft 5, middle game", "M leaves/s", "stockfish", 0, least(1)},

	{"search", "depth 14, start", "s", "s fairy-stockfish", 0, most(1)},
	{"search", "depth 14, middle game 1", "s", "s fairy-stockfish", 0, most(1)},
	{"search", "depth 14, middle game 2", "s", "s fairy-stockfish", 0, most(1)},
	{"search", "depth 14, middle game 3", "s", "s fairy-stockfish", 0, most(1)},
	{"search", "depth 14, middle game 4", "s", "s fairy-stockfish", 0, most(1)},
	{"search", "depth 14, middle game 5", "s", "s fairy-stockfish", 0, most(1)},
	{"search", "depth 14, sum of the six", "s", "s allowed", 1, most(1)},
	{"search", "depth 14 on 2 threads", "s", "s on one", 0, most(0.62)},
	{"search", "depth 14 twice at once", "s", "s alone", 0, shown},

	// A plain C++ generator does 98 to 127 million leaves a second, a naive one in Go
	// 65 to 77.
	{"gomoku", "gomoku, 100 puzzles of fours", "s", "s", 1, most(1)},
	{"gomoku", "gomoku, depth 10 from an opening", "s", "s", 0, shown},
	{"several", "chinese checkers, 2 players: won against greedy movers", "%", "%", 80, least(1)},
	{"several", "chinese checkers, 3 players: won against greedy movers", "%", "%", 80, least(1)},
	{"several", "chinese checkers, 6 players: won against greedy movers", "%", "%", 80, least(1)},
	{"several", "chinese checkers, 3 players: won by paranoid against max^n", "%", "", 0, shown},
	{"several", "chinese checkers, 4 players: won by paranoid against max^n", "%", "", 0, shown},
	{"several", "chinese checkers, 6 players: won by paranoid against max^n", "%", "", 0, shown},
	{"several", "chinese checkers, 3 players: won by plans against paranoid", "%", "", 0, shown},
	{"several", "chinese checkers, 4 players: won by plans against paranoid", "%", "", 0, shown},
	{"several", "chinese checkers, 6 players: won by plans against paranoid", "%", "", 0, shown},

	// The bar is in standard errors of 10,000 games that are won by luck alone.
	{"ludo", "ludo, 2 players: beyond half against the careful policy", "standard errors", "standard errors", 5, least(1)},
	{"surakarta", "surakarta, perft 6 from the start", "M leaves/s", "M leaves/s", 100, least(1)},
	{"surakarta", "surakarta, depth 12 from the start", "s", "s", 1, most(1)},
	{"surakarta", "surakarta, depth 13 from the start", "s", "s", 5, most(1)},
	{"surakarta", "surakarta, depth 15 from the start", "s", "s", 30, most(1)},
	{"surakarta", "surakarta, nodes to depth 10", "nodes", "nodes", 1_500_000, most(1)},
	{"surakarta", "surakarta, depth 14 on 2 threads", "s", "s on one", 0, most(0.65)},
	{"surakarta", "surakarta, depth 14 twice at once", "s", "s alone", 0, shown},

	// These have no bar: workers that take a root move each search more nodes than one
	// worker does, and the rows tell how much of the speed-up is left.
	{"surakarta", "surakarta, strategy 105 with 5 workers, depth 8", "s", "s on one", 0, shown},
	{"surakarta", "surakarta, strategy 105 with 5 workers, nodes", "M nodes", "M on one", 0, shown},
	{"surakarta", "surakarta, strategy 106 with 5 workers, depth 8", "s", "s on one", 0, shown},
	{"surakarta", "surakarta, strategy 106 with 5 workers, nodes", "M nodes", "M on one", 0, shown},

	{"steps", "surakarta, 101 to 105 alike, depth 6", "positions", "positions", 200, least(1)},

	{"capturego", "capture go, light playouts, target 1", "k/s", "k/s wanted", 300, least(1)},
	{"capturego", "capture go, light playouts, target 5", "k/s", "k/s wanted", 150, least(1)},
	{"capturego", "capture go, policy playouts, target 1", "k/s", "k/s wanted", 60, least(1)},
	{"capturego", "capture go, policy playouts, target 5", "k/s", "k/s wanted", 25, least(1)},
	{"capturego", "capture go, 5x5 first moves proven", "moves", "moves", 25, least(1)},
	{"capturego", "capture go, truth on 5x5, 200 ms", "found", "won positions", 0, least(0.995)},

	{"go", "go, games played out on 9x9", "k/s", "k/s wanted", 15, least(1)},
	{"go", "go, 9x9 beside even random moves", "k/s", "k/s of even ones", 0, shown},
	{"go", "go, 9x9, allocations a game", "", "none allowed", 0, most(0)},
	{"go", "go, games played out on 19x19", "k/s", "k/s wanted", 3, least(1)},
	{"go", "go, 19x19 beside even random moves", "k/s", "k/s of even ones", 0, shown},
	{"go", "go, 19x19, allocations a game", "", "none allowed", 0, most(0)},

	{"review", "review, quick", "s of 2 cores", "s allowed", 15, most(1)},
	{"review", "review, quick, memory", "MB", "MB allowed", 300, most(1)},
	{"review", "review, default", "s of 2 cores", "s allowed", 60, most(1)},
	{"review", "review, default, memory", "MB", "MB allowed", 300, most(1)},
	{"review", "weak players, 9x9, quick", "s of CPU", "s allowed", 1.5, most(1)},
	{"review", "weak players, 9x9, default", "s of CPU", "s allowed", 6, most(1)},
	{"review", "weak players, 13x13, default", "s of CPU", "s allowed", 60, most(1)},
	{"review", "question about a bad move", "s of CPU", "s in another process", 0, most(0.85)},
	{"review", "same class, 7x7, quick", "of pairs of seeds", "", 0, shown},
	{"review", "same class, 9x9, quick", "of pairs of seeds", "", 0, shown},
	{"review", "same class, 13x13, quick", "of pairs of seeds", "", 0, shown},
	{"review", "same class, quick", "of pairs of seeds", "", 0, shown},
	{"review", "same class, 7x7, default", "of pairs of seeds", "", 0, shown},
	{"review", "same class, 9x9, default", "of pairs of seeds", "", 0, shown},
	{"review", "same class, 13x13, default", "of pairs of seeds", "", 0, shown},
	{"review", "same class, default", "of pairs of seeds", "of all pairs", 1, least(0.95)},

	{"generation", "generation at depth 3", "ms/position", "ms, fairy-stockfish go depth", 0, most(1)},
	{"generation", "generation at depth 5", "ms/position", "ms, fairy-stockfish go depth", 0, most(1)},
	{"generation", "generation at depth 8", "ms/position", "ms, fairy-stockfish go depth", 0, most(1)},
	{"generation", "fresh searches of a default job at depth 3", "of its CPU", "of its CPU wanted", 2. / 3, most(1)},
	{"generation", "generation, 2 workers for 1", "ms/position", "ms with 1 worker", 0, most(1.08)},

	{"generator", "positions to train on, depth 3, top 1", "/s of CPU", "/s of the peer", 0, least(5)},
	{"generator", "positions to train on, depth 5, top 1", "/s of CPU", "/s of the peer", 0, least(5)},
	{"generator", "positions to train on, depth 8, top 1", "/s of CPU", "/s of the peer", 0, least(5)},
	{"generator", "positions to train on, depth 3, top 3", "/s of CPU", "/s of the peer", 0, least(2)},
	{"generator", "positions to train on, depth 5, top 3", "/s of CPU", "/s of the peer", 0, least(2)},
	{"generator", "positions to train on, depth 8, top 3", "/s of CPU", "/s of the peer", 0, least(2)},

	{"balance", "hold, full start, threshold 100", "of records", "without", 0, least(1.5)},
	{"balance", "time: hold, full start, threshold 100", "s", "s without", 0, most(2)},
	{"balance", "hold, full start, threshold 400", "of records", "without", 0, least(1.5)},
	{"balance", "time: hold, full start, threshold 400", "s", "s without", 0, most(2)},
	{"balance", "hold, a horse less, threshold 100", "of records", "without", 0, least(1.5)},
	{"balance", "time: hold, a horse less, threshold 100", "s", "s without", 0, most(2)},
	{"balance", "hold, a horse less, threshold 400", "of records", "without", 0, least(1.5)},
	{"balance", "time: hold, a horse less, threshold 400", "s", "s without", 0, most(2)},

	{"variants", "hold, depths 4 to 6, full start, threshold 100", "of records", "without", 0, shown},
	{"variants", "time: hold, depths 4 to 6, full start, threshold 100", "s", "s without", 0, shown},
	{"variants", "hold, depths 4 to 6, full start, threshold 400", "of records", "without", 0, shown},
	{"variants", "time: hold, depths 4 to 6, full start, threshold 400", "s", "s without", 0, shown},
	{"variants", "hold, depths 4 to 6, a horse less, threshold 100", "of records", "without", 0, shown},
	{"variants", "time: hold, depths 4 to 6, a horse less, threshold 100", "s", "s without", 0, shown},
	{"variants", "hold, depths 4 to 6, a horse less, threshold 400", "of records", "without", 0, shown},
	{"variants", "time: hold, depths 4 to 6, a horse less, threshold 400", "s", "s without", 0, shown},

	{"verdicts", "bad moves that 100,000 visits contradict", "bad moves", "none allowed", 0, most(0)},
	{"verdicts", "targets that 100,000 visits contradict", "targets", "none allowed", 0, most(0)},
	{"verdicts", "games judged", "games", "games of the bar", 100, least(1)},
	{"results", "decided games that depth 12 proves wrong", "games", "none allowed", 0, most(0)},
	{"results", "records before, proven to be something else", "records", "", 0, shown},

	{"samples", "samples prepared", "k/s", "", 0, shown},
	{"samples", "samples in order", "M/s", "M/s wanted", 1, least(1)},
	{"samples", "samples shuffled", "M/s", "M/s wanted", 1, least(1)},
	{"samples", "export csv", "k/s", "k/s jsonl", 0, shown},
	{"samples", "export plain", "k/s", "k/s jsonl", 0, shown},
	{"samples", "export bin", "k/s", "k/s jsonl", 0, shown},
	{"samples", "export xqb", "k/s", "k/s jsonl", 0, shown},
	{"samples", "export jsonl.gz", "k/s", "k/s jsonl", 0, shown},
	{"samples", "export jsonl.zst", "k/s", "k/s jsonl", 0, shown},
	{"samples", "export jsonl, shuffled", "k/s", "k/s jsonl", 0, shown},
	{"samples", "to_pandas, all fields", "k/s", "k/s in the audit", 7.6, least(10)},
	{"samples", "to_parquet, all fields", "k/s", "k/s in the audit", 3.9, least(10)},
	{"samples", "Parquet from Python", "k/s", "k/s by way of objects", 0, shown}, // no bar: it falls whenever objects become faster
	{"train", "learning at width 64", "k/CPU-s", "k/CPU-s wanted", 150, least(1)},
	{"train", "search with a network", "kn/s", "kn/s with the five terms", 0, least(1)},
	{"train", "nodes with a network", "kn/s", "kn/s wanted", 900, least(1)},
	{"train", "evaluation of the next position", "ns", "ns allowed", 200, most(1)},
	{"train", "evaluation of the next position, plain Go", "ns", "ns allowed", 1500, most(1)},

	{"memory", "positions into the book", "a second", "", 0, shown},
	{"memory", "memory at ten million positions", "MB", "MB at a hundred thousand", 0, most(1.1)},
	{"memory", "bytes written for a byte of the book", "bytes", "bytes allowed", 3, most(1)},
	{"memory", "CPU a position stored at ten million", "us", "us in the first 400,000", 0, shown}, // wanted: most(1.1)
	{"memory", "CPU a position generated at ten million", "us", "us in a new book", 0, most(1.1)},
	{"memory", "CPU a position merged at ten million", "us", "us at a hundred thousand", 0, most(1.1)},
	{"memory", "CPU a record exported at ten million", "us", "us at a hundred thousand", 0, most(1.1)},
	{"memory", "CPU of a look-up in ten million positions", "ms", "ms allowed", 1, most(1)},
	{"lookup", "CPU of a look-up in a million positions", "ms", "ms allowed", 1, most(1)},

	{"scoring", "same winner as GNU Go", "games", "finished games", 0, least(0.98)},
	{"scoring", "same score as GNU Go", "games", "finished games", 0, shown},
	{"scoring", "counting a finished board", "ms", "", 0, shown},

	{"network", "network, kernels for amd64", "KB", "KB allowed", 80, most(1)},
	{"network", "network, kernels for arm64", "KB", "KB allowed", 30, most(1)},
	{"network", "network, a layer on 9x9, avx2", "GFLOP/s", "GFLOP/s, 256-bit FMA", 0, least(0.65)},
	{"network", "network 6x48 on 9x9, generic", "us", "us onnxruntime", 0, most(10)},
	{"network", "network 6x48 on 9x9, avx2", "us", "us onnxruntime", 0, most(0.8)},
	{"network", "network 6x48 on 9x9, avx512", "us", "us onnxruntime", 0, most(0.5)},
	{"network", "network 6x48 on 9x9, neon", "us", "us onnxruntime", 0, shown},
	{"network", "network 6x48 on 13x13, generic", "us", "us onnxruntime", 0, shown},
	{"network", "network 6x48 on 13x13, avx2", "us", "us onnxruntime", 0, shown},
	{"network", "network 6x48 on 13x13, avx512", "us", "us onnxruntime", 0, shown},
	{"network", "network 6x48 on 13x13, neon", "us", "us onnxruntime", 0, shown},

	{"gateway", "messages decoded on a core", "M/s", "M/s asked for", 1, least(1)},
	{"gateway", "allocations a message", "", "none allowed", 0, most(0.001)},
	{"gateway", "10,000 connections, 5,000 games", "MB", "MB allowed", 150, most(1)},
	{"gateway", "commands answered", "a second", "a second sent", hallRate, least(0.99)},
	{"gateway", "sent too late, 99 of 100", "ms", "the clients' own delay", 0, shown},
	{"gateway", "answered after, median", "ms", "", 0, shown},
	{"gateway", "answered after, 99 of 100", "ms", "ms allowed", 25, most(1)},
	{"gateway", "moves acknowledged", "moves", "moves sent", 0, least(1)},
	{"gateway", "memory after the load", "MB", "MB allowed", 150, most(1)},
	{"gateway", "CPU of the gateway a command", "us", "us of the clients, on the same cores", 0, shown},
	{"gateway", "slow reader is cut", "connections", "64 KiB or 256 lines wait", 0, least(1)},
	{"gateway", "memory that it cost", "MB", "MB allowed", 20, most(1)},
	{"gateway", "games at once, played to the end", "games", "games begun", hallGames, least(1)},
	{"gateway", "moves accounted for", "moves", "moves of all games", hallGames * hallStones, least(1)},

	// A move of 50 honest games, in the middle one of three rounds.
	{"attacks", "800 chatters: 99 of 100 moves", "ms", "ms while they are silent", 0, most(2)},
	{"attacks", "800 chatters: the gateway's own part", "ms", "ms while they are silent", 0, shown},
	{"attacks", "800 chatters: the gateway's CPU", "cores", "cores of the clients, on the same machine", 0, shown},
	{"attacks", "800 chatters: log-ins", "let in", "tried", 0, least(1)},
	{"attacks", "chatters cut", "connections", "none allowed", 0, most(0)},
	{"attacks", "10,000 hostile elsewhere: 99 of 100 moves", "ms", "ms while they are silent", 0, shown},
	{"attacks", "10,000 hostile elsewhere: the gateway's own part", "ms", "ms while they are silent", 0, shown},
	{"attacks", "10,000 hostile elsewhere: the gateway's CPU", "cores", "cores of the clients, on the same machine", 0, shown},
	{"attacks", "10,000 hostile elsewhere: log-ins", "let in", "tried", 0, least(1)},
	{"attacks", "10,000 hostile: 99 of 100 moves", "ms", "ms while they are silent", 0, most(3)},
	{"attacks", "10,000 hostile: the gateway's own part", "ms", "ms while they are silent", 0, shown},
	{"attacks", "10,000 hostile: the gateway's CPU", "cores", "cores of the clients, on the same machine", 0, shown},
	{"attacks", "10,000 hostile: log-ins", "let in", "tried", 0, least(1)},
	{"attacks", "a profiler's handler without a stack", "held", "tests that try it", 0, least(1)},
	{"attacks", "anonymous log-ins at the page", "held", "tests that try it", 0, least(1)},
	{"attacks", "a stranger on loopback, unlisted programs", "held", "tests that try it", 0, least(1)},
	{"attacks", "files that do not end", "held", "tests that try it", 0, least(1)},
	{"attacks", "forged parts of a book", "held", "tests that try it", 0, least(1)},
	{"attacks", "bans of the wrong, behind a proxy", "held", "tests that try it", 0, least(1)},
	{"attacks", "lines and nicks that mislead", "held", "tests that try it", 0, least(1)},
	{"attacks", "statuses beside the contract", "held", "tests that try it", 0, least(1)},
	{"attacks", "damage on disk", "held", "tests that try it", 0, least(1)},
	{"attacks", "secrets in files and logs", "held", "tests that try it", 0, least(1)},
	{"attacks", "devices replaced by files", "held", "tests that try it", 0, least(1)},
	{"attacks", "figures on every interface", "held", "tests that try it", 0, least(1)},
	{"attacks", "keep-alives that stay", "held", "tests that try it", 0, least(1)},
	{"attacks", "guesses, floods, what engines leave behind", "held", "tests that try it", 0, least(1)},
	{"attacks", "18 MB of points that come again", "held", "tests that try it", 0, least(1)},
	{"attacks", "limits of addresses and memory", "held", "tests that try it", 0, least(1)},
	{"attacks", "calls of the C ABI at random", "held", "tests that try it", 0, least(1)},
	{"attacks", "kills in the middle of work", "held", "tests that try it", 0, least(1)},
	{"attacks", "losses of power", "held", "tests that try it", 0, least(1)},
	{"attacks", "bombs of SGF, PGN and JSON", "held", "tests that try it", 0, least(1)},
	{"attacks", "bad lines, others' games and sessions", "held", "tests that try it", 0, least(1)},
	{"attacks", "lying terminals, one and many", "held", "tests that try it", 0, least(1)},
	{"attacks", "clocks that jump", "held", "tests that try it", 0, least(1)},
	{"attacks", "TLS, and those without a certificate", "held", "tests that try it", 0, least(1)},
	{"attacks", "injections into the page, in a browser", "held", "tests that try it", 0, least(1)},

	{"platform", "second meeting of a position", "ms", "ms at the first", 0, most(0.35)},
	{"platform", "an answer that was thought ahead", "ms", "ms without", 0, most(0.1)},
	{"platform", "win rate of answers after self-learning", "%", "% at first", 0, least(1)},
	{"platform", "level 2 against 1", "games won", "games of 9x9", levelGames, shown},
	{"platform", "level 3 against 2", "games won", "games of 9x9", levelGames, shown},
	{"platform", "level 4 against 3", "games won", "games of 9x9", levelGames, shown},
	{"platform", "level 5 against 4", "games won", "games of 9x9", levelGames, shown},
	{"platform", "level 6 against 5", "games won", "games of 9x9", levelGames, shown},

	{"cluster", "embedded cluster starts", "ms", "ms allowed", 100, most(1)},
	{"cluster", "memory that it adds", "MB", "MB allowed", 10, most(1)},
	{"cluster", "scatter and gather, 4 terminals", "us p50", "us, bare NATS", 0, shown},
	{"cluster", "the same, beside what is allowed", "us p50", "us allowed", 150, most(1)},
	{"cluster", "playouts/s, 2 worker processes", "/s", "/s with one", 0, least(1.8)},
	{"cluster", "book farm, 2 workers", "books/h", "books/h with one", 0, least(1.8)},
	{"cluster", "farmed books as one machine's", "books", "books", 2, least(1)},

	{"compute", "compute, 500 million additions", "s of a core", "s, or they were left out", 0.08, least(1)}, // the fastest cores there are
	{"compute", "compute, playouts of 19x19", "s of a core", "", 0, shown},
	{"compute", "compute, scatter and gather over 4", "us, median", "us wanted", 150, most(1)},
	{"compute", "compute, 3000 playouts in leases", "s of a core", "s at once", 0, most(1.1)},
	{"compute", "compute, 4 terminals, plan chunk", "time / ideal", "the best possible", 0, shown},
	{"compute", "compute, 4 terminals, plan seed", "time / ideal", "the best possible", 0, shown},
	{"compute", "compute, 4 terminals, plan seed, ranks 1-5", "time / ideal", "the best possible", 0, shown},
	{"compute", "compute, 20 terminals, plan chunk", "time / ideal", "the best possible", 0, shown},
	{"compute", "compute, 20 terminals, plan seed", "time / ideal", "the best possible", 0, shown},
	{"compute", "compute, 20 terminals, plan seed, ranks 1-5", "time / ideal", "the best possible", 0, shown},
	{"compute", "compute, 100 terminals, plan chunk", "time / ideal", "the best possible", 0, shown},
	{"compute", "compute, 100 terminals, plan seed", "time / ideal", "the best possible", 0, shown},
	{"compute", "compute, 100 terminals, plan seed, ranks 1-5", "time / ideal", "the best possible", 0, shown},
	{"compute", "compute, 200 terminals, plan chunk", "time / ideal", "the best possible", 0, most(1.2)},
	{"compute", "compute, 200 terminals, plan seed", "time / ideal", "the best possible", 0, shown},
	{"compute", "compute, 200 terminals, plan seed, ranks 1-5", "time / ideal", "the best possible", 0, shown},

	{"library", "size of the library, stripped", "MB", "MB allowed", 16, most(1)},
	{"library", "loading, to the end of the first call", "ms", "ms allowed", 10, most(1)},
	{"library", "board call from C over its work", "ns", "ns allowed", 150, most(1)},
	{"library", "job poll from C", "ns", "", 0, shown},
	{"library", "job poll from Node's main thread", "ns", "ns allowed", 2000, most(1)},
	{"library", "board call from Node's main thread", "ns", "ns allowed", 20000, most(1)},

	{"wasm", "size of WebAssembly, gzipped", "MB", "MB allowed", 4, most(1)},
	{"wasm", "WebAssembly, Xiangqi by five terms", "k nodes/s", "native", 0, least(0.3)},
	{"wasm", "WebAssembly, Xiangqi by the network", "k nodes/s", "native", 0, least(0.2)},
	{"wasm", "WebAssembly, Surakarta by the weights", "k nodes/s", "native", 0, least(0.3)},
	{"wasm", "WebAssembly, Surakarta by the network", "k nodes/s", "native", 0, least(0.2)},
	{"wasm", "WebAssembly, Go", "playouts/s", "native", 0, shown},
	{"wasm", "WebAssembly, Capture Go by the network", "playouts/s", "native", 0, least(0.2)},

	{"page", "first visit to a legal first move", "s", "s allowed", 3, most(1)},
	{"page", "longest time that the page is blocked", "ms", "ms allowed", 50, most(1)},
}

// meter judges and prints the figures of one group.
type meter struct {
	group  string
	dir    string // for files of a measurement; removed after it
	out    io.Writer
	done   []string // bars
	missed int
}

// put reports a figure; note, when not empty, is printed after it.
func (m *meter) put(name string, ours float64, note string) { m.judge(name, ours, 1, false, note) }

// beside reports a figure with the baseline that was measured in the same run.
func (m *meter) beside(name string, ours, theirs float64, note string) {
	m.judge(name, ours, theirs, true, note)
}

func (m *meter) judge(name string, ours, theirs float64, measured bool, note string) {
	i := slices.IndexFunc(bars, func(b bar) bool { return b.group == m.group && b.name == name })
	if i < 0 {
		fmt.Fprintf(m.out, "%q of %s has no row in the table of bars\n", name, m.group)
		m.missed++
		return
	}
	b := bars[i]
	m.done = append(m.done, name)
	if b.fixed != 0 {
		theirs, measured = b.fixed, true
	}
	ratio, peer := ours/theirs, b.baseline
	if measured {
		peer = fmt.Sprintf("%.4g %s", theirs, b.baseline)
	}
	verdict := "ok"
	if nothing := theirs == 0 && b.bound.rule != reported; nothing || !b.bound.holds(ratio) {
		verdict = "MISSED"
		m.missed++
	}
	if note != "" {
		note = "  (" + note + ")"
	}
	fmt.Fprintf(m.out, "%-43s %10.4g %-12s %-36s ratio %8.3f  %-14s %s%s\n", b.name, ours, b.unit, peer, ratio, b.bound, verdict, note)
}

// left names the bars of the group that were not measured.
func (m *meter) left() (names []string) {
	for _, b := range bars {
		if b.group == m.group && !slices.Contains(m.done, b.name) {
			names = append(names, b.name)
		}
	}
	return names
}
