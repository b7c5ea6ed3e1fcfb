package game_test

import (
	"bytes"
	"errors"
	"io"
	"iter"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/game"
)

func TestRecords_gameWithoutFormat(t *testing.T) {
	game.Register(game.Variant{Name: "test-no-records"})
	for _, row := range []struct {
		name string
		want error
	}{
		{"test-no-records", game.ErrNoRecords},
		{"test-never-registered", game.ErrUnknownGame},
	} {
		n := 0
		for _, err := range game.ReadRecords(row.name, strings.NewReader("x")) {
			n++
			if !errors.Is(err, row.want) {
				t.Errorf("ReadRecords(%s) = %v, want %v", row.name, err, row.want)
			}
		}
		if n != 1 {
			t.Errorf("ReadRecords(%s) came with %d records, want the error alone", row.name, n)
		}
		if err := game.WriteRecord(row.name, io.Discard, game.Record{}, ""); !errors.Is(err, row.want) {
			t.Errorf("WriteRecord(%s) = %v, want %v", row.name, err, row.want)
		}
	}
}

func TestRecords_areTheVariants(t *testing.T) {
	game.Register(game.Variant{
		Name: "test-records",
		ReadRecords: func(r io.Reader) iter.Seq2[game.Record, error] {
			return func(yield func(game.Record, error) bool) {
				text, err := io.ReadAll(r)
				yield(game.Record{Result: string(text)}, err)
			}
		},
		WriteRecord: func(w io.Writer, rec game.Record, notation string) error {
			_, err := io.WriteString(w, rec.Result+notation)
			return err
		},
	})
	for rec, err := range game.ReadRecords("test-records", strings.NewReader("0-1")) {
		if winner, known := rec.Winner(); err != nil || winner != 1 || !known {
			t.Errorf("Winner() of %q = %d, %t (%v), want 1, true", rec.Result, winner, known, err)
		}
	}
	var out bytes.Buffer
	if err := game.WriteRecord("test-records", &out, game.Record{Result: "*"}, "wxf"); err != nil || out.String() != "*wxf" {
		t.Errorf("WriteRecord wrote %q (%v), want %q", out.String(), err, "*wxf")
	}
}

func TestResultText_allOutcomes(t *testing.T) {
	for _, row := range []struct {
		outcome game.Outcome
		ok      bool
		want    string
	}{
		{game.Outcome{}, false, "*"},
		{game.Outcome{Winner: 0}, true, "1-0"},
		{game.Outcome{Winner: 1}, true, "0-1"},
		{game.Outcome{Winner: game.Draw}, true, "1/2-1/2"},
	} {
		text := game.ResultText(row.outcome, row.ok)
		if text != row.want {
			t.Errorf("ResultText(%v, %t) = %q, want %q", row.outcome, row.ok, text, row.want)
		}
		winner, known := game.Record{Result: text}.Winner()
		if known != row.ok || known && winner != row.outcome.Winner {
			t.Errorf("Winner() of %q = %d, %t, want %d, %t", text, winner, known, row.outcome.Winner, row.ok)
		}
	}
}

func TestTag_firstOfItsName(t *testing.T) {
	rec := game.Record{Tags: [][2]string{{"Red", "a"}, {"Black", "b"}, {"Red", "c"}}}
	if red, event := rec.Tag("Red"), rec.Tag("Event"); red != "a" || event != "" {
		t.Errorf("Tag = %q and %q, want %q and nothing", red, event, "a")
	}
}
