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
		{"null", `{"style": null}`, ""},
		{"both", `{"limit": 7, "style": "calm"}`, ""},
		{"no object", `[1]`, "options are [1], expected a JSON object"},
		{"not JSON", `{`, "options are {, expected a JSON object with its end"},
		{"unknown key", `{"limits": 7}`, `no option "limits", did you mean "limit"? Expected one of limit, style`},
		{"wrong type", `{"limit": "7"}`, `game: no such rule or value: limit is "7", expected a whole number`},
		{"out of range", `{"limit": 0}`, `limit is 0, expected 1 to 9`},
		{"no such word", `{"style": "loud"}`, `style is "loud", expected one of "wild", "calm"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			o := struct {
				Limit int    `json:"limit" range:"1..9"`
				Style string `json:"style" words:"wild calm"`
			}{1, "wild"}
			err := ReadRules([]byte(test.text), &o)
			if test.says == "" {
				if both := test.name == "both"; err != nil || (o.Limit == 7) != both || (o.Style == "calm") != both {
					t.Errorf("%v; %+v", err, o)
				}
				return
			}
			if !errors.Is(err, ErrRules) || !strings.Contains(err.Error(), test.says) {
				t.Errorf("%v, want ErrRules that says %q", err, test.says)
			}
			if o.Limit = 0; !errors.Is(CheckRules(&o), ErrRules) {
				t.Error("a limit of 0 passes")
			}
		})
	}
}
