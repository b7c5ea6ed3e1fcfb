package engine

import (
	"fmt"
	"strings"

	"qikit.dev/qikit/internal/netfile"
	"qikit.dev/qikit/internal/nnue"
	"qikit.dev/qikit/internal/plainfile"
)

// chosenNet is the network of the options: that of a file, none for the terms, or the
// library's own, nil where it has none.
func chosenNet(o Options, game *nnue.Inputs, own func() (*nnue.Network, error)) (*nnue.Network, error) {
	switch {
	case o.Net != "":
		return readNet(o.Net, game)
	case o.Evaluator == "terms":
		return nil, nil
	}
	net, err := own()
	if net == nil && err == nil && o.Evaluator == "nnue" {
		name, _, _ := strings.Cut(game.Name, "/")
		err = fmt.Errorf("%w: evaluator \"nnue\" without net: this library has no network of %s", ErrUnsupported, name)
	}
	return net, err
}

// noNet is of a game of which the library has no network.
func noNet() (*nnue.Network, error) { return nil, nil }

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
