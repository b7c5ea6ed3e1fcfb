package engine

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"qikit.dev/qikit/internal/alphabeta"
	"qikit.dev/qikit/lib/game"
)

// knowledge is what the engines know of one game beyond its rules. The game's file
// registers it once, with know, from init. Every field but game may be left out: a
// game without knowledge is searched for its ends alone.
type knowledge struct {
	game string // the name under which the rules are registered
	kind string // of the engine that plays where none is named; "alphabeta" when left out

	// analyst makes what shows the game's boards to alphabeta and values them, one
	// for each worker.
	analyst func(o Options) (analyst, error)
	// strategies are searches of the game's own beside alphabeta, by name.
	strategies map[string]maker

	// tree makes what shows the game to the tree search, one for each worker. When
	// it is left out the analyst judges, and without one games are played out.
	tree func(o Options) (view, error)
	// treeStrategies are the strategies that tree knows beside "default".
	treeStrategies []string
	// nets says that tree, or the analyst of a game without one, takes Options.Net.
	nets bool
	// evaluators says that Options.Evaluator chooses between the analyst's terms and a network.
	evaluators bool

	// programs are the kinds of external programs that play the game.
	programs []string
	// ranks tells how a program writes moves of a game whose ranks some count from 1; nil where
	// all agree.
	ranks *rankProbe
	// keyValues says that strategies take the options of keyValues.
	keyValues bool

	// several shows a game of more than two players to the searches; when it is left out, they
	// see its ends alone.
	several severalPlayer

	// evaluation explains the static evaluation.
	evaluation evaluation
	// tables builds the endgame tables that analyst reads.
	tables func(ctx context.Context, folder string, o TableOptions, progress func(done, total int)) error
	// levels are the handicaps of the levels of play; usualLevels when left out.
	levels *levels
	// sharp is the power of the eighth root of a move's prior by which a level of the tree
	// search draws a move that it does not read; 8, the prior itself, when left out. Flat priors
	// take more, those of a strong network less.
	sharp int
	// scale is the advantage, in hundredths of an ordinary piece, at which the win
	// rate is 1/(1+1/e), about 73 %; usualScale when left out.
	scale float64

	// resolve fills in what depends on the rules; lookup calls it.
	resolve func(k *knowledge)

	variant game.Variant // the rules; lookup fills it
}

const usualScale = 180

// rankProbe is a position with one legal move, and the notations in which programs may write it.
type rankProbe struct {
	position, move string
	notations      []string
}

var (
	gamesLock sync.RWMutex
	games     = map[string]*knowledge{} // by name; written by know only
)

// know registers what is known of a game.
func know(k knowledge) {
	gamesLock.Lock()
	defer gamesLock.Unlock()
	games[k.game] = &k
}

// lookup finds a game's rules and what is known of it, with the usual values for
// what was left out.
func lookup(gameName string) (*knowledge, error) {
	v, err := game.Lookup(gameName)
	if err != nil {
		return nil, err
	}
	k := &knowledge{game: gameName}
	gamesLock.RLock()
	if found, ok := games[gameName]; ok {
		*k = *found
	}
	gamesLock.RUnlock()
	k.variant = v
	if k.resolve != nil {
		k.resolve(k)
	}
	if k.kind == "" {
		k.kind = "alphabeta"
	}
	if k.levels == nil {
		k.levels = &usualLevels
	}
	if k.sharp == 0 {
		k.sharp = 8
	}
	if k.scale == 0 {
		k.scale = usualScale
	}
	return k, nil
}

// newAnalysts makes an analyst for each worker.
func (k *knowledge) newAnalysts(o Options) ([]analyst, error) {
	if o.Strategy != "" && o.Strategy != "default" {
		return nil, k.noStrategy(o, "alphabeta", slices.Sorted(maps.Keys(k.strategies)))
	}
	analysts := make([]analyst, o.Workers)
	if k.analyst == nil {
		for i := range analysts {
			analysts[i] = plain{}
		}
		return analysts, nil
	}
	for i := range analysts {
		if first, ok := analysts[0].(sharer); ok {
			analysts[i] = first.another()
			continue
		}
		var err error
		if analysts[i], err = k.analyst(o); err != nil {
			return nil, err
		}
	}
	return analysts, nil
}

// sharer is an analyst that makes the other workers' ones out of the files that it has read.
type sharer interface{ another() analyst }

// newViews makes a view for the tree search for each worker.
func (k *knowledge) newViews(o Options) ([]view, error) {
	if o.Strategy != "" && o.Strategy != "default" && !slices.Contains(k.treeStrategies, o.Strategy) {
		return nil, k.noStrategy(o, "mcts", k.treeStrategies)
	}
	views := make([]view, o.Workers)
	if k.tree == nil && k.analyst != nil && len(k.variant.Sides) == 2 {
		analysts, err := k.newAnalysts(o)
		for i, a := range analysts {
			views[i] = &judgedView{a, k.scale}
		}
		return views, err
	}
	for i := range views {
		views[i] = boardView{}
		if k.several != nil {
			views[i] = viewSeveral(k)
		}
		if k.tree != nil {
			var err error
			if views[i], err = k.tree(o); err != nil {
				return nil, err
			}
		}
	}
	return views, nil
}

func (k *knowledge) noStrategy(o Options, kind string, names []string) error {
	expected := "default"
	if len(names) > 0 {
		expected = "one of default, " + strings.Join(names, ", ")
	}
	return fmt.Errorf("%w: strategy %q of %s with %s, expected %s", ErrUnsupported, o.Strategy, k.game, kind, expected)
}

// winRate is the win rate that goes with a score of the game's evaluation.
func (k *knowledge) winRate(score int) float64 { return winRate(k.scale, score) }

func winRate(scale float64, score int) float64 {
	if plies, ok := alphabeta.Proven(score); ok {
		if plies >= 0 && score > 0 {
			return 1
		}
		return 0
	}
	return 1 / (1 + math.Exp(-float64(score)/scale))
}
