package engine

import (
	"errors"
	"strings"
	"testing"
	"time"
)

// Errors are read by people who have never seen Go.
func TestParseOptions_speaksOfKeys(t *testing.T) {
	for text, want := range map[string]string{
		`{"workers": "two"}`: "workers is \"two\", expected a whole number",
		`{"timeout": "x"}`:   "timeout is \"x\", expected a number of seconds",
		`{"worker": 2}`:      `no option "worker", did you mean "workers"? Expected one of args, `,
	} {
		if _, err := ParseOptions([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func TestParseOptions(t *testing.T) {
	rows := []struct {
		name, text string
		want       func(*Options)
		err        error
	}{
		{"empty object", `{}`, func(*Options) {}, nil},
		{"nothing at all", ``, func(*Options) {}, nil},
		{"null keeps the default", `{"level": null, "timeout": null}`, func(*Options) {}, nil},
		{"seconds", `{"timeout": 2.5}`, func(o *Options) { o.Timeout = 2500 * time.Millisecond }, nil},
		{"several", `{"kind": "mcts", "workers": 2, "seed": 18446744073709551615}`, func(o *Options) { o.Kind, o.Workers, o.Seed = "mcts", 2, 1<<64-1 }, nil},
		{"unknown key", `{"worker": 2}`, nil, ErrOptions},
		{"wrong type", `{"workers": "two"}`, nil, ErrOptions},
		{"out of range", `{"level": 11}`, nil, ErrOptions},
		{"not an object", `[1]`, nil, ErrOptions},
		{"something behind", `{} {}`, nil, ErrOptions},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			got, err := ParseOptions([]byte(row.text))
			if !errors.Is(err, row.err) {
				t.Fatalf("ParseOptions(%s): error %v, want %v", row.text, err, row.err)
			}
			if err != nil {
				return
			}
			want := DefaultOptions()
			row.want(&want)
			if got.Kind != want.Kind || got.Workers != want.Workers || got.Seed != want.Seed || got.Timeout != want.Timeout || got.Level != want.Level {
				t.Errorf("ParseOptions(%s) = %+v, want %+v", row.text, got, want)
			}
		})
	}
}
