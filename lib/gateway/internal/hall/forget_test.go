package hall_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	"qikit.dev/qikit/lib/gateway/internal/hall"
	"qikit.dev/qikit/lib/sgcp"
)

// A table that both players leave before a game began is forgotten at once, by the store
// too: 201, 203, 302 and 302 in a loop would make a million tables a day.
func TestTable_nobodyEverPlayed(t *testing.T) {
	w := newWorld(t, options())
	w.play(`
		amy> 101 amy
		amy< 601 amy $1
		bob> 101 bob
		bob< 601 bob $2
		eve> 101 eve
		eve< 601 eve $3
		bob> 201
		bob< 701
		amy> 203 bob
		amy< 703 $4
		amy< 751 $4 ...
		bob< 751 $4 ...
		eve> 304 $4
		eve< 804 $4
		amy> 311
		amy< 811
		amy> 302 $4
		amy< 802
		amy< 856 $4 amy left
		bob< 856 $4 amy left
		eve< 856 $4 amy left
		amy> 301 $4
		amy< 801 $4 ...
		leaves bob
		bob> 105 $2 2
		bob< 605 bob $4 0
		bob> 302 $4
		bob< 802
		bob< 856 $4 bob left
		eve< 856 $4 bob left
		eve> 301 $4
		eve< 530 301 no such game
		eve> 304 $4
		eve< 530 304 no such game
		restart
	`)
	if tables := w.Figures().Tables; tables != 0 || len(w.games) != 0 {
		t.Errorf("%d tables, %d in the store, expected none", tables, len(w.games))
	}
}

// At the limit of tables the games that ended first make room, and no game begins while
// all are played.
func TestTables_limit(t *testing.T) {
	o := options()
	o.Limits.Tables = 2
	w := newWorld(t, o)
	w.play(seated + `
		eve> 101 eve
		eve< 601 eve $4
		zoe> 101 zoe
		zoe< 601 zoe $5
		eve> 206 zoe colour=black
		eve< 706 #2
		zoe< 756 #2 ...
		zoe> 206 #2
		eve< 751 $6 eve zoe
		zoe< 706 #2
		zoe< 751 $6 eve zoe
		ann> 101 ann
		ann< 601 ann $7
		joe> 101 joe
		joe< 601 joe $8
		ann> 206 joe
		ann< 706 #3
		joe< 756 #3 ...
		joe> 206 #3
		joe< 507 206 too many games
		AI> 102 key secret
		AI< 602 ok lab
		AI> 101 AI-tian
		AI< 601 AI-tian $9
		AI> 201
		AI< 701
		joe> 207 1
		joe< 507 207 too many games
		joe> 203 AI-tian
		joe< 507 203 too many games
		amy> 323
		amy< 823
		amy< 855 $3 W+R ...
		bob< 855 $3 W+R ...
		amy> 311
		amy< 507 311 too many games
		bob> 302 $3
		amy< 856 $3 bob left
		bob< 802
		bob< 856 $3 bob left
		joe> 206 #3
		joe< 507 206 too many games
		amy> 302 $3
		amy< 802
		amy< 856 $3 amy left
		amy> 301 $3
		amy< 801 $3 ...
		joe> 206 #3
		ann< 751 ...
		joe< 706 #3
		joe< 751 ...
		amy> 301 $3
		amy< 530 301 no such game
	`)
	if tables := w.Figures().Tables; tables != 2 || len(w.games) != 2 {
		t.Errorf("%d tables, %d in the store, expected 2", tables, len(w.games))
	}
}

// A store with more games than the limit is read, and those that ended first are gone.
func TestTables_limitAfterRestart(t *testing.T) {
	w := newWorld(t, options())
	w.play(seated)
	for range 3 {
		w.step("wait 1m")
		w.step("amy> 323")
		w.step("amy> 311")
		w.step("bob> 311")
	}
	var games []hall.GameRecord
	oldest := sgcp.Gtoken{}
	for game, g := range w.games {
		if games = append(games, *g); g.Status.State == sgcp.Over && (oldest == sgcp.Gtoken{} || g.Status.Ended < w.games[oldest].Status.Ended) {
			oldest = game
		}
	}
	if len(games) != 4 {
		t.Fatalf("%d games, expected 4", len(games))
	}
	o := options()
	o.Limits.Tables = 4
	w.Hall = hall.New(o, w.now)
	out, refused := w.Restore(slices.Collect(maps.Values(w.sessions)), games, w.now)
	if len(refused) > 0 || len(out.Changes) != 1 || out.Changes[0].What != hall.GameForgotten || out.Changes[0].Game != oldest {
		t.Errorf("refused %v, changes %+v, expected %v to be forgotten", refused, out.Changes, oldest)
	}
}

// A clock of hours is looked at every hour, so that the timer of a game that was left is
// not kept until the clock would have run out.
func TestClock_ofHours(t *testing.T) {
	w := newWorld(t, options())
	w.play(`
		amy> 101 amy
		amy< 601 amy $1
		bob> 101 bob
		bob< 601 bob $2
		amy> 206 bob colour=black main=7200
		amy< 706 #1
		bob< 756 #1 ...
		bob> 206 #1
		amy< 751 $3 amy bob
		bob< 706 #1
		bob< 751 $3 amy bob
		amy> 311
		amy< 811
		bob> 311
		amy< 850 $3 ...
		bob< 811
		bob< 850 $3 ...
		wait 2m`)
	if at, ok := w.Next(); !ok || at.Sub(w.now) > time.Hour {
		t.Errorf("the next timer is set for %v, %v", at.Sub(w.now), ok)
	}
	w.play(`
		wait 1h
		wait 57m59s
		wait 4s
		amy< 855 $3 W+T - - time
		bob< 855 $3 W+T - - time`)
}
