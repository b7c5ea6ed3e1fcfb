package platform

import "errors"

// What can come of a platform's calls.
var (
	// ErrOptions is an option out of its range.
	ErrOptions = errors.New("platform: bad option")
	// ErrStore is a file of profiles and games that cannot be read or written.
	ErrStore = errors.New("platform: the store")
	// ErrBank is a memory bank that cannot be read or written.
	ErrBank = errors.New("platform: the memory bank")
	// ErrParameter is a parameter that does not exist, or a value out of its range.
	ErrParameter = errors.New("platform: bad parameter")
	// errNoMove is a position in which there is nothing to choose: the game is over.
	errNoMove = errors.New("platform: the game is over")
)
