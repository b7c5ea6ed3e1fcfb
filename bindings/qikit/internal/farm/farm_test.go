package farm

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"

	"qikit.dev/qikit/bindings/qikit/internal/verb"
	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
	"qikit.dev/qikit/lib/cluster"
)

// asProgram, in the environment, makes the test binary the program. Its output is
// paced there.
const asProgram = "QIKIT_TEST_BOOKFARM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		toldEvery = 0
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		program := verb.Program{Name: "qikit", Verbs: []verb.Verb{Verb}, Env: os.LookupEnv}
		status := program.Do(ctx, verb.Streams{In: os.Stdin, Out: paced{bufio.NewReader(os.Stdin)}, Err: os.Stderr}, append([]string{"farm"}, os.Args[1:]...))
		stop()
		os.Exit(status)
	}
	os.Exit(m.Run())
}

// run executes a verb of the farm in this process.
func run(ctx context.Context, args []string, out io.Writer) error {
	return verb.Execute(ctx, Verb, verb.Streams{Out: out, Err: io.Discard}, args...)
}

// paced is a standard output on which a worker that has told of a part waits for a
// line, until there are no more.
type paced struct{ in *bufio.Reader }

func (p paced) Write(text []byte) (int, error) {
	n, err := os.Stdout.Write(text)
	if strings.Contains(string(text), "parts done") {
		p.in.ReadString('\n')
	}
	return n, err
}

// process is a program of ours.
type process struct {
	t    *testing.T
	name string
	cmd  *exec.Cmd
	in   io.WriteCloser

	mu      sync.Mutex
	out     []string
	err     bytes.Buffer
	changed chan struct{}
	ended   chan struct{}
}

func launch(t *testing.T, args ...string) *process {
	t.Helper()
	p := &process{t: t, name: args[0], cmd: exec.Command(os.Args[0], args...), changed: make(chan struct{}, 1), ended: make(chan struct{})}
	p.cmd.Env = append(os.Environ(), asProgram+"=1", "GOMAXPROCS=1")
	p.cmd.Stderr = &p.err
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(p.ended)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			p.mu.Lock()
			p.out = append(p.out, lines.Text())
			p.mu.Unlock()
			select {
			case p.changed <- struct{}{}:
			default:
			}
		}
	}()
	t.Cleanup(func() { p.kill() })
	return p
}

// says waits for a line with a text, and returns the rest of the line.
func (p *process) says(text string) string {
	p.t.Helper()
	for late := await.Over(p.t); ; {
		p.mu.Lock()
		for i, line := range p.out {
			if _, rest, ok := strings.Cut(line, text); ok {
				p.out = p.out[i+1:]
				p.mu.Unlock()
				return strings.TrimSpace(rest)
			}
		}
		p.mu.Unlock()
		select {
		case <-p.changed:
		case <-p.ended:
			p.mu.Lock()
			n := len(p.out)
			last := strings.Join(p.out, "\n")
			p.mu.Unlock()
			if n == 0 || !strings.Contains(last, text) {
				p.cmd.Wait()
				p.t.Fatalf("%s ended, having said %q and %q, want %q", p.name, last, p.err.String(), text)
			}
		case <-late:
			p.t.Fatalf("%s has not said %q", p.name, text)
		}
	}
}

// kill kills the process as kill -9 does.
func (p *process) kill() {
	p.cmd.Process.Kill()
	<-p.ended
	p.cmd.Wait() // its error is the kill
}

// ends waits for the end.
func (p *process) ends() {
	p.t.Helper()
	select {
	case <-p.ended:
	case <-await.Over(p.t):
		p.t.Fatalf("%s has not ended", p.name)
	}
}

// fails waits for the end and gives the code and what was said of it.
func (p *process) fails() (code int, said string) {
	p.ends()
	err := p.cmd.Wait()
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		p.t.Fatalf("%s ended with %v, want a code", p.name, err)
	}
	return exit.ExitCode(), p.err.String()
}

// farm is a job in a directory of its own, with the book that one machine makes.
type farm struct {
	options, out, want string
}

const job = `{"game": "surakarta", "games": %d, "max_plies": 16, "seed": 7,
	"depth": {"distribution": "uniform", "min": 1, "max": 3}, "reevaluate": {"depth": 3, "lines": 2}}`

func newFarm(t *testing.T, games int) farm {
	t.Helper()
	dir := t.TempDir()
	f := farm{options: filepath.Join(dir, "book.json"), out: filepath.Join(dir, "book.qkb")}
	if err := os.WriteFile(f.options, fmt.Appendf(nil, job, games), 0o600); err != nil {
		t.Fatal(err)
	}
	o, err := readOptions(f.options, f.out+".alone")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := generate.Book(t.Context(), o, nil); err != nil {
		t.Fatal(err)
	}
	f.want = jsonl(t, f.out+".alone")
	return f
}

