package game

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"sync"
)

// What can go wrong with any game. A game's own errors wrap these.
var (
	ErrUnknownGame = errors.New("game: no game of that name")
	ErrPosition    = errors.New("game: malformed position")
	ErrSetup       = errors.New("game: position that cannot arise in play")
	ErrRules       = errors.New("game: no such rule or value")
	ErrMoveText    = errors.New("game: not a move")
	ErrIllegalMove = errors.New("game: illegal move")
	ErrNotation    = errors.New("game: no such notation")
)

// Setup is what a board starts from.
type Setup struct {
	// Position is a position text; empty for the game's start position.
	Position string
	// Rules is a JSON object of the game's own options, each as the game's package
	// documents it; empty for the defaults. What the position text states takes
	// precedence.
	Rules json.RawMessage
	// Lenient accepts positions that cannot arise in play (a piece where it can
	// never stand); text that is not a position at all is still an error.
	Lenient bool
}

// Variant is a game as the registry knows it.
type Variant struct {
	Name  string   // "xiangqi"
	Sides []string // names of the players in the order in which they move
	New   func(Setup) (Board, error)

	// Chance says that the boards are Chancy.
	Chance bool

	// SidesUnder names the players of a game by its rules; nil where they are always Sides.
	SidesUnder func(rules json.RawMessage) ([]string, error)

	// Lot takes what a lot decides out of rules, and lists the start positions among which
	// it chooses: none where the rules leave nothing to a lot. It is nil for a game whose
	// rules never do. A board is a function of its setup, so whoever plays many games draws.
	Lot func(rules json.RawMessage) (rest json.RawMessage, starts []string, err error)

	// Records names the record format, as files end in it: "pgn", "sgf".
	Records string
	// ReadRecords and WriteRecord implement the functions of the same name for this
	// game; nil when it has no record format.
	ReadRecords func(r io.Reader) iter.Seq2[Record, error]
	WriteRecord func(w io.Writer, rec Record, notation string) error
	// ReadTrees is ReadRecords with variations; nil where they are not kept.
	ReadTrees func(r io.Reader) iter.Seq2[Record, error]

	// RecordRules are the rules of a board as tags of its record; nil where its position says all that records state.
	RecordRules func(b Board) [][2]string

	// RecordFormats are the formats beside Records that ReadRecords takes: "dhtmlxq".
	RecordFormats []string
	// WriteFormats write a record in those of them that are written, in UTF-8.
	WriteFormats map[string]func(w io.Writer, rec Record) error
	// RecordWords are what files call the game, in lower-case letters, and RecordTag is a tag
	// that those of no other game have.
	RecordWords []string
	RecordTag   string
	// RecordUsual says that a file of the format Records is first taken for one of this game.
	RecordUsual bool
	// StatedRules are the rules that the tags of a record state and its position does not, among
	// those of RecordRules; nil for a game without such rules. What tags leave open is left out.
	StatedRules func(rec *Record) json.RawMessage

	// EncodeRecords are the encodings of record files besides UTF-8, by name; each
	// turns UTF-8 text into its own bytes. An error wraps ErrRecord and names the
	// character that has no place there.
	EncodeRecords map[string]func(text string) ([]byte, error)
}

// Players names the players under the rules of a Setup, in order of play.
func (v *Variant) Players(rules json.RawMessage) ([]string, error) {
	if v.SidesUnder == nil {
		return v.Sides, nil
	}
	return v.SidesUnder(rules)
}

// Boards makes the New of a Variant, which reads the rules of a Setup with the
// game's own reader and sets up the board with the game's own constructor.
func Boards[O any, B Board](readRules func(json.RawMessage) (O, error), setUp func(position string, o O, lenient bool) (B, error)) func(Setup) (Board, error) {
	return func(s Setup) (Board, error) {
		o, err := readRules(s.Rules)
		if err != nil {
			return nil, err
		}
		b, err := setUp(s.Position, o, s.Lenient)
		if err != nil {
			return nil, err // not a Board that holds a nil pointer
		}
		return b, nil
	}
}

var registry struct {
	sync.RWMutex
	variants map[string]Variant
}

// Register makes a game known by its name and replaces an earlier game of that
// name. Game packages call it from init.
func Register(v Variant) {
	registry.Lock()
	defer registry.Unlock()
	if registry.variants == nil {
		registry.variants = map[string]Variant{}
	}
	registry.variants[v.Name] = v
}

// Lookup finds a game by name.
func Lookup(name string) (Variant, error) {
	registry.RLock()
	v, ok := registry.variants[name]
	registry.RUnlock()
	if !ok {
		return Variant{}, fmt.Errorf("%w: %q, expected one of %s", ErrUnknownGame, name, strings.Join(Names(), ", "))
	}
	return v, nil
}

// Names lists the registered games, sorted.
func Names() []string {
	registry.RLock()
	defer registry.RUnlock()
	names := make([]string, 0, len(registry.variants))
	for name := range registry.variants {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// New sets up a board of the named game.
func New(name string, s Setup) (Board, error) {
	v, err := Lookup(name)
	if err != nil {
		return nil, err
	}
	return v.New(s)
}
