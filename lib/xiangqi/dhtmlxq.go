package xiangqi

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"qikit.dev/qikit/internal/pgn"
	"qikit.dev/qikit/lib/game"
)

// DhtmlXQ is the format of dpxq.com: fields [DhtmlXQ_name]value[/DhtmlXQ_name].
// movelist has four digits a move, column and row of source and target; the
// columns go from Red's left, the rows from Black's home. binit has the places
// of 32 pieces, 99 being off the board.

const dhtmlxqMark = "[DhtmlXQ"

// dhtmlxqPieces are the pieces in the order of binit.
const dhtmlxqPieces = "RNBAKABNRCCPPPPPrnbakabnrccppppp"

// dhtmlxqTags are the fields that become tags.
var dhtmlxqTags = [][2]string{
	{"event", "Event"}, {"title", "Title"}, {"place", "Site"}, {"date", "Date"}, {"round", "Round"},
	{"redteam", "RedTeam"}, {"red", "Red"}, {"blackteam", "BlackTeam"}, {"black", "Black"},
	{"open", "Opening"}, {"class", "Class"}, {"author", "Annotator"}, {"remark", "Remark"},
}

// dhtmlxqResults are results that only this format has: those of wxf.ca, and none.
var dhtmlxqResults = map[string]string{"W": game.ResultFirst, "L": game.ResultSecond, "D": game.ResultDraw, "": game.ResultNone}

// ReadDhtmlXQ reads one record of dpxq.com, in UTF-8 or GB18030, with whatever
// else is on the page around it. Variations are left out, comments on the main
// line kept. Black moves first when the first move is one of a black piece.
// The error wraps [game.ErrRecord] and says field, line and column.
func ReadDhtmlXQ(text string) (game.Record, error) {
	if len(text) > pgn.MaxRecord {
		return game.Record{}, fmt.Errorf("%w: %d bytes, expected at most %d", game.ErrRecord, len(text), pgn.MaxRecord)
	}
	return dhtmlxq([]byte(text), 1, false)
}

// dhtmlxq reads the record whose bytes begin on that line, with its variations if it is wanted whole.
func dhtmlxq(raw []byte, line int, whole bool) (game.Record, error) {
	text, err := records.Text(raw, line)
	if err != nil {
		return game.Record{}, err
	}
	g := pgn.Game{Text: text, Format: "uci"}
	fields, err := dhtmlxqFields(&g.Text)
	if err != nil {
		return game.Record{}, err
	}
	moves, ok := fields["movelist"]
	if !ok {
		if moves, ok = fields["move_0_1_0"]; !ok {
			return game.Record{}, g.Take(0).Fail("no field movelist, expected [DhtmlXQ_movelist]")
		}
	}
	for _, t := range dhtmlxqTags {
		if value := pgn.OneLine(fields[t[0]].Text); value != "" {
			if t[1] == "Date" {
				value = strings.ReplaceAll(value, "-", ".")
			}
			g.Record.Tags = append(g.Record.Tags, [2]string{t[1], value})
		}
	}
	result := fields["result"]
	if g.Record.Result, ok = dhtmlxqResults[strings.TrimSpace(result.Text)]; !ok {
		if g.Record.Result, ok = records.ReadResult(strings.TrimSpace(result.Text)); !ok {
			return game.Record{}, result.Fail("result %q, expected 红胜, 黑胜, 和棋 or 未知", result.Text)
		}
	}
	if g.Moves, err = dhtmlxqMoves(moves.Again()); err == nil {
		g.FEN, err = dhtmlxqPosition(fields, g.Moves)
	}
	if err == nil {
		err = replay(&g)
	}
	if err == nil && whole {
		err = dhtmlxqTree(&g, fields)
	}
	if err != nil {
		return game.Record{}, err
	}
	// comment0, comment1, …: the number is that of the moves made before.
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		number, isComment := strings.CutPrefix(name, "comment")
		if ply, err := strconv.Atoi(number); isComment && err == nil && ply >= 0 && ply <= len(g.Moves) {
			g.Comment(ply, strings.ReplaceAll(fields[name].Text, "||", " "))
		}
	}
	g.PutComments()
	return g.Record, nil
}

