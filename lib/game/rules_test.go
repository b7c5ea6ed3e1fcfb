package game

import (
	"errors"
	"strings"
	"testing"
)

func TestReadRules(t *testing.T) {
	tests := []struct {
		name, text string
		says       string // part of the error; "" for none
	}{
		{"nothing", "", ""},
		{"blank", " \n", ""},
		{"empty", "{}", ""},
		{"both", `{"limit": 7, "style": "calm"}`, ""},
		{"no object", `[1]`, "expected a JSON object of rules"},
		{"not JSON", `{`, "expected a JSON object of rules"},
		{"unknown key", `{"limits": 7}`, `"limits", expected one of limit, style`},
		{"wrong type", `{"limit": "7"}`, `rule limit: game: no such rule or value: "7", expected a number`},
		{"null", `{"style": null}`, "rule style"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			limit, style := 1, "wild"
			err := ReadRules([]byte(test.text), RuleOf("limit", "a number", &limit), RuleOf("style", "a word", &style))
			if test.says == "" {
				if both := test.name == "both"; err != nil || (limit == 7) != both || (style == "calm") != both {
					t.Errorf("%v; limit %d, style %q", err, limit, style)
				}
				return
			}
			if !errors.Is(err, ErrRules) || !strings.Contains(err.Error(), test.says) {
				t.Errorf("%v, want ErrRules that says %q", err, test.says)
			}
		})
	}
}
