// Package convnet runs the policy/value network: planes that describe a
// position go in, a logit for each point and one for winning come out. It
// knows no game; what the planes mean is named by [Net.Features].
//
//	net, err := convnet.Load(file)
//	s := net.NewScratch(9)
//	value := net.Run(s, 9, planes, logits)
//	winRate := convnet.WinRate(value)
//
// A [Net] is read-only and serves any number of goroutines, each with a
// [Scratch] of its own. One evaluation at a time is as fast as a batch, so
// there are no batches.
//
// # The network
//
// On a board of size x size points with P planes, C channels, B blocks:
//
//	stem:   x = relu(conv3x3(planes))
//	block:  y = relu(conv3x3(x)); x = relu(conv3x3(y) + x)
//	pool:   in one block, before its second convolution:
//	        y = relu(y + W [mean of y, max of y] + b), a number a channel
//	policy: relu(1x1 to Q channels), 1x1 to one logit a point
//	value:  W2 relu(W1 [mean of x, max of x] + b1) + b2
//
// # The file
//
// A .qnet file (internal/netfile) of kind "convnet/1", whose sizes are planes,
// channels, blocks, pool (the block that pools, -1 for none), policy (Q) and
// value (outputs of W1), and whose tensors, f32 or f16, are
//
//	stem.w [C P 3 3]          stem.b [C]
//	block0.conv1.w [C C 3 3]  block0.conv1.b [C]  block0.conv2.w …  block1.conv1.w …
//	pool.w [C 2C]             pool.b [C]                     unless pool is -1
//	policy.conv1.w [Q C 1 1]  policy.conv1.b [Q]  policy.conv2.w [1 Q 1 1]  policy.conv2.b [1]
//	value.fc1.w [V 2C]        value.fc1.b [V]     value.fc2.w [1 V]  value.fc2.b [1]
//
// with batch normalisation folded in. Weights (".w") may be i8 instead, in half the bytes or
// fewer: each is then multiplied by the scale of its output, f32 or f16, in a tensor beside it:
//
//	stem.w [C P 3 3]  stem.s [C]  stem.b [C]
//
// C and P may be anything up to their limits; whole multiples of 16 cost nothing beyond
// themselves.
//
// # What repeats
//
// Kernels for different processors agree to about 1e-6 and not to the last
// bit. [Net.Deterministic] is the net on plain Go kernels, which give the same
// bits on every machine, ten to twenty times slower; [Exp] and [WinRate] give
// the same bits everywhere as well.
package convnet
