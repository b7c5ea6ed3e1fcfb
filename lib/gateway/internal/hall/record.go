package hall

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"qikit.dev/qikit/internal/sgcpgo"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/weiqi"
)

// What is the kind of a change.
type What uint8

// The kinds of changes, and which fields of Change each uses.
const (
	SessionKept   What = iota // Session, as it is now
	SessionEnded              // Session
	GameKept                  // Status: all of the game but its moves
	GameForgotten             // Game, with its moves
	MoveMade                  // Game, Seq and Move
	MovesUndone               // Game and Seq: the moves after that number
)

// Change is one change of what is stored.
type Change struct {
	What    What
	Session *SessionRecord
	Game    sgcp.Gtoken
	Status  *Status
	Seq     int // from 1
	Move    MoveRecord
}

// SessionRecord is what is stored of a session.
type SessionRecord struct {
	ID            sgcp.Session // a hash of its first token
	Token, Next   sgcp.Session // hashes of the token in use, and of one that is not used yet; zero: ID, none
	Plain         bool         // ID is the token itself, as older files have it
	Nick, Account string
	Marking       bool
	Waits         int64 // for an opponent, since that many milliseconds after 1970, or 0
}

// MoveRecord is what is stored of a move: where, and what time the mover had left
// after it.
type MoveRecord struct {
	At      sgcp.Coord
	Left    time.Duration // of the main time
	Periods int           // of byo-yomi
}

// Clocks are the clocks of both sides after so many moves, where no move stored tells
// them: the time of a move that was undone is spent.
type Clocks struct {
	Moves   int              `json:"moves"`
	Left    [2]time.Duration `json:"left"`
	Periods [2]int           `json:"periods"`
}

// GameRecord is what is stored of a game.
type GameRecord struct {
	Game   sgcp.Gtoken
	Status Status
	Moves  []MoveRecord
}

// Status is what is stored of a game but for its moves, as JSON. Sides are black
// and white.
type Status struct {
	Settings  string        `json:"settings"` // pairs, as 206 has them
	Nicks     [2]string     `json:"nicks"`
	Seats     [2]string     `json:"seats"` // ids of sessions, "" when left
	State     sgcp.State    `json:"state"`
	Ready     [2]bool       `json:"ready"`
	Lost      [2]int        `json:"lost"`
	Consent   [2]bool       `json:"consent"`
	Passes    int           `json:"passes"` // before so many moves do not count: play was resumed, or a move undone
	Resumed   int           `json:"resumed"`
	Undone    *Clocks       `json:"undone,omitempty"` // at the last undo
	Dead      []goban.Point `json:"dead,omitempty"`   // chains marked
	Suggested []goban.Point `json:"suggested,omitempty"`
	Unsettled []goban.Point `json:"unsettled,omitempty"`
	Agreed    [2]bool       `json:"agreed"`
	Result    string        `json:"result,omitempty"`
	Score     []int32       `json:"score,omitempty"` // hundredths
	Method    string        `json:"method,omitempty"`
	Ended     int64         `json:"ended,omitempty"` // milliseconds since 1970
}

func (s *session) record() *SessionRecord {
	r := &SessionRecord{ID: s.id, Token: s.token, Next: s.next, Nick: s.nick, Account: s.account, Marking: s.marking}
	if s.waits != nil {
		r.Waits = s.since.UnixMilli()
	}
	return r
}

func (h *Hall) keepSession(s *session) { h.changed(SessionKept).Session = s.record() }

// keep adds the change of a table to what it is now.
func (t *table) keep() {
	c := t.hall.changed(GameKept)
	c.Game, c.Status = t.game, t.status()
}

func (t *table) status() *Status {
	st := &Status{
		Nicks: t.nicks, State: t.state, Ready: t.ready, Lost: t.lost, Consent: t.consent,
		Resumed: t.resumed, Agreed: t.agreed, Method: t.method, Passes: len(t.line) - t.passes, Undone: t.undone,
	}
	st.Settings, _ = t.settings.Text() // they were checked
	for c, s := range t.seats {
		if s != nil {
			st.Seats[c] = s.id.Text()
		}
	}
	if t.state == sgcp.Marking {
		st.Dead, st.Suggested, st.Unsettled = slices.Sorted(maps.Keys(t.dead)), t.suggested, t.unsettled
	}
	if t.state == sgcp.Over {
		st.Result, st.Ended = t.result.String(), t.ended.UnixMilli()
		if t.score.Counted {
			st.Score = []int32{int32(t.score.Black), int32(t.score.White)}
		}
	}
	return st
}

// Refused is a stored game that cannot be gone on with.
type Refused struct {
	Game sgcp.Gtoken
	Why  error
}

