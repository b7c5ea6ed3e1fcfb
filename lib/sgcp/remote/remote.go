package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"qikit.dev/qikit/lib/job"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/sgcp/client"
)

var (
	// ErrRefused is a server that did not let the client in. The error's text has the
	// number and the words of the server.
	ErrRefused = errors.New("sgcp: the server refused")
	// ErrConnecting is a client that has not been connected yet and cannot answer.
	ErrConnecting = errors.New("sgcp: not connected yet")
)

// Client is one player's connection, made or still to be made. Any goroutine may call its
// methods; Life may be called once.
type Client struct {
	options client.Options
	ready   chan struct{} // closed when conn and err are final
	conn    *client.Client
	err     error
}

// New makes a client, which Life connects.
func New(o client.Options) *Client { return &Client{options: o, ready: make(chan struct{})} }

// Life connects and brings events until the client ends: see the package's documentation.
// Its result is that of State. Errors: ErrRefused, or one of package client.
func (c *Client) Life(ctx context.Context, r *job.Report) ([]byte, error) {
	c.conn, c.err = client.Dial(ctx, c.options)
	close(c.ready)
	if c.err != nil {
		if sgcp.Refused(c.err) != 0 {
			c.err = fmt.Errorf("%w: %w", ErrRefused, c.err)
		}
		return nil, c.err
	}
	made := job.Progress{Done: 1, Left: job.LeftUnknown}
	r.Progress(made)
	for {
		select {
		case <-ctx.Done():
			err := c.conn.Close()
			return c.state(), errors.Join(context.Cause(ctx), err)
		case e, more := <-c.conn.Events():
			if !more {
				return c.ended()
			}
			if e.Kind == client.Ended && errors.Is(e.Err, client.ErrClosed) {
				continue // the caller who closed it knows
			}
			if r.Room(ctx) != nil {
				continue
			}
			r.Event(eventText(e))
			switch e.Kind {
			case client.Resumed, client.Resynced, client.Restarted:
				made.Done++
				r.Progress(made)
			}
		}
	}
}

// ended is the result of a life that was not cancelled.
func (c *Client) ended() ([]byte, error) {
	err := c.conn.Err()
	if failed := c.conn.Close(); failed != nil {
		return nil, failed // a panic
	}
	if errors.Is(err, client.ErrClosed) { // 103
		return c.state(), nil
	}
	return nil, err
}

// Send sends a command by its number. The result is the answer, JSON
// "qikit/sgcp-answer/1"; a refusal (5nn) is an answer too. The command waits for the
// connection. 103 ends the session, and Life. Errors are those of client.Client.Send.
func (c *Client) Send(n sgcp.Number, param string) job.Work {
	return func(ctx context.Context, _ *job.Report) ([]byte, error) {
		select {
		case <-c.ready:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
		if c.err != nil {
			return nil, c.err
		}
		if n == sgcp.CommandQuit {
			return answerOf(client.Answer{Number: n.Reply()}, c.conn.Quit(ctx))
		}
		return answerOf(c.conn.Send(ctx, n, param))
	}
}

// line is a row of a list, or the line that ends an answer.
type line struct {
	Code  sgcp.Number `json:"code"`
	Param string      `json:"param"`
}

func lineOf(m sgcp.Message) line { return line{m.Number(), paramOf(m)} }

// paramOf is the parameter of a server's message, which can therefore be written.
func paramOf(m sgcp.Message) string {
	text, err := sgcp.Append(nil, m)
	const number, end = len("123 "), len("\r\n")
	if err != nil || len(text) < number+end {
		return ""
	}
	return string(text[number : len(text)-end])
}

func answerOf(a client.Answer, err error) ([]byte, error) {
	answer := struct {
		Schema string `json:"schema"`
		line
		Rows []line `json:"rows"`
	}{Schema: "qikit/sgcp-answer/1", line: line{a.Number, a.Param}, Rows: []line{}}
	for _, row := range a.Rows {
		answer.Rows = append(answer.Rows, lineOf(row))
	}
	var f *sgcp.Fault
	switch {
	case err == nil:
	case errors.As(err, &f) && !errors.Is(err, client.ErrEnded) && !errors.Is(err, client.ErrLost):
		answer.line = lineOf(f)
	default:
		return nil, err
	}
	return text(answer), nil
}

// info is a game as 301 tells it.
type info struct {
	Param string   `json:"param"` // of 801
	Moves []string `json:"moves"`
}

func eventText(e client.Event) []byte {
	out := struct {
		Schema string      `json:"schema"`
		Kind   string      `json:"kind"`
		Code   sgcp.Number `json:"code"`
		Param  string      `json:"param"`
		Count  int         `json:"count"`
		Game   *info       `json:"game"`
		Error  string      `json:"error"`
	}{Schema: "qikit/sgcp-event/1", Kind: e.Kind.String(), Code: e.Number, Param: e.Param, Count: e.Count}
	if e.Info != nil {
		out.Game = &info{Param: paramOf(&e.Info.GameInfoReply), Moves: []string{}}
		for _, m := range e.Info.Line {
			out.Game.Moves = append(out.Game.Moves, m.String())
		}
	}
	if e.Err != nil {
		out.Error = e.Err.Error()
		if out.Code == 0 {
			out.Code = sgcp.Refused(e.Err) // why the server ended it
		}
	}
	return text(out)
}

// State says who the client is: JSON "qikit/sgcp-client/1", with what a later client needs
// to take up the session. ErrConnecting before Life has connected; Life's error when it
// could not connect.
func (c *Client) State() ([]byte, error) {
	select {
	case <-c.ready:
	default:
		return nil, fmt.Errorf("%w: %s", ErrConnecting, c.options.Host)
	}
	if c.err != nil {
		return nil, c.err
	}
	return c.state(), nil
}

func (c *Client) state() []byte {
	session, last := c.conn.Session()
	out := struct {
		Schema  string   `json:"schema"`
		Nick    string   `json:"nick"`
		Session string   `json:"session"`
		Last    uint64   `json:"last"`
		Game    string   `json:"game"`
		Granted []string `json:"granted"`
	}{Schema: "qikit/sgcp-client/1", Nick: c.conn.Nick(), Session: session.Text(), Last: last, Granted: []string{}}
	if game := c.conn.Game(); game != (sgcp.Gtoken{}) {
		out.Game = game.String()
	}
	for _, pair := range c.conn.Granted() {
		word := pair.Key
		if pair.Value != "" {
			word += "=" + pair.Value
		}
		out.Granted = append(out.Granted, word)
	}
	return text(out)
}

func text(v any) []byte {
	out, _ := json.Marshal(v) // the structs of this package can always be written
	return out
}
