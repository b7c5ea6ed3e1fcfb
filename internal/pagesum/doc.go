// Package pagesum keeps a checksum in each page of an SQLite file, so that a bit that
// flips on the disk is noticed where it is read, and told with its page.
//
//	os.WriteFile(path, pagesum.NewFile(), 0o644)
//	db, err := sql.Open("sqlite", "file:"+path+"?vfs="+pagesum.VFS)
//
// [NewFile] is an empty database whose pages have room for sums, [VFS] the name of an
// SQLite VFS that writes and checks them, [Damaged] what it found, [Scan] goes through
// a file without SQLite. A file without room for sums is read and written as ever.
//
// The sums are those of SQLite's own extension cksumvfs: 8 bytes at the end of each
// page, which its header (byte 20) reserves. A program that knows nothing of it can
// read such a file; if it writes, its pages have wrong sums.
//
// The package does not look at pages in a log (WAL), which has sums of its own.
//
// With SQLite's own C (build tag csqlite) the VFS also reads ahead: the third page in a row is read with those that come
// next, 64 KB in one call, there or back. They are dropped when the file may change.
package pagesum
