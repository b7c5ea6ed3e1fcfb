package plainfile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"qikit.dev/qikit/internal/pool"
)

func TestLock_oneAtATime(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	first, err := Take(path, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Take(path, 0); !errors.Is(err, ErrHeld) || !strings.Contains(err.Error(), fmt.Sprintf("held by process %d on", os.Getpid())) {
		t.Errorf("err = %v, want ErrHeld that names this process", err)
	}
	task := pool.Go(func() error {
		second, err := Take(path, time.Hour)
		second.Release()
		return err
	})
	first.Release()
	first.Release() // once more harms nobody
	if err := task.Wait(); err != nil {
		t.Errorf("the one who waited: %v", err)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file stays: %v", err)
	}
}

// Whoever holds the lock holds the file that others see, also while files come and go.
func TestLock_many(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	var inside atomic.Int64
	var tasks []*pool.Task
	for range 8 {
		tasks = append(tasks, pool.Go(func() error {
			for range 20 {
				l, err := Take(path, time.Hour)
				if err != nil {
					return err
				}
				if inside.Add(1) != 1 {
					return errors.New("two hold the lock")
				}
				inside.Add(-1)
				l.Release()
			}
			return nil
		}))
	}
	for _, task := range tasks {
		if err := task.Wait(); err != nil {
			t.Error(err)
		}
	}
}
