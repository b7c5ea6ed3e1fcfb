//go:build !unix

package capturego

import "testing"

// cpuSeconds is only known on Unix; rates over it are 0 elsewhere.
func cpuSeconds(*testing.B) float64 { return 0 }
