// Package remote is an SGCP client for programs in other languages: options,
// answers and events are JSON, and what takes time is a job's work. It is what
// the C interface's qk_sgcp_client_... calls are made of; Go programs use
// package sgcp/client.
//
//	o, err := remote.ParseOptions([]byte(`{"port": 4321, "nick": "bob"}`))
//	if err != nil { … }
//	c := remote.New(o)
//	life := job.Start(c.Life)                             // connects, then brings events
//	answer := job.Start(c.Send(sgcp.CommandWait, ""))     // waits for the connection
//	<-answer.Done()
//	text, err := answer.Result()                          // {"schema":"qikit/sgcp-answer/1","code":701,…}
//	life.Cancel()
//
// # Life
//
// The work Life is the client's whole life. Its progress counts the connections
// made: 0 while it connects, 1 when it is logged in, one more for each time it
// came back. Its events are those of package client; unlike other jobs' they are
// never dropped: when 256 wait to be read the client keeps as many as
// Options.Events more, and a "missed" stands for those after that.
//
// It ends by cancelling, which closes the connection and lets the session wait
// at the server; after the command 103, which ends the session too; or with an
// error, when the server let it in no more, once the events before that have been
// read.
package remote
