package floors

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "qikit.dev/qikit/"

// floor of every package; a package imports only floors below its own. A name
// ending in "/..." stands for all below it.
var floor = map[string]int{
	"internal/rng": 0, "internal/bits": 0, "internal/pool": 0, "internal/clock": 0, "internal/netfile": 0, "internal/jsonobject": 0, "internal/options": 0, "internal/golden": 0,
	"lib/game": 1,
	// the games: they import lib/game and floor 0
	"lib/xiangqi": 2, "lib/surakarta": 2, "lib/weiqi": 2, "lib/sgcp": 2,
	// the methods: another wing of the same height
	"internal/alphabeta": 2, "internal/mcts": 2, "internal/nnue": 2, "internal/convnet": 2, "internal/nnkern": 1, "internal/perft": 2, "internal/fixeddepth": 2, "internal/dfpn": 2,
	"internal/nets/...": 3, "internal/tables": 3, "internal/fiveterms": 3, "internal/keyposition": 3, "internal/pointworth": 3, "internal/capturesolver": 3, "internal/rollout": 3, "internal/gorollout": 3, "internal/captureplanes": 3,
	"lib/job":    1, // long work, whatever it is: knows floor 0 only
	"lib/host":   2, // threads, memory and kernels of the process
	"lib/engine": 4, "lib/sgcp/client": 4, "lib/sgcp/remote": 5,
	"lib/engine/enginetest": 5,
	"lib/book":              5, "lib/review": 5, "lib/selfplay": 5, "lib/compute": 5,
	"lib/gateway": 6, "lib/platform": 6,
	"lib/cluster":         7,
	"capi":                8,
	"internal/tools/step": 8, "internal/tools/gtp": 8, "internal/tools/hall": 8, "internal/tools/generate": 9, "internal/tools/generate/...": 8, "internal/tools/generate/header": 7,
	// programs and tests of the tree itself stand on top
	"examples/...": 9, "internal/tools/...": 9, "internal/floors": 9, "capi/...": 9, "bindings/...": 9, "internal/ctest": 9, "internal/unitycheck": 9,
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
	games := []string{"lib/game", "lib/xiangqi", "lib/surakarta", "lib/weiqi", "lib/sgcp"}
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
