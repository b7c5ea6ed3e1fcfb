package hall

import (
	"container/list"
	"iter"
	"maps"
	"time"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/sgcp"
)

// Options say what is played in a hall and what it puts up with.
type Options struct {
	Name     string            // of the server in 650
	Settings sgcp.Settings     // of games that nobody proposed
	Keys     map[string]string // accounts, by the secret that 102 takes
	Computes bool              // "compute" is granted
	Seed     uint64            // draws colours
	Token    func() [16]byte   // a new secret
	Limits   Limits
}

// Limits are what a hall allows its people.
type Limits struct {
	Login, Idle, Dead       time.Duration // of a silent connection
	Grace, Move             time.Duration
	Marking, Proposal, Kept time.Duration
	Graces, Resumption      int
	Watched, Proposals      int
	Sessions                int           // with and without a connection
	Watchers                int           // of one game
	Tables                  int           // games, ended ones included
	ChatWork                int           // lines of chat that the hall delivers a second
	ChatSlow                time.Duration // of silence, before a player may speak in a flooded lobby
	ListWork                int           // rows of lists that the hall sends a second
}

// Hall is the lobby with its sessions, and the tables with their games.
type Hall struct {
	options Options
	random  *rng.Source
	started time.Time
	leaving bool // no new game begins

	peers     map[*Peer]struct{}
	sessions  map[sgcp.Session]*session
	tokens    map[sgcp.Session]*session // by the ids of its tokens, one or two
	nicks     map[string]*session       // by sgcp.NickKey
	looks     map[string]int            // how many nicks have a look: sgcp.NickLooks
	waiting   list.List                 // of *session, longest first
	platforms list.List                 // of *session: those of the waiting that are AIs
	ais       []*session                // the AIs, in the order of their log-ins
	tables    map[sgcp.Gtoken]*table
	playing   map[*table]struct{} // those whose game is under way
	over      list.List           // of *table: ended games, the one that is due next first
	forgets   bool                // a timer is set that forgets them
	proposals map[sgcp.ProposalID]*proposal
	proposed  sgcp.ProposalID // the last one
	inquiries map[uint64]*inquiry
	inquired  uint64 // the last one
	timers    timers
	boards    [boardsKept]*table // whose boards are ready
	nextBoard int
	figures   Figures
	chatted   budget    // lines of chat delivered
	told      []*spoken // lines in the lobby on their way
	listed    budget    // rows of 202, 208 and 209
	games     listing[*sgcp.Watchable]
	people    listing[*sgcp.Present]
	flooded   time.Time // until then the lobby is slow

	// Of the entry under way.
	now    time.Time
	again  []sgcp.Message // pushes of before, which follow the reply to 105
	pushes []push         // of now, which follow these
	out    Outcome
}

// Figures counts a hall's people and games: first those present, then all since it
// began.
type Figures struct {
	Peers, Sessions, Waiting, Tables, Playing int
	Moves, Games, Ended, Resumed, Pushes      uint64
}

// Outcome is the result of an entry into the hall. It holds until the next entry.
type Outcome struct {
	Lines   []Line   // in the order in which they are to be sent
	Changes []Change // to be stored before a line is sent whose number commits
	Count   *Count   // a board to be counted; the answer comes from Counted

	Repeated bool // the command said an old move again, which is answered and not played
}

// Line is a message to a peer. The peer may have left; then the line is dropped.
type Line struct {
	To      *Peer
	Message sgcp.Message
	Answer  bool // it is the one terminal reply to the peer's command
	Last    bool // the connection is to be closed after it
}

// push is a message to a session that waits for the end of the entry.
type push struct {
	to      *session
	message sgcp.Message
}

// New is an empty hall.
func New(o Options, now time.Time) *Hall {
	return &Hall{
		options: o, random: rng.New(o.Seed), started: now,
		peers: map[*Peer]struct{}{}, sessions: map[sgcp.Session]*session{}, tokens: map[sgcp.Session]*session{}, nicks: map[string]*session{}, looks: map[string]int{},
		tables: map[sgcp.Gtoken]*table{}, playing: map[*table]struct{}{}, proposals: map[sgcp.ProposalID]*proposal{}, inquiries: map[uint64]*inquiry{},
		// The numbers do not repeat those of the hall before, which a platform may still
		// answer.
		inquired: uint64(max(0, now.UnixMilli())),
	}
}

func (h *Hall) enter(now time.Time) {
	h.now = now
	clear(h.out.Lines)
	clear(h.out.Changes)
	h.out = Outcome{Lines: h.out.Lines[:0], Changes: h.out.Changes[:0]}
}

// settle sends pushes to those who are connected, and keeps them for the others.
func (h *Hall) settle() *Outcome {
	for i, p := range h.pushes {
		p.to.keep(p.message)
		if p.to.peer != nil {
			h.say(p.to.peer, p.message)
		}
		h.pushes[i] = push{}
	}
	h.figures.Pushes += uint64(len(h.pushes))
	h.pushes = h.pushes[:0]
	return &h.out
}

// say adds a line, before any push.
func (h *Hall) say(p *Peer, m sgcp.Message) {
	h.out.Lines = append(h.out.Lines, Line{To: p, Message: m})
}

// answer adds the terminal reply to a peer's command.
func (h *Hall) answer(p *Peer, m sgcp.Message) {
	h.out.Lines = append(h.out.Lines, Line{To: p, Message: m, Answer: true})
}

// cut adds a last line that says why, after which the connection is closed.
func (h *Hall) cut(p *Peer, why *sgcp.Fault) {
	h.out.Lines = append(h.out.Lines, Line{To: p, Message: why, Last: true})
}

// push adds a message to a session, after the reply.
func (h *Hall) push(m sgcp.Message, to *session) {
	if to != nil {
		h.pushes = append(h.pushes, push{to, m})
	}
}

// changed adds a change, which the caller fills in.
func (h *Hall) changed(what What) *Change {
	h.out.Changes = append(h.out.Changes, Change{What: what})
	return &h.out.Changes[len(h.out.Changes)-1]
}

// Dismiss tells everybody, once, after what time the server goes down. No new game
// begins from then on.
func (h *Hall) Dismiss(after time.Duration, now time.Time) *Outcome {
	h.enter(now)
	if !h.leaving {
		h.leaving = true
		for p := range h.peers {
			h.say(p, &sgcp.Shutdown{Seconds: int(after.Round(time.Second) / time.Second)})
		}
	}
	return &h.out
}

// Clear cuts everybody.
func (h *Hall) Clear(now time.Time) *Outcome {
	h.enter(now)
	h.leaving = true
	for p := range h.peers {
		h.cut(p, &sgcp.Fault{Code: sgcp.FaultShutdown, Text: "the server goes down"})
	}
	return &h.out
}

// Leaving tells whether the hall was dismissed or cleared.
func (h *Hall) Leaving() bool { return h.leaving }

// Peers are all connections that have joined and not left.
func (h *Hall) Peers() iter.Seq[*Peer] { return maps.Keys(h.peers) }

// Figures are the hall's figures.
func (h *Hall) Figures() Figures {
	f := h.figures
	f.Peers, f.Sessions, f.Waiting, f.Tables, f.Playing = len(h.peers), len(h.sessions), h.waiting.Len(), len(h.tables), len(h.playing)
	return f
}

// refuse makes the error of a command that is not obeyed.
func refuse(code sgcp.Number, text string) error { return &sgcp.Fault{Code: code, Text: text} }

var errLeaving = refuse(sgcp.FaultShutdown, "the server goes down")
