package review

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgf"
)

// annotated is short5 with what other programs write.
const annotated = "(;FF[4]GM[1]SZ[5]RU[Capture-1]PB[pupil]PW[qikit]RE[W+]XX[root]C[our game];B[be]BL[57]C[hm: ok]" +
	";W[cc]LB[aa:1];B[ed](;W[de]N[why];B[dd]YY[a\\]b];W[ce];B[dc];W[bd];B[ee];W[ae])(;W[aa]))"

func TestSGF_keepsTheRecordAndAddsTheReview(t *testing.T) {
	r := mustReview(t, annotated, quick("black"))
	text, err := r.SGF()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"XX[root]", "BL[57]", "LB[aa:1]", "N[why]", "YY[a\\]b]", "W[aa]", "C[our game\n\n", "C[hm: ok\n\n", "RU[Capture-1]", "KM[0]", "CA[UTF-8]", "RE[W+]"} {
		if !bytes.Contains(text, []byte(want)) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	roots, err := sgf.Parse(text, sgf.DefaultOptions())
	if err != nil || len(roots) != 1 {
		t.Fatalf("%v in\n%s", err, text)
	}
	_, nodes, err := capturego.Replay(roots[0], capturego.DefaultOptions())
	if err != nil || len(nodes) != 10 {
		t.Fatalf("the main line has %d moves (%v), want 10", len(nodes), err)
	}
	if len(r.BadMoves) == 0 {
		t.Fatal("no bad move to look at")
	}
	for _, b := range r.BadMoves {
		ply := r.Moves[b.Number-1].Ply
		parent := roots[0]
		if ply > 1 {
			parent = nodes[ply-2]
		}
		played, target := parent.Children[0], parent.Children[1]
		if played != nodes[ply-1] {
			t.Errorf("move %d: the move played is not the first child", b.Number)
		}
		_, m, _, err := target.Move(5)
		if got := goban.Point(m).String(); err != nil || got != b.Target {
			t.Errorf("move %d: the second child is %s (%v), want the target %s", b.Number, got, err, b.Target)
		}
		if line := target.MainLine(); len(line) != len(b.Demonstration) {
			t.Errorf("move %d: a variation of %d moves, want %v", b.Number, len(line), b.Demonstration)
		}
		if played.Annotation() < sgf.Doubtful || target.Annotation() != sgf.GoodMove {
			t.Errorf("move %d: annotations %v and %v", b.Number, played.Annotation(), target.Annotation())
		}
	}
	hot := 0
	for _, n := range nodes {
		if n.Has("HO") {
			hot++
		}
		if _, err := n.Marks(5); err != nil {
			t.Error(err)
		}
	}
	if hot != len(r.Worst) {
		t.Errorf("%d hotspots, want %d", hot, len(r.Worst))
	}
	for _, g := range r.Graph {
		if g.Ply == 0 {
			continue
		}
		if rate, ok := nodes[g.Ply-1].WinRate(); !ok || rate < g.Black-1e-4 || rate > g.Black+1e-4 {
			t.Errorf("ply %d: SBKV %v, want %v", g.Ply, rate, g.Black)
		}
	}
}

