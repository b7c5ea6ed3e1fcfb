package hall_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"qikit.dev/qikit/lib/gateway/internal/hall"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/weiqi"
)

// world is a hall under test, its peers by name, and what was stored.
type world struct {
	*hall.Hall
	t     testing.TB
	now   time.Time
	peers map[string]*hall.Peer
	names []string // texts of the tokens, the first is $1

	changed bool // by the last entry
	commits bool // a line of it waits for a commit

	count    *hall.Count
	sessions map[sgcp.Session]hall.SessionRecord
	games    map[sgcp.Gtoken]*hall.GameRecord
}

func options() hall.Options {
	o := hall.Options{
		Name: "qikit", Settings: sgcp.DefaultSettings(), Keys: map[string]string{"secret": "lab"}, Seed: 1,
		Limits: hall.Limits{
			Login: 30 * time.Second, Idle: 60 * time.Second, Dead: 150 * time.Second, Grace: 120 * time.Second, Move: 10 * time.Minute,
			Marking: 60 * time.Second, Proposal: 60 * time.Second, Kept: 24 * time.Hour, Graces: 3, Resumption: 2, Watched: 32, Proposals: 8,
			Watchers: 1000, Tables: 1000, Sessions: 1000, ChatWork: 2000, ChatSlow: 10 * time.Second, ListWork: 20000,
		},
	}
	o.Settings.Size = 5
	return o
}

func newWorld(t testing.TB, o hall.Options) *world {
	w := &world{
		t: t, now: time.UnixMilli(1_712_345_678_901), peers: map[string]*hall.Peer{},
		sessions: map[sgcp.Session]hall.SessionRecord{}, games: map[sgcp.Gtoken]*hall.GameRecord{},
	}
	o.Token = func() [16]byte {
		token := [16]byte{byte(len(w.names) + 1)}
		w.names = append(w.names, sgcp.Gtoken(token).String())
		return token
	}
	w.Hall = hall.New(o, w.now)
	return w
}

// peer is the connection of that name, which joins when it is new.
func (w *world) peer(name string) *hall.Peer {
	if w.peers[name] == nil {
		w.peers[name] = &hall.Peer{Owner: name}
		w.did(w.Joined(w.peers[name], nil, w.now))
	}
	return w.peers[name]
}

// did stores an outcome's changes and writes its lines down, sorted by receiver.
func (w *world) did(out *hall.Outcome) (said []string) {
	w.t.Helper()
	w.changed, w.commits = len(out.Changes) > 0, false
	for _, l := range out.Lines {
		w.commits = w.commits || l.Message.Number().Commits()
		octets, err := sgcp.Append(nil, l.Message)
		if err != nil {
			w.t.Fatalf("%+v: %v", l.Message, err)
		}
		text := strings.TrimSuffix(string(octets), "\r\n")
		for i, name := range w.names {
			text = strings.ReplaceAll(text, name, fmt.Sprint("$", i+1))
		}
		if l.Last {
			text += " (closed)"
		}
		said = append(said, fmt.Sprintf("%v< %s", l.To.Owner, text))
	}
	slices.SortStableFunc(said, func(a, b string) int { return strings.Compare(a[:strings.Index(a, "<")], b[:strings.Index(b, "<")]) })
	for _, c := range out.Changes {
		switch c.What {
		case hall.SessionKept:
			w.sessions[c.Session.ID] = *c.Session
		case hall.SessionEnded:
			delete(w.sessions, c.Session.ID)
		case hall.GameKept:
			if w.games[c.Game] == nil {
				w.games[c.Game] = &hall.GameRecord{Game: c.Game}
			}
			w.games[c.Game].Status = *c.Status
		case hall.GameForgotten:
			delete(w.games, c.Game)
		case hall.MoveMade:
			g := w.games[c.Game]
			if c.Seq != len(g.Moves)+1 {
				w.t.Errorf("move %d of a game with %d", c.Seq, len(g.Moves))
			}
			g.Moves = append(g.Moves, c.Move)
		case hall.MovesUndone:
			w.games[c.Game].Moves = w.games[c.Game].Moves[:c.Seq]
		}
	}
	if out.Count != nil {
		w.count = out.Count
	}
	return said
}

// step does one line of a script and is what was said.
func (w *world) step(line string) []string {
	w.t.Helper()
	if name, command, ok := strings.Cut(line, "> "); ok {
		for i := range w.names {
			command = strings.ReplaceAll(command, fmt.Sprint("$", i+1), w.names[i])
		}
		digits, param, _ := strings.Cut(command, " ")
		var n sgcp.Number
		fmt.Sscan(digits, &n)
		p := w.peer(name)
		m, err := sgcp.Parse(n, []byte(param))
		if err != nil {
			return w.did(w.Misread(p, n, err, w.now))
		}
		return w.did(w.Obey(p, m, w.now))
	}
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "leaves":
		p := w.peers[rest]
		delete(w.peers, rest)
		return w.did(w.Left(p, w.now))
	case "wait":
		d, err := time.ParseDuration(rest)
		if err != nil {
			w.t.Fatal(err)
		}
		w.now = w.now.Add(d)
		return w.did(w.Pass(w.now))
	case "counted":
		c := w.count
		w.count = nil
		found := weiqi.Suggest(c.Stones, weiqi.DefaultSuggest())
		return w.did(w.Counted(c, &found, w.now))
	case "dismiss":
		return w.did(w.Dismiss(5*time.Second, w.now))
	case "clear":
		return w.did(w.Clear(w.now))
	case "restart":
		w.restart()
		return nil
	}
	w.t.Fatalf("a script says %q", line)
	return nil
}

// restart is a new hall that goes on from what was stored.
func (w *world) restart() {
	w.t.Helper()
	o := options()
	o.Token = func() [16]byte { return [16]byte{255} }
	w.Hall, w.peers = hall.New(o, w.now), map[string]*hall.Peer{}
	var games []hall.GameRecord
	for _, g := range w.games {
		games = append(games, *g)
	}
	out, refused := w.Restore(slices.Collect(maps.Values(w.sessions)), games, w.now)
	if len(refused) > 0 {
		w.t.Fatal(refused)
	}
	if said := w.did(out); len(said) > 0 {
		w.t.Errorf("restoring says %q to nobody", said)
	}
}

// play does a script: lines "amy< text" are what was said since the line before
// them that does something, for each peer in order. A text that ends with "..." is
// a beginning.
func (w *world) play(script string) {
	w.t.Helper()
	var said []string
	last := ""
	finish := func() {
		w.t.Helper()
		if len(said) > 0 {
			w.t.Fatalf("%q: was said and not expected: %q", last, said)
		}
	}
	for line := range strings.Lines(script) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if name, _, _ := strings.Cut(line, " "); strings.HasSuffix(name, "<") {
			want, open := strings.CutSuffix(line, "...")
			if len(said) == 0 || said[0] != want && !(open && strings.HasPrefix(said[0], want)) {
				w.t.Fatalf("%q: said %q, want %q", last, said, line)
			}
			said = said[1:]
			continue
		}
		finish()
		last, said = line, w.step(line)
	}
	finish()
}
