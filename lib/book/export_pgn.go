package book

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// writePGN writes every game of the book in the game's own record format, with
// the score of each move and the depth of its search as a remark.
func writePGN(ctx context.Context, b *Book, path string, tell func(int64)) (games int64, err error) {
	err = writeFile(path, func(w *bufio.Writer) error {
		return b.games(ctx, func(g *playedGame) error {
			if g.Failure != "" {
				return nil
			}
			rec, err := b.gameRecord(g)
			if err != nil {
				return err
			}
			if err := game.WriteRecord(b.row.Game, w, rec, ""); err != nil {
				return fmt.Errorf("game %d: %w", g.ID, err)
			}
			games++
			return nil
		})
	})
	return games, err
}

// games goes through the games in order of their ids.
func (b *Book) games(ctx context.Context, f func(*playedGame) error) error {
	for from := int64(0); ; {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		list, err := b.gamesFrom(ctx, from)
		if err != nil || len(list) == 0 {
			return err
		}
		for i := range list {
			if err := f(&list[i]); err != nil {
				return err
			}
		}
		from = list[len(list)-1].ID + 1
	}
}

func (b *Book) gamesFrom(ctx context.Context, from int64) ([]playedGame, error) {
	rows, err := b.db.QueryContext(ctx, nextGames, from, chunkSize)
	if err != nil {
		return nil, requestError(ctx, b.path, err)
	}
	defer rows.Close()
	var list []playedGame
	for rows.Next() {
		var g playedGame
		var seed int64
		if err := rows.Scan(g.scan(&seed)...); err != nil {
			return nil, requestError(ctx, b.path, err)
		}
		g.Seed = uint64(seed)
		list = append(list, g)
	}
	return list, requestError(ctx, b.path, rows.Err())
}

// gameRecord is a stored game as files keep it.
func (b *Book) gameRecord(g *playedGame) (game.Record, error) {
	board, err := b.board(g.Initial)
	if err != nil {
		return game.Record{}, err
	}
	rec := game.Record{Initial: g.Initial, Comments: map[int]string{}, Result: game.ResultText(game.Outcome{Winner: g.Winner}, !unfinished(g.Reason))}
	if rec.Tags, err = b.tags(g, board.Sides()); err != nil {
		return rec, err
	}
	var decisions []*decision
	if g.Decisions != "" {
		if err := json.Unmarshal([]byte(g.Decisions), &decisions); err != nil {
			return rec, fmt.Errorf("%w: %s: decisions of game %d: %v", ErrCorrupt, b.path, g.ID, err)
		}
	}
	for ply, text := range strings.Fields(g.Moves) {
		m, err := board.Parse(text)
		if err != nil {
			return rec, fmt.Errorf("%w: %s: game %d, ply %d: %v", ErrCorrupt, b.path, g.ID, ply, err)
		}
		rec.Moves = append(rec.Moves, m)
		board.Play(m)
		if ply < len(decisions) && decisions[ply] != nil {
			if score, depth := decisions[ply].chosen(); score != nil {
				rec.Comments[ply+1] = fmt.Sprintf("%+.2f/%d", float64(*score)/100, depth)
			}
		}
	}
	return rec, nil
}

// unfinished says whether a game was cut off rather than decided.
func unfinished(reason string) bool {
	switch reason {
	case reasonCap, reasonDistance, reasonBreadth, reasonMerged, reasonUnknown:
		return true
	}
	return false
}

// tags are those of the record a game came from, or tell of the generation.
func (b *Book) tags(g *playedGame, sides []string) ([][2]string, error) {
	var tags [][2]string
	if g.Tags != "" {
		if err := json.Unmarshal([]byte(g.Tags), &tags); err != nil {
			return nil, fmt.Errorf("%w: %s: tags of game %d: %v", ErrCorrupt, b.path, g.ID, err)
		}
		return tags, nil
	}
	tags = [][2]string{{"Event", "qikit book"}, {"Round", fmt.Sprint(g.ID + 1)}}
	for player, side := range sides {
		tags = append(tags, [2]string{strings.ToUpper(side[:1]) + side[1:], g.engine(player)})
	}
	return append(tags, [2]string{"Termination", g.Reason}, [2]string{"Seed", fmt.Sprint(g.Seed)}), nil
}
