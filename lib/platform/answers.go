package platform

import (
	"errors"
	"fmt"
	"strings"

	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/lib/sgcp"
)

// visitor is a player of the gateway's whom it has introduced.
type visitor struct {
	nick   string
	person string // with the gateway's name
}

// personMax is how long a gateway's word for a person may be.
const personMax = 64

// meets notes whose nick it is. It may be the opponent, of whom only the nick was known.
func (s *slot) meets(m *sgcp.Person) error {
	if len(m.Person) > personMax {
		return nil
	}
	s.visitor = visitor{m.Nick, s.person(m.Person)}
	if g := &s.game; g.token != (sgcp.Gtoken{}) && g.opponent == m.Nick && g.person == "" {
		profile, err := s.platform.users.guest(s.visitor.person)
		if err != nil {
			return err
		}
		g.person, g.profile = s.visitor.person, profile
		if l := s.leveled; l != nil && l.Game == g.token && l.Nick == m.Nick { // by 207, before it was known whose the nick is
			return s.level(l)
		}
	}
	return nil
}

func (s *slot) person(word string) string { return s.gateway.String() + " " + word }

// profileOf returns the profile of a player. Of one whom the gateway has not introduced
// only what is said at this game is known.
func (s *slot) profileOf(nick string) (*Profile, error) {
	switch g := &s.game; {
	case g.profile != nil && g.opponent == nick && (g.person == s.visitor.person || s.visitor.nick != nick):
		return g.profile, nil
	case s.visitor.nick == nick:
		return s.platform.users.guest(s.visitor.person)
	case g.token != (sgcp.Gtoken{}) && g.opponent == nick:
		return s.platform.users.guest(s.person(g.token.String()))
	}
	return nil, errStranger
}

var errStranger = errors.New("platform: this gateway does not tell people apart: settings hold within a game only")

// settings answers a Client's 121 or 122 from its profile.
func (s *slot) settings(m *sgcp.SettingsRequest) {
	refuse := func(n sgcp.Number, err error) {
		s.tell(&sgcp.SettingsAnswer{ID: m.ID, Kind: sgcp.AnswerFault, Fault: n, Text: err.Error()})
	}
	profile, err := s.profileOf(m.Nick)
	if errors.Is(err, errStranger) {
		refuse(sgcp.FaultState, err)
		return
	}
	if err != nil {
		refuse(sgcp.FaultSlow, err)
		return
	}
	if m.Value != "" {
		value, err := profile.editor.Set(m.Key, m.Value)
		switch {
		case errors.Is(err, ErrParameter):
			refuse(sgcp.FaultParameter, err)
		case err != nil:
			s.log.Error("keeping a setting", "nick", m.Nick, "error", err)
			refuse(sgcp.FaultSlow, errors.New("the setting could not be kept"))
		default:
			s.log.Info("setting", "nick", m.Nick, "key", m.Key, "value", value)
			s.tell(&sgcp.SettingsAnswer{ID: m.ID, Kind: sgcp.AnswerOK, Setting: sgcp.Setting{Key: m.Key, Value: value}})
		}
		return
	}
	list := profile.editor.Settings()
	if m.Key != "" {
		one, err := profile.editor.Setting(m.Key)
		if err != nil {
			refuse(sgcp.FaultParameter, err)
			return
		}
		list = []Setting{one}
	}
	var lines []*sgcp.SettingsAnswer
	for i := range list {
		p := &list[i]
		row := sgcp.Setting{Key: p.Key, Value: p.Format(p.Value), Min: p.Format(p.Min), Max: p.Format(p.Max), Default: p.Format(p.Default)}
		lines = append(lines, &sgcp.SettingsAnswer{ID: m.ID, Kind: sgcp.AnswerRow, Setting: row})
	}
	s.tell(append(lines, &sgcp.SettingsAnswer{ID: m.ID, Kind: sgcp.AnswerEnd, Rows: len(list)})...)
}

// claimsMost is how many claims wait at a slot; the gateway waits for answerWait.
const claimsMost = 8

// claimed is a claim that was looked at.
type claimed struct {
	of      *sgcp.ClaimRequest
	profile *Profile
	first   bool
	err     error
}

// claim looks at a Client's 124 beside the game, since that takes a while.
func (s *slot) claim(m *sgcp.ClaimRequest) {
	if len(s.claims) == claimsMost {
		s.tell(&sgcp.SettingsAnswer{ID: m.ID, Kind: sgcp.AnswerFault, Fault: sgcp.FaultRate, Text: "many people claim names now"})
		return
	}
	if s.claims = append(s.claims, m); len(s.claims) == 1 {
		s.look()
	}
}

// look begins with the first claim that waits.
func (s *slot) look() {
	m, person := s.claims[0], s.person(s.claims[0].Person)
	s.claiming = pool.Go(func() error {
		c := claimed{of: m, err: errUnfinished}
		defer func() { s.claimed <- c }() // has room: one is looked at at a time
		if len(m.Person) <= personMax {
			c.profile, c.first, c.err = s.platform.users.claim(person, m.Name, m.Password)
		}
		return nil
	})
}

// answerClaim tells how a claim ended, and goes on with the next one.
func (s *slot) answerClaim(c claimed) {
	bad := s.claiming.Wait()
	s.claiming = nil
	if s.claims = s.claims[1:]; len(s.claims) > 0 {
		s.look()
	}
	a := &sgcp.SettingsAnswer{ID: c.of.ID, Kind: sgcp.AnswerFault, Text: strings.TrimPrefix(fmt.Sprint(c.err), "platform: ")}
	switch {
	case errors.Is(c.err, errPassword):
		a.Fault = sgcp.FaultAuthentication
	case errors.Is(c.err, errHurry):
		a.Fault = sgcp.FaultRate
	case errors.Is(c.err, errClaimed), errors.Is(c.err, errCrowded):
		a.Fault = sgcp.FaultFull
	case errors.Is(c.err, errForbidden):
		a.Fault = sgcp.FaultNick
	case c.err != nil:
		s.log.Error("a claim", "name", c.of.Name, "error", c.err, "defect", bad)
		a.Fault, a.Text = sgcp.FaultSlow, "the claim could not be looked at"
	default:
		word := "known"
		if c.first {
			word = "new"
		}
		a = &sgcp.SettingsAnswer{ID: c.of.ID, Kind: sgcp.AnswerOK, Setting: sgcp.Setting{Key: c.profile.Nick(), Value: word}}
		if g := &s.game; g.token != (sgcp.Gtoken{}) && g.person == s.person(c.of.Person) {
			g.profile = c.profile
		}
	}
	s.log.Info("claim", "nick", c.of.Nick, "name", c.of.Name, "fault", a.Fault)
	s.tell(a)
}
