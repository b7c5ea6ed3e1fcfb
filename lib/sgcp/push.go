package sgcp

// Pushes about a game, to its players and watchers. (Those about the
// connection are in session.go, those of the lobby in lobby.go.)
type (
	// Started is the push 850: both were ready, black begins.
	Started struct {
		Game         Gtoken
		Black, White string
		Size         int
		Komi         Points
		Rule         Rule
		Others       Pairs // such as handicap=2: see Settings.Apply
	}
	// Played is the push 851.
	Played struct {
		Game     Gtoken
		Seq      int // from 1, passes count
		Color    Color
		Coord    Coord
		Captures int  // stones that this move took
		Hash     Hash // of the position after it
	}
	// Said is the push 853.
	Said struct {
		Game Gtoken // zero: in the lobby
		Nick string
		Text string
	}
	// MarkingPush is the push 854: stones may be marked for so long.
	MarkingPush struct {
		Game    Gtoken
		Seconds int
		Others  Pairs // a gateway of this library: unsettled=C3,E5, as in 801
	}
	// Ended is the push 855.
	Ended struct {
		Game   Gtoken
		Result Result
		Score  Score
		Method string // a word: the rule that was counted by, or how else it ended
	}
	// Left is the push 856.
	Left struct {
		Game Gtoken
		Nick string
	}
	// CountPush is the push 857.
	CountPush struct {
		Game Gtoken
		Nick string
	}
	// Asked is the push 858: an undo of so many plies, or with 0 a draw.
	Asked struct {
		Game  Gtoken
		Nick  string
		Plies int // 0: a draw
	}
	// Undone is the push 859: Seq is the last move that stands.
	Undone struct {
		Game Gtoken
		Seq  int
	}
	// Marked is the push 860.
	Marked struct {
		Game  Gtoken
		Nick  string
		Coord Coord
		Dead  bool
	}
	// AgreedPush is the push 863: the player agrees to the marks as they are,
	// until the next 860.
	AgreedPush struct {
		Game Gtoken
		Nick string
	}
	// Clocks is the push 674: both clocks at the beginning of the present turn, and
	// how long that has lasted. It follows 850, 851, 859, 862 and, in a game under
	// way, 604. It does not count for 105.
	Clocks struct {
		Game         Gtoken
		Seq          int    // of the last move
		Spent        uint64 // milliseconds of the present turn
		Black, White SideClock
	}
	// SideClock is what one side has left.
	SideClock struct {
		Left    uint64 // milliseconds of main time, or for this move where the clock is by move
		Periods int    // of byo-yomi
	}
	// PlayOnPush is the push 862.
	PlayOnPush struct {
		Game Gtoken
		Nick string
	}
)

// Score is both sides' points, or that nobody counted.
type Score struct {
	Counted      bool
	Black, White Points // 0 unless Counted
}

func (*Started) Number() Number     { return PushStarted }
func (*Played) Number() Number      { return PushPlayed }
func (*Said) Number() Number        { return PushSaid }
func (*MarkingPush) Number() Number { return PushMarking }
func (*Ended) Number() Number       { return PushEnded }
func (*Left) Number() Number        { return PushLeft }
func (*CountPush) Number() Number   { return PushCount }
func (*Asked) Number() Number       { return PushAsked }
func (*Undone) Number() Number      { return PushUndone }
func (*Marked) Number() Number      { return PushMarked }
func (*PlayOnPush) Number() Number  { return PushPlayOn }
func (*AgreedPush) Number() Number  { return PushAgreed }
func (*Clocks) Number() Number      { return PushClocks }

func (m *Started) param(c *codec) {
	field(c, &gtokenKind, &m.Game)
	field(c, &nickKind, &m.Black)
	field(c, &nickKind, &m.White)
	field(c, &sizeKind, &m.Size)
	field(c, &pointsKind, &m.Komi)
	field(c, &ruleKind, &m.Rule)
	c.pairs(&m.Others)
}

func (m *Played) param(c *codec) {
	field(c, &gtokenKind, &m.Game)
	field(c, &countKind, &m.Seq)
	field(c, &colorKind, &m.Color)
	field(c, &coordKind, &m.Coord)
	field(c, &countKind, &m.Captures)
	field(c, &hashKind, &m.Hash)
}

func (m *Said) param(c *codec) {
	field(c, &gameOrNoneKind, &m.Game)
	field(c, &nickKind, &m.Nick)
	c.text(&m.Text)
}

func (m *MarkingPush) param(c *codec) {
	field(c, &gtokenKind, &m.Game)
	field(c, &countKind, &m.Seconds)
	c.pairs(&m.Others)
}

func (m *Ended) param(c *codec) {
	field(c, &gtokenKind, &m.Game)
	field(c, &resultKind, &m.Result)
	m.Score.param(c)
	field(c, &wordKind, &m.Method)
}

// param has "- -" for a game that nobody counted.
func (s *Score) param(c *codec) {
	if !c.writing {
		// No score is negative, so a minus can only be the sign for none.
		*s = Score{Counted: c.more(false) && c.in[0] != '-'}
	}
	if !s.Counted {
		c.literal("-")
		c.literal("-")
		return
	}
	field(c, &pointsKind, &s.Black)
	field(c, &pointsKind, &s.White)
	if s.Black < 0 || s.White < 0 {
		c.fail([]byte(min(s.Black, s.White).String()), "a score of 0 or more")
	}
}

func (m *Left) param(c *codec) {
	field(c, &gtokenKind, &m.Game)
	field(c, &nickKind, &m.Nick)
	c.literal("left")
}

func (m *CountPush) param(c *codec) {
	field(c, &gtokenKind, &m.Game)
	field(c, &nickKind, &m.Nick)
	c.literal("count")
}

func (m *Asked) param(c *codec) {
	field(c, &gtokenKind, &m.Game)
	field(c, &nickKind, &m.Nick)
	draw := c.either(m.Plies == 0, "draw", "undo")
	if draw {
		m.Plies = 0
		return
	}
	field(c, &countKind, &m.Plies)
	if m.Plies == 0 {
		c.fail([]byte("0"), "at least one ply")
	}
}

func (m *Undone) param(c *codec) {
	field(c, &gtokenKind, &m.Game)
	field(c, &countKind, &m.Seq)
}

func (m *Marked) param(c *codec) {
	field(c, &gtokenKind, &m.Game)
	field(c, &nickKind, &m.Nick)
	field(c, &coordKind, &m.Coord)
	field(c, &chainKind, &m.Dead)
}

func (m *AgreedPush) param(c *codec) {
	field(c, &gtokenKind, &m.Game)
	field(c, &nickKind, &m.Nick)
	c.literal("agree")
}

func (m *Clocks) param(c *codec) {
	field(c, &gtokenKind, &m.Game)
	field(c, &countKind, &m.Seq)
	field(c, &bigKind, &m.Spent)
	for _, side := range []*SideClock{&m.Black, &m.White} {
		field(c, &bigKind, &side.Left)
		field(c, &countKind, &side.Periods)
	}
}

func (m *PlayOnPush) param(c *codec) {
	field(c, &gtokenKind, &m.Game)
	field(c, &nickKind, &m.Nick)
	c.literal("resume")
}
