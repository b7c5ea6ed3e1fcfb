//go:build !race

package sgcp_test

const poolsLeak = false
