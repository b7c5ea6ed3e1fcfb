package sgcp

import "slices"

// Sort is what a number is used for.
type Sort uint8

// The sorts of lines.
const (
	CommandLine Sort = iota
	ReplyLine        // the success reply that ends a command
	RowLine          // of a list, before its reply
	PushLine         // sent unasked
	FaultLine        // the reply to what failed
)

// String names the sort.
func (s Sort) String() string {
	return [...]string{"command", "reply", "row", "push", "fault"}[min(s, FaultLine)]
}

// Sender says who sends a line.
type Sender uint8

// The senders. An AI platform sends as a client to the gateway and as a server
// to the clients that come to it.
const (
	FromClient   Sender = iota
	FromTerminal        // a client with the capability "compute"
	FromServer
)

// String names the sender.
func (s Sender) String() string {
	return [...]string{"client", "terminal", "server"}[min(s, FromServer)]
}

// Entry is what the specification says of one number.
type Entry struct {
	Number  Number
	Sort    Sort
	Sender  Sender
	Meaning string // a word or a few
	Syntax  string // of the parameter; "" is none
	Reply   Number // of a command: its success reply
	Row     Number // of a command: the rows before the reply, or 0
	Seed    bool   // one of the system's own twelve commands (section 4)

	new func() Message
}

// Table lists every number, in ascending order.
func Table() []Entry { return slices.Clone(table) }

// Lookup is the entry of a number; false when it stands for nothing.
func Lookup(n Number) (Entry, bool) {
	i, ok := slices.BinarySearchFunc(table, n, func(e Entry, n Number) int { return int(e.Number) - int(n) })
	if !ok {
		return Entry{}, false
	}
	return table[i], true
}

// New is an empty message of a number; nil when it stands for none. Every
// number of the range of faults stands for one.
func New(n Number) Message {
	if n.IsFault() {
		return &Fault{Code: n}
	}
	e, ok := Lookup(n)
	if !ok {
		return nil
	}
	return e.new()
}

// message makes an entry's function of its message type.
func message[T any, P interface {
	*T
	Message
}]() Message {
	return P(new(T))
}

func seed(n Number, meaning, syntax string, row Number, m func() Message) Entry {
	return Entry{Number: n, Meaning: meaning, Syntax: syntax, Reply: n.Reply(), Row: row, Seed: true, new: m}
}

func command(n Number, meaning, syntax string, row Number, m func() Message) Entry {
	e := seed(n, meaning, syntax, row, m)
	e.Seed = false
	if n >= 400 {
		e.Sender = FromTerminal
	}
	return e
}

func reply(n Number, syntax string, m func() Message) Entry {
	return Entry{Number: n, Sort: ReplyLine, Sender: FromServer, Meaning: "done", Syntax: syntax, new: m}
}

func push(n Number, meaning, syntax string, m func() Message) Entry {
	return Entry{Number: n, Sort: PushLine, Sender: FromServer, Meaning: meaning, Syntax: syntax, new: m}
}

func row(n Number, meaning, syntax string, m func() Message) Entry {
	return Entry{Number: n, Sort: RowLine, Sender: FromServer, Meaning: meaning, Syntax: syntax, new: m}
}

func fault(n Number, meaning string) Entry {
	return Entry{Number: n, Sort: FaultLine, Sender: FromServer, Meaning: meaning, Syntax: "<cmd> <text>"}
}

