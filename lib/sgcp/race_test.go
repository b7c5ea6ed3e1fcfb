//go:build race

package sgcp_test

// poolsLeak: under the race detector a sync.Pool drops what is put into it at
// random.
const poolsLeak = true
