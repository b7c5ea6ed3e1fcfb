// Package floors holds the tests that keep the tree as ARCHITECTURE.md draws
// it: imports go strictly down, files stay short, every package explains
// itself. It has no code of its own.
package floors
