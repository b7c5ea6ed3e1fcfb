package book

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"qikit.dev/qikit/lib/game"
)

// gamesIn writes every game of the book in the game's own record format, of that name,
// with the evaluation of each move as a comment; AddGames reads them back.
func gamesIn(name string) func(ctx context.Context, x *export) (int64, error) {
	return func(ctx context.Context, x *export) (int64, error) {
		if err := x.o.wholeGames(name); err != nil {
			return 0, err
		}
		v, err := game.Lookup(x.book.job.Game)
		if err == nil && v.WriteRecord != nil && v.Records != "" && v.Records != name {
			err = fmt.Errorf("%w: %s does not serve %s, expected %s", ErrFormat, name, v.Name, v.Records)
		}
		if err != nil {
			return 0, err
		}
		return writeGames(ctx, x)
	}
}

func writeGames(ctx context.Context, x *export) (written int64, err error) {
	backed, err := x.book.backed()
	if err != nil {
		return 0, err
	}
	for g, err := range games(ctx, x.book.db, x.book.path, int64(x.o.FirstGame), "") {
		if err != nil {
			return written, err
		}
		if g.Failure != "" || g.alone() || x.o.SkipUnknown && !g.Ended() {
			continue
		}
		if x.o.Games != nil && written == int64(*x.o.Games) {
			x.next = &g.ID
			break
		}
		rec, err := x.book.gameRecord(g, backed)
		if err != nil {
			return written, err
		}
		if err := game.WriteRecordIn(x.book.job.Game, x.w, rec, x.o.Notation, x.o.Encoding); err != nil {
			return written, fmt.Errorf("game %d: %w", g.ID, err)
		}
		written++
	}
	return written, nil
}

// gameRecord is a stored game as files keep it. Where the values of moves are known
// (backed), the comments have those.
func (b *Book) gameRecord(g *Game, backed bool) (game.Record, error) {
	board, err := b.Board(g.Initial)
	if err != nil {
		return game.Record{}, err
	}
	rec := game.Record{Initial: g.Initial, Comments: map[int]string{}, Result: game.ResultText(game.Outcome{Winner: g.Winner}, g.Ended())}
	if rec.Tags, err = b.tags(g, board.Sides()); err != nil {
		return rec, err
	}
	if v, err := game.Lookup(b.job.Game); err == nil && v.RecordRules != nil {
		for _, rule := range v.RecordRules(board) {
			if rec.Tag(rule[0]) == "" {
				rec.Tags = append(rec.Tags, rule)
			}
		}
	}
	decisions, err := g.decisions()
	if err != nil {
		return rec, fmt.Errorf("%w: %s: game %d: %v", ErrCorrupt, b.path, g.ID, err)
	}
	for ply, text := range g.moves() {
		m, err := board.Parse(text)
		if err != nil {
			return rec, fmt.Errorf("%w: %s: game %d, ply %d: %v", ErrCorrupt, b.path, g.ID, ply, err)
		}
		remark := ""
		if ply < len(decisions) && decisions[ply] != nil {
			remark = decisions[ply].remark()
		}
		if backed {
			if remark, err = b.valueRemark(board, m, remark); err != nil {
				return rec, err
			}
		}
		if remark != "" {
			rec.Comments[ply+1] = remark
		}
		rec.Moves = append(rec.Moves, m)
		board.Play(m)
	}
	return rec, nil
}

// valueRemark is the comment on a move of a board with what Minimax found; the other
// one where it found no score.
func (b *Book) valueRemark(board game.Board, m game.Move, other string) (string, error) {
	e, err := b.LookupBoard(board)
	if errors.Is(err, ErrNotFound) {
		return other, nil
	}
	if err != nil {
		return "", err
	}
	for _, p := range e.Moves {
		if p.Move != board.Text(m) || p.Eval == nil {
			continue
		}
		text := fmt.Sprintf("%+.2f/%d", float64(*p.Eval)/100, *p.Depth)
		if e.Best != nil && e.Eval != nil && *e.Best != p.Move {
			text += fmt.Sprintf(", best %s %+.2f", *e.Best, float64(*e.Eval)/100)
		}
		return text, nil
	}
	return other, nil
}

// backed says whether the values of Minimax are up to date.
func (b *Book) backed() (backed bool, err error) {
	q, err := b.questions()
	if err != nil || q.version < valuesVersion {
		return false, fileError(b.path, err)
	}
	err = b.db.QueryRow("SELECT backed FROM job").Scan(&backed)
	return backed, fileError(b.path, err)
}

// tags are those of the record a game came from, or tell of the generation.
func (b *Book) tags(g *Game, sides []string) ([][2]string, error) {
	var tags [][2]string
	if g.Tags != "" {
		if err := json.Unmarshal([]byte(g.Tags), &tags); err != nil {
			return nil, fmt.Errorf("%w: %s: tags of game %d: %v", ErrCorrupt, b.path, g.ID, err)
		}
		return tags, nil
	}
	tags = [][2]string{{"Event", "qikit book"}, {"Round", fmt.Sprint(g.ID + 1)}}
	for player, side := range sides {
		tags = append(tags, [2]string{sideTag(side), g.engine(player)})
	}
	return append(tags, [2]string{"Termination", string(g.Reason)}, [2]string{"Seed", fmt.Sprint(g.Seed)}), nil
}
