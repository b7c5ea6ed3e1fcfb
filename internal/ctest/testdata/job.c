#include "harness.h"

static void perft(void)
{
	qk_board board = start_board();
	qk_job job = 0;
	qk_job_info info;
	OK(qk_board_perft(board, 3, &job, &err));
	OK(await(job));
	BUFFERS(qk_job_result, job);
	OK(qk_job_result(job, TEXT));
	HAS("\"schema\":\"qikit/perft/1\"");
	HAS("\"nodes\":79666");
	memset(&info, 0xee, sizeof info);
	info.struct_size = sizeof info;
	STATUS(QK_OK, qk_job_poll(job, &info));
	CHECK(info.state == QK_JOB_DONE && info.left == 0 && info.events == 0 && info.rate >= 0);
	FAILS(QK_ERR_NOT_FOUND, "no event", qk_job_event(job, TEXT));
	OK(qk_job_cancel(job, &err));
	CHECK(state_of(job) == QK_JOB_DONE);
	FAILS(QK_ERR_INVALID_ARG, "60000", qk_job_wait(job, 60001, &err));
	STATUS(QK_OK, qk_job_free(job));
	OK(qk_board_perft(board, 0, &job, &err));
	CHECK(finish(job) == QK_JOB_DONE);
	HAS("\"nodes\":1}");
	FAILS(QK_ERR_INVALID_ARG, "depth is 21", qk_board_perft(board, 21, &job, &err));
	FAILS(QK_ERR_INVALID_ARG, "job is NULL", qk_board_perft(board, 1, NULL, &err));

	/* Cancelled before there is anything. */
	OK(qk_board_perft(board, 20, &job, &err));
	sleep_ms(20);
	CHECK(state_of(job) == QK_JOB_RUNNING);
	OK(qk_job_cancel(job, &err));
	OK(await(job));
	FAILS(QK_ERR_CANCELLED, "", qk_job_result(job, TEXT));
	STATUS(QK_OK, qk_job_free(job));
	STATUS(QK_OK, qk_board_free(board));
}

/* An event that does not fit stays in the queue. */
static void events(void)
{
	qk_board board = start_board();
	qk_engine engine = small_engine();
	qk_search_opts opts;
	qk_job job = 0;
	qk_job_info info;
	uint64_t waiting;
	opts.struct_size = sizeof opts;
	STATUS(QK_OK, qk_search_opts_init(&opts));
	opts.depth = 2;
	OK(qk_engine_search(engine, board, &opts, &job, &err));
	OK(await(job));
	info.struct_size = sizeof info;
	STATUS(QK_OK, qk_job_poll(job, &info));
	waiting = info.events;
	CHECK(waiting > 0 && waiting <= 256);
	FAILS(QK_ERR_BUFFER, "expected at least", qk_job_event(job, NULL, 0, &length, &err));
	FAILS(QK_ERR_BUFFER, "expected at least", qk_job_event(job, text, length, &length, &err));
	FAILS(QK_ERR_INVALID_ARG, "buf is NULL", qk_job_event(job, NULL, 9, &length, &err));
	STATUS(QK_OK, qk_job_poll(job, &info));
	CHECK(info.events == waiting);
	OK(qk_job_event(job, text, length + 1, &length, &err));
	STATUS(QK_OK, qk_job_poll(job, &info));
	CHECK(info.events == waiting - 1);
	STATUS(QK_OK, qk_job_free(job));
	STATUS(QK_OK, qk_engine_free(engine));
	STATUS(QK_OK, qk_board_free(board));
}

/* As many jobs as can live, one more, and all again after they are freed. */
static void limit(void)
{
	enum { most = 4096 };
	static qk_job all[most];
	qk_board board = start_board();
	qk_job job = 0;
	int round, i;
	for (round = 0; round < 2; round++) {
		for (i = 0; i < most; i++)
			if (qk_board_perft(board, 0, &all[i], NULL) != QK_OK)
				break;
		CHECK(i == most);
		FAILS(QK_ERR_LIMIT, "free some", qk_board_perft(board, 0, &job, &err));
		CHECK(job == 0);
		for (i = 0; i < most; i++)
			if (qk_job_free(all[i]) != QK_OK)
				break;
		CHECK(i == most);
	}
	STATUS(QK_OK, qk_board_free(board));
}

void test_job(void)
{
	perft();
	events();
	limit();
}
