#include "harness.h"

/* Black a2 takes b1 round one corner, or round the other three. */
#define TWO_WAYS "6/6/6/6/b5/1w4 b"

static qk_board surakarta(const char *position, const char *rules)
{
	qk_board board = 0;
	OK(qk_board_new(LIT("surakarta"), STR(position), STR(rules), 0, &board, &err));
	return board;
}

static void routes(void)
{
	qk_board board = surakarta(TWO_WAYS, ""), other = start_board();
	OK(qk_board_route(board, LIT("a2b1"), TEXT));
	HAS("{\"schema\":\"qikit/route/1\",\"move\":\"a2xb1\",\"circuit\":\"inner\",\"points\":[\"a2\",\"b1\"],\"loops\":[0],\"routes\":[");
	HAS("\"loops\":[5,11,17]}]}");
	BUFFERS(qk_board_route, board, LIT("a2xb1"));
	FAILS(QK_ERR_RULES, "no capture", qk_board_route(board, LIT("a2-a3"), TEXT));
	FAILS(QK_ERR_RULES, "a2xf6", qk_board_route(board, LIT("a2xf6"), TEXT));
	FAILS(QK_ERR_PARSE, "castle", qk_board_route(board, LIT("castle"), TEXT));
	FAILS(QK_ERR_PARSE, "", qk_board_route(board, NULL, 0, TEXT));
	FAILS(QK_ERR_INVALID_ARG, "move is NULL", qk_board_route(board, NULL, 2, TEXT));
	FAILS(QK_ERR_UNSUPPORTED, "xiangqi", qk_board_route(other, LIT("h2e2"), TEXT));
	FAILS(QK_ERR_HANDLE, "type board", qk_board_route(0, LIT("a2xb1"), TEXT));

	OK(qk_board_targets(board, LIT("a2"), TEXT));
	IS("{\"schema\":\"qikit/targets/1\",\"point\":\"a2\",\"steps\":[\"a1\",\"b2\",\"a3\",\"b3\"],\"captures\":[\"b1\"]}");
	OK(qk_board_targets(board, LIT("b1"), TEXT));
	HAS("\"steps\":[],\"captures\":[]");
	OK(qk_board_targets(other, LIT("h2"), TEXT));
	HAS("\"captures\":[\"h9\"]");
	BUFFERS(qk_board_targets, board, LIT("a2"));
	FAILS(QK_ERR_PARSE, "a1 to f6", qk_board_targets(board, LIT("z9"), TEXT));
	OK(qk_board_attackers(board, LIT("b1"), NULL, 0, TEXT));
	IS("a2");
	OK(qk_board_attackers(board, LIT("a2"), LIT("w"), TEXT));
	IS("b1");
	FAILS(QK_ERR_PARSE, "a1 to f6", qk_board_attackers(board, LIT("a7"), NULL, 0, TEXT));
	FAILS(QK_ERR_PARSE, "", qk_board_targets(board, NULL, 0, TEXT));
	FAILS(QK_ERR_INVALID_ARG, "point is NULL", qk_board_targets(board, NULL, 2, TEXT));
	FAILS(QK_ERR_HANDLE, "type board", qk_board_targets(9, LIT("a2"), TEXT));
	STATUS(QK_OK, qk_board_free(other));
	STATUS(QK_OK, qk_board_free(board));
}

static void malformed_boards(void)
{
	static const struct {
		const char *position, *needle;
		qk_status status;
	} bad[] = {
		{ "wwwwww/wwwwww/6/5b/bbbbbb/bbbbbb b", "13 pieces", QK_ERR_RULES },
		{ "wwwwww/wwwwww/6/6/6/6 w", "no piece", QK_ERR_RULES },
		{ "wwwwwww/wwwwww/6/6/bbbbbb/bbbbbb b", "more than 6 points", QK_ERR_PARSE },
		{ "wwwwww/wwwwww/6/6w/bbbbbb/bbbbbb b", "row 4", QK_ERR_PARSE },
		{ "wwwwww/wwwwww/6/6/bbbbbb b", "5 rows", QK_ERR_PARSE },
		{ "wwwwww/wwwwww/6/6/bbbbbb/bbbbbb r", "expected b or w", QK_ERR_PARSE },
		{ "wwwwww/wwwwww/6/6/bbbbbb/bbbbbb", "fields", QK_ERR_PARSE },
		{ "wwwwww/wwwwww/6/6/bbbbbb/bbbbbb b 1e9", "1e9", QK_ERR_PARSE },
	};
	static const char *const rules[] = { "{", "[]", "{\"rule_set\": \"chess\"}", "{\"first\": \"red\"}",
		                             "{\"no_capture_limit\": -1}", "{\"no_capture_limit\": 1001}",
		                             "{\"start_blocks\": 1}", "{\"natural_limit\": 3}",
		                             "{\"repetition_limit\": 1}", "{\"repetition\": \"axf\"}",
		                             "{\"no_capture\": \"lose\"}", "{\"no_move\": \"pass\"}" };
	qk_board board = 0;
	size_t i;
	for (i = 0; i < sizeof bad / sizeof bad[0]; i++)
		FAILS(bad[i].status, bad[i].needle, qk_board_new(LIT("surakarta"), STR(bad[i].position), NULL, 0, 0, &board, &err));
	for (i = 0; i < sizeof rules / sizeof rules[0]; i++)
		FAILS(QK_ERR_INVALID_ARG, "expected", qk_board_new(LIT("surakarta"), NULL, 0, STR(rules[i]), 0, &board, &err));
	CHECK(board == 0);
}

