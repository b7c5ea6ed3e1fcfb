package gamefile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"unicode/utf16"

	"qikit.dev/qikit/internal/charset"
	"qikit.dev/qikit/lib/game"

	_ "qikit.dev/qikit/lib/chess"
	_ "qikit.dev/qikit/lib/surakarta"
	_ "qikit.dev/qikit/lib/xiangqi"
)

const chinesePGN = `[Game "Chinese Chess"]
[Event "全国赛"]
[Red "胡荣华"]
[Black "许银川"]
[Result "1-0"]

{开局} 1. 炮二平五 马８进７ {常见}
2. 马二进三 车９平８
1-0
`

const dhtmlxqText = `[DhtmlXQ]
[DhtmlXQ_title]题目[/DhtmlXQ_title]
[DhtmlXQ_red]甲[/DhtmlXQ_red]
[DhtmlXQ_result]红胜[/DhtmlXQ_result]
[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]
[DhtmlXQ_comment1]中炮[/DhtmlXQ_comment1]
[/DhtmlXQ]
`

// big5 is a record in Big5, whose characters for moves were looked up in its table.
func big5(t *testing.T, text string) []byte {
	t.Helper()
	back := map[string][]byte{}
	for lead := 0xA4; lead < 0xC7; lead++ {
		for _, second := range [][2]int{{0x40, 0x7F}, {0xA1, 0xFF}} {
			for trail := second[0]; trail < second[1]; trail++ {
				code := []byte{byte(lead), byte(trail)}
				if r, err := charset.Big5.NewDecoder().Bytes(code); err == nil {
					back[string(r)] = code
				}
			}
		}
	}
	var out []byte
	for _, r := range text {
		if r < 0x80 {
			out = append(out, byte(r))
		} else if code, ok := back[string(r)]; ok {
			out = append(out, code...)
		} else {
			t.Fatalf("%c is not in Big5", r)
		}
	}
	return out
}

func utf16Of(text string, order binary.AppendByteOrder, mark string) []byte {
	out := []byte(mark)
	for _, unit := range utf16.Encode([]rune(text)) {
		out = order.AppendUint16(out, unit)
	}
	return out
}

