package floors

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const module = "qikit.dev/qikit/"

// top is the floor of programs and of tests of the tree itself; the program qikit goes on above it.
const top = 11

// floor of every package; a package imports only floors below its own. A name
// ending in "/..." stands for all below it.
var floor = map[string]int{
	"internal/rng": 0, "internal/bits": 0, "internal/pool": 0, "internal/clock": 0, "internal/cputime": 0, "internal/await": 0, "internal/dbfile": 2, "internal/netfile": 0, "internal/options": 0, "internal/plainfile": 0, "internal/pagesum": 1, "internal/keyfilter": 1, "internal/golden": 0, "internal/charset": 0, "internal/pattern": 0, "internal/order": 0, "internal/sqlite": 0,
	"lib/game": 1,
	"lib/job":  1, // long work, whatever it is: knows floor 0 only
	// what games share: they import lib/game and floor 0
	"lib/goban": 2, "lib/sgf": 3, "internal/pgn": 3, "lib/sgcp": 2,
	// the games
	"lib/xiangqi": 4, "lib/surakarta": 4, "lib/chess": 4, "lib/weiqi": 4, "lib/capturego": 4, "lib/chinesecheckers": 4, "lib/ludo": 4, "lib/gomoku": 4,
	// the methods: another wing
	"internal/alphabeta": 2, "internal/mcts": 2, "internal/maxn": 2, "internal/nnue": 2, "internal/convnet": 2, "internal/nnkern": 1, "internal/phrase": 0, "internal/perft": 2, "internal/fixeddepth": 2, "internal/dfpn": 2,
	"internal/nets/...": 5, "internal/tables": 5, "internal/fiveterms": 5, "internal/keyposition": 5, "internal/chessterms": 5, "internal/pointworth": 5, "internal/sgcpgo": 5, "internal/capturesolver": 5, "internal/rollout": 5, "internal/gorollout": 5, "internal/captureplanes": 5, "internal/fives": 5,
	"lib/capturego/reason": 5, // a game's facts in words
	"lib/gamefile":         5, // files of games of any kind
	"internal/gobantest":   5, // for tests
	"internal/ludotest":    5,
	"lib/host":             2, // threads, memory and kernels of the process
	"lib/engine":           6, "lib/sgcp/client": 6, "lib/sgcp/remote": 7,
	"lib/engine/enginetest": 7,
	"lib/book":              6, "lib/book/generate": 7, "lib/book/play": 7, "internal/booktest": 7,
	"lib/review": 7, "lib/selfplay": 7, "lib/train": 7, "lib/compute": 7,
	"lib/gateway/internal/hall": 6, "lib/gateway/internal/store": 7,
	"lib/gateway": 8, "lib/platform": 8,
	"lib/cluster":         9,
	"capi":                10,
	"internal/tools/must": 9, "internal/tools/step": 10, "internal/tools/gtp": 10, "internal/tools/hall": 10, "internal/tools/generate": 11, "internal/tools/generate/...": 10, "internal/tools/generate/header": 9, "internal/tools/generate/schema": 9, "internal/tools/generate/words": 9,
	// programs and tests of the tree itself stand on top
	"bindings/qikit/internal/verb": top, "bindings/qikit/internal/server": top + 1, "bindings/qikit/internal/...": top + 2, "bindings/qikit": top + 3,
	"examples/...": top, "internal/tools/...": top, "internal/floors": top, "capi/...": top, "bindings/...": top, "internal/ctest": top, "internal/unitycheck": top,
}

func floorOf(t *testing.T, path string) int {
	name := strings.TrimPrefix(path, module)
	if f, ok := floor[name]; ok {
		return f
	}
	for dir := name; dir != "."; dir = filepath.Dir(dir) {
		if f, ok := floor[dir+"/..."]; ok {
			return f
		}
	}
	t.Errorf("%s has no floor: give it one here and in ARCHITECTURE.md", name)
	return 0
}

