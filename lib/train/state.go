package train

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"time"

	"qikit.dev/qikit/internal/nnue"
	"qikit.dev/qikit/internal/plainfile"
)

// state is how far a job is. Its file has magic, the bytes of this in JSON and it, the
// parameters with Adam's means, and the SHA-256 of all that.
type state struct {
	Options   Options `json:"options"`
	Positions int     `json:"positions"` // of a pass; other books have other ones
	HeldOut   int     `json:"held_out"`
	Pass      int     `json:"pass"`
	Batch     int     `json:"batch"` // of the pass
	Sum       float64 `json:"sum"`   // of the losses of the pass
	Losses    []Loss  `json:"losses"`
}

const stateMagic = "QKTRAIN1"

// statePath is where a job keeps what was learnt.
func statePath(out string) string { return out + ".state" }

// same are the options that make the network.
func same(o Options) Options {
	o.Workers, o.Resume, o.Out = 0, false, ""
	return o
}

// save writes the state.
func (l *learner) save() error {
	l.state.Options, l.state.Positions, l.state.HeldOut = same(*l.o), l.data.examples, l.data.heldOut
	head, err := json.Marshal(&l.state)
	if err != nil {
		return err
	}
	file := append([]byte(stateMagic), binary.LittleEndian.AppendUint32(nil, uint32(len(head)))...)
	file = append(file, head...)
	m := l.model
	for _, part := range [][]float32{m.params, m.first, m.second} {
		for _, x := range part {
			file = binary.LittleEndian.AppendUint32(file, math.Float32bits(x))
		}
	}
	sum := sha256.Sum256(file)
	if err := plainfile.Write(statePath(l.o.Out), append(file, sum[:]...), 0o644); err != nil {
		return fmt.Errorf("%w: %w", ErrState, err)
	}
	l.saved = time.Now()
	return nil
}

// resume reads the state, if there is one.
func (l *learner) resume() error {
	path := statePath(l.o.Out)
	m := l.model
	const headMost = 1 << 24
	file, err := plainfile.Read(path, int64(headMost+12*m.end+sha256.Size))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrState, err)
	}
	damaged := fmt.Errorf("%w: %s is cut, changed or no such file", ErrState, path)
	fixed := len(stateMagic) + 4
	if len(file) < fixed+sha256.Size || string(file[:len(stateMagic)]) != stateMagic {
		return damaged
	}
	body := file[:len(file)-sha256.Size]
	if sum := sha256.Sum256(body); !bytes.Equal(sum[:], file[len(body):]) {
		return damaged
	}
	head := int(binary.LittleEndian.Uint32(file[len(stateMagic):]))
	if head > len(body)-fixed {
		return damaged
	}
	var s state
	if err := json.Unmarshal(body[fixed:][:head], &s); err != nil {
		return damaged
	}
	if want := same(*l.o); !equal(s.Options, want) {
		return fmt.Errorf("%w: %s is of other options", ErrState, path)
	}
	if s.Positions != l.data.examples || s.HeldOut != l.data.heldOut {
		return fmt.Errorf("%w: %s is of books with %d positions, these have %d", ErrState, path, s.Positions, l.data.examples)
	}
	numbers := body[fixed+head:]
	if len(numbers) != 12*m.end {
		return damaged
	}
	for i, part := range [][]float32{m.params, m.first, m.second} {
		for j := range part {
			part[j] = math.Float32frombits(binary.LittleEndian.Uint32(numbers[4*(i*m.end+j):]))
		}
	}
	m.roundInputs(0, m.layout.Inputs)
	m.roundRest()
	l.state = s
	return nil
}

// equal compares options by their JSON.
func equal(a, b Options) bool {
	x, err1 := json.Marshal(a)
	y, err2 := json.Marshal(b)
	return err1 == nil && err2 == nil && bytes.Equal(x, y)
}

// idOf is the ID of a network file, read again as its users will.
func idOf(file []byte) (string, error) {
	n, err := nnue.Open(file)
	if err != nil {
		return "", err
	}
	return n.ID, nil
}
