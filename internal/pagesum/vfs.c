//go:build csqlite

// The VFS for SQLite's own C. What it does is said, and done in Go, in vfs_translated.go.

#include <stdint.h>
#include <stddef.h>
#include <string.h>

// SQLite's types, as sqlite.org/c3ref/vfs.html and io_methods.html have them. Members that are not called here are void
// pointers; new versions of SQLite append to them and raise the first number.

typedef struct methods methods;

typedef struct {
	const methods *methods;
} sqlite3_file;

struct methods {
	int version;
	int (*close)(sqlite3_file *);
	int (*read)(sqlite3_file *, void *, int, int64_t);
	int (*write)(sqlite3_file *, const void *, int, int64_t);
	int (*truncate)(sqlite3_file *, int64_t);
	void *version1[2]; // sync, file size
	int (*lock)(sqlite3_file *, int);
	void *version1_too[5]; // unlock to device characteristics
	void *map_log;
	int (*lock_log)(sqlite3_file *, int, int, int);
	void *version2[2]; // barrier, unmap
	void *version3[2]; // of mapped memory
};

typedef struct sqlite3_vfs {
	int version, file_size, path_most;
	struct sqlite3_vfs *next;
	const char *name;
	void *data;
	int (*open)(struct sqlite3_vfs *, const char *, sqlite3_file *, int, int *);
	void *version1[12]; // delete to last error
	void *version2[1];
	void *version3[3];
} sqlite3_vfs;

// SQLite is linked into the library, not into what cgo links to look at this file.
extern __attribute__((weak)) sqlite3_vfs *sqlite3_vfs_find(const char *);
extern __attribute__((weak)) int sqlite3_vfs_register(sqlite3_vfs *, int);
extern __attribute__((weak)) void *sqlite3_malloc64(uint64_t);
extern __attribute__((weak)) void sqlite3_free(void *);

enum {
	ok = 0, error = 1, short_read = 10 | 2 << 8, wrong_data = 10 | 32 << 8, main_db = 0x100, sum_size = 8, header_size = 100,
	ahead_size = 1 << 16, // bytes read at once where pages are read in order
};

// In Go.
extern void pagesum_damaged(char *path, int64_t page);
extern int pagesum_overlaid(char *path, void *part, int size, int64_t from);

// An open database: it lies behind SQLite's own object, in the memory that SQLite sets aside for both.
typedef struct {
	methods own;             // SQLite's, but for six
	const methods *system;   // all of SQLite's
	const char *path;        // lives as long as the file is open
	int size;                // of its pages, as far as is known; 0 where they have no sums
	int64_t last, step;      // where the page begins that was read last, and how far that is from the one before
	unsigned char *ahead;    // ahead_size bytes, of which
	int held;                // so many hold
	int64_t held_from;       // what the file has from here on
} database;

static sqlite3_vfs *from; // SQLite's own
static sqlite3_vfs ours;
static int room; // for SQLite's object

static database *behind(sqlite3_file *f) { return (database *)((char *)f + room); }

static uint32_t word(const unsigned char *b) { return b[0] | b[1] << 8 | b[2] << 16 | (uint32_t)b[3] << 24; }

static void put_word(unsigned char *b, uint32_t w) {
	for (int i = 0; i < 4; i++) {
		b[i] = w >> 8 * i;
	}
}

// Go's comments on sum and fibonacci hold here too.
static void fibonacci(unsigned n, uint32_t *f, uint32_t *next) {
	uint32_t a = 0, b = 1;
	unsigned bit = 1u << 14;
	while (bit > n) {
		bit >>= 1;
	}
	for (; bit != 0; bit >>= 1) {
		uint32_t even = a * (2 * b - a), odd = a * a + b * b;
		a = n & bit ? odd : even;
		b = n & bit ? even + odd : odd;
	}
	*f = a, *next = b;
}

// Four words. Compilers make vector instructions of it on every processor that has some.
typedef uint32_t words __attribute__((vector_size(16)));

