package compute

import (
	"errors"
	"fmt"

	"qikit.dev/qikit/lib/sgcp"
)

// The errors. The first four are answers to a terminal: sgcp.FaultOf returns their
// numbers.
var (
	// ErrNotTerminal is a terminal that the host does not know: 540.
	ErrNotTerminal = errors.New("compute: not a terminal")
	// ErrLease is a result that comes too late, a second time, or from a
	// terminal whose lease it is not: 541.
	ErrLease = errors.New("compute: no such lease")
	// ErrRejected is a result or a benchmark that cannot be right, or a
	// terminal that has given one: 542.
	ErrRejected = errors.New("compute: rejected")
	// ErrUnsupported is a kind of task or benchmark that nobody here can do:
	// 543.
	ErrUnsupported = errors.New("compute: no such kind of task")

	// ErrTask is a task whose payload or count makes no sense.
	ErrTask = errors.New("compute: bad task")
	// ErrOptions is an option out of its range.
	ErrOptions = errors.New("compute: bad option")
	// ErrClosed is a host that has been closed.
	ErrClosed = errors.New("compute: closed")
	// ErrRefused is a server that does not let this terminal compute; the text
	// says why.
	ErrRefused = errors.New("compute: the server refused")
)

var faults = map[error]sgcp.Number{
	ErrNotTerminal: sgcp.FaultNotTerminal, ErrLease: sgcp.FaultLease, ErrRejected: sgcp.FaultRejected, ErrUnsupported: sgcp.FaultTask,
}

// refuse makes one of the first four errors, with the number of the answer.
func refuse(err error, format string, args ...any) error {
	return &refusal{err, &sgcp.Fault{Code: faults[err], Text: fmt.Sprintf(format, args...)}}
}

// refusal is an error of a kind, and the fault that is the reply.
type refusal struct {
	kind  error
	fault *sgcp.Fault
}

func (r *refusal) Error() string   { return r.kind.Error() + ": " + r.fault.Text }
func (r *refusal) Unwrap() []error { return []error{r.kind, r.fault} }
