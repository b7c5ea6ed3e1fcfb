package sgcp

// Number is the three digits that a line begins with. It holds larger numbers too, so
// that errors can name them.
type Number uint32

// IsCommand tells whether the number is in the range of commands, known or not.
func (n Number) IsCommand() bool { return n >= 100 && n < 500 }

// IsFault tells whether the number is in the range of faults.
func (n Number) IsFault() bool { return n >= 500 && n < 600 }

// IsReply tells whether the number is in the range of success replies.
func (n Number) IsReply() bool { return n >= 600 && n < 1000 && n%100 < 50 }

// IsPush tells whether the number is a push: in the range of pushes and rows, and not a
// row. That holds for pushes that this package does not know, too.
func (n Number) IsPush() bool {
	return n >= 600 && n < 1000 && n%100 >= 50 && !n.IsRow()
}

// IsRow tells whether the number is a row of a list.
func (n Number) IsRow() bool {
	switch n {
	case RowSetting, RowWaiting, RowWatchable, RowPresent, RowMoves:
		return true
	}
	return false
}

// IsCounted tells whether the number is a push that counts for 105, by which a session
// is resumed: a push of the lobby or of a game, 750 to 899. Pushes about the connection
// (6xx) and about leases (9xx) are lost with it. The specification leaves open how pushes
// are numbered. They carry no number, so both sides count: the first counted push after
// 601, or after "605 resync", is number 1.
func (n Number) IsCounted() bool { return n.IsPush() && n >= 700 && n < 900 }

// Commits tells whether a line of this number, sent by a server, tells of a change, so
// that it may be sent only after that change is stored. Chat, pings, statistics, lines
// about the connection itself and lines about compute terminals tell of nothing that is
// stored. A server's number that this package does not know counts as one that commits,
// so that no line is ever sent too early.
func (n Number) Commits() bool {
	if i, ok := find(n); ok {
		return table[i].Commits
	}
	return n >= 500 && n < 900
}

// Reply is the number of the success reply to a command (section 5.2).
func (n Number) Reply() Number { return n + 500 }

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
