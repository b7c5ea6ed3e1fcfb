package hall

import (
	"time"

	"qikit.dev/qikit/lib/sgcp"
)

// inquiry is a player's 121 or 122 on its way to an AI platform and back.
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

// inquire asks a session's platform. The player is answered when the platform answers.
func (h *Hall) inquire(p *Peer, command sgcp.Number, m *sgcp.SettingsRequest) error {
	platform := h.platformOf(p.session)
	if platform == nil || !platform.isPlatform() || platform.peer == nil || platform == p.session {
		return refuse(sgcp.FaultState, "no AI platform: play one, or name one by 207")
	}
	h.inquired++
	q := &inquiry{id: h.inquired, peer: p, command: command, platform: platform}
	h.inquiries[q.id] = q
	h.at(h.now.Add(answerWait), func() { h.failed(q, sgcp.FaultSlow, "the AI platform does not answer") })
	m.ID, m.Nick = q.id, p.session.nick
	h.push(m, platform)
	return nil
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
		h.replied(q, nil, &sgcp.SetSettingReply{Key: m.Setting.Key, Value: m.Setting.Value})
	case sgcp.AnswerFault:
		h.failed(q, m.Fault, m.Text)
	}
	return &sgcp.SettingsAnswerReply{}, nil
}
