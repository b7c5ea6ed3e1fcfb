// Package nnkern has the kernels that run the policy/value network: a 3x3
// convolution by Winograd's method, a dense layer, pooling over the board; and the one
// that runs the networks of package nnue, see [Tier.Views].
//
// A [Tier] is one implementation of all of them: [Generic] in plain Go, always
// there and the same to the last bit everywhere, and the ones that use a
// processor's vector instructions. [Best] is what this machine can do. Views
// adds whole numbers only and is the same to the last bit in every tier.
//
//	c := nnkern.NewConv(weights, bias, 48, 48)
//	tier := nnkern.Best()
//	tier.Conv(c, 9, dst, src, nil, work)
//
// # How numbers lie
//
// A board of size N lies in a square of [Pitch](N) x Pitch(N) points with the
// board's first point at (1, 1); all around it is zero and stays so. A point
// has its channels side by side, so a layer's activations are
// [pitch][pitch][channels] float32. Channels are multiples of [Lanes].
//
// # The convolution
//
// Winograd's F(3x3, 3x3) computes 3x3 results from a 5x5 square with 25
// multiplications a channel pair instead of 81: transform each square, 25
// matrix products over the channels, transform back. Points 0, 1, -1, 2 and
// infinity. On 9x9 three by three squares fit exactly. The error is about 1e-6
// of the result. Source of the method: A. Lavin, S. Gray, "Fast algorithms for
// convolutional neural networks", CVPR 2016.
package nnkern
