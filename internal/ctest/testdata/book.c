#include "harness.h"

static void making(qk_book *book, const char *path)
{
	qk_job job = 0;
	qk_job_info info;
	OK(qk_book_generate(STR(book_options(path, "")), &job, &err));
	OK(await(job));
	info.struct_size = sizeof info;
	STATUS(QK_OK, qk_job_poll(job, &info));
	CHECK(info.state == QK_JOB_DONE && info.done == info.total && info.done > 0 && info.left == 0);
	CHECK(info.events > 0);
	OK(qk_job_event(job, TEXT));
	HAS("\"schema\":\"qikit/progress/1\"");
	BUFFERS(qk_job_result, job);
	OK(qk_job_result(job, TEXT));
	HAS("\"schema\":\"qikit/book-summary/1\"");
	HAS("\"games\":3");
	HAS("\"complete\":true");
	STATUS(QK_OK, qk_job_free(job));
	OK(qk_book_open(STR(path), book, &err));
}

static void reading(qk_book book)
{
	uint64_t count = 0, cursor = 0, lines = 0, before;
	size_t i;
	OK(qk_book_count(book, &count, &err));
	CHECK(count > 3 && count <= 3 * 9);
	OK(qk_book_lookup(book, NULL, 0, TEXT));
	HAS("\"schema\":\"qikit/book-entry/1\"");
	HAS("\"count\":3");
	BUFFERS(qk_book_lookup, book, NULL, 0);
	FAILS(QK_ERR_NOT_FOUND, "", qk_book_lookup(book, LIT("4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1"), TEXT));
	FAILS(QK_ERR_PARSE, "", qk_book_lookup(book, LIT("no position"), TEXT));
	FAILS(QK_ERR_INVALID_ARG, "position is NULL", qk_book_lookup(book, NULL, 1, TEXT));
	FAILS(QK_ERR_INVALID_ARG, "count is NULL", qk_book_count(book, NULL, &err));

	for (;;) {
		before = cursor;
		FAILS(QK_ERR_BUFFER, "expected at least", qk_book_read(book, &cursor, 2, NULL, 0, &length, &err));
		CHECK(cursor == before);
		OK(qk_book_read(book, &cursor, 2, TEXT));
		if (length == 0)
			break;
		HAS("\"fen\":");
		CHECK(cursor > before && text[length - 1] == '\n');
		for (i = 0; i < length; i++)
			lines += text[i] == '\n';
	}
	CHECK(lines == count);
	cursor = UINT64_MAX;
	OK(qk_book_read(book, &cursor, 10000, TEXT));
	CHECK(length == 0 && cursor == UINT64_MAX);
	cursor = 0;
	FAILS(QK_ERR_INVALID_ARG, "10000", qk_book_read(book, &cursor, 0, TEXT));
	FAILS(QK_ERR_INVALID_ARG, "10000", qk_book_read(book, &cursor, 10001, TEXT));
	FAILS(QK_ERR_INVALID_ARG, "10000", qk_book_read(book, &cursor, UINT32_MAX, TEXT));
	FAILS(QK_ERR_INVALID_ARG, "cursor is NULL", qk_book_read(book, NULL, 1, TEXT));
}

/* Columns of fixed width follow each other; a name is a place in a list. */
static void columns(qk_book book)
{
	static const char options[] = "{\"fields\": [\"ply\", \"best\", \"count\"]}";
	uint64_t count = 0, cursor = 0, before, read = 0, most = 4;
	int64_t head, n, found = 0;
	size_t names;
	OK(qk_book_count(book, &count, &err));
	for (;;) {
		before = cursor;
		FAILS(QK_ERR_BUFFER, "expected at least", qk_book_columns(book, LIT(options), &cursor, (uint32_t)most, NULL, 0, &length, &err));
		CHECK(cursor == before);
		OK(qk_book_columns(book, LIT(options), &cursor, (uint32_t)most, TEXT));
		if (length == 0)
			break;
		memcpy(&head, text, 8);
		n = head;
		CHECK(n >= 1 && n <= (int64_t)most && length % 8 == 0);
		memcpy(&head, text + 8, 8); /* the first ply */
		CHECK(head >= 0 && head <= 10);
		names = 8 + 8 * (size_t)n + ((4 * (size_t)n + 7) & ~(size_t)7);
		memcpy(&head, text + names, 8);
		CHECK(head >= 0 && head <= n); /* the end of a game has no best move */
		found += head;
		memcpy(&head, text + length - 8, 8); /* the last count */
		CHECK(head >= 1 && head <= (int64_t)count);
		read += (uint64_t)n;
	}
	CHECK(read == count && found > 0);
	cursor = 0;
	FAILS(QK_ERR_INVALID_ARG, "10000", qk_book_columns(book, NULL, 0, &cursor, 10001, TEXT));
	FAILS(QK_ERR_INVALID_ARG, "cursor is NULL", qk_book_columns(book, NULL, 0, NULL, 1, TEXT));
	FAILS(QK_ERR_INVALID_ARG, "expected a field of a record", qk_book_columns(book, LIT("{\"fields\": [\"path\"]}"), &cursor, 1, TEXT));
	FAILS(QK_ERR_INVALID_ARG, "of files, not of columns", qk_book_columns(book, LIT("{\"shuffle\": 1}"), &cursor, 1, TEXT));
	CHECK(cursor == 0);
}

