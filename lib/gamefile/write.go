package gamefile

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/sgf"
)

// ParseWriteOptions reads a JSON object of WriteOptions. Errors wrap ErrOptions.
func ParseWriteOptions(text []byte) (o WriteOptions, err error) {
	err = options.Wrap(ErrOptions, options.Read(text, &o))
	return o, err
}

// Write writes games one after the other, which make a file where they are of one format. The error names the game by its
// number from 1 and wraps game.ErrNoRecords (no such format of this game), game.ErrNotation, game.ErrEncoding or
// game.ErrRecord (what cannot be written), or is w's own; w then got nothing.
func Write(w io.Writer, games []Game, o WriteOptions) error {
	var out bytes.Buffer
	for i := range games {
		if err := games[i].write(&out, o); err != nil {
			return fmt.Errorf("game %d: %w", i+1, err)
		}
	}
	_, err := w.Write(out.Bytes())
	return err
}

func (g *Game) write(w io.Writer, o WriteOptions) error {
	v, err := game.Lookup(g.Name)
	if err != nil {
		return err
	}
	if write := v.WriteFormats[o.Format]; write != nil {
		return g.writeIn(write, w, v, o)
	}
	if o.Format != "" && o.Format != v.Records {
		return fmt.Errorf("%w: %q as %q, expected %q", game.ErrNoRecords, g.Name, o.Format, v.Records)
	}
	if v.Records == "sgf" {
		return g.writeSGF(w, o)
	}
	return game.WriteRecordIn(g.Name, w, g.Record, o.Notation, o.Encoding)
}

// writeIn writes the record in a format beside the game's own, with its glyphs as commands in comments.
func (g *Game) writeIn(write func(io.Writer, game.Record) error, w io.Writer, v game.Variant, o WriteOptions) error {
	if o.Notation != "" {
		return fmt.Errorf("%w: %q in the format %s, which has one of its own, expected none", game.ErrNotation, o.Notation, o.Format)
	}
	var text strings.Builder
	if err := write(&text, g.recordWithNags()); err != nil {
		return err
	}
	raw := []byte(text.String())
	if o.Encoding != "" && o.Encoding != game.UTF8 {
		encode, ok := v.EncodeRecords[o.Encoding]
		if !ok {
			return fmt.Errorf("%w: %q, expected utf-8 or gb18030", game.ErrEncoding, o.Encoding)
		}
		var err error
		if raw, err = encode(text.String()); err != nil {
			return err
		}
	}
	_, err := w.Write(raw)
	return err
}

// recordWithNags is the record with its glyphs as commands in comments.
func (g *Game) recordWithNags() game.Record {
	rec := g.Record
	rec.Comments = withNags(rec.Comments, rec.Nags)
	rec.Variations = slices.Clone(rec.Variations)
	for i := range rec.Variations {
		v := &rec.Variations[i]
		v.Comments = withNags(v.Comments, v.Nags)
	}
	return rec
}

// writeSGF writes the record with its glyphs and values as properties.
func (g *Game) writeSGF(w io.Writer, o WriteOptions) error {
	var text bytes.Buffer
	if err := game.WriteRecordIn(g.Name, &text, g.recordWithNags(), o.Notation, o.Encoding); err != nil {
		return err
	}
	if !bytes.Contains(text.Bytes(), []byte("[%")) {
		_, err := w.Write(text.Bytes())
		return err
	}
	limits := sgf.DefaultOptions()
	limits.Bytes, limits.Nodes, limits.Depth = math.MaxInt, math.MaxInt, math.MaxInt
	roots, err := sgf.Parse(text.Bytes(), limits)
	if err != nil {
		return err
	}
	for _, root := range roots {
		each(root, state)
	}
	return sgf.Write(w, roots...)
}

// withNags are comments with the glyphs as commands.
func withNags(comments map[int]string, nags map[int][]int) map[int]string {
	if len(nags) == 0 {
		return comments
	}
	said := maps.Clone(comments)
	if said == nil {
		said = map[int]string{}
	}
	for ply, list := range nags {
		for _, nag := range list {
			said[ply] = strings.TrimSpace(said[ply] + " [%nag " + strconv.Itoa(nag) + "]")
		}
	}
	return said
}
