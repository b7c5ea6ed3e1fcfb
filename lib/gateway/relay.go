package gateway

import (
	"time"

	"qikit.dev/qikit/lib/sgcp"
)

// inquiry is somebody's 121 or 122 on its way to an AI platform and back.
type inquiry struct {
	id       uint64
	platform *session
	list     bool // 121
	rows     []sgcp.Setting
	reply    sgcp.Message // set, or err, before done is closed
	err      error
	done     chan struct{}
}

// answerWait is how long a platform has to answer.
const answerWait = 10 * time.Second

func (g *Gateway) listSettings(c *conn, m *sgcp.ListSettings) (sgcp.Message, error) {
	return nil, g.inquire(c, &sgcp.SettingsRequest{Key: m.Key})
}

func (g *Gateway) setSetting(c *conn, m *sgcp.SetSetting) (sgcp.Message, error) {
	return nil, g.inquire(c, &sgcp.SettingsRequest{Key: m.Key, Value: m.Value})
}

// platform is whose settings a session means: the AI's that it sits with,
// otherwise the one's that it named last.
func (g *Gateway) platform(s *session) *session {
	if s.table != nil {
		for _, other := range s.table.seats {
			if other != nil && other != s && other.isPlatform() {
				return other
			}
		}
	}
	return g.nicks[s.platform]
}

// isPlatform says whether a session is an AI that authenticated.
func (s *session) isPlatform() bool { return s.account != "" && s.kind() == sgcp.AI }

// inquire asks a session's platform. The one who asks reads no further command
// until it is answered: answers come in order.
func (g *Gateway) inquire(c *conn, m *sgcp.SettingsRequest) error {
	p := g.platform(c.session)
	if p == nil || !p.isPlatform() || p.conn == nil || p == c.session {
		return &refusal{sgcp.FaultState, "no AI platform: play one, or name one by 207"}
	}
	g.inquired++
	q := &inquiry{id: g.inquired, platform: p, list: m.Value == "", done: make(chan struct{})}
	g.inquiries[q.id] = q
	g.at(g.options.Clock.Now().Add(answerWait), func(time.Time) { g.answered(q, nil, &refusal{sgcp.FaultSlow, "the AI platform does not answer"}) })
	m.ID, m.Nick = q.id, c.session.nick
	g.push(m, p)
	c.work = &work{
		do: func() {
			select {
			case <-q.done:
			case <-g.done:
			}
		},
		then: func() (sgcp.Message, error) {
			g.answered(q, nil, &refusal{sgcp.FaultShutdown, "the server goes down"})
			for i := range q.rows {
				c.send(g.encode(&q.rows[i]))
			}
			return q.reply, q.err
		},
	}
	return nil
}

// answered ends an inquiry. The first end counts.
func (g *Gateway) answered(q *inquiry, reply sgcp.Message, err error) {
	if g.inquiries[q.id] != q {
		return
	}
	delete(g.inquiries, q.id)
	if q.reply, q.err = reply, err; err != nil {
		q.rows = nil
	}
	close(q.done)
}

// unanswered ends what was asked of a platform that is gone.
func (g *Gateway) unanswered(s *session) {
	for _, q := range g.inquiries {
		if q.platform == s {
			g.answered(q, nil, &refusal{sgcp.FaultSlow, "the AI platform is gone"})
		}
	}
}

// answerSettings is 123, a platform's answer or a part of it.
func (g *Gateway) answerSettings(c *conn, m *sgcp.SettingsAnswer) (sgcp.Message, error) {
	q := g.inquiries[m.ID]
	switch {
	case !c.session.isPlatform():
		return nil, &refusal{sgcp.FaultAuthentication, "only an AI platform answers"}
	case q == nil || q.platform != c.session:
		return nil, &refusal{sgcp.FaultState, "nobody waits for that answer"}
	case m.Kind != sgcp.AnswerFault && q.list == (m.Kind == sgcp.AnswerOK):
		return nil, &refusal{sgcp.FaultParameter, "the answer to another command"}
	}
	switch m.Kind {
	case sgcp.AnswerRow:
		if len(q.rows) == sgcp.ListRowsMax {
			return nil, &refusal{sgcp.FaultFull, "too many rows"}
		}
		q.rows = append(q.rows, m.Setting)
	case sgcp.AnswerEnd:
		if m.Rows != len(q.rows) {
			return nil, &refusal{sgcp.FaultParameter, "not so many rows came"}
		}
		g.answered(q, &sgcp.ListSettingsReply{Rows: m.Rows}, nil)
	case sgcp.AnswerOK:
		g.answered(q, &sgcp.SetSettingReply{Key: m.Setting.Key, Value: m.Setting.Value}, nil)
	case sgcp.AnswerFault:
		g.answered(q, nil, &refusal{m.Fault, m.Text})
	}
	return &sgcp.SettingsAnswerReply{}, nil
}