func jsonl(t *testing.T, path string) string {
	t.Helper()
	b, err := book.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	out := filepath.Join(t.TempDir(), "export")
	if _, err := b.Export(t.Context(), out, "jsonl", book.ExportOptions{}, nil); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// loopback is an address that no connection goes out from, or one that tries the
// port of a server that was killed may take it.
var loopback = map[bool]string{true: "127.0.0.2", false: "127.0.0.1"}[runtime.GOOS == "linux"]

// Coordinator, with the server in it, and workers are killed again and again, and
// once interrupted: the book is the one of a single machine.
func TestBookfarm_killedAgainAndAgain(t *testing.T) {
	games, kills := 120, 3
	if testing.Short() {
		games, kills = 40, 1
	}
	f := newFarm(t, games)
	coordinator := launch(t, "coordinator", "-options", f.options, "-out", f.out, "-listen", loopback+":0")
	url := coordinator.says("coordinating at ")
	again := []string{"coordinator", "-options", f.options, "-out", f.out, "-listen", strings.TrimPrefix(url, "nats://")}
	// With so few parts for each worker, work is left at every kill, however late
	// it comes.
	other := launch(t, "worker", "-nats", url, "-workers", "1", "-key", f.out+".key")
	victim := launch(t, "worker", "-nats", url, "-workers", "1", "-key", f.out+".key")
	for range kills {
		fmt.Fprint(other.in, "\n\n\n")
		victim.says("parts done")
		victim.kill()
		victim = launch(t, "worker", "-nats", url, "-workers", "1", "-key", f.out+".key")
		coordinator.kill()
		if _, err := os.Stat(f.out + ".queue"); err != nil {
			t.Fatalf("the book was complete before the kill: %v", err)
		}
		coordinator = launch(t, again...)
		coordinator.says("coordinating at ")
	}
	victim.says("parts done")
	coordinator.cmd.Process.Signal(syscall.SIGINT)
	if code, said := coordinator.fails(); code != 130 || !strings.Contains(said, "goes on") {
		t.Errorf("interrupted: code %d, %q", code, said)
	}
	other.in.Close()
	victim.in.Close()
	coordinator = launch(t, again...)
	if said := coordinator.says("complete: "); !strings.HasPrefix(said, fmt.Sprint(games, " games")) {
		t.Errorf("said %q, want %d games", said, games)
	}
	coordinator.ends()
	if err := coordinator.cmd.Wait(); err != nil {
		t.Errorf("the coordinator ended with %v: %s", err, &coordinator.err)
	}
	if got := jsonl(t, f.out); got != f.want {
		t.Errorf("%d octets of JSONL, another book than the %d octets of one machine", len(got), len(f.want))
	}
	if _, err := os.Stat(f.out + ".queue"); !os.IsNotExist(err) {
		t.Errorf("the queue is still there: %v", err)
	}
	victim.cmd.Process.Signal(syscall.SIGINT)
	if code, _ := victim.fails(); code != 130 {
		t.Errorf("the worker, interrupted: code %d", code)
	}
	// A complete book stays complete.
	launch(t, again...).says(fmt.Sprintf("complete: %d games", games))
}

// Workers of other machines need a key.
func TestBookfarm_keys(t *testing.T) {
	f := newFarm(t, 4)
	dir := t.TempDir()
	var said bytes.Buffer
	secret, stranger := filepath.Join(dir, "key"), filepath.Join(dir, "stranger")
	if err := run(t.Context(), []string{"key", "-out", secret}, &said); err != nil {
		t.Fatal(err)
	}
	if err := run(t.Context(), []string{"key", "-out", secret}, &said); !errors.Is(err, os.ErrExist) {
		t.Errorf("a key over another: %v", err)
	}
	if err := run(t.Context(), []string{"key", "-out", stranger}, &bytes.Buffer{}); err != nil {
		t.Fatal(err)
	}
	members := filepath.Join(dir, "members")
	if err := os.WriteFile(members, []byte("# mine\n\n"+said.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	coordinator := launch(t, "coordinator", "-options", f.options, "-out", f.out, "-listen", "127.0.0.1:0", "-members", members)
	url := coordinator.says("coordinating at ")
	ctx := await.Context(t)
	for name, args := range map[string][]string{
		"no key":    {"worker", "-nats", url},
		"wrong key": {"worker", "-nats", url, "-key", stranger},
	} {
		if err := run(ctx, args, &bytes.Buffer{}); !errors.Is(err, cluster.ErrUnauthorised) {
			t.Errorf("%s: %v, want ErrUnauthorised", name, err)
		}
	}
	if err := run(ctx, []string{"worker", "-nats", "nats://127.0.0.1:1", "-connect", "100ms"}, &bytes.Buffer{}); !errors.Is(err, cluster.ErrUnreachable) {
		t.Errorf("nobody there: %v, want ErrUnreachable", err)
	}
	launch(t, "worker", "-nats", url, "-key", secret).in.Close()
	coordinator.says("complete: ")
	if jsonl(t, f.out) != f.want {
		t.Error("the book differs")
	}
}

// Other users of the coordinator's machine need one too: the coordinator's own.
func TestBookfarm_keysOnLoopback(t *testing.T) {
	f := newFarm(t, 4)
	coordinator := launch(t, "coordinator", "-options", f.options, "-out", f.out, "-listen", "127.0.0.1:0", "-metrics", ":0")
	url, figures, _ := strings.Cut(coordinator.says("coordinating at "), " metrics ")
	asked(t, figures, "qikit_farm_workers 0\n")
	if err := run(t.Context(), []string{"worker", "-nats", url}, &bytes.Buffer{}); !errors.Is(err, cluster.ErrUnauthorised) {
		t.Errorf("no key: %v, want ErrUnauthorised", err)
	}
	if info, err := os.Stat(f.out + ".key"); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the key: %v, %v, want mode 0600", info, err)
	}
	worker := launch(t, "worker", "-nats", url, "-key", f.out+".key", "-metrics", ":0", "-log", "text")
	_, figures, _ = strings.Cut(worker.says("working for "), " metrics ")
	worker.says("parts done") // it waits for a line before it tells of another part
	asked(t, figures, "qikit_farm_parts_done_total 1\n")
	worker.in.Close()
	coordinator.says("complete: ")
}

// asked wants a figure at an address on loopback, and that the server there is well.
func asked(t *testing.T, address, figure string) {
	t.Helper()
	if !strings.HasPrefix(address, "127.0.0.1:") {
		t.Fatalf("the figures are at %q, want loopback", address)
	}
	for path, want := range map[string]string{"/metrics": "\n" + figure, "/healthz": "ok\n"} {
		answer, err := http.Get("http://" + address + path)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || answer.StatusCode != http.StatusOK || !strings.Contains(string(text), want) {
			t.Errorf("%s: %s, %v\n%s\nwant %q in it", path, answer.Status, err, text, want)
		}
	}
}

func TestBookfarm_badArguments(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	good := write("good.json", "{\"game\": \"surakarta\"}")
	for _, row := range []struct {
		args []string
		want string
	}{
		{nil, "expected coordinator"},
		{[]string{"chess"}, "expected coordinator"},
		{[]string{"worker"}, "expected --nats"},
		{[]string{"worker", "-nats", "nats://127.0.0.1:1", "-log", "xml"}, "expected json or text"},
		{[]string{"coordinator", "-options", good, "-out", dir + "/x", "-listen", "127.0.0.1:0", "-metrics", "9321"}, "--metrics"},
		{[]string{"coordinator"}, "expected --options and --out"},
		{[]string{"key"}, "expected --out"},
		{[]string{"coordinator", "-options", dir + "/missing", "-out", dir + "/x"}, "no such file"},
		{[]string{"coordinator", "-options", write("list.json", "[]"), "-out", dir + "/x"}, "expected a JSON object"},
		{[]string{"coordinator", "-options", write("empty.json", "{}"), "-out", dir + "/x"}, "game"},
		{[]string{"coordinator", "-options", write("unknown.json", `{"gaem": 1}`), "-out", dir + "/x"}, `no option "gaem"`},
		{[]string{"coordinator", "-options", good, "-out", dir + "/x", "-listen", "0.0.0.0:0"}, "expected the keys"},
		{[]string{"coordinator", "-options", good, "-out", dir + "/x", "-listen", "here"}, "missing port"},
		{[]string{"coordinator", "-options", good, "-out", dir + "/x", "-members", write("members", "bob")}, "line 1"},
		{[]string{"coordinator", "-options", good, "-out", dir + "/x", "-members", write("none", "#")}, "holds no key"},
		{[]string{"coordinator", "-options", good, "-out", dir + "/x", "-cert", dir + "/missing"}, "no such file"},
		{[]string{"coordinator", "-options", good, "-out", good + "/x", "-listen", "127.0.0.1:0"}, "not a directory"},
		{[]string{"coordinator", "-options", good, "-out", dir + "/nowhere/x", "-listen", "127.0.0.1:0"}, "nowhere: no such file"},
		{[]string{"worker", "-nats", "nats://127.0.0.1:1", "-key", good}, "not a key"},
		{[]string{"worker", "-nats", "nats://127.0.0.1:1", "-ca", good}, "no certificate"},
	} {
		err := run(t.Context(), row.args, &bytes.Buffer{})
		if err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%q: %v, want %q", row.args, err, row.want)
		}
	}
	if _, err := os.Stat(dir + "/nowhere"); !os.IsNotExist(err) {
		t.Errorf("the folder of a book that is refused: %v, want none", err)
	}
}
