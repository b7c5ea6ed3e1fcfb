package review

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/internal/plainfile"
	"qikit.dev/qikit/lib/game"
)

// schemaName names the JSON form of a report and its version; schemaFamily all
// versions.
const (
	schemaFamily = "qikit/review/"
	schemaName   = schemaFamily + "1"
)

// checksum is that of the report without its checksum, as JSON writes it.
func (r *Report) checksum() string {
	bare := *r
	bare.Checksum = ""
	sum := sha256.Sum256(encode(&bare))
	return "sha256:" + hex.EncodeToString(sum[:])
}

// JSON writes the report as review.json describes it, with its checksum: of the
// report as this writes it, so that other layouts of the same JSON load too.
func (r *Report) JSON() []byte {
	whole := *r
	whole.Checksum = whole.checksum()
	return encode(&whole)
}

// encode marshals a report; all that a report holds can be written as JSON.
func encode(r *Report) []byte {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(r); err != nil {
		panic(err)
	}
	return bytes.TrimSuffix(text.Bytes(), []byte("\n"))
}

// Parse reads a report that JSON wrote. Errors wrap ErrCorrupt or ErrVersion.
func Parse(text []byte) (*Report, error) {
	r := &Report{}
	options.Ahead(text, "schema", &r.Schema)
	if r.Schema != schemaName && strings.HasPrefix(r.Schema, schemaFamily) {
		return nil, fmt.Errorf("%w: schema %q, expected %q; load it with the version of qikit that saved it", ErrVersion, r.Schema, schemaName)
	}
	if err := options.Fill(text, r); err != nil {
		return nil, options.Wrap(ErrCorrupt, options.Under("report", err))
	}
	if r.Schema != schemaName {
		return nil, fmt.Errorf("%w: schema %q, expected %q", ErrCorrupt, r.Schema, schemaName)
	}
	if sum := r.checksum(); r.Checksum != sum {
		return nil, fmt.Errorf("%w: checksum %q, expected %q", ErrCorrupt, r.Checksum, sum)
	}
	if err := r.fits(); err != nil {
		return nil, err
	}
	return r, nil
}

// fits says whether a report's numbers go together with its record: who writes a
// checksum can write anything.
func (r *Report) fits() error {
	if !slices.Contains([]string{"black", "white"}, r.Game.User) {
		return fmt.Errorf("%w: user %q, expected black or white", ErrCorrupt, r.Game.User)
	}
	rec, err := r.replay()
	switch {
	case err != nil:
		return fmt.Errorf("%w: record: %w", ErrCorrupt, err)
	case len(rec.moves) != r.Game.Plies || rec.start.Size() != r.Game.Size:
		return fmt.Errorf("%w: a record of %d plies on %d, expected %d on %d", ErrCorrupt, len(rec.moves), rec.start.Size(), r.Game.Plies, r.Game.Size)
	case !slices.Contains(Languages(), r.Language):
		return fmt.Errorf("%w: language %q, expected one of %q", ErrCorrupt, r.Language, Languages())
	}
	plies := rec.plies()
	if len(r.Moves) != len(plies) {
		return fmt.Errorf("%w: %d moves, expected %s's %d", ErrCorrupt, len(r.Moves), r.Game.User, len(plies))
	}
	for i, m := range r.Moves {
		square := len(m.Degrees) == r.Game.Size && !slices.ContainsFunc(m.Degrees, func(row []float64) bool { return len(row) != r.Game.Size })
		if m.Number != i+1 || m.Ply != plies[i]+1 || m.Analysed && !square {
			return fmt.Errorf("%w: move %d of ply %d, expected the user's moves in order", ErrCorrupt, m.Number, m.Ply)
		}
	}
	if err := r.fitBad(rec); err != nil {
		return err
	}
	if err := r.fitAsked(plies); err != nil {
		return err
	}
	for _, g := range r.Graph {
		if g.Number < 0 || g.Number > len(r.Moves) || g.Ply < 0 || g.Ply > r.Game.Plies {
			return fmt.Errorf("%w: move %d of ply %d in the graph, expected 0 to %d and to %d", ErrCorrupt, g.Number, g.Ply, len(r.Moves), r.Game.Plies)
		}
	}
	return nil
}

// fitBad says whether the bad moves are analysed ones, each there once, with
// moves that can be played.
func (r *Report) fitBad(rec *record) error {
	seen := map[int]bool{}
	for _, b := range r.BadMoves {
		if b.Number < 1 || b.Number > len(r.Moves) || !r.Moves[b.Number-1].Analysed || seen[b.Number] {
			return fmt.Errorf("%w: bad move %d, expected an analysed move of 1 to %d, once", ErrCorrupt, b.Number, len(r.Moves))
		}
		seen[b.Number] = true
		board := rec.at(r.Moves[b.Number-1].Ply - 1)
		if _, err := board.Parse(b.Target); err != nil || b.Target == r.Moves[b.Number-1].Move {
			return fmt.Errorf("%w: bad move %d: target %q, expected a legal move that was not played", ErrCorrupt, b.Number, b.Target)
		}
		if len(b.Line) != len(b.Demonstration) {
			return fmt.Errorf("%w: bad move %d: a line of %d moves, expected the demonstration's %d", ErrCorrupt, b.Number, len(b.Line), len(b.Demonstration))
		}
		if err := game.PlayLine(board, b.Demonstration); err != nil {
			return fmt.Errorf("%w: bad move %d: demonstration: %w", ErrCorrupt, b.Number, err)
		}
	}
	for _, n := range r.Worst {
		if !seen[n] {
			return fmt.Errorf("%w: move %d among the worst, expected a bad one", ErrCorrupt, n)
		}
	}
	return nil
}

// fitAsked says whether what is searched with when the report is asked is in range, and
// whether its answers and the opponent's mistakes are of moves that there are; plies are
// the user's.
func (r *Report) fitAsked(plies []int) error {
	if err := options.Check((&asker{Report: r}).options(1)); err != nil {
		return options.Wrap(ErrCorrupt, options.Under("search", err))
	}
	for _, a := range r.Answers {
		if a.Number < 1 || a.Number > len(r.Moves) || !r.Moves[a.Number-1].Analysed {
			return fmt.Errorf("%w: an answer on move %d, expected an analysed move of 1 to %d", ErrCorrupt, a.Number, len(r.Moves))
		}
	}
	for _, m := range r.Opponent {
		if m.Ply < 1 || m.Ply > r.Game.Plies || slices.Contains(plies, m.Ply-1) {
			return fmt.Errorf("%w: the opponent's ply %d, expected one of 1 to %d that is not the user's", ErrCorrupt, m.Ply, r.Game.Plies)
		}
	}
	return nil
}

// fileMost is the most bytes that a report's file has: one of a long game with a
// hundred demonstrations has less than a megabyte.
const fileMost = 64 << 20

// Load reads a report that Save wrote, from a regular file.
func Load(path string) (*Report, error) {
	text, err := plainfile.Read(path, fileMost)
	if err != nil {
		return nil, err
	}
	r, err := Parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}

// Save writes the report to a file, which appears whole or not at all. It takes the
// place of a regular file only.
func (r *Report) Save(path string) error {
	return plainfile.Write(path, append(r.JSON(), '\n'), 0o644)
}
