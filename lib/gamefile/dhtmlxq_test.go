package gamefile

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/game"
)

const annotated = `[Event "赛"]
[Red "甲"]
[Black "乙"]
[Date "2024.05.01"]
[Result "1/2-1/2"]

{start} 1. C2.5 {[%eval 0.35] usual} (1. H2+3 {solid} c2.4 (1... h8+7 2. C8.5 {x}) 2. P3+1) h8+7 $1 (1... c8.5 {b}) 2. H2+3 r9.8 1/2-1/2
`

// second is a reader of its own, from the format's public description: it moves men on rows of letters and knows no rules.
type second struct {
	fields map[string]string
	lines  map[string][]string // the moves, by number, with those before it
}

func readSecond(t *testing.T, text string) second {
	t.Helper()
	s := second{map[string]string{}, map[string][]string{}}
	for _, m := range regexp.MustCompile(`\[DhtmlXQ_(\w+)\](.*?)\[/DhtmlXQ_(\w+)\]`).FindAllStringSubmatch(text, -1) {
		if m[1] != m[3] || s.fields[m[1]] != "" {
			t.Fatalf("field %s", m[0])
		}
		s.fields[m[1]] = m[2]
	}
	s.lines["0"] = digits(s.fields["movelist"])
	for number := 1; ; number++ { // a variation stands behind the one that it leaves
		found := false
		for name, moves := range s.fields {
			parts := strings.Split(name, "_")
			if len(parts) != 4 || parts[0] != "move" || parts[3] != strconv.Itoa(number) {
				continue
			}
			step, err := strconv.Atoi(parts[2])
			if err != nil {
				t.Fatal(err)
			}
			found, s.lines[parts[3]] = true, append(slices.Clone(s.lines[parts[1]][:step-1]), digits(moves)...)
		}
		if !found {
			return s
		}
	}
}

func digits(moves string) (list []string) {
	for i := 0; i+4 <= len(moves); i += 4 {
		list = append(list, moves[i:i+4])
	}
	return list
}

// after is what stands on the rows from Black's home after moves, as the board's text has it.
func (s *second) after(moves []string) string {
	rows := make([][]byte, 10)
	for i := range rows {
		rows[i] = bytes.Repeat([]byte{'.'}, 9)
	}
	for i, man := range []byte("RNBAKABNRCCPPPPPrnbakabnrccppppp") {
		if at := s.fields["binit"][2*i:]; at[:2] != "99" {
			rows[at[1]-'0'][at[0]-'0'] = man
		}
	}
	for _, m := range moves {
		from, to := &rows[m[1]-'0'][m[0]-'0'], &rows[m[3]-'0'][m[2]-'0']
		*to, *from = *from, '.'
	}
	text := string(bytes.Join(rows, []byte{'/'}))
	for n := 9; n > 0; n-- {
		text = strings.ReplaceAll(text, strings.Repeat(".", n), strconv.Itoa(n))
	}
	return text
}

