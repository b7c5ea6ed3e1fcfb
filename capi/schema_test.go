package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
	"qikit.dev/qikit/lib/compute"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/gamefile"
	"qikit.dev/qikit/lib/gateway"
	"qikit.dev/qikit/lib/host"
	"qikit.dev/qikit/lib/job"
	"qikit.dev/qikit/lib/review"
	"qikit.dev/qikit/lib/selfplay"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/sgcp/remote"
	"qikit.dev/qikit/lib/train"
)

// Every form that the header names has a schema, and every schema is named
// there or is a part of one that is.
func TestSchemas_areTheHeaders(t *testing.T) {
	header, err := os.ReadFile(filepath.Join("..", "include", "qikit.h"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join("..", "include", "schema", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no schemas: %v", err)
	}
	have := map[string]bool{}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		have[name] = true
		s := readSchema(t, name)
		if s["$id"] != "https://qikit.dev/schema/"+name+".json" || s["title"] == nil || s["description"] == nil {
			t.Errorf("%s.json: $id %v, title %v, description %v", name, s["$id"], s["title"], s["description"])
		}
		if !bytes.Contains(header, []byte(`"qikit/`+name+`/1"`)) && !bytes.Contains(header, []byte("schema/"+name+".json")) {
			t.Errorf("%s.json: the header does not name it", name)
		}
	}
	for _, m := range regexp.MustCompile(`"qikit/([\w-]+)/1"|schema/([\w-]+)\.json`).FindAllSubmatch(header, -1) {
		if name := string(m[1]) + string(m[2]); !have[name] {
			t.Errorf("the header names %q, which has no schema", name)
		}
	}
}

func TestOptionSchemas_keysAreTheStructs(t *testing.T) {
	for name, options := range map[string]any{
		"book-options": generate.Options{}, "prune-options": book.PruneOptions{}, "engine-options": engine.Options{},
		"game-read-options": gamefile.ReadOptions{}, "game-write-options": gamefile.WriteOptions{},
		"table-options": engine.TableOptions{}, "review-options": review.Options{}, "review-svg-options": review.SVGOptions{}, "review-question": review.Question{}, "selfplay-options": selfplay.Options{}, "match-options": selfplay.MatchOptions{},
		"sgcp-client-options": remote.Options{}, "gateway-options": gateway.Options{},
		"rollout-options": selfplay.RolloutOptions{}, "train-options": train.Options{}, "terminal-options": compute.WorkOptions{},
	} {
		s := readSchema(t, name)
		sameKeys(t, s, s, reflect.TypeOf(options), name)
	}
	// A player is an engine and two limits.
	whole := readSchema(t, "book-options")
	_, player := resolve(t, whole, schema{"$ref": "#/$defs/player"})
	want := []string{"nodes", "time"}
	for key := range readSchema(t, "engine-options")["properties"].(schema) {
		want = append(want, key)
	}
	var got []string
	for key := range player["properties"].(schema) {
		got = append(got, key)
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("a player has %v, want %v", got, want)
	}
}

// defaults compares what a schema says of defaults with the options as JSON.
func defaults(t *testing.T, whole, s schema, at string, value any) {
	whole, s = resolve(t, whole, s)
	object, ok := value.(map[string]any)
	if !ok {
		return
	}
	for key, p := range s["properties"].(schema) {
		said, ok := p.(schema)["default"]
		got := object[key]
		if ok && fmt.Sprint(said) != fmt.Sprint(got) && !(got == nil && reflect.ValueOf(said).Kind() == reflect.Slice) {
			t.Errorf("%s.%s: the default is %v, the schema says %v", at, key, got, said)
		}
		if _, nested := p.(schema)["properties"]; nested {
			defaults(t, whole, p.(schema), at+"."+key, got)
		}
	}
}

// asJSON is a struct of options as a JSON reader gives it: by keys, times in
// seconds.
func asJSON(t *testing.T, v reflect.Value) any {
	_, custom := v.Interface().(json.Marshaler)
	switch {
	case v.Type() == reflect.TypeFor[time.Duration]():
		return v.Interface().(time.Duration).Seconds()
	case v.Kind() == reflect.Pointer && !v.IsNil() && !custom:
		return asJSON(t, v.Elem())
	case v.Kind() == reflect.Struct && !custom:
		object := map[string]any{}
		for _, f := range reflect.VisibleFields(v.Type()) {
			key, omit, _ := strings.Cut(f.Tag.Get("json"), ",")
			if inner := v.FieldByIndex(f.Index); key != "" && key != "-" && (omit == "" || !inner.IsZero()) {
				object[key] = asJSON(t, inner)
			}
		}
		return object
	}
	text, err := json.Marshal(v.Interface())
	if err != nil {
		t.Fatal(err)
	}
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatal(err)
	}
	return value
}

