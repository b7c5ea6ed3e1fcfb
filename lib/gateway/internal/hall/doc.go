// Package hall is what a gateway knows and decides: who is there, who waits, the
// games, their clocks and their results. It is pure state. It opens no sockets or
// files, starts no goroutines, holds no locks and reads no clock: the caller says
// what happened and when, and does what comes of it.
//
// There are three types. A [Hall] is the whole of it; a [Peer] is a connection as
// the hall knows it; an [Outcome] is what came of one entry: lines for peers, and
// changes to be stored.
//
//	var amy hall.Peer
//	h := hall.New(hall.DefaultOptions(), now)
//	h.Joined(&amy, nil, now)
//	out := h.Obey(&amy, &sgcp.Login{Nick: "amy"}, now)
//	for _, l := range out.Lines {
//		// send l.Message to l.To, once out.Changes are stored
//	}
//
// The entries are [Hall.Joined], [Hall.Obey], [Hall.Misread], [Hall.Answer],
// [Hall.Counted], [Hall.Left], [Hall.Pass], [Hall.Dismiss], [Hall.Clear] and
// [Hall.Restore]. Two may not run at once, and an outcome holds until the next entry.
//
// Most commands are answered at once. Two are not: counting a board takes long, so
// the outcome asks the caller for it ([Count]); and what is asked of an AI platform
// is answered when the platform does. The caller reads no further command of a
// peer before the peer's answer has come. The commands of compute terminals are
// the caller's: the hall only says who may give them.
package hall
