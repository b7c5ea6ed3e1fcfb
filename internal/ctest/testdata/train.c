#include "harness.h"

static const char *train_options(const char *out, const char *more)
{
	static char options[12288];
	snprintf(options, sizeof options,
	         "{\"books\": [\"%s\"], \"out\": \"%s\", \"width\": 16, \"passes\": 2, \"batch\": 64, \"held_out\": 0.3%s}",
	         in_dir("lessons.qkb"), out, more);
	return options;
}

static qk_status trained(const char *out, const char *more)
{
	qk_job job = 0;
	qk_status status;
	OK(qk_train_start(STR(train_options(out, more)), &job, &err));
	OK(await(job));
	fresh();
	status = qk_job_result(job, TEXT);
	STATUS(QK_OK, qk_job_free(job));
	return status;
}

void test_train(void)
{
	qk_job job = 0;
	qk_engine engine = 0;
	qk_board board = 0;
	static char out[4096], options[8192];
	snprintf(out, sizeof out, "%s", in_dir("learnt.qnet"));
	snprintf(options, sizeof options,
	         "{\"game\": \"xiangqi\", \"out\": \"%s\", \"games\": 20, \"seed\": 7, \"max_plies\": 40, "
	         "\"depth\": {\"scope\": \"ply\", \"distribution\": \"list\", \"depths\": [1, 2]}, \"reevaluate\": null}",
	         in_dir("lessons.qkb"));
	OK(qk_book_generate(STR(options), &job, &err));
	CHECK(finish(job) == QK_JOB_DONE);

	CHECK(trained(out, "") == QK_OK);
	HAS("{\"schema\":\"qikit/train/1\",\"game\":\"xiangqi\",\"positions\":");
	CHECK(trained(out, "") == QK_ERR_STATE);
	CHECK(trained(in_dir("other.qnet"), ", \"game\": \"chess\"") == QK_ERR_INVALID_ARG);
	snprintf(options, sizeof options, "{\"net\": \"%s\"}", out);
	OK(qk_engine_new(LIT("xiangqi"), STR(options), &engine, &err));
	STATUS(QK_OK, qk_engine_free(engine));
	snprintf(options, sizeof options, "{\"kind\": \"mcts\", \"net\": \"%s\"}", out);
	OK(qk_engine_new(LIT("xiangqi"), STR(options), &engine, &err));
	OK(qk_board_new(LIT("xiangqi"), NULL, 0, NULL, 0, 0, &board, &err));
	OK(qk_engine_evaluate(engine, board, NULL, 0, TEXT));
	HAS("\"total\":");
	HAS("\"network\":");
	STATUS(QK_OK, qk_board_free(board));
	STATUS(QK_OK, qk_engine_free(engine));

	job = 7;
	FAILS(QK_ERR_INVALID_ARG, "pases", qk_train_start(LIT("{\"pases\": 1}"), &job, &err));
	FAILS(QK_ERR_INVALID_ARG, "books is [], expected paths", qk_train_start(NULL, 0, &job, &err));
	FAILS(QK_ERR_INVALID_ARG, "options is NULL", qk_train_start(NULL, 3, &job, &err));
	FAILS(QK_ERR_INVALID_ARG, "job is NULL", qk_train_start(STR(train_options(out, "")), NULL, &err));
	CHECK(job == 7);
}
