package sgcp

// Number is the three digits that a line begins with.
type Number uint16

// Commands, client to server (sections 4 and 5.3; 4xx: section 5.9). The first
// twelve are the system's own; a peer that knows no others can play a game.
const (
	CommandLogin       Number = 101 // log in under a nick
	CommandWait        Number = 201 // wait for an opponent
	CommandListWaiting Number = 202 // who waits
	CommandChallenge   Number = 203 // play a waiting player
	CommandStatistics  Number = 204 // number online and so on
	CommandWithdraw    Number = 205 // wait no more
	CommandGameInfo    Number = 301 // a game's state and moves
	CommandLeave       Number = 302 // leave a game
	CommandChat        Number = 303 // talk
	CommandReady       Number = 311 // ready to begin
	CommandPlay        Number = 321 // place a stone, or pass
	CommandCount       Number = 327 // stop and count

	CommandAuthenticate Number = 102
	CommandQuit         Number = 103
	CommandAnnounce     Number = 104 // what this peer can do beyond the twelve
	CommandResume       Number = 105 // take up a session after a lost connection
	CommandPing         Number = 109
	CommandListSettings Number = 121 // of the AI platform
	CommandSetSetting   Number = 122

	// CommandAnswerSettings is an AI platform's: what 121 or 122 is to be answered.
	CommandAnswerSettings Number = 123

	CommandPropose Number = 206 // a game with settings
	CommandPlayAI  Number = 207
	CommandWatch   Number = 304
	CommandUndo    Number = 322
	CommandResign  Number = 323
	CommandDraw    Number = 324
	CommandMark    Number = 325 // a chain as dead or alive
	CommandAgree   Number = 326 // to the marks
	CommandPlayOn  Number = 328 // instead of counting

	CommandRegister   Number = 401 // a compute terminal
	CommandBenchmark  Number = 402 // the result of one
	CommandTaskResult Number = 403
	CommandProgress   Number = 404
	CommandUnregister Number = 405
)

// ReplyOffset is what a success reply to a command below 400 adds to the
// command's number (section 5.2).
const ReplyOffset = 500

// Success replies (section 5.2): the command's number and 500.
const (
	ReplyLogin          Number = 601
	ReplyAuthenticate   Number = 602
	ReplyQuit           Number = 603
	ReplyAnnounce       Number = 604
	ReplyResume         Number = 605
	ReplyPing           Number = 609
	ReplyListSettings   Number = 621
	ReplySetSetting     Number = 622
	ReplyAnswerSettings Number = 623
	ReplyWait           Number = 701
	ReplyListWaiting    Number = 702
	ReplyChallenge      Number = 703
	ReplyStatistics     Number = 704
	ReplyWithdraw       Number = 705
	ReplyPropose        Number = 706
	ReplyPlayAI         Number = 707
	ReplyGameInfo       Number = 801
	ReplyLeave          Number = 802
	ReplyChat           Number = 803
	ReplyWatch          Number = 804
	ReplyReady          Number = 811
	ReplyPlay           Number = 821
	ReplyUndo           Number = 822
	ReplyResign         Number = 823
	ReplyDraw           Number = 824
	ReplyMark           Number = 825
	ReplyAgree          Number = 826
	ReplyCount          Number = 827
	ReplyPlayOn         Number = 828
	ReplyRegister       Number = 901
	ReplyBenchmark      Number = 902
	ReplyTaskResult     Number = 903
	ReplyProgress       Number = 904
	ReplyUnregister     Number = 905
)

// Pushes, which the server sends unasked (sections 5.3, 5.7 and 5.9; 673, 674,
// 757 and 863 are this package's).
const (
	PushGreeting Number = 650 // once connected
	PushShutdown Number = 658 // the server goes down in some seconds
	PushPing     Number = 659 // any line answers it
	PushSettings Number = 673 // to an AI platform: somebody's 121 or 122
	PushClocks   Number = 674 // of a game, to peers with "clocks"
	PushPaired   Number = 751
	PushProposal Number = 756
	PushLevel    Number = 757 // to an AI: the level that is asked of it
	PushStarted  Number = 850
	PushPlayed   Number = 851
	PushSaid     Number = 853
	PushMarking  Number = 854 // dead stones may be marked now
	PushEnded    Number = 855
	PushLeft     Number = 856
	PushCount    Number = 857 // a player consents to counting
	PushAsked    Number = 858 // a player asks for an undo or a draw
	PushUndone   Number = 859
	PushMarked   Number = 860
	PushPlayOn   Number = 862
	PushAgreed   Number = 863 // a player agrees to the marks
	PushBench    Number = 951
	PushTask     Number = 952
	PushRecall   Number = 953 // return what there is
	PushCancel   Number = 954
)

