// Package compute spreads work on Go over the computers of those who play: a
// host measures them, splits tasks over them, checks what comes back, and adds it
// up. It is section 2 of the specification, by the messages of its section 5.9.
//
// A [Task] is playouts from a board ([NewPlayouts]), captures to be read out
// ([NewSearch]) or the ownership of an area ([NewAnalysis]); it consists of
// units, each of which depends on nothing but the task and its number. So a
// [Result] is the same whoever did which units, on however many cores, and
// results of parts add up. [Do] does a task, or the part of one that a lease is.
//
// A [Host] is the server's side, a [Terminal] the client's; both speak messages
// of package sgcp and know no connection. [Join] is a terminal with a connection,
// and a gateway takes a Host as its Terminals:
//
//	h, err := compute.NewHost(compute.DefaultHostOptions())
//	o := gateway.DefaultOptions()
//	o.Terminals = h
//	g, err := gateway.Start(o)
//	result, report, err := h.Run(ctx, task)
//
//	err := compute.Join(ctx, join, progress) // elsewhere
//
// # Measuring
//
// A terminal is asked for 500 million additions of "1+1", with an operand that
// is loaded each time and a sum that is checked, and then for playouts on 19x19
// whose sum the host works out too: who comes to another sum is refused. A wrong
// sum may be another version's; it bans nobody. A time that no core can reach is
// refused as well. What counts under [PlanChunk] is what a terminal delivers, as a
// moving average by kind of task and size of board; the measurement is corrected
// by it.
//
// # Plans
//
// Under [PlanSeed] everybody gets one share, by largest remainder, the weight
// being one by the time of the additions. The first reply starts a timer of a
// quarter of the expected time, 50 ms at least; then all others are recalled, and
// what they leave over the host does, or the terminals ranked 1 to 5.
//
// Under [PlanChunk] everybody gets a quarter of the share first, and then chunks
// of 10 to 50 units, with as many in advance as the way to the terminal takes.
// Leases that are twice as long away as expected are recalled at once. When the
// queue is empty the first reply starts the timer, for what is still away; what
// is left then goes to the best five in chunks, and at last to the host. Nothing
// takes longer than three times the expected time and two ways there and back:
// then the host does the rest.
//
// With more than 100 terminals they work in groups ([Host.Groups]), each of which
// hands out, waits and recalls by itself. Without trusted members the host leads
// them; with HostOptions.Lead a trusted member does, as a host of its own whose
// [Host.Work] answers its leases, and whose loss is that of a lease.
//
// # Trust
//
// Results that can not be right are refused at once. Of the others, one of twenty
// leases is done again by the host and compared bit for bit; who forged one is
// refused from then on, also from the same origin, and all that it did for tasks
// under way is done anew. A task waits for its checks as long as that takes a
// tenth of its time; where the host can not keep up, checks go on after the task
// (Report.Later) or are left out (Report.Skipped). Who is refused is known to the
// host alone, in memory: a host that is started again lets all origins in anew.
//
// # Cost
//
// A host spends some 20 us on a lease. A [Simulation] says what a plan costs with
// any number of terminals.
package compute
