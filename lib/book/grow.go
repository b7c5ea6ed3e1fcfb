package book

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
)

// searchesSchema is the table of what searches have found and the book does not hold at
// present; key is the way to a node, or a FEN. It is there only while a book grows, or
// when moves were taken out.
const searchesSchema = `CREATE TABLE IF NOT EXISTS searches (
	kind  TEXT NOT NULL,
	key   TEXT NOT NULL,
	found TEXT NOT NULL, -- JSON
	PRIMARY KEY (kind, key)
) WITHOUT ROWID`

// Kinds of searches, besides pruned; again is a mark that stands until the positions are
// made again.
const (
	searchOfNode     = "node"
	searchOfPosition = "position"
	again            = "again"
)

const (
	addSearch = "INSERT OR REPLACE INTO searches (kind, key, found) VALUES (?, ?, ?)"
	// searchesOfNodes stores the decisions of a tree by the ways to its nodes.
	searchesOfNodes = `WITH RECURSIVE way (id, path, decision) AS (
		SELECT id, CAST(initial AS TEXT), decision FROM nodes WHERE parent = -1
		UNION ALL SELECT nodes.id, path || ' ' || move, nodes.decision FROM way JOIN nodes ON nodes.parent = way.id)
		INSERT OR REPLACE INTO searches (kind, key, found) SELECT '` + searchOfNode + `', path, decision FROM way WHERE decision <> ''`
)

// Regrowth is what becomes of a job that grows.
type Regrowth struct {
	Options  string   // of the job from now on, JSON
	Planned  int64    // games from now on
	Initials []string // those of the file first, then new ones

	// Block is the number of games from an initial position, before and from now on:
	// games get new numbers when they differ.
	Block [2]int64
	// Again has the positions made again from the games, because games come before
	// some that are there. They stay until Remake.
	Again bool
	// Replant has the tree of a breadth-first job made again; Decisions at its nodes can
	// be found again with Recall.
	Replant, Decisions bool
}

// Regrow changes the job in the file, in one transaction. All that was searched stays:
// games, decisions and fresh searches.
func (w *Writer) Regrow(r Regrowth) error {
	have, err := w.Initials()
	if err != nil {
		return err
	}
	return w.Update(func() error {
		for i := len(have); i < len(r.Initials); i++ {
			if err := w.exec("INSERT INTO initials (id, position) VALUES (?, ?)", i, r.Initials[i]); err != nil {
				return err
			}
		}
		if err := errors.Join(w.all(searchesSchema), w.catalogue()); err != nil {
			return err
		}
		if err := w.renumber(r.Block); err != nil {
			return err
		}
		if r.Replant {
			if err := w.uproot(r.Decisions); err != nil {
				return err
			}
		}
		if r.Again {
			if err := w.exec(addSearch, again, "", ""); err != nil {
				return err
			}
			w.job.Processed = 0
		}
		w.job.Options, w.job.Planned, w.job.Complete = r.Options, r.Planned, false
		return w.exec("UPDATE job SET options = ?, planned = ?, processed = ?, grown = ?, transpositions = ?, complete = 0, backed = 0",
			r.Options, r.Planned, w.job.Processed, w.job.Grown, w.job.Transpositions)
	})
}

// renumber gives games the numbers that they have among more games.
func (w *Writer) renumber(block [2]int64) error {
	if block[0] == block[1] {
		return nil
	}
	const number = "(%[1]s / ?1 * ?2 + %[1]s %% ?1)"
	for _, text := range []string{ // below zero no number is taken
		"UPDATE games SET id = -1 - " + fmt.Sprintf(number, "id"),
		"UPDATE positions SET game = " + fmt.Sprintf(number, "game"),
	} {
		if err := w.exec(text, block[0], block[1]); err != nil {
			return err
		}
	}
	return w.exec("UPDATE games SET id = -1 - id")
}

// uproot removes the tree. Its decisions stay known, or none of any tree.
func (w *Writer) uproot(decisions bool) error {
	texts := []string{"DELETE FROM searches WHERE kind = '" + searchOfNode + "'"}
	if decisions {
		texts = []string{"CREATE INDEX nodes_parent ON nodes (parent)", searchesOfNodes, "DROP INDEX nodes_parent"}
	}
	if err := w.all(append(texts, "DELETE FROM nodes", "DROP TABLE IF EXISTS leaves")...); err != nil {
		return err
	}
	w.nextNode, w.job.Grown, w.job.Transpositions = 0, 0, 0
	return nil
}

// ToRemake says whether the positions are to be made again.
func (w *Writer) ToRemake() (bool, error) { return w.searched(again) }

