package pagesum

import "sync"

// VFS is the name under which SQLite knows this package.
const VFS = "pagesum"

// overlays are first pages that are read in place of those in files, by path.
var overlays sync.Map // string: []byte

// Overlay has whoever opens a file under a path read another first page than the file
// has, until remove is called. Nobody writes to the file meanwhile.
func Overlay(path string, page []byte) (remove func()) {
	overlays.Store(path, page)
	return func() { overlays.Delete(path) }
}

// damage is the page last found damaged, by path.
var damage sync.Map // string: int64

// Damaged is the page that was found damaged last in a file that was opened under that
// path, from 1.
func Damaged(path string) (page int64, ok bool) {
	n, ok := damage.Load(path)
	if !ok {
		return 0, false
	}
	return n.(int64), true
}

func noteDamage(path string, page int64) { damage.Store(path, page) }

// overlaid reads a part of the first page that is read in place of the file's, if there is one.
func overlaid(path string, part []byte, from int64) bool {
	over, ok := overlays.Load(path)
	if !ok || from+int64(len(part)) > int64(len(over.([]byte))) {
		return false
	}
	copy(part, over.([]byte)[from:])
	return true
}
