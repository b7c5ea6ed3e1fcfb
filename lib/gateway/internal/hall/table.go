package hall

import (
	"container/list"
	"slices"
	"strconv"
	"strings"
	"time"

	"qikit.dev/qikit/internal/sgcpgo"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/weiqi"
)

// table is a game with its players. Its fields by sgcp.Color.
type table struct {
	hall     *Hall
	game     sgcp.Gtoken
	settings sgcp.Settings
	seats    [2]*session // nil: left
	nicks    [2]string
	state    sgcp.State
	ready    [2]bool
	line     []sgcp.Coord // the moves so far
	board    *weiqi.Board // after them; nil at rest: see boardNow
	hash     sgcp.Hash
	watchers map[*session]struct{}
	lost     [2]int // connections while the game was under way
	clock    gameClock
	alarm    time.Time // when a timer looks at the clock, zero for none

	passes  int // in a row, since play was last resumed
	consent [2]bool
	resumed int // times that play went on after counting
	undone  *Clocks
	// An undo of so many plies, or with 0 plies a draw, is asked for by a side;
	// Neither for none.
	asker sgcp.Color
	plies int

	counting  bool // the caller counts the board now
	dead      map[goban.Point]bool
	suggested []goban.Point
	unsettled []goban.Point // neither dead nor alive for the server: told, and counted as alive
	agreed    [2]bool
	marking   time.Time // until then

	result sgcp.Result
	score  sgcp.Score
	method string
	ended  time.Time
	due    time.Time     // when it is forgotten
	place  *list.Element // of Hall.over
}

var both = [2]bool{true, true}

// underWay tells whether the game has begun and not ended.
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

// push tells the players at the table and those who watch.
func (t *table) push(m sgcp.Message) {
	for _, s := range t.seats {
		t.hall.push(m, s)
	}
	for s := range t.watchers {
		t.hall.push(m, s)
	}
}

// seat puts two sessions at a new table; the settings' colour is the first one's.
func (h *Hall) seat(s, other *session, settings sgcp.Settings) *table {
	color := settings.Color
	if color == sgcp.Neither {
		color = sgcp.Color(h.random.IntN(2))
	}
	var seats [2]*session
	seats[color], seats[color.Other()] = s, other
	t := h.sit(settings, seats)
	for _, s := range t.seats {
		h.withdrawn(s)
		h.keepSession(s)
	}
	return t
}

// sit enters a new table into the hall.
func (h *Hall) sit(settings sgcp.Settings, seats [2]*session) *table {
	t := &table{hall: h, game: h.options.Token(), settings: settings, seats: seats, state: sgcp.Seated, asker: sgcp.Neither}
	for c, s := range seats {
		t.nicks[c], s.table = s.nick, t
	}
	t.hash = hashOf(t.boardNow())
	h.tables[t.game] = t
	t.keep()
	for c, s := range seats {
		h.introduce(seats[1-c], s)
	}
	return t
}

// paired tells the two players of a new table, and returns its game.
func (t *table) paired() sgcp.Gtoken {
	t.push(&sgcp.Paired{Game: t.game, Black: t.nicks[sgcp.Black], White: t.nicks[sgcp.White]})
	return t.game
}

// ready begins the game, or the next one at the same table, when both are ready.
func (h *Hall) ready(p *Peer, _ *sgcp.Ready) (sgcp.Message, error) {
	s, t := p.session, p.session.table
	switch {
	case t == nil || t.underWay():
		return nil, refuse(sgcp.FaultState, "no game to begin")
	case h.leaving:
		return nil, errLeaving
	case t.seats[sgcp.Black] == nil || t.seats[sgcp.White] == nil:
		return nil, refuse(sgcp.FaultState, "your opponent has left")
	}
	if t.state == sgcp.Over { // the next game has a table of its own
		if err := h.room(); err != nil {
			return nil, err
		}
	}
	t.ready[t.side(s)] = true
	if t.ready != both {
		t.keep()
		return &sgcp.ReadyReply{}, nil
	}
	if t.state == sgcp.Over {
		t = t.next()
	}
	t.begin()
	return &sgcp.ReadyReply{}, nil
}

// next is a table for the next game of the two players, with the colours exchanged.
// Those who watch move over with them.
func (t *table) next() *table {
	seats, watchers := t.seats, t.watchers
	t.seats, t.watchers = [2]*session{}, nil
	t.keep()
	next := t.hall.sit(t.settings, [2]*session{seats[sgcp.White], seats[sgcp.Black]})
	next.watchers = watchers
	for w := range watchers {
		w.watched[slices.Index(w.watched, t)] = next
	}
	return next
}

