package gateway

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/weiqi"
)

// status is what the store keeps of a table, but for its moves. Sides are black
// and white.
type status struct {
	Settings  string    `json:"settings"` // pairs, as 206 has them
	Nicks     [2]string `json:"nicks"`
	Seats     [2]string `json:"seats"` // session tokens, "" when left
	State     string    `json:"state"`
	Ready     [2]bool   `json:"ready"`
	Lost      [2]int    `json:"lost"`
	Consent   [2]bool   `json:"consent"`
	Passes    int       `json:"passes"` // before so many moves do not count: play was resumed, or a move undone
	Resumed   int       `json:"resumed"`
	Dead      []int     `json:"dead,omitempty"` // chains marked, by point
	Suggested []int     `json:"suggested,omitempty"`
	Unsettled []int     `json:"unsettled,omitempty"`
	Agreed    [2]bool   `json:"agreed"`
	Result    string    `json:"result,omitempty"`
	Score     []int32   `json:"score,omitempty"` // hundredths
	Method    string    `json:"method,omitempty"`
	Ended     int64     `json:"ended,omitempty"` // milliseconds since 1970
}

func (g *Gateway) keepSession(s *session) {
	waits := int64(0)
	if s.waits {
		waits = s.since.UnixMilli()
	}
	g.keep(replaceSession, s.token[:], s.nick, s.account, s.marking, waits)
}

func (g *Gateway) keepTable(t *table) {
	if g.store == nil {
		return
	}
	pairs, err := t.settings.Pairs()
	if err != nil {
		g.fail(err) // they were checked
		return
	}
	text := ""
	for _, p := range pairs {
		text += p.Key + "=" + p.Value + " "
	}
	st := status{
		Settings: text, Nicks: t.nicks, State: string(t.state), Ready: t.ready, Lost: t.lost, Consent: t.consent,
		Resumed: t.resumed, Agreed: t.agreed, Method: t.method, Passes: len(t.line) - t.passes,
	}
	for c, s := range t.seats {
		if s != nil {
			st.Seats[c] = s.token.Text()
		}
	}
	if t.state == sgcp.Marking {
		for p := range t.dead {
			st.Dead = append(st.Dead, int(p))
		}
		slices.Sort(st.Dead)
		for _, p := range t.suggested {
			st.Suggested = append(st.Suggested, int(p))
		}
		for _, p := range t.unsettled {
			st.Unsettled = append(st.Unsettled, int(p))
		}
	}
	if t.state == sgcp.Over {
		st.Result, st.Ended = t.result.String(), t.ended.UnixMilli()
		if t.score.Counted {
			st.Score = []int32{int32(t.score.Black), int32(t.score.White)}
		}
	}
	line, err := json.Marshal(st)
	if err != nil {
		g.fail(err) // texts and numbers have a form
		return
	}
	g.keep(replaceGame, t.game[:], string(line))
}

// load brings back what the store has: sessions without connections, tables with
// their games. The clocks start anew.
func (g *Gateway) load() error {
	now := g.options.Clock.Now()
	if err := g.loadSessions(now); err != nil {
		return err
	}
	type move struct {
		at      sgcp.Coord
		left    int64
		periods int
	}
	moves := map[sgcp.Gtoken][]move{}
	var token []byte
	var seq int
	var m move
	err := g.store.rows("SELECT game, seq, coord, left, periods FROM moves ORDER BY game, seq", []any{&token, &seq, &m.at, &m.left, &m.periods}, func() error {
		game := sgcp.Gtoken(token)
		if seq != len(moves[game])+1 {
			return g.store.error(fmt.Errorf("game %v: move %d follows move %d", game, seq, len(moves[game])))
		}
		moves[game] = append(moves[game], m)
		return nil
	})
	if err != nil {
		return err
	}
	var text string
	return g.store.rows("SELECT token, status FROM games", []any{&token, &text}, func() error {
		t := &table{game: sgcp.Gtoken(token), asker: sgcp.Neither}
		var st status
		if err := t.read(text, &st); err != nil {
			return g.store.error(fmt.Errorf("game %v: %w", t.game, err))
		}
		for c, secret := range st.Seats {
			if s, err := sgcp.ParseSession(secret); err == nil && g.sessions[s] != nil {
				t.seats[c] = g.sessions[s]
				t.seats[c].table = t
			}
		}
		t.clock.start(&t.settings)
		for i, m := range moves[t.game] {
			b := g.boardOf(t)
			if err := b.Check(moveOf(m.at)); err != nil {
				return g.store.error(fmt.Errorf("game %v: move %d: %w", t.game, i+1, err))
			}
			side := b.Turn()
			b.Play(moveOf(m.at))
			t.line = append(t.line, m.at)
			t.clock.left[side], t.clock.periods[side] = time.Duration(m.left), m.periods
		}
		b := g.boardOf(t)
		t.passes = min(b.Passes(), len(t.line)-st.Passes)
		t.hash = hashOf(b)
		g.tables[t.game] = t
		g.goOn(t)
		return nil
	})
}