func TestRead_formats(t *testing.T) {
	for _, c := range []struct{ name, text, game, format, moves, result, header, value string }{
		{"Chinese", chinesePGN, "xiangqi", "pgn", "h2e2 h9g7 h0g2 i9h9", "1-0", "Red", "胡荣华"},
		{"DhtmlXQ", dhtmlxqText, "xiangqi", "dhtmlxq", "h2e2 h9g7", "1-0", "Red", "甲"},
		{"bare ICCS", "1. H2-E2 H9-G7 *\n", "xiangqi", "pgn", "h2e2 h9g7", "*", "", ""},
		{"WXF", "1. C2.5 h8+7 1/2-1/2\n", "xiangqi", "pgn", "h2e2 h9g7", "1/2-1/2", "", ""},
		{"bare SAN", "1. e4 e5 2. Nf3 Nc6 0-1\n", "chess", "pgn", "e2e4 e7e5 g1f3 b8c6", "0-1", "", ""},
		{"a FEN of chess", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n", "chess", "pgn", "e2e4", "*", "", ""},
		{"Surakarta", "[Game \"Surakarta\"]\n[Black \"a\"]\n\n1. a2-a3 *\n", "surakarta", "pgn", "a2-a3", "*", "Black", "a"},
		{"Go", "(;GM[1]SZ[9]KM[6.5]PB[a];B[ee];W[cc];B[])", "go", "sgf", "E5 C7 pass", "*", "Black", "a"},
		{"Gomoku", "(;GM[4]SZ[15]RU[Renju]PB[a];B[hh];W[hi])", "gomoku", "sgf", "h8 h7", "*", "Black", "a"},
		{"Capture Go", "(;GM[1]SZ[9]RU[Capture-3]PW[b];B[ee];W[cc])", "capturego", "sgf", "E5 C7", "*", "White", "b"},
	} {
		games, err := Read([]byte(c.text), ReadOptions{})
		if err != nil || len(games) != 1 {
			t.Errorf("%s: %d games, %v", c.name, len(games), err)
			continue
		}
		g := games[0]
		b, err := g.Board(len(g.Record.Moves))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		moves := strings.Join(game.PlayedTexts(b), " ")
		if g.Name != c.game || g.Format != c.format || moves != c.moves || g.Record.Result != c.result || g.Record.Tag(c.header) != c.value {
			t.Errorf("%s: %s in %s, %q, %s, %q", c.name, g.Name, g.Format, moves, g.Record.Result, g.Record.Tag(c.header))
		}
	}
}

func TestRead_encodings(t *testing.T) {
	gb, _, ok := charset.AppendGB18030(nil, []byte(chinesePGN))
	if !ok {
		t.Fatal("not in GB18030")
	}
	traditional := "[Game \"Chinese Chess\"]\n[Red \"胡榮華\"]\n\n1. 炮二平五 馬8進7\n2. 馬二進三 車9平8 1-0\n"
	for name, file := range map[string][]byte{
		"UTF-8": []byte(chinesePGN), "UTF-8 with its mark": []byte("\xEF\xBB\xBF" + chinesePGN), "GB18030": gb,
		"UTF-16LE": utf16Of(chinesePGN, binary.LittleEndian, "\xFF\xFE"), "UTF-16BE": utf16Of(chinesePGN, binary.BigEndian, "\xFE\xFF"),
		"Big5":          big5(t, traditional),
		"SGF in UTF-16": utf16Of("(;GM[1]CA[GBK]SZ[9]PB[胡];B[ee])", binary.LittleEndian, "\xFF\xFE"),
	} {
		games, err := Read(file, ReadOptions{})
		if err != nil || len(games) != 1 {
			t.Errorf("%s: %d games, %v", name, len(games), err)
			continue
		}
		if who := games[0].Record.Tag("Red") + games[0].Record.Tag("Black"); !strings.HasPrefix(who, "胡") {
			t.Errorf("%s: %q", name, who)
		}
	}
}

func TestRead_wrong(t *testing.T) {
	two := chinesePGN + "\n[Game \"Chinese Chess\"]\n\n1. 炮二平五 帅五进九\n"
	for _, c := range []struct {
		name, text, game string
		is               error
		says             string
	}{
		{"no game", "", "", game.ErrRecord, "no game in the file"},
		{"a letter", "Dear Sir,\nplease find enclosed\n", "", game.ErrRecord, `the option "game"`},
		{"a move that is none", two, "", game.ErrRecord, "game 2: game: malformed record: line 13, column 9"},
		{"another game", chinesePGN, "chess", game.ErrRecord, "line 7"},
		{"PGN for Go", chinesePGN, "go", game.ErrRecord, "a file of the format pgn, expected sgf"},
		{"no such game", chinesePGN, "halma", game.ErrUnknownGame, `"halma"`},
		{"SGF of another game", "(;GM[2];B[a1])", "", game.ErrRecord, "GM[2]"},
		{"an illegal stone", "(;SZ[9];B[ee];W[ee])", "", game.ErrIllegalMove, "game 1"},
		{"SGF without an end", "(;SZ[9];B[ee]", "", game.ErrRecord, "line 1"},
		{"DhtmlXQ without moves", "[DhtmlXQ]\n[DhtmlXQ_title]x[/DhtmlXQ_title]\n[/DhtmlXQ]\n", "", game.ErrRecord, "movelist"},
	} {
		if _, err := Read([]byte(c.text), ReadOptions{Game: c.game}); !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, expected %q", c.name, err, c.says)
		}
	}
	if games, err := Read([]byte(two), ReadOptions{Skip: true}); err != nil || len(games) != 1 {
		t.Errorf("skipping: %d games, %v", len(games), err)
	}
	if _, err := Read([]byte("(;GM[2])"), ReadOptions{Skip: true}); err == nil {
		t.Error("skipping the only game is no error")
	}
}

