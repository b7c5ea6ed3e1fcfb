package farm

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"qikit.dev/qikit/bindings/qikit/internal/verb"
	"qikit.dev/qikit/lib/book/generate"
	"qikit.dev/qikit/lib/cluster"
)

var coordinator = verb.Verb{
	Name:    "coordinator",
	Does:    "let workers make a book, and keep it",
	Resumes: true,
	Flags: func(set *verb.Flags) verb.Run {
		f := coordination{
			options:        set.String("options", "", "file with the options of the book, JSON; required"),
			path:           set.String("out", "", "the book file; required"),
			url:            set.String("nats", "", "NATS server to use; default: one within this process"),
			listen:         set.String("listen", "127.0.0.1:4222", "address of the server within this process, port 0 for any"),
			members:        set.String("members", "", "file of public keys that may work, one a line; needed off loopback; default: that of a key in --out and .key, which is made if it is not there"),
			certificate:    set.String("cert", "", "certificate of the server within this process, with --certkey"),
			certificateKey: set.String("certkey", "", "its private key"),
			who:            credentials(set),
			service:        watched(set),
		}
		return func(ctx context.Context, s verb.Streams, _ []string) error { return f.coordinate(ctx, s) }
	},
}

// coordination are the flags of a coordinator.
type coordination struct {
	options, path, url, listen, members, certificate, certificateKey *string
	who                                                              identity
	service                                                          *service
}

// coordinate lets workers make a book and keeps it.
func (f coordination) coordinate(ctx context.Context, s verb.Streams) error {
	if *f.options == "" || *f.path == "" {
		return verb.Usagef("expected --options and --out")
	}
	o, err := readOptions(*f.options, *f.path)
	if err != nil {
		return err
	}
	// Without this check a mistyped folder would be made for the queue.
	if _, err := os.Stat(filepath.Dir(*f.path)); err != nil {
		return fmt.Errorf("the folder of --out: %w", err)
	}
	co, err := f.cluster()
	if err != nil {
		return err
	}
	var now farming
	c, metrics, stop, err := f.service.begin(co, s.Err, now.write)
	if err != nil {
		return err
	}
	defer stop()
	fmt.Fprintln(s.Out, "coordinating at", c.URL()+metrics)
	if *f.url == "" && *f.members == "" {
		fmt.Fprintln(s.Out, "workers show the key", *f.path+".key")
	}
	tell := teller(s.Out)
	summary, err := c.GenerateBook(ctx, o, func(p cluster.Farming) {
		now.Store(&p)
		tell(p)
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(s.Out, "complete: %d games, %d positions in %s\n", summary.Games, summary.Positions, summary.Path)
	if co.Dir == "" {
		return nil
	}
	stop()
	return os.RemoveAll(co.Dir) // the book holds all that was in it
}

// cluster is the connection that the flags ask for, or the server within this process.
func (f coordination) cluster() (cluster.Options, error) {
	co, err := f.who.options(*f.url)
	if err != nil || *f.url != "" {
		return co, err
	}
	co.Dir = *f.path + ".queue"
	if co.Host, co.Port, err = address(*f.listen); err != nil {
		return co, err
	}
	if *f.members != "" {
		if co.Members, err = readMembers(*f.members); err != nil {
			return co, err
		}
	} else if ip := net.ParseIP(co.Host); co.Host == "localhost" || ip != nil && ip.IsLoopback() {
		co.KeyFile = *f.path + ".key"
	}
	if *f.certificate != "" || *f.certificateKey != "" {
		pair, err := tls.LoadX509KeyPair(*f.certificate, *f.certificateKey)
		if err != nil {
			return co, err
		}
		co.TLS = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
	}
	return co, nil
}

// teller prints the progress once a second.
func teller(out io.Writer) func(cluster.Farming) {
	var told time.Time
	return func(p cluster.Farming) {
		if time.Since(told) < time.Second {
			return
		}
		told = time.Now()
		left := ""
		if p.Left >= 0 {
			left = fmt.Sprintf(", %v left", time.Duration(p.Left*float64(time.Second)).Round(time.Second))
		}
		fmt.Fprintf(out, "%s: %d of %d steps, %d workers, %d parts out, %.0f records/s%s\n", p.Phase, p.Done, p.Total, p.Workers, p.Parts, p.Rate, left)
	}
}

// readOptions reads the options of a book; the coordinator itself sets Out and
// Resume.
func readOptions(file, path string) (generate.Options, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return generate.Options{}, err
	}
	o, err := generate.ParseOptions(withOut(text))
	if err != nil {
		return o, fmt.Errorf("%s: %w", file, err)
	}
	o.Out, o.Resume = path, true
	return o, nil
}

// withOut adds the key "out", which options must have and the file may leave out;
// of two such keys the last one counts.
func withOut(text []byte) []byte {
	s := strings.TrimSpace(string(text))
	rest, ok := strings.CutPrefix(s, "{")
	if !ok {
		return text
	}
	comma := ","
	if strings.HasPrefix(strings.TrimSpace(rest), "}") {
		comma = ""
	}
	return []byte(`{"out": "-"` + comma + rest)
}

// address splits host:port.
func address(text string) (host string, port int, err error) {
	host, number, err := net.SplitHostPort(text)
	if err != nil {
		return "", 0, err
	}
	port, err = strconv.Atoi(number)
	return host, port, err
}

// readMembers reads public keys, one a line; empty lines and those that begin with
// # are left out.
func readMembers(path string) ([]string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var keys []string
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if err := cluster.CheckPublic(line); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", path, n, err)
		}
		keys = append(keys, line)
	}
	if len(keys) == 0 {
		return nil, fmt.Errorf("%s holds no key, expected one a line", path)
	}
	return keys, nil
}
