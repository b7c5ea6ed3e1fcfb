package xiangqi

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"qikit.dev/qikit/internal/pgn"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/game"
)

// lineOf is the moves of a record in UCI.
func lineOf(t testing.TB, rec game.Record) string {
	t.Helper()
	b, err := New(rec.Initial, DefaultOptions(), false)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, m := range rec.Moves {
		texts = append(texts, b.Text(m))
		b.Play(m)
	}
	return strings.Join(texts, " ")
}

func collect(t testing.TB, records iter.Seq2[game.Record, error]) (recs []game.Record, errs []string) {
	t.Helper()
	for rec, err := range records {
		if err != nil {
			if !errors.Is(err, game.ErrRecord) {
				t.Errorf("%v, want %v", err, game.ErrRecord)
			}
			errs = append(errs, err.Error())
			continue
		}
		recs = append(recs, rec)
	}
	return recs, errs
}

func openData(t testing.TB, name string) io.Reader {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.NewReader(text)
}

const opening = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6 h7i7 h6g6 i7i8"

func TestReadPGN_chineseInBothEncodings(t *testing.T) {
	for _, name := range []string{"pgn-chinese.pgn", "pgn-gb18030.pgn"} {
		recs, errs := collect(t, ReadPGN(openData(t, name)))
		if len(recs) != 3 || len(errs) > 0 {
			t.Fatalf("%s: %d games and %q, want 3 and no error", name, len(recs), errs)
		}
		want := game.Record{
			Tags: [][2]string{{"Event", "示例赛"}, {"Site", "北京"}, {"Date", "2024.05.01"}, {"Round", "1"}, {"RedTeam", "甲队"}, {"Red", "红方"},
				{"BlackTeam", ""}, {"Black", "黑方"}, {"ECCO", "C02"}, {"Opening", "中炮过河车对屏风马平炮兑车"}},
			Comments: map[int]string{0: `评注: [Event "not a tag"] [Round "nor this"]`, 4: "出车"},
			Moves:    recs[0].Moves,
			Result:   "1/2-1/2",
		}
		if !reflect.DeepEqual(recs[0], want) || lineOf(t, recs[0]) != opening {
			t.Errorf("%s: %+v, %s\nwant %+v, %s", name, recs[0], lineOf(t, recs[0]), want, opening)
		}
		if got := fmt.Sprint(recs[1].Initial, "|", lineOf(t, recs[1]), "|", recs[1].Result); got != "3k5/9/9/2P1P4/2P1P4/9/9/9/9/4K4 w - - 0 1|e6e7 d9d8 c5b5 d8d9|1-0" {
			t.Errorf("%s: second game %s", name, got)
		}
		if got := fmt.Sprint(recs[2].Initial, "|", lineOf(t, recs[2]), "|", recs[2].Result); got != "3k5/9/9/9/9/2p1p4/2p1p4/9/9/4K4 b - - 0 1|c3b3 e0e1 e4d4|0-1" {
			t.Errorf("%s: third game %s", name, got)
		}
	}
}

func TestReadPGN_western(t *testing.T) {
	recs, errs := collect(t, ReadPGN(openData(t, "pgn-western.pgn")))
	if len(recs) != 4 || len(errs) > 0 {
		t.Fatalf("%d games and %q, want 4 and no error", len(recs), errs)
	}
	if tags := fmt.Sprint(recs[0].Tags); tags != `[[Event Casual "Rapid" Game] [Site ?] [Date 2024.05.02] [Red First \ Player] [Black Second] [Variant Xiangqi]]` {
		t.Errorf("tags %s", tags)
	}
	comments := map[int]string{0: "before the first move", 2: "to the end of the line } ( {", 3: "after"}
	if !reflect.DeepEqual(recs[0].Comments, comments) {
		t.Errorf("comments %v, want %v", recs[0].Comments, comments)
	}
	for i, want := range []string{
		"h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 *",
		"h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 0-1",
		opening + " *",
		"g6f6 d9d8 c6b6 d8d9 g7h7 d9d8 1-0",
	} {
		if got := lineOf(t, recs[i]) + " " + recs[i].Result; got != want {
			t.Errorf("game %d: %s, want %s", i+1, got, want)
		}
	}
}

