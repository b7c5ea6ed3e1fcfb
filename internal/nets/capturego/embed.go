// Package capturego is the networks that the library plays and reviews Capture
// Go with: policy and value for boards of 5 to 13 points a side and targets of 1
// to 5 stones, and the weights by which random games are played out.
//
//	net, err := capturego.Net()
//	policy, err := rollout.Load(capturego.Rollout())
//
// How it was trained, generation after generation, is told in TRAINING.md of
// the Python package qikit.train; the file's own remarks name the generation.
// What its planes mean is in internal/captureplanes.
package capturego

import (
	_ "embed"
	"sync"

	"qikit.dev/qikit/internal/convnet"
)

// Boards and targets that the network has learnt; outside of them its word is
// worth little.
const (
	SizeMin   = 5
	SizeMax   = 13
	TargetMax = 5
)

//go:embed capturego.qnet
var file string

// Net is the network, loaded at the first call, which takes a few milliseconds.
// An error means that the library's own file is damaged.
var Net = sync.OnceValues(func() (*convnet.Net, error) { return convnet.Load([]byte(file)) })

//go:embed rollout.qnet
var rollout string

// Rollout is the file of the weights that package rollout plays by, about 2 KB.
func Rollout() []byte { return []byte(rollout) }
