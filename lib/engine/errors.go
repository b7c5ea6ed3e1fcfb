package engine

import "errors"

// What can go wrong with an engine. Errors of this package wrap one of these.
var (
	// ErrOptions is an option that does not exist or is out of range.
	ErrOptions = errors.New("engine: bad option")
	// ErrUnsupported is an option, game or question that this kind of engine
	// does not serve.
	ErrUnsupported = errors.New("engine: not supported")
	// ErrLimits is a limit out of range.
	ErrLimits = errors.New("engine: bad limit")
	// ErrGame is a board of another game than the engine's.
	ErrGame = errors.New("engine: board of another game")
	// ErrClosed is a call to an engine that has been closed.
	ErrClosed = errors.New("engine: closed")
)
