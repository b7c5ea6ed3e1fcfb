package sgcp

// What a gateway and an AI platform say to each other beyond the game. The
// specification leaves open how 121 and 122 reach the platform; these numbers
// are this package's. A platform is a player who authenticated by 102.
type (
	// AskedLevel is the push 757 to an AI, right before its 751: the one who
	// asked for the game by 207 named a level.
	AskedLevel struct {
		Game  Gtoken
		Nick  string // of the one who asked
		Level int
	}

	// SettingsRequest is the push 673 to an AI platform: somebody's 121, with a
	// Value somebody's 122. SettingsAnswer answers it.
	SettingsRequest struct {
		ID    uint64 // the gateway's, never used twice
		Nick  string // whose settings
		Key   string // "": all
		Value string // "": tell, otherwise change
	}

	// SettingsAnswer is 123, from an AI platform: to a request without a value
	// AnswerRow for each setting and then AnswerEnd, to one with a value AnswerOK;
	// to either one AnswerFault instead of the last.
	SettingsAnswer struct {
		ID      uint64
		Kind    AnswerKind
		Setting Setting // of AnswerRow; of AnswerOK its Key and Value
		Rows    int     // of AnswerEnd: how many came before
		Fault   Number  // of AnswerFault, 500 to 599
		Text    string  // of AnswerFault, for people
	}
	// SettingsAnswerReply is 623.
	SettingsAnswerReply struct{ empty }
)

// AnswerKind says what a SettingsAnswer holds.
type AnswerKind string

// The kinds of answers.
const (
	AnswerRow   AnswerKind = "row"
	AnswerEnd   AnswerKind = "end"
	AnswerOK    AnswerKind = "ok"
	AnswerFault AnswerKind = "fault"
)

func (*AskedLevel) Number() Number          { return PushLevel }
func (*SettingsRequest) Number() Number     { return PushSettings }
func (*SettingsAnswer) Number() Number      { return CommandAnswerSettings }
func (*SettingsAnswerReply) Number() Number { return ReplyAnswerSettings }

func (m *AskedLevel) param(c *codec) {
	field(c, &gtokenKind, &m.Game)
	field(c, &nickKind, &m.Nick)
	field(c, &countKind, &m.Level)
}

func (m *SettingsRequest) param(c *codec) {
	field(c, &bigKind, &m.ID)
	field(c, &nickKind, &m.Nick)
	if c.writing && m.Key == "" && m.Value != "" {
		c.fail(nil, "a key before a value")
	}
	optional(c, &wordKind, &m.Key)
	optional(c, &wordKind, &m.Value)
}

func (m *SettingsAnswer) param(c *codec) {
	if !c.writing {
		*m = SettingsAnswer{}
	}
	field(c, &bigKind, &m.ID)
	field(c, &answerKind, &m.Kind)
	switch m.Kind {
	case AnswerRow:
		m.Setting.param(c)
	case AnswerEnd:
		field(c, &countKind, &m.Rows)
	case AnswerOK:
		field(c, &wordKind, &m.Setting.Key)
		field(c, &wordKind, &m.Setting.Value)
	case AnswerFault:
		field(c, &faultKind, &m.Fault)
		c.text(&m.Text)
	}
}

// An answer of another kind can not be passed on, so it is refused.
var (
	answerKind = kind[AnswerKind]{parseAnswer, appendAnswer, "row, end, ok or fault"}
	faultKind  = kind[Number]{parseFault, appendFault, "a fault, 500 to 599"}
)

func parseAnswer(text []byte) (AnswerKind, bool) {
	k := AnswerKind(text)
	return k, k == AnswerRow || k == AnswerEnd || k == AnswerOK || k == AnswerFault
}

func appendAnswer(dst []byte, k AnswerKind) ([]byte, bool) {
	_, ok := parseAnswer([]byte(k))
	return append(dst, k...), ok
}

func parseFault(text []byte) (Number, bool) {
	n, ok := parseNumber(text)
	return n, ok && n.IsFault()
}

func appendFault(dst []byte, n Number) ([]byte, bool) { return n.digits(dst), n.IsFault() }
