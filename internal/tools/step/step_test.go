package step

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The output of a test that crashed the program must be shown, although such a test
// is reported neither as passed nor as failed.
func TestReadable_showsWhoTookTheProgramWithIt(t *testing.T) {
	output := strings.Join([]string{
		`{"Action":"start","Package":"p"}`,
		`{"Action":"run","Package":"p","Test":"TestFine"}`,
		`{"Action":"output","Package":"p","Test":"TestFine","Output":"nothing of note\n"}`,
		`{"Action":"pass","Package":"p","Test":"TestFine"}`,
		`{"Action":"run","Package":"p","Test":"TestCrash"}`,
		`{"Action":"output","Package":"p","Test":"TestCrash","Output":"fatal error: traceback stuck\n"}`,
		`{"Action":"output","Package":"p","Output":"FAIL\tp\t3.441s\n"}`,
		`{"Action":"fail","Package":"p"}`,
	}, "\n")
	if got, want := readable([]byte(output)), "fatal error: traceback stuck\nFAIL\tp\t3.441s\n"; got != want {
		t.Errorf("readable: %q, want %q", got, want)
	}
	if passed, failed := GoTest([]byte(output)); passed != 1 || failed != 0 {
		t.Errorf("GoTest: %d passed, %d failed, want 1 and 0: Run counts the failed command", passed, failed)
	}
}

func TestPut(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.py")
	if err := Put(path, []byte("a"), true); err == nil || !strings.Contains(err.Error(), "x.py") {
		t.Errorf("a file that is missing: %v, want an error that names it", err)
	}
	if err := Put(path, []byte("a"), false); err != nil {
		t.Fatal(err)
	}
	if err := Put(path, []byte("a"), true); err != nil {
		t.Errorf("the same text: %v", err)
	}
	if err := Put(path, []byte("b"), true); err == nil || !strings.Contains(err.Error(), "x.py") {
		t.Errorf("another text: %v, want an error that names it", err)
	}
	if text, err := os.ReadFile(path); string(text) != "a" || err != nil {
		t.Errorf("a check wrote %q, %v", text, err)
	}
}

// Two steps run at the same time, and all of them are counted: each of the first two
// waits for the other's file.
func TestTally_runsTogether(t *testing.T) {
	dir := t.TempDir()
	meets := func(mine, other string) Step {
		script := "touch " + mine + "; for i in $(seq 600); do [ -e " + other + " ] && exit 0; sleep 0.05; done; exit 1"
		return Step{Name: mine, Dir: dir, Command: []string{"sh", "-c", script}}
	}
	var tally Tally
	tally.RunTogether(2, []Step{meets("a", "b"), meets("b", "a"), {Name: "c", Command: []string{"false"}}})
	if tally.Passed != 2 || tally.Failed != 1 || tally.Close() != 1 {
		t.Errorf("%v, want 2 passed, 1 failed", &tally)
	}
}

// Every fuzz test of the library is a target.
func TestFuzzTargets_areAll(t *testing.T) {
	all := FuzzTargets("../../..")
	for _, want := range []FuzzTarget{{"./capi", "FuzzCAPI"}, {"./lib/sgcp", "FuzzDecoder"}, {"./lib/sgcp/client", "FuzzDispatch"}, {"./lib/xiangqi", "FuzzPGN"}} {
		if !slices.Contains(all, want) {
			t.Errorf("%v is not among the %d targets", want, len(all))
		}
	}
	if len(all) < 28 {
		t.Errorf("%d targets, there were 28", len(all))
	}
}

// What Go reports when the time for fuzzing is over is no failure; a failing input is.
func TestDeadlineRace_isNoFailure(t *testing.T) {
	const late = "fuzz: elapsed: 10s, execs: 5 (0/sec)\n--- FAIL: FuzzKey (10.02s)\n    context deadline exceeded\nFAIL\n"
	const wrong = "--- FAIL: FuzzKey (0.03s)\n    --- FAIL: FuzzKey (0.00s)\n        key_test.go:9: context deadline exceeded\n    \n    Failing input written to testdata/fuzz/FuzzKey/5\n"
	for output, want := range map[string]bool{late: true, wrong: false, late + wrong: false, "--- FAIL: FuzzKey (10.02s)\nFAIL\n": false, "": false} {
		if got := DeadlineRace([]byte(output)); got != want {
			t.Errorf("DeadlineRace(%q) = %v", output, got)
		}
	}
}
