package book

import (
	"context"
	"database/sql"
	"errors"
	"slices"

	"qikit.dev/qikit/lib/game"
)

// onTheWay finds the row of every position of a game, or only of the last (end), the
// player to move, and the move played there as the row has it, "" at the end. Positions without a row are
// passed over.
func onTheWay(ctx context.Context, q querier, find finder, job *Job, g *Game, end bool, visit func(player int, id int64, move string) error) error {
	b, err := job.Board(g.Initial, true)
	if err != nil {
		return err
	}
	decisions, err := g.decisions()
	if err != nil {
		return err
	}
	moves, start := g.moves(), given(decisions)
	for ply := 0; ; ply++ {
		m := game.NoMove
		if ply < len(moves) {
			if m, err = b.Parse(moves[ply]); err != nil {
				return err
			}
		}
		if (m == game.NoMove || !end && ply >= start) && !game.ChanceMoves(b) {
			id, symmetry, err := rowOf(ctx, q, find, job, g, ply, b)
			if err != nil {
				return err
			}
			move := ""
			if m != game.NoMove {
				move = b.ViewText(game.View{Turn: presetTurn(b, job.Preset), Symmetry: symmetry}, m)
			}
			if id >= 0 {
				if err := visit(b.Turn(), id, move); err != nil {
					return err
				}
			}
		}
		if m == game.NoMove {
			return nil
		}
		b.Play(m)
	}
}

// rowOf is the row that counts a position of a game, -1 for none, and the symmetry
// through which it shows the position.
func rowOf(ctx context.Context, q querier, find finder, job *Job, g *Game, ply int, b game.Board) (id int64, symmetry int, err error) {
	list := identities(b, job.Preset)
	ids, err := find(keyOf(list))
	if err != nil {
		return -1, 0, err
	}
	if !job.Mirror {
		list = list[:1]
	}
	for _, id := range ids {
		var identity string
		var game, at int64
		err := q.QueryRowContext(ctx, "SELECT identity, game, ply FROM positions WHERE id = ?", id).Scan(&identity, &game, &at)
		if errors.Is(err, sql.ErrNoRows) {
			continue // pruned
		}
		if err != nil {
			return -1, 0, err
		}
		if i := slices.Index(list, identity); i >= 0 && (job.Dedupe || game == g.ID && at == int64(ply)) {
			return id, i, nil
		}
	}
	return -1, 0, nil
}

// finder is how positions are found by key: their ids, in order.
type finder func(key int64) ([]int64, error)

// byKey finds them in a file of before the index.
func byKey(ctx context.Context, q querier) finder {
	return func(key int64) (ids []int64, err error) {
		var id int64
		err = each(ctx, q, "SELECT id FROM positions WHERE key = ? ORDER BY id", []any{key}, []any{&id}, func() error {
			ids = append(ids, id)
			return nil
		})
		return ids, err
	}
}