static void exporting(qk_book book)
{
	static const char *const formats[] = { "jsonl", "pgn", "epd", "csv", "plain", "bin", "xqb", "html" };
	qk_job job = 0;
	size_t i;
	FILE *file;
	for (i = 0; i < sizeof formats / sizeof formats[0]; i++) {
		const char *path = in_dir(formats[i]);
		if (strcmp(formats[i], "plain") == 0 || strcmp(formats[i], "bin") == 0) /* the games were cut off: they have no result */
			OK(qk_book_export_start(book, STR(path), STR(formats[i]), LIT("{\"unknown\": true}"), &job, &err));
		else
			OK(qk_book_export(book, STR(path), STR(formats[i]), &job, &err));
		CHECK(finish(job) == QK_JOB_DONE);
		HAS("\"schema\":\"qikit/export/1\"");
		file = fopen(path, "rb");
		CHECK(file != NULL && fgetc(file) != EOF);
		if (file != NULL)
			fclose(file);
	}
	job = 0;
	FAILS(QK_ERR_UNSUPPORTED, "doc", (qk_book_export(book, STR(in_dir("x")), LIT("doc"), &job, &err) != QK_OK
	                                  ? err.code : (await(job), qk_job_result(job, TEXT))));
	OK(qk_book_export_start(book, STR(in_dir("gb.pgn")), LIT("pgn"), LIT("{\"notation\": \"chinese\", \"encoding\": \"gb18030\"}"), &job, &err));
	CHECK(finish(job) == QK_JOB_DONE);
	FAILS(QK_ERR_INVALID_ARG, "encoding", qk_book_export_start(book, STR(in_dir("x")), LIT("pgn"), LIT("{\"encoding\": \"gbk\"}"), &job, &err));
	FAILS(QK_ERR_INVALID_ARG, "unknwon", qk_book_export_start(book, STR(in_dir("x")), LIT("plain"), LIT("{\"unknwon\": true}"), &job, &err));
	OK(qk_book_export_start(book, STR(in_dir("late.jsonl.gz")), LIT("jsonl"), LIT("{\"min_ply\": 2, \"skip_check\": true}"), &job, &err));
	CHECK(finish(job) == QK_JOB_DONE);
	file = fopen(in_dir("late.jsonl.gz"), "rb");
	CHECK(file != NULL && fgetc(file) == 0x1f && fgetc(file) == 0x8b);
	if (file != NULL)
		fclose(file);
	FAILS(QK_ERR_INVALID_ARG, "at most max_ply", qk_book_export_start(book, STR(in_dir("x")), LIT("csv"), LIT("{\"min_ply\": 3, \"max_ply\": 2}"), &job, &err));
	FAILS(QK_ERR_INVALID_ARG, "job is NULL", qk_book_export(book, STR(in_dir("x")), LIT("pgn"), NULL, &err));
	FAILS(QK_ERR_INVALID_ARG, "path is NULL", qk_book_export(book, NULL, 1, LIT("pgn"), &job, &err));
	FAILS(QK_ERR_INVALID_ARG, "format is NULL", qk_book_export(book, LIT("x"), NULL, 1, &job, &err));
}

