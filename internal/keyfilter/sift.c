//go:build csqlite

// SQL functions: keyfilter_sift(keys, id, first, last, bits), an aggregate over rows in order of their keys, says which of the
// keys pass the filters of the rows; keyfilter_pick(keys, size, entries) picks the entries of a row that have one of the keys.
// What they do is said, and done in Go, in sift_translated.go and filter.go.

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct sqlite3 sqlite3;
typedef struct sqlite3_context sqlite3_context;
typedef struct sqlite3_value sqlite3_value;

// SQLite is linked into the library, not into what cgo links to look at this file.
#define sqlite extern __attribute__((weak))
sqlite int sqlite3_auto_extension(void (*)(void));
sqlite int sqlite3_create_function_v2(sqlite3 *, const char *, int, int, void *, void (*)(sqlite3_context *, int, sqlite3_value **),
	void (*)(sqlite3_context *, int, sqlite3_value **), void (*)(sqlite3_context *), void (*)(void *));
sqlite void *sqlite3_aggregate_context(sqlite3_context *, int);
sqlite const void *sqlite3_value_blob(sqlite3_value *);
sqlite int sqlite3_value_bytes(sqlite3_value *);
sqlite int64_t sqlite3_value_int64(sqlite3_value *);
sqlite void *sqlite3_malloc64(uint64_t);
sqlite void *sqlite3_realloc64(void *, uint64_t);
sqlite void sqlite3_free(void *);
sqlite void sqlite3_result_blob(sqlite3_context *, const void *, int, void (*)(void *));
sqlite void sqlite3_result_error_nomem(sqlite3_context *);

// What a file holds does not call the functions: only statements of ours do.
enum { ok = 0, utf8 = 1, direct_only = 0x80000, probes = 6, passed_size = 4 * 8, key_size = 2 * 8 };

typedef struct {
	int next;           // the first key that no row was asked for
	int size, room;     // of list, in bytes
	unsigned char *list;
	int failed;
} passed;

static uint64_t word(const unsigned char *b) {
	uint64_t w;
	memcpy(&w, b, sizeof w);
	return w;
}

static void put_word(unsigned char *b, uint64_t w) { memcpy(b, &w, sizeof w); }

static unsigned at_bit(const unsigned char *filter, uint64_t bits, uint32_t at) {
	uint64_t bit = at * bits >> 32;
	return filter[bit / 8] >> bit % 8 & 1;
}

// has says whether a key, mixed, may be among those of a filter of so many bits, which are not 0.
static int has(const unsigned char *filter, uint64_t bits, uint64_t mixed) {
	uint32_t at = (uint32_t)mixed, step = (uint32_t)(mixed >> 32) | 1;
	// Two at once: of the keys that are not there, one in thirteen gets past them, which the processor guesses.
	if (!(at_bit(filter, bits, at) & at_bit(filter, bits, at + step))) {
		return 0;
	}
	for (int i = 2; i < probes; i++) {
		if (!at_bit(filter, bits, at + (uint32_t)i * step)) {
			return 0;
		}
	}
	return 1;
}

static void add(passed *p, int64_t key, int64_t id, int64_t first, int64_t last) {
	if (p->size + passed_size > p->room) {
		int room = p->room == 0 ? 128 * passed_size : 2 * p->room;
		unsigned char *list = sqlite3_realloc64(p->list, (uint64_t)room);
		if (list == NULL) {
			p->failed = 1;
			return;
		}
		p->list = list, p->room = room;
	}
	unsigned char *b = p->list + p->size;
	put_word(b, (uint64_t)key), put_word(b + 8, (uint64_t)id), put_word(b + 16, (uint64_t)first), put_word(b + 24, (uint64_t)last);
	p->size += passed_size;
}

