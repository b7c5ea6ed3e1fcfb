package store_test

import (
	"fmt"
	"os"
	"path/filepath"

	"qikit.dev/qikit/lib/gateway/internal/hall"
	"qikit.dev/qikit/lib/gateway/internal/store"
)

// What was written is there when the file is opened again.
func Example() {
	dir, err := os.MkdirTemp("", "hall")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "hall.db")
	s, err := store.Open(path)
	if err != nil {
		panic(err)
	}
	err = s.Write([]hall.Change{{What: hall.SessionKept, Session: &hall.SessionRecord{Nick: "amy", Waits: 7}}})
	if err != nil {
		panic(err)
	}
	if err := s.Close(); err != nil {
		panic(err)
	}
	if s, err = store.Open(path); err != nil {
		panic(err)
	}
	defer s.Close()
	sessions, games, aside, err := s.Load()
	fmt.Println(sessions[0].Nick, sessions[0].Waits, len(games), len(aside), err)
	// Output: amy 7 0 0 <nil>
}
