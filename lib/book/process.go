package book

import (
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"

	"qikit.dev/qikit/lib/game"
)

// The statements of add. Each is prepared once.
const (
	findIdentity   = "SELECT identity FROM positions WHERE id = ?"
	findIdentities = "SELECT positions.id, identity FROM json_each(?) AS list CROSS JOIN positions ON positions.id = list.value"
	addPosition    = `INSERT INTO positions (id, key, identity, game, ply, count, wins, draws, losses,
		` + foundColumns + `, evaluated)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	addMove = `INSERT INTO moves (position, move, count, wins, draws, losses, eval, depth) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
		ON CONFLICT (position, move) DO UPDATE SET count = count + ?3, wins = wins + ?4, draws = draws + ?5, losses = losses + ?6,
		eval = CASE WHEN ?7 IS NULL OR eval IS NOT NULL AND depth >= ?8 THEN eval ELSE ?7 END,
		depth = CASE WHEN ?7 IS NULL OR eval IS NOT NULL AND depth >= ?8 THEN depth ELSE ?8 END`
	addDrop = "INSERT INTO drops (reason, count) VALUES (?1, ?2) ON CONFLICT (reason) DO UPDATE SET count = count + ?2"
)

// add stores a sample. A duplicate only adds to the counts, beside the row: samples
// come in order of (game, ply), so the path kept is the first one. The row with that id
// shows the sample through the symmetry returned.
func (w *Writer) add(p sample) (id int64, symmetry int, err error) {
	w.job.Candidates++
	if id, symmetry, err = w.find(p.key, p.identities); err != nil {
		return id, symmetry, err
	}
	if id >= 0 {
		w.job.Duplicates++
		return id, symmetry, w.repeat(id, symmetry, &p)
	}
	t := p.tally
	id = w.nextID
	w.nextID++
	w.job.Records++
	w.index.insert(p.key, id)
	args := []any{id, p.key, p.identities[0], p.game, p.ply, t.count, t.wins, t.draws, t.losses}
	err = w.exec(addPosition, append(append(args, p.found.columns()...), p.evaluated)...)
	for _, m := range p.moves {
		if err != nil {
			break
		}
		err = w.exec(addMove, id, m.texts[symmetry], m.tally.count, m.tally.wins, m.tally.draws, m.tally.losses, m.eval, m.depth)
	}
	return id, symmetry, err
}

// repeat adds a sample to the counts of a position.
func (w *Writer) repeat(id int64, symmetry int, p *sample) error {
	if err := w.repeats.add(id, "", repeat{tally: p.tally}); err != nil {
		return err
	}
	for _, m := range p.moves {
		if err := w.repeats.add(id, m.texts[symmetry], repeat{m.tally, m.eval, m.depth, saidAt(p.game, p.ply)}); err != nil {
			return err
		}
	}
	return nil
}

// find looks for the position among those of equal key; -1 when it is new. The
// symmetry leads from the sample's view to that of the row found.
func (w *Writer) find(key int64, identities []string) (id int64, symmetry int, err error) {
	if !w.job.Dedupe {
		return -1, 0, nil
	}
	if w.ready == 0 {
		if err := w.showComing(); err != nil {
			return -1, 0, err
		}
	}
	w.ready--
	ids, err := w.index.find(key)
	if err != nil {
		return -1, 0, err
	}
	for _, id := range ids {
		identity, ok := w.shown[id]
		if !ok {
			err := w.query(findIdentity, []any{id}, &identity)
			if errors.Is(err, sql.ErrNoRows) {
				continue // pruned
			}
			if err != nil {
				return -1, 0, err
			}
			w.show(id, identity)
		}
		if i := slices.Index(identities, identity); i >= 0 {
			return id, i, nil
		}
	}
	return -1, 0, nil
}

// shownMost bounds the identities in memory: some 1 MB.
const shownMost = 1 << 13

// show keeps the identity of a position that has come again, and may once more: the
// first plies of games do.
func (w *Writer) show(id int64, identity string) {
	if w.shown == nil || len(w.shown) >= shownMost {
		w.shown = map[int64]string{}
	}
	w.shown[id] = identity
}

// newSample is a sample of the position on a board.
func (w *Writer) newSample(b game.Board) sample {
	list := identities(b, w.job.Preset)
	p := sample{key: keyOf(list), found: &notFound}
	if !w.job.Mirror {
		list = slices.Clone(list[:1]) // samples wait, and the others would with them
	}
	p.identities = list
	return p
}

// texts are a move's in the view of each of the sample's identities.
func (p *sample) texts(b game.Board, turn int, m game.Move) []string {
	list := make([]string, len(p.identities))
	for i := range list {
		list[i] = b.ViewText(game.View{Turn: turn, Symmetry: i}, m)
	}
	return list
}

// samplesMost bounds the samples that wait for others, so that the index is asked for
// many keys at once: some 20 MB. The filters of ten million positions, which are read each
// time, are 18 MB.
const samplesMost = 1 << 16

// settle adds the samples that wait, in order.
func (w *Writer) settle() error {
	keys := make([]int64, len(w.queue))
	for i, p := range w.queue {
		keys[i] = p.key
	}
	if err := w.seek(keys); err != nil {
		return err
	}
	for _, p := range w.queue {
		if _, _, err := w.add(p); err != nil {
			return err
		}
	}
	clear(w.queue)
	w.queue = w.queue[:0]
	return nil
}

// seek looks for the keys of the samples that are added next, in their order.
func (w *Writer) seek(keys []int64) error {
	if !w.job.Dedupe {
		return nil
	}
	w.coming, w.ready = keys, 0
	return w.index.seek(keys)
}

// showComing reads the identities that the samples which come next will be held against,
// in one query: for as many samples as there is room for, so that a page is read once.
func (w *Writer) showComing() error {
	asked := map[int64]bool{}
	n := 0
	for ; n < len(w.coming); n++ {
		found := w.index.known[w.coming[n]]
		if len(asked)+len(found) > shownMost/2 {
			break
		}
		for _, id := range found {
			if _, ok := w.shown[id]; !ok {
				asked[id] = true
			}
		}
	}
	w.ready = max(n, 1) // a sample whose key has too many positions is on its own
	w.coming = w.coming[min(w.ready, len(w.coming)):]
	if len(asked) == 0 {
		return nil
	}
	if len(w.shown)+len(asked) > shownMost {
		w.shown = nil
	}
	var id int64
	var identity string
	return w.rows(findIdentities, []any{string(mustJSON(slices.Sorted(maps.Keys(asked))))}, []any{&id, &identity}, func() error {
		w.show(id, identity)
		return nil
	})
}

// process stores the candidate positions of a game: every position of it, or
// only the last one (end). Those in which chance is to move are nobody's, and none.
func (w *Writer) process(g *Game, end bool) error {
	if g.Failure != "" {
		return nil
	}
	b, err := w.job.Board(g.Initial, true)
	if err != nil {
		return fmt.Errorf("game %d: %w", g.ID, err)
	}
	moves := g.moves()
	decisions, err := g.decisions()
	if err != nil || g.Decisions != "" && len(decisions) != len(moves) {
		return fmt.Errorf("%w: %s: decisions of game %d", ErrCorrupt, w.path, g.ID)
	}
	start := given(decisions)
	for ply := 0; ; ply++ {
		last := ply == len(moves)
		var m game.Move
		if !last {
			if m, err = b.Parse(moves[ply]); err != nil {
				return fmt.Errorf("%w: %s: game %d, ply %d: %v", ErrCorrupt, w.path, g.ID, ply, err)
			}
		}
		if (last || !end && ply >= start) && !game.ChanceMoves(b) {
			var d *Decision
			if ply < len(decisions) {
				d = decisions[ply]
			}
			if err := w.candidate(g, b, ply, m, d); err != nil {
				return err
			}
		}
		if last {
			return nil
		}
		b.Play(m)
	}
}

// candidate stores one position of a game, unless it cannot arise.
func (w *Writer) candidate(g *Game, b game.Board, ply int, m game.Move, d *Decision) error {
	if w.job.Sanity {
		if reason := b.Sane(); reason != nil {
			w.job.Candidates++
			return w.exec(addDrop, reason.Error(), 1)
		}
	}
	p := w.newSample(b)
	p.game, p.ply, p.tally = g.ID, ply, g.one(b.Turn())
	turn := presetTurn(b, w.job.Preset)
	if m == game.NoMove {
		p.found = new(w.job.Verdict(b))
	} else {
		move := moveSample{tally: p.tally, texts: p.texts(b, turn, m)}
		if d != nil {
			move.eval, move.depth = d.chosen(), d.Depth
			p.found = new(d.inRecord(b, turn, g.engine(b.Turn())))
		}
		p.moves = []moveSample{move}
	}
	if w.queue = append(w.queue, p); len(w.queue) < samplesMost {
		return nil
	}
	return w.settle()
}

// AddGames stores games that have ended; their positions come with Process.
func (w *Writer) AddGames(games []*Game) error {
	return w.Update(func() error {
		for _, g := range games {
			if err := w.addGame(g); err != nil {
				return err
			}
		}
		return nil
	})
}

func (w *Writer) addGame(g *Game) error {
	return w.exec(addGame, g.ID, g.Initial, g.Moves, g.Decisions, g.Winner, g.Reason, g.Engines, int64(g.Seed), g.Failure, g.Tags)
}

// processMost bounds the games of one transaction.
const processMost = 256

// Process stores the positions of the games that follow the last one processed:
// all positions, or only the last of each game (end). The count of processed games
// changes in the same transaction, so a kill neither skips nor doubles a game. done
// is called after each transaction with the number of its games.
func (w *Writer) Process(end bool, done func(games int)) error {
	for {
		games, err := w.gamesInOrder(w.job.Processed, processMost)
		if err != nil || len(games) == 0 {
			return err
		}
		err = w.Update(func() error {
			for _, g := range games {
				if err := w.process(g, end); err != nil {
					return err
				}
				w.job.Processed++
			}
			if err := w.settle(); err != nil {
				return err
			}
			return w.saveCounts(games[0].ID)
		})
		if err != nil {
			return err
		}
		done(len(games))
	}
}

// gamesInOrder reads the stored games from, from+1, … up to the first one that
// is missing, at most so many.
func (w *Writer) gamesInOrder(from int64, most int) ([]*Game, error) {
	var list []*Game
	var g Game
	var seed int64
	err := w.rows(nextGames, []any{from, most}, g.columns(&seed), func() error {
		if g.ID != from+int64(len(list)) {
			return errStop
		}
		read := g
		read.Seed = uint64(seed)
		list = append(list, &read)
		return nil
	})
	if errors.Is(err, errStop) {
		err = nil
	}
	return list, fileError(w.path, err)
}

// Ahead lists the stored games that come after a game that is missing.
func (w *Writer) Ahead() (map[int64]bool, error) {
	ahead := map[int64]bool{}
	var id int64
	err := w.rows("SELECT id FROM games WHERE id >= ?", []any{w.job.Processed}, []any{&id}, func() error {
		ahead[id] = true
		return nil
	})
	return ahead, fileError(w.path, err)
}

// Evaluated is a position with the result of a fresh search.
type Evaluated struct {
	ID    int64      `json:"id"`
	Found Evaluation `json:"found"`
}

const setEvaluation = `UPDATE positions SET score = ?, win_rate = ?, best = ?, depth = ?, engine = ?, candidates = ?,
	nodes = ?, proven = ?, proof = ?, evaluated = 1 WHERE id = ?`

// SetEvaluations stores the results of fresh searches.
func (w *Writer) SetEvaluations(list []Evaluated) error {
	return w.Update(func() error {
		for _, p := range list {
			if err := w.exec(setEvaluation, append(p.Found.columns(), p.ID)...); err != nil {
				return err
			}
		}
		return nil
	})
}

// Positions counts the positions of the book, and those evaluated afresh.
func (w *Writer) Positions() (all, evaluated int64, err error) {
	err = w.query("SELECT count(*), coalesce(sum(evaluated), 0) FROM positions", nil, &all, &evaluated)
	return all, evaluated, fileError(w.path, err)
}