func TestReadPGN_malformedGamesAmongGoodOnes(t *testing.T) {
	recs, errs := collect(t, ReadPGN(openData(t, "pgn-broken.pgn")))
	var events []string
	for _, rec := range recs {
		events = append(events, rec.Tag("Event"))
	}
	if got := strings.Join(events, ", "); got != "good 1, good 2, good 3, good 4" {
		t.Errorf("good games: %s", got)
	}
	want := []string{
		"line 5, column 17: ply 3: game: illegal move: \"h2h3\": nothing stands on h2",
		"line 8, column 9: ply 2: game: not a move: \"castles\", expected a move such as",
		"line 10, column 9: the value of tag Event has no end, expected \"] on the same line",
		"line 14, column 9: a variation without end, expected )",
		"line 17, column 9: a comment without end, expected }",
		"line 23, column 7: game: malformed position",
		"line 27, column 11: a game of \"chess\", expected xiangqi",
		"line 32, column 9: result 0-1 after the moves, expected 1-0 as in the tag Result",
		"line 35, column 10: result \"won\", expected 1-0, 0-1, 1/2-1/2 or *",
		"line 39, column 9: a } without its {",
		"line 42, column 9: a ) without its (",
		"line 45, column 4: game: not a move: unclear ranks",
		"line 49, column 4: game: not a move: unclear ranks",
		"line 53, column 1: moves after the result, expected the tags of another game",
	}
	if len(errs) != len(want) {
		t.Fatalf("%d errors, want %d:\n%s", len(errs), len(want), strings.Join(errs, "\n"))
	}
	for i := range want {
		if !strings.Contains(errs[i], want[i]) {
			t.Errorf("error %d: %s\nwant %s", i+1, errs[i], want[i])
		}
	}
}

