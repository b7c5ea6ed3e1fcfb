package generate

import (
	"errors"

	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/book"
)

// What can go wrong with a generation, besides what can go wrong with its book,
// a game or an engine. To its users both packages are the book.
var (
	// ErrResume is a job to be resumed whose options differ from the file's.
	ErrResume = errors.New("book: options differ from those of the job to resume")
	// ErrFailed is a generation whose every game was ended by an engine's fault.
	ErrFailed = errors.New("book: every game failed")
	// ErrNotRepeatable is an engine that cannot keep the promise that the same
	// seed gives the same book.
	ErrNotRepeatable = errors.New("book: not repeatable")
)

// bad is a book.ErrOptions about the value of a key; a text is what it is in words.
func bad(key string, value any, expected string) error {
	if words, ok := value.(string); ok {
		return options.Wrap(book.ErrOptions, options.Clash(key, words, expected))
	}
	return options.Wrap(book.ErrOptions, options.Wrong(key, value, expected))
}
