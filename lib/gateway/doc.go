// Package gateway is an SGCP server: the hall in which people and programs meet
// and play Go, judged by the server.
//
// There are three types to know. [Start] opens a [Gateway] as [Options] say, on
// loopback unless they name another address, and plain TCP unless they bring a
// listener with TLS. [Terminals] is who gives work to compute terminals. A gateway
// ends with [Gateway.Shutdown], which tells everybody, or [Gateway.Close].
//
//	o := gateway.DefaultOptions()
//	o.Port, o.Store = 4321, "hall.db"
//	g, err := gateway.Start(o)
//	if err != nil { … }
//	defer g.Close()
//
// The package does not serve its figures ([Gateway.WriteMetrics] writes them), does
// not link TLS, and computes nothing for players: AI platforms and compute terminals
// are its peers.
//
// # The three parts
//
//	sockets            transport               desk            internal/hall
//	          +------------------------+   +-----------+   +-------------------+
//	lines --> | conn: decode, limits,  |-->| one lock, |-->| sessions, lobby,  |
//	          | parse                  |   | one way   |   | games, clocks:    |
//	      <-- | outbox: encoded lines, |<--| in        |<--| pure state        |
//	          | held until stored      |   +-----------+   +-------------------+
//	          +------------------------+     |  ^ committed
//	                                  changes v  |
//	                                       +-----------+
//	                                       | internal/ | --> SQLite
//	                                       | store     |
//	                                       +-----------+
//
// The hall decides. It is told what happened and when, and says which lines are to
// be sent and which changes are to be stored. The desk owns it and its lock;
// desk.enter is the only way in. The transport moves octets: one goroutine a
// connection reads and waits, a few hands obey what all of them have read, and whoever
// has something to say writes without waiting. A line
// whose number commits (sgcp.Number.Commits) is held in the outbox until the batch
// with the changes before it is in the store.
//
// # What is kept
//
// With Options.Store, sessions, seats, games and their moves are in an SQLite
// file, and no line that tells of a change leaves before the change is there:
// many commands share one commit. A gateway that was killed resumes where it stopped.
// Clients take up their sessions by 105 and are told "605 resync", with their nick
// and game, since pushes are kept in memory only. Clocks stand still while the
// gateway is down. A loss of power costs nothing that was acknowledged: a commit waits
// for the disk. A row of the file that is damaged costs one session or one game, which
// is told in the log and set aside in the file. A damaged page, by its checksum, or a
// missing table is ErrStore. Of session tokens it has hashes only. Not kept: who watches what, proposals, chat.
//
// A client changes its session's token by 106 after each 105. The old token is valid until
// the new one is used, by 105 or by another 106, so a reply that is lost locks nobody out;
// from then on it opens nothing.
//
// An ended game can be read by 301 for Limits.Kept. A table that both players leave before
// their game began is forgotten at once. The hall knows Limits.Tables games: when there are
// as many, those that ended first and where nobody sits are forgotten before their time,
// and when there are none of these, no game begins (507).
//
// When the store cannot be written, as on a full disk, nothing more can be
// acknowledged: the gateway cuts everybody and ends by itself. [Gateway.Done] is
// closed then, and [Gateway.Err] says why. A gateway that is started again on the
// store goes on from what is there.
//
// # What the specification leaves open
//
// Waiting (201) is consent, not a search: two who wait are not paired until one
// of them names the other (203), as the state machine of section 5.10 has it.
// 207 takes the AI that waits longest. Who says something in a game or in the
// lobby gets the push 853 too. A player who has left a table leaves the other
// one there, who leaves it by 302.
//
// While dead stones are marked, the server's own suggestion is the first state
// of the marks, pushed as 860 with the nick "-". When the time is over and the
// players have not agreed, the suggestion stands, whatever was marked since. For
// some chains the server cannot say whether they live (section 7). They are told in
// 854 and by 301 as "unsettled=C3,E5", a stone of each, and count as alive unless
// the players mark them and agree, or play on. Who plays on (328) gives the turn to
// the other one: if it was their own turn, the server passes for them.
//
// A game has a greatest length, sgcp.GameMovesPerPoint moves for each point of its board
// and sgcp.GameMovesLeast at least, passes included: 2888 on 19x19, 648 on 9x9. At the last
// move the board is counted as after two passes, so that a long game has a result too.
// Who is to mark dead stones then cannot play on.
//
// 102 takes the method "key" with one of Options.Keys. The capabilities granted
// are ping, marking, charset and clocks, to AI platforms people, and with Options.Terminals
// compute.
//
// Clocks (674) are told to connections that announced clocks, after every
// move and when they announce it: the lines of the specification carry no
// times. An agreement to the marks is pushed as 863, and 301 tells the marks.
//
// # Chat
//
// A line in the lobby costs as much as it has listeners, so the hall delivers
// Limits.ChatWork lines a second and refuses others with 506 and the time to wait. The
// lobby is slow then: for Limits.ChatSlow only those speak who have been silent, and
// here, for as long. A refusal of this kind does not count towards Limits.Refusals.
// A line to more than 64 is told bit by bit, Limits.ChatWork a second, so that no move
// waits for it. Players at a table always hear each other; those who watch miss what is said while
// the hall has no lines left.
//
// By 305 a player does not hear another, or with "*" the lobby, until "305 <nick> off"
// or the end of the session. Text with characters that end lines (U+2028), turn text
// (bidi controls) or command terminals (C1, DEL) is refused with 505. A nick that looks
// like another (sgcp.NickLooks), in whatever script, gets an underscore.
//
// # Strangers
//
// Limits by address hold for everybody but loopback and AI platforms that logged in by
// 102. Behind a proxy everybody has the proxy's address, unless Options.Proxies names
// it, or [Proxied] makes the listener: then a header of the PROXY protocol says who it
// is. A wrong secret (102, 105, 124) keeps the connection waiting for five times
// Limits.Delay; after Limits.Guesses it is cut, and four times as many by 102 or 124 keep
// the address out for Limits.NewTime. Log-ins over Limits.Logins a second wait for their
// turn, and there are twice as many sessions as Limits.Connected at most.
//
// # AI platforms
//
// An AI platform is a player whose nick begins with "AI-", authenticated by 102.
// When 207 names a level, the AI gets the push 757 with it before its 751. 121
// and 122 are passed on to the platform that the player sits with, or else to
// the one that their last 207 named, seated or not; without one they are
// answered 503. The platform gets the push 673 and answers by 123, row by row; the
// player's further commands wait until it has. After 10 s without an answer, or
// when the platform is gone, the player is answered 508.
//
// A nick is somebody else's tomorrow. So a platform to which people was granted is told by
// 758 which person a nick belongs to: a word that is a hash of the session's, stays with
// it through 105, and never comes again. 124, a name with its password, is passed on to
// such a platform only, as 675, and answered by 123. The gateway keeps and logs neither;
// the platform, which has the gateway's key, gets the password as it was written, so the
// way between the two must be private, as the player's should be.
//
// # Compute terminals
//
// A peer to whom compute was granted registers by 401; its lines about terminals
// may then be as long as sgcp.LimitOf says. What it sends goes to
// Options.Terminals, which answers with the number of a fault, or nothing. A
// terminal belongs to its connection, not to its session: it leaves by 405, or with
// the connection. Results that are accepted do not count against the limit of rate,
// as moves do not; 404 may come four times as often as other commands.
//
// # Cost
//
// One goroutine and some 8 kB a connection, one lock for the hall. What a
// command costs is measured by ./build.sh bench gateway.
package gateway
