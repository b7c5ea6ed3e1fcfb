package farm

import (
	"io"
	"sync/atomic"

	"qikit.dev/qikit/bindings/qikit/internal/server"
	"qikit.dev/qikit/bindings/qikit/internal/verb"
	"qikit.dev/qikit/lib/cluster"
)

// service is what a coordinator and a worker have of a server: a log and figures.
type service struct {
	server.Log
	server.Metrics
}

func watched(set *verb.Flags) *service {
	s := &service{}
	s.Log.Flags(set, "log also what is usual, such as parts that come again")
	s.Metrics.Flags(set)
	return s
}

// begin opens the log, connects and serves the figures, which write adds. stop ends the last two.
func (s *service) begin(co cluster.Options, log io.Writer, write func(*server.Text)) (c *cluster.Cluster, said string, stop func(), err error) {
	if co.Log, err = s.Log.Open(log); err != nil {
		return nil, "", nil, err
	}
	if c, err = cluster.Start(co); err != nil {
		return nil, "", nil, err
	}
	said, end, err := s.Metrics.Serve(server.Source{Ill: c.Err, Write: func(w io.Writer) error {
		text := &server.Text{Prefix: "qikit_farm"}
		write(text)
		_, err := text.WriteTo(w)
		return err
	}})
	if err != nil {
		c.Close()
		return nil, "", nil, err
	}
	return c, said, func() { end(); c.Close() }, nil
}

// farming is how far the coordinator's book has come.
type farming struct {
	atomic.Pointer[cluster.Farming]
}

func (f *farming) write(text *server.Text) {
	p := f.Load()
	if p == nil {
		p = &cluster.Farming{}
	}
	text.Gauge("steps_done", "Steps of this phase of the book that are done.", p.Done)
	text.Gauge("steps", "Steps of this phase of the book.", p.Total)
	text.Gauge("workers", "Workers heard of in the last few seconds.", p.Workers)
	text.Gauge("parts", "Parts in the queue or with a worker.", p.Parts)
	text.Gauge("records_per_second", "Records made in a second.", p.Rate)
	text.Gauge("banned", "Members who handed in forged results.", p.Banned)
}