// Rows of lists, which come before their terminal reply (section 5.2).
const (
	RowSetting Number = 671
	RowWaiting Number = 752
	RowMoves   Number = 861
)

// Faults (section 5.8): programs use the number, its text is for people.
const (
	FaultSyntax         Number = 500
	FaultUnknown        Number = 501 // command
	FaultParameter      Number = 502
	FaultState          Number = 503 // not now
	FaultTooLong        Number = 504
	FaultCharset        Number = 505
	FaultRate           Number = 506
	FaultFull           Number = 507
	FaultSlow           Number = 508 // a slow reader, or something within the server
	FaultShutdown       Number = 509
	FaultNotLoggedIn    Number = 510
	FaultNick           Number = 511
	FaultAuthentication Number = 512
	FaultSession        Number = 513
	FaultReplaced       Number = 514 // by a newer connection
	FaultNoPlayer       Number = 520
	FaultNotWaiting     Number = 521
	FaultSelf           Number = 522
	FaultEngaged        Number = 523 // already waiting or in a game
	FaultNoGame         Number = 530
	FaultNotPlayer      Number = 531
	FaultNotStarted     Number = 532
	FaultNotYourTurn    Number = 533
	FaultOccupied       Number = 534
	FaultSuicide        Number = 535
	FaultSuperko        Number = 536
	FaultOffBoard       Number = 537
	FaultGameOver       Number = 538
	FaultNotTerminal    Number = 540
	FaultLease          Number = 541 // expired
	FaultRejected       Number = 542 // result
	FaultTask           Number = 543 // unsupported
)

// IsCommand tells whether the number is in the range of commands, known or not.
func (n Number) IsCommand() bool { return n >= 100 && n < 500 }

// IsFault tells whether the number is in the range of faults.
func (n Number) IsFault() bool { return n >= 500 && n < 600 }

// IsReply tells whether the number is in the range of success replies.
func (n Number) IsReply() bool { return n >= 600 && n < 1000 && n%100 < 50 }

// IsPush tells whether the number is a push: in the range of pushes and rows,
// and not a row. A push this package does not know is a push all the same.
func (n Number) IsPush() bool {
	return n >= 600 && n < 1000 && n%100 >= 50 && !n.IsRow()
}

// IsRow tells whether the number is a row of a list.
func (n Number) IsRow() bool { return n == RowSetting || n == RowWaiting || n == RowMoves }

// IsCounted tells whether the number is a push that counts for 105, the
// resuming of a session: those of the lobby and of games, 750 to 899. Pushes
// about the connection (6xx) and about leases (9xx) die with it. The specification
// leaves open how pushes are numbered; they carry no number, so both sides
// count: the first counted push after 601, or after "605 resync", is number 1.
func (n Number) IsCounted() bool { return n.IsPush() && n >= 700 && n < 900 }

// Commits tells whether a line of this number, sent by a server, tells of a
// change: it may be sent only after that change is stored. Chat, pings, figures,
// what is said of the connection itself and all lines about compute terminals
// tell of nothing that is stored. A server's number that this package does not
// know is held to commit, so that no line is ever sent too early.
func (n Number) Commits() bool {
	switch n {
	case ReplyPing, PushGreeting, PushShutdown, PushPing, PushSettings, ReplyStatistics, ReplyChat, PushSaid:
		return false
	}
	return n >= 500 && n < 900
}

// Reply is the number of the success reply to a command (section 5.2).
func (n Number) Reply() Number { return n + ReplyOffset }

// digits writes the number as a line begins with it.
func (n Number) digits(dst []byte) []byte {
	return append(dst, '0'+byte(n/100%10), '0'+byte(n/10%10), '0'+byte(n%10))
}

// String is the three digits.
func (n Number) String() string { return string(n.digits(nil)) }

// leading reads the three digits that text begins with.
func leading(text []byte) (n Number, ok bool) {
	if len(text) < 3 {
		return 0, false
	}
	a, b, c := text[0]-'0', text[1]-'0', text[2]-'0'
	if a > 9 || b > 9 || c > 9 {
		return 0, false
	}
	return Number(a)*100 + Number(b)*10 + Number(c), true
}
