package selfplay

import "errors"

// What can go wrong.
var (
	// ErrOptions is an option outside its range, or an unknown one.
	ErrOptions = errors.New("selfplay: no such option value")
	// ErrExists is a file to be written that is there already.
	ErrExists = errors.New("selfplay: the file exists")
	// ErrFile is a file that is no file of samples, or one of other options.
	ErrFile = errors.New("selfplay: not the file of samples that was expected")
	// ErrNet is a file that is no network for Capture Go.
	ErrNet = errors.New("selfplay: not a network for Capture Go")
)
