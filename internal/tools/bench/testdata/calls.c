/* Times calls of the C interface: calls LIBRARY - prints "key value" lines. */
#define _POSIX_C_SOURCE 200809L
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "qikit.h"

static double now(clockid_t clock) {
	struct timespec t;
	clock_gettime(clock, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* The shortest time of a round of calls, in ns a call. */
#define BEST(result, body)                                                                                             \
	do {                                                                                                           \
		result = 1e18;                                                                                         \
		for (int round = 0; round < 7; round++) {                                                              \
			double t0 = now(CLOCK_THREAD_CPUTIME_ID);                                                      \
			for (int i = 0; i < calls; i++) body;                                                          \
			double each = (now(CLOCK_THREAD_CPUTIME_ID) - t0) / calls;                                     \
			if (each < result) result = each;                                                              \
		}                                                                                                      \
	} while (0)

int main(int argc, char **argv) {
	enum { calls = 200000 };
	qk_board board = 0;
	qk_job job = 0;
	qk_job_info info;
	char side[16], expected[16];
	double call, work, poll;
	volatile size_t sink = 0;

	if (argc != 2) return 2;
	double start = now(CLOCK_MONOTONIC);
	void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
	if (!library) {
		fprintf(stderr, "%s\n", dlerror());
		return 1;
	}
	/* A function pointer out of dlsym, without a cast that C99 frowns upon. */
	qk_status (*new_board)(qk_str, size_t, qk_str, size_t, qk_str, size_t, uint32_t, qk_board *, qk_error *);
	qk_status (*board_side)(qk_board, char *, size_t, size_t *, qk_error *);
	qk_status (*perft)(qk_board, uint32_t, qk_job *, qk_error *);
	qk_status (*job_poll)(qk_job, qk_job_info *);
	*(void **)&new_board = dlsym(library, "qk_board_new");
	*(void **)&board_side = dlsym(library, "qk_board_side");
	*(void **)&perft = dlsym(library, "qk_board_perft");
	*(void **)&job_poll = dlsym(library, "qk_job_poll");
	if (!new_board || !board_side || !perft || !job_poll) return 1;
	if (new_board("xiangqi", 7, NULL, 0, NULL, 0, 0, &board, NULL) != QK_OK) return 1;
	printf("load_ms %.3f\n", (now(CLOCK_MONOTONIC) - start) / 1e6);

	/* The work of the call itself: to copy out a short text. */
	strcpy(expected, "red");
	BEST(call, sink += (size_t)board_side(board, side, sizeof side, NULL, NULL));
	BEST(work, {
		memcpy(side, expected, strlen(expected) + 1);
		sink += (size_t)side[0];
	});
	printf("call_ns %.1f\n", call - work);

	if (perft(board, 1, &job, NULL) != QK_OK) return 1;
	info.struct_size = sizeof info;
	BEST(poll, sink += (size_t)job_poll(job, &info));
	printf("poll_ns %.1f\n", poll);
	return strcmp(side, expected) != 0;
}