func TestReadPGN_oddFiles(t *testing.T) {
	long := strings.Repeat("x", pgn.MaxRecord)
	deep := strings.Repeat("(", 257)
	for _, row := range []struct {
		name, text  string
		games, errs int
		says        string
	}{
		{"empty", "", 0, 0, ""},
		{"blanks", "\xEF\xBB\xBF \r\n\t\x1A", 0, 0, ""},
		{"no tags", "1. h2e2 h9g7", 1, 0, ""},
		{"comments before the first game", "; made by a program\n{ and\nanother }\n[Event \"x\"]\n1. h2e2 *", 1, 0, ""},
		{"escaped lines", "%\n[Event \"x\"]\n% { [\n[Site \"y\"]\n% (\n1. h2e2 *", 1, 0, ""},
		{"what looks like the end of a tag", `[Event "a \"] {b"]` + "\n*\n[Event \"c\"]\n*", 2, 0, ""},
		{"the same in GB18030", "[Event \"\xB1\x5C\"]\n*\n[Event \"\x81\x5B\x81\x7B\"]\n*", 2, 0, ""},
		{"quotes in quotes", `[Event ""a" b" ]` + "\n*", 1, 0, ""},
		{"an empty game", "*", 1, 0, ""},
		{"tags alone", "[Event \"x\"]", 1, 0, ""},
		{"byte order mark and carriage returns", "\xEF\xBB\xBF[Event \"x\"]\r\n\r\n1. h2e2\r\n*\r\n\r\n[Event \"y\"]\r\n\r\n*\r\n", 2, 0, ""},
		{"several tags on a line", "[Game \"Chinese Chess\"][Format \"WXF\"]1. C2.5 *\n[Game \"x\"] *", 2, 0, ""},
		{"moves stuck to numbers", "1.h2e2 1...h9g7 2．h0g2 i9h9", 1, 0, ""},
		{"blanks of Chinese texts", "1.\u3000炮二平五\u3000馬８進７", 1, 0, ""},
		{"one line over the limit", "1. h2e2 {" + long + "} *", 0, 1, "line 1, column 1: a game of over 1048576 bytes"},
		{"a game over the limit", "1. h2e2 {" + long + "}\n*\n[Event \"next\"]\n1. h2e2 *", 1, 1, "line 1, column 1: a game of over 1048576 bytes"},
		{"a line over the limit in the middle", "1. h2e2 *\n[Event \"" + long + long + "\"]\n*\n[Event \"next\"]\n1. h2e2 *", 2, 1, "line 2, column 1"},
		{"variations too deep", "1. h2e2 " + deep, 0, 1, "line 1, column 265: variations nested deeper than 256"},
		{"neither encoding", "[Event \"x\xFF\xFFy\"]\n*", 0, 1, "line 1, column 10: bytes that are no text"},
		{"a tag without value", "[Event]\n*", 0, 1, "line 1, column 7: expected the value of tag Event in double quotes"},
		{"a tag without name", "[\"x\"]\n*", 0, 1, "line 1, column 2: expected a tag"},
		{"a tag without end", "[Event \"x\"\n1. h2e2 *", 0, 1, "line 1, column 9: the value of tag Event has no end, expected \"] on the same line"},
		{"a bracket among the moves", "1. h2e2 [x *", 0, 1, "line 1, column 9: a [ among the moves"},
		{"position that cannot arise", "[FEN \"4k4/9/9/9/9/9/9/9/9/9 w\"]\n*", 0, 1, "line 1, column 7: game: position that cannot arise"},
	} {
		recs, errs := collect(t, ReadPGN(strings.NewReader(row.text)))
		if len(recs) != row.games || len(errs) != row.errs || row.errs > 0 && !strings.Contains(errs[0], row.says) {
			t.Errorf("%s: %d games, %.300q; want %d and %d errors that say %q", row.name, len(recs), errs, row.games, row.errs, row.says)
		}
	}
}

// Results are read in the words of Chinese programs too, in the tag and after the moves.
func TestReadPGN_resultWords(t *testing.T) {
	for word, want := range map[string]string{
		"红胜": game.ResultFirst, "紅勝": game.ResultFirst, "1:0": game.ResultFirst, "黑方胜": game.ResultSecond, "先負": game.ResultSecond,
		"和棋": game.ResultDraw, "1/2:1/2": game.ResultDraw, "未知": game.ResultNone, "Unknown": game.ResultNone, "?": game.ResultNone,
	} {
		texts := []string{"[Red \"甲\"]\n[Black \"?\"]\n[Result \"" + word + "\"]\n1. 炮二平五 马８进７\n"}
		if word != "?" {
			texts = append(texts, "[Red \"甲\"]\n1. 炮二平五 马８进７ "+word+"\n")
		}
		for _, text := range texts {
			raw, err := GB18030.encode(text)
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range []string{text, string(raw)} {
				recs, errs := collect(t, ReadPGN(strings.NewReader(text)))
				if len(recs) != 1 || len(errs) > 0 || recs[0].Result != want || len(recs[0].Moves) != 2 {
					t.Errorf("%s: %+v, %v, want a game of two moves with the result %s", text, recs, errs, want)
				}
			}
		}
	}
}

func TestReadPGN_errorsOfTheReader(t *testing.T) {
	broken := errors.New("the disk is on fire")
	r := io.MultiReader(strings.NewReader("[Event \"x\"]\n1. h2e2 *\n\n[Event \"y\"]\n"), iotest.ErrReader(broken))
	var last error
	n := 0
	for _, err := range ReadPGN(r) {
		n, last = n+1, err
	}
	if n != 3 || !errors.Is(last, broken) || errors.Is(last, game.ErrRecord) {
		t.Errorf("%d results, the last %v; want two games and the reader's error", n, last)
	}
	for _, err := range ReadPGN(strings.NewReader("\xFF\xFE[\x00")) {
		if !errors.Is(err, game.ErrEncoding) || !strings.Contains(err.Error(), "UTF-16") {
			t.Errorf("UTF-16: %v", err)
		}
	}
}

