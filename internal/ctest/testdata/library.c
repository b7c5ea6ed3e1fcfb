#include "harness.h"

/* What a program compiled against this header relies on. A change of any of
 * these numbers is a break of the interface. */
static void layout(void)
{
	CHECK(sizeof(qk_error) == 1024 && offsetof(qk_error, message) == 8);
	CHECK(sizeof(qk_runtime_opts) == 32 && offsetof(qk_runtime_opts, memory_soft) == 8);
	CHECK(sizeof(qk_outcome) == 96 && offsetof(qk_outcome, side) == 16 && offsetof(qk_outcome, reason) == 32);
	CHECK(sizeof(qk_search_opts) == 64 && offsetof(qk_search_opts, lines) == 32 && offsetof(qk_search_opts, clock_us) == 40);
	CHECK(sizeof(qk_job_info) == 48 && offsetof(qk_job_info, rate) == 24 && offsetof(qk_job_info, events) == 40);
	CHECK(sizeof(qk_board) == 8 && sizeof(qk_status) == 4);
}

static void names(void)
{
	static const char *const want[] = {
		"QK_OK",           "QK_ERR_INVALID_ARG", "QK_ERR_HANDLE",  "QK_ERR_STATE", "QK_ERR_CANCELLED", "QK_ERR_TIMEOUT",
		"QK_ERR_NOT_FOUND", "QK_ERR_PARSE",      "QK_ERR_RULES",   "QK_ERR_LIMIT", "QK_ERR_BUFFER",    "QK_ERR_UNSUPPORTED",
		"QK_ERR_VERSION",  "QK_ERR_IO",          "QK_ERR_FORKED",  "QK_ERR_PANIC", "QK_ERR_INTERNAL",
	};
	qk_status s;
	CHECK(sizeof want / sizeof want[0] == QK_ERR_INTERNAL + 1);
	for (s = QK_OK; s <= QK_ERR_INTERNAL; s++)
		CHECK(strcmp(qk_status_name(s), want[s]) == 0);
	CHECK(strcmp(qk_status_name(-1), "QK_ERR_?") == 0);
	CHECK(strcmp(qk_status_name(QK_ERR_INTERNAL + 1), "QK_ERR_?") == 0);
	CHECK(strcmp(qk_status_name(INT32_MAX), "QK_ERR_?") == 0);
	CHECK(strcmp(qk_status_name(INT32_MIN), "QK_ERR_?") == 0);
}

