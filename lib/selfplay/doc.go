// Package selfplay plays games of Capture Go against itself and writes down
// what a network learns from.
//
// [Options] say who plays, how long, from which starts; [Work] is the job that
// plays and appends to a file of samples, [MatchWork] one that plays a match of
// two networks, [RolloutWork] one that learns from such files by what weights
// random games are played out, and [Run] waits for the end of self-play:
//
//	o := selfplay.DefaultOptions()
//	o.Out, o.Games = "first.samples", 10000
//	sum, err := selfplay.Run(ctx, o)
//
// Without a network, moves come from a tree search with playouts; with one
// (internal/convnet), from the Gumbel search of Danihelka and others, which
// improves on the network with a handful of visits. Both see a winning capture,
// and leave out moves that lose at once.
//
// # Samples
//
// A sample is a position that got a full search: its planes
// (internal/captureplanes), what the search thought of every move and of the
// outcome, what came of the game, and for every point what it held at the end
// and whether its stone went in the next capture. [RecordBytes] and the
// constants beside it are the layout.
//
// A file is appended to one whole game at a time, in the order of the games. A
// job that was cancelled or killed goes on with Resume, and the file in the end
// is the same, byte for byte, whatever the number of workers and interruptions;
// with networks, on processors that use the same kernels.
//
// # Cost
//
// On one core some 130 samples a second by playouts at the default visits. A
// sample takes 1 KB.
package selfplay
