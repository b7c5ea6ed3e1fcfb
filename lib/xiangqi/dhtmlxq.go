package xiangqi

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

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

// dhtmlxqResults are the results in the words of the format.
var dhtmlxqResults = map[string]string{
	"红胜": game.ResultFirst, "紅勝": game.ResultFirst, "先胜": game.ResultFirst,
	"黑胜": game.ResultSecond, "黑勝": game.ResultSecond, "先负": game.ResultSecond,
	"和棋": game.ResultDraw, "和局": game.ResultDraw, "先和": game.ResultDraw, "和": game.ResultDraw,
	"W": game.ResultFirst, "L": game.ResultSecond, "D": game.ResultDraw, // wxf.ca
	"": game.ResultNone, "未知": game.ResultNone,
}

// ReadDhtmlXQ reads one record of dpxq.com, in UTF-8 or GB18030, with whatever
// else is on the page around it. Variations are left out, comments on the main
// line kept. Black moves first when the first move is one of a black piece.
// The error wraps [game.ErrRecord] and says field, line and column.
func ReadDhtmlXQ(text string) (game.Record, error) {
	if len(text) > maxRecord {
		return game.Record{}, fmt.Errorf("%w: %d bytes, expected at most %d", game.ErrRecord, len(text), maxRecord)
	}
	decoded, broken := decode([]byte(text))
	p := pgnParser{text: decoded, line: 1, column: 1, broken: broken}
	return p.dhtmlxq()
}

func (p *pgnParser) dhtmlxq() (game.Record, error) {
	if p.broken >= 0 {
		p.take(p.broken)
		return game.Record{}, p.take(0).fail("bytes that are no text, expected UTF-8 or GB18030")
	}
	fields, err := p.fields()
	if err != nil {
		return game.Record{}, err
	}
	moves, ok := fields["movelist"]
	if !ok {
		if moves, ok = fields["move_0_1_0"]; !ok {
			return game.Record{}, p.take(0).fail("no field movelist, expected [DhtmlXQ_movelist]")
		}
	}
	for _, t := range dhtmlxqTags {
		if value := oneLine(fields[t[0]].text); value != "" {
			if t[1] == "Date" {
				value = strings.ReplaceAll(value, "-", ".")
			}
			p.rec.Tags = append(p.rec.Tags, [2]string{t[1], value})
		}
	}
	result := fields["result"]
	if p.rec.Result, ok = dhtmlxqResults[strings.TrimSpace(result.text)]; !ok {
		if p.rec.Result, ok = readResult(strings.TrimSpace(result.text)); !ok {
			return game.Record{}, result.fail("result %q, expected 红胜, 黑胜, 和棋 or 未知", result.text)
		}
	}
	if p.moves, err = dhtmlxqMoves(moves); err != nil {
		return game.Record{}, err
	}
	if err := p.dhtmlxqPosition(fields); err != nil {
		return game.Record{}, err
	}
	p.format = "uci"
	if err := p.replay(); err != nil {
		return game.Record{}, err
	}
	p.dhtmlxqComments(fields)
	return p.rec, nil
}

// fields are the fields by name; of two of a name the first counts.
func (p *pgnParser) fields() (map[string]mark, error) {
	fields := map[string]mark{}
	for {
		start := strings.Index(p.text, dhtmlxqMark+"_")
		if start < 0 {
			return fields, nil
		}
		p.take(start)
		open := p.take(len(dhtmlxqMark) + 1)
		size := strings.IndexByte(p.text, ']')
		if size < 0 {
			return nil, open.fail("a field without end, expected ]")
		}
		name := p.take(size).text
		p.take(1)
		size = strings.Index(p.text, "[/DhtmlXQ_"+name+"]")
		if size < 0 {
			return nil, open.fail("field %q without end, expected [/DhtmlXQ_%s]", name, name)
		}
		value := p.take(size)
		if _, ok := fields[name]; !ok {
			fields[name] = value
		} else if name == "movelist" {
			return nil, open.fail("a second movelist, expected [/DhtmlXQ] before it")
		}
	}
}

// dhtmlxqMoves are the moves as UCI.
func dhtmlxqMoves(list mark) ([]mark, error) {
	var moves []mark
	var digits [4]byte
	n, at := 0, list
	p := pgnParser{text: list.text, line: list.line, column: list.column}
	for p.blanks(); p.text != ""; p.blanks() {
		d := p.take(1)
		if d.text[0] < '0' || d.text[0] > '9' {
			return nil, d.fail("%q in the list of moves, expected digits", d.text)
		}
		if n == 0 {
			at = d
		}
		digits[n] = d.text[0]
		if n++; n == 4 {
			if digits[0] == '9' || digits[2] == '9' {
				return nil, at.fail("move %q has a column 9, expected 0 to 8", digits)
			}
			at.text = string([]byte{digits[0] - '0' + 'a', '9' - digits[1] + '0', digits[2] - '0' + 'a', '9' - digits[3] + '0'})
			moves, n = append(moves, at), 0
		}
	}
	if n != 0 {
		return nil, at.fail("%d digits left, expected four a move", n)
	}
	return moves, nil
}

// dhtmlxqPosition sets fen from the fields binit or fen and the first move.
func (p *pgnParser) dhtmlxqPosition(fields map[string]mark) error {
	binit, ok := fields["binit"]
	text := strings.TrimSpace(binit.text)
	if !ok || text == "" {
		p.fen = fields["fen"]
		return nil
	}
	if len(text) != 2*len(dhtmlxqPieces) || strings.Trim(text, "0123456789") != "" {
		return binit.fail("field binit of %d characters, expected %d digits", len(text), 2*len(dhtmlxqPieces))
	}
	var cells [squares]byte
	for i, piece := range []byte(dhtmlxqPieces) {
		column, row := int(text[2*i]-'0'), int(text[2*i+1]-'0')
		if column == 9 {
			continue
		}
		s := SquareAt(column, ranks-1-row)
		if cells[s] != 0 {
			return binit.fail("two pieces on %s, expected one", s)
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
	if len(p.moves) > 0 {
		first := p.moves[0].text
		if cells[SquareAt(int(first[0]-'a'), int(first[1]-'0'))] >= 'a' {
			side = " b"
		}
	}
	binit.text = fen.String() + side
	p.fen = binit
	return nil
}

// dhtmlxqComments keeps comment0, comment1, …: the number is that of the moves
// made before.
func (p *pgnParser) dhtmlxqComments(fields map[string]mark) {
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		number, isComment := strings.CutPrefix(name, "comment")
		ply, err := strconv.Atoi(number)
		text := oneLine(strings.ReplaceAll(fields[name].text, "||", " "))
		if !isComment || err != nil || ply < 0 || ply > len(p.moves) || text == "" {
			continue
		}
		if p.rec.Comments == nil {
			p.rec.Comments = map[int]string{}
		}
		p.rec.Comments[ply] = text
	}
}
