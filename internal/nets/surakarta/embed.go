//go:build !slim

package surakarta

import (
	_ "embed"
	"sync"

	"qikit.dev/qikit/internal/nnue"
)

//go:embed surakarta.qnet
var file string

// Net is the network, loaded at the first call; nil in the slim library. An error means that the
// library's own file is damaged.
var Net = sync.OnceValues(func() (*nnue.Network, error) { return nnue.Open([]byte(file)) })