var table = []Entry{
	seed(CommandLogin, "log in", "<nick>", 0, message[Login]),
	command(CommandAuthenticate, "authenticate", "<method> <data>", 0, message[Authenticate]),
	command(CommandQuit, "quit", "", 0, message[Quit]),
	command(CommandAnnounce, "announce capabilities", "name[=value] ...", 0, message[Announce]),
	command(CommandResume, "resume the session", "<session-token> <last-push-no>", 0, message[Resume]),
	command(CommandPing, "ping", "any", 0, message[Ping]),
	command(CommandListSettings, "list settings", "[<key>]", RowSetting, message[ListSettings]),
	command(CommandSetSetting, "change a setting", "<key> <value>", 0, message[SetSetting]),
	command(CommandAnswerSettings, "a platform's answer about settings", "<id> row <key> <value> <min> <max> <default> | <id> end <n> | <id> ok <key> <value> | <id> fault <5nn> <text>", 0, message[SettingsAnswer]),
	seed(CommandWait, "wait for an opponent", "ignored", 0, message[Wait]),
	seed(CommandListWaiting, "list who waits", "ignored", RowWaiting, message[ListWaiting]),
	seed(CommandChallenge, "play a named opponent", "<nick>", 0, message[Challenge]),
	seed(CommandStatistics, "statistics", "ignored", 0, message[Statistics]),
	seed(CommandWithdraw, "wait no more", "ignored", 0, message[Withdraw]),
	command(CommandPropose, "propose a game, accept one", "<nick> size= komi= rule= handicap= colour= main= byo= | #<id>", 0, message[Propose]),
	command(CommandPlayAI, "play an AI", "<level> | <ai-nick>", 0, message[PlayAI]),
	seed(CommandGameInfo, "a game's state and moves", "<Gtoken>", RowMoves, message[GameInfo]),
	seed(CommandLeave, "leave a game", "<Gtoken>", 0, message[Leave]),
	seed(CommandChat, "chat", "<text>", 0, message[Chat]),
	command(CommandWatch, "watch a game", "<Gtoken>", 0, message[Watch]),
	seed(CommandReady, "ready", "ignored", 0, message[Ready]),
	seed(CommandPlay, "place a stone", "<coord> [<seq>]", 0, message[Play]),
	command(CommandUndo, "ask for an undo", "<plies>", 0, message[Undo]),
	command(CommandResign, "resign", "", 0, message[Resign]),
	command(CommandDraw, "offer a draw", "", 0, message[Draw]),
	command(CommandMark, "mark a chain", "<coord>", 0, message[Mark]),
	command(CommandAgree, "agree to the marks", "<hash>", 0, message[Agree]),
	seed(CommandCount, "count", "ignored", 0, message[Count]),
	command(CommandPlayOn, "play on", "", 0, message[PlayOn]),
	command(CommandRegister, "register a terminal", "<cores> <impl-version>", 0, message[Register]),
	command(CommandBenchmark, "a bench is done", "<bench-id> <ms> <checksum>", 0, message[Benchmark]),
	command(CommandTaskResult, "a task's result", "<lease> <n-done> [<payload>]", 0, message[TaskResult]),
	command(CommandProgress, "a task's progress", "<lease> <n-done>", 0, message[Progress]),
	command(CommandUnregister, "no terminal any more", "", 0, message[Unregister]),

	fault(FaultSyntax, "syntax"),
	fault(FaultUnknown, "unknown command"),
	fault(FaultParameter, "bad parameter"),
	fault(FaultState, "wrong state"),
	fault(FaultTooLong, "line too long"),
	fault(FaultCharset, "charset"),
	fault(FaultRate, "rate"),
	fault(FaultFull, "full"),
	fault(FaultSlow, "slow or internal"),
	fault(FaultShutdown, "shutting down"),
	fault(FaultNotLoggedIn, "not logged in"),
	fault(FaultNick, "bad nick"),
	fault(FaultAuthentication, "authentication failed"),
	fault(FaultSession, "bad session token"),
	fault(FaultReplaced, "replaced by a newer connection"),
	fault(FaultNoPlayer, "no such player"),
	fault(FaultNotWaiting, "not waiting"),
	fault(FaultSelf, "yourself"),
	fault(FaultEngaged, "already waiting or in a game"),
	fault(FaultNoGame, "no such game"),
	fault(FaultNotPlayer, "not a player"),
	fault(FaultNotStarted, "not started"),
	fault(FaultNotYourTurn, "not your turn"),
	fault(FaultOccupied, "occupied"),
	fault(FaultSuicide, "suicide"),
	fault(FaultSuperko, "superko"),
	fault(FaultOffBoard, "off the board"),
	fault(FaultGameOver, "game over"),
	fault(FaultNotTerminal, "not a terminal"),
	fault(FaultLease, "lease expired"),
	fault(FaultRejected, "result rejected"),
	fault(FaultTask, "task unsupported"),

	reply(ReplyLogin, "<assigned-nick> <session-token>", message[LoginReply]),
	reply(ReplyAuthenticate, "ok <account>", message[AuthenticateReply]),
	reply(ReplyQuit, "", message[QuitReply]),
	reply(ReplyAnnounce, "name[=value] ...", message[AnnounceReply]),
	reply(ReplyResume, "<nick> <Gtoken or -> <pushes that follow> | resync <nick> <Gtoken or ->", message[ResumeReply]),
	reply(ReplyPing, "the same", message[PingReply]),
	reply(ReplyListSettings, "<n>", message[ListSettingsReply]),
	reply(ReplySetSetting, "<key> <value>", message[SetSettingReply]),
	reply(ReplyAnswerSettings, "", message[SettingsAnswerReply]),
	push(PushGreeting, "greeting", "SGCP/1 <server-name> <unix-ms>", message[Greeting]),
	push(PushShutdown, "the server goes down", "<seconds>", message[Shutdown]),
	push(PushPing, "ping", "", message[PingPush]),
	row(RowSetting, "setting", "<key> <value> <min> <max> <default>", message[Setting]),
	push(PushSettings, "settings asked of a platform", "<id> <nick> [<key> [<value>]]", message[SettingsRequest]),
	push(PushClocks, "clocks", "<Gtoken> <seq> <ms-spent> <black-ms> <black-periods> <white-ms> <white-periods>", message[Clocks]),
	reply(ReplyWait, "", message[WaitReply]),
	reply(ReplyListWaiting, "<n> [more]", message[ListWaitingReply]),
	reply(ReplyChallenge, "<Gtoken>", message[ChallengeReply]),
	reply(ReplyStatistics, "online= waiting= games= terminals= uptime= rule=", message[StatisticsReply]),
	reply(ReplyWithdraw, "", message[WithdrawReply]),
	reply(ReplyPropose, "#<id>", message[ProposeReply]),
	reply(ReplyPlayAI, "<Gtoken>", message[PlayAIReply]),
	push(PushPaired, "paired", "<Gtoken> <black> <white>", message[Paired]),
	row(RowWaiting, "a waiting player", "<nick> <seconds-waiting> <human/ai>", message[Waiting]),
	push(PushProposal, "proposal", "#<id> <nick> <settings>", message[Proposal]),
	push(PushLevel, "level asked of an AI", "<Gtoken> <nick> <level>", message[AskedLevel]),
	reply(ReplyGameInfo, "<Gtoken> size= komi= rule= black= white= state= turn= moves= seq= hash=", message[GameInfoReply]),
	reply(ReplyLeave, "", message[LeaveReply]),
	reply(ReplyChat, "", message[ChatReply]),
	reply(ReplyWatch, "<Gtoken>", message[WatchReply]),
	reply(ReplyReady, "", message[ReadyReply]),
	reply(ReplyPlay, "<seq>", message[PlayReply]),
	reply(ReplyUndo, "[pending]", message[UndoReply]),
	reply(ReplyResign, "", message[ResignReply]),
	reply(ReplyDraw, "[pending]", message[DrawReply]),
	reply(ReplyMark, "<coord> <dead/alive>", message[MarkReply]),
	reply(ReplyAgree, "", message[AgreeReply]),
	reply(ReplyCount, "<pending/marking/scored>", message[CountReply]),
	reply(ReplyPlayOn, "", message[PlayOnReply]),
	push(PushStarted, "game started", "<Gtoken> <black> <white> <size> <komi> <rule> [key=value ...]", message[Started]),
	push(PushPlayed, "a move", "<Gtoken> <seq> <b/w> <coord> <captures> <hash>", message[Played]),
	push(PushSaid, "chat", "<Gtoken or -> <nick> <text>", message[Said]),
	push(PushMarking, "marking", "<Gtoken> <seconds>", message[MarkingPush]),
	push(PushEnded, "game ended", "<Gtoken> <result> <black> <white> <method>", message[Ended]),
	push(PushLeft, "a player left", "<Gtoken> <nick> left", message[Left]),
	push(PushCount, "consent to counting", "<Gtoken> <nick> count", message[CountPush]),
	push(PushAsked, "asked for an undo or a draw", "<Gtoken> <nick> undo <plies> | <Gtoken> <nick> draw", message[Asked]),
	push(PushUndone, "undone", "<Gtoken> <seq>", message[Undone]),
	push(PushMarked, "a chain marked", "<Gtoken> <nick> <coord> <dead/alive>", message[Marked]),
	row(RowMoves, "moves", "<from-move> <mv> ...", message[Moves]),
	push(PushPlayOn, "play goes on", "<Gtoken> <nick> resume", message[PlayOnPush]),
	push(PushAgreed, "agreement to the marks", "<Gtoken> <nick> agree", message[AgreedPush]),
	reply(ReplyRegister, "<terminal-id>", message[RegisterReply]),
	reply(ReplyBenchmark, "", message[BenchmarkReply]),
	reply(ReplyTaskResult, "", message[TaskResultReply]),
	reply(ReplyProgress, "", message[ProgressReply]),
	reply(ReplyUnregister, "", message[UnregisterReply]),
	push(PushBench, "bench to run", "<bench-id> <add5e8/playout19> <n> <seed>", message[Bench]),
	push(PushTask, "task", "<lease> <ms-limit> <playout/search/analyse> <seed> <n> [<payload>]", message[Task]),
	push(PushRecall, "return what there is", "<lease>", message[Recall]),
	push(PushCancel, "cancel", "<lease>", message[Cancel]),
}
