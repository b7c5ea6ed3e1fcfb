//go:build (amd64 || arm64) && !purego

package alphabeta

// foresee asks for what the table knows of the position that was just reached: it comes while the game is asked
// for checks and for ends by rule.
func (w *worker[M]) foresee() { prefetch(w.s.table.bucket(w.game.Key())) }

// prefetch asks for a bucket, and the processor does not wait for it.
//
//go:noescape
func prefetch(b *bucket)
