package compute

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"qikit.dev/qikit/internal/plainfile"
)

// Ban says whose terminals a host takes no more, because a result was forged.
type Ban struct {
	Origin string    `json:"origin"` // an account, a key or a network: see Host.Join
	Why    string    `json:"why"`
	Since  time.Time `json:"since"`
}

// bansFileMost is the most bytes of a file of bans: some hundred thousand.
const bansFileMost = 16 << 20

// readBans reads a file of bans, a line of JSON each. No file is none. A last line
// without an end was being written when the process was killed; it is cut off.
func readBans(path string) (map[string]Ban, error) {
	bans := map[string]Ban{}
	if path == "" {
		return bans, nil
	}
	text, err := plainfile.Read(path, bansFileMost)
	if errors.Is(err, fs.ErrNotExist) {
		return bans, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%w: bans: %w", ErrOptions, err)
	}
	whole := bytes.LastIndexByte(text, '\n') + 1
	number := 0
	for line := range bytes.Lines(text[:whole]) {
		var b Ban
		number++
		if err := json.Unmarshal(line, &b); err != nil || b.Origin == "" {
			return nil, fmt.Errorf(`%w: bans: %s, line %d, expected {"origin": ...}`, ErrOptions, path, number)
		}
		bans[b.Origin] = b
	}
	if whole < len(text) {
		if err := os.Truncate(path, int64(whole)); err != nil {
			return nil, fmt.Errorf("%w: bans: %w", ErrOptions, err)
		}
	}
	return bans, nil
}

// banOrigin bans an origin; unlock keeps that in the file. "" is nobody. The caller holds
// the lock.
func (h *Host) banOrigin(origin, why string) {
	if _, known := h.banned[origin]; known || origin == "" {
		return
	}
	b := Ban{Origin: origin, Why: why, Since: h.options.Clock.Now()}
	h.banned[origin] = b
	h.unkept = append(h.unkept, b)
}

// writeBans appends to the file of bans; tests change it.
var writeBans = (*os.File).Write

// keepBans brings the file of bans up to date. It does so without the host's lock, since a
// disk may be slow, and one caller at a time, so that the file says the latest. After a
// failure the file may lack bans or end with half a line: then the next call writes all of
// it anew.
func (h *Host) keepBans() error {
	h.keeping.Lock()
	defer h.keeping.Unlock()
	h.mu.Lock()
	bans, anew := h.unkept, h.rewrite
	if anew {
		bans = slices.SortedFunc(maps.Values(h.banned), byOrigin)
	}
	h.unkept, h.rewrite = nil, false
	h.mu.Unlock()
	if h.options.Bans == "" || len(bans) == 0 && !anew {
		return nil
	}
	var text []byte
	for i := range bans {
		text = append(text, bans[i].line()...)
	}
	err := putBans(h.options.Bans, text, anew)
	if err != nil {
		h.mu.Lock()
		h.rewrite = true
		h.mu.Unlock()
	}
	return err
}

// putBans writes a file of bans anew, or appends to it.
func putBans(path string, text []byte, anew bool) error {
	if anew {
		return plainfile.Write(path, text, 0o600)
	}
	f, err := plainfile.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	_, err = writeBans(f, text)
	return errors.Join(err, f.Close())
}

func byOrigin(a, b Ban) int { return strings.Compare(a.Origin, b.Origin) }

func (b *Ban) line() []byte {
	text, err := json.Marshal(b)
	if err != nil {
		panic(err) // it is text and a time
	}
	return append(text, '\n')
}

// Bans returns who is banned, in the order of their origins.
func (h *Host) Bans() []Ban {
	h.mu.Lock()
	defer h.unlock()
	return slices.SortedFunc(maps.Values(h.banned), byOrigin)
}

// Lift ends the ban of an origin, also in the file. It returns whether there was one.
func (h *Host) Lift(origin string) (was bool, err error) {
	h.mu.Lock()
	if _, was = h.banned[origin]; was {
		delete(h.banned, origin)
		h.rewrite = true
	}
	h.mu.Unlock()
	return was, h.keepBans()
}
