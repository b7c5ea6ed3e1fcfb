// The kernels for processors with vector instructions: see the package's
// comment for how numbers lie. Compiled once for each tier with VECTOR, the
// floats in a vector, and ROWS, the most rows of a product kept in registers;
// internal/tools/nnblob does that and turns the result into Go assembly.
//
// Nothing here may call a library, use thread-local or writable data, or take
// more than about 2 KB of stack. Every entry has one argument, a struct that
// kernels.go fills.

typedef long long i64;
typedef unsigned long long u64;
typedef float vec __attribute__((ext_vector_type(VECTOR), aligned(4)));

enum {
	LANES = 16,               // floats in a panel of weights
	PARTS = LANES / VECTOR,   // vectors in a panel
	SQUARES = 25
};

#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("clang loop unroll(full)")

INLINE vec load(const float *p) { return *(const vec *)p; }
INLINE void store(float *p, vec x) { *(vec *)p = x; }
INLINE vec positive(vec x) { return x > 0 ? x : (vec)0.0f; }

INLINE i64 tiles_of(i64 size) { return (size + 2) / 3; }
INLINE i64 pitch_of(i64 size) { return 3 * tiles_of(size) + 2; }

// product computes rows of a (k numbers each, lda apart) times panels of w,
// [panel][k][LANES], and writes rows of out, ldo apart. rows and panels are
// constants after inlining, so that the sums stay in registers.
INLINE void product(int rows, int panels, float *out, i64 ldo, const float *a, i64 lda, const float *w, i64 k,
	const float *bias, i64 relu)
{
	const int width = panels * PARTS;
	vec sum[ROWS][3 * PARTS];
	UNROLL for (int r = 0; r < rows; r++)
		UNROLL for (int j = 0; j < width; j++)
			sum[r][j] = bias ? load(bias + j * VECTOR) : (vec)0.0f;
	for (i64 i = 0; i < k; i++) {
		vec b[3 * PARTS];
		// The weights are most of what is read, and a network's do not stay
		// in the second cache: ask for the next panels' in time.
		UNROLL for (int j = 0; j < panels; j++)
			__builtin_prefetch(w + ((panels + j) * k + i) * LANES);
		UNROLL for (int j = 0; j < width; j++)
			b[j] = load(w + (j / PARTS) * k * LANES + i * LANES + (j % PARTS) * VECTOR);
		UNROLL for (int r = 0; r < rows; r++) {
			vec x = (vec)a[r * lda + i];
			UNROLL for (int j = 0; j < width; j++)
				sum[r][j] += x * b[j];
		}
	}
	UNROLL for (int r = 0; r < rows; r++)
		UNROLL for (int j = 0; j < width; j++)
			store(out + r * ldo + j * VECTOR, relu ? positive(sum[r][j]) : sum[r][j]);
}

// across is product for any number of panels.
INLINE void across(int rows, i64 panels, float *out, i64 ldo, const float *a, i64 lda, const float *w, i64 k,
	const float *bias, i64 relu)
{
#if VECTOR == 16 // 32 registers hold nine rows of three vectors, two inputs and more
	for (; panels >= 3; panels -= 3) {
		product(rows, 3, out, ldo, a, lda, w, k, bias, relu);
		out += 3 * LANES, w += 3 * k * LANES, bias += bias ? 3 * LANES : 0;
	}
#endif
	for (; panels > 0; panels--) {
		product(rows, 1, out, ldo, a, lda, w, k, bias, relu);
		out += LANES, w += k * LANES, bias += bias ? LANES : 0;
	}
}

// block is across for a number of rows known at run time, 1 to ROWS.
static __attribute__((noinline)) void block(i64 rows, i64 panels, float *out, i64 ldo, const float *a, i64 lda,
	const float *w, i64 k, const float *bias, i64 relu)
{
#define CASE(n) case n: across(n, panels, out, ldo, a, lda, w, k, bias, relu); return;
	switch (rows) {
		CASE(1) CASE(2) CASE(3) CASE(4) CASE(5) CASE(6)
#if ROWS > 6
		CASE(7) CASE(8) CASE(9)
#endif
	}
}

// products is across for any number of rows.
INLINE void products(i64 rows, i64 panels, float *out, i64 ldo, const float *a, i64 lda, const float *w, i64 k,
	const float *bias, i64 relu)
{
	// Blocks of about equal height: a low one leaves the multipliers waiting.
	i64 blocks = (rows + ROWS - 1) / ROWS, least = rows / blocks, higher = rows % blocks;
	for (i64 n = 0; n < blocks; n++) {
		i64 high = least + (n < higher);
		block(high, panels, out, ldo, a, lda, w, k, bias, relu);
		out += high * ldo;
		a += high * lda;
	}
}

struct conv {
	float *dst;
	const float *src, *add, *u, *bias;
	float *v, *m;
	i64 size, in, out;
};

// B' d of one column.
INLINE void forth(vec *t, vec d0, vec d1, vec d2, vec d3, vec d4)
{
	vec s = d3 - d1, e = d3 - d2, f = d2 - d1, g = d0 - d2;
	t[0] = g + g + s;
	t[1] = e - (d1 + d1);
	t[2] = e - (f + f);
	t[3] = s;
	t[4] = d4 - d2 - (s + s);
}