// loadSessions brings the sessions back, each with the whole grace.
func (g *Gateway) loadSessions(now time.Time) error {
	var token []byte
	var nick, account string
	var marking bool
	var waits int64
	err := g.store.rows("SELECT token, nick, account, marking, waits FROM sessions", []any{&token, &nick, &account, &marking, &waits}, func() error {
		s := &session{token: sgcp.Session(token), nick: nick, account: account, marking: marking, waits: waits != 0, since: time.UnixMilli(waits), loaded: true}
		g.sessions[s.token] = s
		g.nicks[sgcp.NickKey(nick)] = s
		if s.waits {
			g.waiting = append(g.waiting, s)
		}
		g.detach(s)
		return nil
	})
	slices.SortStableFunc(g.waiting, func(a, b *session) int { return a.since.Compare(b.since) })
	return err
}

// read sets a table up as it was, but for moves and seats.
func (t *table) read(text string, st *status) error {
	err := json.Unmarshal([]byte(text), st)
	if err != nil {
		return err
	}
	t.settings = sgcp.DefaultSettings()
	propose := sgcp.Propose{}
	if err := sgcp.ParseInto(&propose, []byte("x "+st.Settings)); err != nil {
		return err
	}
	if _, err := t.settings.Apply(propose.Settings); err != nil {
		return err
	}
	if err := checkSettings(&t.settings); err != nil {
		return err
	}
	t.nicks, t.state, t.ready, t.lost, t.resumed = st.Nicks, sgcp.State(st.State), st.Ready, st.Lost, st.Resumed
	t.agreed, t.consent, t.method = st.Agreed, st.Consent, st.Method
	if t.state == sgcp.Over {
		if t.result, err = sgcp.ParseResult(st.Result); err != nil {
			return err
		}
		if len(st.Score) == 2 {
			t.score = sgcp.Score{Counted: true, Black: sgcp.Points(st.Score[0]), White: sgcp.Points(st.Score[1])}
		}
		t.ended = time.UnixMilli(st.Ended)
	}
	if t.state == sgcp.Marking {
		t.dead = map[goban.Point]bool{}
		for _, p := range st.Dead {
			t.dead[goban.Point(p)] = true
		}
		for _, p := range st.Suggested {
			t.suggested = append(t.suggested, goban.Point(p))
		}
		for _, p := range st.Unsettled {
			t.unsettled = append(t.unsettled, goban.Point(p))
		}
	}
	return nil
}

// goOn takes a loaded table up where it was.
func (g *Gateway) goOn(t *table) {
	if t.underWay() {
		g.playing++
	}
	switch {
	case t.state == sgcp.Over:
		g.over(t)
	case t.state == sgcp.Marking:
		g.markUntil(t)
	case t.state != sgcp.Playing:
	case t.passes >= 2 || t.consent == [2]bool{true, true}:
		// It was killed while it counted.
		var found weiqi.Suggestion
		if t.needsSuggestion(g) {
			found = weiqi.Suggest(g.boardOf(t).Stones(), weiqi.DefaultSuggest())
		}
		t.counting = true
		g.counted(t, &found)
		g.outgoing = nil // nobody is here yet
	default:
		g.turnBegins(t)
	}
}
