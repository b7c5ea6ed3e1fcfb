//go:build csqlite

#include <stddef.h>

typedef struct sqlite3 sqlite3;

// SQLite is linked into the library, not into what cgo links to look at this file.
extern __attribute__((weak)) int sqlite3_auto_extension(void (*)(void));
extern __attribute__((weak)) int sqlite3_extended_result_codes(sqlite3 *, int);

// Without it, a wrong checksum found while SQLite reads the schema is told as any failure of reading.
static int tell_all(sqlite3 *db, char **message, const void *calls) {
	(void)message, (void)calls;
	return sqlite3_extended_result_codes(db, 1);
}

int sqlite_extended_codes(void) { return sqlite3_auto_extension((void (*)(void))tell_all); }
