/* Generates a small Xiangqi book from a FEN, opens it, and looks a position up.
 *
 *     cc -std=c99 book.c $(pkg-config --cflags --libs qikit) -o book
 *     ./book [FILE]
 *
 * The same program in Go, Python, Node and C# prints the same text; progress
 * goes to standard error. */
#include <qikit.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define START "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"

/* Prints why a call failed, and exits. */
static void need(qk_status status, const char *what, const qk_error *err)
{
	if (status == QK_OK)
		return;
	fprintf(stderr, "%s: %s: %s\n", what, qk_status_name(status), err->message);
	exit(1);
}

/* Shows how far a job is, until it has ended. A program with a frame loop polls
 * once a frame instead: a poll takes some nanoseconds and never blocks. */
static void follow(qk_job job, qk_error *err)
{
	qk_job_info info;
	qk_status status;
	info.struct_size = sizeof info;
	do {
		status = qk_job_wait(job, 100, err);
		if (status != QK_ERR_TIMEOUT)
			need(status, "qk_job_wait", err);
		if (qk_job_poll(job, &info) == QK_OK)
			fprintf(stderr, "\r%" PRIu64 " of %" PRIu64 " steps, %.0f records a second ", info.done, info.total,
			        info.rate);
	} while (status == QK_ERR_TIMEOUT);
	fputc('\n', stderr);
}

static void generate(const char *path, qk_error *err)
{
	char options[4096];
	char summary[4096];
	qk_job job;
	snprintf(options, sizeof options,
	         "{\"game\": \"xiangqi\", \"out\": \"%s\", \"initial\": [\"" START "\"],"
	         " \"games\": 4, \"max_plies\": 12, \"top_k\": 3, \"seed\": 7, \"workers\": 2,"
	         " \"depth\": {\"scope\": \"ply\", \"distribution\": \"uniform\", \"min\": 2, \"max\": 4},"
	         " \"reevaluate\": {\"depth\": 4}}",
	         path);
	need(qk_book_generate(options, strlen(options), &job, err), "qk_book_generate", err);
	follow(job, err);
	need(qk_job_result(job, summary, sizeof summary, NULL, err), "generation", err);
	need(qk_job_free(job), "qk_job_free", err);
}

/* The number behind a key, from a place in a JSON text on. Enough for reports
 * whose keys are known; a real program has its JSON library. */
static long number(const char *json, const char *key)
{
	const char *found = strstr(json, key);
	return found == NULL ? 0 : strtol(found + strlen(key), NULL, 10);
}

static void look_up(const char *path, qk_error *err)
{
	static char entry[1 << 16];
	const char *move;
	qk_book book;
	uint64_t records;
	int i;
	need(qk_book_open(path, strlen(path), &book, err), "qk_book_open", err);
	need(qk_book_count(book, &records, err), "qk_book_count", err);
	need(qk_book_lookup(book, START, strlen(START), entry, sizeof entry, NULL, err), "qk_book_lookup", err);
	printf("records %" PRIu64 "\nposition %s\n", records, START);
	move = strstr(entry, "\"moves\":");
	for (i = 0; i < 3 && move != NULL && (move = strstr(move, "\"move\":\"")) != NULL; i++) {
		move += strlen("\"move\":\"");
		printf("%.*s count %ld wins %ld draws %ld losses %ld unknown %ld\n", (int)strcspn(move, "\""), move,
		       number(move, "\"count\":"), number(move, "\"wins\":"), number(move, "\"draws\":"),
		       number(move, "\"losses\":"), number(move, "\"unknown\":"));
	}
	need(qk_book_free(book), "qk_book_free", err);
}

int main(int argc, char **argv)
{
	const char *path = argc > 1 ? argv[1] : "book.qkb";
	qk_error err = QK_ERROR_INIT;
	if (qk_abi_version() >> 16 != QK_ABI_VERSION >> 16 || qk_abi_version() < QK_ABI_VERSION) {
		fprintf(stderr, "this program needs another libqikit than %s\n", qk_version());
		return 1;
	}
	printf("qikit %s\n", qk_version());
	generate(path, &err);
	look_up(path, &err);
	return 0;
}