// What is written is read again as it was, also as JSON, in every notation and encoding.
func TestWrite_roundTrip(t *testing.T) {
	for _, text := range []string{
		chinesePGN, dhtmlxqText, "1. e4 e5 2. Nf3 {a knight} Nc6 0-1\n", "[Game \"Surakarta\"]\n\n1. a2-a3 *\n",
		"(;GM[1]SZ[9]KM[6.5]RU[Chinese]PB[a];B[ee]C[in the middle];W[cc];B[])", "(;GM[1]SZ[9]KM[0]RU[Capture-3];B[ee];W[cc])",
	} {
		games, err := Read([]byte(text), ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		want := games[0]
		b, err := want.Board(0)
		if err != nil {
			t.Fatal(err)
		}
		notations := append(b.Notations(), "")
		if want.Format == "sgf" {
			notations = []string{"sgf", ""}
		}
		for _, notation := range notations {
			var out bytes.Buffer
			if err := Write(&out, []Game{want, want}, WriteOptions{Notation: notation}); err != nil {
				t.Fatalf("%q: %v", notation, err)
			}
			again, err := Read(out.Bytes(), ReadOptions{Game: want.Name})
			if err != nil || len(again) != 2 {
				t.Fatalf("%q: %d games, %v in %s", notation, len(again), err, out.Bytes())
			}
			for _, g := range again {
				if !reflect.DeepEqual(g.Record.Moves, want.Record.Moves) || !reflect.DeepEqual(g.Record.Comments, want.Record.Comments) ||
					g.Record.Result != want.Record.Result || !reflect.DeepEqual(tags(g), tags(want)) {
					t.Errorf("%q: %+v, expected %+v", notation, g.Record, want.Record)
				}
			}
		}
		report, err := want.JSON()
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := ParseGames(append(append([]byte("["), report...), ']'))
		if err != nil || len(parsed) != 1 {
			t.Fatalf("%s: %v", report, err)
		}
		if second, err := parsed[0].JSON(); err != nil || !bytes.Equal(second, report) {
			t.Errorf("%s, %v, expected %s", second, err, report)
		}
	}
}

func TestRead_variations(t *testing.T) {
	for _, c := range []struct{ text, want, written string }{
		{"1. C2.5 (1. H2+3 {solid} c2.4 (1... h8+7) 2. C8.5) h8+7 {a} (1... c8.5 {b}) 2. H2+3 *\n",
			`"variations":[{"line":0,"ply":0,"moves":["h0g2","b7d7","b2e2"],"notes":[{"ply":1,"comment":"solid"}]},` +
				`{"line":1,"ply":1,"moves":["h9g7"],"notes":[]},{"line":0,"ply":1,"moves":["h7e7"],"notes":[{"ply":2,"comment":"b"}]}]`,
			"  1. C2.5 (1. H2+3 {solid} C2.4 (1. ... H8+7) 2. C8.5)\n  1. ... H8+7 {a} (1. ... C8.5 {b})\n  2. H2+3\n"},
		{"(;GM[1]SZ[9];B[ee](;W[cc];B[gg](;W[cg])(;W[gc]C[x]))(;W[dd](;B[aa])(;B[bb])))",
			`"variations":[{"line":0,"ply":3,"moves":["G7"],"notes":[{"ply":4,"comment":"x"}]},` +
				`{"line":0,"ply":1,"moves":["D6","A9"],"notes":[]},{"line":2,"ply":2,"moves":["B8"],"notes":[]}]`, "(;W[dd]\n(;B[aa])\n(;B[bb]))"},
	} {
		games, err := Read([]byte(c.text), ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		report, err := games[0].JSON()
		if err != nil || !strings.Contains(string(report), c.want) {
			t.Errorf("%s, %v, expected %s", report, err, c.want)
		}
		notation := "wxf"
		if games[0].Format == "sgf" {
			notation = ""
		}
		var out bytes.Buffer
		if err := Write(&out, games, WriteOptions{Notation: notation}); err != nil || !strings.Contains(out.String(), c.written) {
			t.Errorf("%s, %v, expected %s", out.String(), err, c.written)
		}
		parsed, err := ParseGames(report)
		if err != nil || !reflect.DeepEqual(parsed[0].Record.Variations, games[0].Record.Variations) {
			t.Errorf("%+v, %v, expected %+v", parsed, err, games[0].Record.Variations)
		}
		again, err := Read(out.Bytes(), ReadOptions{})
		if err != nil || !reflect.DeepEqual(again[0].Record.Variations, games[0].Record.Variations) {
			t.Errorf("%+v, %v, expected %+v", again, err, games[0].Record.Variations)
		}
		if plain, err := Read([]byte(c.text), ReadOptions{MainLines: true}); err != nil || len(plain[0].Record.Variations) != 0 {
			t.Errorf("main lines: %+v, %v", plain, err)
		}
	}
}

func TestRead_wrongVariations(t *testing.T) {
	for _, c := range []struct{ text, says string }{
		{"[Red \"x\"]\n(1. C2.5) 1. C2.5 *", "before the first move"},
		{"[Red \"x\"]\n1. C2.5 () h8+7 *", "line 2, column 10: a variation without a move"},
		{"[Red \"x\"]\n1. C2.5 (1. castle) *", "line 2, column 13: ply 1 of a variation"},
		{"[Red \"x\"]\n1. C2.5 " + strings.Repeat("(1. H2+3 ", 300), "deeper than 256"},
		{"(;SZ[9];B[ee](;W[cc])(;W[ee]))", "move 2 of a variation"},
		{"(;SZ[9];B[ee](;W[cc])(;B[dd]))", "it is white's turn"},
		{"(;SZ[9];B[ee](;W[cc])(;AB[dd]))", "stones set up in a variation"},
	} {
		if _, err := Read([]byte(c.text), ReadOptions{}); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, expected %q", c.text, err, c.says)
		}
	}
	for text, says := range map[string]string{
		`{"game": "xiangqi", "variations": [{"line": 1, "ply": 0, "moves": ["h2e2"]}]}`:                                                           "variations[0].line is 1, expected 0 to 0",
		`{"game": "xiangqi", "variations": [{"line": 0, "ply": 1, "moves": ["h2e2"]}]}`:                                                           "variations[0].ply is 1, expected 0 to 0",
		`{"game": "xiangqi", "moves": ["h2e2"], "variations": [{"line": 0, "ply": 0, "moves": ["x"]}]}`:                                           "variations[0].moves[0]",
		`{"game": "xiangqi", "moves": ["h2e2"], "variations": [{"line": 0, "ply": 0, "moves": ["h0g2"], "notes": [{"ply": 2, "comment": "x"}]}]}`: "variations[0].notes[0].ply is 2, expected 0 to 1",
	} {
		if _, err := ParseGames([]byte(text)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, expected %q", text, err, says)
		}
	}
	late := []Game{{Name: "xiangqi", Record: game.Record{Result: "*", Variations: []game.Variation{{Moves: []game.Move{1}}}}}}
	if err := Write(&bytes.Buffer{}, late, WriteOptions{}); !errors.Is(err, game.ErrRecord) {
		t.Error(err)
	}
}

// tags are a game's tags by name: those of SGF stand in the order of its properties.
func tags(g Game) map[string]string {
	named := map[string]string{}
	for _, tag := range g.Record.Tags {
		named[tag[0]] = tag[1]
	}
	return named
}

func TestWrite_wrong(t *testing.T) {
	games, err := Read([]byte(chinesePGN), ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		o  WriteOptions
		is error
	}{
		{WriteOptions{Format: "sgf"}, game.ErrNoRecords}, {WriteOptions{Notation: "san"}, game.ErrNotation}, {WriteOptions{Encoding: "ebcdic"}, game.ErrEncoding},
	} {
		var out bytes.Buffer
		if err := Write(&out, games, c.o); !errors.Is(err, c.is) || out.Len() != 0 {
			t.Errorf("%+v: %v, %d bytes", c.o, err, out.Len())
		}
	}
}

// A komi that is no number says nothing of the rules.
func TestParseGames_komiOfNoNumber(t *testing.T) {
	for _, komi := range []string{"NaN", "Inf", "-inf", "1e999"} {
		games, err := ParseGames([]byte(`[{"game": "go", "headers": {"KM": "` + komi + `"}, "moves": []}]`))
		if err != nil {
			continue
		}
		if rules := games[0].Rules(); bytes.Contains(rules, []byte("komi")) {
			t.Errorf("%s: %s", komi, rules)
		}
	}
}

func TestParseGames_wrong(t *testing.T) {
	for _, c := range []struct {
		text string
		is   error
		says string
	}{
		{`[`, ErrOptions, "list"},
		{`{}`, ErrOptions, "game"},
		{`{"game": "xiangqi", "move": []}`, ErrOptions, "move"},
		{`{"game": "xiangqi", "schema": "qikit/game/2"}`, ErrOptions, "qikit/game/1"},
		{`{"game": "xiangqi", "headers": {"Red": 1}}`, ErrOptions, "Red"},
		{`{"game": "xiangqi", "moves": ["h2e2", "h2e2"]}`, game.ErrIllegalMove, "moves[1]"},
		{`{"game": "xiangqi", "moves": ["castle"]}`, game.ErrMoveText, "moves[0]"},
		{`{"game": "xiangqi", "notes": [{"ply": 1, "comment": "x"}]}`, ErrOptions, "notes[0].ply"},
		{`{"game": "xiangqi", "notes": [{"ply": -1, "comment": "x"}]}`, ErrOptions, "notes[0].ply"},
		{`{"game": "xiangqi", "moves": ["h2e2"], "notes": [{"ply": 1, "eval": 1, "mate": 2}]}`, ErrOptions, "notes[0].mate is 2, expected none beside eval"},
		{`{"game": "xiangqi", "moves": ["h2e2"], "notes": [{"ply": 1, "depth": 2}]}`, ErrOptions, "notes[0].depth is 2, expected one beside eval or mate"},
		{`{"game": "xiangqi", "moves": ["h2e2"], "notes": [{"ply": 1, "clock": -1}]}`, ErrOptions, "clock"},
		{`{"game": "xiangqi", "moves": ["h2e2"], "notes": [{"ply": 1, "nags": [256]}]}`, ErrOptions, "notes[0].nags[0] is 256, expected 1 to 255"},
		{`{"game": "xiangqi", "moves": ["h2e2"], "notes": [{"ply": 0, "nags": [1]}]}`, ErrOptions, "none before the first move"},
		{`{"game": "xiangqi", "result": "2-0"}`, ErrOptions, "result"},
		{`{"game": "xiangqi", "initial": "8/8"}`, game.ErrPosition, "game 1"},
		{`[{"game": "xiangqi"}, {"game": "halma"}]`, game.ErrUnknownGame, "game 2"},
	} {
		if _, err := ParseGames([]byte(c.text)); !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, expected %q", c.text, err, c.says)
		}
	}
}

