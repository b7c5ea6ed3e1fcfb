//go:build !slim

package nets_test

import (
	"testing"

	"qikit.dev/qikit/internal/nets"
	"qikit.dev/qikit/internal/nnue"
)

// The library's own files are whole, and each is of its game.
func TestNets(t *testing.T) {
	for _, row := range []struct {
		load func() (*nnue.Network, error)
		in   *nnue.Inputs
	}{{nets.Xiangqi, nnue.Xiangqi}, {nets.Chess, nnue.Chess}, {nets.Surakarta, nnue.Surakarta}} {
		net, err := row.load()
		if err != nil {
			t.Fatal(err)
		}
		if net.Layout.In != row.in || net.ID == "" {
			t.Errorf("network %q of %s, want one of %s", net.ID, net.Layout.In.Name, row.in.Name)
		}
	}
}
