package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"qikit.dev/qikit/internal/tools/gtp"
	"qikit.dev/qikit/internal/tools/must"
)

// match is a long comparison, as internal/tools/match plays it.
type match struct {
	name, game, about, a, b string
	flags                   []string // of internal/tools/match, beside these
}

// gnuGo is Debian's gnugo at its usual level.
const gnuGo = `{"kind": "gtp", "path": "/usr/games/gnugo", "timeout": 300, "args": ["--mode", "gtp", "--level", "10", "--chinese-rules", "--positional-superko"]}`

// fairyStockfish is Debian's, without its network.
const fairyStockfish = `{"kind": "uci", "path": "/usr/games/fairy-stockfish", "timeout": 300, "settings": {"Threads": "1", "Hash": "64"}}`

// goMatches play the engine of Go against GNU Go, on two threads.
var goMatches = []match{
	{"go-gnugo", "go", "Go on 9x9 with komi 7.5 against Debian's gnugo at level 10, 40 games at 2 s a move on two threads: at least 70 % of the points", goTwoThreads, gnuGo, againstGNUGo("9", "20")},
	{"go-13", "go", "the same on 13x13, 10 games", goTwoThreads, gnuGo, againstGNUGo("13", "5")},
	{"go-19", "go", "the same on 19x19, 6 games", goTwoThreads, gnuGo, againstGNUGo("19", "3")},
}

const goTwoThreads = `{"workers": 2, "table_mb": 256}`

// chessMatches play the engine of chess against Debian's programs.
var chessMatches = []match{
	{"chess-glaurung", "chess", "chess against Debian's glaurung 2.2, 200 games at 100 ms a move, one thread each: at least 50 % of the points", `{}`,
		`{"kind": "uci", "path": "/usr/games/glaurung", "settings": {"Threads": "1", "Hash": "64"}}`, []string{"-time", "100ms"}},
	{"chess-toga2", "chess", "the same against Debian's toga2", `{}`, `{"kind": "uci", "path": "/usr/games/toga2", "settings": {"Hash": "64"}}`, []string{"-time", "100ms"}},
	{"chess-gnuchess", "chess", "the same against Debian's gnuchess, which aborts now and then by an assertion of its own: the same command goes on", `{}`,
		`{"kind": "uci", "path": "/usr/games/gnuchess", "args": ["--uci"]}`, []string{"-time", "100ms"}},
	{"chess-stockfish", "chess", "the same against Debian's stockfish, limited to 2,400 Elo", `{}`,
		`{"kind": "uci", "path": "/usr/games/stockfish", "settings": {"Threads": "1", "Hash": "64", "UCI_LimitStrength": "true", "UCI_Elo": "2400"}}`, []string{"-time", "100ms"}},
}

// gomocupVariable names a program of the Gomocup tournament, which the engine of Gomoku then plays.
const gomocupVariable = "QIKIT_GOMOCUP"

// gomokuMatches are none without a program.
func gomokuMatches() []match {
	path := os.Getenv(gomocupVariable)
	if path == "" {
		return nil
	}
	return []match{{"gomoku-gomocup", "gomoku", "Gomoku, freestyle 15x15, against the Gomocup program that " + gomocupVariable + " names, 100 games at 500 ms a move, one thread each: at least 50 % of the points", `{}`,
		fmt.Sprintf(`{"kind": "gomocup", "path": %q, "timeout": 300}`, path), []string{"-time", "500ms", "-openings", "50", "-plies", "5", "-middle", "3"}}}
}

// againstGNUGo returns the flags of a match with GNU Go, which counts the games too.
func againstGNUGo(size, openings string) []string {
	return []string{"-time", "2s", "-rules", `{"size": ` + size + `, "komi": 7.5}`, "-openings", openings, "-plies", "0", "-judge", gtp.GNUGo}
}

var longMatches = []match{
	{"fairy", "xiangqi", "Xiangqi against Debian's fairy-stockfish without its network, 200 games at 50 ms a move, one thread each", `{}`,
		fairyStockfish, []string{"-time", "50ms"}},
	{"capturego-1", "capturego", "Capture Go on 9x9 with target 1 against a search with random games only, 200 games at 15 ms a move: at least 90 % of the points", `{}`,
		`{"strategy": "random"}`, []string{"-time", "15ms"}},
	{"capturego-3", "capturego", "the same with target 3", `{}`, `{"strategy": "random"}`, []string{"-time", "15ms", "-rules", `{"target": 3}`}},
	{"surakarta-net", "surakarta", "Surakarta by its network against the weights that were fitted, 200 games at 30 ms a move", `{}`, `{"evaluator": "terms"}`, []string{"-time", "30ms"}},
	{"surakarta-101", "surakarta", "Surakarta against strategy 101, 200 games at 30 ms a move: at least 95 % of the points", `{}`, `{"strategy": "101"}`, []string{"-time", "30ms"}},
	{"surakarta-106", "surakarta", "Surakarta's evaluation 106 against that of 101 to 105, by the same search, 200 games at 5 plies a move", `{"strategy": "106"}`,
		`{"strategy": "105"}`, []string{"-time", "0", "-depth", "5"}},
}

