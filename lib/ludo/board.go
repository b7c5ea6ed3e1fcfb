package ludo

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/game"
)

const (
	seats  = 4
	planes = 4
	ring   = 52
	base   = int8(-1)
	start  = int8(0)
	last   = int8(50) // field of a plane on the ring
	Home   = 56       // how far a plane is at home
	flight = 18       // the field from which it flies
	far    = 12
	jump   = 4
	faces  = 6

	pass   = game.Move(15)
	planed = 16 // a move is planed, and one more for each field that the plane is ahead of its base
)

var (
	colours = [seats]string{"red", "yellow", "blue", "green"}
	seatOf  = [seats + 1][]int{2: {0, 2}, 3: {0, 1, 2}, 4: {0, 1, 2, 3}}
)

// Board is a position of Ludo with its rules and history. It implements game.Board. Play and Undo allocate
// nothing but the growth of the history.
type Board struct {
	at      [seats][planes]int8 // by player, sorted: how far his planes are
	turn    int                 // whose turn it is, also while chance rolls
	die     int                 // what it shows; 0 before the roll
	ply     int
	options Options
	sides   []string
	initial string
	past    []step
}

type step struct {
	at        [seats][planes]int8
	move      game.Move
	turn, die int
}

var keys struct {
	plane [seats][Home + 2][planes + 1]uint64
	turn  [seats][faces + 1]uint64
}

func init() {
	r := rng.New(0x6c75_646f)
	for s := range keys.plane {
		for p := range keys.plane[s] {
			for n := range keys.plane[s][p] {
				keys.plane[s][p][n] = r.Uint64()
			}
		}
		for d := range keys.turn[s] {
			keys.turn[s][d] = r.Uint64()
		}
	}
	game.Register(game.Variant{Name: "ludo", Sides: sidesOf(2), Chance: true, New: game.Boards(parseRules, New),
		SidesUnder: func(rules json.RawMessage) ([]string, error) {
			o, err := parseRules(rules)
			if err != nil {
				return nil, err
			}
			return sidesOf(o.Players), nil
		}})
}

var (
	_ game.Board  = (*Board)(nil)
	_ game.Chancy = (*Board)(nil)
	_ game.Ranked = (*Board)(nil)
)

func sidesOf(players int) []string {
	var sides []string
	for _, seat := range seatOf[players] {
		sides = append(sides, colours[seat])
	}
	return append(sides, game.ChanceSide)
}

// DefaultOptions are a game of two, who take off with a 6.
func DefaultOptions() Options {
	var o Options
	o.setDefaults()
	return o
}

func parseRules(text json.RawMessage) (Options, error) {
	o := DefaultOptions()
	return o, game.ReadRules(text, &o)
}

// Game is "ludo".
func (b *Board) Game() string { return "ludo" }

// Sides are the colours of the players, and "chance".
func (b *Board) Sides() []string { return b.sides }

// Players counts those who play, without chance.
func (b *Board) Players() int { return len(b.sides) - 1 }

// Turn is the player to move; chance while the die is to be rolled.
func (b *Board) Turn() int {
	if b.die == 0 {
		return b.Players()
	}
	return b.turn
}

// Flying is the player whose turn it is, also while chance rolls for him.
func (b *Board) Flying() int { return b.turn }

// Planes are how far a player's planes are: -1 at the base, 0 at the start, 1 to 50 on the ring,
// 51 to 55 on the way home, Home there.
func (b *Board) Planes(player int) [planes]int8 { return b.at[player] }

// Die is what the die shows; 0 before the roll.
func (b *Board) Die() int { return b.die }

// Rules are the options under which the board is played.
func (b *Board) Rules() Options { return b.options }

// Weights appends the probabilities of the rolls.
func (b *Board) Weights(dst []float64) []float64 {
	for range faces {
		dst = append(dst, 1.0/faces)
	}
	return dst
}

// field is the field of the ring on which a player's plane stands, 0 to 51; -1 elsewhere.
func (b *Board) field(player int, at int8) int {
	if at <= start || at > last {
		return -1
	}
	return (ring/seats*seatOf[b.Players()][player] + int(at) - 1) % ring
}

