package gateway

import (
	"strconv"
	"strings"
	"time"

	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/weiqi"
)

// table is a game with its players. Its fields by sgcp.Color.
type table struct {
	game     sgcp.Gtoken
	settings sgcp.Settings
	seats    [2]*session // nil: left
	nicks    [2]string
	state    sgcp.State
	ready    [2]bool
	line     []sgcp.Coord // the moves so far
	board    *weiqi.Board // after them; nil at rest: see boardOf
	hash     sgcp.Hash
	watchers map[*session]struct{}
	lost     [2]int // connections while the game was under way
	clock    gameClock
	alarm    time.Time // when a timer looks at the clock, zero for none

	passes  int // in a row, since play was last resumed
	consent [2]bool
	resumed int // times that play went on after counting
	// An undo of so many plies, or with 0 plies a draw, is asked for by a side;
	// Neither for none.
	asker sgcp.Color
	plies int

	counting  bool // a reader counts the board now
	dead      map[goban.Point]bool
	suggested []goban.Point
	unsettled []goban.Point // neither dead nor alive for the server: told, and counted as alive
	agreed    [2]bool
	marking   time.Time // until then

	result sgcp.Result
	score  sgcp.Score
	method string
	ended  time.Time
}

// underWay says whether the game has begun and not ended.
func (t *table) underWay() bool { return t.state == sgcp.Playing || t.state == sgcp.Marking }

// side is where a session sits; Neither for others.
func (t *table) side(s *session) sgcp.Color {
	for c, seat := range t.seats {
		if seat == s {
			return sgcp.Color(c)
		}
	}
	return sgcp.Neither
}

// turn is whose turn it is.
func (t *table) turn() sgcp.Color {
	if t.state != sgcp.Playing {
		return sgcp.Neither
	}
	return t.mover(len(t.line) + 1)
}

// seat puts two sessions at a new table; the settings' colour is the first one's.
// The caller tells them by paired.
func (g *Gateway) seat(s, other *session, settings sgcp.Settings) *table {
	t := &table{game: token(), settings: settings, state: sgcp.Seated, asker: sgcp.Neither}
	color := settings.Color
	if color == sgcp.Neither {
		color = sgcp.Color(g.random.IntN(2))
	}
	t.seats[color], t.seats[color.Other()] = s, other
	g.sit(t)
	for _, s := range t.seats {
		g.withdrawn(s)
		g.keepSession(s)
	}
	return t
}

// paired tells the two of a new table, and is its game.
func (g *Gateway) paired(t *table) sgcp.Gtoken {
	g.push(&sgcp.Paired{Game: t.game, Black: t.nicks[sgcp.Black], White: t.nicks[sgcp.White]}, t.seats[:]...)
	return t.game
}

// sit enters a table into the hall.
func (g *Gateway) sit(t *table) {
	for c, s := range t.seats {
		t.nicks[c], s.table = s.nick, t
	}
	t.hash = hashOf(g.boardOf(t))
	g.tables[t.game] = t
	g.keepTable(t)
}

// ready begins the game when both are, or the next one at the same table.
func (g *Gateway) ready(c *conn, _ *sgcp.Ready) (sgcp.Message, error) {
	s, t := c.session, c.session.table
	switch {
	case t == nil || t.underWay():
		return nil, &refusal{sgcp.FaultState, "no game to begin"}
	case g.leaving:
		return nil, &refusal{sgcp.FaultShutdown, "the server goes down"}
	case t.seats[sgcp.Black] == nil || t.seats[sgcp.White] == nil:
		return nil, &refusal{sgcp.FaultState, "your opponent has left"}
	}
	t.ready[t.side(s)] = true
	if t.ready != [2]bool{true, true} {
		g.keepTable(t)
		return &sgcp.ReadyReply{}, nil
	}
	if t.state == sgcp.Over {
		next := &table{game: token(), settings: t.settings, asker: sgcp.Neither, watchers: t.watchers}
		next.seats[sgcp.Black], next.seats[sgcp.White] = t.seats[sgcp.White], t.seats[sgcp.Black]
		for w := range t.watchers {
			for i := range w.watched {
				if w.watched[i] == t {
					w.watched[i] = next
				}
			}
		}
		t.watchers, t.seats = nil, [2]*session{}
		g.keepTable(t)
		next.state = sgcp.Seated
		g.sit(next)
		t = next
	}
	t.ready = [2]bool{}
	t.state = sgcp.Playing
	g.playing++
	g.figures.games.Add(1)
	t.clock.start(&t.settings)
	g.turnBegins(t)
	for _, s := range t.seats {
		g.keepSession(s)
	}
	g.keepTable(t)
	g.push(t.startedPush(), t.everybody()...)
	g.tellClocks(t)
	return &sgcp.ReadyReply{}, nil
}

// startedPush is 850.
func (t *table) startedPush() *sgcp.Started {
	m := &sgcp.Started{
		Game: t.game, Black: t.nicks[sgcp.Black], White: t.nicks[sgcp.White],
		Size: t.settings.Size, Komi: t.settings.Komi, Rule: t.settings.Rule,
	}
	all, err := t.settings.Pairs()
	if err != nil {
		return m // they were checked
	}
	for _, p := range all {
		standard := p.Key == "handicap" && p.Value == "0" || p.Key == "main" && p.Value == "0" || p.Key == "byo" && p.Value == "+0"
		if p.Key != "size" && p.Key != "komi" && p.Key != "rule" && p.Key != "colour" && !standard {
			m.Others = append(m.Others, p)
		}
	}
	return m
}

