#include "harness.h"

/* Every call that takes a handle, with one that it must refuse. */
static void refused(uint64_t handle, qk_status want)
{
	qk_outcome outcome;
	qk_search_opts opts;
	qk_job_info info;
	uint64_t made = 0, cursor = 0;
	outcome.struct_size = sizeof outcome;
	info.struct_size = sizeof info;
	opts.struct_size = sizeof opts;
	STATUS(QK_OK, qk_search_opts_init(&opts));
#define REFUSED(call) FAILS(want, "", call); CHECK(err.code == want && err.message[0] != 0)
	REFUSED(qk_board_copy(handle, &made, &err));
	REFUSED(qk_board_position(handle, TEXT));
	REFUSED(qk_board_side(handle, TEXT));
	REFUSED(qk_board_moves(handle, TEXT));
	REFUSED(qk_board_play(handle, LIT("h2e2"), &err));
	REFUSED(qk_board_undo(handle, &err));
	REFUSED(qk_board_outcome(handle, &outcome, &err));
	REFUSED(qk_board_report(handle, TEXT));
	REFUSED(qk_board_format(handle, LIT("h2e2"), LIT("uci"), TEXT));
	REFUSED(qk_board_view(handle, 0, 0, TEXT));
	REFUSED(qk_board_svg(handle, NULL, 0, TEXT));
	REFUSED(qk_board_men(handle, TEXT));
	REFUSED(qk_board_text(handle, 0, TEXT));
	REFUSED(qk_board_planes(handle, TEXT));
	REFUSED(qk_board_attackers(handle, LIT("e4"), NULL, 0, TEXT));
	REFUSED(qk_board_perft(handle, 1, &made, &err));
	REFUSED(qk_engine_search(handle, handle, &opts, &made, &err));
	REFUSED(qk_engine_evaluate(handle, handle, NULL, 0, TEXT));
	REFUSED(qk_engine_clear(handle, &err));
	REFUSED(qk_job_wait(handle, 0, &err));
	REFUSED(qk_job_cancel(handle, &err));
	REFUSED(qk_job_result(handle, TEXT));
	REFUSED(qk_job_event(handle, TEXT));
	REFUSED(qk_book_count(handle, &made, &err));
	REFUSED(qk_book_lookup(handle, NULL, 0, TEXT));
	REFUSED(qk_book_read(handle, &cursor, 1, TEXT));
	REFUSED(qk_book_columns(handle, NULL, 0, &cursor, 1, TEXT));
	REFUSED(qk_book_export(handle, STR(in_dir("x")), LIT("jsonl"), &made, &err));
	REFUSED(qk_book_export_start(handle, STR(in_dir("x")), LIT("jsonl"), NULL, 0, &made, &err));
	REFUSED(qk_book_merge(handle, STR(in_dir("x")), &made, &err));
	REFUSED(qk_book_prune(handle, NULL, 0, &made, &err));
	REFUSED(qk_book_stats(handle, &made, &err));
	REFUSED(qk_book_import(handle, STR(in_dir("x")), &made, &err));
	REFUSED(qk_samples_open(handle, NULL, 0, &made, &cursor, &err));
	REFUSED(qk_samples_next(handle, 1, NULL, 0, NULL, &made, &err));
	REFUSED(qk_samples_rewind(handle, 0, &err));
	REFUSED(qk_games_count(handle, &made, &err));
	REFUSED(qk_games_json(handle, 0, TEXT));
	REFUSED(qk_games_board(handle, 0, 0, &made, &err));
	REFUSED(qk_games_write(handle, NULL, 0, TEXT));
#undef REFUSED
	STATUS(want, qk_job_poll(handle, &info));
	CHECK(made == 0 && cursor == 0);
	if (handle != 0) {
		STATUS(want, qk_board_free(handle));
		STATUS(want, qk_engine_free(handle));
		STATUS(want, qk_job_free(handle));
		STATUS(want, qk_book_free(handle));
		STATUS(want, qk_samples_free(handle));
		STATUS(want, qk_games_free(handle));
	}
}

/* A handle of one type in the calls of all others. */
static void wrong_type(uint64_t board, uint64_t engine, uint64_t job, uint64_t book)
{
	qk_job_info info;
	qk_search_opts opts;
	qk_job made = 0;
	info.struct_size = sizeof info;
	opts.struct_size = sizeof opts;
	STATUS(QK_OK, qk_search_opts_init(&opts));
	FAILS(QK_ERR_HANDLE, "is of type engine, expected a live handle of type board", qk_board_undo(engine, &err));
	FAILS(QK_ERR_HANDLE, "is of type job, expected a live handle of type board", qk_board_undo(job, &err));
	FAILS(QK_ERR_HANDLE, "is of type book, expected a live handle of type board", qk_board_undo(book, &err));
	FAILS(QK_ERR_HANDLE, "is of type board, expected a live handle of type engine", qk_engine_clear(board, &err));
	FAILS(QK_ERR_HANDLE, "is of type board", qk_engine_search(board, board, &opts, &made, &err));
	FAILS(QK_ERR_HANDLE, "is of type engine", qk_engine_search(engine, engine, &opts, &made, &err));
	FAILS(QK_ERR_HANDLE, "is of type board, expected a live handle of type job", qk_job_cancel(board, &err));
	FAILS(QK_ERR_HANDLE, "is of type job, expected a live handle of type book", qk_book_stats(job, &made, &err));
	STATUS(QK_ERR_HANDLE, qk_job_poll(board, &info));
	STATUS(QK_ERR_HANDLE, qk_job_poll(book, &info));
	STATUS(QK_ERR_HANDLE, qk_board_free(job));
	STATUS(QK_ERR_HANDLE, qk_job_free(board));
	STATUS(QK_ERR_HANDLE, qk_engine_free(book));
	STATUS(QK_ERR_HANDLE, qk_book_free(engine));
	CHECK(made == 0);
	/* Still alive, all of them. */
	OK(qk_board_side(board, TEXT));
	OK(qk_engine_clear(engine, &err));
	STATUS(QK_OK, qk_job_poll(job, &info));
	OK(qk_book_count(book, &made, &err));
}

