package gamefile

import (
	"bytes"
	"strings"
	"testing"
)

// Evaluations, clocks and glyphs are read as the programs of the day write them, told apart from the comment, and written
// back in the same form.
func TestValues(t *testing.T) {
	for _, c := range []struct{ name, text, notes, written string }{
		{"lichess", "1. e4 { [%eval 0.17] [%clk 0:03:00] } 1... c5 { [%eval 0.19] [%clk 0:02:58] } 2. Nf3?! { (0.19 → -0.3) Inaccuracy. } { [%eval -0.3] [%clk 0:02:59.5] } *\n",
			`[{"ply":1,"comment":"","eval":0.17,"clock":180},{"ply":2,"comment":"","eval":0.19,"clock":178},{"ply":3,"comment":"(0.19 → -0.3) Inaccuracy.","eval":-0.3,"clock":179.5,"nags":[6]}]`,
			"1. e4 {[%eval 0.17] [%clk 0:03:00]} c5 {[%eval 0.19] [%clk 0:02:58]}\n  2. Nf3 $6 {[%eval -0.30] [%clk 0:02:59.5] (0.19 → -0.3) Inaccuracy.}"},
		{"python-chess", "1. f3 $2 { [%eval -0.85,12] } 1... e5 2. g4 $4 $13 { blunder [%eval #-1,20] [%emt 0:00:03] [%csl Rg4] } 2... Qh4# 0-1\n",
			`[{"ply":1,"comment":"","eval":-0.85,"depth":12,"nags":[2]},{"ply":3,"comment":"blunder [%csl Rg4]","mate":-1,"depth":20,"elapsed":3,"nags":[4,13]}]`,
			"2. g4 $4 $13 {[%eval #-1,20] [%emt 0:00:03] blunder [%csl Rg4]}"},
		{"Xiangqi with variations", "1. C2.5!? {[%eval 0.2] usual} (1. H2+3! {[%clk 1:00:00] solid} c2.4 $10) h8+7 {[%eval 1,x] [%eval 3] [%eval 4]} *\n",
			`[{"ply":1,"comment":"usual","eval":0.2,"nags":[5]},{"ply":2,"comment":"[%eval 1,x] [%eval 4]","eval":3}],"variations":[{"line":0,"ply":0,"moves":["h0g2","b7d7"],"notes":[{"ply":1,"comment":"solid","clock":3600,"nags":[1]},{"ply":2,"comment":"","nags":[10]}]}]`, ""},
		{"SGF", "(;GM[1]SZ[9]KM[7.5]RU[Chinese]V[0];B[ee]V[2.5]BL[300]OB[5]C[centre]TE[2](;W[cc]WL[299.5]OW[3]BL[290]BM[1];B[gg]DO[])(;W[gc]IT[]V[-3]C[x [%eval #3\\]]))",
			`[{"ply":0,"comment":"","eval":0},{"ply":1,"comment":"centre","eval":2.5,"clock":300,"moves_left":5,"nags":[3]},{"ply":2,"comment":"[%BL 290]","clock":299.5,"moves_left":3,"nags":[2]},{"ply":3,"comment":"","nags":[6]}],"variations":[{"line":0,"ply":1,"moves":["G7"],"notes":[{"ply":2,"comment":"x [%eval #3]","eval":-3,"nags":[5]}]}]`,
			"V[0]\n;B[ee]C[centre]V[2.5]BL[300]OB[5]TE[2]\n(;W[cc]WL[299.5]OW[3]BL[290]BM[1]"},
	} {
		games, err := Read([]byte(c.text), ReadOptions{})
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		report, err := games[0].JSON()
		if err != nil || !strings.Contains(string(report), `"notes":`+c.notes) {
			t.Errorf("%s: %s, %v, expected %s", c.name, report, err, c.notes)
		}
		parsed, err := ParseGames(report)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		for i, from := range [][]Game{games, parsed} {
			var out bytes.Buffer
			if err := Write(&out, from, WriteOptions{}); err != nil || i == 1 && !strings.Contains(out.String(), c.written) {
				t.Errorf("%s: %s, %v, expected %s", c.name, out.Bytes(), err, c.written)
			}
			again, err := Read(out.Bytes(), ReadOptions{})
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			if second, err := again[0].JSON(); err != nil || !bytes.Equal(second, report) {
				t.Errorf("%s: %s, %v, expected %s", c.name, second, err, report)
			}
		}
	}
}

func TestSplitComment(t *testing.T) {
	for comment, again := range map[string]string{
		"[%eval +1.5]": "[%eval 1.50]", "[%eval -0]": "[%eval 0.00]", "[%eval #5] mate": "[%eval #5] mate", "a [%clk 90] b": "[%clk 0:01:30] a b", "[%clk 59:59.25]": "[%clk 0:59:59.25]",
		"[%emt 1:00:00] [%emt 2]": "[%emt 1:00:00] [%emt 2]", "[%clk -1]": "[%clk -1]", "[%clk 1:2:3:4]": "[%clk 1:2:3:4]", "[%clk 1.5:00]": "[%clk 1.5:00]", "[%eval NaN]": "[%eval NaN]",
		"[%eval 1e7]": "[%eval 1e7]", "[%eval #x]": "[%eval #x]", "[%eval": "[%eval", "no [% ] command": "no [% ] command", "[%left 7] x": "[%left 7] x", "": "",
	} {
		text, v := SplitComment(comment)
		if got := v.Comment(text); got != again {
			t.Errorf("%q: %q, expected %q", comment, got, again)
		}
	}
}
