package cluster

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"

	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/lib/book/generate"
)

// forge hands in results of shallower searches than the job asks for, in the name of
// another worker, for every part that it gets until ctx ends.
func forge(ctx context.Context, c *Cluster) error {
	queue, err := c.findQueue(ctx)
	if err != nil {
		return err
	}
	w := &worker{cluster: c, queue: queue}
	var hand *generate.Hand
	defer func() {
		if hand != nil {
			hand.Close()
		}
	}()
	for {
		m, err := w.lease(ctx)
		if err != nil || ctx.Err() != nil {
			return err
		}
		if m == nil {
			continue
		}
		job, key := partOf(m)
		if hand == nil {
			text, err := c.noted(ctx, job)
			if err != nil {
				return err
			}
			if hand, err = generate.NewHand(text); err != nil {
				return err
			}
		}
		rows, err := hand.Do(ctx, bytes.ReplaceAll(m.Data(), []byte(`"depth":2`), []byte(`"depth":1`)))
		if err != nil {
			return err
		}
		if err := c.put(ctx, &nats.Msg{Subject: resultSubject + c.user + "." + job + "." + key, Data: rows, Header: nats.Header{workerHeader: {"Uhonest.x"}}}); err != nil {
			return err
		}
		m.Ack()
	}
}

// A member that forges results is banned, and none of them gets into the book. The same
// attack on a coordinator that trusts everybody shows that it is one.
func TestGenerateBook_forgedResults(t *testing.T) {
	t.Parallel()
	o := bookOptions(t)
	want := alone(t, o)
	for _, verify := range []float64{0, 0.05} {
		honest, liar := newKey(t), newKey(t)
		so := queued(t)
		so.Members, so.Verify = []string{honest.Public(), liar.Public()}, verify
		c := start(t, so)
		lo := connected(c)
		lo.Key = liar
		ctx, stop := context.WithCancel(t.Context())
		lies := start(t, lo)
		forging := pool.Go(func() error { return forge(ctx, lies) })
		var honestly *Cluster
		worked := pool.Go(func() error { return nil })
		if verify > 0 {
			lo.Key = honest
			honestly = start(t, lo)
			worked = pool.Go(func() error { return honestly.WorkOnBooks(ctx, WorkOptions{Workers: 1}, nil) })
		}
		o.Out += "x"
		banned := 0
		if _, err := c.GenerateBook(t.Context(), o, func(f Farming) { banned = max(banned, f.Banned) }); err != nil {
			t.Fatal(err)
		}
		stop()
		forging.Wait()
		worked.Wait()
		if same := jsonl(t, o.Out) == want; same != (verify > 0) || verify == 0 && banned > 0 {
			t.Errorf("verify %v: the book is as one machine's: %v, %d members are banned", verify, same, banned)
		}
	}
}

// The server lets a member hand in results under its own key only.
func TestMembers_resultsUnderTheirOwnName(t *testing.T) {
	t.Parallel()
	honest, liar := newKey(t), newKey(t)
	so := queued(t)
	so.Members = []string{honest.Public(), liar.Public()}
	c := start(t, so)
	o := connected(c)
	o.Key = liar
	lies := start(t, o)
	if err := lies.conn.Publish(resultSubject+honest.Public()+".job.part", nil); err != nil {
		t.Fatal(err)
	}
	<-lies.ctx.Done()
	if !errors.Is(lies.Err(), ErrForbidden) {
		t.Errorf("in another's name: %v, want ErrForbidden", lies.Err())
	}
}

// The server takes an answer within a time only, and on the connection where it was asked
// for. Who answers later stays a member.
func TestMembers_lateAnswers(t *testing.T) {
	t.Parallel()
	c := start(t, DefaultOptions())
	late := start(t, connected(c))
	for _, subject := range []string{inbox("somebody") + ".1", jobSubject + "job"} {
		if err := late.conn.Publish(subject, nil); err != nil {
			t.Fatal(err)
		}
	}
	<-late.ctx.Done()
	if err := late.Err(); !errors.Is(err, ErrForbidden) || !strings.Contains(err.Error(), jobSubject) {
		t.Errorf("an answer and then what is forbidden: %v, want ErrForbidden of the second alone", err)
	}
}
