package generate

import (
	"reflect"

	"qikit.dev/qikit/lib/engine"
)

// Who, besides the players by index, has an engine.
const (
	Judge   = -1 // searches positions afresh
	Scholar = -2 // the built-in engine, for its static evaluation
)

// roster makes the engines of a job and says how they search.
type roster struct{ *Options }

// engine makes the engine of a player, the judge or the scholar.
func (r roster) engine(who int) (engine.Engine, error) {
	if r.Engines != nil {
		return r.Engines(who)
	}
	o, err := r.player(who).options()
	if err != nil {
		return nil, err
	}
	return engine.New(r.Game, o)
}

// player is what the options say of a player, the judge or the scholar.
func (r roster) player(who int) Player {
	switch {
	case who == Judge:
		return r.Reevaluate.Engine
	case who == Scholar || len(r.Players) == 0:
		return Player{}
	case len(r.Players) == 1:
		return r.Players[0]
	}
	return r.Players[who]
}

// alike says whether nothing tells the players apart: one may know what the other has
// searched. Depths drawn for each player, or adjusted, make players of unequal strength;
// AdjustHold goes by the lead, whoever found it.
func (r roster) alike() bool {
	if r.Engines != nil || r.Balance != nil && !r.Balance.holds() || r.Depth.Scope == ScopePlayer {
		return false
	}
	for _, p := range r.Players {
		if !reflect.DeepEqual(p, r.Players[0]) {
			return false
		}
	}
	return true
}

// limits are those of a search by a player or the judge.
func (r roster) limits(who, depth, lines int, fresh bool) engine.Limits {
	p, l := r.player(who), engine.DefaultLimits()
	l.Depth, l.Nodes, l.Time, l.Lines, l.Fresh = depth, p.Nodes, p.Time, lines, fresh
	return l
}
