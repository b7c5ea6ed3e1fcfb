//go:build !unix

package cputime

import "time"

// Own is 0: it is known on Unix only.
func Own() time.Duration { return 0 }

// Children is 0: it is known on Unix only.
func Children() time.Duration { return 0 }
