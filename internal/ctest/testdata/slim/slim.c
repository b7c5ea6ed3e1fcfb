/* What a phone has of the slim library, and what it does not: absent.h calls all that is absent. */
#include "qikit.h"

#include <stdio.h>
#include <string.h>

static char buf[1 << 20];
static size_t needed;
static qk_error err = QK_ERROR_INIT;
static int failures;

static void is(qk_status got, qk_status want, const char *call)
{
	if (got == want)
		return;
	failures++;
	printf("%s: %s, want %s: %s\n", call, qk_status_name(got), qk_status_name(want), err.message);
}
#define OK(call) is((call), QK_OK, #call)

static void absent(qk_status got, const char *call)
{
	is(got, QK_ERR_UNSUPPORTED, call);
	if (strstr(err.message, "slim library") == NULL)
		printf("%s says: %s\n", call, err.message), failures++;
	err.message[0] = 0;
}

#include "absent.h"

static void result(qk_job job, const char *want)
{
	OK(qk_job_wait(job, 60000, &err));
	OK(qk_job_result(job, buf, sizeof buf, &needed, &err));
	if (strstr(buf, want) == NULL)
		printf("no %s in %s\n", want, buf), failures++;
	OK(qk_job_free(job));
}

int main(void)
{
	static const char game[] = "(;GM[1]SZ[5]RU[Capture-1];B[be];W[cc];B[ed];W[de];B[dd];W[ce])";
	static const char quick[] = "{\"user\": \"black\", \"effort\": \"quick\", \"visits\": 32, \"target_visits\": 32,"
				    " \"demonstrate_visits\": 32, \"target_time\": 0, \"demonstrate_time\": 0, \"proof_nodes\": 60}";
	static const char *const games[] = { "xiangqi", "surakarta", "chess", "capturego", "go" };
	static const char book[] = "{\"book\": \"a.qkb\"}";
	qk_search_opts opts;
	qk_board board;
	qk_engine engine;
	qk_job job;
	size_t i;
	for (i = 0; i < sizeof games / sizeof *games; i++) {
		opts.struct_size = sizeof opts;
		OK(qk_search_opts_init(&opts));
		*(i < 3 ? (uint64_t *)&opts.nodes : &opts.visits) = 200;
		OK(qk_board_new(games[i], strlen(games[i]), NULL, 0, NULL, 0, 0, &board, &err));
		OK(qk_engine_new(games[i], strlen(games[i]), NULL, 0, &engine, &err));
		OK(qk_engine_search(engine, board, &opts, &job, &err));
		result(job, "\"best\":\"");
		OK(qk_engine_free(engine));
		OK(qk_board_free(board));
	}
	OK(qk_review_start(game, strlen(game), quick, strlen(quick), &job, &err));
	result(job, "\"ended\":\"complete\"");
	absent(qk_engine_new("xiangqi", 7, book, strlen(book), &engine, &err), "qk_engine_new with a book");
	OK(qk_runtime_stats(buf, sizeof buf, &needed, &err));
	all_absent();
	printf("%d failures\n", failures);
	return failures > 0;
}
