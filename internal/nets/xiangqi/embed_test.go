package xiangqi_test

import (
	"testing"

	"qikit.dev/qikit/internal/nets/xiangqi"
	"qikit.dev/qikit/internal/nnue"
)

// The library's own file is whole, and of Xiangqi.
func TestNet(t *testing.T) {
	net, err := xiangqi.Net()
	if err != nil {
		t.Fatal(err)
	}
	if net.Layout.In != nnue.Xiangqi || net.ID == "" {
		t.Errorf("network %q of %s", net.ID, net.Layout.In.Name)
	}
}
