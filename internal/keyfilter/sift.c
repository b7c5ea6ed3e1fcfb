//go:build csqlite

// SQL functions, aggregates over rows: keyfilter_sift(keys, id, first, last, bits), over rows in order of their keys, says which of
// the keys pass the filters of the rows; keyfilter_pick(keys, size, id, entries) picks the entries that have one of the keys.
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
enum { ok = 0, utf8 = 1, direct_only = 0x80000, probes = 6, passed_size = 4 * 8, picked_size = 4 * 8, key_size = 2 * 8 };

// What an aggregate has so far.
typedef struct {
	int next;       // of a sift, the first key that no row was asked for
	int size, room; // of list, in bytes
	unsigned char *list;
	int failed;
} gathered;

enum { list_most = 1 << 30 };

// more is room for so many bytes at the end of the list; NULL where there is none, for good.
static unsigned char *more(gathered *g, int bytes) {
	if (g->room - g->size < bytes) {
		int room = g->room < 4096 ? 4096 : 2 * g->room;
		while (room - g->size < bytes && room < list_most) {
			room *= 2;
		}
		unsigned char *list = room - g->size < bytes || room > list_most ? NULL : sqlite3_realloc64(g->list, (uint64_t)room);
		if (list == NULL) {
			g->failed = 1;
			return NULL;
		}
		g->list = list, g->room = room;
	}
	g->size += bytes;
	return g->list + g->size - bytes;
}

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

static void add(gathered *g, int64_t key, int64_t id, int64_t first, int64_t last) {
	unsigned char *b = more(g, passed_size);
	if (b != NULL) {
		put_word(b, (uint64_t)key), put_word(b + 8, (uint64_t)id), put_word(b + 16, (uint64_t)first), put_word(b + 24, (uint64_t)last);
	}
}

static void sift_row(sqlite3_context *c, int n, sqlite3_value **values) {
	(void)n;
	gathered *g = sqlite3_aggregate_context(c, sizeof *g);
	if (g == NULL) {
		sqlite3_result_error_nomem(c);
		return;
	}
	// SQLite asks that the bytes come before their number.
	const unsigned char *keys = sqlite3_value_blob(values[0]), *filter = sqlite3_value_blob(values[4]);
	int count = sqlite3_value_bytes(values[0]) / key_size;
	uint64_t bits = (uint64_t)sqlite3_value_bytes(values[4]) * 8;
	int64_t id = sqlite3_value_int64(values[1]), first = sqlite3_value_int64(values[2]), last = sqlite3_value_int64(values[3]);
	for (; keys != NULL && g->next < count && !g->failed; g->next++) {
		const unsigned char *key_at = keys + key_size * (size_t)g->next;
		int64_t key = (int64_t)word(key_at);
		if (key > last) {
			break;
		}
		if (key >= first && bits > 0 && has(filter, bits, word(key_at + 8))) {
			add(g, key, id, first, last);
		}
	}
}

static void end(sqlite3_context *c) {
	gathered *g = sqlite3_aggregate_context(c, 0);
	if (g == NULL) {
		return; // no rows
	}
	if (g->failed) {
		sqlite3_free(g->list);
		sqlite3_result_error_nomem(c);
		return;
	}
	sqlite3_result_blob(c, g->list, g->size, sqlite3_free);
}

// entry_key is the key of an entry, whose first byte is the greatest. Compilers make a load of this text, and of a loop a loop.
static inline int64_t entry_key(const unsigned char *b) {
	return (int64_t)((uint64_t)b[0] << 56 | (uint64_t)b[1] << 48 | (uint64_t)b[2] << 40 | (uint64_t)b[3] << 32 | (uint64_t)b[4] << 24 |
		(uint64_t)b[5] << 16 | (uint64_t)b[6] << 8 | (uint64_t)b[7]);
}

static void pick_row(sqlite3_context *c, int n, sqlite3_value **values) {
	(void)n;
	gathered *g = sqlite3_aggregate_context(c, sizeof *g);
	if (g == NULL) {
		sqlite3_result_error_nomem(c);
		return;
	}
	const unsigned char *keys = sqlite3_value_blob(values[0]), *entries = sqlite3_value_blob(values[3]);
	int count = sqlite3_value_bytes(values[0]) / key_size, bytes = sqlite3_value_bytes(values[3]), low = 0;
	int64_t size = sqlite3_value_int64(values[1]);
	if (keys == NULL || entries == NULL || size < 8 || size > bytes || g->failed) {
		return;
	}
	int step = (int)size, left = bytes / step, begin = g->size;
	const unsigned char *first = entries, *last = entries + (size_t)(left - 1) * step;
	unsigned char *head = more(g, picked_size);
	if (head == NULL) {
		return;
	}
	put_word(head, (uint64_t)sqlite3_value_int64(values[2]));
	memcpy(head + 16, first, 8), memcpy(head + 24, last, 8);
	for (int high = count; low < high;) { // the first key that may be in the row
		int middle = low + (high - low) / 2;
		if ((int64_t)word(keys + key_size * (size_t)middle) < entry_key(first)) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	for (; low < count; low++) {
		int64_t key = (int64_t)word(keys + key_size * (size_t)low);
		if (key > entry_key(last)) {
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
		for (; left > 0 && entry_key(entries) == key; left--, entries += step) {
			unsigned char *entry = more(g, step);
			if (entry == NULL) {
				return;
			}
			memcpy(entry, entries, (size_t)step);
		}
	}
	put_word(g->list + begin + 8, (uint64_t)(g->size - begin - picked_size));
}

static int add_functions(sqlite3 *db, char **message, const void *calls) {
	(void)message, (void)calls;
	int rc = sqlite3_create_function_v2(db, "keyfilter_sift", 5, utf8 | direct_only, NULL, NULL, sift_row, end, NULL);
	if (rc != ok) {
		return rc;
	}
	return sqlite3_create_function_v2(db, "keyfilter_pick", 4, utf8 | direct_only, NULL, NULL, pick_row, end, NULL);
}

int keyfilter_register(void) { return sqlite3_auto_extension((void (*)(void))add_functions); }
