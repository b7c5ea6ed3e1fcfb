package ludo_test

import (
	"strings"
	"testing"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/ludo"
)

func TestDiagram(t *testing.T) {
	o := ludo.DefaultOptions()
	o.Players = 2
	b, err := ludo.New("b,s,t1,t1/b,h2,h2,home red 5", o, false)
	if err != nil {
		t.Fatal(err)
	}
	text, err := game.Diagram(b, false)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(text, "\n")
	if len(lines) != 14+3 || lines[14] != "red: 1 at base, 1 at start, 0 home" || lines[15] != "blue: 1 at base, 0 at start, 1 home" || lines[16] != "die: 5" {
		t.Errorf("Diagram:\n%s", text)
	}
	if dots := strings.Count(text, "."); dots != 52+20-2 || !strings.HasSuffix(lines[13], " 2R") || strings.Count(text, "2B") != 1 {
		t.Errorf("Diagram with %d free fields:\n%s", dots, text)
	}
	flipped, _ := game.Diagram(b, true)
	if !strings.HasPrefix(flipped, " 2R") {
		t.Errorf("flipped:\n%s", flipped)
	}
}