static void runtime(void)
{
	qk_runtime_opts opts, before, bad;
	memset(&opts, 0xee, sizeof opts);
	before.struct_size = sizeof before;
	STATUS(QK_OK, qk_runtime_opts_init(&before));
	opts.struct_size = sizeof opts;
	STATUS(QK_OK, qk_runtime_opts_init(&opts));
	CHECK(memcmp(&opts, &before, sizeof opts) == 0);
	CHECK(opts.struct_size == sizeof opts && opts.threads >= 1 && opts.memory_soft == UINT64_MAX);
	CHECK(opts.gc_percent == 100 && opts.kernels != QK_KERNELS_BEST);
	STATUS(QK_ERR_INVALID_ARG, qk_runtime_opts_init(NULL));

	opts.threads = 3;
	opts.memory_soft = (uint64_t)1 << 30;
	opts.gc_percent = 50;
	opts.kernels = QK_KERNELS_GENERIC;
	OK(qk_runtime_config(&opts, &err));
	bad.struct_size = sizeof bad;
	STATUS(QK_OK, qk_runtime_opts_init(&bad));
	CHECK(memcmp(&opts, &bad, sizeof opts) == 0);

	bad.threads = 0;
	FAILS(QK_ERR_INVALID_ARG, "threads", qk_runtime_config(&bad, &err));
	bad = opts;
	bad.threads = UINT32_MAX;
	FAILS(QK_ERR_INVALID_ARG, "threads", qk_runtime_config(&bad, &err));
	bad = opts;
	bad.gc_percent = 9;
	FAILS(QK_ERR_INVALID_ARG, "gc_percent", qk_runtime_config(&bad, &err));
	bad = opts;
	bad.memory_soft = 0;
	FAILS(QK_ERR_INVALID_ARG, "memory_soft", qk_runtime_config(&bad, &err));
	bad = opts;
	bad.kernels = 5;
	FAILS(QK_ERR_INVALID_ARG, "kernels is 5, expected 0 to 4", qk_runtime_config(&bad, &err));
	bad.kernels = before.kernels == QK_KERNELS_NEON ? QK_KERNELS_AVX2 : QK_KERNELS_NEON; /* another machine's */
	FAILS(QK_ERR_INVALID_ARG, "kernels", qk_runtime_config(&bad, &err));
	bad = opts;
	bad.language = 2;
	FAILS(QK_ERR_INVALID_ARG, "language is 2, expected 0 to 1", qk_runtime_config(&bad, &err));
	bad = opts;
	bad.reserved = 1;
	FAILS(QK_ERR_INVALID_ARG, "reserved is 1, expected 0", qk_runtime_config(&bad, &err));
	opts.kernels = QK_KERNELS_BEST;
	OK(qk_runtime_config(&opts, &err));
	STATUS(QK_OK, qk_runtime_opts_init(&bad));
	CHECK(bad.kernels == before.kernels);
	FAILS(QK_ERR_INVALID_ARG, "opts is NULL", qk_runtime_config(NULL, &err));

	opts = before;
	opts.language = QK_LANGUAGE_CHINESE;
	OK(qk_runtime_config(&opts, &err));
	FAILS(QK_ERR_INVALID_ARG, "opts 为 NULL，应为 32 字节的结构", qk_runtime_config(NULL, &err));
	bad = before;
	bad.struct_size = offsetof(qk_runtime_opts, language); /* the first version leaves it as it is */
	bad.language = 7;
	OK(qk_runtime_config(&bad, &err));
	FAILS(QK_ERR_INVALID_ARG, "opts 为 NULL", qk_runtime_config(NULL, &err));
	OK(qk_runtime_config(&before, NULL));
	FAILS(QK_ERR_INVALID_ARG, "opts is NULL", qk_runtime_config(NULL, &err));
}

static void stats(void)
{
	char version[64];
	qk_board board;
	snprintf(version, sizeof version, "\"version\":\"%s\"", qk_version());
	OK(qk_runtime_stats(TEXT));
	HAS("\"schema\":\"qikit/runtime/1\"");
	CHECK(strstr(text, version) != NULL);
	HAS("\"xiangqi\"");
	HAS("\"board\":0");
	board = start_board();
	OK(qk_runtime_stats(TEXT));
	HAS("\"board\":1");
	STATUS(QK_OK, qk_board_free(board));
	OK(qk_runtime_stats(TEXT));
	HAS("\"board\":0");
	/* The numbers in it change from call to call, so not by BUFFERS. */
	FAILS(QK_ERR_BUFFER, "expected at least", qk_runtime_stats(NULL, 0, &length, &err));
	CHECK(length > 100);
	FAILS(QK_ERR_INVALID_ARG, "buf is NULL", qk_runtime_stats(NULL, 1, &length, &err));
}

void test_library(void)
{
	CHECK(qk_abi_version() == QK_ABI_VERSION);
	CHECK(qk_version()[0] >= '0' && qk_version()[0] <= '9' && strchr(qk_version(), '.') != NULL);
	layout();
	names();
	runtime();
	stats();
}

