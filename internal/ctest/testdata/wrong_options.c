/* What every call says of wrong options: the table that the tests of all
 * bindings read, too. */
#include "harness.h"

struct things {
	qk_board xiangqi, surakarta;
	qk_engine engine;
	qk_book book;
	qk_review review;
	qk_games games;
};

/* The status of a call, or of the job that it started. */
static qk_status ended(qk_status status, const qk_job *started)
{
	qk_job job = *started;
	if (status != QK_OK)
		return status;
	STATUS(QK_OK, await(job));
	fresh();
	status = qk_job_result(job, TEXT);
	STATUS(QK_OK, qk_job_free(job));
	return status;
}

/* Whether the error says the words, and nothing behind them unless they end in
 * a space. */
static int says(const char *words)
{
	const char *at = strstr(err.message, words);
	size_t n = strlen(words);
	return at != NULL && (words[n - 1] == ' ' || at[n] == 0);
}

/* Makes the call, which is to fail; 1 if there is such a call. */
static int called(const struct things *t, const char *call, const char *options, qk_status *status)
{
	const char *game = strncmp(call, "board.", 6) == 0 ? call + 6 : "";
	qk_board board = 0;
	qk_engine engine = 0;
	qk_gateway gateway = 0;
	qk_sgcp_client client = 0;
	qk_games games = 0;
	qk_job job = 0;
	fresh();
	if (strcmp(game, "svg") == 0)
		*status = qk_board_svg(t->xiangqi, STR(options), TEXT);
	else if (game[0] != 0)
		*status = qk_board_new(STR(game), NULL, 0, STR(options), 0, &board, &err);
	else if (strcmp(call, "engine") == 0)
		*status = qk_engine_new(LIT("xiangqi"), STR(options), &engine, &err);
	else if (strcmp(call, "evaluate") == 0)
		*status = qk_engine_evaluate(t->engine, t->surakarta, STR(options), TEXT);
	else if (strcmp(call, "game.read") == 0)
		*status = qk_games_read(LIT("1. C2.5 *"), STR(options), &games, &err);
	else if (strcmp(call, "game.write") == 0)
		*status = qk_games_write(t->games, STR(options), TEXT);
	else if (strcmp(call, "tables") == 0)
		*status = ended(qk_tables_build(LIT("surakarta"), STR(dir), STR(options), &job, &err), &job);
	else if (strcmp(call, "book.generate") == 0)
		*status = ended(qk_book_generate(STR(options), &job, &err), &job);
	else if (strcmp(call, "book.prune") == 0)
		*status = ended(qk_book_prune(t->book, STR(options), &job, &err), &job);
	else if (strcmp(call, "review") == 0)
		*status = ended(qk_review_start(LIT("(;SZ[5]RU[Capture-1];B[cc];W[aa])"), STR(options), &job, &err), &job);
	else if (strcmp(call, "review.svg") == 0)
		*status = qk_review_svg(t->review, STR(options), TEXT);
	else if (strcmp(call, "selfplay") == 0)
		*status = ended(qk_selfplay_start(STR(options), &job, &err), &job);
	else if (strcmp(call, "match") == 0)
		*status = ended(qk_selfplay_match(STR(options), &job, &err), &job);
	else if (strcmp(call, "rollout") == 0)
		*status = ended(qk_selfplay_rollout(STR(options), &job, &err), &job);
	else if (strcmp(call, "train") == 0)
		*status = ended(qk_train_start(STR(options), &job, &err), &job);
	else if (strcmp(call, "gateway") == 0)
		*status = qk_gateway_start(STR(options), &gateway, &err);
	else if (strcmp(call, "sgcp.client") == 0)
		*status = qk_sgcp_client_open(STR(options), &client, &job, &err);
	else if (strcmp(call, "terminal") == 0)
		*status = qk_terminal_join(STR(options), &job, &err);
	else
		return 0;
	return 1;
}

void test_wrong_options(void)
{
	static char line[4096], path[4096];
	struct things t;
	qk_job job = 0;
	FILE *table;
	int rows = 0;
	snprintf(path, sizeof path, "%s", in_dir("wrong_options.tsv"));
	table = fopen(path, "r");
	CHECK(table != NULL);
	if (table == NULL)
		return;
	t.xiangqi = start_board();
	OK(qk_games_read(LIT("1. C2.5 *"), NULL, 0, &t.games, &err));
	OK(qk_board_new(LIT("surakarta"), NULL, 0, NULL, 0, 0, &t.surakarta, &err));
	OK(qk_engine_new(LIT("surakarta"), LIT("{\"table_mb\": 1}"), &t.engine, &err));
	OK(qk_book_create(LIT("xiangqi"), STR(in_dir("empty.qkb")), &t.book, &err));
	OK(qk_review_start(LIT("(;SZ[5]RU[Capture-1];B[cc];W[aa];B[bb];W[ab])"),
	                   LIT("{\"user\": \"black\", \"visits\": 16, \"target_visits\": 16, \"target_time\": 0}"), &job, &err));
	CHECK(finish(job) == QK_JOB_DONE);
	OK(qk_review_parse(text, length, &t.review, &err));
	while (fgets(line, sizeof line, table) != NULL) {
		char *field[5], *at = line;
		qk_status status = QK_OK;
		int i;
		if (line[0] == '#')
			continue;
		line[strcspn(line, "\n")] = 0;
		for (i = 0; i < 5; i++) {
			field[i] = at;
			at += strcspn(at, "\t");
			if (*at != 0)
				*at++ = 0;
		}
		rows++;
		check(called(&t, field[0], field[3], &status), path, rows, field[0]);
		check(strcmp(qk_status_name(status), field[2]) == 0 && says(field[4]), field[0], rows, field[3]);
	}
	CHECK(rows > 100);
	fclose(table);
	STATUS(QK_OK, qk_games_free(t.games));
	STATUS(QK_OK, qk_review_free(t.review));
	STATUS(QK_OK, qk_book_free(t.book));
	STATUS(QK_OK, qk_engine_free(t.engine));
	STATUS(QK_OK, qk_board_free(t.surakarta));
	STATUS(QK_OK, qk_board_free(t.xiangqi));
}
