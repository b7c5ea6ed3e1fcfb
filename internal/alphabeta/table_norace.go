//go:build !race

package alphabeta

// raced says whether the race detector looks.
const raced = false