static void playing_by_rules(void)
{
	qk_board board = surakarta("6/6/6/6/4wb/4w1 w", "{\"start_blocks\": true}");
	qk_outcome outcome;
	FAILS(QK_ERR_RULES, "e2xf2", qk_board_play(board, LIT("e2xf2"), &err));
	STATUS(QK_OK, qk_board_free(board));
	board = surakarta("6/w5/wwww2/bbbw2/bbbw2/bbbw2 b", "{\"repetition_limit\": 3, \"repetition\": \"draw\", \"no_capture\": \"draw\", \"no_move\": \"lose\"}");
	outcome.struct_size = sizeof outcome;
	OK(qk_board_outcome(board, &outcome, &err));
	CHECK(outcome.over == 1 && outcome.winner == 1 && strcmp(outcome.reason, "no move") == 0);
	STATUS(QK_OK, qk_board_free(board));
	board = surakarta("6/6/6/6/4wb/4w1 w", "{\"rule_set\": \"contest\"}");
	OK(qk_board_play(board, LIT("e2xf2"), &err));
	outcome.struct_size = sizeof outcome;
	OK(qk_board_outcome(board, &outcome, &err));
	CHECK(outcome.over == 1 && outcome.winner == 1 && strcmp(outcome.side, "w") == 0);
	CHECK(strcmp(outcome.reason, "wiped out") == 0);
	STATUS(QK_OK, qk_board_free(board));
}

static void strategies(void)
{
	static const char *const bad[] = { "{\"role\": \"sideways\"}", "{\"role\": 1}", "{\"rolle\": \"front\"}", "[]", "{" };
	qk_board board = surakarta("6/6/6/1b4/6/3w2 b", "");
	qk_engine engine = 0;
	qk_search_opts opts;
	qk_job job = 0;
	size_t i;
	FAILS(QK_ERR_UNSUPPORTED, "101, 102, 103", qk_engine_new(LIT("surakarta"), LIT("{\"strategy\": \"107\"}"), &engine, &err));
	OK(qk_engine_new(LIT("surakarta"), LIT("{\"strategy\": \"103\"}"), &engine, &err));
	OK(qk_engine_evaluate(engine, board, NULL, 0, TEXT));
	HAS("\"dynamic\":0,\"extent\":0,\"phase\":1,\"position\":138,\"potential\":0,\"total\":414");
	OK(qk_engine_evaluate(engine, board, LIT("{\"role\": \"front\"}"), TEXT));
	HAS("\"total\":414");
	OK(qk_engine_evaluate(engine, board, LIT("{\"role\": \"back\"}"), TEXT));
	HAS("\"total\":294");
	for (i = 0; i < sizeof bad / sizeof bad[0]; i++)
		FAILS(QK_ERR_INVALID_ARG, "xpected", qk_engine_evaluate(engine, board, STR(bad[i]), TEXT));
	opts.struct_size = sizeof opts;
	OK(qk_search_opts_init(&opts));
	opts.depth = 2;
	OK(qk_engine_search(engine, board, &opts, &job, &err));
	CHECK(finish(job) == QK_JOB_DONE);
	HAS("\"depth\":2");
	STATUS(QK_OK, qk_engine_free(engine));
	STATUS(QK_OK, qk_board_free(board));
}

/* The total of an evaluation by an engine with these options. */
static void total(const char *options, qk_board board, const char *role, const char *want)
{
	qk_engine engine = 0;
	OK(qk_engine_new(LIT("surakarta"), STR(options), &engine, &err));
	OK(qk_engine_evaluate(engine, board, STR(role), TEXT));
	CHECK(strstr(text, want) != NULL);
	STATUS(QK_OK, qk_engine_free(engine));
}