// Remake takes the positions out, to be made again by Process, in one transaction; Recall
// finds what fresh searches have said of them. The games go as well (lines), or restate
// gives each that Settle may have changed the result that it had before.
func (w *Writer) Remake(ctx context.Context, lines bool, restate func(*Game) error) error {
	b, err := Open(w.path)
	if err != nil {
		return err
	}
	defer b.Close()
	return w.Update(func() error {
		if err := w.rememberPositions(ctx, b); err != nil {
			return err
		}
		for _, table := range []string{"positions", "moves", "drops", "runs", "keys", "filters", "repeats", "repeat_runs"} {
			if err := w.all("DELETE FROM " + table); err != nil {
				return err
			}
		}
		if lines {
			err = w.all("DELETE FROM games")
		} else {
			err = w.unsettle(ctx, b, restate)
		}
		if err != nil {
			return err
		}
		if err := w.exec("DELETE FROM searches WHERE kind = ?", again); err != nil {
			return err
		}
		from := w.job.Processed
		w.forget()
		w.nextID = 0
		w.job.Processed, w.job.Records, w.job.Candidates, w.job.Duplicates = 0, 0, 0, 0
		return w.saveCounts(from)
	})
}

// remembered is the fresh search of a position as searches have it.
type remembered struct {
	Evaluation
	Drawn int `json:"drawn,omitempty"` // Due.Drawn
}

// rememberPositions stores what fresh searches have found, by FEN.
func (w *Writer) rememberPositions(ctx context.Context, b *Book) error {
	for all := b.walk(-1, " AND evaluated = 1"); ; {
		p, ok, err := all.next(ctx)
		if !ok || err != nil {
			return err
		}
		due := all.due(p)
		if err := w.exec(addSearch, searchOfPosition, due.FEN, string(mustJSON(remembered{p.found, due.Drawn}))); err != nil {
			return err
		}
	}
}

// unsettle gives games with proven results those that they had before Settle.
func (w *Writer) unsettle(ctx context.Context, b *Book, restate func(*Game) error) error {
	for g, err := range games(ctx, b.db, b.path, 0, fmt.Sprintf(" AND reason IN ('%s', '%s', '%s')", ReasonMate, ReasonTable, ReasonProven)) {
		if err != nil {
			return err
		}
		winner, reason := g.Winner, g.Reason
		if err := restate(g); err != nil {
			return err
		}
		if g.Winner == winner && g.Reason == reason {
			continue
		}
		if err := w.exec(settleGame, g.Winner, g.Reason, g.ID); err != nil {
			return err
		}
	}
	return nil
}

// RecallNode is the decision that an earlier tree had at the end of a way: the number of
// the initial position and the moves, a space between.
func (w *Writer) RecallNode(way string) (decision string, ok bool, err error) {
	return w.recall(searchOfNode, way)
}

func (w *Writer) recall(kind, key string) (found string, ok bool, err error) {
	err = w.query("SELECT found FROM searches WHERE kind = ? AND key = ?", []any{kind, key}, &found)
	if errors.Is(err, sql.ErrNoRows) {
		return "", false, nil
	}
	return found, err == nil, fileError(w.path, err)
}

// RecallsNodes says whether there are decisions for RecallNode.
func (w *Writer) RecallsNodes() (bool, error) { return w.searched(searchOfNode) }

// RecallPositions gives positions the fresh searches that an earlier book had of them:
// all, or only where the same depth had been drawn.
func (w *Writer) RecallPositions(ctx context.Context, drawn bool) error {
	if some, err := w.searched(searchOfPosition); !some || err != nil {
		return err
	}
	b, err := Open(w.path)
	if err != nil {
		return err
	}
	defer b.Close()
	next := b.NotEvaluated()
	for more := true; more; {
		var list []Evaluated
		for len(list) < processMost {
			var due Due
			if due, more, err = next(ctx); err != nil {
				return err
			}
			if !more {
				break
			}
			found, ok, err := w.recall(searchOfPosition, due.FEN)
			if err != nil {
				return err
			}
			if !ok {
				continue
			}
			var r remembered
			if err := json.Unmarshal([]byte(found), &r); err != nil {
				return fmt.Errorf("%w: %s: search of %s: %v", ErrCorrupt, w.path, due.FEN, err)
			}
			if !drawn || r.Drawn == due.Drawn {
				list = append(list, Evaluated{due.ID, r.Evaluation})
			}
		}
		if len(list) == 0 {
			continue
		}
		if err := w.SetEvaluations(list); err != nil {
			return err
		}
	}
	return nil
}

// Untouched says whether the book of a job that has ended holds what its generation made
// and nothing else: no games were added, and no records or moves taken out.
func (w *Writer) Untouched() (bool, error) {
	var games, records, dropped int64
	err := w.query("SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM positions), (SELECT coalesce(sum(count), 0) FROM drops)",
		nil, &games, &records, &dropped)
	if err != nil {
		return false, fileError(w.path, err)
	}
	thinned, err := w.searched(pruned)
	j := &w.job
	return !j.Complete || games == j.Planned && j.Processed == j.Planned && j.Candidates == records+j.Duplicates+dropped && !thinned, fileError(w.path, err)
}
