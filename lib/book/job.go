package book

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/game"
)

// Job says what a book is made of and how far the making has come: the table job.
type Job struct {
	Game, Rules string // Rules is JSON, empty for the game's defaults
	Preset      int    // index of the player in whose view records are
	Options     string // of the generation, JSON; empty for a book made by hand
	Seed        uint64

	Repeatable, Dedupe, Mirror, Sanity bool

	Planned        int64 // games; a breadth-first job knows when its tree is complete
	Processed      int64 // the games below this number are in the book
	Records        int64 // kept
	Candidates     int64 // positions seen
	Duplicates     int64 // of these, in the book already
	Transpositions int64 // nodes of the tree merged
	Grown          int64 // the nodes of the tree below this number have their children
	Complete       bool
}

// NewJob checks what every book has: a game that exists, rules that it takes, and
// a player of it.
func NewJob(gameName string, rules []byte, preset Seat) (Job, error) {
	v, err := game.Lookup(gameName)
	if err != nil {
		return Job{}, err
	}
	plain, err := plainRules(rules)
	if err != nil {
		return Job{}, err
	}
	sides, err := v.Players(rules)
	if err != nil {
		return Job{}, err
	}
	player, err := preset.index(game.PlayersOf(sides))
	if err != nil {
		return Job{}, err
	}
	j := Job{Game: gameName, Rules: string(plain), Preset: player}
	_, err = j.Board("", false)
	return j, err
}

// plainRules writes rules that say the same the same way: keys sorted, no
// spaces, nothing for no rules.
func plainRules(rules []byte) ([]byte, error) {
	if len(bytes.TrimSpace(rules)) == 0 {
		return nil, nil
	}
	var values map[string]any
	if err := json.Unmarshal(rules, &values); err != nil {
		return nil, options.Wrap(ErrOptions, options.Wrong("rules", json.RawMessage(rules), "an object of the game's rules"))
	}
	if len(values) == 0 {
		return nil, nil
	}
	return json.Marshal(values)
}

// Board sets up a board of the game. A lenient one takes positions that cannot
// arise: what stands in a book is a position, whatever another version's check
// says of it.
func (j *Job) Board(position string, lenient bool) (game.Board, error) {
	return game.New(j.Game, game.Setup{Position: position, Rules: []byte(j.Rules), Lenient: lenient})
}

// sides names the players in order of play.
func (j *Job) sides() ([]string, error) {
	v, err := game.Lookup(j.Game)
	if err != nil {
		return nil, err
	}
	sides, err := v.Players(json.RawMessage(j.Rules))
	return game.PlayersOf(sides), err
}

// readJob reads the table job of the file with that path.
func readJob(ctx context.Context, q querier, path string) (Job, error) {
	var j Job
	var seed int64
	err := q.QueryRowContext(ctx, `SELECT game, rules, preset, options, seed, repeatable, dedupe, mirror, sanity, planned, processed,
		records, candidates, duplicates, transpositions, grown, complete FROM job`).Scan(&j.Game, &j.Rules, &j.Preset, &j.Options, &seed,
		&j.Repeatable, &j.Dedupe, &j.Mirror, &j.Sanity, &j.Planned, &j.Processed,
		&j.Records, &j.Candidates, &j.Duplicates, &j.Transpositions, &j.Grown, &j.Complete)
	j.Seed = uint64(seed)
	if err != nil {
		return j, err
	}
	if sides, err := j.sides(); err == nil && (j.Preset < 0 || j.Preset >= len(sides)) { // others tell of a game that is not known
		return j, fmt.Errorf("%w: %s: preset player %d, expected 0 to %d", ErrCorrupt, path, j.Preset, len(sides)-1)
	}
	return j, nil
}
