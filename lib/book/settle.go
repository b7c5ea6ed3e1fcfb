package book

import (
	"fmt"

	"qikit.dev/qikit/lib/game"
)

const (
	foundAt    = "SELECT " + foundColumns + " FROM positions WHERE id = ?"
	settleGame = "UPDATE games SET winner = ?, reason = ? WHERE id = ?"
)

// Settle gives games that were cut off the result that is proven for their last
// positions, and counts it wherever the games are counted: at all their positions, or
// at the last ones only (end), as Process did. Each game is one transaction.
func (w *Writer) Settle(end bool) error {
	if err := w.Update(w.index.compact); err != nil { // what follows finds many positions
		return err
	}
	for g, err := range games(background, w.conn, w.path, 0, fmt.Sprintf(" AND winner = %d AND failure = ''", game.Draw)) {
		if err != nil {
			return err
		}
		if g.Ended() || g.alone() {
			continue
		}
		if err := w.settleOne(g, end); err != nil {
			return fmt.Errorf("game %d: %w", g.ID, fileError(w.path, err))
		}
	}
	return nil
}

func (w *Writer) settleOne(g *Game, end bool) error {
	b, err := w.job.Board(g.Initial, true)
	if err == nil {
		err = game.PlayLine(b, g.moves())
	}
	if err != nil {
		return err
	}
	id, _, err := rowOf(background, w.conn, w.index.find, &w.job, g, len(g.moves()), b)
	if err != nil || id < 0 {
		return err
	}
	var found Evaluation
	if err := w.query(foundAt, []any{id}, found.columns()...); err != nil {
		return err
	}
	winner, ok := found.winner(b.Turn(), game.Players(b))
	if !ok {
		return nil
	}
	g.Winner, g.Reason = winner, ReasonMate
	if found.Proof != nil {
		g.Reason = *found.Proof
	}
	return w.Update(func() error {
		if err := w.exec(settleGame, g.Winner, g.Reason, g.ID); err != nil {
			return err
		}
		return onTheWay(background, w.conn, w.index.find, &w.job, g, end, func(player int, id int64, move string) error {
			known := repeat{tally: g.one(player)}
			known.count = 0 // it is counted already, without a result
			if err := w.repeats.add(id, "", known); err != nil || move == "" {
				return err
			}
			return w.repeats.add(id, move, known)
		})
	})
}