// Moves appends the legal moves: the rolls of chance, or a move for each place of planes.
func (b *Board) Moves(dst []game.Move) []game.Move {
	if b.won() >= 0 {
		return dst
	}
	if b.die == 0 {
		for d := range game.Move(faces) {
			dst = append(dst, d+1)
		}
		return dst
	}
	first := len(dst)
	for i, at := range b.at[b.turn] {
		if i > 0 && at == b.at[b.turn][i-1] || at == Home || at == base && b.die != faces && (b.options.TakeOff != "5-6" || b.die != faces-1) {
			continue
		}
		dst = append(dst, planed+game.Move(at+1))
	}
	if len(dst) == first {
		dst = append(dst, pass)
	}
	return dst
}

// path is where a plane comes down, the last place being where it stays.
func (b *Board) path(at int8) (stops [3]int8, n int) {
	add := func(to int8) {
		at = to
		stops[n] = to
		n++
	}
	if at == base {
		add(start)
		return stops, n
	}
	to := at + int8(b.die)
	if to > Home {
		to = 2*Home - to
	}
	add(to)
	own := func() bool { return at > start && at < last && at%jump == 2 }
	flown := b.options.Flights && at == flight
	if flown {
		add(at + far)
	}
	if own() && b.options.Jumps && to != last {
		add(at + jump)
		if b.options.Flights && !flown && at == flight {
			add(at + far)
		}
	}
	return stops, n
}

// Play makes a legal move.
func (b *Board) Play(m game.Move) {
	b.past = append(b.past, step{b.at, m, b.turn, b.die})
	b.ply++
	if b.die == 0 {
		b.die = int(m)
		return
	}
	if m != pass {
		at := int8(m-planed) - 1
		stops, n := b.path(at)
		for _, stop := range stops[:n] {
			b.capture(b.field(b.turn, stop))
		}
		own := &b.at[b.turn]
		own[slices.Index(own[:], at)] = stops[n-1]
		sortPlanes(own)
	}
	if b.die != faces {
		b.turn = (b.turn + 1) % b.Players()
	}
	b.die = 0
}

// capture sends the others' planes on a field of the ring back to their bases.
func (b *Board) capture(field int) {
	if field < 0 {
		return
	}
	for p := range b.Players() {
		for i, at := range b.at[p] {
			if p != b.turn && b.field(p, at) == field {
				b.at[p][i] = base
			}
		}
		sortPlanes(&b.at[p])
	}
}

func sortPlanes(at *[planes]int8) {
	for i := 1; i < planes; i++ {
		for j := i; j > 0 && at[j] < at[j-1]; j-- {
			at[j], at[j-1] = at[j-1], at[j]
		}
	}
}

// Undo takes the last move back and says whether there was one.
func (b *Board) Undo() bool {
	if len(b.past) == 0 {
		return false
	}
	s := b.past[len(b.past)-1]
	b.past = b.past[:len(b.past)-1]
	b.at, b.turn, b.die = s.at, s.turn, s.die
	b.ply--
	return true
}

// won is the player with all planes home, -1 for none.
func (b *Board) won() int {
	for p := range b.Players() {
		if b.at[p][0] == Home {
			return p
		}
	}
	return -1
}

// Reasons for which a game ends.
const (
	AllHome  = "all planes home"
	PlyLimit = "ply limit"
)

// Outcome says how the game has ended.
func (b *Board) Outcome() (game.Outcome, bool) {
	if p := b.won(); p >= 0 {
		return game.Outcome{Winner: p, Reason: AllHome}, true
	}
	if b.options.PlyLimit > 0 && b.ply >= b.options.PlyLimit {
		return game.Outcome{Winner: game.Draw, Reason: PlyLimit}, true
	}
	return game.Outcome{}, false
}

// Ranks are the players' places: 1 for who has won, and the next one for all others.
func (b *Board) Ranks() []int {
	ranks := make([]int, b.Players())
	for p := range ranks {
		ranks[p] = 1
		if winner := b.won(); winner >= 0 && winner != p {
			ranks[p] = 2
		}
	}
	return ranks
}

// Initial is the position at which the history starts.
func (b *Board) Initial() string { return b.initial }

