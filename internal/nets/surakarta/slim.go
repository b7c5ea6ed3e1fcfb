//go:build slim

package surakarta

import "qikit.dev/qikit/internal/nnue"

// Net is nil: the slim library is small instead, and plays by the weights.
func Net() (*nnue.Network, error) { return nil, nil }