// sorted is a file with the properties of each node in order of name.
func sorted(t *testing.T, file []byte) string {
	roots, err := sgf.Parse(file, sgf.DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	var all func(n *sgf.Node)
	all = func(n *sgf.Node) {
		slices.SortFunc(n.Properties, func(a, b sgf.Property) int { return strings.Compare(a.Name, b.Name) })
		for i := range n.Properties {
			slices.Sort(n.Properties[i].Values)
		}
		for _, c := range n.Children {
			all(c)
		}
	}
	all(roots[0])
	var text bytes.Buffer
	if err := sgf.Write(&text, roots[0]); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

func TestSGF_ofAReviewedGame(t *testing.T) {
	first, err := mustReview(t, annotated, quick("black")).SGF()
	if err != nil {
		t.Fatal(err)
	}
	again, err := mustReview(t, string(first), quick("black")).SGF()
	if err != nil || sorted(t, again) != sorted(t, first) {
		t.Errorf("reviewed again (%v):\n%s\nwant the same:\n%s", err, again, first)
	}
	// Another verdict takes the place of the first.
	o := quick("black")
	o.Language, o.Threshold, o.Mistake, o.Blunder, o.Worst = "zh", 0, 100, 100, 0
	o.Inaccuracy = 100
	other, err := mustReview(t, string(first), o).SGF()
	if err != nil {
		t.Fatal(err)
	}
	for name, pattern := range map[string]string{"verdicts in English": "win rate", "two bad moves": "(?s)BM\\[.*BM\\[", "doubtful ones": "DO\\[", "hotspots": "HO\\[", "a summary in English": "of your"} {
		// Variations stay, and what they say.
		main := regexp.MustCompile(`(?s)C\[(?:Play|The end of this line:) .*?\]`).ReplaceAll(other, nil)
		if regexp.MustCompile(pattern).Match(main) {
			t.Errorf("%s of the first review in\n%s", name, other)
		}
	}
	for _, kept := range []string{"C[our game\n\n", "C[hm: ok\n\n", "LB[aa:1]", "YY[a\\]b]"} {
		if !bytes.Contains(other, []byte(kept)) {
			t.Errorf("no %s in\n%s", kept, other)
		}
	}
	// The other side's review joins it.
	both, err := mustReview(t, string(first), quick("white")).SGF()
	if err != nil || bytes.Count(both, []byte("of your 5 moves")) != 2 || bytes.Count(both, []byte("win rate")) <= bytes.Count(first, []byte("win rate")) {
		t.Errorf("%v in\n%s", err, both)
	}
}

func TestSVG_isXML(t *testing.T) {
	r := short5Review(t)
	line := fmt.Sprintf(`{"number": %d, "picture": "line", "plies": 2}`, r.BadMoves[0].Number)
	for _, options := range []string{"", `{"number": 1}`, line, `{"number": 2, "size": 64, "flip": true, "coords": false}`} {
		o, err := ParseSVG([]byte(options))
		if err != nil {
			t.Fatal(err)
		}
		text, err := r.SVG(o)
		if err != nil {
			t.Errorf("%s: %v", options, err)
		}
		for d := xml.NewDecoder(strings.NewReader(text)); ; {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v in\n%s", options, err, text)
			}
		}
	}
	if text, _ := r.SVG(SVGOptions{Number: 1}); !strings.Contains(text, "fill-opacity") || !strings.Contains(text, ">A<") {
		t.Errorf("no heat or letters in\n%s", text)
	}
	for options, want := range map[string]error{`{"number": 9}`: ErrMove, `{"number": -1}`: ErrMove, `{"picture": "line"}`: ErrMove,
		`{"picture": "cat"}`: game.ErrSVG, `{"size": 63}`: game.ErrSVG, `{"plies": -1}`: game.ErrSVG} {
		o, err := ParseSVG([]byte(options))
		if err == nil {
			_, err = r.SVG(o)
		}
		if !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", options, err, want)
		}
	}
	for _, options := range []string{`{"numbr": 1}`, `[]`, `{} {}`} {
		if _, err := ParseSVG([]byte(options)); !errors.Is(err, game.ErrSVG) {
			t.Errorf("%s: %v, want ErrSVG", options, err)
		}
	}
}

