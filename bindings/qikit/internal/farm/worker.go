package farm

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"qikit.dev/qikit/bindings/qikit/internal/server"
	"qikit.dev/qikit/bindings/qikit/internal/verb"
	"qikit.dev/qikit/lib/cluster"
)

// toldEvery is the time between two lines about the parts done.
var toldEvery = time.Second

var worker = verb.Verb{
	Name:    "worker",
	Does:    "do parts of books until it is stopped",
	Resumes: true,
	Flags: func(set *verb.Flags) verb.Run {
		url := set.String("nats", "", "the coordinator's URL; required")
		workers := set.Int("workers", runtime.GOMAXPROCS(0), "parts done at once")
		programs := set.String("programs", "", "engines that jobs may start on this machine, a comma between; default: the built-in ones only")
		who, service := credentials(set), watched(set)
		return func(ctx context.Context, s verb.Streams, _ []string) error {
			wo := cluster.WorkOptions{Workers: *workers}
			if *programs != "" {
				wo.Programs = strings.Split(*programs, ",")
			}
			return work(ctx, *url, who, service, wo, s)
		}
	},
}

// work does parts of books until it is stopped.
func work(ctx context.Context, url string, who identity, service *service, wo cluster.WorkOptions, s verb.Streams) error {
	if url == "" {
		return verb.Usagef("expected --nats")
	}
	co, err := who.options(url)
	if err != nil {
		return err
	}
	var parts atomic.Int64
	c, metrics, stop, err := service.begin(co, s.Err, func(text *server.Text) {
		text.Counter("parts_done_total", "Parts done and handed in.", parts.Load())
	})
	if err != nil {
		return err
	}
	defer stop()
	fmt.Fprintln(s.Out, "working for", c.URL()+metrics)
	var told time.Time
	return c.WorkOnBooks(ctx, wo, func(p cluster.Working) {
		parts.Store(p.Parts)
		if time.Since(told) >= toldEvery {
			told = time.Now()
			fmt.Fprintf(s.Out, "%d parts done, the latest of job %s\n", p.Parts, p.Job)
		}
	})
}

// identity holds the flags that say which key to show and which certificates to
// trust.
type identity struct {
	key, ca         *string
	connect, giveUp *time.Duration
}

func credentials(set *verb.Flags) identity {
	return identity{
		key:     set.String("key", "", "file with our secret key, for -nats"),
		ca:      set.String("ca", "", "file with the certificate that the server's is signed by, for -nats"),
		connect: set.Duration("connect", time.Minute, "how long to wait for the server at first"),
		giveUp:  set.Duration("giveup", 10*time.Minute, "how long a lost server may stay away, 0 for ever"),
	}
}

// options are those of a connection to url.
func (i identity) options(url string) (cluster.Options, error) {
	o := cluster.DefaultOptions()
	o.URL, o.Connect, o.GiveUp = url, *i.connect, *i.giveUp
	if *i.key != "" {
		key, err := cluster.ReadKey(*i.key)
		if err != nil {
			return o, err
		}
		o.Key = key
	}
	if *i.ca != "" {
		text, err := os.ReadFile(*i.ca)
		if err != nil {
			return o, err
		}
		roots := x509.NewCertPool()
		if !roots.AppendCertsFromPEM(text) {
			return o, fmt.Errorf("%s holds no certificate", *i.ca)
		}
		o.TLS = &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}
	}
	return o, nil
}

var key = verb.Verb{
	Name: "key",
	Does: "make a secret key for a worker, and print its public half",
	Flags: func(set *verb.Flags) verb.Run {
		path := set.String("out", "", "file for the secret, which must not exist; required")
		return func(_ context.Context, s verb.Streams, _ []string) error { return makeKey(*path, s.Out) }
	},
}

// makeKey writes a new secret key to a file and prints its public half.
func makeKey(path string, out io.Writer) error {
	if path == "" {
		return verb.Usagef("expected --out")
	}
	key, err := newKey(path)
	if err != nil {
		return err
	}
	fmt.Fprintln(out, key.Public())
	return nil
}

// newKey makes a key, and the file that holds it, which only its user may read.
func newKey(path string) (cluster.Key, error) {
	key, err := cluster.NewKey()
	if err != nil {
		return key, err
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return key, err
	}
	_, err = fmt.Fprintln(file, key)
	return key, errors.Join(err, file.Close())
}
