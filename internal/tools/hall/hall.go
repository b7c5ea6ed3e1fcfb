// Package hall has scripted players for an SGCP server. Pairs of clients play given
// games to their end, whether connections are lost or servers killed, and account for
// every move.
package hall

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/sgcp/client"
	"qikit.dev/qikit/lib/weiqi"
)

// Script is a random legal game on a board of the given size, with the given number
// of stones and no passes.
func Script(size, stones int, seed uint64) ([]sgcp.Coord, error) {
	o := weiqi.DefaultOptions()
	o.Size = size
	b, err := weiqi.New("", o, false)
	if err != nil {
		return nil, err
	}
	r := rng.New(seed)
	line := make([]sgcp.Coord, 0, stones)
	for range stones {
		moves := slices.DeleteFunc(b.Moves(nil), func(m game.Move) bool {
			return m == goban.Pass || b.Stones().EyeLike(goban.Point(m), b.Stones().Turn())
		})
		if len(moves) == 0 {
			break
		}
		m := moves[r.IntN(len(moves))]
		b.Play(m)
		line = append(line, sgcp.At(goban.Point(m).Column(), goban.Point(m).Row()))
	}
	return line, nil
}

// Report is the result of a game and what was counted in it.
type Report struct {
	Game   sgcp.Gtoken
	Acked  int // moves acknowledged, both sides together
	Pushed int // moves pushed, to both sides together
	Lost   int // connections lost
	Result sgcp.Result
}

// Game lets two new clients meet and play the line to its end. think is how long each
// waits before a move, and options returns the options for a nick. It returns an
// error when a move is lost or comes twice.
func Game(ctx context.Context, options func(nick string) client.Options, name string, line []sgcp.Coord, think time.Duration) (r Report, err error) {
	var players [2]*player
	for i := range players {
		p := &player{line: line, think: think, got: map[int]bool{}}
		if p.c, err = enter(ctx, options(fmt.Sprintf("%s%c", name, 'a'+i))); err != nil {
			return r, err
		}
		defer p.c.Close()
		players[i] = p
	}
	if err := meet(ctx, players); err != nil {
		return r, err
	}
	tasks := [2]*pool.Task{}
	for i, p := range players {
		tasks[i] = pool.Go(func() error { return p.play(ctx) })
	}
	if err := errors.Join(tasks[0].Wait(), tasks[1].Wait()); err != nil {
		return r, fmt.Errorf("game %v of %s: %w", players[0].game, name, err)
	}
	r.Game = players[0].game
	for _, p := range players {
		r.Acked += p.acked
		r.Pushed += p.pushed
		r.Lost += p.lost
	}
	info, err := players[0].info(ctx)
	if err != nil {
		return r, err
	}
	// Counting adds up to two passes.
	if len(info.Line) < len(line) || len(info.Line) > len(line)+2 || !slices.Equal(info.Line[:len(line)], line) || info.State != sgcp.Over {
		return r, fmt.Errorf("game %v of %s: the server has %d moves %v in state %s, the script has %d", r.Game, name, len(info.Line), info.Line, info.State, len(line))
	}
	if r.Acked != len(line) {
		return r, fmt.Errorf("game %v of %s: %d moves acknowledged of %d", r.Game, name, r.Acked, len(line))
	}
	text, _ := info.Others.Get("result")
	r.Result, err = sgcp.ParseResult(text)
	for _, p := range players {
		// Over a bad network even a farewell may be lost.
		if e := p.c.Quit(ctx); !lost(e) {
			err = errors.Join(err, e)
		}
	}
	return r, err
}

// enter logs in over a network that may fail.
func enter(ctx context.Context, o client.Options) (*client.Client, error) {
	return untilAnswered(ctx, func() (*client.Client, error) { return client.Dial(ctx, o) })
}

// untilAnswered asks until the connection lets an answer through.
func untilAnswered[T any](ctx context.Context, ask func() (T, error)) (T, error) {
	for {
		answer, err := ask()
		if !lost(err) {
			return answer, err
		}
		if err := pause(ctx, retryPause); err != nil {
			return answer, err
		}
	}
}

// retryPause is the time between two tries.
const retryPause = 50 * time.Millisecond

// lost says whether no answer came because the connection was lost or too slow, so that
// asking once more may help. A client that has given up names the cause, too.
func lost(err error) bool {
	return !errors.Is(err, client.ErrEnded) && (errors.Is(err, client.ErrLost) || errors.Is(err, client.ErrTimeout))
}

// meet seats the two and begins the game.
func meet(ctx context.Context, players [2]*player) error {
	if err := players[1].command(ctx, &sgcp.Wait{}, sgcp.FaultEngaged); err != nil {
		return err
	}
	if err := challenge(ctx, players); err != nil {
		return err
	}
	for _, p := range players {
		if err := p.command(ctx, &sgcp.Ready{}, sgcp.FaultState); err != nil {
			return err
		}
	}
	return nil
}

// challenge seats the first player with the second.
func challenge(ctx context.Context, players [2]*player) error {
	for {
		err := players[0].command(ctx, &sgcp.Challenge{Nick: players[1].c.Nick()}, sgcp.FaultEngaged)
		var f *sgcp.Fault
		if !errors.As(err, &f) || f.Code != sgcp.FaultNotWaiting {
			return err
		}
		// The other player has lost its connection, or the two already sit at a table
		// and the answer was lost: only a seated player can be ready.
		if err = players[0].command(ctx, &sgcp.Ready{}); !errors.As(err, &f) || f.Code != sgcp.FaultState {
			return err
		}
		if err := pause(ctx, retryPause); err != nil {
			return err
		}
	}
}

