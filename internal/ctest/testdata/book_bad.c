#include "harness.h"

/* Fails at once or as a job: either way the status and the text say why. */
static void refused(qk_status want, const char *needle, const char *options)
{
	qk_job job = 0;
	qk_status status;
	fresh();
	status = qk_book_generate(STR(options), &job, &err);
	if (status == QK_OK) {
		CHECK(await(job) == QK_OK);
		status = qk_job_result(job, TEXT);
		STATUS(QK_OK, qk_job_free(job));
	}
	check_status(status, want, needle, __FILE__, __LINE__, options);
}

static void options(void)
{
	static const char *const wrong[] = {
		"{\"game\": 5}", "[1]", "\"xiangqi\"", "{", "{\"gamez\": \"xiangqi\"}", "{}",
	};
	static const char *const bad[] = {
		", \"top_k\": 0", ", \"top_k\": \"three\"", ", \"top_k\": 1.5", ", \"max_loss\": -1", ", \"games\": 0", ", \"max_plies\": 0",
		", \"workers\": 0", ", \"workers\": 100000", ", \"record\": \"some\"", ", \"depth\": {\"scope\": \"move\"}",
		", \"depth\": {\"distribution\": \"poisson\"}", ", \"depth\": {\"distribution\": \"list\", \"depths\": []}",
		", \"depth\": {\"distribution\": \"uniform\", \"min\": 9, \"max\": 3}",
		", \"depth\": {\"deepth\": 3}", ", \"breadth\": {\"width\": 1}", ", \"balance\": {\"threshold\": 0}",
		", \"balance\": {\"evaluator\": \"oracle\"}", ", \"players\": [{\"kind\": \"oracle\"}]", ", \"players\": [{}, {}, {}]",
		", \"preset\": \"green\"", ", \"preset\": 2", ", \"seed\": -1", ", \"seed\": 1e40", ", \"seed\": \"x\"",
		", \"stop\": {\"win\": {\"score\": -5}}", ", \"rules\": {\"natural_limit\": \"x\"}",
	};
	char path[4096];
	qk_job job = 0;
	size_t i;
	snprintf(path, sizeof path, "%s", in_dir("options.qkb"));
	for (i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
		refused(QK_ERR_INVALID_ARG, strstr(wrong[i], "gamez") ? "Expected one of" : "expected", wrong[i]);
	for (i = 0; i < sizeof bad / sizeof bad[0]; i++)
		refused(QK_ERR_INVALID_ARG, strstr(bad[i], "deepth") ? "Expected one of" : "expected", book_options(path, bad[i]));
	refused(QK_ERR_NOT_FOUND, "\"ludus\"", book_options(path, ", \"game\": \"ludus\""));
	refused(QK_ERR_UNSUPPORTED, "nnue", book_options(path, ", \"balance\": {\"evaluator\": \"nnue\"}, \"players\": [{\"evaluator\": \"terms\"}]"));
	refused(QK_ERR_PARSE, "", book_options(path, ", \"initial\": [\"no position\"]"));
	refused(QK_ERR_RULES, "", book_options(path, ", \"initial\": [\"9/9/9/9/9/9/9/9/9/4K4 w - - 0 1\"]"));
	refused(QK_ERR_NOT_FOUND, "/nowhere/positions.fen", book_options(path, ", \"initial\": \"/nowhere/positions.fen\""));
	refused(QK_ERR_NOT_FOUND, "/nowhere/engine",
	        book_options(path, ", \"repeatable\": false, \"players\": [{\"kind\": \"uci\", \"path\": \"/nowhere/engine\"}]"));
	FAILS(QK_ERR_INVALID_ARG, "options is NULL", qk_book_generate(NULL, 3, &job, &err));
	FAILS(QK_ERR_INVALID_ARG, "job is NULL", qk_book_generate(LIT("{}"), NULL, &err));
	CHECK(job == 0 && fopen(path, "rb") == NULL);
}

static void write_file(const char *path, const void *bytes, size_t size)
{
	FILE *file = fopen(path, "wb");
	CHECK(file != NULL);
	if (file == NULL)
		return;
	CHECK(fwrite(bytes, 1, size, file) == size);
	fclose(file);
}

/* Files that are no books, and books that are damaged in many ways. */
static void files(void)
{
	static char bytes[1 << 20];
	qk_book book = 0;
	qk_job job = 0;
	FILE *file;
	size_t size, at;
	uint64_t count, cursor;
	qk_status status;
	char good[4096];
	snprintf(good, sizeof good, "%s", in_dir("good.qkb"));

	FAILS(QK_ERR_NOT_FOUND, "none.qkb", qk_book_open(STR(in_dir("none.qkb")), &book, &err));
	FAILS(QK_ERR_PARSE, "directory", qk_book_open(STR(dir), &book, &err));
	write_file(in_dir("empty.qkb"), "", 0);
	FAILS(QK_ERR_PARSE, "empty.qkb", qk_book_open(STR(in_dir("empty.qkb")), &book, &err));
	write_file(in_dir("text.qkb"), "hello, world: this is no book at all\n", 37);
	FAILS(QK_ERR_PARSE, "text.qkb", qk_book_open(STR(in_dir("text.qkb")), &book, &err));
	FAILS(QK_ERR_INVALID_ARG, "path is NULL", qk_book_open(NULL, 4, &book, &err));
	FAILS(QK_ERR_INVALID_ARG, "book is NULL", qk_book_open(STR(good), NULL, &err));
	fresh();
	CHECK(qk_book_open(NULL, 0, &book, &err) != QK_OK && book == 0);
	fresh();
	CHECK(qk_book_open("a\0b", 3, &book, &err) != QK_OK && book == 0);

	STATUS(QK_OK, qk_book_free(small_book(good)));
	FAILS(QK_ERR_STATE, "good.qkb", qk_book_create(LIT("xiangqi"), STR(good), &book, &err));
	refused(QK_ERR_STATE, "good.qkb", book_options(good, ""));
	refused(QK_ERR_INVALID_ARG, "", book_options(good, ", \"resume\": true, \"top_k\": 7"));
	FAILS(QK_ERR_NOT_FOUND, "\"ludus\"", qk_book_create(LIT("ludus"), STR(in_dir("y.qkb")), &book, &err));
	FAILS(QK_ERR_INVALID_ARG, "book is NULL", qk_book_create(LIT("xiangqi"), STR(in_dir("y.qkb")), NULL, &err));

	file = fopen(good, "rb");
	CHECK(file != NULL);
	if (file == NULL)
		return;
	size = fread(bytes, 1, sizeof bytes, file);
	fclose(file);
	CHECK(size > 4096 && size < sizeof bytes);
	/* Cut short. */
	write_file(in_dir("cut.qkb"), bytes, size / 2);
	fresh();
	status = qk_book_open(STR(in_dir("cut.qkb")), &book, &err);
	if (status == QK_OK) {
		cursor = 0;
		fresh();
		status = qk_book_read(book, &cursor, 10000, TEXT);
		STATUS(QK_OK, qk_book_free(book));
	}
	CHECK(status == QK_ERR_PARSE && strstr(err.message, "cut.qkb") != NULL);
	/* A foreign SQLite file: another application_id (byte 68 of the header). */
	bytes[68] ^= 0x55;
	write_file(in_dir("foreign.qkb"), bytes, size);
	FAILS(QK_ERR_PARSE, "foreign.qkb", qk_book_open(STR(in_dir("foreign.qkb")), &book, &err));
	bytes[68] ^= 0x55;
	/* A newer version (user_version, bytes 60 to 63). */
	bytes[63] = 99;
	write_file(in_dir("newer.qkb"), bytes, size);
	FAILS(QK_ERR_VERSION, "newer.qkb", qk_book_open(STR(in_dir("newer.qkb")), &book, &err));
	bytes[63] = 1;
	/* Damaged anywhere: an error or an answer, never a crash. */
	for (at = 100; at < size; at += size / 24) {
		size_t i, n = size - at < 200 ? size - at : 200;
		for (i = 0; i < n; i++)
			bytes[at + i] ^= (char)0xff;
		write_file(in_dir("damaged.qkb"), bytes, size);
		book = 0;
		fresh();
		status = qk_book_open(STR(in_dir("damaged.qkb")), &book, &err);
		CHECK(status == QK_OK || (err.message[0] != 0 && status != QK_ERR_INTERNAL && status != QK_ERR_PANIC));
		if (status == QK_OK) {
			cursor = 0;
			fresh();
			status = qk_book_count(book, &count, &err);
			CHECK(status != QK_ERR_INTERNAL && status != QK_ERR_PANIC);
			fresh();
			status = qk_book_lookup(book, NULL, 0, TEXT);
			CHECK(status != QK_ERR_INTERNAL && status != QK_ERR_PANIC);
			fresh();
			status = qk_book_read(book, &cursor, 10000, TEXT);
			CHECK(status != QK_ERR_INTERNAL && status != QK_ERR_PANIC);
			STATUS(QK_OK, qk_book_free(book));
		}
		for (i = 0; i < n; i++)
			bytes[at + i] ^= (char)0xff;
	}

	OK(qk_book_open(STR(good), &book, &err));
#define JOB_FAILS(want, needle, call)                                                                                  \
	FAILS(want, needle, ((call) != QK_OK ? err.code : (await(job), qk_job_result(job, TEXT))))
	JOB_FAILS(QK_ERR_NOT_FOUND, "absent.qkb", qk_book_merge(book, STR(in_dir("absent.qkb")), &job, &err));
	JOB_FAILS(QK_ERR_PARSE, "text.qkb", qk_book_merge(book, STR(in_dir("text.qkb")), &job, &err));
	JOB_FAILS(QK_ERR_NOT_FOUND, "absent.pgn", qk_book_import(book, STR(in_dir("absent.pgn")), &job, &err));
	JOB_FAILS(QK_ERR_INVALID_ARG, "", qk_book_prune(book, LIT("{\"bogus\": 1}"), &job, &err));
	JOB_FAILS(QK_ERR_INVALID_ARG, "", qk_book_prune(book, LIT("{"), &job, &err));
	FAILS(QK_ERR_INVALID_ARG, "job is NULL", qk_book_merge(book, STR(good), NULL, &err));
	FAILS(QK_ERR_INVALID_ARG, "job is NULL", qk_book_import(book, STR(good), NULL, &err));
	FAILS(QK_ERR_INVALID_ARG, "job is NULL", qk_book_prune(book, NULL, 0, NULL, &err));
	FAILS(QK_ERR_INVALID_ARG, "job is NULL", qk_book_stats(book, NULL, &err));
	FAILS(QK_ERR_INVALID_ARG, "other_path is NULL", qk_book_merge(book, NULL, 1, &job, &err));
	FAILS(QK_ERR_INVALID_ARG, "options is NULL", qk_book_prune(book, NULL, 1, &job, &err));
	FAILS(QK_ERR_INVALID_ARG, "path is NULL", qk_book_import(book, NULL, 1, &job, &err));
	STATUS(QK_OK, qk_book_free(book));
}

void test_book_bad(void)
{
	options();
	files();
}