func TestReadPGN_stopsWhenAsked(t *testing.T) {
	n := 0
	for range ReadPGN(strings.NewReader(strings.Repeat("[Event \"x\"]\n1. h2e2 *\n", 10))) {
		if n++; n == 3 {
			break
		}
	}
	if n != 3 {
		t.Errorf("%d games, want 3", n)
	}
}

func TestWritePGN_text(t *testing.T) {
	recs, _ := collect(t, ReadPGN(openData(t, "pgn-chinese.pgn")))
	recs[2].Comments = map[int]string{0: "before", 1: "with a } brace", 3: " two\n lines "}
	var out bytes.Buffer
	if err := WritePGN(&out, recs[2], PGNOptions{Notation: NotationTraditional}); err != nil {
		t.Fatal(err)
	}
	want := `[Game "Chinese Chess"]
[Red "繁體"]
[Black "對手"]
[Result "0-1"]
[FEN "3k5/9/9/9/9/2p1p4/2p1p4/9/9/4K4 b - - 0 1"]
[Format "Chinese"]

 {before}
  1. ... 一卒平２ ;with a } brace

  2. 帥五進一 後卒平４ {two lines}
0-1

`
	if out.String() != want {
		t.Errorf("wrote\n%s\nwant\n%s", out.String(), want)
	}
}

func TestWritePGN_refuses(t *testing.T) {
	for _, row := range []struct {
		name string
		rec  game.Record
		o    PGNOptions
		want error
	}{
		{"notation", game.Record{}, PGNOptions{Notation: "san"}, game.ErrNotation},
		{"no notation", game.Record{}, PGNOptions{}, game.ErrNotation},
		{"position", game.Record{Initial: "x"}, DefaultPGN(), game.ErrPosition},
		{"setup", game.Record{Initial: "9/9/9/9/9/9/9/9/9/9 w"}, DefaultPGN(), game.ErrSetup},
		{"move", game.Record{Moves: []game.Move{NewMove(0, 89)}}, DefaultPGN(), game.ErrIllegalMove},
		{"result", game.Record{Result: "2-0"}, DefaultPGN(), game.ErrRecord},
		{"tag", game.Record{Tags: [][2]string{{"a b", ""}}}, DefaultPGN(), game.ErrRecord},
		{"private character", game.Record{Tags: [][2]string{{"Red", "\uE5E5"}}}, PGNOptions{NotationICCS, GB18030}, game.ErrRecord},
	} {
		var out bytes.Buffer
		if err := WritePGN(&out, row.rec, row.o); !errors.Is(err, row.want) || out.Len() > 0 {
			t.Errorf("%s: %v and %q written, want %v and nothing", row.name, err, out.String(), row.want)
		}
	}
}

// checkRewritten demands that a record is the same after it was written and
// read.
func checkRewritten(t testing.TB, rec game.Record, o PGNOptions) {
	t.Helper()
	var out bytes.Buffer
	err := WritePGN(&out, rec, o)
	if err != nil && o.Encoding == GB18030 && strings.Contains(err.Error(), "cannot be written in GB18030") {
		return
	}
	if err != nil {
		t.Fatalf("%+v: %v of %+v", o, err, rec)
	}
	text := out.String()
	if o.Encoding == GB18030 && (utf8.ValidString(text) || strings.Contains(text, "\x84\x31\xA4\x37")) {
		return // too short to be told from UTF-8, or with a U+FFFD of its own: see decode
	}
	recs, errs := collect(t, ReadPGN(&out))
	if len(recs) != 1 || len(errs) > 0 || !reflect.DeepEqual(recs[0], rec) {
		t.Fatalf("%+v: wrote %+v as\n%s\nread %+v, %q", o, rec, text, recs, errs)
	}
}

