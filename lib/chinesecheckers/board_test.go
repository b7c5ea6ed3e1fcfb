package chinesecheckers

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/game"
)

// everyRules are rules under which the tests play.
func everyRules() (all []Options) {
	for _, players := range []int{2, 3, 4, 6} {
		o := DefaultOptions()
		o.Players = players
		all = append(all, o)
		o.Jumps, o.Corners, o.PlayOn = long, "own", true
		all = append(all, o)
	}
	return all
}

func set1(t testing.TB, text string, o Options) *Board {
	t.Helper()
	b, err := New(text, o, false)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// greedy draws among the moves that bring a man furthest, so that games end.
func greedy(b *Board, r *rand.Rand) game.Move {
	best, most := game.NoMove, -100
	for _, m := range b.Moves(nil) {
		gain := 0
		if !IsPass(m) {
			seat := b.Seat(b.Turn())
			gain = 4*(Ahead(seat, Source(m))-Ahead(seat, Target(m))) + r.IntN(6)
		}
		if gain > most {
			best, most = m, gain
		}
	}
	return best
}

func TestStar(t *testing.T) {
	neighbours := 0
	for p := range Point(points) {
		for d, to := range star.near[p] {
			if to == none {
				continue
			}
			neighbours++
			if star.near[to][(d+3)%directions] != p {
				t.Fatalf("%s lies in direction %d of %s, and not the other way round", to, d, p)
			}
			if star.near[star.turned[1][p]][(d+1)%directions] != star.turned[1][to] {
				t.Fatalf("the neighbour %s of %s is not turned with it", to, p)
			}
		}
		if q, rest := pointOf(p.String()); q != p || rest != "" {
			t.Fatalf("%s is read as %s", p, q)
		}
		if star.turned[3][star.turned[3][p]] != p || star.mirrored[star.mirrored[p]] != p {
			t.Fatalf("%s does not come back", p)
		}
	}
	for seat := range corners {
		n := 0
		for p := range Point(points) {
			if star.home[seat].has(p) {
				n++
				if Ahead(seat, p) < 13 || Ahead((seat+3)%corners, p) > 3 {
					t.Errorf("%s of seat %d is %d steps from its target", p, seat, Ahead(seat, p))
				}
			}
		}
		if n != pieces {
			t.Errorf("corner %d has %d points", seat, n)
		}
	}
	// The hexagon has 156 lines between its 61 points; each corner has 26 more with its ten.
	if neighbours != 2*312 {
		t.Errorf("%d neighbours", neighbours)
	}
}

// reference finds the moves by coordinates, jump after jump, by the words of the rules.
func reference(b *Board) (texts []string) {
	type place struct{ row, column int }
	who := map[place]int{}
	for p := range Point(points) {
		who[place{star.row[p], star.column[p]}] = -1
	}
	for player := range b.Players() {
		for _, p := range b.Men(player, nil) {
			who[place{star.row[p], star.column[p]}] = player
		}
	}
	name := func(p place) string { return fmt.Sprintf("%c%d", 'a'+p.column, 17-p.row) }
	way := []place{{0, 2}, {0, -2}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	for from, player := range who {
		if player != b.turn {
			continue
		}
		who[from] = -1
		ends := map[place]bool{}
		empty := func(p place) bool { is, on := who[p]; return on && is == -1 }
		for _, w := range way {
			if to := (place{from.row + w.row, from.column + w.column}); empty(to) {
				ends[to] = true
			}
		}
		passed := map[place]bool{from: true}
		var hop func(at place)
		hop = func(at place) {
			for _, w := range way {
				for far := 1; far <= 8; far++ {
					if far > 1 && b.options.Jumps != long {
						break
					}
					clear := true
					for i := 1; i <= 2*far; i++ {
						p := place{at.row + i*w.row, at.column + i*w.column}
						_, on := who[p]
						if !on || (i == far) == empty(p) {
							clear = false
						}
					}
					if to := (place{at.row + 2*far*w.row, at.column + 2*far*w.column}); clear && !passed[to] {
						passed[to], ends[to] = true, true
						hop(to)
					}
				}
			}
		}
		hop(from)
		who[from] = player
		seat := b.seats[player]
		for to := range ends {
			corner := func(p place) int { return int(cornerOf(cube(p.row, p.column))) }
			if to == from || corner(from) == (seat+3)%6 && corner(to) != (seat+3)%6 {
				continue
			}
			if b.options.Corners == "own" && corner(to) >= 0 && corner(to) != seat && corner(to) != (seat+3)%6 {
				continue
			}
			texts = append(texts, name(from)+"-"+name(to))
		}
	}
	if len(texts) == 0 {
		texts = []string{"pass"}
	}
	slices.Sort(texts)
	return texts
}

// Games of every number of players: the moves are those of the second implementation, and a
// board, its text, its copy and its history agree at each ply.
func TestGames(t *testing.T) {
	for i, o := range everyRules() {
		r := rand.New(rand.NewPCG(uint64(i), 7))
		b := set1(t, "", o)
		var keys []uint64
		var positions []string
		for ply := range 25 * o.Players {
			if _, over := b.Outcome(); over {
				break
			}
			if got, want := game.MoveTexts(b), reference(b); !slices.Equal(got, want) {
				t.Fatalf("%s: moves %v, want %v", b.Position(), got, want)
			}
			again := set1(t, b.Position(), DefaultOptions())
			if again.Position() != b.Position() || again.Key() != b.Key() || again.Turn() != b.Turn() {
				t.Fatalf("%s is read as %s, keys %x and %x", b.Position(), again.Position(), b.Key(), again.Key())
			}
			keys, positions = append(keys, b.Key()), append(positions, b.Position())
			m := greedy(b, r)
			if ply%5 == 0 {
				moves := b.Moves(nil)
				m = moves[r.IntN(len(moves))]
			}
			if parsed, err := b.Parse(b.Text(m)); err != nil || parsed != m {
				t.Fatalf("%s is read as %s, %v", b.Text(m), b.Text(parsed), err)
			}
			b.Play(m)
		}
		for len(keys) > 0 {
			last := len(keys) - 1
			if !b.Undo() || b.Key() != keys[last] || b.Position() != positions[last] {
				t.Fatalf("Undo leads to %s, want %s", b.Position(), positions[last])
			}
			keys, positions = keys[:last], positions[:last]
		}
		if b.Undo() || b.Position() != set1(t, "", o).Position() {
			t.Errorf("at the end of the history stands %s", b.Position())
		}
	}
}

// A position seen from another seat is played in the same way, seen from there.
func TestView(t *testing.T) {
	for i, o := range everyRules() {
		r := rand.New(rand.NewPCG(uint64(i), 8))
		b := set1(t, "", o)
		for range 12 * o.Players {
			b.Play(greedy(b, r))
		}
		for turn := range o.Players {
			for symmetry := range b.Symmetries() {
				v := game.View{Turn: turn, Symmetry: symmetry}
				seen := set1(t, b.View(v), o)
				var texts []string
				for _, m := range b.Moves(nil) {
					texts = append(texts, b.ViewText(v, m))
				}
				slices.Sort(texts)
				if got := game.MoveTexts(seen); !slices.Equal(got, texts) {
					t.Fatalf("%d players, %+v: moves %v, want %v", o.Players, v, got, texts)
				}
				if got := seen.Identity(game.View{}); got != b.Identity(v) {
					t.Errorf("%+v: identity %s, want %s", v, got, b.Identity(v))
				}
				if shift, _ := b.shift(v); seen.Turn() != (b.Turn()+shift)%o.Players {
					t.Errorf("%+v: player %d to move, want %d", v, seen.Turn(), (b.Turn()+shift)%o.Players)
				}
			}
		}
	}
}

// Leaves are counted by the second implementation; the first moves on paper.
func TestPerft(t *testing.T) {
	for _, o := range everyRules() {
		b := set1(t, "", o)
		want := uint64(0)
		for _, m := range b.Moves(nil) {
			b.Play(m)
			want += uint64(len(reference(b)))
			b.Undo()
		}
		if got, _ := game.Perft(b, 2, nil); got != want {
			t.Errorf("%+v: %d leaves, want %d", o, got, want)
		}
	}
	if got, _ := game.Perft(set1(t, "", DefaultOptions()), 1, nil); got != 14 {
		t.Errorf("%d first moves, want 14: eight steps of the front row, and six jumps over it", got)
	}
}

const nearlyHome = "r/rr/rrr/rrr1/94/93/92/91/9/91/92/93/94/gggg/ggg/gg/1"

// rowsOf puts men on points of an empty star.
func rowsOf(t *testing.T, men map[string]string) string {
	t.Helper()
	var cells [points]byte
	for letter, names := range men {
		for _, name := range strings.Fields(names) {
			p, rest := pointOf(name)
			if p == none || rest != "" || cells[p] != 0 {
				t.Fatalf("no point %q", name)
			}
			cells[p] = letter[0]
		}
	}
	text := ""
	for p, c := range cells {
		if p > 0 && star.row[p] != star.row[p-1] {
			text += "/"
		}
		if c == 0 {
			c = '.'
		}
		text += string(c)
	}
	return text
}

// A target is full with six own men, with one, or with all ten, as the rules say.
func TestBlocking(t *testing.T) {
	text := rowsOf(t, map[string]string{
		"r": "l16 n16 k15 m15 o15 j14 l14 n14 o13 a5", // north, but for m17 and p14
		"g": "m17 m1 l2 n2 k3 m3 o3 j4 l4 n4",
	}) + " r rg - 41"
	b := set1(t, text, DefaultOptions())
	m, err := b.Parse("o13-p14")
	if err != nil {
		t.Fatal(err)
	}
	b.Play(m)
	o, over := b.Outcome()
	if !over || o.Winner != 0 || o.Reason != TargetFull || !slices.Equal(b.Ranks(), []int{1, 2}) || len(b.Moves(nil)) != 0 {
		t.Errorf("outcome %+v, %v, ranks %v with a man of green in the way; want red", o, over, b.Ranks())
	}
	if again := set1(t, b.Position(), DefaultOptions()); again.Position() != b.Position() {
		t.Errorf("%s is read as %s", b.Position(), again.Position())
	}
	rules := DefaultOptions()
	rules.Blocking = strict
	b = set1(t, text, rules)
	b.Play(m)
	if o, over := b.Outcome(); over {
		t.Errorf("strict rules: outcome %+v with nine men", o)
	}
	few := rowsOf(t, map[string]string{
		"r": "l16 n16 m17 m9 q9 j6 l6 n6 o13 a5", "g": "k15 m15 o15 j14 l14 n14 m1 l2 n2 k3",
	}) + " r rg - 41"
	for blocking, want := range map[string]bool{"most": false, "one": true, strict: false} {
		rules.Blocking = blocking
		b = set1(t, few, rules)
		b.Play(m)
		if _, over := b.Outcome(); over != want {
			t.Errorf("%s: over is %v with four men of red among six of green", blocking, over)
		}
	}
	if _, err := b.Parse("m1-a5"); !errors.Is(err, game.ErrIllegalMove) {
		t.Errorf("a move across the board: %v", err)
	}
}

// Games that are played on give every player a place, and those at home no turn.
func TestPlayOn(t *testing.T) {
	for _, players := range []int{2, 3, 4, 6} {
		o := DefaultOptions()
		o.Players, o.PlayOn = players, true
		r := rand.New(rand.NewPCG(1, uint64(players)))
		b := set1(t, "", o)
		for b.homes < players-1 && b.ply < o.PlyLimit {
			if b.Home(b.Turn()) {
				t.Fatalf("%s is home and to move", b.Sides()[b.Turn()])
			}
			b.Play(greedy(b, r))
		}
		outcome, over := b.Outcome()
		ranks := b.Ranks()
		if !over || outcome.Reason != TargetFull || ranks[outcome.Winner] != 1 {
			t.Errorf("%d players: %+v, %v after %d plies, ranks %v", players, outcome, over, b.ply, ranks)
		}
		slices.Sort(ranks)
		for i, rank := range ranks {
			if rank != i+1 {
				t.Errorf("%d players: ranks %v", players, ranks)
			}
		}
	}
}

func TestPlyLimit(t *testing.T) {
	o := DefaultOptions()
	o.PlyLimit = 4
	b := set1(t, "", o)
	for range 4 {
		if _, over := b.Outcome(); over {
			t.Fatalf("over after %d plies", b.ply)
		}
		b.Play(b.Moves(nil)[0])
	}
	if got, over := b.Outcome(); !over || got.Winner != game.Draw || got.Reason != PlyLimit {
		t.Errorf("outcome %+v, %v", got, over)
	}
}

func TestWrongPositions(t *testing.T) {
	start := set1(t, "", DefaultOptions()).Position()
	board := strings.Fields(start)[0]
	for text, want := range map[string]error{
		"":                        nil,
		board + " r rg":           nil,
		board:                     game.ErrPosition,
		board + " o rg":           game.ErrPosition, // does not play
		board + " r rgx":          game.ErrPosition,
		board + " r roygb":        game.ErrPosition, // five
		board + " r rogb":         game.ErrSetup,    // two without men
		board + " r rg r":         game.ErrPosition, // not home
		board + " r rg - 0":       game.ErrPosition,
		board[1:] + " r rg":       game.ErrPosition,
		"2" + board + " r rg":     game.ErrPosition,
		board + "/1 r rg":         game.ErrPosition,
		nearlyHome + " r rg":      game.ErrSetup,
		"o" + board[1:] + " r rg": game.ErrPosition, // a man of nobody
	} {
		if _, err := New(text, DefaultOptions(), false); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", text, err, want)
		}
	}
	for _, rules := range []string{`{"players": 1}`, `{"players": 5}`, `{"players": 7}`, `{"jumps": "far"}`, `{"player": 2}`, `{"ply_limit": -1}`} {
		if _, err := game.New("chinesecheckers", game.Setup{Rules: []byte(rules)}); !errors.Is(err, game.ErrRules) {
			t.Errorf("%s: %v, want ErrRules", rules, err)
		}
	}
	b := set1(t, "", DefaultOptions())
	for text, want := range map[string]error{"m1": game.ErrMoveText, "a1-m1": game.ErrMoveText, "z1-m2": game.ErrMoveText, "": game.ErrMoveText,
		"m05-l6": game.ErrMoveText, "m17-l16": game.ErrIllegalMove, "pass": game.ErrIllegalMove, "m5-m9": game.ErrIllegalMove} {
		if _, err := b.Parse(text); !errors.Is(err, want) {
			t.Errorf("move %q: %v, want %v", text, err, want)
		}
	}
}

func FuzzNew(f *testing.F) {
	f.Add(set1(f, "", DefaultOptions()).Position())
	f.Add(nearlyHome + " r rg - 3")
	f.Fuzz(func(t *testing.T, text string) {
		b, err := New(text, DefaultOptions(), true)
		if err != nil {
			return
		}
		again, err := New(b.Position(), DefaultOptions(), true)
		if err != nil || again.Position() != b.Position() || again.Key() != b.Key() {
			t.Fatalf("%q becomes %q, then %v", text, b.Position(), err)
		}
		for _, m := range b.Moves(nil) {
			b.Play(m)
			b.Undo()
			if b.Key() != again.Key() {
				t.Fatalf("%s changes %s", b.Text(m), text)
			}
		}
	})
}

func TestPictures(t *testing.T) {
	o := DefaultOptions()
	o.Players = 6
	b := set1(t, "", o)
	m := b.Moves(nil)[0]
	b.Play(m)
	svg := game.DefaultSVG()
	svg.Last, svg.Arrows, svg.Marks, svg.Letters = m, b.Moves(nil)[:2], map[string]string{"m9": "<"}, true
	for _, style := range []string{game.StyleClassic, game.StyleFlat, game.StylePrint, ""} {
		svg.Style = style
		picture := b.SVG(svg)
		if strings.Count(picture, "<circle") != 121+60+2+2 || !strings.Contains(picture, "&lt;") {
			t.Errorf("%q: %d circles", style, strings.Count(picture, "<circle"))
		}
	}
	text, err := game.Diagram(set1(t, "", DefaultOptions()), false)
	if lines := strings.Split(text, "\n"); err != nil || len(lines) != 18 || lines[3] != "14"+strings.Repeat(" ", 19)+"g   g   g   g" {
		t.Errorf("%s %v", text, err)
	}
	planes := make([]float32, 6*rows*columns)
	if n, err := game.PlanesSize(b); n != len(planes) || err != nil {
		t.Fatalf("%d numbers, %v", n, err)
	}
	if err := game.Planes(b, planes); err != nil {
		t.Fatal(err)
	}
	for player := range 6 {
		sum := float32(0)
		for _, x := range planes[player*rows*columns : (player+1)*rows*columns] {
			sum += x
		}
		if sum != pieces {
			t.Errorf("plane %d has %v men", player, sum)
		}
	}
	seen, err := game.MenOf(b)
	if err != nil || len(seen.Pieces) != 60 || seen.Last.Move != seen.Last.Source+"-"+seen.Last.Target {
		t.Errorf("%+v, %v", seen, err)
	}
}

// A search of moves allocates nothing.
func TestMoves_alloc(t *testing.T) {
	b := set1(t, "", DefaultOptions())
	room := make([]game.Move, 0, 512)
	b.past = make([]step, 0, 512)
	if n := testing.AllocsPerRun(50, func() {
		b.Play(b.Moves(room)[3])
		b.Undo()
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