func (t *table) begin() {
	t.ready, t.state = [2]bool{}, sgcp.Playing
	t.hall.playing[t] = struct{}{}
	t.hall.figures.Games++
	t.clock.start(&t.settings)
	t.turnBegins()
	for _, s := range t.seats {
		t.hall.keepSession(s)
	}
	t.keep()
	t.push(&sgcp.Started{
		Game: t.game, Black: t.nicks[sgcp.Black], White: t.nicks[sgcp.White],
		Size: t.settings.Size, Komi: t.settings.Komi, Rule: t.settings.Rule, Others: t.others(),
	})
	t.tellTimes()
}

// others are the settings that 850 and 801 have no fields for, except those with their
// usual value.
func (t *table) others() (others sgcp.Pairs) {
	for _, p := range pairsOf(&t.settings) {
		usual := p.Key == "handicap" && p.Value == "0" || p.Key == "main" && p.Value == "0" || p.Key == "byo" && p.Value == "+0"
		if p.Key != "size" && p.Key != "komi" && p.Key != "rule" && p.Key != "colour" && !usual {
			others = append(others, p)
		}
	}
	return others
}

func (h *Hall) gameInfo(p *Peer, m *sgcp.GameInfo) (sgcp.Message, error) {
	t := h.tables[m.Game]
	if t == nil {
		return nil, errNoGame
	}
	moves := t.line
	for from := 0; from < len(moves); from += sgcp.MovesPerRow {
		h.say(p, &sgcp.Moves{From: from + 1, Moves: moves[from:min(from+sgcp.MovesPerRow, len(moves))]})
	}
	reply := &sgcp.GameInfoReply{
		Game: t.game, Size: t.settings.Size, Komi: t.settings.Komi, Rule: t.settings.Rule,
		Black: t.nicks[sgcp.Black], White: t.nicks[sgcp.White], State: t.state, Turn: t.turn(),
		Moves: len(moves), Seq: len(moves), Hash: t.hash,
	}
	if s := &t.settings; s.Handicap > 0 || s.Main > 0 || s.ByoYomi != (sgcp.ByoYomi{}) {
		reply.Others = t.others()
	}
	switch t.state {
	case sgcp.Over:
		reply.Others = append(reply.Others, sgcp.Pair{Key: "result", Value: t.result.String()})
	case sgcp.Marking:
		reply.Others = append(reply.Others, t.marksInfo()...)
	}
	return reply, nil
}

// marksInfo is what 301 tells about the marks: after a resync no 860 does.
func (t *table) marksInfo() (pairs sgcp.Pairs) {
	dead, _ := sgcpgo.Marks(t.boardNow().Stones(), t.dead)
	pairs = append(chainsInfo("dead", dead), chainsInfo("unsettled", t.unsettled)...)
	for c, letter := range [2]string{"b", "w"} {
		if t.agreed[c] {
			pairs = append(pairs, sgcp.Pair{Key: "agreed", Value: letter})
		}
	}
	left := max(0, t.marking.Sub(t.hall.now))
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

var errNoGame = refuse(sgcp.FaultNoGame, "no such game")

// leave is 302. Leaving a game under way gives it up.
func (h *Hall) leave(p *Peer, m *sgcp.Leave) (sgcp.Message, error) {
	s, t := p.session, h.tables[m.Game]
	switch {
	case t == nil:
		return nil, errNoGame
	case s.table != t:
		return nil, refuse(sgcp.FaultNotPlayer, "you do not sit there")
	}
	t.leave(s, sgcp.ByResignation)
	h.keepSession(s)
	return &sgcp.LeaveReply{}, nil
}

// leave takes a session off its table. A game under way ends for that reason, or
// without a result when no stone was placed.
func (t *table) leave(s *session, why sgcp.Reason) {
	side := t.side(s)
	switch {
	case t.underWay() && len(t.line) == 0:
		t.end(sgcp.Result{Winner: sgcp.Neither, Reason: sgcp.Void}, sgcp.Score{}, "void")
	case t.underWay() && why == sgcp.ByForfeit:
		t.end(sgcp.Result{Winner: side.Other(), Reason: why}, sgcp.Score{}, "forfeit")
	case t.underWay():
		t.end(sgcp.Result{Winner: side.Other(), Reason: why}, sgcp.Score{}, "resignation")
	}
	t.push(&sgcp.Left{Game: t.game, Nick: s.nick})
	t.seats[side], s.table = nil, nil
	t.ready = [2]bool{}
	if t.state == sgcp.Seated && t.seats == [2]*session{} { // nobody ever played
		t.forget()
		return
	}
	t.keep()
}

// end ends a game under way.
func (t *table) end(r sgcp.Result, score sgcp.Score, method string) {
	t.state, t.result, t.score, t.method = sgcp.Over, r, score, method
	t.ready, t.counting = [2]bool{}, false
	delete(t.hall.playing, t)
	t.hall.figures.Ended++
	t.over()
	t.keep()
	t.push(&sgcp.Ended{Game: t.game, Result: r, Score: score, Method: method})
}
