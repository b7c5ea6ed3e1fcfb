package sgcp

// BenchKind is what a compute terminal is measured by.
type BenchKind string

// The benches (section 5.9).
const (
	BenchAdd     BenchKind = "add5e8"    // BenchAdditions times "1+1"
	BenchPlayout BenchKind = "playout19" // playouts from the empty board
)

// TaskKind is what a compute terminal is to do.
type TaskKind string

// The tasks (section 5.9).
const (
	TaskPlayout TaskKind = "playout"
	TaskSearch  TaskKind = "search"
	TaskAnalyse TaskKind = "analyse"
)

// Commands of compute terminals, 4xx, their replies 9xx and the pushes to
// them, 95x (section 5.9). Ids and leases are words that the server chooses.
type (
	// Register is 401.
	Register struct {
		Cores   int
		Version string // a word: the implementation and its version
	}
	// RegisterReply is 901.
	RegisterReply struct{ Terminal string }

	// Bench is the push 951.
	Bench struct {
		ID    string
		Kind  BenchKind
		Count uint64 // additions or playouts
		Seed  uint64
	}
	// Benchmark is 402, the answer to Bench.
	Benchmark struct {
		ID           string
		Milliseconds uint64
		Checksum     Hash
	}
	// BenchmarkReply is 902.
	BenchmarkReply struct{ empty }

	// Task is the push 952.
	Task struct {
		Lease   string
		Limit   int // milliseconds
		Kind    TaskKind
		Seed    uint64
		Count   uint64
		Payload string // may hold spaces
	}
	// TaskResult is 403.
	TaskResult struct {
		Lease   string
		Done    uint64
		Payload string // may hold spaces
	}
	// TaskResultReply is 903.
	TaskResultReply struct{ empty }

	// Progress is 404.
	Progress struct {
		Lease string
		Done  uint64
	}
	// ProgressReply is 904.
	ProgressReply struct{ empty }

	// Recall is the push 953: send what there is.
	Recall struct{ Lease string }
	// Cancel is the push 954: the result is not wanted any more.
	Cancel struct{ Lease string }

	// Unregister is 405.
	Unregister struct{ empty }
	// UnregisterReply is 905.
	UnregisterReply struct{ empty }
)

func (*Register) Number() Number        { return CommandRegister }
func (*RegisterReply) Number() Number   { return ReplyRegister }
func (*Bench) Number() Number           { return PushBench }
func (*Benchmark) Number() Number       { return CommandBenchmark }
func (*BenchmarkReply) Number() Number  { return ReplyBenchmark }
func (*Task) Number() Number            { return PushTask }
func (*TaskResult) Number() Number      { return CommandTaskResult }
func (*TaskResultReply) Number() Number { return ReplyTaskResult }
func (*Progress) Number() Number        { return CommandProgress }
func (*ProgressReply) Number() Number   { return ReplyProgress }
func (*Recall) Number() Number          { return PushRecall }
func (*Cancel) Number() Number          { return PushCancel }
func (*Unregister) Number() Number      { return CommandUnregister }
func (*UnregisterReply) Number() Number { return ReplyUnregister }

func (m *Register) param(c *codec) {
	field(c, &countKind, &m.Cores)
	field(c, &wordKind, &m.Version)
}

func (m *RegisterReply) param(c *codec) { field(c, &wordKind, &m.Terminal) }

func (m *Bench) param(c *codec) {
	field(c, &wordKind, &m.ID)
	field(c, &benchKindKind, &m.Kind)
	field(c, &bigKind, &m.Count)
	field(c, &bigKind, &m.Seed)
}

func (m *Benchmark) param(c *codec) {
	field(c, &wordKind, &m.ID)
	field(c, &bigKind, &m.Milliseconds)
	field(c, &hashKind, &m.Checksum)
}

func (m *Task) param(c *codec) {
	field(c, &wordKind, &m.Lease)
	field(c, &countKind, &m.Limit)
	field(c, &taskKindKind, &m.Kind)
	field(c, &bigKind, &m.Seed)
	field(c, &bigKind, &m.Count)
	c.text(&m.Payload)
}

func (m *TaskResult) param(c *codec) {
	field(c, &wordKind, &m.Lease)
	field(c, &bigKind, &m.Done)
	c.text(&m.Payload)
}

func (m *Progress) param(c *codec) {
	field(c, &wordKind, &m.Lease)
	field(c, &bigKind, &m.Done)
}

func (m *Recall) param(c *codec) { field(c, &wordKind, &m.Lease) }
func (m *Cancel) param(c *codec) { field(c, &wordKind, &m.Lease) }