static void changing(const char *from)
{
	qk_book book = 0;
	qk_job job = 0;
	uint64_t count = 7;
	OK(qk_book_create(LIT("xiangqi"), STR(in_dir("made.qkb")), &book, &err));
	OK(qk_book_count(book, &count, &err));
	CHECK(count == 0);
	OK(qk_book_merge(book, STR(from), &job, &err));
	CHECK(finish(job) == QK_JOB_DONE);
	OK(qk_book_count(book, &count, &err));
	CHECK(count > 3);
	OK(qk_book_import(book, STR(in_dir("pgn")), &job, &err));
	CHECK(finish(job) == QK_JOB_DONE);
	OK(qk_book_lookup(book, NULL, 0, TEXT));
	HAS("\"count\":6");
	OK(qk_book_stats(book, &job, &err));
	CHECK(finish(job) == QK_JOB_DONE);
	HAS("\"schema\":\"qikit/book-stats/1\"");
	OK(qk_book_minimax_start(STR(in_dir("made.qkb")), &job, &err));
	CHECK(finish(job) == QK_JOB_DONE);
	HAS("\"schema\":\"qikit/book-minimax/1\"");
	FAILS(QK_ERR_INVALID_ARG, "path is NULL", qk_book_minimax_start(NULL, 1, &job, &err));
	FAILS(QK_ERR_INVALID_ARG, "job is NULL", qk_book_minimax_start(LIT("x"), NULL, &err));
	OK(qk_book_prune(book, LIT("{\"min_count\": 2}"), &job, &err));
	CHECK(finish(job) == QK_JOB_DONE);
	STATUS(QK_OK, qk_book_free(book));
	STATUS(QK_OK, qk_book_free(0));

	OK(qk_book_check(STR(in_dir("made.qkb")), &job, &err));
	CHECK(finish(job) == QK_JOB_DONE);
	HAS("\"sound\":true,\"checksums\":true");
	OK(qk_book_repair(STR(in_dir("made.qkb")), STR(in_dir("copy.qkb")), &job, &err));
	CHECK(finish(job) == QK_JOB_DONE);
	HAS("\"complete\":true");
}

/* An engine plays from a book. */
static void playing(const char *path)
{
	qk_engine engine = 5;
	qk_board board = 0;
	qk_search_opts opts;
	qk_job job = 0;
	char options[5000];
	snprintf(options, sizeof options, "{\"book\": \"%s\"}", path);
	FAILS(QK_ERR_INVALID_ARG, "of xiangqi, expected surakarta", qk_engine_new(LIT("surakarta"), STR(options), &engine, &err));
	FAILS(QK_ERR_NOT_FOUND, "/nowhere.qkb", qk_engine_new(LIT("xiangqi"), LIT("{\"book\": \"/nowhere.qkb\"}"), &engine, &err));
	CHECK(engine == 5);
	OK(qk_engine_new(LIT("xiangqi"), STR(options), &engine, &err));
	OK(qk_board_new(LIT("xiangqi"), NULL, 0, NULL, 0, 0, &board, &err));
	opts.struct_size = sizeof opts;
	STATUS(QK_OK, qk_search_opts_init(&opts));
	opts.depth = 3;
	OK(qk_engine_search(engine, board, &opts, &job, &err));
	CHECK(finish(job) == QK_JOB_DONE);
	HAS("\"nodes\":0");
	HAS("\"note\":\"book: ");
	opts.lines = 2;
	OK(qk_engine_search(engine, board, &opts, &job, &err));
	CHECK(finish(job) == QK_JOB_DONE);
	HAS("\"depth\":3");
	OK(qk_engine_evaluate(engine, board, NULL, 0, TEXT));
	STATUS(QK_OK, qk_engine_free(engine));
	STATUS(QK_OK, qk_board_free(board));
}

/* A cancelled generation keeps what it has and goes on. */
static void cancelling(void)
{
	const char *path = in_dir("cancelled.qkb");
	qk_job job = 0;
	OK(qk_book_generate(STR(book_options(path, ", \"games\": 100000, \"max_plies\": 60")), &job, &err));
	sleep_ms(150);
	OK(qk_job_cancel(job, &err));
	CHECK(finish(job) == QK_JOB_CANCELLED);
	HAS("\"complete\":false");
	OK(qk_book_generate(STR(book_options(path, ", \"games\": 100000, \"max_plies\": 60, \"resume\": true")), &job, &err));
	sleep_ms(150);
	OK(qk_job_cancel(job, &err));
	CHECK(finish(job) == QK_JOB_CANCELLED);
	HAS("\"complete\":false");
}

void test_book(void)
{
	qk_book book = 0;
	const char *path = in_dir("small.qkb");
	char kept[4096];
	snprintf(kept, sizeof kept, "%s", path);
	making(&book, kept);
	reading(book);
	columns(book);
	exporting(book);
	changing(kept);
	playing(kept);
	STATUS(QK_OK, qk_book_free(book));
	cancelling();
}