// player is one side.
type player struct {
	c      *client.Client
	line   []sgcp.Coord
	think  time.Duration
	game   sgcp.Gtoken
	color  sgcp.Color
	seq    int  // number of moves that the player knows
	lax    bool // the connection was lost, and the missed moves are not known yet
	over   bool
	got    map[int]bool // moves pushed
	acked  int
	pushed int
	lost   int
}

// command sends a command until it is answered; the faults in fine mean that it was
// already obeyed.
func (p *player) command(ctx context.Context, m sgcp.Message, fine ...sgcp.Number) error {
	for tries := 0; ; tries++ {
		_, err := p.c.Do(ctx, m)
		var f *sgcp.Fault
		switch {
		case err == nil:
			return nil
		case errors.As(err, &f) && tries > 0 && slices.Contains(fine, f.Code):
			return nil
		case errors.As(err, &f) && f.Code == sgcp.FaultRate, lost(err):
			if err := pause(ctx, retryPause); err != nil {
				return err
			}
			continue
		}
		return fmt.Errorf("%v: %w", m.Number(), err)
	}
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (p *player) info(ctx context.Context) (*client.Info, error) {
	return untilAnswered(ctx, func() (*client.Info, error) { return p.c.Info(ctx, p.game) })
}

// play plays one side until the game is over.
func (p *player) play(ctx context.Context) error {
	for p.game == (sgcp.Gtoken{}) {
		if err := p.event(ctx); err != nil {
			return err
		}
	}
	counted := false
	for !p.over {
		mine := sgcp.Color(p.seq&1) == p.color
		var err error
		switch {
		case p.seq < len(p.line) && mine && !p.lax:
			err = p.move(ctx)
		case p.seq >= len(p.line) && !counted && !p.lax:
			counted = true
			err = p.command(ctx, &sgcp.Count{}, sgcp.FaultGameOver, sgcp.FaultState)
			var f *sgcp.Fault
			if errors.As(err, &f) && f.Code == sgcp.FaultGameOver {
				err = nil
			}
		default:
			err = p.event(ctx)
		}
		if err != nil {
			return fmt.Errorf("%s after %d moves: %w", p.c.Nick(), p.seq, err)
		}
	}
	return nil
}

// move makes the next one; a move whose answer was lost is sent again.
func (p *player) move(ctx context.Context) error {
	if p.think > 0 {
		if err := pause(ctx, p.think); err != nil {
			return err
		}
	}
	a, err := p.c.Do(ctx, &sgcp.Play{Coord: p.line[p.seq], Seq: p.seq + 1})
	if lost(err) {
		return nil
	}
	if err != nil {
		return err
	}
	if got := a.Reply.(*sgcp.PlayReply).Seq; got != p.seq+1 {
		return fmt.Errorf("move %d was acknowledged as %d", p.seq+1, got)
	}
	p.acked++
	p.seq++
	return nil
}

// event handles the next event.
func (p *player) event(ctx context.Context) error {
	var e client.Event
	select {
	case got, ok := <-p.c.Events():
		if !ok {
			return p.c.Err()
		}
		e = got
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	switch e.Kind {
	case client.Pushed:
		return p.push(e.Push)
	case client.Lost:
		p.lax = true
		p.lost++
	case client.Resumed:
		p.lax = false
	case client.Resynced:
		p.lax = false
		if e.Info == nil {
			return nil
		}
		return p.resynced(ctx, e.Info)
	case client.Restarted, client.Ended, client.Missed:
		return fmt.Errorf("%v: %w", e.Kind, e.Err)
	}
	return nil
}

// resynced takes over the server's moves.
func (p *player) resynced(ctx context.Context, info *client.Info) error {
	if len(info.Line) < p.seq {
		// A move may have been made since the question.
		var err error
		if info, err = p.info(ctx); err != nil {
			return err
		}
	}
	p.over = info.State == sgcp.Over
	n := min(len(info.Line), len(p.line))
	if !slices.Equal(info.Line[:n], p.line[:n]) {
		return fmt.Errorf("the server has %v, the script %v", info.Line, p.line)
	}
	if n < p.seq {
		return fmt.Errorf("the server has lost moves: it has %d, acknowledged or pushed were %d", n, p.seq)
	}
	if info.State == sgcp.Playing && p.game == (sgcp.Gtoken{}) {
		p.start(info.Game, info.Black) // first: it tells whose the moves are
	}
	for i := p.seq; i < n; i++ {
		if sgcp.Color(i&1) == p.color {
			p.acked++ // its acknowledgement was lost, the move was not
		}
	}
	p.seq = n
	return nil
}

func (p *player) start(game sgcp.Gtoken, black string) {
	p.game, p.color = game, sgcp.White
	if black == p.c.Nick() {
		p.color = sgcp.Black
	}
}

func (p *player) push(m sgcp.Message) error {
	switch m := m.(type) {
	case *sgcp.Started:
		p.start(m.Game, m.Black)
	case *sgcp.Ended:
		p.over = true
	case *sgcp.Played:
		if m.Coord == sgcp.Pass || m.Game != p.game {
			return nil
		}
		p.pushed++
		switch {
		case m.Seq > len(p.line) || m.Coord != p.line[m.Seq-1]:
			return fmt.Errorf("move %d %v is not in the script", m.Seq, m.Coord)
		case p.got[m.Seq]:
			return fmt.Errorf("move %d was pushed twice", m.Seq)
		case m.Color != p.color && m.Seq > p.seq+1 && !p.lax:
			return fmt.Errorf("move %d was pushed after %d: one is missing", m.Seq, p.seq)
		case m.Color != p.color && m.Seq == p.seq+1:
			p.seq++ // our own move is acknowledged, or will be, by its number
		}
		p.got[m.Seq] = true
	}
	return nil
}
