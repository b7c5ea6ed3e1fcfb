package sgcp

// Rule is how a game is scored (sections 3, 5.5 and 7).
type Rule string

// The rules.
const (
	RuleArea     Rule = "area"      // the default
	RuleSeed     Rule = "seed"      // every point by its neighbours, no komi
	RuleSeedKomi Rule = "seed+komi" // the same count, shared out, with komi
)

// State is how far a game is (section 5.10).
type State string

// The states of a game.
const (
	Seated  State = "seated"
	Playing State = "playing"
	Marking State = "marking"
	Over    State = "over"
)

// CountStatus is what came of asking for counting.
type CountStatus string

// The answers to 327.
const (
	CountPending CountStatus = "pending" // until the other consents
	CountMarking CountStatus = "marking" // dead stones are marked first
	CountScored  CountStatus = "scored"
)

// Commands of a game, 3xx, and their replies and rows. On a connection with
// the capability "multi" a Gtoken stands before the parameter of 303, 311, 321
// and 327: CutGtoken, AppendFor.
type (
	// GameInfo is 301: GameInfoReply after rows of Moves.
	GameInfo struct{ Game Gtoken }
	// Moves is the row 861: consecutive moves, at most MovesPerRow.
	Moves struct {
		From  int // number of the first, from 1
		Moves []Coord
	}
	// GameInfoReply is 801.
	GameInfoReply struct {
		Game         Gtoken
		Size         int // points along a side; 0 is left out
		Komi         Points
		Rule         Rule
		Black, White string // nicks; "" is left out
		State        State
		Turn         Color
		Moves        int // in the rows
		Seq          int // of the last move, 0 before the first
		Hash         Hash
		// Others are what a gateway of this library adds where it applies:
		// handicap=2, main= and byo= as 850 has them, when it is over result=B+3.5, and while stones are marked
		// dead=C3,D5 (a stone of each dead chain), unsettled=E5 (of each of which the server
		// can not say it: play on by 328, or it counts as marked), agreed=b (who has) and
		// seconds=40.
		Others Pairs
	}

	// Leave is 302: while playing it is a resignation.
	Leave struct{ Game Gtoken }
	// LeaveReply is 802.
	LeaveReply struct{ empty }

	// Chat is 303, at most ChatMax octets.
	Chat struct{ Text string }
	// ChatReply is 803.
	ChatReply struct{ empty }

	// Watch is 304; again to stop.
	Watch struct{ Game Gtoken }
	// WatchReply is 804.
	WatchReply struct{ Game Gtoken }

	// Ready is 311.
	Ready struct{ empty }
	// ReadyReply is 811.
	ReadyReply struct{ empty }

	// Play is 321: a stone or a pass. With Seq it may be sent again after a
	// lost connection without being played twice.
	Play struct {
		Coord Coord
		Seq   int // number the move is to have; 0 is left out
	}
	// PlayReply is 821.
	PlayReply struct{ Seq int }

	// Undo is 322: asks for it, or accepts it.
	Undo struct{ Plies int }
	// UndoReply is 822.
	UndoReply struct{ Pending bool }

	// Resign is 323.
	Resign struct{ empty }
	// ResignReply is 823.
	ResignReply struct{ empty }

	// Draw is 324: asks for it, or accepts it.
	Draw struct{ empty }
	// DrawReply is 824.
	DrawReply struct{ Pending bool }

	// Mark is 325: the chain at the point is dead, or alive again.
	Mark struct{ Coord Coord }
	// MarkReply is 825.
	MarkReply struct {
		Coord Coord
		Dead  bool
	}

	// Agree is 326: to the marks with that hash, see HashOf.
	Agree struct{ Marks Hash }
	// AgreeReply is 826.
	AgreeReply struct{ empty }

	// Count is 327: from the side to move it is also a pass.
	Count struct{ empty }
	// CountReply is 827.
	CountReply struct{ Status CountStatus }

	// PlayOn is 328: play resumes instead of counting.
	PlayOn struct{ empty }
	// PlayOnReply is 828.
	PlayOnReply struct{ empty }
)

