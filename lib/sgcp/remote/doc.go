// Package remote is the SGCP client for programs in other languages: its options, answers
// and events are JSON, and whatever takes time is the work of a job. The calls
// qk_sgcp_client_... and qk_sgcp_decoder_... of the C interface are made of its two types,
// [Client] and [Decoder]. Go programs use package sgcp/client.
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
// The work Life is the whole life of the client. Its progress counts the connections made:
// 0 while it connects, 1 when it is logged in, one more each time it came back. Its events
// are those of package client. Other jobs drop events when 256 wait to be read; here the
// client keeps as many as Options.Events more, and only then drops them and counts them in
// an event "missed".
//
// Cancelling ends it: that closes the connection, and the session waits at the server. The
// command 103 ends it and the session. When the server lets the client in no more, it ends
// with an error, after the events before that have been read.
package remote
