package surakarta

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"qikit.dev/qikit/internal/pgn"
	"qikit.dev/qikit/lib/game"
)

// recordOf plays moves given as text from a position.
func recordOf(t testing.TB, position string, rec game.Record, moves ...string) game.Record {
	t.Helper()
	b, err := New(position, DefaultOptions(), false)
	if err != nil {
		t.Fatal(err)
	}
	rec.Initial = b.Initial()
	for _, text := range moves {
		m, err := b.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		rec.Moves = append(rec.Moves, m)
		b.Play(m)
	}
	return rec
}

func read(text string) (records []game.Record, faults []error) {
	for rec, err := range ReadRecords(strings.NewReader(text)) {
		if err != nil {
			faults = append(faults, err)
			continue
		}
		records = append(records, rec)
	}
	return records, faults
}

func TestWriteRecord_asFilesKeepIt(t *testing.T) {
	rec := recordOf(t, "", game.Record{
		Tags:     [][2]string{{"Event", `a "test" \ of it`}, {"B", "alphabeta"}, {"White", "a person"}, {"FEN", "dropped"}},
		Comments: map[int]string{0: "begin", 1: "one {of\ntwo}", 3: "last"},
		Result:   game.ResultSecond,
	}, "a2-a3", "b5-b4", "c2-c3")
	var out bytes.Buffer
	if err := WriteRecord(&out, rec, ""); err != nil {
		t.Fatal(err)
	}
	want := `[Game "Surakarta"]
[Event "a \"test\" \\ of it"]
[Black "alphabeta"]
[White "a person"]
[Result "0-1"]

 {begin}  1. a2-a3 ;one {of two}
 b5-b4
  2. c2-c3 {last}
0-1

`
	if out.String() != want {
		t.Errorf("wrote\n%s\nwant\n%s", out.String(), want)
	}
	out.Reset()
	rec = recordOf(t, "6/6/6/6/4wb/4w1 w 3 8", game.Record{}, "e2xf2")
	if err := WriteRecord(&out, rec, "compact"); err != nil {
		t.Fatal(err)
	}
	want = "[Game \"Surakarta\"]\n[Result \"*\"]\n[FEN \"6/6/6/6/4wb/4w1 w 3 8\"]\n\n  4. ... e2f2\n*\n\n"
	if out.String() != want {
		t.Errorf("wrote\n%s\nwant\n%s", out.String(), want)
	}
}

func TestWriteRecord_refuses(t *testing.T) {
	good := recordOf(t, "", game.Record{}, "a2-a3")
	for name, test := range map[string]struct {
		change   func(*game.Record)
		notation string
		want     error
	}{
		"a result":        {func(r *game.Record) { r.Result = "2-0" }, "", game.ErrRecord},
		"a tag name":      {func(r *game.Record) { r.Tags = [][2]string{{"a tag", ""}} }, "", game.ErrRecord},
		"an illegal move": {func(r *game.Record) { r.Moves = append(r.Moves, r.Moves[0]) }, "", game.ErrIllegalMove},
		"a position":      {func(r *game.Record) { r.Initial = "nowhere" }, "", game.ErrPosition},
		"a notation":      {func(r *game.Record) { r.Moves = nil }, "wxf", game.ErrNotation},
	} {
		rec := good
		test.change(&rec)
		var out bytes.Buffer
		if err := WriteRecord(&out, rec, test.notation); !errors.Is(err, test.want) || out.Len() > 0 {
			t.Errorf("%s: %v and %d bytes, want %v and nothing", name, err, out.Len(), test.want)
		}
	}
}

func TestReadRecords_whatPeopleWrite(t *testing.T) {
	records, faults := read("\uFEFF\r\n[Event \"club\"]\r\n[Result \"1/2-1/2\"]\r\n\r\n1.a2-a3 b5b4 $3 ; a remark\r\n2. C2C3!? {[Result \"no tag\"]\r\n[Event \"neither\"]} 1/2-1/2\r\n" +
		"{ only a remark }\n[Game \"surakarta\"]\n[FEN \"6/6/6/6/4wb/4w1 w\"]\n1... e2xf2 *\n\n\n[Black \"x\"]\n*\n{the end}")
	if len(faults) > 0 || len(records) != 3 {
		t.Fatalf("%d records, faults %v; want three", len(records), faults)
	}
	want := recordOf(t, "", game.Record{
		Tags:     [][2]string{{"Event", "club"}},
		Comments: map[int]string{2: "a remark", 3: `[Result "no tag"] [Event "neither"] only a remark`},
		Result:   game.ResultDraw,
	}, "a2-a3", "b5-b4", "c2-c3")
	if !reflect.DeepEqual(records[0], want) {
		t.Errorf("read %+v\nwant %+v", records[0], want)
	}
	if want := recordOf(t, "6/6/6/6/4wb/4w1 w", game.Record{Result: game.ResultNone}, "e2xf2"); !reflect.DeepEqual(records[1], want) {
		t.Errorf("read %+v\nwant %+v", records[1], want)
	}
	if records[2].Tag("Black") != "x" || len(records[2].Moves) != 0 {
		t.Errorf("read %+v, want a game without moves", records[2])
	}
}