/* V, P and k1 to k4: values of the strategies that a user may change. */
static void values(void)
{
	static const char front[] = "{\"role\": \"front\"}", back[] = "{\"role\": \"back\"}";
	static const struct {
		qk_status status;
		const char *needle, *options;
	} bad[] = {
		{ QK_ERR_INVALID_ARG, "piece_value is 79, expected 80 to 200", "{\"strategy\": \"101\", \"piece_value\": 79}" },
		{ QK_ERR_INVALID_ARG, "point_values", "{\"strategy\": \"101\", \"point_values\": [1, 2]}" },
		{ QK_ERR_INVALID_ARG, "weights_back", "{\"strategy\": \"106\", \"weights_back\": [1, 2, 3, 101]}" },
		{ QK_ERR_UNSUPPORTED, "weights_front for surakarta", "{\"weights_front\": [1, 2, 3, 4]}" },
	};
	qk_board board = surakarta("6/6/6/1b4/6/3w2 b", "");
	qk_engine engine = 0;
	qk_search_opts opts;
	qk_job job = 0;
	size_t i;
	total("{\"strategy\": \"106\"}", board, front, "\"total\":414");
	total("{\"strategy\": \"106\", \"weights_front_endgame\": [1, 10, 1, 1]}", board, front, "\"total\":1380");
	total("{\"strategy\": \"106\", \"weights_front\": [9, 9, 9, 9], \"weights_back\": [9, 9, 9, 9]}", board, front, "\"total\":414");
	total("{\"strategy\": \"106\", \"weights_back_endgame\": [0, 2, 0, 0]}", board, back, "\"total\":196");
	for (i = 0; i < sizeof bad / sizeof bad[0]; i++)
		FAILS(bad[i].status, bad[i].needle, qk_engine_new(LIT("surakarta"), STR(bad[i].options), &engine, &err));
	STATUS(QK_OK, qk_board_free(board));
	board = surakarta("w5/6/6/6/6/b5 b", ""); /* b2 is one step from a1 */
	OK(qk_engine_new(LIT("surakarta"),
		LIT("{\"strategy\": \"102\", \"piece_value\": 200, \"point_values\": [0,0,0,0,0,0, 0,900,0,0,0,0, 0,0,0,0,0,0, 0,0,0,0,0,0, 0,0,0,0,0,0, 0,0,0,0,0,0]}"),
		&engine, &err));
	opts.struct_size = sizeof opts;
	OK(qk_search_opts_init(&opts));
	opts.depth = 1;
	OK(qk_engine_search(engine, board, &opts, &job, &err));
	CHECK(finish(job) == QK_JOB_DONE);
	HAS("\"best\":\"a1-b2\"");
	HAS("\"score\":900");
	STATUS(QK_OK, qk_engine_free(engine));
	STATUS(QK_OK, qk_board_free(board));
}

static qk_status built(const char *game, const char *folder, const char *options)
{
	qk_job job = 0;
	qk_status status;
	OK(qk_tables_build(STR(game), STR(folder), STR(options), &job, &err));
	OK(await(job));
	fresh();
	status = qk_job_result(job, TEXT);
	STATUS(QK_OK, qk_job_free(job));
	return status;
}

static void endgame_tables(void)
{
	qk_board board = surakarta(TWO_WAYS, "");
	qk_engine engine = 0;
	qk_search_opts opts;
	qk_job job = 0;
	static char folder[4096], options[8192];
	snprintf(folder, sizeof folder, "%s", in_dir("tables"));
	CHECK(built("surakarta", folder, "{\"largest\": \"1v1\"}") == QK_OK);
	HAS("{\"schema\":\"qikit/tables/1\",\"game\":\"surakarta\",\"folder\":");
	HAS("\"rule_set\":\"olympiad\",\"largest\":\"1v1\"}");
	snprintf(options, sizeof options, "{\"tables\": \"%s\"}", folder);
	OK(qk_engine_new(LIT("surakarta"), STR(options), &engine, &err));
	opts.struct_size = sizeof opts;
	OK(qk_search_opts_init(&opts));
	opts.depth = 1;
	OK(qk_engine_search(engine, board, &opts, &job, &err));
	CHECK(finish(job) == QK_JOB_DONE);
	HAS("\"proven\":\"win\"");
	STATUS(QK_OK, qk_engine_free(engine));

	CHECK(built("xiangqi", folder, "") == QK_ERR_UNSUPPORTED && err.code == QK_ERR_UNSUPPORTED);
	CHECK(built("ludus", folder, "") == QK_ERR_NOT_FOUND);
	CHECK(built("surakarta", folder, "{\"largest\": \"5v1\"}") == QK_ERR_INVALID_ARG);
	FAILS(QK_ERR_INVALID_ARG, "rule_set is \"contest\"", qk_tables_build(LIT("surakarta"), STR(folder), LIT("{\"rule_set\": \"contest\"}"), &job, &err));
	FAILS(QK_ERR_INVALID_ARG, "workers is 257", qk_tables_build(LIT("surakarta"), STR(folder), LIT("{\"workers\": 257}"), &job, &err));
	CHECK(built("surakarta", "/proc/nowhere", "") != QK_OK);
	job = 7;
	FAILS(QK_ERR_INVALID_ARG, "larges", qk_tables_build(LIT("surakarta"), STR(folder), LIT("{\"larges\": 1}"), &job, &err));
	FAILS(QK_ERR_INVALID_ARG, "expected", qk_tables_build(LIT("surakarta"), STR(folder), LIT("[]"), &job, &err));
	FAILS(QK_ERR_INVALID_ARG, "folder is NULL", qk_tables_build(LIT("surakarta"), NULL, 3, NULL, 0, &job, &err));
	FAILS(QK_ERR_INVALID_ARG, "job is NULL", qk_tables_build(LIT("surakarta"), STR(folder), NULL, 0, NULL, &err));
	CHECK(job == 7);
	STATUS(QK_OK, qk_board_free(board));
}

void test_surakarta(void)
{
	endgame_tables();
	routes();
	malformed_boards();
	playing_by_rules();
	strategies();
	values();
}