// A' m of one column.
INLINE void back(vec *t, vec m0, vec m1, vec m2, vec m3, vec m4)
{
	vec s = m1 + m2, e = m1 - m2, d = m3 + m3;
	t[0] = m0 + s + m3;
	t[1] = e + d;
	t[2] = s + (d + d) + m4;
}

INLINE void spread(const struct conv *a)
{
	i64 side = tiles_of(a->size), pitch = pitch_of(a->size), n = a->in, step = side * side * n;
	float *v = a->v;
	for (i64 row = 0; row < side; row++)
		for (i64 column = 0; column < side; column++, v += n) {
			const float *d = a->src + (row * pitch + column) * 3 * n;
			for (i64 c = 0; c < n; c += VECTOR) {
				vec t[5][5], x[5]; // t[column][row]
				UNROLL for (int k = 0; k < 5; k++) {
					const float *p = d + k * n + c;
					forth(t[k], load(p), load(p + pitch * n), load(p + 2 * pitch * n), load(p + 3 * pitch * n), load(p + 4 * pitch * n));
				}
				UNROLL for (int r = 0; r < 5; r++) {
					forth(x, t[0][r], t[1][r], t[2][r], t[3][r], t[4][r]);
					UNROLL for (int k = 0; k < 5; k++)
						store(v + c + (5 * r + k) * step, x[k]);
				}
			}
		}
}

INLINE void gather(const struct conv *a)
{
	i64 side = tiles_of(a->size), pitch = pitch_of(a->size), n = a->out, step = side * side * n;
	const float *m = a->m;
	for (i64 row = 0; row < a->size; row += 3)
		for (i64 column = 0; column < a->size; column += 3, m += n) {
			i64 rows = a->size - row, columns = a->size - column, corner = ((row + 1) * pitch + column + 1) * n;
			for (i64 c = 0; c < n; c += VECTOR) {
				vec t[5][3], y[3]; // t[column][row]
				UNROLL for (int k = 0; k < 5; k++) {
					const float *p = m + c + k * step;
					back(t[k], load(p), load(p + 5 * step), load(p + 10 * step), load(p + 15 * step), load(p + 20 * step));
				}
				vec bias = load(a->bias + c);
				UNROLL for (int r = 0; r < 3; r++) {
					if (r >= rows)
						break;
					back(y, t[0][r], t[1][r], t[2][r], t[3][r], t[4][r]);
					UNROLL for (int k = 0; k < 3; k++) {
						if (k >= columns)
							break;
						i64 at = corner + (r * pitch + k) * n + c;
						vec x = y[k] + bias;
						if (a->add)
							x += load(a->add + at);
						store(a->dst + at, positive(x));
					}
				}
			}
		}
}

void conv(const struct conv *a)
{
	i64 side = tiles_of(a->size), tiles = side * side;
	spread(a);
	for (i64 p = 0; p < SQUARES; p++)
		products(tiles, a->out / LANES, a->m + p * tiles * a->out, a->out, a->v + p * tiles * a->in, a->in,
			a->u + p * a->in * a->out, a->in, 0, 0);
	gather(a);
}

struct dense {
	float *dst;
	const float *src, *w, *bias;
	i64 rows, in, out, relu;
};

void dense(const struct dense *a)
{
	products(a->rows, a->out / LANES, a->dst, a->out, a->src, a->in, a->w, a->in, a->bias, a->relu);
}

struct board {
	float *x; // pool's result, what shift changes
	const float *y; // pool's board, what shift adds
	i64 size, channels;
};

void pool(const struct board *a)
{
	i64 n = a->channels, pitch = pitch_of(a->size);
	float share = 1.0f / (float)(a->size * a->size);
	const float *first = a->y + (pitch + 1) * n;
	for (i64 c = 0; c < n; c += VECTOR) {
		vec sum = (vec)0.0f, most = load(first + c);
		for (i64 row = 0; row < a->size; row++)
			for (i64 column = 0; column < a->size; column++) {
				vec x = load(first + (row * pitch + column) * n + c);
				sum += x;
				most = x > most ? x : most;
			}
		store(a->x + c, sum * (vec)share);
		store(a->x + n + c, most);
	}
}

void shift(const struct board *a)
{
	i64 n = a->channels, pitch = pitch_of(a->size);
	for (i64 row = 0; row < a->size; row++)
		for (i64 column = 0; column < a->size; column++) {
			float *p = a->x + ((row + 1) * pitch + column + 1) * n;
			for (i64 c = 0; c < n; c += VECTOR)
				store(p + c, positive(load(p + c) + load(a->y + c)));
		}
}

// What values a position by a network of internal/nnue: its two views, see views.go.
struct views {
	const u64 *rows;
	u64 *sums[2];           // of each view
	const unsigned *list[2]; // what to add: where a row begins, times two, plus one to take it away
	const short *out;       // weights of both views' sums
	i64 count[2];           // rows of each view
	i64 words;              // of four sums in a view: a multiple of four
	i64 total;              // the result
};

