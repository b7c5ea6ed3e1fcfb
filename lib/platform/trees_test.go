package platform

import (
	"flag"
	"fmt"
	"math"
	"testing"

	"qikit.dev/qikit/lib/compute"
)

var (
	treeGames = flag.Int("trees", 0, "play so many games of 9x9 with four terminals against none")
	treeFirst = flag.Int("trees.first", 0, "number of the first of them")
	treeOwn   = flag.Int("trees.own", 300, "own playouts of the side with terminals, for each 300 of the other")
	treeFar   = flag.Int("trees.far", 300, "visits of each terminal")
)

// What four terminals of equal speed are worth, by visits: all sides think at once, so as
// many visits take as long. A game is a pure function of its number.
func TestTerminals_match(t *testing.T) {
	if *treeGames == 0 {
		t.Skip("it takes hours: with -trees only")
	}
	won := 0.0
	for n := range *treeGames {
		margin := 0.0
		t.Run(fmt.Sprint(n), func(t *testing.T) { margin = terminalGame(t, *treeFirst+n) })
		if (*treeFirst+n)%2 == 1 {
			margin = -margin
		}
		switch {
		case margin > 0:
			won++
		case margin == 0:
			won += 0.5
		}
		played := float64(n + 1)
		share := won / played
		t.Logf("%g of %g: %.0f %% +- %.0f", won, played, 100*share, 196*math.Sqrt(share*(1-share)/played))
	}
}

// terminalGame is by how much Black wins; the side with terminals is Black in even games.
func terminalGame(t *testing.T, n int) float64 {
	b := boardOf(t, 9, "")
	far := &terminals{}
	for range 4 {
		far.members = append(far.members, compute.Member{State: readyState, Rate: 1e9, Cores: 1})
	}
	helped, single := alone(t, nil, uint64(2*n)), alone(t, nil, uint64(2*n+1))
	helped.jobs = far
	for moves := 0; b.Passes() < 2 && moves < 150; moves++ {
		player, own := single, 300
		if b.Turn() == n%2 {
			player, own = helped, *treeOwn
		}
		editor := NewParameterEditor(nil)
		set(t, editor, "mc.playouts", fmt.Sprint(own), "mc.seconds", "120", "terminals.playouts", fmt.Sprint(4**treeFar))
		b.Play(choose(t, player, question{Board: b, Editor: editor, Game: [16]byte{byte(n), byte(n >> 8), 1}}).Chosen)
	}
	return b.Count().Margin
}
