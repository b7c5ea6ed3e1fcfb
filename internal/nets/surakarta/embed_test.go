package surakarta_test

import (
	"testing"

	"qikit.dev/qikit/internal/nets/surakarta"
	"qikit.dev/qikit/internal/nnue"
)

// The library's own file is whole, and of Surakarta.
func TestNet(t *testing.T) {
	net, err := surakarta.Net()
	if err != nil {
		t.Fatal(err)
	}
	if net.Layout.In != nnue.Surakarta || net.ID == "" {
		t.Errorf("network %q of %s", net.ID, net.Layout.In.Name)
	}
}
