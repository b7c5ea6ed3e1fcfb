package book_test

import (
	"errors"
	"testing"

	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/job"
)

// A book that is closed while its records are read says so: it is not damaged.
func TestRecords_closedMeanwhile(t *testing.T) {
	b := trainingBook(t)
	read := 0
	var err error
	for _, err = range b.Records() {
		if read++; read == 1 {
			b.Close()
		}
	}
	if !errors.Is(err, job.ErrClosed) || errors.Is(err, book.ErrCorrupt) {
		t.Errorf("after %d records: %v, want ErrClosed", read, err)
	}
}
