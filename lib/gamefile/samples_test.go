package gamefile_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/gamefile"

	_ "qikit.dev/qikit/lib/capturego"
	_ "qikit.dev/qikit/lib/chess"
	_ "qikit.dev/qikit/lib/chinesecheckers"
	_ "qikit.dev/qikit/lib/gomoku"
	_ "qikit.dev/qikit/lib/ludo"
	_ "qikit.dev/qikit/lib/surakarta"
	_ "qikit.dev/qikit/lib/weiqi"
	_ "qikit.dev/qikit/lib/xiangqi"
)

const sampleGames = "../../examples/games"

// The sample games of the packages are of every game, and are played to their ends by its rules.
func TestRead_sampleGames(t *testing.T) {
	var seen []string
	files, err := filepath.Glob(filepath.Join(sampleGames, "*.*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		switch filepath.Ext(file) {
		case ".md":
		case ".json":
			var one struct {
				Game, Position string
				Moves          []string
			}
			if err := json.Unmarshal(text, &one); err != nil {
				t.Fatal(file, err)
			}
			b, err := game.New(one.Game, game.Setup{Position: one.Position})
			if err != nil {
				t.Fatal(file, err)
			}
			seen = append(seen, one.Game)
			playedOut(t, file, b, one.Moves)
		default:
			games, err := gamefile.Read(text, gamefile.ReadOptions{})
			if err != nil {
				t.Fatal(file, err)
			}
			seen = append(seen, games[0].Name)
			for _, g := range games {
				b, err := g.Board(len(g.Record.Moves))
				if err != nil {
					t.Fatal(file, err)
				}
				playedOut(t, file, b, nil)
			}
		}
	}
	slices.Sort(seen)
	if all := game.Names(); !slices.Equal(seen, all) {
		t.Errorf("sample games of %s, expected %s", seen, all)
	}
}

func playedOut(t *testing.T, file string, b game.Board, moves []string) {
	t.Helper()
	if err := game.PlayLine(b, moves); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	if _, over := b.Outcome(); !over {
		t.Errorf("%s: not over:\n%s", file, b.Position())
	}
}
