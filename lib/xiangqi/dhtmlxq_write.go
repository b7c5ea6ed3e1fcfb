//go:build !slim

package xiangqi

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// dhtmlxqNames are results as dpxq.com has them.
var dhtmlxqNames = map[string]string{
	game.ResultFirst: "红胜", game.ResultSecond: "黑胜", game.ResultDraw: "和棋", game.ResultNone: "未知", "": "未知",
}

// dhtmlxqWriter writes fields.
type dhtmlxqWriter struct {
	strings.Builder
	err error
}

// field writes a field; line breaks are two bars.
func (w *dhtmlxqWriter) field(name, value string) {
	if strings.Contains(value, "[/DhtmlXQ") || strings.Contains(value, dhtmlxqMark) {
		w.err = fmt.Errorf("%w: the field %s with %q, expected text without marks of fields", game.ErrRecord, name, value)
	}
	value = strings.NewReplacer("\r\n", "||", "\n", "||", "\r", "||").Replace(value)
	fmt.Fprintf(w, "[DhtmlXQ_%s]%s[/DhtmlXQ_%s]\n", name, value, name)
}

// WriteDhtmlXQ writes a game as dpxq.com has it, in UTF-8, with variations and comments, and a blank line after it. The
// format has no place for counts of moves in the position, other tags than ReadDhtmlXQ reads, or a side to move without a
// move. The error wraps game.ErrRecord (what cannot be written), game.ErrPosition, game.ErrIllegalMove, or is w's own.
func WriteDhtmlXQ(w io.Writer, rec game.Record) error {
	b, err := New(rec.Initial, DefaultOptions(), false)
	if err != nil {
		return err
	}
	result, ok := dhtmlxqNames[rec.Result]
	if !ok {
		return fmt.Errorf("%w: result %q, expected 1-0, 0-1, 1/2-1/2 or *", game.ErrRecord, rec.Result)
	}
	if b.Turn() == 1 && len(rec.Moves) == 0 {
		return fmt.Errorf("%w: Black to move and no move, expected one, which tells whose turn it is", game.ErrRecord)
	}
	out := &dhtmlxqWriter{}
	out.WriteString("[DhtmlXQ]\n")
	out.field("ver", "www_dpxq_com")
	for _, t := range dhtmlxqTags {
		if value := rec.Tag(t[1]); value != "" {
			if t[1] == "Date" {
				value = strings.ReplaceAll(value, ".", "-")
			}
			out.field(t[0], value)
		}
	}
	out.field("result", result)
	places, err := dhtmlxqPlaces(b.Position())
	if err != nil {
		return err
	}
	out.field("binit", places)
	if err := out.lines(b, &rec); err != nil {
		return err
	}
	out.comments("comment", rec.Comments)
	for i, v := range rec.Variations {
		out.comments("comment"+strconv.Itoa(i+1)+"_", v.Comments)
	}
	out.WriteString("[/DhtmlXQ]\n\n")
	if out.err != nil {
		return out.err
	}
	_, err = io.WriteString(w, out.String())
	return err
}

// lines writes the moves: move_0_3_2 is variation 2, whose first move is the third one, in place of one of the main line, 0.
func (w *dhtmlxqWriter) lines(b *Board, rec *game.Record) error {
	lines := make([]strings.Builder, len(rec.Variations)+1)
	err := rec.Walk(b, func(line, i int) (game.Move, error) {
		moves, said := rec.Moves, "move "
		if line > 0 {
			moves, said = rec.Variations[line-1].Moves, "variation "+strconv.Itoa(line)+", move "
		}
		m := moves[i]
		if !slices.Contains(b.Moves(nil), m) {
			return m, fmt.Errorf("%w: %s%d (code %d) in %s", game.ErrIllegalMove, said, i+1, m, b.Position())
		}
		text, err := b.Format(m, "uci")
		if err == nil {
			lines[line].Write([]byte{text[0] - 'a' + '0', '9' - text[1] + '0', text[2] - 'a' + '0', '9' - text[3] + '0'})
		}
		return m, err
	})
	if err != nil {
		return err
	}
	w.field("movelist", lines[0].String())
	for i, v := range rec.Variations {
		w.field(fmt.Sprintf("move_%d_%d_%d", v.Line, v.Ply+1, i+1), lines[i+1].String())
	}
	return nil
}

// comments writes each under the number of moves made before it.
func (w *dhtmlxqWriter) comments(name string, said map[int]string) {
	for _, ply := range slices.Sorted(maps.Keys(said)) {
		w.field(name+strconv.Itoa(ply), said[ply])
	}
}

// dhtmlxqPlaces are the places of the pieces of a position, as binit has them.
func dhtmlxqPlaces(position string) (string, error) {
	places := []byte(strings.Repeat("99", len(dhtmlxqPieces)))
	var taken [len(dhtmlxqPieces)]bool
	rows, _, _ := strings.Cut(position, " ")
	column, row := 0, 0
	for _, c := range []byte(rows) {
		switch {
		case c == '/':
			column, row = 0, row+1
		case c >= '1' && c <= '9':
			column += int(c - '0')
		default:
			i := 0
			for i < len(dhtmlxqPieces) && (dhtmlxqPieces[i] != c || taken[i]) {
				i++
			}
			if i == len(dhtmlxqPieces) {
				return "", fmt.Errorf("%w: more pieces %c in %s than a set has", game.ErrRecord, c, rows)
			}
			taken[i] = true
			places[2*i], places[2*i+1] = byte('0'+column), byte('0'+row)
			column++
		}
	}
	return string(places), nil
}

// writeFormats are the formats that are written beside PGN; the slim library reads them only.
func writeFormats() map[string]func(w io.Writer, rec game.Record) error {
	return map[string]func(w io.Writer, rec game.Record) error{"dhtmlxq": WriteDhtmlXQ}
}
