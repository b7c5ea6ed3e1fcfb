package gateway

import "errors"

// What can go wrong with a gateway. The faults of its clients are not among these:
// they are answered by number.
var (
	// ErrOptions is an option out of its range.
	ErrOptions = errors.New("gateway: bad option")
	// ErrListen is an address that cannot be listened on.
	ErrListen = errors.New("gateway: cannot listen")
	// ErrStore is a file that cannot be read or written, or is not a
	// gateway's.
	ErrStore = errors.New("gateway: store")
)