// Played appends the moves made since Initial.
func (b *Board) Played(dst []game.Move) []game.Move {
	for _, s := range b.past {
		dst = append(dst, s.move)
	}
	return dst
}

// Copy is an independent board with the same history.
func (b *Board) Copy() game.Board {
	c := *b
	c.past = append(make([]step, 0, len(b.past)+128), b.past...)
	return &c
}

// Key is a hash of the planes, the turn and the die.
func (b *Board) Key() uint64 {
	key := keys.turn[seatOf[b.Players()][b.turn]][b.die]
	for p, seat := range seatOf[b.Players()] {
		for i, at := range b.at[p] {
			n := 1
			for ; i+n < planes && b.at[p][i+n] == at; n++ {
			}
			if i == 0 || b.at[p][i-1] != at {
				key ^= keys.plane[seat][at+1][n]
			}
		}
	}
	return key
}

// Sane says why no game can lead to the position: one player at most is home, and planes of two
// players do not stand on one field.
func (b *Board) Sane() error {
	taken, homes := [ring]int{}, 0
	for p := range b.Players() {
		if b.at[p][0] == Home {
			homes++
		}
		for _, at := range b.at[p] {
			if f := b.field(p, at); f >= 0 {
				if taken[f] != 0 && taken[f] != p+1 {
					return fmt.Errorf("%w: planes of %s and %s on t%d", game.ErrSetup, b.sides[taken[f]-1], b.sides[p], f+1)
				}
				taken[f] = p + 1
			}
		}
	}
	if homes > 1 {
		return fmt.Errorf("%w: %d players with all planes home, expected one at most", game.ErrSetup, homes)
	}
	return nil
}

// place writes how far a plane is.
func (b *Board) place(player int, at int8) string {
	switch {
	case at == base:
		return "b"
	case at == start:
		return "s"
	case at == Home:
		return "home"
	case at > last:
		return "h" + strconv.Itoa(int(at-last))
	}
	return "t" + strconv.Itoa(b.field(player, at)+1)
}

// Text writes a move: "d6" for a roll, "t17-t21" for a plane, "pass".
func (b *Board) Text(m game.Move) string { return b.ViewText(game.View{}, m) }

// Parse reads a legal move as Text writes it, in letters of either case.
func (b *Board) Parse(text string) (game.Move, error) {
	narrow := game.Narrow(text)
	for _, m := range b.Moves(nil) {
		if strings.EqualFold(b.Text(m), narrow) {
			return m, nil
		}
	}
	lower := strings.ToLower(narrow)
	from, to, two := strings.Cut(lower, "-")
	die := len(lower) == 2 && lower[0] == 'd' && lower[1] >= '1' && lower[1] <= '0'+faces
	if die || lower == "pass" || two && isPlace(from) && isPlace(to) {
		return game.NoMove, fmt.Errorf("%w: %q of %s in %s", game.ErrIllegalMove, text, b.sides[b.Turn()], b.Position())
	}
	return game.NoMove, fmt.Errorf("%w: %q, expected d1 to d6, two places such as b-s or t17-t21, or pass", game.ErrMoveText, text)
}

func isPlace(text string) bool {
	if text == "b" || text == "s" || text == "home" {
		return true
	}
	n, err := strconv.Atoi(strings.TrimLeft(text, "th"))
	return err == nil && n >= 1 && (text[0] == 't' && n <= ring || text[0] == 'h' && n < Home-int(last))
}

// Notations are "ludo" alone.
func (b *Board) Notations() []string { return []string{"ludo"} }

// Format writes a legal move in the named notation.
func (b *Board) Format(m game.Move, notation string) (string, error) {
	if notation != "ludo" {
		return "", fmt.Errorf("%w: %q, expected ludo", game.ErrNotation, notation)
	}
	return b.Text(m), nil
}

// Position is the text that New reads.
func (b *Board) Position() string { return b.View(game.View{}) }

// Symmetries is one: the board's turns are shifts of players.
func (b *Board) Symmetries() int { return 1 }

// shift is the number of seats by which v shifts the players: none for three, who sit unevenly.
func (b *Board) shift(v game.View) int {
	if n := b.Players(); n != 3 {
		return v.Turn % n
	}
	return 0
}