static void sift_row(sqlite3_context *c, int n, sqlite3_value **values) {
	(void)n;
	passed *p = sqlite3_aggregate_context(c, sizeof *p);
	if (p == NULL) {
		sqlite3_result_error_nomem(c);
		return;
	}
	// SQLite asks that the bytes come before their number.
	const unsigned char *keys = sqlite3_value_blob(values[0]), *filter = sqlite3_value_blob(values[4]);
	int count = sqlite3_value_bytes(values[0]) / key_size;
	uint64_t bits = (uint64_t)sqlite3_value_bytes(values[4]) * 8;
	int64_t id = sqlite3_value_int64(values[1]), first = sqlite3_value_int64(values[2]), last = sqlite3_value_int64(values[3]);
	for (; keys != NULL && p->next < count && !p->failed; p->next++) {
		const unsigned char *key_at = keys + key_size * (size_t)p->next;
		int64_t key = (int64_t)word(key_at);
		if (key > last) {
			break;
		}
		if (key >= first && bits > 0 && has(filter, bits, word(key_at + 8))) {
			add(p, key, id, first, last);
		}
	}
}

static void sift_end(sqlite3_context *c) {
	passed *p = sqlite3_aggregate_context(c, 0);
	if (p == NULL) {
		return; // no rows
	}
	if (p->failed) {
		sqlite3_free(p->list);
		sqlite3_result_error_nomem(c);
		return;
	}
	sqlite3_result_blob(c, p->list, p->size, sqlite3_free);
}

// entry_key is the key of an entry, whose first byte is the greatest. Compilers make a load of this text, and of a loop a loop.
static inline int64_t entry_key(const unsigned char *b) {
	return (int64_t)((uint64_t)b[0] << 56 | (uint64_t)b[1] << 48 | (uint64_t)b[2] << 40 | (uint64_t)b[3] << 32 | (uint64_t)b[4] << 24 |
		(uint64_t)b[5] << 16 | (uint64_t)b[6] << 8 | (uint64_t)b[7]);
}

static void pick(sqlite3_context *c, int n, sqlite3_value **values) {
	(void)n;
	const unsigned char *keys = sqlite3_value_blob(values[0]), *entries = sqlite3_value_blob(values[2]);
	int count = sqlite3_value_bytes(values[0]) / key_size, bytes = sqlite3_value_bytes(values[2]);
	int64_t size = sqlite3_value_int64(values[1]);
	if (keys == NULL || entries == NULL || size < 8 || size > bytes) {
		return;
	}
	int step = (int)size, left = bytes / step, low = 0;
	unsigned char *list = sqlite3_malloc64((uint64_t)bytes + 16);
	if (list == NULL) {
		sqlite3_result_error_nomem(c);
		return;
	}
	unsigned char *end = list + 16;
	memcpy(list, entries, 8);
	memcpy(list + 8, entries + (size_t)(left - 1) * step, 8);
	for (int high = count; low < high;) { // the first key that may be in the row
		int middle = low + (high - low) / 2;
		if ((int64_t)word(keys + key_size * (size_t)middle) < entry_key(list)) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	for (; low < count; low++) {
		int64_t key = (int64_t)word(keys + key_size * (size_t)low);
		if (key > entry_key(list + 8)) {
			break;
		}
		int from = 0;
		for (int high = left; from < high;) {
			int middle = from + (high - from) / 2;
			if (entry_key(entries + (size_t)middle * step) < key) {
				from = middle + 1;
			} else {
				high = middle;
			}
		}
		entries += (size_t)from * step, left -= from;
		for (; left > 0 && entry_key(entries) == key; left--, entries += step, end += step) {
			memcpy(end, entries, (size_t)step);
		}
	}
	sqlite3_result_blob(c, list, (int)(end - list), sqlite3_free);
}

static int add_functions(sqlite3 *db, char **message, const void *calls) {
	(void)message, (void)calls;
	int rc = sqlite3_create_function_v2(db, "keyfilter_sift", 5, utf8 | direct_only, NULL, NULL, sift_row, sift_end, NULL);
	if (rc != ok) {
		return rc;
	}
	return sqlite3_create_function_v2(db, "keyfilter_pick", 3, utf8 | direct_only, NULL, pick, NULL, NULL, NULL);
}

int keyfilter_register(void) { return sqlite3_auto_extension((void (*)(void))add_functions); }
