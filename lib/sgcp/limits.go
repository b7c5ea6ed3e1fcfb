package sgcp

// Lengths of lines in octets, with the line's end (section 5.1).
const (
	RequestMax     = 1024  // client to server
	ServerLineMax  = 4096  // server to client
	ComputeLineMax = 16384 // either way, with the capability "compute"
	// TooLongMax is how many lines may be too long: at this one the sender's
	// connection is closed.
	TooLongMax = 3
)

// Sizes of what parameters hold.
const (
	NickMax           = 16  // letters, digits and marks of a nick (section 5.3)
	NickOctetsMax     = 48  // of these, in UTF-8
	NickUnderscoreMax = 24  // characters with the underscores that the server appends
	ChatMax           = 500 // octets of a chat's text (section 5.3)
	ListRowsMax       = 200 // rows of one list of waiting players (section 5.3)
	MovesPerRow       = 64  // moves in one row 861 (section 5.3)
	TokenLength       = 26  // characters of a Gtoken or session token (section 5.6)
	SizeMax           = 19  // points along a side of the largest board (section 5.4)
)

// Defaults of the hall (sections 5.3, 5.6 and 5.7), in the unit of the name.
// This package has no clock; servers and clients keep these.
const (
	LoginSeconds        = 30    // to send 101
	IdleSeconds         = 60    // without a line, after which a peer with "ping" gets 659
	DeadSeconds         = 150   // without a line from a peer with "ping"
	KeepAliveSeconds    = 30    // TCP keep-alive of a peer without "ping"
	KeepAliveProbes     = 3     // unanswered, and it is gone
	GraceSeconds        = 120   // in which 105 resumes
	GraceMax            = 3     // such times in one game
	RequestBurst        = 20    // requests at once; an accepted 321 is not counted
	RequestsPerSecond   = 5     // after the burst
	ChatBurst           = 5     // 303 at once
	ChatsPerSecond      = 2     // after the burst
	RefusalsMax         = 100   // 506 to a connection before it is closed
	AddressOpenMax      = 16    // connections open from one IPv4 /32 or IPv6 /64
	AddressNewMax       = 32    // new ones in AddressNewSeconds
	AddressNewSeconds   = 600   // in which so many may be new
	AcceptBackoffMin    = 10    // milliseconds, when the system has no descriptors left
	AcceptBackoffMax    = 1000  // milliseconds
	OutboundOctetsMax   = 65536 // waiting for a slow reader
	OutboundLinesMax    = 256   // waiting for a slow reader
	WriteSeconds        = 10    // deadline of a write
	PushesKept          = 64    // of a session, for 105
	ProposalSeconds     = 60    // until a proposal (206) lapses
	GameKeptSeconds     = 86400 // after the end, until 530
	MoveSeconds         = 600   // of inactivity when there is no other clock
	LagMillisecondsMax  = 1000  // of the network, given back per move
	MarkingSeconds      = 60    // to object to marks (section 7)
	ResumptionsMax      = 2     // of play after counting (section 7)
	ReconnectWindow     = 2     // seconds in which a repeated last move is the same move (section 5.4)
	BenchAdditions      = 5e8   // "1+1" of the bench "add5e8" (sections 2 and 5.9)
	RedispatchRankMax   = 5     // terminals that take over unfinished work (section 2)
	SubHostTerminals    = 100   // more terminals than this have sub-hosts (section 2)
	SubHostsMin         = 11    // of them at least (sections 2 and 5.9)
	ComputeTerminalsMin = 2     // k, an integer over 1 (section 2)
)