// Restore brings back what was stored: sessions without connections, each with the
// whole grace, and tables with their games. The clocks start anew. Games that make no
// sense are left out. It sorts the games by their ends.
func (h *Hall) Restore(sessions []SessionRecord, games []GameRecord, now time.Time) (out *Outcome, refused []Refused) {
	h.enter(now)
	var waiting []*session
	for _, r := range sessions {
		s := &session{id: r.ID, token: r.Token, next: r.Next, nick: r.Nick, account: r.Account, marking: r.Marking, since: time.UnixMilli(r.Waits), loaded: true, spoke: now}
		if r.Plain {
			old := r
			h.changed(SessionEnded).Session = &old
			s.id = idOf(r.ID)
			s.token = s.id
			h.keepSession(s)
		}
		if s.token == (sgcp.Session{}) {
			s.token = s.id
		}
		h.add(s)
		if r.Waits != 0 {
			waiting = append(waiting, s)
		}
		h.detach(s)
	}
	slices.SortStableFunc(waiting, func(a, b *session) int { return a.since.Compare(b.since) })
	for _, s := range waiting {
		h.waits(s)
	}
	slices.SortStableFunc(games, func(a, b GameRecord) int { return cmp.Compare(a.Status.Ended, b.Status.Ended) })
	for i := range games {
		r := &games[i]
		if err := h.restore(r); err != nil {
			refused = append(refused, Refused{r.Game, err})
		}
	}
	h.room()       // there may be less of it than before
	h.pushes = nil // nobody is here yet
	return &h.out, refused
}

// restore brings a game back, or leaves the hall as if it had not been there.
func (h *Hall) restore(r *GameRecord) (err error) {
	t := &table{hall: h, game: r.Game, asker: sgcp.Neither}
	if err := t.restore(&r.Status, r.Moves); err != nil {
		return err
	}
	plain := false
	for c, text := range r.Status.Seats {
		id, err := sgcp.ParseSession(text)
		s := h.sessions[id]
		if s == nil {
			s = h.sessions[idOf(id)] // of an older file
			plain = s != nil
		}
		if err == nil && s != nil && s.table == nil {
			t.seats[c], s.table = s, t
		}
	}
	if plain {
		t.keep()
	}
	h.tables[t.game] = t
	t.goOn()
	return nil
}

// restore sets a table up as it was stored.
func (t *table) restore(st *Status, moves []MoveRecord) error {
	if err := t.read(st); err != nil {
		return err
	}
	if most := t.movesMost(); len(moves) > most {
		return fmt.Errorf("%d moves, expected at most %d", len(moves), most)
	}
	t.clock.start(&t.settings)
	b := t.boardNow()
	t.undone = st.Undone
	t.clockAfterUndo()
	for i, m := range moves {
		if err := b.Check(sgcpgo.Move(m.At)); err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		side := b.Turn()
		b.Play(sgcpgo.Move(m.At))
		t.line = append(t.line, m.At)
		t.clock.left[side], t.clock.periods[side] = m.Left, m.Periods
		t.clockAfterUndo()
	}
	t.passes = min(b.Passes(), len(t.line)-st.Passes)
	t.hash = hashOf(b)
	if st.Passes < 0 || t.passes < 0 {
		return fmt.Errorf("passes count from move %d of %d", st.Passes, len(t.line))
	}
	for _, list := range [][]goban.Point{st.Dead, st.Suggested, st.Unsettled} {
		for _, p := range list {
			if s := b.Stones(); !s.Has(p) || s.At(p) == goban.Empty {
				return fmt.Errorf("a chain at %d, where no stone is", p)
			}
		}
	}
	return nil
}

// clockAfterUndo sets the clocks to what they were at the last undo, if that led here.
func (t *table) clockAfterUndo() {
	if u := t.undone; u != nil && u.Moves == len(t.line) {
		t.clock.left, t.clock.periods = u.Left, u.Periods
	}
}

// read sets a table up but for its moves and seats.
func (t *table) read(st *Status) (err error) {
	if t.settings, err = sgcp.ParseSettings(st.Settings); err != nil {
		return err
	}
	if err := CheckSettings(&t.settings); err != nil {
		return err
	}
	switch st.State {
	case sgcp.Seated, sgcp.Playing, sgcp.Marking, sgcp.Over:
	default:
		return fmt.Errorf("the state %q", st.State)
	}
	for _, nick := range st.Nicks {
		if err := sgcp.CheckNick(nick); err != nil {
			return err
		}
	}
	t.nicks, t.state, t.ready, t.lost, t.resumed = st.Nicks, st.State, st.Ready, st.Lost, st.Resumed
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
		t.dead, t.suggested, t.unsettled = chains(st.Dead), st.Suggested, st.Unsettled
	}
	return nil
}

// goOn continues a restored table where it was.
func (t *table) goOn() {
	if t.underWay() {
		t.hall.playing[t] = struct{}{}
	}
	switch {
	case t.state == sgcp.Seated && t.seats == [2]*session{}:
		t.forget()
	case t.state == sgcp.Over:
		t.over()
	case t.state == sgcp.Marking:
		t.markUntil()
	case t.state != sgcp.Playing:
	case t.finished():
		// The gateway was killed while it counted the board.
		var found weiqi.Suggestion
		if t.needsSuggestion() {
			found = weiqi.Suggest(t.boardNow().Stones(), weiqi.DefaultSuggest())
		}
		t.counted(&found)
	default:
		t.turnBegins()
	}
}