func (*GameInfo) Number() Number      { return CommandGameInfo }
func (*Moves) Number() Number         { return RowMoves }
func (*GameInfoReply) Number() Number { return ReplyGameInfo }
func (*Leave) Number() Number         { return CommandLeave }
func (*LeaveReply) Number() Number    { return ReplyLeave }
func (*Chat) Number() Number          { return CommandChat }
func (*ChatReply) Number() Number     { return ReplyChat }
func (*Watch) Number() Number         { return CommandWatch }
func (*WatchReply) Number() Number    { return ReplyWatch }
func (*Ready) Number() Number         { return CommandReady }
func (*ReadyReply) Number() Number    { return ReplyReady }
func (*Play) Number() Number          { return CommandPlay }
func (*PlayReply) Number() Number     { return ReplyPlay }
func (*Undo) Number() Number          { return CommandUndo }
func (*UndoReply) Number() Number     { return ReplyUndo }
func (*Resign) Number() Number        { return CommandResign }
func (*ResignReply) Number() Number   { return ReplyResign }
func (*Draw) Number() Number          { return CommandDraw }
func (*DrawReply) Number() Number     { return ReplyDraw }
func (*Mark) Number() Number          { return CommandMark }
func (*MarkReply) Number() Number     { return ReplyMark }
func (*Agree) Number() Number         { return CommandAgree }
func (*AgreeReply) Number() Number    { return ReplyAgree }
func (*Count) Number() Number         { return CommandCount }
func (*CountReply) Number() Number    { return ReplyCount }
func (*PlayOn) Number() Number        { return CommandPlayOn }
func (*PlayOnReply) Number() Number   { return ReplyPlayOn }

func (m *GameInfo) param(c *codec) { field(c, &gtokenKind, &m.Game) }

func (m *Moves) param(c *codec) {
	field(c, &countKind, &m.From)
	if c.writing {
		for i := range m.Moves {
			field(c, &coordKind, &m.Moves[i])
		}
	} else {
		m.Moves = m.Moves[:0]
		for c.more(false) && c.err == nil && len(m.Moves) <= MovesPerRow {
			m.Moves = append(m.Moves, 0)
			field(c, &coordKind, &m.Moves[len(m.Moves)-1])
		}
		if len(m.Moves) == 0 {
			m.Moves = nil
		}
	}
	if len(m.Moves) > MovesPerRow {
		c.fail([]byte(m.Moves[MovesPerRow].String()), "at most 64 moves")
	}
}

func (m *GameInfoReply) param(c *codec) {
	if !c.writing {
		*m = GameInfoReply{Turn: Neither}
	}
	field(c, &gtokenKind, &m.Game)
	c.list(&m.Others, func() {
		keyed(c, &m.Others, "size", &knownSizeKind, &m.Size)
		keyed(c, &m.Others, "komi", &pointsKind, &m.Komi)
		keyed(c, &m.Others, "rule", &ruleKind, &m.Rule)
		keyed(c, &m.Others, "black", &nickKind, &m.Black)
		keyed(c, &m.Others, "white", &nickKind, &m.White)
		keyed(c, &m.Others, "state", &stateKind, &m.State)
		keyed(c, &m.Others, "turn", &turnKind, &m.Turn)
		keyed(c, &m.Others, "moves", &countKind, &m.Moves)
		keyed(c, &m.Others, "seq", &countKind, &m.Seq)
		keyed(c, &m.Others, "hash", &hashKind, &m.Hash)
	})
}

func (m *Leave) param(c *codec) { field(c, &gtokenKind, &m.Game) }

func (m *Chat) param(c *codec) {
	c.text(&m.Text)
	c.require(m.Text, "a text")
	if len(m.Text) > ChatMax {
		c.fail([]byte(m.Text), "a text of at most 500 octets")
	}
}

func (m *Watch) param(c *codec)      { field(c, &gtokenKind, &m.Game) }
func (m *WatchReply) param(c *codec) { field(c, &gtokenKind, &m.Game) }

func (m *Play) param(c *codec) {
	field(c, &coordKind, &m.Coord)
	optional(c, &countKind, &m.Seq)
}

func (m *PlayReply) param(c *codec)  { field(c, &countKind, &m.Seq) }
func (m *Undo) param(c *codec)       { field(c, &countKind, &m.Plies) }
func (m *UndoReply) param(c *codec)  { c.flag(&m.Pending, string(CountPending)) }
func (m *DrawReply) param(c *codec)  { c.flag(&m.Pending, string(CountPending)) }
func (m *Mark) param(c *codec)       { field(c, &coordKind, &m.Coord) }
func (m *Agree) param(c *codec)      { field(c, &hashKind, &m.Marks) }
func (m *CountReply) param(c *codec) { field(c, &statusKind, &m.Status) }

func (m *MarkReply) param(c *codec) {
	field(c, &coordKind, &m.Coord)
	field(c, &chainKind, &m.Dead)
}
