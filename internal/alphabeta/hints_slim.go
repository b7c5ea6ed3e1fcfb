//go:build slim

package alphabeta

// hints are what some games tell of their moves beside the rules. The slim library has none of these games.
type hints[M Code] struct{}

func (*hints[M]) take(Game[M]) {}

func (w *worker[M]) rank(*frame[M]) {}

func (w *worker[M]) others(dst []M) []M { return dst }
