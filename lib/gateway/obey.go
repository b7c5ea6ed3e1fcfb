package gateway

import (
	"qikit.dev/qikit/lib/sgcp"
)

// command is what a number does. It is called with the hall's lock.
type command struct {
	anybody bool // also who has not logged in
	do      func(g *Gateway, c *conn, param []byte) (sgcp.Message, error)
}

// on reads the parameter as the command's message.
func on[M any, P interface {
	*M
	sgcp.Message
}](do func(*Gateway, *conn, P) (sgcp.Message, error)) command {
	return command{do: func(g *Gateway, c *conn, param []byte) (sgcp.Message, error) {
		m := P(new(M))
		if err := sgcp.ParseInto(m, param); err != nil {
			return nil, err
		}
		return do(g, c, m)
	}}
}

func anybody(c command) command {
	c.anybody = true
	return c
}

// commands are indexed by number, from 100.
var commands = func() (table [400]command) {
	for n, c := range map[sgcp.Number]command{
		sgcp.CommandLogin:        anybody(on((*Gateway).login)),
		sgcp.CommandAuthenticate: anybody(on((*Gateway).authenticate)),
		sgcp.CommandQuit:         anybody(on((*Gateway).quit)),
		sgcp.CommandAnnounce:     anybody(on((*Gateway).announce)),
		sgcp.CommandResume:       anybody(on((*Gateway).resume)),
		sgcp.CommandPing:         anybody(on((*Gateway).ping)),
		sgcp.CommandListSettings: on((*Gateway).listSettings),
		sgcp.CommandSetSetting:   on((*Gateway).setSetting),

		sgcp.CommandAnswerSettings: on((*Gateway).answerSettings),

		sgcp.CommandWait:        on((*Gateway).wait),
		sgcp.CommandListWaiting: on((*Gateway).listWaiting),
		sgcp.CommandChallenge:   on((*Gateway).challenge),
		sgcp.CommandStatistics:  on((*Gateway).statistics),
		sgcp.CommandWithdraw:    on((*Gateway).withdraw),
		sgcp.CommandPropose:     on((*Gateway).propose),
		sgcp.CommandPlayAI:      on((*Gateway).playAI),
		sgcp.CommandGameInfo:    on((*Gateway).gameInfo),
		sgcp.CommandLeave:       on((*Gateway).leave),
		sgcp.CommandChat:        on((*Gateway).chat),
		sgcp.CommandWatch:       on((*Gateway).watch),
		sgcp.CommandReady:       on((*Gateway).ready),
		sgcp.CommandPlay:        on((*Gateway).play),
		sgcp.CommandUndo:        on((*Gateway).undo),
		sgcp.CommandResign:      on((*Gateway).resign),
		sgcp.CommandDraw:        on((*Gateway).draw),
		sgcp.CommandMark:        on((*Gateway).mark),
		sgcp.CommandAgree:       on((*Gateway).agree),
		sgcp.CommandCount:       on((*Gateway).count),
		sgcp.CommandPlayOn:      on((*Gateway).playOn),
		sgcp.CommandRegister:    on((*Gateway).register),
		sgcp.CommandBenchmark:   compute(&sgcp.BenchmarkReply{}, Terminals.Benchmarked),
		sgcp.CommandTaskResult:  compute(&sgcp.TaskResultReply{}, Terminals.Result),
		sgcp.CommandProgress:    compute(&sgcp.ProgressReply{}, Terminals.Progress),
		sgcp.CommandUnregister:  on((*Gateway).unregister),
	} {
		table[n-100] = c
	}
	return table
}()

// obey does what a line says and returns its reply.
func (c *conn) obey(line sgcp.Line) (sgcp.Message, error) {
	g := c.g
	if !line.Number.IsCommand() || commands[line.Number-100].do == nil {
		g.figures.commands[0].Add(1)
		return nil, &refusal{sgcp.FaultUnknown, "unknown command"}
	}
	g.figures.commands[line.Number-100].Add(1)
	command := &commands[line.Number-100]
	if !command.anybody && c.session == nil {
		return nil, &refusal{sgcp.FaultNotLoggedIn, "log in first"}
	}
	return command.do(g, c, line.Param)
}