/* Every struct that goes in or out, with every wrong size. */
void test_structs(void)
{
	struct {
		qk_runtime_opts now;
		unsigned char later[24];
	} grown;
	struct {
		qk_outcome now;
		unsigned char later[4096];
	} outcome;
	qk_board board = start_board();
	qk_engine engine = small_engine();
	qk_search_opts search;
	qk_job_info info;
	qk_job job = 0;
	uint32_t size;

	memset(&grown, 0, sizeof grown);
	grown.now.struct_size = sizeof grown.now;
	STATUS(QK_OK, qk_runtime_opts_init(&grown.now));
	for (size = 0; size < offsetof(qk_runtime_opts, language); size++) {
		grown.now.struct_size = size;
		FAILS(QK_ERR_VERSION, "struct_size", qk_runtime_config(&grown.now, &err));
	}
	grown.now.struct_size = sizeof grown;
	OK(qk_runtime_config(&grown.now, &err));
	grown.later[23] = 1;
	FAILS(QK_ERR_VERSION, "compile with the header of this library", qk_runtime_config(&grown.now, &err));
	grown.now.struct_size = UINT32_MAX;
	FAILS(QK_ERR_VERSION, "set it to sizeof", qk_runtime_config(&grown.now, &err));

	memset(&outcome, 0, sizeof outcome);
	outcome.now.struct_size = sizeof outcome.now + 8;
	OK(qk_board_outcome(board, &outcome.now, &err));
	CHECK(outcome.now.over == 0 && outcome.now.winner == -1 && outcome.now.side[0] == 0 && outcome.now.reason[0] == 0);
	CHECK(outcome.now.struct_size == sizeof outcome.now + 8);
	outcome.later[0] = 1;
	FAILS(QK_ERR_VERSION, "outcome->struct_size", qk_board_outcome(board, &outcome.now, &err));
	outcome.now.struct_size = sizeof outcome.now - 1;
	FAILS(QK_ERR_VERSION, "outcome->struct_size", qk_board_outcome(board, &outcome.now, &err));
	FAILS(QK_ERR_INVALID_ARG, "outcome is NULL", qk_board_outcome(board, NULL, &err));

	STATUS(QK_ERR_INVALID_ARG, qk_search_opts_init(NULL));
	search.struct_size = sizeof search;
	STATUS(QK_OK, qk_search_opts_init(&search));
	CHECK(search.struct_size == sizeof search && search.lines == 1 && search.depth == 0 && search.fresh == 0);
	/* A program made with the first version: what lies behind is its own. */
	search.clock_us = 7;
	search.lines = 9;
	search.struct_size = offsetof(qk_search_opts, clock_us);
	STATUS(QK_OK, qk_search_opts_init(&search));
	CHECK(search.struct_size == offsetof(qk_search_opts, clock_us) && search.lines == 1 && search.clock_us == 7);
	search.depth = 1;
	search.reserved = 1;
	OK(qk_engine_search(engine, board, &search, &job, &err));
	CHECK(finish(job) == QK_JOB_DONE);
	job = 0;
	search.struct_size = 0;
	STATUS(QK_ERR_VERSION, qk_search_opts_init(&search));
	search.struct_size = UINT32_MAX;
	STATUS(QK_ERR_VERSION, qk_search_opts_init(&search));
	search.struct_size = offsetof(qk_search_opts, clock_us) - 4;
	FAILS(QK_ERR_VERSION, "opts->struct_size", qk_engine_search(engine, board, &search, &job, &err));
	CHECK(job == 0);

	job = endless_job(engine, board);
	memset(&info, 0, sizeof info);
	STATUS(QK_ERR_VERSION, qk_job_poll(job, &info));
	info.struct_size = sizeof info - 1;
	STATUS(QK_ERR_VERSION, qk_job_poll(job, &info));
	info.struct_size = UINT32_MAX;
	STATUS(QK_ERR_VERSION, qk_job_poll(job, &info));
	STATUS(QK_ERR_INVALID_ARG, qk_job_poll(job, NULL));
	info.struct_size = sizeof info;
	STATUS(QK_OK, qk_job_poll(job, &info));
	STATUS(QK_OK, qk_job_free(job));

	/* An error struct that is too small is not written to. */
	memset(&err, '#', sizeof err);
	err.struct_size = sizeof err - 1;
	STATUS(QK_ERR_HANDLE, qk_board_undo(1, &err));
	CHECK(err.message[0] == '#' && err.code != QK_ERR_HANDLE);
	err.struct_size = 0;
	STATUS(QK_ERR_HANDLE, qk_board_undo(1, &err));
	CHECK(err.message[0] == '#');
	/* Success leaves it alone. */
	err.struct_size = sizeof err;
	STATUS(QK_OK, qk_board_outcome(board, (outcome.now.struct_size = sizeof outcome.now, &outcome.now), &err));
	CHECK(err.message[0] == '#');

	STATUS(QK_OK, qk_engine_free(engine));
	STATUS(QK_OK, qk_board_free(board));
}
