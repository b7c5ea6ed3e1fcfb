// Package client is a client of an SGCP server. It connects and logs in, sends commands
// and matches their replies, delivers what the server sends unasked, and comes back after
// a lost connection without losing the game. Its types are [Client], [Options], [Answer]
// and [Event].
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
// [Client.Do] sends a command and returns its reply: an [Answer], with the rows of a list,
// whose number it has checked, or a *sgcp.Fault. Many goroutines may call it at once;
// replies come in the order of the commands.
//
// # Events
//
// [Client.Events] is one channel of [Event] values: pushes, and what happened to the
// connection. A slow reader does not hold the connection up: when Options.Events are
// waiting, further ones are dropped and counted, and a Missed stands in their place.
//
// # Lost connections
//
// A connection is lost when it breaks, or when the server does not answer a ping.
// Commands under way get [ErrLost]: nobody knows whether the server obeyed them, but a
// sgcp.Play with Seq may be sent again. The client reconnects after a wait that doubles
// each time and is jittered, and resumes the session by 105 with the number of the last
// push it has. The server sends the pushes after that, and the event Resumed comes before
// them. Then the client changes the session's token by 106, and the event is Renewed: the
// old token ends as soon as the client has the new one. If the server has not kept them, the client asks for the game by 301, and the
// event Resynced brings it. If the session is gone, the client logs in anew, and the event
// is Restarted. New commands wait for the connection, at most Options.Reply.
//
// Nothing here waits for ever: every wait has a bound in [Options], or ends with the
// caller's context or with Close.
//
// A client costs four goroutines and two small buffers. It plays no games and knows no
// rules.
package client
