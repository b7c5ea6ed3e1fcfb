package hall

import (
	"context"
	"fmt"
	"testing"

	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/sgcp/client"
)

// A player whose connection was lost as the game began learns its colour from the answer
// that tells the moves: the opponent's are not its own.
func TestResynced_beforeTheStartWasHeard(t *testing.T) {
	line := []sgcp.Coord{sgcp.At(2, 2), sgcp.At(6, 6), sgcp.At(2, 6)}
	p := &player{c: &client.Client{}, line: line, got: map[int]bool{}}
	info := &client.Info{Line: line[:1]}
	info.Game, info.Black, info.White, info.State = sgcp.Gtoken{1}, "amy", p.c.Nick(), sgcp.Playing
	if err := p.resynced(context.Background(), info); err != nil {
		t.Fatal(err)
	}
	if p.acked != 0 || p.seq != 1 || p.color != sgcp.White {
		t.Errorf("%d moves acknowledged, %d known, colour %v; want 0, 1, white", p.acked, p.seq, p.color)
	}
}

// A client that has given up is not asked for ever, whatever it gave up for.
func TestLost(t *testing.T) {
	for _, c := range []struct {
		err  error
		want bool
	}{
		{nil, false}, {client.ErrLost, true}, {client.ErrTimeout, true},
		{fmt.Errorf("%w: %w", client.ErrEnded, client.ErrTimeout), false}, {fmt.Errorf("%w: %w", client.ErrEnded, client.ErrLost), false},
	} {
		if got := lost(c.err); got != c.want {
			t.Errorf("%v is worth another try: %v, want %v", c.err, got, c.want)
		}
	}
}
