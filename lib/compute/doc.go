// Package compute spreads work on Go over the computers of those who play: a
// host measures them, splits tasks over them, checks what comes back, and adds it
// up.
//
// There are only a few types. A [Task] is the work: playouts from a board
// ([NewPlayouts]), captures to be read out ([NewSearch]), the ownership of an
// area ([NewAnalysis]), or tree searches ([NewTrees]). A [Host] is the server's side: Run splits a task over its
// terminals and returns the [Result]. A [Terminal] is the client's side. Both speak
// messages of package sgcp and know no connection: [Join] is a terminal with a
// connection, and a gateway takes a Host as its Terminals.
//
//	h, err := compute.NewHost(compute.DefaultHostOptions())
//	o := gateway.DefaultOptions()
//	o.Terminals = h
//	g, err := gateway.Start(o)
//	result, report, err := h.Run(ctx, task)
//
//	err := compute.Join(ctx, join, progress) // elsewhere
//
// A task consists of units, each of which depends on nothing but the task and its
// number. So a result is the same whoever did which units, on however many cores,
// and the results of parts add up. [Do] does a whole task, or the part of one that
// a lease is.
//
// The package does not choose moves, and keeps nothing on disk but bans: a host that
// is started again knows no terminal.
//
// # For those who change it
//
// The rules are section 2 of the specification, the messages those of its section
// 5.9. A host spends some 20 us on a lease.
//
// Measuring. A terminal does 500 million additions of "1+1", with an operand that is
// loaded each time, and returns the sum; then playouts on 19x19, whose checksum the
// host computes too. A wrong sum refuses the terminal, but bans nobody, since another
// version may be behind it. A time that no core can reach refuses it as well. Under
// [PlanChunk] the measurement is only a start: a moving average of what the terminal
// delivers, by kind of task and size of board, corrects it.
//
// [PlanSeed]. Every terminal gets one share. The weight of a share is one by the time
// of the additions, and shares are rounded by largest remainder. The first reply
// starts a timer of a quarter of the expected time, 50 ms at least. When it ends all
// others are recalled, and the host, or the terminals ranked 1 to 5, do what is left.
//
// [PlanChunk]. Every terminal gets a quarter of its share first, and then chunks of 10
// to 50 units, with as many in advance as the way to it takes. A lease that is away
// for twice the expected time is recalled at once. When the queue is empty the first
// reply starts the timer for the leases that are still away. What is left then goes to
// the best five terminals in chunks, and at last to the host. After three times the
// expected time, and two ways there and back, the host does the rest.
//
// Groups. With more than 100 terminals, groups work by themselves: each hands out,
// waits and recalls. Without trusted members the host leads the groups. With
// HostOptions.Lead a trusted member leads: it is a host of its own, whose [Host.Work]
// answers leases, and when it is lost a lease is lost.
//
// Trust. A result that cannot be right is refused at once. Of the others the host
// does one lease of twenty again and compares it bit for bit. A terminal that forged
// a result is banned with its origin, and all that it did for tasks under way is done
// anew. A task waits for its checks when they take less than a tenth of its time.
// Otherwise they go on after the task (Report.Later), or are left out when the host
// cannot keep up (Report.Skipped). Bans are in the file HostOptions.Bans, if there is
// one, and last until [Host.Lift].
package compute
