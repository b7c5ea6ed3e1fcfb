package hall

import (
	"errors"
	"time"

	"qikit.dev/qikit/lib/sgcp"
)

// command is what a number does. When do returns neither a reply nor an error, the
// answer comes later.
type command struct {
	anybody bool // also for peers that have not logged in
	do      func(h *Hall, p *Peer, m sgcp.Message) (sgcp.Message, error)
}

// on is a command for peers that have logged in.
func on[M sgcp.Message](do func(*Hall, *Peer, M) (sgcp.Message, error)) command {
	return command{do: func(h *Hall, p *Peer, m sgcp.Message) (sgcp.Message, error) { return do(h, p, m.(M)) }}
}

func anybody[M sgcp.Message](do func(*Hall, *Peer, M) (sgcp.Message, error)) command {
	c := on(do)
	c.anybody = true
	return c
}

// by is a command of a player about their game. gate returns the table, or why the
// player may not give the command now.
func by[M sgcp.Message](gate func(*session) (*table, error), do func(*table, sgcp.Color, M) (sgcp.Message, error)) command {
	return command{do: func(_ *Hall, p *Peer, m sgcp.Message) (sgcp.Message, error) {
		t, err := gate(p.session)
		if err != nil {
			return nil, err
		}
		return do(t, t.side(p.session), m.(M))
	}}
}

// elsewhere is a command that the caller obeys, not the hall.
var elsewhere = command{do: func(*Hall, *Peer, sgcp.Message) (sgcp.Message, error) { return nil, nil }}

// commands are indexed by number, from 100.
var commands = func() (all [400]command) {
	for n, c := range map[sgcp.Number]command{
		sgcp.CommandLogin:        anybody((*Hall).login),
		sgcp.CommandAuthenticate: anybody((*Hall).authenticate),
		sgcp.CommandQuit:         anybody((*Hall).quit),
		sgcp.CommandAnnounce:     anybody((*Hall).announce),
		sgcp.CommandResume:       anybody((*Hall).resume),
		sgcp.CommandPing:         anybody((*Hall).ping),
		sgcp.CommandRenew:        on((*Hall).renew),

		sgcp.CommandListSettings:   on((*Hall).listSettings),
		sgcp.CommandSetSetting:     on((*Hall).setSetting),
		sgcp.CommandClaim:          on((*Hall).claim),
		sgcp.CommandAnswerSettings: on((*Hall).answerSettings),

		sgcp.CommandWait:        on((*Hall).wait),
		sgcp.CommandListWaiting: on((*Hall).listWaiting),
		sgcp.CommandChallenge:   on((*Hall).challenge),
		sgcp.CommandStatistics:  on((*Hall).statistics),
		sgcp.CommandWithdraw:    on((*Hall).withdraw),
		sgcp.CommandPropose:     on((*Hall).propose),
		sgcp.CommandPlayAI:      on((*Hall).playAI),
		sgcp.CommandListGames:   on((*Hall).listGames),
		sgcp.CommandListPeople:  on((*Hall).listPeople),
		sgcp.CommandGameInfo:    on((*Hall).gameInfo),
		sgcp.CommandLeave:       on((*Hall).leave),
		sgcp.CommandChat:        on((*Hall).chat),
		sgcp.CommandWatch:       on((*Hall).watch),
		sgcp.CommandMute:        on((*Hall).mute),
		sgcp.CommandReady:       on((*Hall).ready),
		sgcp.CommandPlay:        on((*Hall).play),

		sgcp.CommandUndo:   by((*session).inPlay, (*table).undo),
		sgcp.CommandDraw:   by((*session).inPlay, (*table).draw),
		sgcp.CommandCount:  by((*session).inPlay, (*table).stop),
		sgcp.CommandResign: by((*session).inGame, (*table).resign),
		sgcp.CommandMark:   by((*session).inMarking, (*table).mark),
		sgcp.CommandAgree:  by((*session).inMarking, (*table).agree),
		sgcp.CommandPlayOn: by((*session).inMarking, (*table).playOn),

		sgcp.CommandRegister:   elsewhere,
		sgcp.CommandBenchmark:  elsewhere,
		sgcp.CommandTaskResult: elsewhere,
		sgcp.CommandProgress:   elsewhere,
		sgcp.CommandUnregister: elsewhere,
	} {
		all[n-100] = c
	}
	return all
}()

// Obey does what a command says. Its answer is among the outcome's lines, unless it
// comes later.
func (h *Hall) Obey(p *Peer, m sgcp.Message, now time.Time) *Outcome {
	h.enter(now)
	h.heard(p)
	n := m.Number()
	err := h.may(p, n)
	var reply sgcp.Message
	if err == nil {
		reply, err = commands[n-100].do(h, p, m)
	}
	if err != nil {
		reply = Refusal(n, err)
	}
	if reply != nil {
		h.answer(p, reply)
	}
	if len(h.again) > 0 { // they follow the reply to 105, and were counted before
		for _, push := range h.again {
			h.say(p, push)
		}
		h.again = nil
	}
	return h.settle()
}

// Misread answers a command whose parameter cannot be read. A peer that may not give
// the command at all is told that instead.
func (h *Hall) Misread(p *Peer, n sgcp.Number, why error, now time.Time) *Outcome {
	if refused := h.may(p, n); refused != nil {
		why = refused
	}
	return h.Answer(p, Refusal(n, why), now)
}

// Answer gives a peer an answer that the caller has found.
func (h *Hall) Answer(p *Peer, m sgcp.Message, now time.Time) *Outcome {
	h.enter(now)
	h.heard(p)
	h.answer(p, m)
	return &h.out
}

// may returns why a peer may not give a command, or nil.
func (h *Hall) may(p *Peer, n sgcp.Number) error {
	switch {
	case !Knows(n):
		return refuse(sgcp.FaultUnknown, "unknown command")
	case p.session == nil && !commands[n-100].anybody:
		return refuse(sgcp.FaultNotLoggedIn, "log in first")
	}
	return nil
}

// Knows tells whether a number is a command.
func Knows(n sgcp.Number) bool { return n.IsCommand() && commands[n-100].do != nil }

// Refusal is the answer to a command that was refused.
func Refusal(n sgcp.Number, why error) *sgcp.Fault {
	f := &sgcp.Fault{Code: sgcp.FaultOf(why), Command: n, Text: why.Error()}
	var said *sgcp.Fault
	if errors.As(why, &said) {
		f.Text = said.Text
	}
	return f
}
