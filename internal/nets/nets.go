// Package nets is the networks that the library plays Xiangqi, chess and Surakarta with. Those of
// Capture Go are package capturego below.
//
//	net, err := nets.Xiangqi()
//
// How a network learnt from the library's own games is told in TRAINING.md beside its file; the
// file's remarks name the generation. What its inputs mean is in internal/nnue.
package nets

import (
	"sync"

	"qikit.dev/qikit/internal/nnue"
)

// A network is loaded at the first call, which takes a few milliseconds and at most 2 MB. It is nil
// in the slim library, which is small instead and plays by the terms. An error means that the
// library's own file is damaged.
var (
	Xiangqi   = loaded(xiangqi)
	Chess     = loaded(chess)
	Surakarta = loaded(surakarta)
)

func loaded(file string) func() (*nnue.Network, error) {
	return sync.OnceValues(func() (*nnue.Network, error) {
		if file == "" {
			return nil, nil
		}
		return nnue.Open([]byte(file))
	})
}