type goPackage struct {
	ImportPath, Dir, Name, Doc           string
	Imports, Deps                        []string
	GoFiles, TestGoFiles, XTestGoFiles   []string
	CgoFiles, IgnoredGoFiles, OtherFiles []string
}

func packages(t *testing.T) []goPackage {
	cmd := exec.Command("go", "list", "-json", "./...")
	cmd.Dir = filepath.Join("..", "..")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []goPackage
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p goPackage
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

func TestImports_goDown(t *testing.T) {
	for _, p := range packages(t) {
		own := floorOf(t, p.ImportPath)
		for _, imported := range p.Imports {
			if !strings.HasPrefix(imported, module) {
				continue
			}
			if f := floorOf(t, imported); f >= own {
				t.Errorf("%s (floor %d) imports %s (floor %d): imports go strictly down", p.ImportPath, own, imported, f)
			}
			if name := strings.TrimPrefix(p.ImportPath, module); name == "capi" && !strings.HasPrefix(imported, module+"lib/") {
				t.Errorf("capi imports %s: it may import lib only", imported)
			}
			// Games and methods meet in lib/engine and nowhere below.
			if own == 2 && strings.HasPrefix(p.ImportPath, module+"internal/") && strings.HasPrefix(imported, module+"lib/") {
				t.Errorf("%s imports %s: a method knows no game", p.ImportPath, imported)
			}
		}
	}
}

func TestGames_areStill(t *testing.T) {
	games := []string{"lib/game", "lib/xiangqi", "lib/surakarta", "lib/chess", "lib/goban", "lib/sgf", "lib/weiqi", "lib/capturego", "lib/chinesecheckers", "lib/ludo", "lib/gomoku", "lib/capturego/reason", "lib/sgcp"}
	for _, p := range packages(t) {
		if !slices.Contains(games, strings.TrimPrefix(p.ImportPath, module)) {
			continue
		}
		for _, banned := range []string{"context", "time", "os", "log", "log/slog", module + "internal/pool"} {
			if slices.Contains(p.Imports, banned) {
				t.Errorf("%s imports %s: games have no goroutines, context, clock, files or logs", p.ImportPath, banned)
			}
		}
	}
}

// The gateway's hall is pure state: whoever enters it brings the time and does what
// comes of it.
func TestHall_isStill(t *testing.T) {
	for _, p := range packages(t) {
		if p.ImportPath != module+"lib/gateway/internal/hall" {
			continue
		}
		for _, banned := range []string{
			"context", "database/sql", "log", "log/slog", "math/rand", "math/rand/v2", "crypto/rand", "net", "os", "sync", "sync/atomic",
			module + "internal/pool", module + "internal/clock",
		} {
			if slices.Contains(p.Imports, banned) {
				t.Errorf("%s imports %s: a hall has no goroutines, locks, sockets, files, clock or logs", p.ImportPath, banned)
			}
		}
		for _, name := range p.GoFiles {
			text, err := os.ReadFile(filepath.Join(p.Dir, name))
			if err != nil {
				t.Fatal(err)
			}
			if m := impure.Find(text); m != nil {
				t.Errorf("%s has %q: a hall is told the time and starts nothing", name, m)
			}
		}
		return
	}
	t.Error("there is no hall")
}

var impure = regexp.MustCompile(`\btime\.(Now|Since|Until|After|AfterFunc|Sleep|Tick|NewTimer|NewTicker)\b|\bgo func\b|\bchan\b`)

func TestLibrary_linksNothingHeavy(t *testing.T) {
	for _, p := range packages(t) {
		if p.ImportPath != module+"capi" {
			continue
		}
		for _, banned := range []string{"net/http", module + "lib/cluster", "github.com/nats-io/nats.go", "github.com/nats-io/nats-server/v2/server", "github.com/parquet-go/parquet-go"} {
			if slices.Contains(p.Deps, banned) {
				t.Errorf("capi links %s: it is too heavy for a game client", banned)
			}
		}
	}
}