func TestOptionSchemas_defaultsAreTheLibrarys(t *testing.T) {
	check := func(name string, options any, drop ...string) {
		value := asJSON(t, reflect.ValueOf(options))
		s := readSchema(t, name)
		for _, key := range drop {
			delete(s["properties"].(schema), key)
		}
		defaults(t, s, s, name, value)
	}
	check("book-options", generate.DefaultOptions())
	check("prune-options", book.DefaultPrune())
	check("game-read-options", gamefile.ReadOptions{})
	check("game-write-options", gamefile.WriteOptions{})
	check("table-options", engine.DefaultTableOptions())
	check("review-options", review.DefaultOptions())
	check("review-svg-options", review.DefaultSVG())
	check("selfplay-options", selfplay.DefaultOptions())
	check("match-options", selfplay.DefaultMatch())
	check("rollout-options", selfplay.DefaultRollout())
	check("train-options", train.DefaultOptions())
	check("sgcp-client-options", remote.DefaultOptions())
	check("gateway-options", gateway.DefaultOptions(), "seed", "keys") // random; null is empty
	check("terminal-options", compute.DefaultWorkOptions())
	check("engine-options", engine.DefaultOptions(), "args", "settings") // null is empty
	// What is off by default has defaults of its own once it is on.
	on, err := generate.ParseOptions([]byte(`{"game": "xiangqi", "out": "x", "balance": {"rank": {}}, "stop": {"win": {}, "draw": {}}}`))
	if err != nil {
		t.Fatal(err)
	}
	on.Breadth = generate.DefaultBreadth()
	check("book-options", on, "breadth", "balance", "stop")
	s := readSchema(t, "book-options")
	for key, value := range map[string]any{"breadth": on.Breadth, "balance": on.Balance} {
		v := asJSON(t, reflect.ValueOf(value))
		p := s["properties"].(schema)[key].(schema)
		delete(p["properties"].(schema), "rank") // null by default, but on here
		defaults(t, s, p, key, v)
	}
}