func (g *Gateway) gameInfo(c *conn, m *sgcp.GameInfo) (sgcp.Message, error) {
	t := g.tables[m.Game]
	if t == nil {
		return nil, &refusal{sgcp.FaultNoGame, "no such game"}
	}
	moves := t.line
	for from := 0; from < len(moves); from += sgcp.MovesPerRow {
		c.send(g.encode(&sgcp.Moves{From: from + 1, Moves: moves[from:min(from+sgcp.MovesPerRow, len(moves))]}))
	}
	reply := &sgcp.GameInfoReply{
		Game: t.game, Size: t.settings.Size, Komi: t.settings.Komi, Rule: t.settings.Rule,
		Black: t.nicks[sgcp.Black], White: t.nicks[sgcp.White], State: t.state, Turn: t.turn(),
		Moves: len(moves), Seq: len(moves), Hash: t.hash,
	}
	if s := &t.settings; s.Handicap > 0 || s.Main > 0 || s.ByoYomi != (sgcp.ByoYomi{}) {
		reply.Others = t.startedPush().Others
	}
	switch t.state {
	case sgcp.Over:
		reply.Others = append(reply.Others, sgcp.Pair{Key: "result", Value: t.result.String()})
	case sgcp.Marking:
		reply.Others = append(reply.Others, g.marksInfo(t)...)
	}
	return reply, nil
}

// marksInfo is what 301 tells of the marks: after a resync there is no 860.
func (g *Gateway) marksInfo(t *table) (pairs sgcp.Pairs) {
	dead, _ := g.marks(t)
	pairs = append(chainsInfo("dead", dead), chainsInfo("unsettled", t.unsettled)...)
	for c, letter := range [2]string{"b", "w"} {
		if t.agreed[c] {
			pairs = append(pairs, sgcp.Pair{Key: "agreed", Value: letter})
		}
	}
	left := max(0, t.marking.Sub(g.options.Clock.Now()))
	return append(pairs, sgcp.Pair{Key: "seconds", Value: strconv.Itoa(int(left.Round(time.Second) / time.Second))})
}

// chainsInfo is "key=C3,E5", a stone of each chain; nothing for none.
func chainsInfo(key string, chains []goban.Point) sgcp.Pairs {
	if len(chains) == 0 {
		return nil
	}
	names := make([]string, len(chains))
	for i, p := range chains {
		names[i] = sgcp.At(p.Column(), p.Row()).String()
	}
	return sgcp.Pairs{{Key: key, Value: strings.Join(names, ",")}}
}

// leave is 302: while a game is under way it gives it up.
func (g *Gateway) leave(c *conn, m *sgcp.Leave) (sgcp.Message, error) {
	s, t := c.session, g.tables[m.Game]
	switch {
	case t == nil:
		return nil, &refusal{sgcp.FaultNoGame, "no such game"}
	case s.table != t:
		return nil, &refusal{sgcp.FaultNotPlayer, "you do not sit there"}
	}
	g.leaveTable(s, t, sgcp.ByResignation)
	g.keepSession(s)
	return &sgcp.LeaveReply{}, nil
}

// leaveTable takes a session off its table; a game under way ends for that
// reason, without a result when no stone was placed.
func (g *Gateway) leaveTable(s *session, t *table, why sgcp.Reason) {
	side := t.side(s)
	switch {
	case t.underWay() && len(t.line) == 0:
		g.end(t, sgcp.Result{Winner: sgcp.Neither, Reason: sgcp.Void}, sgcp.Score{}, "void")
	case t.underWay() && why == sgcp.ByForfeit:
		g.end(t, sgcp.Result{Winner: side.Other(), Reason: why}, sgcp.Score{}, "forfeit")
	case t.underWay():
		g.end(t, sgcp.Result{Winner: side.Other(), Reason: why}, sgcp.Score{}, "resignation")
	}
	g.push(&sgcp.Left{Game: t.game, Nick: s.nick}, t.everybody()...)
	t.seats[side], s.table = nil, nil
	t.ready = [2]bool{}
	if t.state != sgcp.Over && t.seats == [2]*session{} {
		// Nobody ever played.
		t.state, t.result, t.method = sgcp.Over, sgcp.Result{Winner: sgcp.Neither, Reason: sgcp.Void}, "void"
		g.over(t)
	}
	g.keepTable(t)
}

// end ends a game under way.
func (g *Gateway) end(t *table, r sgcp.Result, score sgcp.Score, method string) {
	t.state, t.result, t.score, t.method = sgcp.Over, r, score, method
	t.ready, t.counting = [2]bool{}, false
	g.playing--
	g.figures.ended.Add(1)
	g.over(t)
	g.keepTable(t)
	g.push(&sgcp.Ended{Game: t.game, Result: r, Score: score, Method: method}, t.everybody()...)
}

// over sets when an ended game is forgotten, unless somebody still sits there.
func (g *Gateway) over(t *table) {
	if t.ended.IsZero() {
		t.ended = g.options.Clock.Now()
	}
	var forget func(now time.Time)
	forget = func(now time.Time) {
		if t.seats != [2]*session{} {
			g.at(now.Add(g.options.Limits.Kept), forget)
			return
		}
		for w := range t.watchers {
			for i := range w.watched {
				if w.watched[i] == t {
					w.watched = append(w.watched[:i], w.watched[i+1:]...)
					break
				}
			}
		}
		delete(g.tables, t.game)
		g.keep(deleteGame, t.game[:])
		g.keep(deleteMoves, t.game[:], 0)
	}
	g.at(t.ended.Add(g.options.Limits.Kept), forget)
}