void test_handles(void)
{
	static const uint64_t invented[] = { 0, 1, 0xffffffffu, 0x100000000u, UINT64_MAX, (uint64_t)1 << 63, (uint64_t)1 << 56,
		                             (uint64_t)2 << 56, (uint64_t)3 << 56, ((uint64_t)3 << 56) | 4095, ((uint64_t)3 << 56) | 4096,
		                             ((uint64_t)4 << 56) | 0xffffffu, (uint64_t)5 << 56, ((uint64_t)1 << 56) | ((uint64_t)1 << 32) | 255,
		                             ((uint64_t)1 << 56) | ((uint64_t)1 << 32) | 1000000 };
	qk_board board = start_board(), again;
	qk_engine engine = small_engine();
	qk_book book = small_book(in_dir("handles.qkb"));
	qk_job job = 0;
	size_t i;
	OK(qk_board_perft(board, 1, &job, &err));
	OK(await(job));
	for (i = 0; i < sizeof invented / sizeof invented[0]; i++)
		refused(invented[i], QK_ERR_HANDLE);
	for (i = 0; i < 64; i++)
		if (((uint64_t)1 << i) != 0 && (board ^ ((uint64_t)1 << i)) != job && (board ^ ((uint64_t)1 << i)) != engine &&
		    (board ^ ((uint64_t)1 << i)) != book)
			FAILS(QK_ERR_HANDLE, "", qk_board_undo(board ^ ((uint64_t)1 << i), &err));
	wrong_type(board, engine, job, book);
	STATUS(QK_OK, qk_board_free(board));
	STATUS(QK_OK, qk_engine_free(engine));
	STATUS(QK_OK, qk_job_free(job));
	STATUS(QK_OK, qk_book_free(book));
	/* Stale ones, also when another lives in their place. */
	again = start_board();
	CHECK(again != board);
	refused(board, QK_ERR_HANDLE);
	refused(engine, QK_ERR_HANDLE);
	refused(job, QK_ERR_HANDLE);
	refused(book, QK_ERR_HANDLE);
	STATUS(QK_OK, qk_board_free(again));
}

void test_panic(void)
{
	qk_board board = start_board(), other = start_board();
	qk_engine engine = small_engine();
	qk_book book = small_book(in_dir("panic.qkb"));
	qk_job job = 0;
	qk_job_info info;
	uint32_t kind;
	uint64_t count;
	info.struct_size = sizeof info;
	for (kind = 0; kind < 2; kind++)
		FAILS(QK_ERR_PANIC, "drill", qk_debug_panic(0, kind, &err));
	FAILS(QK_ERR_INVALID_ARG, "kind is 2", qk_debug_panic(board, 2, &err));
	FAILS(QK_ERR_HANDLE, "", qk_debug_panic(12345, 0, &err));
	FAILS(QK_ERR_HANDLE, "", qk_debug_panic(UINT64_MAX, 0, &err));
	FAILS(QK_ERR_HANDLE, "", qk_debug_panic((uint64_t)1 << 56, 1, &err));
	OK(qk_board_side(board, TEXT));

	OK(qk_board_perft(board, 1, &job, &err));
	OK(await(job));
	FAILS(QK_ERR_PANIC, "drill in the call", qk_debug_panic(board, 0, &err));
	FAILS(QK_ERR_PANIC, "drill in a worker", qk_debug_panic(engine, 1, &err));
	FAILS(QK_ERR_PANIC, "drill in the call", qk_debug_panic(job, 0, &err));
	FAILS(QK_ERR_PANIC, "drill in a worker", qk_debug_panic(book, 1, &err));

	/* Poisoned: every call says so, and freeing works. */
	FAILS(QK_ERR_PANIC, "can only be freed", qk_board_side(board, TEXT));
	FAILS(QK_ERR_PANIC, "can only be freed", qk_board_undo(board, &err));
	FAILS(QK_ERR_PANIC, "can only be freed", qk_engine_clear(engine, &err));
	FAILS(QK_ERR_PANIC, "can only be freed", qk_job_result(job, TEXT));
	FAILS(QK_ERR_PANIC, "can only be freed", qk_book_count(book, &count, &err));
	FAILS(QK_ERR_PANIC, "can only be freed", qk_debug_panic(board, 0, &err));
	STATUS(QK_ERR_PANIC, qk_job_poll(job, &info));
	STATUS(QK_OK, qk_board_free(board));
	STATUS(QK_OK, qk_engine_free(engine));
	STATUS(QK_OK, qk_job_free(job));
	STATUS(QK_OK, qk_book_free(book));
	STATUS(QK_ERR_HANDLE, qk_board_free(board));
	/* The slot of the poisoned job is as good as new. */
	OK(qk_board_perft(other, 1, &job, &err));
	CHECK(finish(job) == QK_JOB_DONE);
	STATUS(QK_OK, qk_board_free(other));
}
