/* Searches a position of Xiangqi for its two best moves and prints the report.
 *
 *     cc -std=c99 search.c $(pkg-config --cflags --libs qikit) -o search
 *     ./search [MOVE ...]
 *
 * The moves are played first. The report is JSON, as include/schema/search-result.json
 * describes it. */
#include <qikit.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Prints why a call failed, and exits. */
static void need(qk_status status, const char *what, const qk_error *err)
{
	if (status == QK_OK)
		return;
	fprintf(stderr, "%s: %s: %s\n", what, qk_status_name(status), err->message);
	exit(1);
}

int main(int argc, char **argv)
{
	static char report[16384];
	qk_error err = QK_ERROR_INIT;
	qk_search_opts limits;
	qk_board board;
	qk_engine engine;
	qk_job job;
	int i;
	need(qk_board_new("xiangqi", 7, NULL, 0, NULL, 0, 0, &board, &err), "qk_board_new", &err);
	for (i = 1; i < argc; i++)
		need(qk_board_play(board, argv[i], strlen(argv[i]), &err), argv[i], &err);
	need(qk_engine_new("xiangqi", 7, NULL, 0, &engine, &err), "qk_engine_new", &err);
	limits.struct_size = sizeof limits;
	need(qk_search_opts_init(&limits), "qk_search_opts_init", &err);
	limits.depth = 8;
	limits.lines = 2;
	need(qk_engine_search(engine, board, &limits, &job, &err), "qk_engine_search", &err);
	while (qk_job_wait(job, 1000, &err) == QK_ERR_TIMEOUT)
		fputs("searching\n", stderr);
	need(qk_job_result(job, report, sizeof report, NULL, &err), "qk_job_result", &err);
	puts(report);
	qk_job_free(job);
	qk_engine_free(engine);
	return qk_board_free(board) == QK_OK ? 0 : 1;
}
