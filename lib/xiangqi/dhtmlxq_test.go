package xiangqi

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/pgn"
	"qikit.dev/qikit/lib/game"
)

func TestReadDhtmlXQ_sample(t *testing.T) {
	text, err := io.ReadAll(openData(t, "text-dhtmlxq.txt"))
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(text), "</body>")
	rec, err := ReadDhtmlXQ(first)
	if err != nil {
		t.Fatal(err)
	}
	want := "[[Event 示例赛] [Title 甲 先和 乙] [Date 2024.05.01] [Red 甲] [Black 乙]]" +
		"||h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5|1/2-1/2|map[0:局前 评注 4:出车。]"
	if got := fmt.Sprint(rec.Tags, "|", rec.Initial, "|", lineOf(t, rec), "|", rec.Result, "|", rec.Comments); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}

	gb, err := GB18030.encode(string(text))
	if err != nil {
		t.Fatal(err)
	}
	for name, file := range map[string]string{"UTF-8": string(text), "GB18030": string(gb)} {
		recs, errs := collect(t, ReadRecords(strings.NewReader(file)))
		if len(recs) != 2 || len(errs) > 0 {
			t.Fatalf("%s: %d records and %q, want 2 and no error", name, len(recs), errs)
		}
		if got := fmt.Sprint(recs[0].Tag("Event"), " ", lineOf(t, recs[0])); got != "示例赛 h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5" {
			t.Errorf("%s: first %s", name, got)
		}
		// Black's king is the first to move, so the position has Black to move.
		if got := fmt.Sprint(recs[1].Initial, "|", lineOf(t, recs[1]), "|", recs[1].Result); got != "3k5/9/9/9/2P6/9/9/9/9/4K4 b - - 0 1|d9d8|1-0" {
			t.Errorf("%s: second %s", name, got)
		}
	}
}

func TestReadDhtmlXQ_malformed(t *testing.T) {
	const start = "8979695949392919097717866646260600102030405060708012720323436383"
	for _, row := range []struct{ name, text, says string }{
		{"nothing", "", "line 1, column 1: no field movelist"},
		{"no end of a field", "[DhtmlXQ_movelist]7747", "line 1, column 1: field \"movelist\" without end"},
		{"no end of a name", "\n [DhtmlXQ_movelist", "line 2, column 2: a field without end"},
		{"letters", "[DhtmlXQ_movelist]77x7[/DhtmlXQ_movelist]", "line 1, column 21: \"x\" in the list of moves"},
		{"digits left", "[DhtmlXQ_movelist]774770[/DhtmlXQ_movelist]", "line 1, column 23: 2 digits left"},
		{"column 9", "[DhtmlXQ_movelist]9747[/DhtmlXQ_movelist]", "line 1, column 19: move \"9747\" has a column 9"},
		{"illegal", "[DhtmlXQ_movelist]77477747[/DhtmlXQ_movelist]", "line 1, column 23: ply 2: game: illegal move"},
		{"two lists", "[DhtmlXQ_movelist][/DhtmlXQ_movelist][DhtmlXQ_movelist][/DhtmlXQ_movelist]", "a second movelist"},
		{"short binit", "[DhtmlXQ_binit]89[/DhtmlXQ_binit][DhtmlXQ_movelist][/DhtmlXQ_movelist]", "field binit of 2 characters, expected 64 digits"},
		{"two on a point", "[DhtmlXQ_binit]" + "79" + start[2:] + "[/DhtmlXQ_binit][DhtmlXQ_movelist][/DhtmlXQ_movelist]", "two pieces on h0"},
		{"no kings", "[DhtmlXQ_binit]" + strings.Repeat("9", 64) + "[/DhtmlXQ_binit][DhtmlXQ_movelist][/DhtmlXQ_movelist]", "game: position that cannot arise"},
		{"result", "[DhtmlXQ_result]x[/DhtmlXQ_result][DhtmlXQ_movelist][/DhtmlXQ_movelist]", "result \"x\", expected 红胜"},
		{"bytes", "[DhtmlXQ_title]\xFF\xFF[/DhtmlXQ_title]", "line 1, column 16: bytes that are no text"},
		{"long", strings.Repeat(" ", pgn.MaxRecord+1), "expected at most 1048576"},
	} {
		rec, err := ReadDhtmlXQ(row.text)
		if err == nil || !strings.Contains(err.Error(), game.ErrRecord.Error()) || !strings.Contains(err.Error(), row.says) || rec.Tags != nil {
			t.Errorf("%s: %+v, %v; want an error that says %q", row.name, rec, err, row.says)
		}
	}
}
