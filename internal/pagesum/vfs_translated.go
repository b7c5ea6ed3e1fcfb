//go:build !csqlite

package pagesum

import (
	"slices"
	"sync"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// SQLite calls a VFS to open a file, and then the methods in the table that the open
// file begins with. This one opens files as SQLite's own does, and exchanges the table
// of a database for a copy in which reading and writing go through this package.
//
// What SQLite hands us lies outside Go's memory and stays where it is until the call
// returns. Function values are handed to SQLite as the words that hold them, as
// modernc.org/sqlite does with its own.
type (
	openFunc  = func(tls *libc.TLS, vfs, name, file uintptr, flags int32, out uintptr) int32
	closeFunc = func(tls *libc.TLS, file uintptr) int32
	moveFunc  = func(tls *libc.TLS, file, buffer uintptr, size int32, at int64) int32
)

// system is SQLite's own VFS.
var system *sqlite3.Tsqlite3_vfs

// The functions, in variables because SQLite gets their addresses.
var (
	openHook  openFunc  = open
	closeHook closeFunc = closeFile
	readHook  moveFunc  = read
	writeHook moveFunc  = write
)

// file is an open database.
type file struct {
	path string
	own  *sqlite3.Tsqlite3_io_methods // of SQLite
	size int                          // of its pages, as far as is known; 0 where they have no sums
}

// files are those open, by the address of SQLite's object.
var files sync.Map // uintptr: *file

// tables are the copies of tables of methods, by the address of the original.
var tables sync.Map // uintptr: uintptr

func init() {
	tls := libc.NewTLS()
	own := sqlite3.Xsqlite3_vfs_find(tls, 0)
	name, err := libc.CString(VFS)
	ours := libc.Xmalloc(tls, libc.Tsize_t(unsafe.Sizeof(*system)))
	if own == 0 || err != nil || ours == 0 {
		panic("pagesum: SQLite has no VFS")
	}
	system = at[sqlite3.Tsqlite3_vfs](own)
	v := at[sqlite3.Tsqlite3_vfs](ours)
	*v = *system
	v.FpNext, v.FzName = 0, name
	v.FxOpen = *(*uintptr)(unsafe.Pointer(&openHook))
	if rc := sqlite3.Xsqlite3_vfs_register(tls, ours, 0); rc != sqlite3.SQLITE_OK {
		panic("pagesum: SQLite does not take the VFS")
	}
}

// at is what lies at an address that SQLite gave.
func at[T any](address uintptr) *T { return *(**T)(unsafe.Pointer(&address)) }

// function is the function that a word of SQLite's stands for.
func function[F any](word uintptr) F { return *(*F)(unsafe.Pointer(&word)) }

func open(tls *libc.TLS, vfs, name, handle uintptr, flags int32, out uintptr) int32 {
	rc := function[openFunc](system.FxOpen)(tls, vfs, name, handle, flags, out)
	head := at[sqlite3.Tsqlite3_file](handle)
	if rc != sqlite3.SQLITE_OK || head.FpMethods == 0 || flags&sqlite3.SQLITE_OPEN_MAIN_DB == 0 {
		return rc
	}
	f := &file{path: libc.GoString(name), own: at[sqlite3.Tsqlite3_io_methods](head.FpMethods)}
	files.Store(handle, f)
	head.FpMethods = table(tls, head.FpMethods)
	return rc
}

// table is the copy of a table of methods. There are few, and they are never freed.
func table(tls *libc.TLS, original uintptr) uintptr {
	if copied, ok := tables.Load(original); ok {
		return copied.(uintptr)
	}
	memory := libc.Xmalloc(tls, libc.Tsize_t(unsafe.Sizeof(sqlite3.Tsqlite3_io_methods{})))
	if memory == 0 {
		return original
	}
	m := at[sqlite3.Tsqlite3_io_methods](memory)
	*m = *at[sqlite3.Tsqlite3_io_methods](original)
	m.FiVersion = min(m.FiVersion, 2) // without the third version's mapped memory
	m.FxClose = *(*uintptr)(unsafe.Pointer(&closeHook))
	m.FxRead = *(*uintptr)(unsafe.Pointer(&readHook))
	m.FxWrite = *(*uintptr)(unsafe.Pointer(&writeHook))
	copied, _ := tables.LoadOrStore(original, memory)
	return copied.(uintptr)
}

func opened(handle uintptr) *file {
	f, _ := files.Load(handle)
	return f.(*file)
}

func closeFile(tls *libc.TLS, handle uintptr) int32 {
	f := opened(handle)
	files.Delete(handle)
	return function[closeFunc](f.own.FxClose)(tls, handle)
}

func read(tls *libc.TLS, handle, buffer uintptr, size int32, from int64) int32 {
	f := opened(handle)
	rc := function[moveFunc](f.own.FxRead)(tls, handle, buffer, size, from)
	page := memory(buffer, size)
	if overlaid(f.path, page, from) {
		f.learn(page, from)
		return sqlite3.SQLITE_OK
	}
	// What is beyond the end of the file reads as zeros; SQLite goes on with that.
	if rc != sqlite3.SQLITE_OK && (rc != sqlite3.SQLITE_IOERR_SHORT_READ || !slices.ContainsFunc(page, func(c byte) bool { return c != 0 })) {
		return rc
	}
	f.learn(page, from)
	if f.isPage(page, from) && !Valid(page) {
		noteDamage(f.path, from/int64(size)+1)
		return sqlite3.SQLITE_IOERR_DATA
	}
	return rc
}

func write(tls *libc.TLS, handle, buffer uintptr, size int32, to int64) int32 {
	f := opened(handle)
	page := memory(buffer, size)
	f.learn(page, to)
	if f.isPage(page, to) {
		Put(page)
	}
	return function[moveFunc](f.own.FxWrite)(tls, handle, buffer, size, to)
}

// learn reads the header, where it is among the bytes.
func (f *file) learn(b []byte, at int64) {
	if at != 0 || len(b) < headerSize {
		return
	}
	switch size, sums := pageSize(b); {
	case sums:
		f.size = size
	case size > 0:
		f.size = 0
	}
}

// isPage says whether the bytes are a page that has a sum.
func (f *file) isPage(b []byte, at int64) bool {
	return f.size > 0 && len(b) == f.size && at%int64(f.size) == 0
}

// memory is SQLite's buffer.
func memory(buffer uintptr, size int32) []byte { return unsafe.Slice(at[byte](buffer), size) }
