package gamefile

import (
	"bytes"
	"fmt"
	"io"

	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/game"
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
	if o.Format != "" && o.Format != v.Records {
		return fmt.Errorf("%w: %q as %q, expected %q", game.ErrNoRecords, g.Name, o.Format, v.Records)
	}
	return game.WriteRecordIn(g.Name, w, g.Record, o.Notation, o.Encoding)
}
