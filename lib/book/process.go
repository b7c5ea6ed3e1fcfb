package book

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// presetTurn is the view's turn that puts the player to move into the seat of
// the preset player.
func presetTurn(b game.Board, preset int) int {
	n := len(b.Sides())
	return ((preset-b.Turn())%n + n) % n
}

// identities are the position's identities in the preset player's view, by
// symmetry of the board; the first one is the position as it stands.
func identities(b game.Board, preset int) []string {
	turn := presetTurn(b, preset)
	list := make([]string, b.Symmetries())
	for i := range list {
		list[i] = b.Identity(game.View{Turn: turn, Symmetry: i})
	}
	return list
}

// keyOf is the look-up key of a position: the hash of the least of its
// identities, so that it is the same from whatever side one looks.
func keyOf(identities []string) int64 {
	h := fnv.New64a()
	h.Write([]byte(slices.Min(identities)))
	return int64(h.Sum64())
}

// sample is what a book learns about one position at once: from one game, or
// from all that another book knows of it.
type sample struct {
	identities []string
	game       int64
	ply        int
	tally      tally
	found      evaluation
	evaluated  bool
	moves      []moveSample
}

// tally counts how often something was played and what came of it, for the
// player to move.
type tally struct{ count, wins, draws, losses int64 }

// one is the tally of a single game for a player.
func one(player, winner int) tally {
	switch winner {
	case game.Draw:
		return tally{count: 1, draws: 1}
	case player:
		return tally{count: 1, wins: 1}
	}
	return tally{count: 1, losses: 1}
}

// evaluation is what a search said of a position; nil where it did not.
type evaluation struct {
	score      *int
	winRate    *float64
	best       *string // in the view of the record
	depth      *int
	engine     *string
	candidates *string // JSON
}

// moveSample is a move in the view of identities[0].
type moveSample struct {
	text  func(symmetry int) string // the move in the view of identities[symmetry]
	tally tally
	eval  *int
	depth int
}

// Statements of add. Each is prepared once.
const (
	findPosition = "SELECT id, identity FROM positions WHERE key = ?"
	addPosition  = `INSERT INTO positions (id, key, identity, game, ply, count, wins, draws, losses,
		score, win_rate, best, depth, engine, candidates, evaluated) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	addTally = "UPDATE positions SET count = count + ?, wins = wins + ?, draws = draws + ?, losses = losses + ? WHERE id = ?"
	addMove  = `INSERT INTO moves (position, move, count, wins, draws, losses, eval, depth) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
		ON CONFLICT (position, move) DO UPDATE SET count = count + ?3, wins = wins + ?4, draws = draws + ?5, losses = losses + ?6,
		eval = CASE WHEN ?7 IS NULL OR eval IS NOT NULL AND depth >= ?8 THEN eval ELSE ?7 END,
		depth = CASE WHEN ?7 IS NULL OR eval IS NOT NULL AND depth >= ?8 THEN depth ELSE ?8 END`
	addDrop = "INSERT INTO drops (reason, count) VALUES (?1, 1) ON CONFLICT (reason) DO UPDATE SET count = count + 1"
)

// add takes a sample in. A duplicate only adds to the counts: samples come in
// order of (game, ply), so the path kept is the first one. The symmetry is the
// one through which the row with that id shows the sample.
func (s *store) add(p sample) (id int64, symmetry int, err error) {
	s.job.Candidates++
	key := keyOf(p.identities)
	if id, symmetry, err = s.find(key, p.identities); err != nil {
		return id, symmetry, err
	}
	t := p.tally
	if id >= 0 {
		s.job.Duplicates++
		err = s.exec(addTally, t.count, t.wins, t.draws, t.losses, id)
	} else {
		id = s.nextID
		s.nextID++
		s.job.Records++
		e := p.found
		err = s.exec(addPosition, id, key, p.identities[0], p.game, p.ply, t.count, t.wins, t.draws, t.losses,
			e.score, e.winRate, e.best, e.depth, e.engine, e.candidates, p.evaluated)
	}
	for _, m := range p.moves {
		if err != nil {
			break
		}
		err = s.exec(addMove, id, m.text(symmetry), m.tally.count, m.tally.wins, m.tally.draws, m.tally.losses, m.eval, m.depth)
	}
	return id, symmetry, err
}

// find looks for the position among those of equal key; -1 when it is new. The
// symmetry leads from the sample's view to that of the row found.
func (s *store) find(key int64, identities []string) (id int64, symmetry int, err error) {
	if !s.job.Dedupe {
		return -1, 0, nil
	}
	alike := identities[:1]
	if s.job.Mirror {
		alike = identities
	}
	id = -1
	var row int64
	var identity string
	err = s.rows(findPosition, []any{key}, []any{&row, &identity}, func() error {
		if i := slices.Index(alike, identity); i >= 0 && id < 0 {
			id, symmetry = row, i
		}
		return nil
	})
	return id, symmetry, err
}

// process takes the candidate positions of a stored game into the book: every
// position of it, or the last one (end).
func (s *store) process(g *playedGame, end bool) error {
	if g.Failure != "" {
		return nil
	}
	b, err := s.board(g.Initial)
	if err != nil {
		return fmt.Errorf("game %d: %w", g.ID, err)
	}
	moves := strings.Fields(g.Moves)
	var decisions []*decision
	if g.Decisions != "" {
		if err := json.Unmarshal([]byte(g.Decisions), &decisions); err != nil || len(decisions) != len(moves) {
			return fmt.Errorf("%w: %s: decisions of game %d", ErrCorrupt, s.path, g.ID)
		}
	}
	for ply := 0; ; ply++ {
		last := ply == len(moves)
		var m game.Move
		if !last {
			if m, err = b.Parse(moves[ply]); err != nil {
				return fmt.Errorf("%w: %s: game %d, ply %d: %v", ErrCorrupt, s.path, g.ID, ply, err)
			}
		}
		if last || !end {
			var d *decision
			if ply < len(decisions) {
				d = decisions[ply]
			}
			if err := s.candidate(g, b, ply, m, d); err != nil {
				return err
			}
		}
		if last {
			return nil
		}
		b.Play(m)
	}
}

// candidate takes one position of a game in, unless it can not be one.
func (s *store) candidate(g *playedGame, b game.Board, ply int, m game.Move, d *decision) error {
	if s.job.Sanity {
		if reason := b.Sane(); reason != nil {
			s.job.Candidates++
			return s.exec(addDrop, reason.Error())
		}
	}
	p := sample{
		identities: identities(b, s.job.Preset),
		game:       g.ID, ply: ply,
		tally: one(b.Turn(), g.Winner),
	}
	turn := presetTurn(b, s.job.Preset)
	if m == game.NoMove {
		p.found = verdict(b)
	} else {
		move := moveSample{tally: p.tally, text: func(symmetry int) string {
			return b.ViewText(game.View{Turn: turn, Symmetry: symmetry}, m)
		}}
		if d != nil {
			move.eval, move.depth = d.chosen()
			p.found = d.evaluation(b, turn, g.engine(b.Turn()))
		}
		p.moves = []moveSample{move}
	}
	_, _, err := s.add(p)
	return err
}

// board sets up a board of the book's game.
func (s *store) board(position string) (game.Board, error) {
	return game.New(s.job.Game, game.Setup{Position: position, Rules: []byte(s.job.Rules), Lenient: true})
}
