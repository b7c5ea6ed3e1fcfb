package engine

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/nets"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/chess"
	"qikit.dev/qikit/lib/game"
)

const chessFile = "../../internal/nets/chess/chess.qnet"

func newChessAnalyst(t *testing.T) *chessAnalyst {
	t.Helper()
	return withNet(t, newChess, chessFile).(*chessAnalyst)
}

// withNet is an analyst with a network of a file.
func withNet(t *testing.T, analyst func(Options) (analyst, error), file string) analyst {
	t.Helper()
	o := DefaultOptions()
	o.Net = file
	a, err := analyst(o)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// rare counts the moves that are more than a man going from one square to another.
type rare struct{ castlings, passants, promotions int }

func (r *rare) add(b *chess.Board, m game.Move) {
	switch {
	case chess.IsCastling(m):
		r.castlings++
	case chess.Promotion(m) != chess.NoKind:
		r.promotions++
	case b.At(chess.Source(m)).Kind() == chess.Pawn && chess.Target(m) == b.Passed():
		r.passants++
	}
}

// randomChess plays a random game, in which rare moves are played as soon as they can be.
func randomChess(b *chess.Board, random *rng.Source, plies int, play func(m game.Move)) (seen rare) {
	for range plies {
		moves := b.Moves(nil)
		if len(moves) == 0 {
			return seen
		}
		m := moves[random.IntN(len(moves))]
		for _, other := range moves {
			var r rare
			if r.add(b, other); r != (rare{}) && random.IntN(2) == 0 {
				m = other
			}
		}
		seen.add(b, m)
		play(m)
	}
	return seen
}

// In a search the network values each position as it would value it anew, through every kind of
// move, in chess and in Chess960.
func TestChessNet_followsTheSearch(t *testing.T) {
	random := rng.New(6)
	a := newChessAnalyst(t)
	var seen rare
	for n := range 24 {
		o := chess.DefaultOptions()
		if n%2 == 1 {
			o.Chess960, o.Arrangement = true, random.IntN(960)
		}
		b, err := chess.New("", o, false)
		if err != nil {
			t.Fatal(err)
		}
		p := a.at(b)
		got := randomChess(b, random, 150, func(m game.Move) {
			if random.IntN(7) == 0 { // there and back
				p.Game.Play(m)
				p.Eval.Score()
				p.Game.Undo()
			}
			p.Game.Play(m)
			fresh := a.another()
			if got, want := p.Eval.Score(), fresh.at(b).Eval.Score(); got != want {
				t.Fatalf("%s: %d, anew %d", b.Position(), got, want)
			}
		})
		seen.castlings += got.castlings
		seen.passants += got.passants
		seen.promotions += got.promotions
	}
	if seen.castlings < 10 || seen.passants < 3 || seen.promotions < 10 {
		t.Errorf("the games had %+v, expected some of each", seen)
	}
}

// mirroredFiles is a position with the files in reverse order.
func mirroredFiles(position string) string {
	men, rest, _ := strings.Cut(position, " ")
	rows := strings.Split(men, "/")
	for i, row := range rows {
		letters := []byte(row)
		slices.Reverse(letters)
		rows[i] = string(letters)
	}
	return strings.Join(rows, "/") + " " + rest
}

// A position is worth the same for the other colour, and seen in a mirror.
func TestChessNet_symmetries(t *testing.T) {
	random := rng.New(8)
	a := newChessAnalyst(t)
	score := func(position string) int {
		b, err := game.New("chess", game.Setup{Position: position, Lenient: true})
		if err != nil {
			t.Fatal(position, err)
		}
		return a.another().at(b).Eval.Score()
	}
	for range 30 {
		b := chessBoard(t, "", false)
		randomChess(b, random, 10+random.IntN(60), func(m game.Move) { b.Play(m) })
		fields := strings.Fields(b.Position())
		position := fields[0] + " " + fields[1] + " - - 0 1" // no castling, and nothing to take in passing
		want := score(position)
		turned := chessBoard(t, position, false).View(game.View{Turn: 1})
		for _, other := range []string{turned, mirroredFiles(position), mirroredFiles(turned)} {
			if got := score(other); got != want {
				t.Fatalf("%s: %d, but %s: %d", other, got, position, want)
			}
		}
	}
}

// What is no network of a game is refused with its name and what is wrong.
func TestNet_refuses(t *testing.T) {
	whole, err := os.ReadFile(chessFile)
	if err != nil {
		t.Fatal(err)
	}
	put := func(content []byte) string {
		path := filepath.Join(t.TempDir(), "b.qnet")
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for name, c := range map[string]struct{ game, path, text string }{
		"no file":        {"chess", "/nowhere/x.qnet", "nowhere"},
		"foreign":        {"chess", put([]byte("NNUE of another program, with more than 48 bytes")), "QNET"},
		"cut":            {"chess", put(whole[:len(whole)/2]), "SHA-256"},
		"a bit flipped":  {"chess", put(append(slices.Clone(whole[:99]), append([]byte{whole[99] ^ 4}, whole[100:]...)...)), "SHA-256"},
		"of Xiangqi":     {"chess", "testdata/men.qnet", "is for xiangqi/1, expected chess/1"},
		"for Xiangqi":    {"xiangqi", chessFile, "is for chess/1, expected xiangqi/1"},
		"of Capture Go":  {"chess", "../../internal/nets/capturego/capturego.qnet", "convnet/1"},
		"with the terms": {"chess", chessFile, `evaluator is "terms" with a net`},

		"of chess":                    {"surakarta", chessFile, "is for chess/1, expected surakarta/1"},
		"of Surakarta":                {"chess", surakartaFile, "is for surakarta/1, expected chess/1"},
		"with the terms of Surakarta": {"surakarta", surakartaFile, `evaluator is "terms" with a net`},
	} {
		for _, kind := range []string{"alphabeta", "mcts"} {
			o := DefaultOptions()
			o.Kind, o.Net = kind, c.path
			if strings.HasPrefix(name, "with the terms") {
				o.Evaluator = "terms"
			}
			if _, err := New(c.game, o); !errors.Is(err, ErrOptions) || !strings.Contains(err.Error(), c.text) {
				t.Errorf("%s with %s: %v, want ErrOptions with %q", name, kind, err, c.text)
			}
		}
	}
}

// Without options the library's own network values, with the terms it does not; both are told.
func TestChess_usesItsNetwork(t *testing.T) {
	own, err := nets.Chess()
	if err != nil {
		t.Fatal(err)
	}
	b := chessBoard(t, "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false)
	for _, kind := range []string{"alphabeta", "mcts"} {
		for _, evaluator := range []string{"", "nnue", "terms"} {
			o := DefaultOptions()
			o.Kind, o.Evaluator, o.Workers, o.TableMB = kind, evaluator, 2, 1
			e, err := New("chess", o)
			if err != nil {
				t.Fatal(err)
			}
			defer e.Close()
			value, ok := NetworkValue(e, b)
			if ok != (evaluator != "terms") || ok && value < 400 {
				t.Errorf("%q by %q: a network says %d of a queen more, %v", kind, evaluator, value, ok)
			}
			terms, err := Evaluate(e, b)
			if kind == "mcts" && evaluator == "terms" {
				continue // a tree search without a network explains nothing
			}
			if err != nil || (terms[len(terms)-1].Name == "network") != ok {
				t.Errorf("%q by %q: %v, %v", kind, evaluator, terms, err)
			}
			if r := search(t, e, b, Limits{Nodes: 1000, Visits: 100, Lines: 1}); r.WinRate < 0.6 {
				t.Errorf("%q by %q: %s", kind, evaluator, r.JSON(b))
			}
		}
	}
	// Jobs that another network's searches began must not go on: who changes one raises both.
	if own.ID != "379ea91b9b7b59de" || Searches != 14 {
		t.Errorf("network %s in version %d of the searches", own.ID, Searches)
	}
}

// A position with another number of kings, or with more men than a game begins with, is valued by the terms.
func TestChess_oddBoardsByTerms(t *testing.T) {
	e, err := New("chess", DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	for position, fits := range map[string]bool{
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1":                               true,
		"4k3/8/8/8/8/8/8/4Q3 w - - 0 1":                               false,
		"rnbqkbnr/pppppppp/8/8/8/7N/PPPPPPPP/RNBQKBNR w KQkq - 0 1":   false,
		"rnbqkbnr/pppppppp/8/3QQ3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": false,
	} {
		b, err := game.New("chess", game.Setup{Position: position, Lenient: true})
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := NetworkValue(e, b); ok != fits {
			t.Errorf("%s: the network serves: %v, want %v", position, ok, fits)
		}
		if _, err := Evaluate(e, b); err != nil {
			t.Errorf("%s: %v", position, err)
		}
		if fits {
			continue
		}
		if r := search(t, e, b, Limits{Depth: 3, Lines: 1}); r.Best == game.NoMove {
			t.Errorf("%s: no move", position)
		}
	}
}
