package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/sgcp/client"
	"qikit.dev/qikit/lib/weiqi"
)

// duel is a game against the computer.
type duel struct {
	c     *client.Client
	game  sgcp.Gtoken
	sat   time.Time
	known []sgcp.Coord       // moves that were acknowledged, or seen in the gateway's answers
	sent  map[int]sgcp.Coord // by number: what was sent and perhaps never arrived
	mine  int                // acknowledged
}

const (
	duelMoves  = 10               // of the person; then the person resigns
	seatedMost = 20 * time.Second // until the computer is ready
)

// duel plays a short game against the computer and accounts for its moves: none that was
// acknowledged is lost, and none is there that was not sent.
func (f *fleet) duel(ctx context.Context, name string) (moves int, err error) {
	d := &duel{sent: map[int]sgcp.Coord{}}
	if err := again(ctx, func() (err error) { d.c, err = client.Dial(ctx, f.options(name)); return err }); err != nil {
		return 0, err
	}
	defer d.c.Close()
	go func() {
		for range d.c.Events() { // what it says is asked for
		}
	}()
	if err := d.sit(ctx); err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	d.sat = time.Now()
	for d.mine < duelMoves {
		over, err := d.step(ctx)
		if err != nil {
			return len(d.known), fmt.Errorf("%s, game %v: %w", name, d.game, err)
		}
		if over { // by forfeit, when the computer was killed too often
			break
		}
	}
	if _, err := d.look(ctx); err != nil {
		return len(d.known), fmt.Errorf("%s, game %v: %w", name, d.game, err)
	}
	d.c.Do(ctx, &sgcp.Resign{})               // the game may be over, or this lost:
	d.c.Do(ctx, &sgcp.Leave{Game: d.game})    // leaving resigns too,
	if err := d.c.Quit(ctx); !fleeting(err) { // and so does going
		return len(d.known), err
	}
	return len(d.known), nil
}

// fleeting says whether another try may succeed: the answer was lost, or it was too early.
func fleeting(err error) bool {
	var f *sgcp.Fault
	if errors.As(err, &f) {
		return f.Code == sgcp.FaultRate || f.Code == sgcp.FaultNotWaiting || f.Code == sgcp.FaultShutdown
	}
	var refused interface{ Timeout() bool } // the system's: nobody listens yet
	return err == nil || errors.Is(err, client.ErrLost) || errors.Is(err, client.ErrTimeout) || errors.As(err, &refused)
}

// again tries until there is an answer.
func again(ctx context.Context, try func() error) error {
	for {
		err := try()
		if err == nil || !fleeting(err) {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%w, last %w", context.Cause(ctx), err)
		case <-time.After(300 * time.Millisecond):
		}
	}
}

// sit begins a game with the computer, as soon as one is free.
func (d *duel) sit(ctx context.Context) error {
	err := again(ctx, func() error {
		_, err := d.c.Do(ctx, &sgcp.PlayAI{Level: 1})
		var f *sgcp.Fault
		if errors.As(err, &f) && f.Code == sgcp.FaultEngaged && d.c.Game() != (sgcp.Gtoken{}) {
			return nil // an answer was lost
		}
		return err
	})
	if err != nil {
		return err
	}
	err = again(ctx, func() error {
		if d.game = d.c.Game(); d.game == (sgcp.Gtoken{}) {
			return client.ErrLost // 751 is still to come
		}
		_, err := d.c.Do(ctx, &sgcp.Ready{})
		var f *sgcp.Fault
		if errors.As(err, &f) && f.Code == sgcp.FaultState {
			return nil
		}
		return err
	})
	return err
}

// look asks for the game and compares it with what is known.
func (d *duel) look(ctx context.Context) (info *client.Info, err error) {
	if err := again(ctx, func() (err error) { info, err = d.c.Info(ctx, d.game); return err }); err != nil {
		return nil, err
	}
	if n := len(d.known); len(info.Line) < n || !slices.Equal(info.Line[:n], d.known) {
		return nil, fmt.Errorf("the gateway has %v, known were %v: moves are lost", info.Line, d.known)
	}
	for i := len(d.known); i < len(info.Line); i++ {
		if d.isMine(info, i) && info.Line[i] != d.sent[i+1] {
			return nil, fmt.Errorf("move %d is %v, sent was %v", i+1, info.Line[i], d.sent[i+1])
		}
	}
	d.known = slices.Clone(info.Line)
	return info, nil
}

func (d *duel) isMine(info *client.Info, i int) bool { return (i%2 == 0) == (info.Black == d.c.Nick()) }

// step makes a move if it is the person's turn.
func (d *duel) step(ctx context.Context) (over bool, err error) {
	info, err := d.look(ctx)
	if err != nil || info.State == sgcp.Over {
		return true, err
	}
	if info.State == sgcp.Seated && time.Since(d.sat) > seatedMost {
		return true, nil // the computer has left: nothing was played
	}
	if info.State != sgcp.Playing || !d.isMine(info, len(d.known)) {
		select {
		case <-time.After(300 * time.Millisecond):
			return false, nil
		case <-ctx.Done():
			return false, context.Cause(ctx)
		}
	}
	at, err := randomMove(info)
	if err != nil {
		return false, err
	}
	d.sent[len(d.known)+1] = at
	_, err = d.c.Do(ctx, &sgcp.Play{Coord: at, Seq: len(d.known) + 1})
	if err == nil {
		d.known = append(d.known, at)
		d.mine++
		return false, nil
	}
	var f *sgcp.Fault
	if fleeting(err) || errors.As(err, &f) && (f.Code == sgcp.FaultGameOver || f.Code == sgcp.FaultNotYourTurn) {
		return false, nil // the next look tells what became of it
	}
	return false, err
}

// randomMove is a move that fills no eye, or a pass.
func randomMove(info *client.Info) (sgcp.Coord, error) {
	o := weiqi.DefaultOptions()
	o.Size = info.Size
	b, err := weiqi.New("", o, false)
	if err != nil {
		return sgcp.Pass, err
	}
	for _, at := range info.Line {
		m := goban.Pass
		if at != sgcp.Pass {
			if m, err = b.Parse(at.String()); err != nil {
				return sgcp.Pass, err
			}
		}
		b.Play(m)
	}
	moves := slices.DeleteFunc(b.Moves(nil), func(m game.Move) bool {
		return m == goban.Pass || b.Stones().EyeLike(goban.Point(m), b.Stones().Turn())
	})
	if len(moves) == 0 {
		return sgcp.Pass, nil
	}
	m := goban.Point(moves[rand.IntN(len(moves))])
	return sgcp.At(m.Column(), m.Row()), nil
}