func TestLoad_whatSaveWrote(t *testing.T) {
	r := short5Review(t)
	path := filepath.Join(t.TempDir(), "a.review")
	for range 2 { // the second time over the first
		if err := r.Save(path); err != nil {
			t.Fatal(err)
		}
	}
	back, err := Load(path)
	if err != nil || !bytes.Equal(back.JSON(), r.JSON()) {
		t.Errorf("Load: %v", err)
	}
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 1 {
		t.Errorf("%d files, want the one", len(left))
	}
	if _, err := Load(path + "x"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if err := r.Save(filepath.Join(path, "x")); err == nil {
		t.Error("saved into a file as if it were a folder")
	}
	huge := filepath.Join(t.TempDir(), "huge")
	if err := errors.Join(os.WriteFile(huge, nil, 0o644), os.Truncate(huge, 8<<30)); err != nil { // a hole takes no place
		t.Fatal(err)
	}
	for _, path := range []string{huge, os.DevNull, "."} {
		var at *fs.PathError
		if _, err := Load(path); !errors.As(err, &at) || at.Path != path {
			t.Errorf("Load(%q): %v, want an error of the path", path, err)
		}
		if err := r.Save(path); path != huge && (!errors.As(err, &at) || at.Path != path) {
			t.Errorf("Save(%q): %v, want an error of the path", path, err)
		}
	}
}

func TestParse_refuses(t *testing.T) {
	text := short5Review(t).JSON()
	for _, row := range []struct {
		name, old, new string
		want           error
	}{
		{"a changed number", `"ply":1`, `"ply":2`, ErrCorrupt},
		{"a changed record", `B[be]`, `B[ae]`, ErrCorrupt},
		{"another schema", `qikit/review/1`, `qikit/book/1`, ErrCorrupt},
		{"a newer schema", `qikit/review/1`, `qikit/review/2`, ErrVersion},
		{"an unknown key", `"language"`, `"tongue":"x","language"`, ErrCorrupt},
	} {
		if _, err := Parse(bytes.Replace(text, []byte(row.old), []byte(row.new), 1)); !errors.Is(err, row.want) {
			t.Errorf("%s: %v, want %v", row.name, err, row.want)
		}
	}
	for cut := 0; cut < len(text); cut += 97 {
		if _, err := Parse(text[:cut]); !errors.Is(err, ErrCorrupt) {
			t.Fatalf("cut to %d bytes: %v, want ErrCorrupt", cut, err)
		}
	}
}

func TestParse_checksumOfNonsense(t *testing.T) {
	for name, spoil := range map[string]func(*Report){
		"a ply behind the end":     func(r *Report) { r.Moves[0].Ply = 99 },
		"moves out of order":       func(r *Report) { r.Moves[0].Number = 2 },
		"a bad move that is none":  func(r *Report) { r.BadMoves[0].Number = 77 },
		"a graph of others":        func(r *Report) { r.Graph[0].Number = -7; r.Worst = []int{0} },
		"degrees of another size":  func(r *Report) { r.Moves[0].Degrees = nil },
		"no record":                func(r *Report) { r.Record = "" },
		"a language":               func(r *Report) { r.Language = "xx" },
		"a record of others":       func(r *Report) { r.Game.Plies++ },
		"another user":             func(r *Report) { r.Game.User = "red" },
		"the other side's moves":   func(r *Report) { r.Game.User = "white" },
		"a line too long":          func(r *Report) { r.BadMoves[0].Line = append(r.BadMoves[0].Line, Ply{Move: "A1"}) },
		"a line too short":         func(r *Report) { r.BadMoves[0].Line = nil },
		"an illegal target":        func(r *Report) { r.BadMoves[0].Target = "]" },
		"a target that was played": func(r *Report) { r.BadMoves[0].Target = r.BadMoves[0].Move },
		"an illegal demonstration": func(r *Report) { r.BadMoves[0].Demonstration[1] = r.BadMoves[0].Demonstration[0] },
		"a bad move twice":         func(r *Report) { r.BadMoves = append(r.BadMoves, r.BadMoves[0]) },
		"a bad move not analysed":  func(r *Report) { r.Moves[r.BadMoves[0].Number-1].Analysed = false },
		"a worst move not bad":     func(r *Report) { r.Worst = []int{1}; r.BadMoves = nil },
		"a move too few":           func(r *Report) { r.Moves = r.Moves[:len(r.Moves)-1] },
		"a graph behind the end":   func(r *Report) { r.Graph[0].Ply = 1 << 40 },
		"an answer on no move":     func(r *Report) { r.Answers = []Answer{{Kind: "ask", Number: 0, Move: "A1"}} },
		"an answer behind the end": func(r *Report) { r.Answers = []Answer{{Kind: "ask", Number: 6, Move: "A1"}} },
		"an opponent's ply 0":      func(r *Report) { r.Opponent = []OpponentMove{{Ply: 0, Move: "A1"}} },
		"an opponent's ply 11":     func(r *Report) { r.Opponent = []OpponentMove{{Ply: 11, Move: "A1"}} },
		"an opponent's own ply":    func(r *Report) { r.Opponent = []OpponentMove{{Ply: 1, Move: "A1"}} },
		"no visits":                func(r *Report) { r.Search.Visits = 0 },
		"visits under none":        func(r *Report) { r.Search.TargetVisits = -5 },
		"points under none":        func(r *Report) { r.Search.Recommended = -1 },
		"a width of two":           func(r *Report) { r.Search.Width = 2 },
	} {
		r, err := Parse(short5Review(t).JSON())
		if err != nil {
			t.Fatal(err)
		}
		spoil(r)
		if _, err := Parse(r.JSON()); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%s: %v, want ErrCorrupt", name, err)
		}
	}
}

