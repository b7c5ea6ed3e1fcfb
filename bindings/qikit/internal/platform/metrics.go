package platform

import (
	"io"

	"qikit.dev/qikit/bindings/qikit/internal/server"
	"qikit.dev/qikit/lib/gateway"
	"qikit.dev/qikit/lib/platform"
)

// source is the platform as its supervisor sees it: its own figures, those of its
// terminals, and those of its hall when it has one. It is ill when one of them is.
func source(p *platform.Platform, hall *gateway.Gateway, host *terminals) server.Source {
	own := server.Source{Write: func(io.Writer) error { return nil }, Ill: func() error { return nil }}
	if hall != nil {
		own = server.Of(hall)
	}
	write := func(w io.Writer) error {
		f := p.Figures()
		text := server.Text{Prefix: "qikit_platform"}
		text.Counter("games_total", "Games begun.", f.Games)
		text.Counter("moves_total", "Moves chosen.", f.Moves)
		text.Counter("predicted_total", "Moves of opponents that were looked for ahead.", f.Predicted)
		text.Counter("hits_total", "Of these, answered ahead.", f.Hits)
		text.Counter("learnt_total", "Positions analysed by self-learning.", f.Learnt)
		count := 0
		if host.Host != nil {
			count = host.Count()
		}
		text.Gauge("terminals", "Compute terminals.", count)
		if _, err := text.WriteTo(w); err != nil {
			return err
		}
		return own.Write(w)
	}
	ill := func() error {
		if host.cluster != nil {
			if err := host.cluster.Err(); err != nil {
				return err
			}
		}
		return own.Ill()
	}
	return server.Source{Write: write, Ill: ill}
}
