#include "harness.h"

#include <sys/wait.h>
#include <unistd.h>

/* In the child: every call answers FORKED, at once. */
static void in_child(qk_board board, qk_engine engine, qk_job job)
{
	qk_runtime_opts runtime;
	qk_search_opts opts;
	qk_job_info info;
	qk_outcome outcome;
	uint64_t made = 0;
	info.struct_size = sizeof info;
	outcome.struct_size = sizeof outcome;
	memset(&runtime, 0, sizeof runtime);
	runtime.struct_size = sizeof runtime;
	memset(&opts, 0, sizeof opts);
	opts.struct_size = sizeof opts;
#define FORKED(call) FAILS(QK_ERR_FORKED, "forked child", call)
	STATUS(QK_ERR_FORKED, qk_runtime_opts_init(&runtime));
	FORKED(qk_runtime_config(&runtime, &err));
	FORKED(qk_runtime_stats(TEXT));
	FORKED(qk_debug_panic(board, 0, &err));
	FORKED(qk_board_new(LIT("xiangqi"), NULL, 0, NULL, 0, 0, &made, &err));
	FORKED(qk_board_copy(board, &made, &err));
	FORKED(qk_board_position(board, TEXT));
	FORKED(qk_board_side(board, TEXT));
	FORKED(qk_board_moves(board, TEXT));
	FORKED(qk_board_play(board, LIT("h2e2"), &err));
	FORKED(qk_board_undo(board, &err));
	FORKED(qk_board_outcome(board, &outcome, &err));
	FORKED(qk_board_report(board, TEXT));
	FORKED(qk_board_format(board, LIT("h2e2"), LIT("uci"), TEXT));
	FORKED(qk_board_view(board, 0, 0, TEXT));
	FORKED(qk_board_svg(board, NULL, 0, TEXT));
	FORKED(qk_board_men(board, TEXT));
	FORKED(qk_board_text(board, 0, TEXT));
	FORKED(qk_board_planes(board, TEXT));
	FORKED(qk_board_attackers(board, LIT("e4"), NULL, 0, TEXT));
	FORKED(qk_board_perft(board, 3, &made, &err));
	STATUS(QK_ERR_FORKED, qk_board_free(board));
	FORKED(qk_engine_new(LIT("xiangqi"), NULL, 0, &made, &err));
	STATUS(QK_ERR_FORKED, qk_search_opts_init(&opts));
	FORKED(qk_engine_search(engine, board, &opts, &made, &err));
	FORKED(qk_engine_evaluate(engine, board, NULL, 0, TEXT));
	FORKED(qk_engine_clear(engine, &err));
	STATUS(QK_ERR_FORKED, qk_engine_free(engine));
	STATUS(QK_ERR_FORKED, qk_job_poll(job, &info));
	FORKED(qk_job_wait(job, 60000, &err));
	FORKED(qk_job_cancel(job, &err));
	FORKED(qk_job_result(job, TEXT));
	FORKED(qk_job_event(job, TEXT));
	STATUS(QK_ERR_FORKED, qk_job_free(job));
	FORKED(qk_book_generate(LIT("{}"), &made, &err));
	FORKED(qk_book_open(LIT("x"), &made, &err));
	FORKED(qk_book_create(LIT("xiangqi"), LIT("x"), &made, &err));
	FORKED(qk_book_check(LIT("x"), &made, &err));
	FORKED(qk_book_repair(LIT("x"), LIT("y"), &made, &err));
	FORKED(qk_book_count(1, &made, &err));
	FORKED(qk_book_lookup(1, NULL, 0, TEXT));
	FORKED(qk_book_read(1, &made, 1, TEXT));
	FORKED(qk_book_columns(1, NULL, 0, &made, 1, TEXT));
	FORKED(qk_book_export(1, LIT("x"), LIT("jsonl"), &made, &err));
	FORKED(qk_book_export_start(1, LIT("x"), LIT("jsonl"), NULL, 0, &made, &err));
	FORKED(qk_book_minimax_start(LIT("x"), &made, &err));
	FORKED(qk_book_merge(1, LIT("x"), &made, &err));
	FORKED(qk_book_prune(1, NULL, 0, &made, &err));
	FORKED(qk_book_stats(1, &made, &err));
	FORKED(qk_book_import(1, LIT("x"), &made, &err));
	FORKED(qk_samples_open(1, NULL, 0, &made, &made, &err));
	FORKED(qk_samples_next(1, 1, NULL, 0, NULL, &made, &err));
	FORKED(qk_samples_rewind(1, 0, &err));
	STATUS(QK_ERR_FORKED, qk_samples_free(1));
	STATUS(QK_ERR_FORKED, qk_book_free(1));
#undef FORKED
	CHECK(made == 0);
	/* What C answers alone still answers. */
	CHECK(qk_abi_version() == QK_ABI_VERSION && qk_version() != NULL && qk_status_name(0)[0] == 'Q');
}

void test_fork(void)
{
	qk_board board = start_board();
	qk_engine engine = small_engine();
	qk_job job = endless_job(engine, board);
	int status = 0;
	pid_t child;
	fflush(stdout);
	child = fork();
	if (child == 0) {
		alarm(20); /* a call that hangs must not hang the tests */
		in_child(board, engine, job);
		fflush(stdout);
		_exit(failures > 0);
	}
	CHECK(child > 0 && waitpid(child, &status, 0) == child);
	CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	/* The parent is none the worse for it. */
	CHECK(state_of(job) == QK_JOB_RUNNING);
	STATUS(QK_OK, qk_job_free(job));
	STATUS(QK_OK, qk_engine_free(engine));
	STATUS(QK_OK, qk_board_free(board));
}
