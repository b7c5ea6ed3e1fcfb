//go:build slim

package chess

import "qikit.dev/qikit/internal/nnue"

// Net is nil: the slim library is small instead, and plays by the terms.
func Net() (*nnue.Network, error) { return nil, nil }
