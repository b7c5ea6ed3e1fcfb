package engine

import (
	"fmt"

	"qikit.dev/qikit/internal/netfile"
	"qikit.dev/qikit/internal/nnue"
	"qikit.dev/qikit/internal/plainfile"
)

// readNet reads a network that values positions of a game.
func readNet(path string, game *nnue.Inputs) (*nnue.Network, error) {
	file, err := plainfile.Read(path, netfile.MaxFile)
	if err != nil {
		return nil, fmt.Errorf("%w: net %q: %w", ErrOptions, path, err)
	}
	net, err := nnue.Open(file)
	if err != nil {
		return nil, fmt.Errorf("%w: net %q: %w", ErrOptions, path, err)
	}
	if in := net.Layout.In; in != game {
		return nil, fmt.Errorf("%w: net %q is for %s, expected %s", ErrOptions, path, in.Name, game.Name)
	}
	return net, nil
}