// mainComments are the comments of a file's main line, the root's first.
func mainComments(t *testing.T, file []byte) (list []string) {
	t.Helper()
	roots, err := sgf.Parse(file, sgf.DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range roots[0].MainLine() {
		list = append(list, n.Comment())
	}
	return list
}

// What a review says of the opponent's moves gives way to the next review's word on them:
// in another language, of moves that are no mistakes any more, of the other player, or none.
func TestSGF_opponentOfAnotherReview(t *testing.T) {
	const file = "(;GM[1]FF[4]SZ[7]RU[Capture-1];B[fd];W[cf];B[bf];W[bg];B[ed];W[be];B[ee];W[df];B[af];W[gd];B[fc];W[bd];B[dg];W[ef];B[fb];W[eg];B[ae];W[cg])"
	said := func(language string) string {
		return map[string]string{"en": "of your opponent's", "zh": "这是对方的"}[language]
	}
	for i, row := range []struct {
		name, first, second, user string
		opponent                  bool
	}{
		{"the same", "en", "en", "black", true},
		{"into Chinese", "en", "zh", "black", true},
		{"into English", "zh", "en", "black", true},
		{"the opponent is not asked about", "en", "en", "black", false},
		{"the other player", "en", "en", "white", false},
		{"the other player and opponent", "zh", "en", "white", true},
	} {
		if i > 0 && testing.Short() {
			continue
		}
		o := quick("black")
		o.Opponent, o.Language = true, row.first
		first := mustReview(t, file, o)
		if len(first.Opponent) == 0 {
			t.Fatal("no mistake of the opponent's to look at")
		}
		one, err := first.SGF()
		if err != nil {
			t.Fatal(err)
		}
		o.User, o.Opponent, o.Language, o.Seed = row.user, row.opponent, row.second, 5
		second := mustReview(t, string(one), o)
		two, err := second.SGF()
		if err != nil {
			t.Fatal(err)
		}
		told := 0
		for ply, c := range mainComments(t, two) {
			for _, paragraph := range strings.Split(c, blank) {
				if strings.Contains(paragraph, said("en")) || strings.Contains(paragraph, said("zh")) {
					told++
					if !hasText(second.Opponent, paragraph) {
						t.Errorf("%s: ply %d still says %q", row.name, ply, paragraph)
					}
				}
			}
		}
		if told != len(second.Opponent) {
			t.Errorf("%s: %d moves of the opponent's are told, want %d", row.name, told, len(second.Opponent))
		}
	}
}

func hasText(list []OpponentMove, text string) bool {
	for _, m := range list {
		if m.Text == text {
			return true
		}
	}
	return false
}

// A file keeps one summary of either side, however often it is reviewed.
func TestSGF_summaries(t *testing.T) {
	text := short5
	for i, user := range []string{"black", "white", "black", "white"} {
		o := quick(user)
		o.Seed, o.Language = uint64(i+1), Languages()[i/2]
		out, err := mustReview(t, text, o).SGF()
		if err != nil {
			t.Fatal(err)
		}
		text = string(out)
		root := mainComments(t, out)[0]
		if n := strings.Count(root, "were analysed") + strings.Count(root, "你共下"); n != min(i+1, 2) {
			t.Errorf("after review %d: %d summaries: %q", i+1, n, root)
		}
	}
}

// What is said of a line's end stands at its end, also where a longer one follows.
func TestSGF_aLongerDemonstration(t *testing.T) {
	o := quick("black")
	o.ProofNodes, o.Plies = 0, 5
	text, err := mustReview(t, own9, o).SGF()
	if err != nil {
		t.Fatal(err)
	}
	o.Plies = 9
	if text, err = mustReview(t, string(text), o).SGF(); err != nil {
		t.Fatal(err)
	}
	roots, err := sgf.Parse(text, sgf.DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	ends := 0
	var all func(n *sgf.Node)
	all = func(n *sgf.Node) {
		if strings.Contains(n.Comment(), "The end of this line") {
			if ends++; len(n.Children) > 0 {
				t.Errorf("%q, and the line goes on", n.Comment())
			}
		}
		for _, c := range n.Children {
			all(c)
		}
	}
	if all(roots[0]); ends == 0 {
		t.Error("no line ends")
	}
}

// A review of one move leaves what an earlier one said of the opponent's move before it,
// on which it has no word.
func TestSGF_aRangeKeepsTheRest(t *testing.T) {
	const file = "(;GM[1]FF[4]SZ[7]RU[Capture-1];B[fd];W[cf];B[bf];W[bg];B[ed];W[be];B[ee];W[df];B[af];W[gd];B[fc];W[bd];B[dg];W[ef];B[fb];W[eg];B[ae];W[cg])"
	o := quick("black")
	o.Opponent = true
	first := mustReview(t, file, o)
	one, err := first.SGF()
	if err != nil {
		t.Fatal(err)
	}
	ply := first.Opponent[0].Ply
	o.Range = &Range{ply/2 + 1, ply/2 + 1}
	two, err := mustReview(t, string(one), o).SGF()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := mainComments(t, two)[ply], mainComments(t, one)[ply]; got != want || want == "" {
		t.Errorf("ply %d said %q and says %q", ply, want, got)
	}
}

// Nothing of a record is overwritten by a target that the caller states, and nothing beside
// it says otherwise.
func TestSGF_ofAnotherTarget(t *testing.T) {
	o := quick("black")
	o.Target = &Target{3, 3}
	for root, want := range map[string][]string{
		"RU[Capture-1]": {"RU[Capture-1]"},
		"GC[Capture Go: the first to capture a stone wins.]": {"GC[Capture Go: the first to capture a stone wins.]"},
		"RU[Japanese]": {"RU[Japanese]", "GC[Capture Go: the first to capture 3 stones wins.]"},
		"":             {"RU[Capture-3]", "GC[Capture Go: the first to capture 3 stones wins.]"},
	} {
		text, err := mustReview(t, "(;GM[1]FF[4]SZ[5]"+root+";B[cc];W[bb];B[bc];W[cb])", o).SGF()
		if err != nil {
			t.Fatal(err)
		}
		got := regexp.MustCompile(`(?:RU|GC)\[.*?\]`).FindAllString(string(text), -1)
		slices.Sort(got)
		if slices.Sort(want); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", root, got, want)
		}
	}
}

// Variations are legal, and begin where the move that they replace was made: behind stones
// that a node sets up, and nowhere beside a move of the root.
func TestSGF_variationsAreLegal(t *testing.T) {
	for file, want := range map[string]int{
		"(;FF[4]GM[1]SZ[5]RU[Capture-1]B[be];W[cc];B[ed];W[de];B[dd];W[ce];B[dc];W[bd];B[ee];W[ae])":     0,
		"(;FF[4]GM[1]SZ[5]RU[Capture-1];AB[aa][ee];B[be];W[cc];B[ed];W[de];B[dd];W[ce];B[dc];W[bd])":     1,
		"(;FF[4]GM[1]SZ[5]RU[Capture-1];C[hello];B[be];W[cc];B[ed];W[de];B[dd];W[ce];B[dc];W[bd];B[ee])": 1,
	} {
		o := quick("black")
		o.Threshold = 1000
		r := mustReview(t, file, o)
		text, err := r.SGF()
		if err != nil {
			t.Fatal(err)
		}
		roots, err := sgf.Parse(text, sgf.DefaultOptions())
		if err != nil {
			t.Fatal(err)
		}
		if rec, err := capturego.Record(roots[0], true); err != nil || len(rec.Variations) == 0 {
			t.Errorf("%s: %v, %d variations", file, err, len(rec.Variations))
		}
		first := roots[0]
		if want > 0 {
			first = first.Children[0]
		}
		if got := len(first.Children) - 1; len(roots[0].Children) != 1 || r.bad(1) != nil && got != want {
			t.Errorf("%s: %d variations behind the node in front of the first move, want %d", file, got, want)
		}
	}
}

// The letters of a record stay, however often it is reviewed.
func TestSGF_keepsTheRecordsLetters(t *testing.T) {
	text := strings.Replace(short5, ";B[be]", ";B[be]LB[aa:A][ea:Q]", 1)
	if text == short5 {
		t.Fatal("no move to label")
	}
	for i := range 3 {
		o := quick("black")
		o.Seed = uint64(i)
		out, err := mustReview(t, text, o).SGF()
		if err != nil {
			t.Fatal(err)
		}
		text = string(out)
		if strings.Count(text, "LB[aa:A][ea:Q]") != 1 || strings.Count(text, ":B]") > 5 {
			t.Errorf("review %d: %s", i+1, text)
		}
	}
}

// A file that is reviewed again says "Play X instead" of the present targets alone, with TE.
func TestSGF_earlierTargetsGo(t *testing.T) {
	const file = "(;FF[4]GM[1]SZ[7]RU[Capture-1];B[dc];W[dd];B[ec];W[cc];B[ab];W[de];B[ff];W[cd];B[ce];W[aa];B[ba])"
	first := quick("black")
	first.Visits, first.TargetVisits, first.ProofNodes, first.DemonstrateVisits = 24, 32, 1, 16
	r := mustReview(t, file, first)
	reviewed, err := r.SGF()
	if err != nil {
		t.Fatal(err)
	}
	o := Effort("quick")
	o.User, o.TargetTime, o.DemonstrateTime, o.Language, o.ClearLoss = "black", 0, 0, "zh", 100
	again := mustReview(t, string(reviewed), o)
	out, err := again.SGF()
	if err != nil {
		t.Fatal(err)
	}
	roots, err := sgf.Parse(out, sgf.DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	line := roots[0].MainLine()
	gone := len(r.BadMoves)
	for i, m := range again.Moves {
		bad := again.bad(i + 1)
		if old := r.bad(i + 1); old != nil && bad != nil && old.Target == bad.Target {
			gone--
		}
		for _, c := range line[m.Ply-1].Children[1:] {
			_, move, _, err := c.Move(7)
			if err != nil {
				t.Fatal(err)
			}
			if target := bad != nil && goban.Point(move).String() == bad.Target; target != c.Has("TE") || strings.Contains(c.Comment(), "instead") || target != strings.Contains(c.Comment(), "应下") {
				t.Errorf("move %d is %s; beside it %s, TE %t: %s", m.Number, m.Class, goban.Point(move), c.Has("TE"), c.Comment())
			}
		}
	}
	if gone == 0 {
		t.Error("the first review had no other target")
	}
}
