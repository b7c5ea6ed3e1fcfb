#include "harness.h"

static void making(void)
{
	static const char *const bad[] = {
		"{", "[]", "3", "{\"kind\": \"oracle\"}", "{\"kindd\": \"mcts\"}", "{\"workers\": 0}", "{\"workers\": 1e9}",
		"{\"workers\": \"two\"}", "{\"level\": 11}", "{\"table_mb\": -1}", "{\"table_mb\": 99999999}",
		"{\"timeout\": 0}", "{\"seed\": -1}", "{\"visits_factor\": 0.5}",
	};
	qk_engine engine = 5;
	size_t i;
	for (i = 0; i < sizeof bad / sizeof bad[0]; i++)
		FAILS(QK_ERR_INVALID_ARG, "engine:", qk_engine_new(LIT("xiangqi"), STR(bad[i]), &engine, &err));
	FAILS(QK_ERR_NOT_FOUND, "\"ludus\"", qk_engine_new(LIT("ludus"), NULL, 0, &engine, &err));
	FAILS(QK_ERR_NOT_FOUND, "/nowhere/engine",
	      qk_engine_new(LIT("xiangqi"), LIT("{\"kind\": \"uci\", \"path\": \"/nowhere/engine\"}"), &engine, &err));
	FAILS(QK_ERR_NOT_FOUND, "no-such-program",
	      qk_engine_new(LIT("xiangqi"), LIT("{\"kind\": \"ucci\", \"path\": \"no-such-program\"}"), &engine, &err));
	FAILS(QK_ERR_INVALID_ARG, "path", qk_engine_new(LIT("xiangqi"), LIT("{\"kind\": \"uci\"}"), &engine, &err));
	FAILS(QK_ERR_INVALID_ARG, "options is NULL", qk_engine_new(LIT("xiangqi"), NULL, 2, &engine, &err));
	FAILS(QK_ERR_INVALID_ARG, "engine is NULL", qk_engine_new(LIT("xiangqi"), NULL, 0, NULL, &err));
	CHECK(engine == 5);
	STATUS(QK_OK, qk_engine_free(0));
	OK(qk_engine_new(LIT("xiangqi"), LIT("{\"kind\": \"mcts\", \"seed\": 18446744073709551615}"), &engine, &err));
	STATUS(QK_OK, qk_engine_free(engine));
}

static void searching(qk_engine engine, qk_board board)
{
	qk_search_opts opts, bad;
	qk_job job = 0;
	int events = 0;
	opts.struct_size = sizeof opts;
	STATUS(QK_OK, qk_search_opts_init(&opts));
	opts.depth = 3;
	opts.lines = 2;
	OK(qk_engine_search(engine, board, &opts, &job, &err));
	/* The board may be used meanwhile. */
	OK(qk_board_play(board, LIT("h2e2"), &err));
	OK(qk_board_undo(board, &err));
	OK(await(job));
	while (qk_job_event(job, TEXT) == QK_OK) {
		HAS("\"schema\":\"qikit/search-result/1\"");
		events++;
	}
	CHECK(events >= 3 && state_of(job) == QK_JOB_DONE);
	BUFFERS(qk_job_result, job);
	OK(qk_job_result(job, TEXT));
	HAS("\"schema\":\"qikit/search-result/1\"");
	HAS("\"depth\":3");
	HAS("\"best\":\"");
	STATUS(QK_OK, qk_job_free(job));

	job = 9;
	bad = opts;
	bad.depth = 101;
	FAILS(QK_ERR_INVALID_ARG, "depth is 101", (qk_engine_search(engine, board, &bad, &job, &err) == QK_OK && job != 9
	                                           ? (await(job), qk_job_result(job, TEXT)) : err.code));
	bad = opts;
	bad.lines = 0;
	FAILS(QK_ERR_INVALID_ARG, "lines is 0", (qk_engine_search(engine, board, &bad, &job, &err) == QK_OK
	                                         ? (await(job), qk_job_result(job, TEXT)) : err.code));
	bad = opts;
	bad.fresh = 2;
	FAILS(QK_ERR_INVALID_ARG, "fresh is 2", qk_engine_search(engine, board, &bad, &job, &err));
	bad = opts;
	bad.reserved = 1;
	FAILS(QK_ERR_INVALID_ARG, "reserved is 1", qk_engine_search(engine, board, &bad, &job, &err));
	bad = opts;
	bad.moves_to_go = 3;
	FAILS(QK_ERR_INVALID_ARG, "3 moves to go without a clock", (qk_engine_search(engine, board, &bad, &job, &err) == QK_OK
	                                    ? (await(job), qk_job_result(job, TEXT)) : err.code));
	bad = opts;
	bad.depth = 0;
	bad.clock_us = 200000;
	OK(qk_engine_search(engine, board, &bad, &job, &err));
	OK(await(job));
	OK(qk_job_result(job, TEXT));
	STATUS(QK_OK, qk_job_free(job));
	job = 9;
	bad = opts;
	bad.nodes = UINT64_MAX;
	FAILS(QK_ERR_INVALID_ARG, "nodes", (qk_engine_search(engine, board, &bad, &job, &err) == QK_OK
	                                    ? (await(job), qk_job_result(job, TEXT)) : err.code));
	bad = opts;
	bad.time_us = UINT64_MAX;
	FAILS(QK_ERR_INVALID_ARG, "time", (qk_engine_search(engine, board, &bad, &job, &err) == QK_OK
	                                   ? (await(job), qk_job_result(job, TEXT)) : err.code));
	bad = opts;
	bad.visits = 10;
	bad.depth = 0;
	bad.nodes = bad.time_us = 0;
	FAILS(QK_ERR_INVALID_ARG, "10 visits", (qk_engine_search(engine, board, &bad, &job, &err) == QK_OK
	                                        ? (await(job), qk_job_result(job, TEXT)) : err.code));
	FAILS(QK_ERR_INVALID_ARG, "opts is NULL", qk_engine_search(engine, board, NULL, &job, &err));
	FAILS(QK_ERR_INVALID_ARG, "job is NULL", qk_engine_search(engine, board, &opts, NULL, &err));
	FAILS(QK_ERR_HANDLE, "type board", qk_engine_search(engine, 0, &opts, &job, &err));
	OK(qk_engine_clear(engine, &err));
}

