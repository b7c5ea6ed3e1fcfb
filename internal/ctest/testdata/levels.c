/* What the levels of each game play, by the table that the tests of all bindings read. */
#include "harness.h"

static void plays(const char *game, const char *rules, const char *position, int level, const char *move)
{
	char options[128], best[64];
	qk_search_opts opts;
	qk_board board = 0;
	qk_engine engine = 0;
	qk_job job = 0;
	snprintf(options, sizeof options, "{\"level\": %d, \"seed\": 7, \"table_mb\": 1, \"deterministic\": true}", level);
	snprintf(best, sizeof best, "\"best\":\"%s\"", move);
	OK(qk_board_new(STR(game), STR(position), STR(rules), 0, &board, &err));
	OK(qk_engine_new(STR(game), STR(options), &engine, &err));
	opts.struct_size = sizeof opts;
	OK(qk_search_opts_init(&opts));
	opts.nodes = 100;
	OK(qk_engine_search(engine, board, &opts, &job, &err));
	CHECK(finish(job) == QK_JOB_DONE);
	check(strstr(text, best) != NULL, game, level, best);
	STATUS(QK_OK, qk_engine_free(engine));
	STATUS(QK_OK, qk_board_free(board));
}

void test_levels(void)
{
	static char line[4096];
	FILE *table = fopen(in_dir("levels.tsv"), "r");
	int rows = 0;
	CHECK(table != NULL);
	if (table == NULL)
		return;
	while (fgets(line, sizeof line, table) != NULL) {
		char *field[4], *at = line;
		int i, level;
		if (line[0] == '#')
			continue;
		line[strcspn(line, "\n")] = 0;
		for (i = 0; i < 4; i++) {
			field[i] = at;
			at += strcspn(at, "\t");
			if (*at != 0)
				*at++ = 0;
		}
		for (at = field[3], level = 1; level <= 10; level++) {
			char *move = at;
			at += strcspn(at, " ");
			if (*at != 0)
				*at++ = 0;
			plays(field[0], field[1], field[2], level, move);
		}
		rows++;
	}
	CHECK(rows >= 9);
	fclose(table);
}
