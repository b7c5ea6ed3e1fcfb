package hall

import (
	"crypto/sha256"
	"fmt"
	"time"

	"qikit.dev/qikit/lib/sgcp"
)

// inquiry is a player's 121, 122 or 124 on its way to an AI platform and back.
type inquiry struct {
	id       uint64
	peer     *Peer // who asked
	command  sgcp.Number
	platform *session
	rows     []sgcp.Message
}

// answerWait is how long a platform has to answer.
const answerWait = 10 * time.Second

func (h *Hall) listSettings(p *Peer, m *sgcp.ListSettings) (sgcp.Message, error) {
	return nil, h.inquire(p, m.Number(), &sgcp.SettingsRequest{Key: m.Key})
}

func (h *Hall) setSetting(p *Peer, m *sgcp.SetSetting) (sgcp.Message, error) {
	return nil, h.inquire(p, m.Number(), &sgcp.SettingsRequest{Key: m.Key, Value: m.Value})
}

// platformOf is the AI platform whose settings a session means: the one it sits with,
// otherwise the one it named last.
func (h *Hall) platformOf(s *session) *session {
	if s.table != nil {
		for _, other := range s.table.seats {
			if other != nil && other != s && other.isPlatform() {
				return other
			}
		}
	}
	return h.nicks[s.platform]
}

// isPlatform tells whether a session is an AI that authenticated.
func (s *session) isPlatform() bool { return s.account != "" && s.kind() == sgcp.AI }

// claim is 124.
func (h *Hall) claim(p *Peer, m *sgcp.Claim) (sgcp.Message, error) {
	if n := len(m.Password); n < sgcp.PasswordMin || n > sgcp.PasswordMax {
		return nil, refuse(sgcp.FaultParameter, fmt.Sprintf("the password has %d octets, expected %d to %d", n, sgcp.PasswordMin, sgcp.PasswordMax))
	}
	if err := sgcp.CheckNick(m.Name); err != nil {
		return nil, err
	}
	if platform := h.platformOf(p.session); platform != nil && !platform.people {
		return nil, refuse(sgcp.FaultState, platform.nick+" keeps no profiles of people")
	}
	return nil, h.inquire(p, m.Number(), &sgcp.ClaimRequest{Name: m.Name, Password: m.Password})
}

// inquire asks a session's platform. The player is answered when the platform answers.
func (h *Hall) inquire(p *Peer, command sgcp.Number, m sgcp.Message) error {
	platform := h.platformOf(p.session)
	if platform == nil || !platform.isPlatform() || platform.peer == nil || platform == p.session {
		return refuse(sgcp.FaultState, "no AI platform: play one, or name one by 207")
	}
	h.inquired++
	q := &inquiry{id: h.inquired, peer: p, command: command, platform: platform}
	h.inquiries[q.id] = q
	h.at(h.now.Add(answerWait), func() { h.failed(q, sgcp.FaultSlow, "the AI platform does not answer") })
	switch m := m.(type) {
	case *sgcp.SettingsRequest:
		m.ID, m.Nick = q.id, p.session.nick
		h.introduce(p.session, platform)
	case *sgcp.ClaimRequest:
		m.ID, m.Nick, m.Person = q.id, p.session.nick, p.session.person()
	}
	h.push(m, platform)
	return nil
}

// person is how platforms know the session: nobody else ever is that person.
func (s *session) person() string {
	sum := sha256.Sum256(append([]byte("person"), s.id[:]...))
	return sgcp.Gtoken(sum[:len(s.id)]).String()
}

// introduce tells a platform whose nick a session's is.
func (h *Hall) introduce(s, platform *session) {
	if platform.people && s != nil {
		h.push(&sgcp.Person{Person: s.person(), Nick: s.nick}, platform)
	}
}

// replied answers an inquiry, the first time it is called for it.
func (h *Hall) replied(q *inquiry, rows []sgcp.Message, reply sgcp.Message) {
	if h.inquiries[q.id] != q {
		return
	}
	delete(h.inquiries, q.id)
	for _, row := range rows {
		h.say(q.peer, row)
	}
	h.answer(q.peer, reply)
}

func (h *Hall) failed(q *inquiry, code sgcp.Number, text string) {
	h.replied(q, nil, &sgcp.Fault{Code: code, Command: q.command, Text: text})
}

// unanswered answers the inquiries to a platform that is gone.
func (h *Hall) unanswered(s *session) {
	if !s.isPlatform() {
		return
	}
	for _, q := range h.inquiries {
		if q.platform == s {
			h.failed(q, sgcp.FaultSlow, "the AI platform is gone")
		}
	}
}

// done is the reply to a command that a platform has obeyed.
func (q *inquiry) done(said *sgcp.Setting) sgcp.Message {
	if q.command == sgcp.CommandClaim {
		return &sgcp.ClaimReply{Name: said.Key, New: said.Value == "new"}
	}
	return &sgcp.SetSettingReply{Key: said.Key, Value: said.Value}
}

// answerSettings is 123, a platform's answer or a part of one.
func (h *Hall) answerSettings(p *Peer, m *sgcp.SettingsAnswer) (sgcp.Message, error) {
	q := h.inquiries[m.ID]
	switch {
	case !p.session.isPlatform():
		return nil, refuse(sgcp.FaultAuthentication, "only an AI platform answers")
	case q == nil || q.platform != p.session:
		return nil, refuse(sgcp.FaultState, "nobody waits for that answer")
	case m.Kind != sgcp.AnswerFault && (q.command == sgcp.CommandListSettings) == (m.Kind == sgcp.AnswerOK):
		return nil, refuse(sgcp.FaultParameter, "the answer to another command")
	}
	switch m.Kind {
	case sgcp.AnswerRow:
		if len(q.rows) == sgcp.ListRowsMax {
			return nil, refuse(sgcp.FaultFull, "too many rows")
		}
		q.rows = append(q.rows, &m.Setting)
	case sgcp.AnswerEnd:
		if m.Rows != len(q.rows) {
			return nil, refuse(sgcp.FaultParameter, "not so many rows came")
		}
		h.replied(q, q.rows, &sgcp.ListSettingsReply{Rows: m.Rows})
	case sgcp.AnswerOK:
		h.replied(q, nil, q.done(&m.Setting))
	case sgcp.AnswerFault:
		h.failed(q, m.Fault, m.Text)
	}
	return &sgcp.SettingsAnswerReply{}, nil
}
