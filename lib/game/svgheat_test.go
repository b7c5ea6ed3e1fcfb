package game_test

import (
	"errors"
	"testing"

	"qikit.dev/qikit/lib/game"
)

func TestParseSVG_heat(t *testing.T) {
	b, err := game.New("surakarta", game.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	if o, err := game.ParseSVG(b, []byte(`{"heat": {"e4": 0.25, "e5": 1}}`)); err != nil || o.Heat["e4"] != 0.25 || o.Heat["e5"] != 1 {
		t.Errorf("ParseSVG = %+v, %v", o, err)
	}
	for _, text := range []string{`{"heat": {"e4": 1.5}}`, `{"heat": {"e4": -0.1}}`, `{"heat": [1]}`} {
		if _, err := game.ParseSVG(b, []byte(text)); !errors.Is(err, game.ErrSVG) {
			t.Errorf("ParseSVG(%s) = %v, want %v", text, err, game.ErrSVG)
		}
	}
}
