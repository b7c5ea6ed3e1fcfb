/* What a host may do to its process, as the header tells it. */
#define _XOPEN_SOURCE 700 /* setitimer, SA_ONSTACK */
#include "harness.h"

#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

/* ------------------------------------------------------------- signals -- */

static volatile sig_atomic_t ticks;

/* A profiler's handler: it has kilobytes of frames. */
static void on_tick(int number)
{
	volatile char frames[6000];
	memset((void *)frames, number, sizeof frames);
	ticks += frames[number] == number;
}

static void on_other(int number) { ticks += number > 0; }

static struct sigaction action(void (*handler)(int))
{
	struct sigaction a;
	memset(&a, 0, sizeof a);
	a.sa_handler = handler;
	a.sa_flags = SA_RESTART; /* as signal() does it, without SA_ONSTACK */
	return a;
}

static int has_stack(int number)
{
	struct sigaction a;
	return sigaction(number, NULL, &a) == 0 && (a.sa_flags & SA_ONSTACK) && (a.sa_flags & SA_RESTART);
}

static volatile sig_atomic_t over;

static void *calls(void *board)
{
	char out[64];
	while (!over)
		qk_board_side(*(qk_board *)board, out, sizeof out, NULL, NULL);
	return NULL;
}

void test_signals(void)
{
	static const int own[] = { SIGBUS, SIGFPE, SIGSEGV, SIGPIPE, SIGURG };
	struct itimerval often = { { 0, 1000 }, { 0, 1000 } }, never = { { 0, 0 }, { 0, 0 } };
	struct sigaction a = action(on_tick), b = action(on_other), now;
	qk_runtime_opts runtime;
	qk_board board = start_board();
	qk_engine engine = small_engine();
	qk_job job;
	pthread_t thread;
	double end;
	size_t i;
	int n;

	/* The library has handlers of these five, and of no other. */
	for (n = 1; n < 32; n++) {
		int ours = 0;
		for (i = 0; i < sizeof own / sizeof own[0]; i++)
			ours |= n == own[i];
		if (n != SIGKILL && n != SIGSTOP && !(ours && n == SIGPIPE)) { /* a host may ignore SIGPIPE */
			CHECK(sigaction(n, NULL, &now) == 0);
			CHECK((now.sa_handler != SIG_DFL && now.sa_handler != SIG_IGN) == ours);
		}
	}

	/* At once, after qk_runtime_config. */
	runtime.struct_size = sizeof runtime;
	STATUS(QK_OK, qk_runtime_opts_init(&runtime));
	CHECK(sigaction(SIGUSR1, &a, NULL) == 0 && !has_stack(SIGUSR1));
	OK(qk_runtime_config(&runtime, &err));
	CHECK(has_stack(SIGUSR1));
	CHECK(sigaction(SIGUSR1, NULL, &now) == 0 && now.sa_handler == on_tick);

	/* A profiler that begins while the library works. */
	job = endless_job(engine, board);
	CHECK(sigaction(SIGPROF, &a, NULL) == 0);
	for (end = worked() + 20; !has_stack(SIGPROF) && worked() < end;) /* until then a tick can end the process */
		OK(qk_board_moves(board, TEXT));
	CHECK(has_stack(SIGPROF) && setitimer(ITIMER_PROF, &often, NULL) == 0);
	for (end = worked() + 20; ticks < 100 && worked() < end;) {
		OK(qk_board_moves(board, TEXT));
		CHECK(state_of(job) == QK_JOB_RUNNING);
	}
	CHECK(setitimer(ITIMER_PROF, &never, NULL) == 0);
	CHECK(ticks >= 100);
	STATUS(QK_OK, qk_job_free(job));

	/* What a thread installs is never lost to the look of another. */
	CHECK(pthread_create(&thread, NULL, calls, &board) == 0);
	for (end = seconds() + 0.2, n = 0; seconds() < end; n++) {
		struct sigaction *next = n % 2 ? &a : &b;
		CHECK(sigaction(SIGUSR2, next, NULL) == 0);
		while (!has_stack(SIGUSR2) && seconds() < end)
			qk_runtime_config(&runtime, NULL);
		CHECK(sigaction(SIGUSR2, NULL, &now) == 0 && now.sa_handler == next->sa_handler);
	}
	over = 1;
	pthread_join(thread, NULL);
	STATUS(QK_OK, qk_engine_free(engine));
	STATUS(QK_OK, qk_board_free(board));
}

/* -------------------------------------------------------------- memory -- */

/* A figure of /proc/self/status in kilobytes. */
static long status_of(const char *name)
{
	char line[256];
	long kb = -1;
	FILE *f = fopen("/proc/self/status", "r");
	while (f != NULL && fgets(line, sizeof line, f) != NULL)
		if (strncmp(line, name, strlen(name)) == 0)
			kb = atol(line + strlen(name) + 1);
	if (f != NULL)
		fclose(f);
	return kb;
}

