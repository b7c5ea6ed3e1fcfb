package sgf

import (
	"sync"

	"qikit.dev/qikit/lib/game"
)

// Game says how games of a kind are read from SGF.
type Game struct {
	Name string // under which its rules are registered
	// Is says whether a root is of the game. It is nil for the game of roots that no other claims.
	Is func(root *Node) (bool, error)
	// Record is the game of a root, with its variations if they are asked for.
	Record func(root *Node, variations bool) (game.Record, error)
}

var registry struct {
	sync.RWMutex
	games []Game
}

// Register makes a game known to readers of files, in place of an earlier one of that name. The
// game's package calls it from init.
func Register(g Game) {
	registry.Lock()
	defer registry.Unlock()
	for i := range registry.games {
		if registry.games[i].Name == g.Name {
			registry.games[i] = g
			return
		}
	}
	registry.games = append(registry.games, g)
}

// Lookup finds a game by name.
func Lookup(name string) (g Game, ok bool) {
	registry.RLock()
	defer registry.RUnlock()
	for _, g := range registry.games {
		if g.Name == name {
			return g, true
		}
	}
	return g, false
}

// GameOf is the game that a root is of. The error is what the root says wrongly of its game.
func GameOf(root *Node) (g Game, err error) {
	registry.RLock()
	defer registry.RUnlock()
	for _, other := range registry.games {
		if other.Is == nil {
			g = other
			continue
		}
		if is, err := other.Is(root); is || err != nil {
			return other, err
		}
	}
	return g, nil
}
