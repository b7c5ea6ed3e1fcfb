package cluster

import (
	"errors"
	"fmt"
	"net"
	"strings"

	"github.com/nats-io/nats.go"

	"qikit.dev/qikit/internal/options"
)

// What can go wrong. Errors of this package wrap one of these, or one of the
// package whose work is done.
var (
	// ErrOptions is an option with a bad value.
	ErrOptions = errors.New("cluster: bad option")
	// ErrKey is a text that is no nkey, or a file that cannot be read as one.
	ErrKey = errors.New("cluster: not a key")
	// ErrStart is a server within this process that does not start: its port is
	// taken, its directory cannot be written.
	ErrStart = errors.New("cluster: the server does not start")
	// ErrUnreachable is a URL at which no NATS server answers.
	ErrUnreachable = errors.New("cluster: no server")
	// ErrUnauthorised is a server that does not let us in.
	ErrUnauthorised = errors.New("cluster: not let in")
	// ErrForbidden is a subject that the server refuses us.
	ErrForbidden = errors.New("cluster: subject refused")
	// ErrLost is a server that went away and did not come back in time.
	ErrLost = errors.New("cluster: the server is gone")
	// ErrNoQueue is a server that keeps no queues, which books need.
	ErrNoQueue = errors.New("cluster: no queue")
	// ErrTaken is a second coordinator or host where one is at work.
	ErrTaken = errors.New("cluster: taken")
	// ErrVersion is a job of another version of qikit.
	ErrVersion = errors.New("cluster: another version")
	// ErrTooLarge is what a worker made that no message can carry.
	ErrTooLarge = errors.New("cluster: too large for a message")
	// ErrJob is a part of a job that several workers failed at.
	ErrJob = errors.New("cluster: the job fails")
)

// connectError translates the reason why there is no connection.
func connectError(url string, err error) error {
	var address *net.AddrError
	switch {
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired), errors.Is(err, nats.ErrAuthRevoked):
		return fmt.Errorf("%w: %s knows no such key, or asks for one: %v", ErrUnauthorised, url, err)
	case errors.Is(err, nats.ErrNkeysNotSupported):
		return fmt.Errorf("%w: %s knows no keys, expected to be asked without one", ErrUnauthorised, url)
	case errors.As(err, &address), strings.Contains(err.Error(), "parse "):
		return options.Wrap(ErrOptions, options.Wrong("url", url, fmt.Sprintf("nats://host:port: %v", err)))
	}
	return fmt.Errorf("%w: %s: %w", ErrUnreachable, url, err)
}