// captureGoMatches play the network against none and against the one before it, from
// openings of two plies: after eight, half of the games on 7x7 are won by one colour
// whoever plays it.
func captureGoMatches() (list []match) {
	for _, row := range []struct{ name, opponent, b, wanted string }{
		{"playouts", "itself without the network", `{"strategy": "playouts"}`, "on 7x7, 9x9 and 13x13 at least 95 %"},
		{"4x32", "itself with the network of 4x32", `{"net": "internal/nets/capturego/training/4x32.qnet"}`, "on 7x7 at least 75 %, on 9x9 90 %"},
	} {
		for _, size := range []int{7, 9, 13} {
			list = append(list, match{fmt.Sprintf("capturego-%s-%02d", row.name, size), "capturego",
				fmt.Sprintf("Capture Go on %dx%d against %s, 200 games at 50 ms a move after two random plies: %s of the points", size, size, row.opponent, row.wanted),
				`{}`, row.b, []string{"-time", "50ms", "-plies", "2", "-rules", fmt.Sprintf(`{"size": %d}`, size)}})
		}
	}
	return list
}

// levelMatches lets each level of a game play the one below it: 62 to 71 % of
// the points are wanted of each, of the tenth whatever its time makes of it.
func levelMatches(game string) (list []match) {
	for above := 2; above <= 10; above++ {
		flags := []string{"-time", "0"} // what holds a level back is its depth
		switch {
		case game == "go":
			flags = append(flags, "-rules", `{"size": 9}`, "-plies", "2", "-visits", "6000")
			if above == 10 { // which plays twenty times as many games out as the ninth
				flags = append(flags, "-openings", "20")
			}
		case above == 10:
			flags[1] = "30ms"
		}
		if game == "gomoku" {
			flags = append(flags, "-plies", "5", "-middle", "3")
		}
		list = append(list, match{fmt.Sprintf("%s-levels-%02d", game, above), game, fmt.Sprintf("level %d of %s against level %d", above, game, above-1),
			fmt.Sprintf(`{"level": %d, "seed": 2}`, above), fmt.Sprintf(`{"level": %d}`, above-1), flags})
	}
	return list
}

// levelGNUGo lets levels of Go play GNU Go, for the same table.
func levelGNUGo(levels ...int) (list []match) {
	for _, level := range levels {
		flags := againstGNUGo("9", "10")
		flags[1] = "0"
		list = append(list, match{fmt.Sprintf("go-peers-%02d", level), "go", fmt.Sprintf("level %d of Go on 9x9 against Debian's gnugo at level 10, 20 games", level),
			fmt.Sprintf(`{"level": %d}`, level), gnuGo, append(flags, "-plies", "2")})
	}
	return list
}

// levelPeers lets levels of a game play a program at fixed depths, for the table of the documentation.
func levelPeers(game, peer, program string, pairs ...[2]int) (list []match) {
	for _, p := range pairs {
		list = append(list, match{fmt.Sprintf("%s-peers-%02d-%d", game, p[0], p[1]), game, fmt.Sprintf("level %d of %s against %s at %d plies", p[0], game, peer, p[1]),
			fmt.Sprintf(`{"level": %d}`, p[0]), program, []string{"-time", "0", "-depth-b", fmt.Sprint(p[1]), "-openings", "30"}})
	}
	return list
}

// matches plays the long ones: all, or those whose names begin with one of
// those given. Each keeps its log under build/matches; one that was stopped
// goes on.
func matches(names []string) {
	for _, m := range slices.Concat(longMatches, captureGoMatches(), goMatches, chessMatches, gomokuMatches(), levelMatches("surakarta"), levelMatches("xiangqi"), levelMatches("chess"),
		levelMatches("capturego"), levelMatches("go"), levelMatches("gomoku"), levelMatches("chinesecheckers"),
		levelPeers("xiangqi", "Debian's fairy-stockfish", fairyStockfish, [2]int{1, 1}, [2]int{3, 1}, [2]int{5, 1}, [2]int{7, 3}, [2]int{9, 5}),
		levelPeers("chess", "Debian's fairy-stockfish", fairyStockfish, [2]int{1, 1}, [2]int{3, 1}, [2]int{5, 1}, [2]int{7, 3}, [2]int{9, 5}),
		levelGNUGo(3, 5, 7, 9)) {
		wanted := len(names) == 0 || slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(m.name, name) })
		if !wanted {
			continue
		}
		fmt.Printf("== %s: %s\n", m.name, m.about)
		args := []string{"run", "./internal/tools/match", "-game", m.game, "-a", m.a, "-b", m.b, "-openings", "100",
			"-log", filepath.Join("build", "matches", m.name+".jsonl")}
		cmd := exec.Command("go", append(args, m.flags...)...)
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		if err := cmd.Run(); err != nil {
			must.Fail("%s: %w", m.name, err)
		}
	}
}
