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

// What can go wrong with an external engine. The text names the engine and
// quotes the last thing that it said.
var (
	// ErrEngineStart is a program that cannot be run.
	ErrEngineStart = errors.New("engine: program does not start")
	// ErrEngineDied is a program that ended, or closed its output, while an
	// answer was due. The next search starts it again.
	ErrEngineDied = errors.New("engine: program died")
	// ErrEngineTimeout is a program that did not answer in time. It is killed; the
	// next search starts it again.
	ErrEngineTimeout = errors.New("engine: no answer in time")
	// ErrEngineMove is a program whose answer is not a legal move. It is killed; the
	// next search starts it again.
	ErrEngineMove = errors.New("engine: answer is no legal move")
)
