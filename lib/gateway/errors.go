package gateway

import "errors"

// What can go wrong with a gateway. Its clients' faults are not among these:
// they are answered by number.
var (
	// ErrOptions is an option out of its range.
	ErrOptions = errors.New("gateway: bad option")
	// ErrListen is an address that can not be listened on.
	ErrListen = errors.New("gateway: can not listen")
	// ErrStore is a file that can not be read or written, or is not a
	// gateway's.
	ErrStore = errors.New("gateway: store")
)
