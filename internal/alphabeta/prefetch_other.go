//go:build !(amd64 || arm64) || purego

package alphabeta

// foresee does nothing where there is no such instruction.
func (w *worker[M]) foresee() {}
