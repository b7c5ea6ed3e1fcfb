// Package cluster joins trusted machines over NATS: books are made by many of
// them, and live search is scattered to them and gathered again. Players'
// computers, which nobody trusts, never come here; they speak SGCP.
//
// [Start] starts a NATS server within this process, or connects to one that is
// there ([Options.URL]), and gives a [Cluster].
//
// # Books
//
// A coordinator has a book made by [Cluster.GenerateBook]; workers, on any
// machine, do its parts by [Cluster.WorkOnBooks]:
//
//	o := cluster.DefaultOptions()
//	o.Dir, o.Port = "book.queue", 4222
//	c, err := cluster.Start(o)
//	summary, err := c.GenerateBook(ctx, options, nil)
//
//	o := cluster.DefaultOptions()
//	o.URL, o.KeyFile = "nats://127.0.0.1:4222", "book.queue/member.key"
//	c, err := cluster.Start(o)
//	err = c.WorkOnBooks(ctx, cluster.WorkOptions{Workers: 4}, nil)
//
// Parts wait in a JetStream work queue. A worker that is silent for six seconds
// loses its part to another one; the result of a part is stored once, under its
// name. "qikit farm" is both ends as a program.
//
// # Live search
//
// [Terminals.Serve] brings the terminals of a cluster to a compute.Host, and
// [Cluster.Compute] works as one. They say what terminals say over SGCP, 401 to
// 405 and 951 to 954, so that plans and verification are those of lib/compute:
//
//	hub := c.Terminals()
//	o := compute.DefaultHostOptions()
//	o.Lead = hub.Lead // the best of more than a hundred lead groups of their own
//	h, err := compute.NewHost(o)
//	err = hub.Serve(ctx, h)
//
//	err := c.Compute(ctx, compute.DefaultTerminalOptions(), nil)
//
// A push that nobody listens to ends a terminal at once, without a time-out.
//
// # Who may do what
//
// Each member needs a [Key], and the server itself refuses it every subject that is not
// its own. A server without [Options.Members] listens on loopback only and makes one
// key for the members of this machine, in [Options.KeyFile]: other users of the machine
// cannot read it. The coordinator of a book does a part of every member's results again
// ([Options.Verify]), and bans who forges one. A server that runs elsewhere ([Options.URL]) lets in whom it will.
//
// # What it costs
//
// The embedded server starts in some 10 ms and takes some 5 MB. To give four
// terminals a task and hear their results takes about as long as over bare NATS
// (./build.sh bench cluster). A program that links this package grows by 15 MB. No
// game client does: capi never imports it.
package cluster
