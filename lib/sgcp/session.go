package sgcp

import "strings"

// Commands of the connection and the session, 1xx, and their replies.
type (
	// Login is 101.
	Login struct{ Nick string }
	// LoginReply is 601. The nick may have got underscores.
	LoginReply struct {
		Nick    string
		Session Session
	}

	// Authenticate is 102.
	Authenticate struct {
		Method string
		Data   string // may hold spaces
	}
	// AuthenticateReply is 602.
	AuthenticateReply struct{ Account string }

	// Quit is 103: the server answers and closes.
	Quit struct{ empty }
	// QuitReply is 603.
	QuitReply struct{ empty }

	// Announce is 104: what a client can do, see the constants Can.
	Announce struct{ Capabilities Pairs }
	// AnnounceReply is 604: what of it the server grants.
	AnnounceReply struct{ Capabilities Pairs }

	// Resume is 105: the client takes up its session.
	Resume struct {
		Session Session
		Last    uint64 // number of the last push it has: see Number.IsCounted
	}
	// ResumeReply is 605. With Resync set the pushes are gone, and the client
	// asks for the game by 301. Which one that is "605 resync" of the
	// specification does not say, and a client that was started again can not
	// know, so servers of this package name nick and game there too; of others
	// Nick is "" then.
	ResumeReply struct {
		Resync bool
		Nick   string
		Game   Gtoken // zero: in no game
		Pushes int    // that follow at once; 0 with Resync
	}

	// Ping is 109.
	Ping struct{ Text string }
	// PingReply is 609 with the same text.
	PingReply struct{ Text string }

	// ListSettings is 121: of the AI platform, all or one.
	ListSettings struct{ Key string }
	// Setting is the row 671.
	Setting struct{ Key, Value, Min, Max, Default string }
	// ListSettingsReply is 621.
	ListSettingsReply struct{ Rows int }

	// SetSetting is 122.
	SetSetting struct{ Key, Value string }
	// SetSettingReply is 622.
	SetSettingReply struct{ Key, Value string }

	// Greeting is the push 650 that a server begins with.
	Greeting struct {
		Server string // a word
		Time   uint64 // milliseconds since 1970, UTC
	}
	// Shutdown is the push 658.
	Shutdown struct{ Seconds int }
	// PingPush is the push 659, which any line answers.
	PingPush struct{ empty }
)

// Capabilities that a peer may announce by 104 (section 5.3).
const (
	CanPing    = "ping"    // answers 659
	CanMarking = "marking" // knows 854, 325, 326, 328
	CanClocks  = "clocks"  // is told the clocks of its games: 674
	CanMulti   = "multi"   // several games on one connection
	CanCompute = "compute" // is a compute terminal: long lines
	CanCharset = "charset" // with a value: ParseCharset
)

// protocolName is the first word of 650.
const protocolName = "SGCP/1"

func (*Login) Number() Number             { return CommandLogin }
func (*LoginReply) Number() Number        { return ReplyLogin }
func (*Authenticate) Number() Number      { return CommandAuthenticate }
func (*AuthenticateReply) Number() Number { return ReplyAuthenticate }
func (*Quit) Number() Number              { return CommandQuit }
func (*QuitReply) Number() Number         { return ReplyQuit }
func (*Announce) Number() Number          { return CommandAnnounce }
func (*AnnounceReply) Number() Number     { return ReplyAnnounce }
func (*Resume) Number() Number            { return CommandResume }
func (*ResumeReply) Number() Number       { return ReplyResume }
func (*Ping) Number() Number              { return CommandPing }
func (*PingReply) Number() Number         { return ReplyPing }
func (*ListSettings) Number() Number      { return CommandListSettings }
func (*Setting) Number() Number           { return RowSetting }
func (*ListSettingsReply) Number() Number { return ReplyListSettings }
func (*SetSetting) Number() Number        { return CommandSetSetting }
func (*SetSettingReply) Number() Number   { return ReplySetSetting }
func (*Greeting) Number() Number          { return PushGreeting }
func (*Shutdown) Number() Number          { return PushShutdown }
func (*PingPush) Number() Number          { return PushPing }

func (m *Login) param(c *codec) {
	// A space in a nick is a bad nick, not a parameter too many.
	c.skipSpaces()
	c.text(&m.Nick)
	m.Nick = strings.TrimRight(m.Nick, " ")
	if c.err == nil {
		c.err = CheckNick(m.Nick)
	}
}

func (m *LoginReply) param(c *codec) {
	field(c, &nickKind, &m.Nick)
	field(c, &sessionKind, &m.Session)
}

func (m *Authenticate) param(c *codec) {
	field(c, &wordKind, &m.Method)
	c.text(&m.Data)
}

func (m *AuthenticateReply) param(c *codec) {
	c.literal("ok")
	field(c, &wordKind, &m.Account)
}

func (m *Announce) param(c *codec)      { c.pairs(&m.Capabilities) }
func (m *AnnounceReply) param(c *codec) { c.pairs(&m.Capabilities) }

func (m *Resume) param(c *codec) {
	field(c, &sessionKind, &m.Session)
	field(c, &bigKind, &m.Last)
}

const resync = "resync"

func (m *ResumeReply) param(c *codec) {
	if !c.writing {
		*m = ResumeReply{Resync: isResync(c.in)}
	}
	if m.Resync {
		c.literal(resync)
		if c.more(m.Nick != "") {
			field(c, &nickKind, &m.Nick)
			field(c, &gameOrNoneKind, &m.Game)
		}
		return
	}
	field(c, &nickKind, &m.Nick)
	field(c, &gameOrNoneKind, &m.Game)
	field(c, &countKind, &m.Pushes)
}

// isResync says whether a 605 is "resync": a player of that nick is followed by a
// game or "-", which are no nicks.
func isResync(param []byte) bool {
	c := codec{in: param}
	if string(c.word()) != resync {
		return false
	}
	next := c.word()
	if len(next) == 0 {
		return true
	}
	_, isGame := parseGameOrNone(next)
	return !isGame
}

func (m *Ping) param(c *codec)      { c.text(&m.Text) }
func (m *PingReply) param(c *codec) { c.text(&m.Text) }

func (m *ListSettings) param(c *codec) {
	optional(c, &wordKind, &m.Key)
	if m.Key == "-" { // the specification's sign for nothing, taken at its word
		m.Key = ""
	}
}

func (m *Setting) param(c *codec) {
	for _, v := range []*string{&m.Key, &m.Value, &m.Min, &m.Max, &m.Default} {
		field(c, &wordKind, v)
	}
}

func (m *ListSettingsReply) param(c *codec) { field(c, &countKind, &m.Rows) }

func (m *SetSetting) param(c *codec) {
	field(c, &wordKind, &m.Key)
	field(c, &wordKind, &m.Value)
}

func (m *SetSettingReply) param(c *codec) {
	field(c, &wordKind, &m.Key)
	field(c, &wordKind, &m.Value)
}

func (m *Greeting) param(c *codec) {
	c.literal(protocolName)
	field(c, &wordKind, &m.Server)
	field(c, &bigKind, &m.Time)
}

func (m *Shutdown) param(c *codec) { field(c, &countKind, &m.Seconds) }