// object writes the defaults of a schema as an object.
func object(t *testing.T, name string) []byte {
	all := map[string]any{}
	for key, p := range readSchema(t, name)["properties"].(schema) {
		if d, ok := p.(schema)["default"]; ok {
			all[key] = d
		}
	}
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// The options that the schemas' own defaults make are taken.
func TestOptionSchemas_defaultsAreTaken(t *testing.T) {
	b, err := game.New("xiangqi", game.Setup{Rules: object(t, "xiangqi-rules")})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := game.New("go", game.Setup{Rules: object(t, "go-rules")}); err != nil {
		t.Error(err)
	}
	if _, err := game.New("capturego", game.Setup{Rules: object(t, "capturego-rules")}); err != nil {
		t.Error(err)
	}
	if _, err := game.New("chinesecheckers", game.Setup{Rules: object(t, "chinesecheckers-rules")}); err != nil {
		t.Error(err)
	}
	if _, err := game.New("ludo", game.Setup{Rules: object(t, "ludo-rules")}); err != nil {
		t.Error(err)
	}
	if _, err := game.ParseSVG(b, object(t, "svg-options")); err != nil {
		t.Error(err)
	}
	if _, err := engine.ParseOptions(object(t, "engine-options")); err != nil {
		t.Error(err)
	}
	if _, err := book.ParsePruneOptions(object(t, "prune-options")); err != nil {
		t.Error(err)
	}
	if _, err := selfplay.ParseMatch(object(t, "match-options")); err != nil {
		t.Error(err)
	}
	learnt := bytes.Replace(object(t, "rollout-options"), []byte("{"), []byte(`{"samples": ["x"], "out": "y", `), 1)
	validate(t, "rollout-options", learnt)
	if _, err := selfplay.ParseRollout(learnt); err != nil {
		t.Error(err)
	}
	trained := bytes.Replace(object(t, "train-options"), []byte("{"), []byte(`{"books": ["x"], "out": "y", `), 1)
	validate(t, "train-options", trained)
	if _, err := train.ParseOptions(trained); err != nil {
		t.Error(err)
	}
	samples := bytes.Replace(object(t, "selfplay-options"), []byte("{"), []byte(`{"out": "x", `), 1)
	validate(t, "selfplay-options", samples)
	if _, err := selfplay.ParseOptions(samples); err != nil {
		t.Error(err)
	}
	client := bytes.Replace(object(t, "sgcp-client-options"), []byte("{"), []byte(`{"port": 1, "nick": "amy", `), 1)
	validate(t, "sgcp-client-options", client)
	if _, err := remote.ParseOptions(client); err != nil {
		t.Error(err)
	}
	terminal := bytes.Replace(object(t, "terminal-options"), []byte("{"), []byte(`{"port": 1, `), 1)
	validate(t, "terminal-options", terminal)
	if _, err := compute.ParseJoin(terminal); err != nil {
		t.Error(err)
	}
	if _, err := gateway.ParseOptions(object(t, "gateway-options")); err != nil {
		t.Error(err)
	}
	options := bytes.Replace(object(t, "book-options"), []byte("{"), []byte(`{"game": "xiangqi", "out": "x", `), 1)
	validate(t, "book-options", options)
	if _, err := generate.ParseOptions(options); err != nil {
		t.Error(err)
	}
}

func boardReports(t *testing.T) {
	b, err := game.New("xiangqi", game.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	validate(t, "board", game.Report(b))
	mated, err := game.New("xiangqi", game.Setup{Position: "1R2k4/R8/9/9/9/9/9/9/9/3K5 b - - 0 1"})
	if err != nil {
		t.Fatal(err)
	}
	validate(t, "board", game.Report(mated))
	moved := b.Copy()
	moved.Play(moved.Moves(nil)[0])
	men, err := game.MenReport(moved)
	if err != nil {
		t.Fatal(err)
	}
	validate(t, "men", men)
	games, err := gamefile.Read([]byte("[Red \"Hu\"]\n\n1. C2.5 {the gun} h8+7 1-0\n"), gamefile.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	played, err := games[0].JSON()
	if err != nil {
		t.Fatal(err)
	}
	validate(t, "game", played)
	captures, err := game.New("surakarta", game.Setup{Position: "6/6/6/6/b5/1w4 b", Rules: object(t, "surakarta-rules")})
	if err != nil {
		t.Fatal(err)
	}
	for name, report := range map[string]func() ([]byte, error){
		"route":   func() ([]byte, error) { return game.RouteReport(captures, "a2xb1") },
		"targets": func() ([]byte, error) { return game.TargetsReport(captures, "a2") },
		"men":     func() ([]byte, error) { return game.MenReport(captures) },
	} {
		text, err := report()
		if err != nil {
			t.Fatal(err)
		}
		validate(t, name, text)
	}
	tables, err := engine.ParseTableOptions(object(t, "table-options"))
	if err != nil {
		t.Fatal(err)
	}
	tables.Largest = "1v1"
	built := ended(t, job.Start(engine.TableWork("surakarta", t.TempDir(), tables)))
	validate(t, "tables", built[len(built)-1])
	validate(t, "perft", game.PerftReport(b, 2, nil))
	validate(t, "runtime", host.Stats{Games: game.Names(), Handles: map[string]int{"board": 0}}.Measure())

	for _, kind := range []string{"alphabeta", "mcts"} {
		o := engine.DefaultOptions()
		o.Kind, o.TableMB = kind, 1
		e, err := engine.New("xiangqi", o)
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		l := engine.DefaultLimits()
		l.Depth, l.Visits, l.Lines = 2, 50, 3
		for _, board := range []game.Board{b, mated} {
			for _, text := range ended(t, job.Start(engine.Work(e, board, l))) {
				validate(t, "search-result", text)
			}
		}
		if terms, err := engine.Evaluate(e, b); err == nil {
			validate(t, "evaluation", engine.TermsJSON(terms))
		}
	}
}

// ended waits for a job and gives its events and, last, its result.
func ended(t *testing.T, j *job.Job) (texts [][]byte) {
	<-j.Done()
	for j.Event(func(e []byte) error { texts = append(texts, e); return nil }) == nil {
	}
	result, err := j.Result()
	if err != nil {
		t.Fatal(err)
	}
	return append(texts, result)
}

func bookReports(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.qkb")
	o := generate.DefaultOptions()
	o.Game, o.Out, o.Games, o.MaxPlies = "xiangqi", path, 3, 10
	o.Depth = generate.Depth{Scope: generate.ScopePly, Distribution: generate.DistributionUniform, Min: 1, Max: 2}
	o.Reevaluate.Depth = 2
	seed := uint64(math.MaxUint64 >> 11)
	o.Seed = &seed
	texts := ended(t, job.Start(generate.Work(o)))
	for _, text := range texts[:len(texts)-1] {
		validate(t, "progress", text)
	}
	validate(t, "book-summary", texts[len(texts)-1])
	learner := train.DefaultOptions()
	learner.Books, learner.Out, learner.HeldOut, learner.Width, learner.Passes = []string{path}, path+".qnet", 0.5, 16, 1
	learner.SkipCheck, learner.SkipCaptures, learner.MaxScore = false, false, 32000
	texts = ended(t, job.Start(train.Work(learner)))
	for _, text := range texts[:len(texts)-1] {
		validate(t, "train-loss", text)
	}
	validate(t, "train", texts[len(texts)-1])
	b, err := book.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	entry, err := b.Lookup("")
	if err != nil {
		t.Fatal(err)
	}
	validate(t, "book-entry", entry.JSON())
	lines, _, err := b.Page(0, 100)
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(lines) {
		validate(t, "record", line)
	}
	last := func(w job.Work) []byte {
		texts := ended(t, job.Start(w))
		return texts[len(texts)-1]
	}
	validate(t, "export", last(b.ExportWork(filepath.Join(dir, "a.pgn"), "pgn", book.ExportOptions{})))
	validate(t, "book-stats", last(b.StatsWork()))
	validate(t, "book-minimax", last(book.MinimaxWork(path)))
	other, err := book.Create(filepath.Join(dir, "b.qkb"), book.CreateOptions{Game: "xiangqi", Dedupe: true})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	validate(t, "book-import", last(other.MergeWork(path)))
	validate(t, "book-import", last(other.AddGamesWork(filepath.Join(dir, "a.pgn"))))
	validate(t, "book-check", last(book.CheckWork(path)))
	validate(t, "book-repair", last(book.RepairWork(path, filepath.Join(dir, "copy.qkb"))))
	prune := book.DefaultPrune()
	prune.MinCount = 2
	validate(t, "book-prune", last(other.PruneWork(prune)))
	if _, err := other.Prune(context.Background(), prune); err != nil {
		t.Fatal(err)
	}
}

func selfplayReports(t *testing.T) {
	o := selfplay.DefaultOptions()
	o.Out, o.Games, o.Visits, o.FastVisits = filepath.Join(t.TempDir(), "a.samples"), 2, 8, 4
	texts := ended(t, job.Start(selfplay.Work(o)))
	validate(t, "selfplay", texts[len(texts)-1])
	w := selfplay.DefaultRollout()
	w.Samples, w.Out = []string{o.Out}, o.Out+".qnet"
	texts = ended(t, job.Start(selfplay.RolloutWork(w)))
	validate(t, "rollout-weights", texts[len(texts)-1])
	m := selfplay.DefaultMatch()
	m.Games, m.Visits = 2, 4
	texts = ended(t, job.Start(selfplay.MatchWork(m)))
	validate(t, "match", texts[len(texts)-1])
}

func sgcpReports(t *testing.T) {
	g, err := gateway.Start(gateway.DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	o, err := remote.ParseOptions(fmt.Appendf(nil, `{"port": %d, "nick": "amy"}`, g.Port()))
	if err != nil {
		t.Fatal(err)
	}
	c := remote.New(o)
	life := job.Start(c.Life)
	validate(t, "gateway", g.State())
	for _, command := range []sgcp.Number{sgcp.CommandWait, sgcp.CommandListWaiting, sgcp.CommandReady, sgcp.CommandQuit} {
		texts := ended(t, job.Start(c.Send(command, "")))
		validate(t, "sgcp-answer", texts[len(texts)-1])
	}
	for _, text := range ended(t, life) {
		if bytes.Contains(text, []byte("qikit/sgcp-client/1")) {
			validate(t, "sgcp-client", text)
		} else {
			validate(t, "sgcp-event", text)
		}
	}
}

func reviewReports(t *testing.T) {
	options := bytes.Replace(object(t, "review-options"), []byte("{"), []byte(`{"user": "black", `), 1)
	validate(t, "review-options", options)
	o, err := review.ParseOptions(options)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := review.ParseSVG(object(t, "review-svg-options")); err != nil {
		t.Error(err)
	}
	o.Visits, o.TargetVisits, o.DemonstrateVisits, o.ProofNodes, o.Range = 32, 64, 32, 20, &review.Range{1, 3}
	const sgf = "(;SZ[5]RU[Capture-1];B[be];W[cc];B[ed];W[de];B[dd];W[ce];B[dc];W[bd];B[ee];W[ae])"
	texts := ended(t, job.Start(review.Work([]byte(sgf), o)))
	for _, text := range texts[:len(texts)-1] {
		validate(t, "review-progress", text)
	}
	validate(t, "review", texts[len(texts)-1])
	for _, key := range []string{`"demonstration":["`, `"accepted":["`} {
		if !bytes.Contains(texts[len(texts)-1], []byte(key)) {
			t.Errorf("no %s in %s", key, texts[len(texts)-1])
		}
	}
}

func TestReports_areAsTheirSchemasSay(t *testing.T) {
	t.Run("sgcp", sgcpReports)
	t.Run("terminals", terminalReports)
	t.Run("self-play", selfplayReports)
	t.Run("boards and engines", boardReports)
	t.Run("books", bookReports)
	t.Run("reviews", reviewReports)
}
