package main

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"qikit.dev/qikit/internal/tools/must"
)

// attack is one that did harm once, and the tests that try it again.
type attack struct {
	name  string
	tests []testsOf
}

type testsOf struct {
	pkg string // "" runs the page's tests of a file: its name, and perhaps a pattern for theirs
	run string
}

// attacksTried are all but the two that have figures of their own: first what did harm
// once, then what never did and is tried on.
var attacksTried = []attack{
	{"a profiler's handler without a stack", []testsOf{{"./internal/ctest", "TestHarness_underAddressSanitizer/signals"}}},
	{"anonymous log-ins at the page", []testsOf{{"", "guard"}}},
	{"a stranger on loopback, unlisted programs", []testsOf{{"./lib/cluster", "TestLoopback_needsAKey|TestMembers_.*"}, {"./lib/book/generate", "TestNewHandOf_startsListedProgramsOnly"}}},
	{"files that do not end", []testsOf{{"./internal/plainfile", ".*"}}},
	{"forged parts of a book", []testsOf{{"./lib/cluster", "TestGenerateBook_forgedResults"}, {"./lib/book/generate", "TestHand_refusesWhatIsNoPart"}}},
	{"bans of the wrong, behind a proxy", []testsOf{{"./lib/compute", "TestBans_.*|TestVerify_.*"}, {"./lib/gateway", "TestProxies.*|TestProxy.*"}}},
	{"lines and nicks that mislead", []testsOf{{"./lib/sgcp", "TestLines_misleading|TestNickLooks"}, {"./lib/gateway/internal/hall", "TestNick_lookAlikes|TestMute.*"}}},
	{"statuses beside the contract", []testsOf{{"./capi", "TestStatus.*|TestDescribe_.*"}}},
	{"damage on disk", []testsOf{{"./internal/pagesum", ".*"}, {"./lib/book", "TestBook_flippedBitIsTold|TestBook_damageWithin"}, {"./lib/gateway", "TestStore_damagedRow"}, {"./lib/gateway/internal/...", ".*[Dd]amage.*"}}},
	{"secrets in files and logs", []testsOf{{"./lib/gateway", "TestStore_keepsNoSecrets|TestStore_keepsChangedTokens|TestLog_keepsSecrets"}, {"./internal/dbfile", "TestOpen_newAndOld"}, {"./lib/platform", "TestAccounts_.*"}}},
	{"devices replaced by files", []testsOf{{"./lib/book", "TestExport_noRegularFile"}, {"./internal/plainfile", "TestOpen_whatIsNoFile|TestWrite"}}},
	{"figures on every interface", []testsOf{{"./bindings/qikit/internal/server", "TestServe_addresses"}}},
	{"keep-alives that stay", []testsOf{{"./lib/gateway", "TestIdle_pingsThenCuts|TestFull|TestAddress_.*"}, {"./bindings/qikit/internal/server", "TestServe_tellsFiguresAndHealth"}}},
	{"guesses, floods, what engines leave behind", []testsOf{{"./lib/gateway", "TestGuesses|TestFlood_.*|TestTooFast_.*|TestMoveSaidAgain_.*|TestLogins_.*|TestClaim"}, {"./lib/gateway/internal/hall", "TestTables?_.*|TestGame_greatestLength.*|TestRestore_tooLongGame"}, {"./lib/engine", "TestProcess_endsWithWhatItStarted"}}},
	{"18 MB of points that come again", []testsOf{{"./lib/sgf", "TestPoints_comeOnce"}}},
	{"limits of addresses and memory", []testsOf{{"./internal/ctest", "TestHarness_withinLimits"}}},

	{"calls of the C ABI at random", []testsOf{{"./capi", "FuzzCAPI|TestTable_.*"}, {"./internal/ctest", "TestHarness_underAddressSanitizer/(handles|fork|threads|disk)"}}},
	{"kills in the middle of work", []testsOf{{"./lib/gateway", "TestKill_.*"}, {"./lib/platform", "TestKill_.*"}, {"./lib/compute", "TestKill_.*"}, {"./lib/cluster", "TestKill_.*"}}},
	{"losses of power", []testsOf{{"./lib/gateway/internal/store", "TestWrite_lossOfPower"}}},
	{"bombs of SGF, PGN and JSON", []testsOf{{"./lib/sgf", "TestParse_badInput|FuzzSGF"}, {"./lib/gamefile", "Test.*_wrong.*|TestRead_manyComments|FuzzRead"}, {"./internal/options", "TestRead_wrong|FuzzRead"}}},
	{"bad lines, others' games and sessions", []testsOf{{"./lib/gateway", "TestLines_.*|TestSlow_.*|TestHalfClose_.*"}, {"./lib/gateway/internal/hall", "TestHall_scripts"}, {"./lib/platform", "TestPlatform_hostileLines|TestMemoryBank_hostileRows"}}},
	{"lying terminals, one and many", []testsOf{{"./lib/compute", "TestResult_forgedPlainly|TestSimulation_liars"}}},
	{"clocks that jump", []testsOf{{"./lib/gateway", "TestClock_.*"}, {"./lib/platform", "TestMatch_timeOfAnotherProcess|TestMatch_losesNoGameOnTime"}}},
	{"TLS, and those without a certificate", []testsOf{{"./lib/gateway", "TestTLS"}, {"./lib/cluster", "TestCluster_tls"}, {"./bindings/qikit/internal/platform", "TestRun_tls"}}},
	{"injections into the page, in a browser", []testsOf{{"", "goclient two pages play|what a page cannot do|whatever is sent"}}},
}

// mendedAttacks tries every attack of old by the tests that were made of it, and counts
// those tests, parts included, that hold.
func mendedAttacks(m *meter) {
	for _, a := range attacksTried {
		held, tried := 0, 0
		var failed []string
		for _, t := range a.tests {
			ok, bad := t.outcome()
			held, tried = held+ok, tried+ok+len(bad)
			failed = append(failed, bad...)
		}
		if tried == 0 {
			failed = []string{"no test was found"}
			tried = 1
		}
		m.beside(a.name, float64(held), float64(tried), strings.Join(failed, ", "))
	}
}

// outcome runs the tests: how many held, and the names of those that did not.
func (t testsOf) outcome() (held int, failed []string) {
	cmd := exec.Command("go", "test", "-short", "-count=1", "-v", "-run", "^("+t.run+")$", t.pkg)
	mark := [2]string{"--- PASS: ", "--- FAIL: "}
	if strings.Contains(t.run, "/") { // a part of a test
		cmd.Args[6] = t.run + "$"
	}
	if t.pkg == "" {
		file, names, _ := strings.Cut(t.run, " ")
		cmd = exec.Command("node", "--test", "--test-reporter=tap", "--test-name-pattern="+cmp.Or(names, ".*"), "test/"+file+".test.mjs")
		cmd.Dir = "examples/node/goclient"
		cmd.Env = append(os.Environ(), "QIKIT_LIBRARY="+must.Get(filepath.Abs("build/lib/libqikit.so.1")))
		mark = [2]string{"ok ", "not ok "}
	}
	out, err := cmd.CombinedOutput()
	for line := range strings.Lines(string(out)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, mark[0]) && !strings.Contains(line, " # SKIP") {
			held++
		} else if name, ok := strings.CutPrefix(line, mark[1]); ok {
			failed = append(failed, name)
		}
	}
	if err != nil && len(failed) == 0 { // it was not built, or ended early
		failed = append(failed, fmt.Sprintf("%s %s: %v", t.pkg, t.run, err))
	}
	return held, failed
}
