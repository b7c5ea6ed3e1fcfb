#include "harness.h"

#include <time.h>

int checks, failures;
const char *dir;
char text[1 << 20];
size_t length;
qk_error err;

void check(int good, const char *file, int line, const char *what)
{
	checks++;
	if (good)
		return;
	failures++;
	if (failures <= 12)
		printf("%s:%d: not so: %s\n\ttext %.300s\n\terr %.300s\n", file, line, what, text, err.message);
}

void check_status(qk_status got, qk_status want, const char *needle, const char *file, int line, const char *what)
{
	checks++;
	if (got == want) {
		if (needle == NULL || needle[0] == 0)
			return;
		if (err.code == want && strstr(err.message, needle) != NULL)
			return;
		failures++;
		if (failures <= 12)
			printf("%s:%d: %s\n\terr is %s: %s\n\texpected the text to hold \"%s\"\n", file, line, what,
			       qk_status_name(err.code), err.message, needle);
		return;
	}
	failures++;
	if (failures <= 12)
		printf("%s:%d: %s\n\treturned %s, expected %s; err: %s\n", file, line, what, qk_status_name(got),
		       qk_status_name(want), err.message);
}

void fresh(void)
{
	err.struct_size = sizeof err;
	err.code = QK_OK;
	err.message[0] = 0;
}

double seconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Seconds that this process had of the processors: a limit on work, on a busy machine too. */
double worked(void)
{
	struct timespec now;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void sleep_ms(int ms)
{
	struct timespec t;
	t.tv_sec = ms / 1000;
	t.tv_nsec = (long)(ms % 1000) * 1000000;
	nanosleep(&t, NULL);
}

const char *in_dir(const char *name)
{
	static char paths[4][4096];
	static int next;
	char *path = paths[next++ % 4];
	snprintf(path, sizeof paths[0], "%s/%s", dir, name);
	return path;
}

qk_board start_board(void)
{
	qk_board board = 0;
	OK(qk_board_new(LIT("xiangqi"), NULL, 0, NULL, 0, 0, &board, &err));
	CHECK(board != 0 && board >> 63 == 0);
	return board;
}

qk_engine small_engine(void)
{
	qk_engine engine = 0;
	OK(qk_engine_new(LIT("xiangqi"), LIT("{\"table_mb\": 1}"), &engine, &err));
	return engine;
}

qk_job endless_job(qk_engine engine, qk_board board)
{
	qk_search_opts opts;
	qk_job job = 0;
	opts.struct_size = sizeof opts;
	OK(qk_search_opts_init(&opts));
	OK(qk_engine_search(engine, board, &opts, &job, &err));
	return job;
}

uint32_t state_of(qk_job job)
{
	qk_job_info info;
	info.struct_size = sizeof info;
	STATUS(QK_OK, qk_job_poll(job, &info));
	return info.state;
}

qk_status await(qk_job job)
{
	qk_status status;
	do {
		fresh();
		status = qk_job_wait(job, 60000, &err);
	} while (status == QK_ERR_TIMEOUT);
	return status;
}

uint32_t finish(qk_job job)
{
	uint32_t state;
	OK(await(job));
	state = state_of(job);
	text[0] = 0;
	fresh();
	qk_job_result(job, TEXT);
	STATUS(QK_OK, qk_job_free(job));
	return state;
}

const char *book_options(const char *out, const char *more)
{
	static const char *const usual[][2] = {
		{ "\"game\"", "\"xiangqi\"" }, { "\"games\"", "3" }, { "\"max_plies\"", "8" }, { "\"workers\"", "2" },
		{ "\"seed\"", "7" }, { "\"depth\"", "{\"distribution\": \"list\", \"depths\": [1, 2]}" }, { "\"reevaluate\"", "null" },
	};
	static char options[8192];
	size_t i, n = (size_t)snprintf(options, sizeof options, "{\"out\": \"%s\"", out);
	for (i = 0; i < sizeof usual / sizeof usual[0]; i++)
		if (strstr(more, usual[i][0]) == NULL) /* a key given twice is refused */
			n += (size_t)snprintf(options + n, sizeof options - n, ", %s: %s", usual[i][0], usual[i][1]);
	snprintf(options + n, sizeof options - n, "%s}", more);
	return options;
}

qk_book small_book(const char *path)
{
	qk_job job = 0;
	qk_book book = 0;
	OK(qk_book_generate(STR(book_options(path, "")), &job, &err));
	CHECK(finish(job) == QK_JOB_DONE);
	OK(qk_book_open(STR(path), &book, &err));
	return book;
}

/* A caller who lies about its buffer: for the test of the sanitizer itself. Not
 * among the sections listed. */
static void overrun(void)
{
	qk_board board = start_board();
	char *small = (char *)malloc(8);
	qk_board_position(board, small, 4096, &length, &err);
	free(small);
}

typedef struct section {
	const char *name;
	void (*run)(void);
} section;

static const section sections[] = {
	{ "library", test_library }, { "board", test_board },     { "text", test_text },       { "engine", test_engine },
	{ "job", test_job },         { "handles", test_handles }, { "structs", test_structs }, { "panic", test_panic },
	{ "fork", test_fork },       { "threads", test_threads }, { "book", test_book },       { "book_bad", test_book_bad },
	{ "disk", test_disk },       { "samples", test_samples },      { "surakarta", test_surakarta }, { "chinesecheckers", test_chinesecheckers }, { "chess", test_chess }, { "games", test_games },  { "selfplay", test_selfplay }, { "train", test_train },
	{ "review", test_review },
	{ "sgcp", test_sgcp },
	{ "gateway", test_gateway },
	{ "terminal", test_terminal },
	{ "wrong_options", test_wrong_options },
	{ "levels", test_levels },
	{ "signals", test_signals },
	{ "memory", test_memory },
};

/* harness SECTION DIRECTORY, without arguments it lists the sections. */
int main(int argc, char **argv)
{
	size_t i;
	if (argc == 3 && strcmp(argv[1], "overrun") == 0) {
		overrun();
		return 0;
	}
	for (i = 0; i < sizeof sections / sizeof sections[0]; i++) {
		if (argc < 3) {
			if (sections[i].run != test_memory) /* has a test of its own */
				puts(sections[i].name);
			continue;
		}
		if (strcmp(argv[1], sections[i].name) != 0)
			continue;
		dir = argv[2];
		sections[i].run();
		printf("%s: %d checks, %d failed\n", argv[1], checks, failures);
		return failures > 0;
	}
	return argc < 3 ? 0 : 2;
}