/* A finished game has no best move, and that is no error. */
static void finished_game(qk_engine engine)
{
	qk_board board = 0;
	qk_search_opts opts;
	qk_job job = 0;
	OK(qk_board_new(LIT("xiangqi"), LIT("1R2k4/R8/9/9/9/9/9/9/9/3K5 b - - 0 1"), NULL, 0, 0, &board, &err));
	opts.struct_size = sizeof opts;
	STATUS(QK_OK, qk_search_opts_init(&opts));
	opts.depth = 2;
	OK(qk_engine_search(engine, board, &opts, &job, &err));
	CHECK(finish(job) == QK_JOB_DONE);
	HAS("\"best\":null");
	STATUS(QK_OK, qk_board_free(board));
}

static void evaluating(qk_engine engine, qk_board board)
{
	qk_engine tree = 0;
	OK(qk_engine_evaluate(engine, board, NULL, 0, TEXT));
	HAS("\"schema\":\"qikit/evaluation/1\"");
	HAS("\"mobility\":");
	HAS("\"total\":");
	HAS("\"network\":");
	OK(qk_engine_evaluate(engine, board, LIT(" { } "), TEXT));
	BUFFERS(qk_engine_evaluate, engine, board, LIT("{}"));
	FAILS(QK_ERR_INVALID_ARG, "role", qk_engine_evaluate(engine, board, LIT("{\"role\": \"front\"}"), TEXT));
	FAILS(QK_ERR_INVALID_ARG, "options is NULL", qk_engine_evaluate(engine, board, NULL, 3, TEXT));
	OK(qk_engine_new(LIT("xiangqi"), LIT("{\"kind\": \"mcts\", \"evaluator\": \"terms\"}"), &tree, &err));
	/* A tree search explains itself only with a network: see train.c. */
	FAILS(QK_ERR_UNSUPPORTED, "mcts has no static evaluation", qk_engine_evaluate(tree, board, NULL, 0, TEXT));
	STATUS(QK_OK, qk_engine_free(tree));
}

static void cancelling(qk_engine engine, qk_board board)
{
	qk_job job = endless_job(engine, board);
	double before, took = 9;
	int tries;
	sleep_ms(100);
	FAILS(QK_ERR_STATE, "still running", qk_job_result(job, TEXT));
	FAILS(QK_ERR_TIMEOUT, "still running", qk_job_wait(job, 0, &err));
	FAILS(QK_ERR_TIMEOUT, "after 5 ms", qk_job_wait(job, 5, &err));
	for (tries = 0; tries < 4; tries++) { /* a busy machine may be late once */
		before = seconds();
		OK(qk_job_cancel(job, &err));
		OK(await(job));
		took = seconds() - before;
		if (took < 2)
			break;
		STATUS(QK_OK, qk_job_free(job));
		job = endless_job(engine, board);
		sleep_ms(100);
	}
	CHECK(took < 2);
	CHECK(state_of(job) == QK_JOB_CANCELLED);
	OK(qk_job_cancel(job, &err));
	OK(qk_job_result(job, TEXT));
	HAS("\"best\":\"");
	STATUS(QK_OK, qk_job_free(job));

	/* Freeing the engine cancels what it searches; the job stays readable. */
	job = endless_job(engine, board);
	STATUS(QK_OK, qk_engine_free(engine));
	OK(await(job));
	CHECK(state_of(job) == QK_JOB_CANCELLED);
	STATUS(QK_OK, qk_job_free(job));
}

void test_engine(void)
{
	qk_board board = start_board();
	qk_engine engine;
	making();
	engine = small_engine();
	searching(engine, board);
	finished_game(engine);
	evaluating(engine, board);
	cancelling(engine, board);
	STATUS(QK_OK, qk_board_free(board));
}
