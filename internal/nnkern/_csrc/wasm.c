// The kernels for WebAssembly, but that of views: plain Go is as fast as the way into another module. Pointers have 64
// bits in Go's structs there, and 32 in C's: each entry takes Go's and fills kern.c's. internal/tools/nnblob makes
// kern.wasm of this file.

#include "kern.c"

// at is a pointer of Go's.
#define at(p) ((void *)(unsigned long)(p))

struct go_conv {
	u64 dst, src, add, u, bias, v, m;
	i64 size, in, out;
};

__attribute__((export_name("conv"))) void go_conv(const struct go_conv *a)
{
	struct conv c = {at(a->dst), at(a->src), at(a->add), at(a->u), at(a->bias), at(a->v), at(a->m), a->size, a->in, a->out};
	conv(&c);
}

struct go_dense {
	u64 dst, src, w, bias;
	i64 rows, in, out, relu;
};

__attribute__((export_name("dense"))) void go_dense(const struct go_dense *a)
{
	struct dense d = {at(a->dst), at(a->src), at(a->w), at(a->bias), a->rows, a->in, a->out, a->relu};
	dense(&d);
}

struct go_board {
	u64 x, y;
	i64 size, channels;
};

__attribute__((export_name("pool"))) void go_pool(const struct go_board *a)
{
	struct board b = {at(a->x), at(a->y), a->size, a->channels};
	pool(&b);
}

__attribute__((export_name("shift"))) void go_shift(const struct go_board *a)
{
	struct board b = {at(a->x), at(a->y), a->size, a->channels};
	shift(&b);
}
