// Command capi is libqikit: the package lib behind the flat C interface of
// include/qikit.h. It converts, calls lib and converts back; it has no logic
// and no defaults of its own.
//
// A call, qk_board_play say, passes three layers:
//
//   - qk_board_play in entry.c, the symbol that the world sees: refuses to enter Go
//     in a forked child (forked.c), and answers in C alone where Go is not needed
//     (versions, names of statuses, qk_job_poll);
//   - qkgo_board_play in entry.go: finds what the handle stands for, copies texts in
//     and answers out (text.go), recovers from panics, turns errors into statuses
//     (guard.go, status.go);
//   - boardPlay in the Go file of its noun, in Go's own types: calls lib.
//
// internal/tools/generate writes entry.c and entry.go from the header. The few
// functions of entry.go's kind that it leaves out are beside those they resemble.
//
// Handles are numbers into tables (handle.go). What a poll of a job reads lies
// in C memory (jobs.c), which Go writes as the job goes on.
//
// The library is built by `./build.sh build`; by hand, from the root of the
// repository, into build/lib/libqikit.so.1:
//
//	CGO_CFLAGS="-Os -g -DQK_HEADER_HASH=$(cksum <include/qikit.h | cut -d' ' -f1)" \
//	go build -trimpath -tags csqlite,sqlite_omit_load_extension -buildmode=c-shared -o build/lib/libqikit.so.1 \
//		-ldflags "-s -w -extldflags '-Wl,--version-script=$PWD/capi/qikit.map -Wl,-soname,libqikit.so.1 -Wl,-z,nodelete -Wl,-z,max-page-size=16384'" \
//		./capi
//	rm -f build/lib/libqikit.so.h && ln -sf libqikit.so.1 build/lib/libqikit.so
//
// With -tags slim the library lacks books, files of games, self-play, training, SGCP and its
// servers (slim.go), Gomoku, Chinese checkers and Ludo (games_full.go), and Surakarta's tables of five pieces: 6 MB
// instead of 14, for phones, with calls kept as calls where time does not count (slimFlags in internal/ctest).
//
// The hash is there because Go's build cache does not see edits of a header
// outside the package; the page size is what Android demands. Without -s -w
// the library has the debug information that abidw reads.
package main