static words load(const unsigned char *b) {
	words w;
	memcpy(&w, b, sizeof w);
	return w;
}

// join adds to the sums before a part of so many words those of the part alone, as the recurrence of sum gives them: the
// last of each lane, and the last but one.
static void join(uint32_t *a, uint32_t *b, unsigned count, words last, words before) {
	// A word counts F(r) times when r - 1 words follow it, and F(r + 4) = 7 F(r) - F(r - 4).
	static const int32_t f[5] = {0, 1, 1, 2, 3}, four_back[5] = {-3, 2, -1, 1, 0};
	uint32_t part_a = 0, part_b = 0, f_count, next;
	for (int lane = 0; lane < 4; lane++) {
		int r = 4 - lane;
		part_a += (uint32_t)f[r - 1] * last[lane] - (uint32_t)four_back[r - 1] * before[lane];
		part_b += (uint32_t)f[r] * last[lane] - (uint32_t)four_back[r] * before[lane];
	}
	fibonacci(count, &f_count, &next);
	part_a += (next - f_count) * *a + f_count * *b;
	*b = f_count * *a + next * *b + part_b;
	*a = part_a;
}

// sum goes through two halves of a page side by side, and through each by four words. With x(i) for the sums in order of the
// words, x(i) = x(i - 1) + x(i - 2) + word i, as Fibonacci numbers grow; of every fourth word it is 7 x(i - 4) - x(i - 8) + word i.
static void sum(const unsigned char *page, int size, uint32_t *a, uint32_t *b) {
	int bytes = size - sum_size, half = 0;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	half = bytes / 32 * 16;
#endif
	const unsigned char *end = page + bytes, *first = end - 2 * half, *second = end - half;
	uint32_t s = 0, t = 0;
	for (; page < first; page += 8) {
		s += word(page) + t;
		t += word(page + 4) + s;
	}
	words x = {0}, y = {0}, before_x = {0}, before_y = {0};
	for (int i = 0; i < half; i += 16) {
		words next_x = (x << 3) - x + (load(first + i) - before_x), next_y = (y << 3) - y + (load(second + i) - before_y);
		before_x = x, before_y = y, x = next_x, y = next_y;
	}
	join(&s, &t, (unsigned)half / 4, x, before_x);
	join(&s, &t, (unsigned)half / 4, y, before_y);
	*a = s, *b = t;
}

static int valid(const unsigned char *page, int size) {
	uint32_t a, b;
	sum(page, size, &a, &b);
	return word(page + size - 8) == a && word(page + size - 4) == b;
}

// learn reads the header, where it is among the bytes.
static void learn(database *d, const unsigned char *b, int n, int64_t at) {
	if (at != 0 || n < header_size || memcmp(b, "SQLite format 3", 16) != 0) {
		return;
	}
	int size = b[16] << 8 | b[17];
	if (size == 1) {
		size = 1 << 16;
	}
	if (size >= 512 && (size & (size - 1)) == 0) {
		d->size = b[20] == sum_size ? size : 0;
	}
}

static int is_page(const database *d, int n, int64_t at) { return d->size > 0 && n == d->size && at % n == 0; }

static int zeros(const unsigned char *b, int n) {
	while (n > 0 && b[n - 1] == 0) {
		n--;
	}
	return n == 0;
}

static int close_file(sqlite3_file *f) {
	sqlite3_free(behind(f)->ahead);
	return behind(f)->system->close(f);
}