func TestReadRecords_leavesOut(t *testing.T) {
	records, faults := read("% [Event \"x\"]\n[Result \"*\"]\n1. a2-a3 $1 (1. c2-c3 {no} (1. hello)) {yes} ...b5-b4\n% }\n1-0 {end}\n")
	if len(faults) > 0 || len(records) != 1 {
		t.Fatalf("%d records, faults %v; want one", len(records), faults)
	}
	want := recordOf(t, "", game.Record{Comments: map[int]string{1: "yes", 2: "end"}, Result: game.ResultFirst}, "a2-a3", "b5-b4")
	if !reflect.DeepEqual(records[0], want) {
		t.Errorf("read %+v\nwant %+v", records[0], want)
	}
}

func TestReadRecords_faultsSayWhere(t *testing.T) {
	tests := []struct{ name, text, said string }{
		{"an illegal move", "[Event \"x\"]\n\n1. a2-a3 b5-b2 *", "line 3, column 10: ply 2"},
		{"no move", "1. hello *", "line 1, column 4: ply 1"},
		{"a tag without a value", "[Event]\n*", "expected the value of tag Event"},
		{"a value without an end", "[Event \"x]\n*", "on the same line"},
		{"a tag without an end", "[Event \"x\"\n*", "expected \"]"},
		{"another game", "[Game \"Chinese Chess\"]\n*", `a game of "Chinese Chess"`},
		{"a result", "[Result \"3-0\"]\n*", `result "3-0"`},
		{"two results", "[Result \"1-0\"]\n0-1", "expected 1-0 as in the tag"},
		{"a position", "[Event \"x\"]\n[FEN \"wwwwww b\"]\n*", "line 2, column 7: game: malformed position"},
		{"a remark without an end", "1. a2-a3 {oh\n", "line 1, column 10: a comment without end"},
		{"moves after the result", "1. a2-a3 *\n2. b5-b4", "line 2, column 1"},
		{"no text", "1. a2-a3 \xff *", "expected UTF-8"},
		{"too long", "1. a2-a3 {" + strings.Repeat("x", pgn.MaxRecord) + "}", "expected at most"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			// The fault costs that game alone.
			records, faults := read("[Event \"before\"]\n1. a2-a3 *\n" + test.text + "\n[Event \"after\"]\n*\n")
			if whole := strings.HasPrefix(test.text, "["); whole && len(records) != 2 {
				t.Errorf("%d games are left, want two: %v", len(records), faults)
			}
			_, faults = read(test.text)
			if len(faults) != 1 || !errors.Is(faults[0], game.ErrRecord) || !strings.Contains(faults[0].Error(), test.said) {
				t.Errorf("faults %.300v, want one ErrRecord with %q", faults, test.said)
			}
		})
	}
}

func TestReadRecords_theReadersOwnError(t *testing.T) {
	cut := errors.New("the wire is cut")
	var records int
	var last error
	for _, err := range ReadRecords(io.MultiReader(strings.NewReader("1. a2-a3 *\n[Event \"x\"]\n*\n"), iotest.ErrReader(cut))) {
		if last = err; err == nil {
			records++
		}
	}
	if records == 0 || !errors.Is(last, cut) {
		t.Errorf("%d records, then %v; want the reader's error last", records, last)
	}
}

// Whatever is read can be written and is then read the same.
func FuzzReadRecords(f *testing.F) {
	for _, seed := range []string{
		"", "1. a2-a3 b5-b4 *", "[Game \"Surakarta\"]\n[FEN \"6/6/6/6/4wb/4w1 w 3 8\"]\n\n{x}4. ... e2xf2 {y} 0-1\n\n[Event \"a\\\"b\\\\\"]\n1/2-1/2",
		"[Result \"1-0\"]\n;r\n%\n$1 1.c2c3!\n\n[\n", "{\n[Event \"x\"]\n}",
		"[B \"x\"]\n\n", ";a}\n1.a2-a3;}\nb5-b4",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for rec, err := range ReadRecords(bytes.NewReader(data)) {
			if err != nil {
				if !errors.Is(err, game.ErrRecord) {
					t.Fatalf("%v, want ErrRecord", err)
				}
				continue
			}
			var out bytes.Buffer
			if err := WriteRecord(&out, rec, ""); err != nil {
				t.Fatalf("%+v can be read but not written: %v", rec, err)
			}
			again, faults := read(out.String())
			if len(faults) > 0 || len(again) != 1 || fmt.Sprint(again[0]) != fmt.Sprint(rec) {
				t.Fatalf("read %+v, wrote\n%s\nread again %+v, %v", rec, out.String(), again, faults)
			}
		}
	})
}
