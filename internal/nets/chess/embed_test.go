package chess_test

import (
	"testing"

	"qikit.dev/qikit/internal/nets/chess"
	"qikit.dev/qikit/internal/nnue"
)

// The library's own file is whole, and of chess.
func TestNet(t *testing.T) {
	net, err := chess.Net()
	if err != nil {
		t.Fatal(err)
	}
	if net.Layout.In != nnue.Chess || net.ID == "" {
		t.Errorf("network %q of %s", net.ID, net.Layout.In.Name)
	}
}