func TestGame_board(t *testing.T) {
	games, err := Read([]byte("(;GM[1]SZ[9]KM[6.5]RU[Seed+Komi];B[ee];W[cc])"), ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	b, err := games[0].Board(1)
	if err != nil || strings.Join(game.PlayedTexts(b), " ") != "E5" {
		t.Errorf("%v, %v", b, err)
	}
	if rules := string(games[0].Rules()); rules != `{"komi":6.5,"scoring":"seed+komi"}` {
		t.Error(rules)
	}
	renju, err := Read([]byte("(;GM[4]SZ[15]RU[Renju];B[hh](;W[hi])(;W[gg];B[gh]))"), ReadOptions{})
	if err != nil || string(renju[0].Rules()) != `{"rule":"renju"}` || len(renju[0].Record.Variations) != 1 {
		t.Errorf("%+v, %v", renju, err)
	}
	for _, ply := range []int{-1, 3} {
		if _, err := games[0].Board(ply); !errors.Is(err, ErrPly) {
			t.Errorf("after %d: %v", ply, err)
		}
	}
}

// A branch of SGF that has a comment and no move is written and read again, also between others and with branches of its own.
func TestWrite_commentWithoutMove(t *testing.T) {
	const text = "(;GM[1]SZ[9];B[ee](;W[cc];B[gg])(;C[no move](;C[again])(;W[dd])(;C[]))(;W[gc])(;C[last]))"
	games, err := Read([]byte(text), ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := Write(&out, games, WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	again, err := Read(out.Bytes(), ReadOptions{})
	if err != nil || len(games[0].Record.Variations) != 5 || !reflect.DeepEqual(again[0].Record.Variations, games[0].Record.Variations) {
		t.Errorf("%v: %+v, expected %+v, in %s", err, again, games[0].Record.Variations, out.Bytes())
	}
	report, err := games[0].JSON()
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := ParseGames(report)
	if err != nil {
		t.Fatal(err)
	}
	if second, err := parsed[0].JSON(); err != nil || !bytes.Equal(bytes.Replace(second, []byte(`"format":""`), []byte(`"format":"sgf"`), 1), report) {
		t.Errorf("%s, %v, expected %s", second, err, report)
	}
}

// Chess960 is known by its headers: castling is read, played on a board, written and read again.
func TestRead_chess960(t *testing.T) {
	for _, head := range []string{"[Variant \"Chess960\"]\n[SetUp \"1\"]\n", "[Variant \"Fischerandom\"]\n"} {
		text := head + "[FEN \"bnrkrqnb/pppppppp/8/8/8/8/PPPPPPPP/BNRKRQNB w KQkq - 0 1\"]\n\n1. Nf3 Nf6 2. e4 e5 3. Qe2 Qe7 4. O-O O-O-O *\n"
		games, err := Read([]byte(text), ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		b, err := games[0].Board(8)
		if err != nil || !strings.Contains(b.Position(), "/BNR2RKB") || !strings.HasPrefix(b.Position(), "bnkr") {
			t.Errorf("%v, %v", b, err)
		}
		report, err := games[0].JSON()
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := ParseGames(report)
		if err != nil || !reflect.DeepEqual(parsed[0].Record.Moves, games[0].Record.Moves) {
			t.Fatalf("%s: %v", report, err)
		}
		var out bytes.Buffer
		if err := Write(&out, parsed, WriteOptions{}); err != nil {
			t.Fatal(err)
		}
		for _, line := range []string{"[Variant \"", "[SetUp \"1\"]\n[FEN \"bnrkrqnb/", "4. O-O O-O-O"} {
			if strings.Count(out.String(), line) != 1 {
				t.Errorf("no %s in %s", line, out.Bytes())
			}
		}
		if again, err := Read(out.Bytes(), ReadOptions{}); err != nil || again[0].Name != "chess" || !reflect.DeepEqual(again[0].Record.Moves, games[0].Record.Moves) {
			t.Errorf("%+v, %v", again, err)
		}
	}
}

// A file that is nothing but comments takes time in proportion to it: the memory asked for tells.
func TestRead_manyComments(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: memory is counted without the race detector's")
	}
	for _, text := range []string{
		"[Red \"x\"]\n1. C2.5 " + strings.Repeat("{a}", 1<<16) + " *", "[Red \"x\"]\n1. C2.5 (1. H2+3 " + strings.Repeat("{a}", 1<<16) + ") *",
		"(;SZ[9]" + strings.Repeat(";C[a]", 1<<16) + ")", "(;SZ[9];B[ee](;W[cc])(;W[dd]" + strings.Repeat(";C[a]", 1<<16) + "))",
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		games, err := Read([]byte(text), ReadOptions{})
		runtime.ReadMemStats(&after)
		if asked := (after.TotalAlloc - before.TotalAlloc) >> 20; err != nil || len(games) != 1 || asked > 128 {
			t.Errorf("%.24s: %d MB for %d octets, expected at most 128; %v", text, asked, len(text), err)
		}
	}
}

// Whatever is read can be written, and is then read as the same moves.
func FuzzRead(f *testing.F) {
	for _, text := range []string{chinesePGN, dhtmlxqText, "1. e4 e5 *", "(;SZ[9];B[ee];W[])", "[Game \"Surakarta\"]\n1. a2-a3 *", "\xFF\xFE1\x00", "(;SZ[5]RU[Capture-2](;B[aa])(;B[bb]))", "(;A0[0](;)(;))", "(;A[00](;)(;B[]))", "(;SZ[9];B[aa](;)(;W[bb]))", "(;SZ[9](;B[aa])(;C[x](;B[bb])(;B[cc])))", "(;SZ[9](;B[aa])(;C[x](;)(;(;W[])(;C[y]))))",
		"1. e4! {[%eval 0.17,20] [%clk 0:02:58.5] best} (1. d4 $5 {[%emt 0:00:03]}) e5 {[%eval #-3]} *", "(;SZ[5]V[1]OB[2];B[aa]V[1.5]BL[300]OB[5]BM[1](;W[bb]WL[9]IT[])(;C[[%nag 4\\]]))", "(;A0[00000] aB[]A0[0]IT[]C[[%] )",
		"[DhtmlXQ][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist][DhtmlXQ_move_0_2_1]1022[/DhtmlXQ_move_0_2_1][DhtmlXQ_comment1_2]x[/DhtmlXQ_comment1_2]"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		games, err := Read(file, ReadOptions{Skip: true})
		if err != nil {
			return
		}
		for _, g := range games {
			var out bytes.Buffer
			if err := Write(&out, []Game{g}, WriteOptions{}); err != nil {
				continue // a tag's name, as in "[é \"\"]"
			}
			again, err := Read(out.Bytes(), ReadOptions{Game: g.Name})
			if err != nil || len(again) != 1 || !reflect.DeepEqual(again[0].Record.Moves, g.Record.Moves) || len(again[0].Record.Variations) != len(g.Record.Variations) || !reflect.DeepEqual(again[0].Record.Nags, g.Record.Nags) {
				t.Fatalf("%q as %q: %v", file, out.Bytes(), err)
			}
		}
	})
}