/* What the process takes itself: how many pages of the library's file are mapped
 * beside it is up to the system, which can drop them. */
static long own(const char *name) { return status_of(name) - status_of("RssFile"); }

static long before;

static void begin(void)
{
	FILE *f = fopen("/proc/self/clear_refs", "w"); /* the peak begins anew */
	if (f != NULL) {
		fputs("5", f);
		fclose(f);
	}
	before = own("VmRSS");
}

/* The peak since begin is at most so many megabytes, as the header says. */
static void took(const char *what, long most)
{
	long kb = own("VmHWM") - before;
	printf("%s: %.1f MB of %ld\n", what, (double)kb / 1024, most);
	check(kb <= most * 1024, __FILE__, __LINE__, what);
}

/* An engine's table and 40 MB. */
static void searched(const char *game)
{
	qk_board board = 0;
	qk_engine engine = 0;
	qk_job job = 0;
	qk_search_opts opts;
	begin();
	OK(qk_board_new(STR(game), NULL, 0, NULL, 0, 0, &board, &err));
	OK(qk_engine_new(STR(game), LIT("{\"table_mb\": 8}"), &engine, &err));
	opts.struct_size = sizeof opts;
	STATUS(QK_OK, qk_search_opts_init(&opts));
	opts.time_us = 200000;
	OK(qk_engine_search(engine, board, &opts, &job, &err));
	CHECK(finish(job) == QK_JOB_DONE);
	took(game, 40 + 8);
	STATUS(QK_OK, qk_engine_free(engine));
	STATUS(QK_OK, qk_board_free(board));
}

/* A review takes 50 MB for each worker, and so much more: for all reviews, or for a long record. */
static void reviewed(const char *sgf, const char *what, int workers, long more)
{
	char options[80];
	long most = 50 * workers + more;
	qk_job job = 0;
	sprintf(options, "{\"user\": \"black\", \"effort\": \"quick\", \"workers\": %d}", workers);
	begin();
	OK(qk_review_start(STR(sgf), STR(options), &job, &err));
	CHECK(finish(job) == QK_JOB_DONE);
	took(what, most);
}

static void books(void)
{
	qk_job job = 0;
	qk_book book = 0;
	begin();
	OK(qk_book_generate(STR(book_options(in_dir("m.qkb"), "")), &job, &err));
	CHECK(finish(job) == QK_JOB_DONE);
	took("a book job of two workers", 2 * 40);
	begin();
	OK(qk_book_open(STR(in_dir("m.qkb")), &book, &err));
	OK(qk_book_export(book, STR(in_dir("m.jsonl")), LIT("jsonl"), &job, &err));
	CHECK(finish(job) == QK_JOB_DONE);
	took("a book", 20);
	STATUS(QK_OK, qk_book_free(book));
}

/* Each megabyte of a record takes ten, whatever it says: this one names all
 * points of the board but a few, again and again. */
static void long_record(void)
{
	static const char begins[] = "(;FF[4]GM[1]SZ[9]RU[Capture-1]AB";
	const size_t size = 4 << 20;
	char *sgf = (char *)malloc(size + 64);
	size_t at = sizeof begins - 1;
	memcpy(sgf, begins, at);
	for (; at < size; at += 7)
		memcpy(sgf + at, "[aa:ih]", 7);
	strcpy(sgf + at, ";B[ai];W[bi])");
	reviewed(sgf, "a record of 4 MB", 1, 10 * 4);
	free(sgf);
}

/* The bounds that the header tells. For the library as it ships: sanitizers
 * take more. */
void test_memory(void)
{
	static const char game[] = "(;FF[4]GM[1]SZ[9]RU[Capture-1];B[be];W[cc];B[ed];W[de];B[dd];W[ce];B[dc];W[bd];B[ee];W[ae])";
	static qk_board boards[5000];
	qk_gateway gateway = 0;
	size_t i;
	before = 0;
	took("loaded", 20);
	searched("surakarta");
	searched("go");
	searched("capturego");
	searched("xiangqi");
	books();
	reviewed(game, "a review", 1, 16); /* the first */
	reviewed(game, "a review with two workers", 2, 0);
	begin();
	OK(qk_gateway_start(LIT("{}"), &gateway, &err));
	took("a gateway", 10);
	STATUS(QK_OK, qk_gateway_free(gateway));
	begin();
	for (i = 0; i < sizeof boards / sizeof boards[0]; i++)
		OK(qk_board_new(LIT("go"), NULL, 0, NULL, 0, 0, &boards[i], &err));
	took("5000 boards of 10 KB", 10 + 50);
	for (i = 0; i < sizeof boards / sizeof boards[0]; i++)
		STATUS(QK_OK, qk_board_free(boards[i]));
	long_record();
}
