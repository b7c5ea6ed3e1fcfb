package platform

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"qikit.dev/qikit/bindings/qikit/internal/verb"
	"qikit.dev/qikit/lib/platform"
)

// The program lists and draws whatever shapes the bank has, each once; without a bank
// it makes none.
func TestRun_shapes(t *testing.T) {
	dir := t.TempDir()
	shapes := func(args ...string) (lines []string, err error) {
		err = run(t.Context(), append(args, "-shapes", dir+"/drawn"), func(text string) { lines = append(lines, text) })
		return lines, err
	}
	if _, err := shapes("-store", dir+"/ai.db"); !os.IsNotExist(err) {
		t.Errorf("without a bank: %v", err)
	}
	var wrong *verb.UsageError
	if _, err := shapes("-listen", "127.0.0.1:0", "-store", dir+"/ai.db"); !errors.As(err, &wrong) {
		t.Errorf("beside games: %v", err)
	}
	bank, err := platform.OpenMemoryBank(dir + "/ai.db.bank")
	if err != nil {
		t.Fatal(err)
	}
	for n := range 3 {
		if err := bank.Learn(&platform.GameData{Game: [16]byte{byte(n)}, Settings: "size=9 komi=7.5 rule=area", Line: "C3 D5 B4 G4 D2 C6", Result: "B+R"}); err != nil {
			t.Fatal(err)
		}
	}
	want, err := bank.Joseki(9)
	if err != nil {
		t.Fatal(err)
	}
	bank.Close()
	lines, err := shapes("-store", dir+"/ai.db")
	if err != nil || len(want) == 0 || len(lines) != len(want)+1 || lines[0] != "joseki-1.svg: "+want[0].String() || lines[len(want)] != fmt.Sprintf("%d joseki, 0 tesuji", len(want)) {
		t.Errorf("%q, %v; want %v", lines, err, want)
	}
	drawn, err := filepath.Glob(dir + "/drawn/*.svg")
	if err != nil || len(drawn) != len(want) {
		t.Errorf("%v, %v", drawn, err)
	}
	if data, err := os.ReadFile(dir + "/drawn/joseki-1.svg"); err != nil || !strings.Contains(string(data), "<title>"+want[0].Place) {
		t.Errorf("%.80s, %v", data, err)
	}
}
