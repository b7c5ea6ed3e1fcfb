package client

import "errors"

// What can go wrong with a client. A server's refusal is not among these: it is a
// *sgcp.Fault, which errors.As finds.
var (
	// ErrOptions is an option out of its range.
	ErrOptions = errors.New("client: bad option")
	// ErrClosed is a call to a client that has been closed.
	ErrClosed = errors.New("client: closed")
	// ErrLost is a connection that was lost while a command awaited its reply. Nobody
	// knows whether the server obeyed the command. The client goes on.
	ErrLost = errors.New("client: connection lost")
	// ErrEnded is a client that gave up: the server did not let it in again, or it
	// could not reconnect in time.
	ErrEnded = errors.New("client: no connection any more")
	// ErrTimeout is a reply, or a connection, that did not come in time.
	ErrTimeout = errors.New("client: no answer in time")
	// ErrProtocol is a server that does not keep to the protocol.
	ErrProtocol = errors.New("client: the server does not keep to the protocol")
	// ErrBusy is a command too many: CommandsMax await their replies.
	ErrBusy = errors.New("client: too many commands await their replies")
	// ErrManaged is a command that only the client itself sends.
	ErrManaged = errors.New("client: the client sends this command by itself")
)