// read_on reads a page, and with the third page in a row those that come next: after it, or before it where the row goes
// back, as SQLite takes free pages from the last to the first. A call for each page costs more than all the rest. What is
// read ahead holds until the file may change: until we write, or take a lock. Others write only what our transaction does
// not read in the file, and each of our transactions begins with a lock.
static int read_on(sqlite3_file *f, void *buffer, int n, int64_t at) {
	database *d = behind(f);
	int64_t step = at - d->last;
	int row = step == d->step && (step == n || step == -n);
	d->last = at, d->step = step;
	if (d->held > 0 && at >= d->held_from && at + n <= d->held_from + d->held) {
		memcpy(buffer, d->ahead + (at - d->held_from), (size_t)n);
		return ok;
	}
	int64_t begin = step < 0 ? at + n - ahead_size : at;
	if (row && begin >= 0 && n <= ahead_size / 2) {
		if (d->ahead == NULL) {
			d->ahead = sqlite3_malloc64(ahead_size);
		}
		d->held = 0;
		if (d->ahead != NULL && d->system->read(f, d->ahead, ahead_size, begin) == ok) {
			d->held = ahead_size, d->held_from = begin;
			memcpy(buffer, d->ahead + (at - begin), (size_t)n);
			return ok;
		}
	}
	return d->system->read(f, buffer, n, at);
}

static int truncate_file(sqlite3_file *f, int64_t size) {
	behind(f)->held = 0;
	return behind(f)->system->truncate(f, size);
}

static int lock_file(sqlite3_file *f, int level) {
	behind(f)->held = 0;
	return behind(f)->system->lock(f, level);
}

static int lock_log(sqlite3_file *f, int from, int n, int flags) {
	behind(f)->held = 0;
	return behind(f)->system->lock_log(f, from, n, flags);
}

static int read_file(sqlite3_file *f, void *buffer, int n, int64_t at) {
	database *d = behind(f);
	int rc = is_page(d, n, at) ? read_on(f, buffer, n, at) : d->system->read(f, buffer, n, at);
	if (at < 65536 && pagesum_overlaid((char *)d->path, buffer, n, at)) {
		learn(d, buffer, n, at);
		return ok;
	}
	// What is beyond the end of the file reads as zeros; SQLite goes on with that.
	if (rc != ok && (rc != short_read || zeros(buffer, n))) {
		return rc;
	}
	learn(d, buffer, n, at);
	if (is_page(d, n, at) && !valid(buffer, n)) {
		pagesum_damaged((char *)d->path, at / n + 1);
		return wrong_data;
	}
	return rc;
}

static int write_file(sqlite3_file *f, const void *buffer, int n, int64_t at) {
	database *d = behind(f);
	d->held = 0;
	learn(d, buffer, n, at);
	if (is_page(d, n, at)) {
		// The last bytes are set aside for the sum, and SQLite does not look at them.
		unsigned char *page = (unsigned char *)buffer;
		uint32_t a, b;
		sum(page, n, &a, &b);
		put_word(page + n - 8, a);
		put_word(page + n - 4, b);
	}
	return d->system->write(f, buffer, n, at);
}

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *f, int flags, int *out) {
	int rc = from->open(from, name, f, flags, out);
	if (rc != ok || f->methods == NULL || !(flags & main_db)) {
		return rc;
	}
	database *d = behind(f);
	memset(d, 0, sizeof *d);
	d->system = f->methods;
	d->path = name;
	// An older table is shorter.
	size_t known = f->methods->version >= 3 ? sizeof(methods) : f->methods->version == 2 ? offsetof(methods, version3) : offsetof(methods, map_log);
	memcpy(&d->own, f->methods, known);
	if (d->own.version > 2) {
		d->own.version = 2; // without mapped memory
	}
	d->own.close = close_file;
	d->own.read = read_file;
	d->own.write = write_file;
	d->own.truncate = truncate_file;
	d->own.lock = lock_file;
	if (d->own.version > 1) {
		d->own.lock_log = lock_log;
	}
	f->methods = &d->own;
	return rc;
}

int pagesum_register(void) {
	from = sqlite3_vfs_find(NULL);
	if (from == NULL) {
		return error;
	}
	ours = *from;
	room = (from->file_size + 15) & ~15;
	ours.next = NULL;
	ours.name = "pagesum";
	ours.file_size = room + (int)sizeof(database);
	ours.open = open_file;
	return sqlite3_vfs_register(&ours, 0);
}
