// Package client is a client of an SGCP server: it connects and logs in, sends
// commands and matches their replies, delivers what the server sends unasked,
// and comes back after a lost connection without losing the game.
//
//	o := client.DefaultOptions()
//	o.Port, o.Nick = 4321, "bob"
//	c, err := client.Dial(ctx, o)
//	if err != nil { … }
//	defer c.Close()
//	_, err = c.Do(ctx, &sgcp.Wait{})
//	for e := range c.Events() {
//		switch m := e.Push.(type) {
//		case *sgcp.Paired:
//			_, err = c.Do(ctx, &sgcp.Ready{})
//		case *sgcp.Played:
//			// m.Coord
//		}
//	}
//
// # Commands
//
// [Client.Do] sends a command and returns when its reply has come: an [Answer],
// with the rows of a list, whose number has been checked, or a *sgcp.Fault. Many
// goroutines may do so at once; replies come in the order of the commands.
//
// # Events
//
// [Client.Events] is one channel of [Event] values: pushes, and what happened to
// the connection. It never holds the connection up: when Options.Events are
// waiting, more are counted and dropped, and a Missed stands in their place.
//
// # Lost connections
//
// When the connection breaks, or the server is silent in spite of being asked,
// commands under way get [ErrLost] (whether they were obeyed is not known: a
// sgcp.Play with Seq may be sent again), and the client reconnects with a
// back-off that doubles and is jittered. It resumes the session by 105 with the
// number of the last push it has; the server sends the rest, and only Resumed
// among the events tells of it. If the server has not kept them, the client asks
// for the game by 301 and Resynced brings it; if the session is gone, it logs in
// anew: Restarted. Commands meanwhile wait for the connection, at most
// Options.Reply.
//
// Nothing here waits for ever: every wait has a bound in [Options] or ends with
// the caller's context or with Close.
//
// A client costs four goroutines and two small buffers.
package client