// A game with comments, values and variations is written as DhtmlXQ; this package and a second reader find it again.
func TestWrite_dhtmlxq(t *testing.T) {
	for _, start := range []string{"", "[FEN \"rnbakabnr/9/1c5c1/2p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\"]\n"} {
		text := start + annotated
		games, err := Read([]byte(text), ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		want := games[0]
		for _, encoding := range []string{"", "gb18030"} {
			var out bytes.Buffer
			if err := Write(&out, games, WriteOptions{Format: "dhtmlxq", Encoding: encoding}); err != nil {
				t.Fatal(err)
			}
			again, err := Read(out.Bytes(), ReadOptions{})
			if err != nil {
				t.Fatalf("%v in %s", err, out.Bytes())
			}
			if !reflect.DeepEqual(again[0].Record.Variations, want.Record.Variations) || !reflect.DeepEqual(again[0].Record.Comments, want.Record.Comments) ||
				!reflect.DeepEqual(again[0].Record.Nags, want.Record.Nags) || !reflect.DeepEqual(tags(again[0]), tags(want)) || again[0].Record.Result != want.Record.Result {
				t.Errorf("%+v, expected %+v", again[0].Record, want.Record)
			}
			if encoding == "" {
				sameToSecond(t, &want, readSecond(t, out.String()))
			}
		}
	}
}

// sameToSecond compares every line, position and comment.
func sameToSecond(t *testing.T, g *Game, s second) {
	t.Helper()
	b, err := g.Board(0)
	if err != nil {
		t.Fatal(err)
	}
	if s.fields["red"] != "甲" || s.fields["result"] != "和棋" || s.fields["date"] != "2024-05-01" || len(s.lines) != 4 {
		t.Errorf("%v", s)
	}
	all := []game.Variation{{Moves: g.Record.Moves, Comments: g.Record.Comments}}
	all = append(all, g.Record.Variations...)
	err = g.Record.Walk(b, func(line, i int) (game.Move, error) {
		ply := all[line].Ply + i
		if got, want := s.after(s.lines[strconv.Itoa(line)][:ply]), strings.Fields(b.Position())[0]; got != want {
			t.Errorf("line %d after %d: %s, expected %s", line, ply, got, want)
		}
		return all[line].Moves[i], nil
	})
	for number, line := range all {
		if got := len(s.lines[strconv.Itoa(number)]); got != line.Ply+len(line.Moves) {
			t.Errorf("line %d: %d moves", number, got)
		}
		for ply, comment := range line.Comments {
			name := fmt.Sprintf("comment%d_%d", number, ply)
			if number == 0 {
				name = fmt.Sprintf("comment%d", ply)
			}
			if !strings.HasPrefix(s.fields[name], comment) {
				t.Errorf("%s is %q, expected %q", name, s.fields[name], comment)
			}
		}
	}
	if err != nil {
		t.Error(err)
	}
}

func TestDhtmlXQ_wrong(t *testing.T) {
	for _, c := range []struct{ fields, says string }{
		{"[DhtmlXQ_move_0_1_1][/DhtmlXQ_move_0_1_1]", "variation 1 without a move"},
		{"[DhtmlXQ_move_0_3_1]7967[/DhtmlXQ_move_0_3_1]", "variation 1 at move 3, expected 1 to 2"},
		{"[DhtmlXQ_move_0_0_1]7967[/DhtmlXQ_move_0_0_1]", "variation 1 at move 0, expected 1 to 2"},
		{"[DhtmlXQ_move_2_1_1]7967[/DhtmlXQ_move_2_1_1]", "variation 1 leaves variation 2, expected an earlier one"},
		{"[DhtmlXQ_move_0_1_1]7977[/DhtmlXQ_move_0_1_1]", "ply 1 of variation 1"},
		{"[DhtmlXQ_move_0_x_1]7967[/DhtmlXQ_move_0_x_1]", "expected move_ and three numbers"},
		{"[DhtmlXQ_move_0_1_1]7967[/DhtmlXQ_move_0_1_1][DhtmlXQ_move_0_2_1]1022[/DhtmlXQ_move_0_2_1]", "a second variation 1"},
	} {
		text := "[DhtmlXQ]\n[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\n" + c.fields + "\n[/DhtmlXQ]\n"
		if _, err := Read([]byte(text), ReadOptions{}); !errors.Is(err, game.ErrRecord) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, expected %q", c.fields, err, c.says)
		}
		if _, err := Read([]byte(text), ReadOptions{MainLines: true}); err != nil {
			t.Errorf("%s without variations: %v", c.fields, err)
		}
	}
	for _, c := range []struct {
		text string
		o    WriteOptions
		is   error
	}{
		{"1. e4 *", WriteOptions{Format: "dhtmlxq"}, game.ErrNoRecords},
		{"1. C2.5 *", WriteOptions{Format: "dhtmlxq", Notation: "wxf"}, game.ErrNotation},
		{"1. C2.5 *", WriteOptions{Format: "dhtmlxq", Encoding: "big5"}, game.ErrEncoding},
		{"1. C2.5 {[/DhtmlXQ]} *", WriteOptions{Format: "dhtmlxq"}, game.ErrRecord},
		{"[FEN \"3k5/9/9/9/9/9/9/9/9/4K4 b\"]\n*", WriteOptions{Format: "dhtmlxq"}, game.ErrRecord},
	} {
		games, err := Read([]byte(c.text), ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if err := Write(&bytes.Buffer{}, games, c.o); !errors.Is(err, c.is) {
			t.Errorf("%s, %+v: %v", c.text, c.o, err)
		}
	}
}
