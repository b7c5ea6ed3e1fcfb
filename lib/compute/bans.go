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

// banOrigin bans an origin, and keeps that in the file. "" is nobody.
func (h *Host) banOrigin(origin, why string) {
	if _, known := h.banned[origin]; known || origin == "" {
		return
	}
	b := Ban{Origin: origin, Why: why, Since: h.options.Clock.Now()}
	h.banned[origin] = b
	if err := h.keepBan(&b); err != nil {
		h.options.Log.Error("a ban is not kept", "origin", origin, "error", err)
	}
}

// writeBan appends to the file of bans; tests change it.
var writeBan = (*os.File).Write

// keepBan appends a ban to the file. After a failure the file may lack bans or end with
// half a line, so the next ban writes all of it anew.
func (h *Host) keepBan(b *Ban) error {
	if h.options.Bans == "" {
		return nil
	}
	if h.rewrite {
		return h.rewriteBans()
	}
	f, err := plainfile.OpenFile(h.options.Bans, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err == nil {
		_, err = writeBan(f, b.line())
		err = errors.Join(err, f.Close())
	}
	h.rewrite = err != nil
	return err
}

// rewriteBans puts all bans into the file.
func (h *Host) rewriteBans() error {
	var text []byte
	for _, key := range slices.Sorted(maps.Keys(h.banned)) {
		b := h.banned[key]
		text = append(text, b.line()...)
	}
	err := plainfile.Write(h.options.Bans, text, 0o600)
	h.rewrite = err != nil
	return err
}

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
	return slices.SortedFunc(maps.Values(h.banned), func(a, b Ban) int { return strings.Compare(a.Origin, b.Origin) })
}

// Lift ends the ban of an origin, also in the file. It returns whether there was one.
func (h *Host) Lift(origin string) (was bool, err error) {
	h.mu.Lock()
	defer h.unlock()
	if _, was = h.banned[origin]; !was {
		return false, nil
	}
	delete(h.banned, origin)
	if h.options.Bans == "" {
		return true, nil
	}
	return true, h.rewriteBans()
}
