package jsonobject_test

import (
	"strings"
	"testing"

	"qikit.dev/qikit/internal/jsonobject"
)

type options struct {
	Name   string            `json:"name"`
	Port   int               `json:"port"`
	Seed   *uint64           `json:"seed"`
	Keys   map[string]string `json:"keys"`
	Words  []string          `json:"words"`
	On     bool              `json:"on"`
	Limits struct {
		Grace float64 `json:"grace"`
	} `json:"limits"`
}

func TestRead_overDefaults(t *testing.T) {
	o := options{Name: "bob", Port: 3}
	if err := jsonobject.Read([]byte(` {"port": 4, "limits": {"grace": 1.5}} `), &o); err != nil || o.Name != "bob" || o.Port != 4 || o.Limits.Grace != 1.5 {
		t.Errorf("%+v, %v", o, err)
	}
}

func TestRead_nothing(t *testing.T) {
	for _, text := range []string{"", " \n"} {
		o := options{Name: "bob"}
		if err := jsonobject.Read([]byte(text), &o); err != nil || o.Name != "bob" {
			t.Errorf("%q: %+v, %v", text, o, err)
		}
	}
}

func TestRead_saysWhatWasGivenAndExpected(t *testing.T) {
	for text, want := range map[string]string{
		`{"name": 3}`:              `name is a JSON number, expected a text`,
		`{"port": "x"}`:            `port is a JSON string, expected a whole number`,
		`{"port": 1.5}`:            `port is a JSON number 1.5, expected a whole number`,
		`{"seed": -1}`:             `seed is a JSON number -1, expected a whole number from 0 on`,
		`{"keys": []}`:             `keys is a JSON array, expected an object`,
		`{"words": "a"}`:           `words is a JSON string, expected a list`,
		`{"on": 1}`:                `on is a JSON number, expected true or false`,
		`{"limits": 3}`:            `limits is a JSON number, expected an object`,
		`{"limits": {"grace":""}}`: `limits.grace is a JSON string, expected a number`,
		`[]`:                       `a JSON array, expected a JSON object as its schema describes it`,
		`{"prot": 1}`:              `no option "prot", expected one of keys, limits, name, on, port, seed, words`,
		`{"Port": 1}`:              `no option "Port", expected one of keys, limits, name, on, port, seed, words`,
		`{"limits": {"grce": 1}}`:  `unknown key "grce", expected a JSON object as its schema describes it`,
		`{} {}`:                    `text behind the JSON object, expected nothing`,
	} {
		var o options
		if err := jsonobject.Read([]byte(text), &o); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		} else if strings.Contains(err.Error(), "Go") {
			t.Errorf("%s: %v speaks of Go", text, err)
		}
	}
}
