package sgcp

import (
	"fmt"
	"strings"
)

// ProposalID names a proposal (206); written "#12". Zero is none.
type ProposalID uint64

// Score is the points of both sides, or says that nobody counted.
type Score struct {
	Counted      bool
	Black, White Points // 0 unless Counted
}

// SideClock is the time that one side has left.
type SideClock struct {
	Left    uint64 // milliseconds of main time, or for this move when the clock is by move
	Periods int    // of byo-yomi
}

// ownNick reads or writes the nick to log in under. A space in it is an error of the
// nick, not a parameter too many.
func (c *codec) ownNick(nick *string) {
	c.skipSpaces()
	c.text(nick)
	*nick = strings.TrimRight(*nick, " ")
	if c.err == nil {
		c.err = CheckNick(*nick)
	}
}

// settingKey reads or writes an optional key. "-" stands for none, too.
func (c *codec) settingKey(key *string) {
	optional(c, &wordKind, key)
	if *key == "-" {
		*key = ""
	}
}

// chat reads or writes a text of 1 to ChatMax octets.
func (c *codec) chat(text *string) {
	c.text(text)
	if *text == "" {
		c.missing("a text")
	}
	if len(*text) > ChatMax {
		c.fail([]byte(*text), fmt.Sprintf("a text of at most %d octets", ChatMax))
	}
}

// moves reads or writes the rest of the parameter as at most MovesPerRow moves.
func (c *codec) moves(list *[]Coord) {
	repeated(c, &coordKind, list, MovesPerRow+1)
	if len(*list) > MovesPerRow {
		c.fail([]byte((*list)[MovesPerRow].String()), fmt.Sprintf("at most %d moves", MovesPerRow))
	}
}

// score reads or writes the points of both sides, "- -" when nobody counted.
func (c *codec) score(s *Score) {
	if !c.writing {
		// No score is negative, so a minus can only stand for "nobody counted".
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

// sideClock reads or writes both numbers of a clock.
func (c *codec) sideClock(side *SideClock) {
	field(c, &bigKind, &side.Left)
	field(c, &countKind, &side.Periods)
}

// dead reads or writes whether a chain is dead or alive.
func (c *codec) dead(dead *bool) { *dead = c.either(*dead, "dead", "alive") }

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

// isResync tells "605 resync" from the 605 of a player whose nick is resync. After the
// nick a game or "-" follows, which no nick looks like.
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

func (m *Propose) param(c *codec) {
	if !c.writing {
		*m = Propose{}
		c.skipSpaces()
	}
	if m.ID != 0 || !c.writing && len(c.in) > 0 && c.in[0] == '#' {
		field(c, &proposalKind, &m.ID)
		return
	}
	if c.writing && len(m.Nick) > 0 && m.Nick[0] == '#' { // would read as an ID
		c.fail([]byte(m.Nick), nickKind.expected)
	}
	field(c, &nickKind, &m.Nick)
	c.pairs(&m.Settings)
}

func (m *PlayAI) param(c *codec) {
	if c.writing {
		if m.Nick == "" {
			field(c, &countKind, &m.Level)
		} else if _, number := countKind.parse([]byte(m.Nick)); number { // would read as a level
			c.fail([]byte(m.Nick), nickKind.expected)
		} else {
			field(c, &nickKind, &m.Nick)
		}
		c.pairs(&m.Settings)
		return
	}
	*m = PlayAI{}
	var who string
	field(c, &opponentKind, &who)
	if level, ok := countKind.parse([]byte(who)); ok {
		m.Level = level
	} else {
		m.Nick = who
	}
	c.pairs(&m.Settings)
}

func (m *Asked) param(c *codec) {
	field(c, &gameKind, &m.Game)
	field(c, &nickKind, &m.Nick)
	if c.either(m.Plies == 0, "draw", "undo") {
		m.Plies = 0
		return
	}
	field(c, &countKind, &m.Plies)
	if m.Plies == 0 {
		c.fail([]byte("0"), "at least one ply")
	}
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
