package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/game"
)

// TestMain lets the test program be qikit, in a process of its own.
func TestMain(m *testing.M) {
	if os.Getenv("QIKIT_BE_THE_PROGRAM") != "" {
		main()
	}
	os.Exit(m.Run())
}

// qikit runs the program with variables and arguments.
func qikit(t *testing.T, variables []string, args ...string) (out, told string, status int) {
	t.Helper()
	var o, e bytes.Buffer
	cmd := exec.CommandContext(t.Context(), os.Args[0], args...)
	cmd.Env = append(append(os.Environ(), "QIKIT_BE_THE_PROGRAM=1"), variables...)
	cmd.Stdout, cmd.Stderr = &o, &e
	if err := cmd.Run(); cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return o.String(), e.String(), cmd.ProcessState.ExitCode()
}

func TestProgram_statusAndWords(t *testing.T) {
	dir := t.TempDir()
	settings := filepath.Join(dir, "settings")
	if err := os.WriteFile(settings, []byte("# all of mine\n[uci]\nunknown = 1\n[perft]\ndepth = 2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	wrong := filepath.Join(dir, "wrong")
	if err := os.WriteFile(wrong, []byte("[perft]\ndeep = 2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	missing := filepath.Join(dir, "missing.qkb")
	const start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
	for _, row := range []struct {
		name, variables, args string // args are cut at bars
		status                int
		out, told             string // parts of what it says
	}{
		{"a count", "", "perft|--depth|2", 0, "nodes 1920\n", ""},
		{"a flag behind a word", "", "perft|" + start + "|-depth|1", 0, "nodes 44\n", ""},
		{"divided", "", "perft|--depth=2|--divide", 0, "h2e2 ", ""},
		{"a variable", "QIKIT_PERFT_DEPTH=1", "perft", 0, "nodes 44\n", ""},
		{"a flag before a variable", "QIKIT_PERFT_DEPTH=1", "perft|--depth|2", 0, "nodes 1920\n", ""},
		{"settings", "QIKIT_CONFIG=" + settings, "perft", 0, "nodes 1920\n", ""},
		{"a variable before settings", "QIKIT_PERFT_DEPTH=1", "perft|--config|" + settings, 0, "nodes 44\n", ""},
		{"a wrong setting", "", "perft|--config|" + wrong, 2, "", "wrong, line 2: perft has no setting \"deep\""},
		{"a wrong variable", "QIKIT_PERFT_DEPTH=x", "perft", 2, "", "QIKIT_PERFT_DEPTH=\"x\": parse error"},
		{"no verb", "", "", 2, "", "qikit: no verb, expected book, review, analyse, perft, "},
		{"another verb", "", "boko", 2, "", "qikit: unknown verb \"boko\", expected book, review, analyse, perft, "},
		{"another flag", "", "perft|--deep|2", 2, "", "qikit perft: flag provided but not defined: -deep; see qikit perft --help\n"},
		{"too many words", "", "perft|" + start + "|b", 2, "", "qikit perft: argument \"b\", expected [POSITION]"},
		{"a game that UCI does not have here", "", "uci|--game|go", 2, "", "qikit uci: --game \"go\", expected xiangqi or chess"},
		{"words where none are", "", "uci|b", 2, "", "qikit uci: argument \"b\", expected flags only"},
		{"a word before flags", "", "gateway|extra|args|-port|0", 2, "", "qikit gateway: argument \"extra\", expected flags only"},
		{"a time of a server", "", "gateway|--kept|0|--port|0", 2, "", "qikit gateway: --kept is 0, expected over 0 to 1000000000"},
		{"a limit of a server", "", "gateway|--connections|0|--port|0", 2, "", "qikit gateway: --connections is 0, expected 1 or more"},
		{"a word of a server", "", "gateway|--rule|chinese|--port|0", 2, "", "qikit gateway: --rule is \"chinese\", expected one of"},
		{"a secret that is not there", "", "terminal|-key|@/nowhere", 1, "", "qikit terminal: open /nowhere: "},
		{"no server", "", "sgcptest|-address|127.0.0.1:1|-run|lobby", 1, "FAIL ", "cases failed"},
		{"nothing to think by", "", "gtp|-time|0", 2, "", "qikit gtp: --time 0s and --visits 0, expected one of them over 0"},
		{"a search without end", "", "analyse", 2, "", "qikit analyse: expected one of --depth, --nodes, --visits and --time"},
		{"another format", "", "review|x.sgf|--format|pdf", 2, "", "--format pdf, expected json or sgf"},
		{"a farm without its book", "", "farm|coordinator", 2, "", "qikit farm coordinator: expected --options and --out"},
		{"a platform without a place", "", "platform", 2, "", "qikit platform: expected --gateway, --listen or both"},
		{"an option of the library", "", "train|" + missing + "|" + missing + "|--passes|0", 2, "", "passes is 0"},
		{"options that do not parse", "", "train|" + missing + "|" + missing + "|--options|[", 2, "", "--options: "},
		{"too few words", "", "book|lookup|b", 2, "", "qikit book lookup: expected FILE POSITION"},
		{"too deep", "", "perft|--depth|21", 2, "", "--depth 21, expected 0 to 20"},
		{"another game", "", "perft|--game|chequers", 1, "", "qikit perft: "},
		{"a missing book", "", "book|lookup|" + missing + "|" + start, 1, "", "qikit book lookup: "},
		{"bad options", "", "book|make|" + missing + "|--game|xiangqi|--games|0", 2, "", "games is 0"},
		{"another shell", "", "completion|tcsh", 2, "", "completion: expected bash, zsh or fish"},
		{"the version", "", "--version", 0, "qikit " + program.Version + "\n", ""},
		{"the version of a verb", "", "uci|--version", 0, "qikit " + program.Version + "\n", ""},
	} {
		var args []string
		if row.args != "" {
			args = strings.Split(row.args, "|")
		}
		out, told, status := qikit(t, strings.Fields(row.variables), args...)
		if status != row.status || !strings.Contains(out, row.out) || !strings.Contains(told, row.told) || (row.told == "") != (told == "") {
			t.Errorf("%s: qikit %q = %d, out %q, told %q; want %d, %q, %q", row.name, args, status, out, told, row.status, row.out, row.told)
		}
	}
}

// A book is made, looked up and exported.
func TestBook_madeAndRead(t *testing.T) {
	dir := t.TempDir()
	file, csv := filepath.Join(dir, "b.qkb"), filepath.Join(dir, "b.csv")
	options := filepath.Join(dir, "o.json")
	text := `{"game": "xiangqi", "games": 9, "max_plies": 4, "depth": {"scope": "ply", "distribution": "uniform", "min": 1, "max": 2}, "reevaluate": {"depth": 1}}`
	if err := os.WriteFile(options, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	out, told, status := qikit(t, nil, "book", "make", file, "--options", options, "--games", "1", "--seed", "7")
	if status != 0 || !strings.HasPrefix(out, "records ") {
		t.Fatalf("make = %d, %q, %q", status, out, told)
	}
	found, told, status := qikit(t, nil, "book", "lookup", file, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1")
	if status != 0 || !strings.Contains(found, `"count": 1`) {
		t.Errorf("lookup = %d, %q, %q; want a move of one game", status, found, told)
	}
	if out, told, status := qikit(t, nil, "book", "export", file, csv); status != 0 || !strings.HasPrefix(out, "records ") {
		t.Errorf("export = %d, %q, %q", status, out, told)
	}
	if text, err := os.ReadFile(csv); err != nil || !strings.Contains(string(text), ",") || strings.HasPrefix(string(text), "{") {
		t.Errorf("the export begins %.60q (%v), want CSV", text, err)
	}
}

// Every help is a golden text, and begins with what is done.
func TestHelp_golden(t *testing.T) {
	for name, args := range map[string][]string{"qikit": {"--help"}, "perft": {"perft", "--help"}, "book": {"book", "-h"}, "uci": {"help", "uci"}, "gateway": {"gateway", "-help"}, "farm": {"farm", "--help"}, "analyse": {"analyse", "--help"}} {
		out, told, status := qikit(t, nil, args...)
		// A new game changes no help but by its name.
		out = strings.Replace(out, strings.Join(game.Names(), ", "), "GAMES", 1)
		path := filepath.Join("testdata", name+".help")
		if os.Getenv("UPDATE_GOLDEN") != "" {
			if err := os.WriteFile(path, []byte(out), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil || out != string(want) || status != 0 || told != "" {
			t.Errorf("qikit %v = %d, told %q, out\n%s\nwant (%v)\n%s", args, status, told, out, err, want)
		}
	}
}

// bash takes the completion, and completes verbs and flags by it.
func TestCompletion_bash(t *testing.T) {
	script, _, status := qikit(t, nil, "completion", "bash")
	if status != 0 {
		t.Fatal(status)
	}
	for _, row := range []struct{ line, want string }{
		{"qikit pe", "perft"},
		{"qikit perft --di", "--divide"},
		{"qikit book loo", "lookup"},
		{"qikit book make --ga", "--game --games"},
	} {
		words := strings.Fields(row.line)
		ask := script + "\nCOMP_WORDS=(" + row.line + "); COMP_CWORD=" + string(rune('0'+len(words)-1)) + "; _qikit; echo \"${COMPREPLY[*]}\""
		out, err := exec.CommandContext(t.Context(), "bash", "-c", ask).CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != row.want {
			t.Errorf("%q: %q (%v), want %q", row.line, got, err, row.want)
		}
	}
	fish, _, _ := qikit(t, nil, "completion", "fish")
	if !strings.Contains(fish, "complete -c qikit -n '__fish_seen_subcommand_from book; and __fish_seen_subcommand_from make' -l games -d ") {
		t.Errorf("fish: no flag of a verb in\n%s", fish)
	}
	zsh, _, _ := qikit(t, nil, "completion", "zsh")
	if !strings.HasPrefix(zsh, "#compdef qikit\n") || !strings.HasSuffix(zsh, script) {
		t.Errorf("zsh begins %.60q", zsh)
	}
}

// systemd takes the unit. Where systemd is not installed, its lines are checked against
// the program: the verb, and a flag for every variable.
func TestUnit(t *testing.T) {
	text, err := os.ReadFile("qikit-gateway.service")
	if err != nil {
		t.Fatal(err)
	}
	_, help, _ := strings.Cut(string(text), "ExecStart=/usr/local/bin/qikit ")
	word, _, _ := strings.Cut(help, "\n")
	help, _, status := qikit(t, nil, word, "--help")
	if status != 0 {
		t.Fatalf("ExecStart names the verb %q, of which there is no help", word)
	}
	for line := range strings.Lines(string(text)) {
		if name, ok := strings.CutPrefix(line, "Environment=QIKIT_GATEWAY_"); ok {
			name, _, _ = strings.Cut(name, "=")
			if flag := "  --" + strings.ToLower(name) + " "; !strings.Contains(help, flag) {
				t.Errorf("%q sets no flag of the gateway", line)
			}
		}
	}
	systemd, err := exec.LookPath("systemd-analyze")
	if err != nil {
		return
	}
	// It wants a program at the path, which is not installed here.
	unit := filepath.Join(t.TempDir(), "qikit-gateway.service")
	here := strings.Replace(string(text), "ExecStart=/usr/local/bin/qikit", "ExecStart=/bin/true", 1)
	if err := os.WriteFile(unit, []byte(here), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), systemd, "verify", "--man=no", unit).CombinedOutput(); err != nil || strings.Contains(string(out), "qikit-gateway") {
		t.Errorf("systemd-analyze verify: %v\n%s", err, out)
	}
}

// A search tells the mate, a review its report, in the form that is asked for.
func TestAnalyseAndReview(t *testing.T) {
	out, told, status := qikit(t, nil, "analyse", "--depth", "2", "--moves", "h2e2 h9g7")
	if status != 0 || !strings.Contains(out, `"schema"`) || !strings.Contains(out, `"depth":2`) {
		t.Errorf("analyse = %d, %q, %q", status, out, told)
	}
	file := filepath.Join(t.TempDir(), "game.sgf")
	if err := os.WriteFile(file, []byte("(;GM[1]SZ[7]RU[Capture-1];B[dd];W[de];B[ce];W[aa];B[df];W[ga];B[ee])"), 0o600); err != nil {
		t.Fatal(err)
	}
	small := `{"effort": "quick", "visits": 16, "target_visits": 32, "demonstrate_visits": 16}`
	out, told, status = qikit(t, nil, "review", file, "--user", "white", "--options", small)
	if status != 0 || !strings.Contains(out, `"bad_moves"`) {
		t.Errorf("review = %d, %.300q, %q", status, out, told)
	}
}
