package book

import (
	"context"
	"slices"

	"qikit.dev/qikit/lib/game"
)

// onTheWay finds the row of every position of a game, or only of the last (end), the
// player to move, and the move played there as the row has it, "" at the end. Positions without a row are
// passed over.
func onTheWay(ctx context.Context, q querier, job *Job, g *Game, end bool, visit func(player int, id int64, move string) error) error {
	b, err := job.Board(g.Initial, true)
	if err != nil {
		return err
	}
	moves := g.moves()
	for ply := 0; ; ply++ {
		m := game.NoMove
		if ply < len(moves) {
			if m, err = b.Parse(moves[ply]); err != nil {
				return err
			}
		}
		if m == game.NoMove || !end {
			id, symmetry, err := rowOf(ctx, q, job, g, ply, b)
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
func rowOf(ctx context.Context, q querier, job *Job, g *Game, ply int, b game.Board) (id int64, symmetry int, err error) {
	list := identities(b, job.Preset)
	text, args := findPosition, []any{keyOf(list)}
	if !job.Dedupe {
		text, args = text+" AND game = ? AND ply = ?", append(args, g.ID, ply)
	}
	id = -1
	if !job.Mirror {
		list = list[:1]
	}
	var row int64
	var identity string
	err = each(ctx, q, text+" ORDER BY id", args, []any{&row, &identity}, func() error {
		if i := slices.Index(list, identity); i >= 0 && id < 0 {
			id, symmetry = row, i
		}
		return nil
	})
	return id, symmetry, err
}
