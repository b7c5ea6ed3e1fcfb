package sgcp

// PlayerKind says who plays.
type PlayerKind string

// The kinds of players.
const (
	Human PlayerKind = "human"
	AI    PlayerKind = "ai"
)

// ProposalID names a proposal (206); written "#12". Zero is none.
type ProposalID uint64

// Commands of the lobby, 2xx, their replies, rows and pushes.
type (
	// Wait is 201: Paired follows when an opponent is found.
	Wait struct{ empty }
	// WaitReply is 701.
	WaitReply struct{ empty }

	// ListWaiting is 202.
	ListWaiting struct{ empty }
	// Waiting is the row 752.
	Waiting struct {
		Nick    string
		Seconds int // since 201
		Kind    PlayerKind
	}
	// ListWaitingReply is 702.
	ListWaitingReply struct {
		Rows int
		More bool // not all were sent: ListRowsMax
	}

	// Challenge is 203.
	Challenge struct{ Nick string }
	// ChallengeReply is 703; Paired follows.
	ChallengeReply struct{ Game Gtoken }

	// Statistics is 204.
	Statistics struct{ empty }
	// StatisticsReply is 704.
	StatisticsReply struct {
		Online, Waiting, Games, Terminals int
		Uptime                            uint64 // seconds
		Rule                              Rule   // the server's default
		Others                            Pairs
	}

	// Withdraw is 205.
	Withdraw struct{ empty }
	// WithdrawReply is 705.
	WithdrawReply struct{ empty }

	// Propose is 206: a new proposal to Nick, or, with an ID, the answer that
	// accepts one.
	Propose struct {
		ID       ProposalID // zero: a new proposal
		Nick     string
		Settings Pairs // see Settings.Apply
	}
	// ProposeReply is 706.
	ProposeReply struct{ ID ProposalID }
	// Proposal is the push 756 to the one who is asked.
	Proposal struct {
		ID       ProposalID
		Nick     string // of the one who asks
		Settings Pairs
	}

	// PlayAI is 207: by level or, when Nick is not empty, by the AI's nick.
	PlayAI struct {
		Level int
		Nick  string
	}
	// PlayAIReply is 707; Paired follows.
	PlayAIReply struct{ Game Gtoken }

	// Paired is the push 751: two players sit at a new game.
	Paired struct {
		Game         Gtoken
		Black, White string
	}
)

func (*Wait) Number() Number             { return CommandWait }
func (*WaitReply) Number() Number        { return ReplyWait }
func (*ListWaiting) Number() Number      { return CommandListWaiting }
func (*Waiting) Number() Number          { return RowWaiting }
func (*ListWaitingReply) Number() Number { return ReplyListWaiting }
func (*Challenge) Number() Number        { return CommandChallenge }
func (*ChallengeReply) Number() Number   { return ReplyChallenge }
func (*Statistics) Number() Number       { return CommandStatistics }
func (*StatisticsReply) Number() Number  { return ReplyStatistics }
func (*Withdraw) Number() Number         { return CommandWithdraw }
func (*WithdrawReply) Number() Number    { return ReplyWithdraw }
func (*Propose) Number() Number          { return CommandPropose }
func (*ProposeReply) Number() Number     { return ReplyPropose }
func (*Proposal) Number() Number         { return PushProposal }
func (*PlayAI) Number() Number           { return CommandPlayAI }
func (*PlayAIReply) Number() Number      { return ReplyPlayAI }
func (*Paired) Number() Number           { return PushPaired }

func (m *Waiting) param(c *codec) {
	field(c, &nickKind, &m.Nick)
	field(c, &countKind, &m.Seconds)
	field(c, &playerKindKind, &m.Kind)
}

func (m *ListWaitingReply) param(c *codec) {
	field(c, &countKind, &m.Rows)
	if !c.writing {
		m.More = c.more(false)
	}
	if m.More {
		c.literal("more")
	}
}

func (m *Challenge) param(c *codec)      { field(c, &nickKind, &m.Nick) }
func (m *ChallengeReply) param(c *codec) { field(c, &gtokenKind, &m.Game) }

func (m *StatisticsReply) param(c *codec) {
	if !c.writing {
		*m = StatisticsReply{}
	}
	c.list(&m.Others, func() {
		keyed(c, &m.Others, "online", &countKind, &m.Online)
		keyed(c, &m.Others, "waiting", &countKind, &m.Waiting)
		keyed(c, &m.Others, "games", &countKind, &m.Games)
		keyed(c, &m.Others, "terminals", &countKind, &m.Terminals)
		keyed(c, &m.Others, "uptime", &bigKind, &m.Uptime)
		keyed(c, &m.Others, "rule", &ruleKind, &m.Rule)
	})
}

func (m *Propose) param(c *codec) {
	if !c.writing {
		*m = Propose{}
		c.skipSpaces()
		if len(c.in) > 0 && c.in[0] == '#' {
			field(c, &proposalKind, &m.ID)
			return
		}
	} else if m.ID != 0 {
		field(c, &proposalKind, &m.ID)
		return
	}
	if c.writing && len(m.Nick) > 0 && m.Nick[0] == '#' { // would read as an ID
		c.fail([]byte(m.Nick), nickKind.expected)
	}
	field(c, &nickKind, &m.Nick)
	c.pairs(&m.Settings)
}

func (m *ProposeReply) param(c *codec) { field(c, &proposalKind, &m.ID) }

func (m *Proposal) param(c *codec) {
	field(c, &proposalKind, &m.ID)
	field(c, &nickKind, &m.Nick)
	c.pairs(&m.Settings)
}

func (m *PlayAI) param(c *codec) {
	if c.writing {
		if m.Nick == "" {
			field(c, &countKind, &m.Level)
			return
		}
		if _, number := parseCount([]byte(m.Nick)); number { // would read as a level
			c.fail([]byte(m.Nick), nickKind.expected)
		}
		field(c, &nickKind, &m.Nick)
		return
	}
	*m = PlayAI{}
	var who string
	field(c, &opponentKind, &who)
	if level, ok := parseCount([]byte(who)); ok {
		m.Level = level
	} else {
		m.Nick = who
	}
}

func (m *PlayAIReply) param(c *codec) { field(c, &gtokenKind, &m.Game) }

func (m *Paired) param(c *codec) {
	field(c, &gtokenKind, &m.Game)
	field(c, &nickKind, &m.Black)
	field(c, &nickKind, &m.White)
}