// VIEW makes a function that brings N vectors of WORDS words up to date and returns their
// squares times the weights, spread over a vector. A word of four sums is added as one number, a
// borrow runs into the next sum as it would in plain Go. With last it brings up to date the four
// words that come after the sums as well.
#define VIEW(name, WORDS, N) \
	typedef u64 name##_words __attribute__((ext_vector_type(WORDS), aligned(8))); \
	typedef short name##_shorts __attribute__((ext_vector_type(4 * WORDS), aligned(2))); \
	typedef int name##_ints __attribute__((ext_vector_type(2 * WORDS))); \
	INLINE name##_ints name(u64 *sums, u64 *last, const u64 *rows, i64 after, const unsigned *list, i64 count, const short *out) \
	{ \
		name##_words x[N]; \
		four_words y; \
		name##_ints total = (name##_ints)0; \
		UNROLL for (int j = 0; j < N; j++) \
			x[j] = *(name##_words *)(sums + j * WORDS); \
		if (last) \
			y = *(four_words *)last; \
		for (i64 i = 0; i < count; i++) { \
			const u64 *row = rows + (list[i] >> 1); \
			u64 sign = -(u64)(list[i] & 1); \
			UNROLL for (int j = 0; j < N; j++) \
				x[j] += (*(name##_words *)(row + j * WORDS) ^ sign) - sign; \
			if (last) \
				y += (*(four_words *)(row + after) ^ sign) - sign; \
		} \
		UNROLL for (int j = 0; j < N; j++) \
			*(name##_words *)(sums + j * WORDS) = x[j]; \
		if (last) \
			*(four_words *)last = y; \
		UNROLL for (int j = 0; j < N; j++) { \
			name##_shorts a = (name##_shorts)x[j] ^ (short)-0x8000; \
			a = __builtin_elementwise_min(__builtin_elementwise_max(a, (name##_shorts)(short)0), (name##_shorts)(short)255); \
			total += name##_pairs(a, a * *(name##_shorts *)(out + j * 4 * WORDS)); \
		} \
		return total; \
	}

typedef u64 four_words __attribute__((ext_vector_type(4), aligned(8)));

// Both factors of a product fit in 16 bits: 255 * 127 is 32385. A lane of a sum holds at most 256
// products at the greatest width, 2,114,092,800.
#ifdef __x86_64__
typedef short shorts16 __attribute__((vector_size(32)));
#define few_pairs(a, b) ((few_ints)__builtin_ia32_pmaddwd256((shorts16)(a), (shorts16)(b)))
VIEW(few, 4, 1)
#if VECTOR == 16
typedef short shorts32 __attribute__((vector_size(64)));
#define many_pairs(a, b) ((many_ints)__builtin_ia32_pmaddwd512((shorts32)(a), (shorts32)(b)))
VIEW(many, 8, 2)
#else
#define many_pairs few_pairs
VIEW(many, 4, 4)
#endif
#else
typedef short shorts4 __attribute__((ext_vector_type(4)));
typedef int ints4 __attribute__((ext_vector_type(4)));
INLINE ints4 products4(shorts4 a, shorts4 b) { return __builtin_convertvector(a, ints4) * __builtin_convertvector(b, ints4); }
#define few_pairs(a, b) (products4((a).lo, (b).lo) + products4((a).hi, (b).hi))
#define many_pairs few_pairs
VIEW(few, 2, 2)
VIEW(many, 2, 8)
#endif

// TOTAL makes the function that adds the lanes of a vector of LANES_OF ints up.
#define TOTAL(name, LANES_OF) \
	typedef i64 name##_longs __attribute__((ext_vector_type(LANES_OF))); \
	INLINE i64 name##_total(name##_ints x) { return __builtin_reduce_add(__builtin_convertvector(x, name##_longs)); }
#ifdef __x86_64__
TOTAL(few, 8)
TOTAL(many, VECTOR)
#else
TOTAL(few, 4)
TOTAL(many, 4)
#endif

INLINE i64 view(const struct views *a, int v)
{
	enum { MANY = 16, FEW = 4 };
	u64 *sums = a->sums[v];
	const short *out = a->out + 4 * a->words * v;
	i64 words = a->words, at = 0;
	many_ints most = (many_ints)0;
	few_ints rest = (few_ints)0;
	if (words >= MANY) {
		most = many(sums, sums + words, a->rows, words, a->list[v], a->count[v], out);
		for (at = MANY; at + MANY <= words; at += MANY)
			most += many(sums + at, 0, a->rows + at, 0, a->list[v], a->count[v], out + 4 * at);
	} else {
		rest = few(sums, sums + words, a->rows, words, a->list[v], a->count[v], out);
		at = FEW;
	}
	for (; at < words; at += FEW)
		rest += few(sums + at, 0, a->rows + at, 0, a->list[v], a->count[v], out + 4 * at);
	return many_total(most) + few_total(rest);
}

void views(struct views *a)
{
	a->total = view(a, 0) + view(a, 1);
}
