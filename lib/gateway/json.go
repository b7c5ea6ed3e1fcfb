package gateway

import (
	"context"
	"encoding/json"
	"time"

	"qikit.dev/qikit/lib/job"
)

// State is a JSON object, "qikit/gateway/1": address, port, connections, sessions,
// waiting, playing (games under way), games (since the start), moves, uptime
// (seconds), error (what Err says, or "").
func (g *Gateway) State() []byte {
	now := g.desk.figures()
	failed := ""
	if err := g.Err(); err != nil {
		failed = err.Error()
	}
	text, _ := json.Marshal(struct { // texts and numbers have a form
		Schema      string  `json:"schema"`
		Address     string  `json:"address"`
		Port        int     `json:"port"`
		Connections int     `json:"connections"`
		Sessions    int     `json:"sessions"`
		Waiting     int     `json:"waiting"`
		Playing     int     `json:"playing"`
		Games       uint64  `json:"games"`
		Moves       uint64  `json:"moves"`
		Uptime      float64 `json:"uptime"`
		Error       string  `json:"error"`
	}{
		"qikit/gateway/1", g.Addr().String(), g.Port(), now.Peers, now.Sessions, now.Waiting, now.Playing,
		now.Games, now.Moves, max(0, g.options.Clock.Now().Sub(g.started).Seconds()), failed,
	})
	return text
}

// ShutdownWork is Shutdown as a job's work; its result is the last State.
func (g *Gateway) ShutdownWork(wait time.Duration) job.Work {
	return func(ctx context.Context, _ *job.Report) ([]byte, error) {
		state := g.State()
		return state, g.Shutdown(ctx, wait)
	}
}
