#include "harness.h"

#include <pthread.h>

enum { threads = 6, rounds = 300 };

/* What the threads fight over. Slots are written without a lock on purpose:
 * a handle read while another thread frees it must answer, not crash. */
static volatile qk_board boards[4];
static volatile qk_job jobs[4];
static qk_engine engine;
static int surprises;

static void expect(qk_status status, const char *call, int a, int b, int c, int d)
{
	if (status == QK_OK || status == a || status == b || status == c || status == d)
		return;
	__atomic_fetch_add(&surprises, 1, __ATOMIC_SEQ_CST);
	printf("threads: %s returned %s\n", call, qk_status_name(status));
}

static void one_round(unsigned *random, char *buf, size_t cap)
{
	static const char *const moves[] = { "h2e2", "h9g7", "b0c2", "a3a4", "nonsense", "a0a9" };
	qk_job_info info;
	qk_search_opts opts;
	qk_board made;
	qk_job job;
	size_t n;
	unsigned r = (*random = *random * 1103515245u + 12345u) >> 8;
	qk_board board = boards[r & 3];
	qk_job some = jobs[r >> 2 & 3];
	const char *move = moves[r >> 4 & 7 ? (r >> 4 & 7) % 6 : 0];
	info.struct_size = sizeof info;
	switch (r >> 8 & 15) {
	case 0:
		expect(qk_board_free(board), "free", QK_ERR_HANDLE, 0, 0, 0);
		if (qk_board_new(LIT("xiangqi"), NULL, 0, NULL, 0, 0, &made, NULL) == QK_OK) {
			made = __atomic_exchange_n(&boards[r & 3], made, __ATOMIC_SEQ_CST);
			expect(qk_board_free(made), "free", QK_ERR_HANDLE, 0, 0, 0);
		}
		break;
	case 1: case 2:
		expect(qk_board_play(board, STR(move), NULL), "play", QK_ERR_HANDLE, QK_ERR_PARSE, QK_ERR_RULES, 0);
		break;
	case 3:
		expect(qk_board_undo(board, NULL), "undo", QK_ERR_HANDLE, QK_ERR_STATE, 0, 0);
		break;
	case 4:
		expect(qk_board_report(board, buf, cap, &n, NULL), "report", QK_ERR_HANDLE, 0, 0, 0);
		break;
	case 5:
		expect(qk_board_moves(board, buf, r & 63, &n, NULL), "moves", QK_ERR_HANDLE, QK_ERR_BUFFER, 0, 0);
		break;
	case 6: case 7: case 8: case 9:
		expect(qk_job_poll(some, &info), "poll", QK_ERR_HANDLE, 0, 0, 0);
		break;
	case 10:
		expect(qk_job_cancel(some, NULL), "cancel", QK_ERR_HANDLE, 0, 0, 0);
		break;
	case 11:
		expect(qk_job_event(some, buf, cap, &n, NULL), "event", QK_ERR_HANDLE, QK_ERR_NOT_FOUND, 0, 0);
		break;
	case 12:
		expect(qk_job_wait(some, 1, NULL), "wait", QK_ERR_HANDLE, QK_ERR_TIMEOUT, 0, 0);
		break;
	case 13:
		expect(qk_job_result(some, buf, cap, &n, NULL), "result", QK_ERR_HANDLE, QK_ERR_STATE, QK_ERR_CANCELLED, 0);
		break;
	case 14:
		job = 0;
		opts.struct_size = sizeof opts;
		if (qk_search_opts_init(&opts) != QK_OK)
			break;
		opts.depth = 1 + (r & 1);
		expect(qk_engine_search(engine, board, &opts, &job, NULL), "search", QK_ERR_HANDLE, 0, 0, 0);
		job = __atomic_exchange_n(&jobs[r >> 2 & 3], job, __ATOMIC_SEQ_CST);
		expect(qk_job_free(job), "free", QK_ERR_HANDLE, 0, 0, 0);
		break;
	default:
		expect(qk_job_free(some), "free", QK_ERR_HANDLE, 0, 0, 0);
	}
}

static void *hammer(void *seed)
{
	unsigned random = (unsigned)(size_t)seed;
	char *buf = (char *)malloc(1 << 16);
	int i;
	for (i = 0; i < rounds; i++)
		one_round(&random, buf, 1 << 16);
	free(buf);
	return NULL;
}

/* Many threads that free the same handle: exactly one does it. */
static qk_board prey;
static int caught;

static void *hunt(void *unused)
{
	if (qk_board_free(prey) == QK_OK)
		__atomic_fetch_add(&caught, 1, __ATOMIC_SEQ_CST);
	return unused;
}

void test_threads(void)
{
	pthread_t all[threads];
	size_t i;
	int round;
	engine = small_engine();
	for (i = 0; i < 4; i++)
		boards[i] = start_board();
	for (i = 0; i < threads; i++)
		CHECK(pthread_create(&all[i], NULL, hammer, (void *)(i + 1)) == 0);
	for (i = 0; i < threads; i++)
		CHECK(pthread_join(all[i], NULL) == 0);
	CHECK(surprises == 0);
	for (i = 0; i < 4; i++) {
		qk_board_free(boards[i]);
		qk_job_free(jobs[i]);
	}
	STATUS(QK_OK, qk_engine_free(engine));
	for (round = 0; round < 50; round++) {
		prey = start_board();
		caught = 0;
		for (i = 0; i < threads; i++)
			CHECK(pthread_create(&all[i], NULL, hunt, NULL) == 0);
		for (i = 0; i < threads; i++)
			CHECK(pthread_join(all[i], NULL) == 0);
		CHECK(caught == 1);
	}
	OK(qk_runtime_stats(TEXT));
	HAS("\"handles\":{\"board\":0,\"book\":0,\"engine\":0,\"games\":0,\"gateway\":0,\"job\":0,\"review\":0,\"samples\":0,\"sgcp_client\":0,\"sgcp_decoder\":0}");
}
