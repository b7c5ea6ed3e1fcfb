//go:build !unix && !wasm

package engine

import "os/exec"

func ownGroup(*exec.Cmd) {}

func awaitEnd(int) {}

func killGroup(int) {}