// dhtmlxqFields are the fields by name; of two of a name the first counts.
func dhtmlxqFields(t *pgn.Text) (map[string]pgn.Mark, error) {
	fields := map[string]pgn.Mark{}
	for {
		start := strings.Index(t.Rest, dhtmlxqMark+"_")
		if start < 0 {
			return fields, nil
		}
		t.Take(start)
		open := t.Take(len(dhtmlxqMark) + 1)
		size := strings.IndexByte(t.Rest, ']')
		if size < 0 {
			return nil, open.Fail("a field without end, expected ]")
		}
		name := t.Take(size).Text
		t.Take(1)
		size = strings.Index(t.Rest, "[/DhtmlXQ_"+name+"]")
		if size < 0 {
			return nil, open.Fail("field %q without end, expected [/DhtmlXQ_%s]", name, name)
		}
		value := t.Take(size)
		if _, ok := fields[name]; !ok {
			fields[name] = value
		} else if name == "movelist" {
			return nil, open.Fail("a second movelist, expected [/DhtmlXQ] before it")
		}
	}
}

// dhtmlxqMoves are the moves as UCI.
func dhtmlxqMoves(list pgn.Text) (moves []pgn.Mark, err error) {
	var digits [4]byte
	var at pgn.Mark
	n := 0
	for list.Blanks(); list.Rest != ""; list.Blanks() {
		d := list.Take(1)
		if d.Text[0] < '0' || d.Text[0] > '9' {
			return nil, d.Fail("%q in the list of moves, expected digits", d.Text)
		}
		if n == 0 {
			at = d
		}
		digits[n] = d.Text[0]
		if n++; n == 4 {
			if digits[0] == '9' || digits[2] == '9' {
				return nil, at.Fail("move %q has a column 9, expected 0 to 8", digits)
			}
			at.Text = string([]byte{digits[0] - '0' + 'a', '9' - digits[1] + '0', digits[2] - '0' + 'a', '9' - digits[3] + '0'})
			moves, n = append(moves, at), 0
		}
	}
	if n != 0 {
		return nil, at.Fail("%d digits left, expected four a move", n)
	}
	return moves, nil
}

// dhtmlxqPosition is the FEN by the fields binit or fen and the first move.
func dhtmlxqPosition(fields map[string]pgn.Mark, moves []pgn.Mark) (pgn.Mark, error) {
	binit, ok := fields["binit"]
	text := strings.TrimSpace(binit.Text)
	if !ok || text == "" {
		return fields["fen"], nil
	}
	if len(text) != 2*len(dhtmlxqPieces) || strings.Trim(text, "0123456789") != "" {
		return binit, binit.Fail("field binit of %d characters, expected %d digits", len(text), 2*len(dhtmlxqPieces))
	}
	var cells [squares]byte
	for i, piece := range []byte(dhtmlxqPieces) {
		column, row := int(text[2*i]-'0'), int(text[2*i+1]-'0')
		if column == 9 {
			continue
		}
		s := SquareAt(column, ranks-1-row)
		if cells[s] != 0 {
			return binit, binit.Fail("two pieces on %s, expected one", s)
		}
		cells[s] = piece
	}
	var fen strings.Builder
	for rank := ranks - 1; rank >= 0; rank-- {
		for file := range files {
			c := cells[SquareAt(file, rank)]
			if c == 0 {
				c = '1'
			}
			fen.WriteByte(c)
		}
		if rank > 0 {
			fen.WriteByte('/')
		}
	}
	side := " w"
	if len(moves) > 0 {
		first := moves[0].Text
		if cells[SquareAt(int(first[0]-'a'), int(first[1]-'0'))] >= 'a' {
			side = " b"
		}
	}
	binit.Text = fen.String() + side
	return binit, nil
}