// View writes the position seen through v.
func (b *Board) View(v game.View) string { return b.Identity(v) + " " + strconv.Itoa(b.ply+1) }

// Identity is the position without the ply number, seen through v.
func (b *Board) Identity(v game.View) string {
	n := b.Players()
	shift := b.shift(v)
	var text strings.Builder
	for seen := range n {
		p := (seen + n - shift) % n
		for i, at := range b.at[p] {
			text.WriteString([...]string{"", ","}[min(i, 1)] + b.place(seen, at))
		}
		text.WriteString([...]string{"/", " "}[seen/(n-1)])
	}
	text.WriteString(b.sides[(b.turn+shift)%n] + " ")
	if b.die == 0 {
		return text.String() + "-"
	}
	return text.String() + strconv.Itoa(b.die)
}

// ViewText writes a legal move seen through v.
func (b *Board) ViewText(v game.View, m game.Move) string {
	switch {
	case m == pass:
		return "pass"
	case m < pass:
		return "d" + strconv.Itoa(int(m))
	}
	seen := (b.turn + b.shift(v)) % b.Players()
	at := int8(m-planed) - 1
	stops, n := b.path(at)
	return b.place(seen, at) + "-" + b.place(seen, stops[n-1])
}

// New sets up a board from a position text; "" is the start position for Options.Players.
//
// The text has four fields: the places of each player's planes, "," between, the players by "/"; the player
// whose turn it is; what the die shows, "-" before the roll; and the number of the ply to be
// played, which may be left out. Errors wrap game.ErrPosition, game.ErrSetup or game.ErrRules.
func New(text string, o Options, lenient bool) (*Board, error) {
	if err := game.CheckRules(&o); err != nil {
		return nil, err
	}
	b := &Board{options: o, sides: sidesOf(o.Players), past: make([]step, 0, 128)}
	if text != "" {
		if err := b.read(text); err != nil {
			return nil, err
		}
	} else {
		for p := range b.at {
			b.at[p] = [planes]int8{base, base, base, base}
		}
	}
	if err := b.Sane(); err != nil && !lenient {
		return nil, err
	}
	b.initial = b.Position()
	return b, nil
}

func (b *Board) read(text string) error {
	fields := strings.Fields(text)
	wrong := func(what, expected string) error {
		return fmt.Errorf("%w: %s, expected %s", game.ErrPosition, what, expected)
	}
	if len(fields) < 3 || len(fields) > 4 {
		return wrong(fmt.Sprintf("%q has %d fields", text, len(fields)), "planes, turn, die and perhaps ply number")
	}
	all := strings.Split(fields[0], "/")
	if len(all) < 2 || len(all) > seats {
		return wrong(fmt.Sprintf("planes of %d players", len(all)), "2 to 4")
	}
	b.options.Players, b.sides = len(all), sidesOf(len(all))
	for p, own := range all {
		places := strings.Split(own, ",")
		if len(places) != planes {
			return wrong(fmt.Sprintf("%d planes of %s", len(places), b.sides[p]), "4")
		}
		for i, place := range places {
			at := base
			for ; at <= Home && b.place(p, at) != place; at++ {
			}
			if at > Home {
				return wrong(fmt.Sprintf("plane of %s at %q", b.sides[p], place), "b, s, home, h1 to h5 or one of its fifty fields of t1 to t52")
			}
			b.at[p][i] = at
		}
		sortPlanes(&b.at[p])
	}
	if b.turn = slices.Index(b.sides[:len(all)], fields[1]); b.turn < 0 {
		return wrong(fmt.Sprintf("turn of %q", fields[1]), "one of "+strings.Join(b.sides[:len(all)], ", "))
	}
	if die := fields[2]; die != "-" {
		if len(die) != 1 || die[0] < '1' || die[0] > '0'+faces {
			return wrong(fmt.Sprintf("die %q", die), "- or 1 to 6")
		}
		b.die = int(die[0] - '0')
	}
	if len(fields) == 4 {
		n, err := strconv.Atoi(fields[3])
		if err != nil || n < 1 || n > 1_000_000 {
			return wrong(fmt.Sprintf("ply number %q", fields[3]), "1 to 1000000")
		}
		b.ply = n - 1
	}
	return nil
}
