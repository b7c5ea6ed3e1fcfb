// Package farm makes a book on many machines. One coordinator keeps the book and the
// queue, workers do the searching:
//
//	qikit farm coordinator --options book.json --out xiangqi.qkb
//	qikit farm worker --nats nats://127.0.0.1:4222 --key xiangqi.qkb.key
package farm

import "qikit.dev/qikit/bindings/qikit/internal/verb"

// Verb is "qikit farm".
var Verb = verb.Verb{
	Name:  "farm",
	Does:  "make a book on many machines",
	Verbs: []verb.Verb{coordinator, worker, key},
	About: `One coordinator keeps the book and the queue, workers do the searching:

  qikit farm coordinator --options book.json --out xiangqi.qkb
  qikit farm worker --nats nats://127.0.0.1:4222 --key xiangqi.qkb.key

The coordinator makes that key at its first start, so that other users of the machine
cannot take part. A worker runs the built-in engines, and of other programs only those
that its own operator lists: --programs fairy-stockfish,/opt/pikafish.

book.json holds the options of a book, as for one made on a single machine:

  {"game": "xiangqi", "games": 1000, "seed": 7, "depth": {"mean": 6}, "reevaluate": {"depth": 8}}

The book is the same, byte for byte in every export, as the one that "qikit book make"
makes with these options and this seed, however many workers there are. Start as many as
you like, on as many machines, before or after the coordinator, and stop them when you
like. When any of them is interrupted or killed, start it again with the same arguments:
it resumes where it stopped. The queue is beside the book, in xiangqi.qkb.queue, and is
removed when the book is complete.

The coordinator listens on loopback. For other machines it needs keys, which say who may
connect, and should have a certificate, too:

  qikit farm key --out worker.key               # prints the public half
  echo UB3… >> workers                          # a public key a line
  qikit farm coordinator … --listen 0.0.0.0:4222 --members workers --cert farm.pem --certkey farm.key
  qikit farm worker --nats tls://farm.example:4222 --key worker.key --ca ca.pem

With --nats the coordinator uses an existing NATS cluster, with JetStream, instead of
starting a server.`,
}