// allPGN are the ways to write a record.
func allPGN() []PGNOptions {
	var ways []PGNOptions
	for _, notation := range (*Board)(nil).Notations() {
		ways = append(ways, PGNOptions{notation, UTF8}, PGNOptions{notation, GB18030})
	}
	return ways
}

func TestWritePGN_isReadBack(t *testing.T) {
	var recs []game.Record
	for _, name := range []string{"pgn-chinese.pgn", "pgn-western.pgn", "pgn-broken.pgn"} {
		good, _ := collect(t, ReadPGN(openData(t, name)))
		recs = append(recs, good...)
	}
	for i := range 10 {
		b := mustBoard(t, "")
		playout(b, rng.Of(3, uint64(i)), 40*i, func() {})
		recs = append(recs, game.Record{Tags: [][2]string{{"Red", "名"}}, Moves: b.Played(nil), Result: game.ResultNone})
	}
	for _, rec := range recs {
		for _, o := range allPGN() {
			checkRewritten(t, rec, o)
		}
	}
}

func TestRecords_throughTheRegistry(t *testing.T) {
	rec := game.Record{Tags: [][2]string{{"Red", "a"}}, Moves: []game.Move{NewMove(SquareAt(7, 2), SquareAt(4, 2))}, Result: game.ResultFirst}
	for notation, move := range map[string]string{"": "H2-E2", NotationChinese: "炮二平五"} {
		var out bytes.Buffer
		if err := game.WriteRecord("xiangqi", &out, rec, notation); err != nil || !strings.Contains(out.String(), move) {
			t.Errorf("WriteRecord in %q wrote %q, %v, want the move %s", notation, out.String(), err, move)
		}
		for got, err := range game.ReadRecords("xiangqi", &out) {
			if err != nil || !reflect.DeepEqual(got, rec) {
				t.Errorf("ReadRecords = %+v, %v, want %+v", got, err, rec)
			}
		}
	}
}

// The seeds are short, for the fuzzer spends its time on making them shorter.
func FuzzPGN(f *testing.F) {
	for _, text := range []string{
		"[Game \"Chinese Chess\"]\n[Red \"\xBA\xEC\"]\n  1. \xC5\xDA\xB6\xFE\xC6\xBD\xCE\xE5 \xC2\xED\xA3\xB8\xBD\xF8\xA3\xB7\n1-0\n",
		"[White \"a\\\"\"]\n{b} 1. h3e3 $1 (1. b1c3 {)}) h10g8 ;c\n*\n[Event \"x\"]\n1. C2.5 H8+7!? 1/2-1/2\nad",
		"[FEN \"3k5/9/9/2P1P4/2P1P4/9/9/9/9/4K4 b\"]\n[Format \"uci\"]\n1. ... d9d8 2. 一兵进一 %\n",
		"[DhtmlXQ_red]a[/DhtmlXQ_red][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist][DhtmlXQ_comment1]c[/DhtmlXQ_comment1][/DhtmlXQ]",
		"[DhtmlXQ_binit]" + strings.Repeat("9", 8) + "49" + strings.Repeat("9", 30) + "30" + strings.Repeat("9", 22) + "[/DhtmlXQ_binit][DhtmlXQ_movelist]3031[/DhtmlXQ_movelist]",
	} {
		f.Add([]byte(text))
	}
	ways := allPGN()
	f.Fuzz(func(t *testing.T, text []byte) {
		for rec, err := range ReadRecords(bytes.NewReader(text)) {
			if err == nil {
				checkRewritten(t, rec, ways[len(text)%len(ways)])
			} else if !reflect.DeepEqual(rec, game.Record{}) {
				t.Fatalf("a record comes with the error %v: %+v", err, rec)
			}
		}
	})
}
