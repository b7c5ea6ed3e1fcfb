#include "harness.h"

#define START "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
/* Red mates with the next move: two rooks against a bare king. */
#define MATE_IN_ONE "4k4/R8/9/9/9/9/9/9/1R7/3K5 w - - 0 1"

static void making(void)
{
	qk_board board = 0, copy = 0;
	OK(qk_board_new(LIT("xiangqi"), LIT(START), LIT("{\"natural_limit\": 60}"), 0, &board, &err));
	OK(qk_board_position(board, TEXT));
	HAS("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR");
	OK(qk_board_copy(board, &copy, &err));
	OK(qk_board_play(board, LIT("h2e2"), &err));
	OK(qk_board_side(board, TEXT));
	IS("black");
	OK(qk_board_side(copy, TEXT));
	IS("red");
	FAILS(QK_ERR_INVALID_ARG, "copy is NULL", qk_board_copy(board, NULL, &err));
	STATUS(QK_OK, qk_board_free(copy));
	STATUS(QK_OK, qk_board_free(board));
	STATUS(QK_OK, qk_board_free(0));

	board = 77;
	FAILS(QK_ERR_NOT_FOUND, "\"shogi\"", qk_board_new(LIT("shogi"), NULL, 0, NULL, 0, 0, &board, &err));
	FAILS(QK_ERR_NOT_FOUND, "expected one of", qk_board_new(NULL, 0, NULL, 0, NULL, 0, 0, &board, &err));
	FAILS(QK_ERR_INVALID_ARG, "game is NULL", qk_board_new(NULL, 7, NULL, 0, NULL, 0, 0, &board, &err));
	FAILS(QK_ERR_INVALID_ARG, "position is NULL", qk_board_new(LIT("xiangqi"), NULL, 1, NULL, 0, 0, &board, &err));
	FAILS(QK_ERR_INVALID_ARG, "rules is NULL", qk_board_new(LIT("xiangqi"), NULL, 0, NULL, 1, 0, &board, &err));
	FAILS(QK_ERR_INVALID_ARG, "board is NULL", qk_board_new(LIT("xiangqi"), NULL, 0, NULL, 0, 0, NULL, &err));
	FAILS(QK_ERR_INVALID_ARG, "flags", qk_board_new(LIT("xiangqi"), NULL, 0, NULL, 0, 2, &board, &err));
	FAILS(QK_ERR_INVALID_ARG, "flags", qk_board_new(LIT("xiangqi"), NULL, 0, NULL, 0, UINT32_MAX, &board, &err));
	FAILS(QK_ERR_LIMIT, "at most", qk_board_new("", SIZE_MAX, NULL, 0, NULL, 0, 0, &board, &err));
	CHECK(board == 77);
}

/* Every kind of malformed position and rule. */
static void malformed(void)
{
	static const char *const positions[] = {
		"x", "9/9/9 w", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9 w", "\xff\xfe", "////////// w",
		"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNRR w",
		"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR q",
	};
	static const char *const rules[] = { "{", "[]", "7", "{\"natural_limit\": \"x\"}", "{\"natural_limt\": 3}",
		                             "{\"repetition\": \"sometimes\"}", "{\"natural_limit\": -1}", "{} {}" };
	static char deep[100000];
	qk_board board = 0;
	size_t i;
	for (i = 0; i < sizeof positions / sizeof positions[0]; i++)
		FAILS(QK_ERR_PARSE, "malformed position", qk_board_new(LIT("xiangqi"), STR(positions[i]), NULL, 0, 0, &board, &err));
	for (i = 0; i < sizeof rules / sizeof rules[0]; i++)
		FAILS(QK_ERR_INVALID_ARG, "xpected", qk_board_new(LIT("xiangqi"), NULL, 0, STR(rules[i]), 0, &board, &err));
	memset(deep, '[', sizeof deep);
	FAILS(QK_ERR_INVALID_ARG, "", qk_board_new(LIT("xiangqi"), NULL, 0, deep, sizeof deep, 0, &board, &err));
	memset(deep, '9', sizeof deep);
	FAILS(QK_ERR_PARSE, "", qk_board_new(LIT("xiangqi"), deep, sizeof deep, NULL, 0, 0, &board, &err));
	/* A text of binary zeroes: the message stays a C string. */
	memset(deep, 0, sizeof deep);
	FAILS(QK_ERR_PARSE, "", qk_board_new(LIT("xiangqi"), deep, 50, NULL, 0, 0, &board, &err));
	CHECK(memchr(err.message, 0, sizeof err.message) != NULL && err.message[0] != 0);
	CHECK(board == 0);
	/* No king: a position, but not one of play. */
	FAILS(QK_ERR_RULES, "", qk_board_new(LIT("xiangqi"), LIT("9/9/9/9/9/9/9/9/9/4K4 w - - 0 1"), NULL, 0, 0, &board, &err));
	/* A bishop beyond the river: only when asked for. */
	FAILS(QK_ERR_RULES, "",
	      qk_board_new(LIT("xiangqi"), LIT("3k5/9/9/9/B8/9/9/9/9/4K4 w - - 0 1"), NULL, 0, 0, &board, &err));
	OK(qk_board_new(LIT("xiangqi"), LIT("3k5/9/9/9/B8/9/9/9/9/4K4 w - - 0 1"), NULL, 0, QK_BOARD_LENIENT, &board, &err));
	STATUS(QK_OK, qk_board_free(board));
}

static void playing(void)
{
	qk_board board = start_board();
	qk_outcome outcome;
	FAILS(QK_ERR_STATE, "no move to take back", qk_board_undo(board, &err));
	OK(qk_board_play(board, LIT("h2e2"), &err));
	OK(qk_board_play(board, LIT("h7e7"), &err));
	OK(qk_board_report(board, TEXT));
	HAS("\"played\":[\"h2e2\",\"h7e7\"]");
	FAILS(QK_ERR_RULES, "a0a9", qk_board_play(board, LIT("a0a9"), &err));
	FAILS(QK_ERR_PARSE, "zz", qk_board_play(board, LIT("zz"), &err));
	FAILS(QK_ERR_PARSE, "", qk_board_play(board, NULL, 0, &err));
	FAILS(QK_ERR_PARSE, "", qk_board_play(board, LIT("\xff\xff\xff\xff"), &err));
	FAILS(QK_ERR_INVALID_ARG, "move is NULL", qk_board_play(board, NULL, 4, &err));
	OK(qk_board_undo(board, &err));
	OK(qk_board_undo(board, &err));
	OK(qk_board_moves(board, TEXT));
	CHECK(strncmp(text, "a0a1\na0a2\na3a4\n", 15) == 0);
	STATUS(QK_OK, qk_board_free(board));

	OK(qk_board_new(LIT("xiangqi"), LIT(MATE_IN_ONE), NULL, 0, 0, &board, &err));
	OK(qk_board_play(board, LIT("b1b9"), &err));
	memset(&outcome, 0xee, sizeof outcome);
	outcome.struct_size = sizeof outcome;
	OK(qk_board_outcome(board, &outcome, &err));
	CHECK(outcome.over == 1 && outcome.winner == 0 && outcome.reserved == 0);
	CHECK(strcmp(outcome.side, "red") == 0 && strcmp(outcome.reason, "checkmate") == 0);
	OK(qk_board_moves(board, TEXT));
	IS("");
	CHECK(length == 0);
	OK(qk_board_report(board, TEXT));
	HAS("\"outcome\":{\"winner\":\"red\",\"reason\":\"checkmate\"}");
	STATUS(QK_OK, qk_board_free(board));
}

void test_board(void)
{
	making();
	malformed();
	playing();
}

static void notations(qk_board board)
{
	OK(qk_board_format(board, LIT("h2e2"), LIT("uci"), TEXT));
	IS("h2e2");
	OK(qk_board_format(board, LIT("h2e2"), LIT("iccs"), TEXT));
	IS("H2-E2");
	OK(qk_board_format(board, LIT("h2e2"), LIT("wxf"), TEXT));
	IS("C2.5");
	OK(qk_board_format(board, LIT("h2e2"), LIT("chinese"), TEXT));
	IS("\xe7\x82\xae\xe4\xba\x8c\xe5\xb9\xb3\xe4\xba\x94"); /* cannon two level five */
	BUFFERS(qk_board_format, board, LIT("C2.5"), LIT("uci10"));
	FAILS(QK_ERR_UNSUPPORTED, "expected", qk_board_format(board, LIT("h2e2"), LIT("morse"), TEXT));
	FAILS(QK_ERR_RULES, "", qk_board_format(board, LIT("a0a9"), LIT("uci"), TEXT));
	FAILS(QK_ERR_PARSE, "", qk_board_format(board, LIT("?"), LIT("uci"), TEXT));
	FAILS(QK_ERR_INVALID_ARG, "notation is NULL", qk_board_format(board, LIT("h2e2"), NULL, 3, TEXT));
}

static void views(qk_board board)
{
	OK(qk_board_play(board, LIT("b2a2"), &err));
	OK(qk_board_view(board, 0, 0, TEXT));
	HAS("/C6C1/");
	OK(qk_board_view(board, 0, 1, TEXT));
	HAS("/1C6C/");
	OK(qk_board_view(board, 1, 0, TEXT));
	HAS("/1c6c/");
	BUFFERS(qk_board_view, board, 1, 1);
	FAILS(QK_ERR_INVALID_ARG, "turn is 2", qk_board_view(board, 2, 0, TEXT));
	FAILS(QK_ERR_INVALID_ARG, "symmetry is 2", qk_board_view(board, 0, 2, TEXT));
	FAILS(QK_ERR_INVALID_ARG, "turn is 4294967295", qk_board_view(board, UINT32_MAX, 0, TEXT));
	OK(qk_board_undo(board, &err));
}

static void pictures(qk_board board)
{
	static const char *const bad[] = { "{", "[]", "{\"size\": 63}", "{\"size\": 4097}", "{\"colour\": \"red\"}",
		                           "{\"arrows\": \"h2e2\"}", "{\"size\": 1e99}", "{} x" };
	size_t i;
	OK(qk_board_svg(board, NULL, 0, TEXT));
	CHECK(strncmp(text, "<svg", 4) == 0);
	OK(qk_board_svg(board, LIT("{\"size\": 128, \"flip\": true, \"coords\": false, \"arrows\": [\"h2e2\"], \"marks\": {\"e4\": \"1\"}}"), TEXT));
	HAS("128");
	BUFFERS(qk_board_svg, board, NULL, 0);
	for (i = 0; i < sizeof bad / sizeof bad[0]; i++)
		FAILS(QK_ERR_INVALID_ARG, "drawing", qk_board_svg(board, STR(bad[i]), TEXT));
	FAILS(QK_ERR_PARSE, "arrows[0]", qk_board_svg(board, LIT("{\"arrows\": [\"?\"]}"), TEXT));
	FAILS(QK_ERR_INVALID_ARG, "options is NULL", qk_board_svg(board, NULL, 1, TEXT));
	OK(qk_board_play(board, LIT("h2e2"), &err));
	OK(qk_board_svg(board, LIT("{\"last\": \"h2e2\"}"), TEXT));
	OK(qk_board_undo(board, &err));
}

/* What is seen on a board, in words and in numbers. */
static void seen(qk_board board)
{
	float planes[14 * 10 * 9 + 1];
	size_t i, men = 0;
	qk_board stones;
	OK(qk_board_new(LIT("go"), NULL, 0, NULL, 0, 0, &stones, &err));
	FAILS(QK_ERR_UNSUPPORTED, "go", qk_board_attackers(stones, LIT("A1"), NULL, 0, TEXT));
	STATUS(QK_OK, qk_board_free(stones));
	OK(qk_board_play(board, LIT("h2e2"), &err));
	OK(qk_board_men(board, TEXT));
	HAS("\"schema\":\"qikit/men/1\"");
	HAS("\"e0\":\"K\"");
	HAS("\"in_check\":false,\"ply\":1,\"half_moves\":1,\"last\":{\"move\":\"h2e2\",\"source\":\"h2\",\"target\":\"e2\"}");
	BUFFERS(qk_board_men, board);
	OK(qk_board_text(board, 0, TEXT));
	CHECK(strncmp(text, "9 r n b a k a b n r\n", 20) == 0);
	HAS("\n2 . C . . C . . . .\n");
	HAS("\n  a b c d e f g h i");
	OK(qk_board_text(board, QK_TEXT_FLIP, TEXT));
	CHECK(strncmp(text, "0 R N B A K A B N R\n", 20) == 0);
	BUFFERS(qk_board_text, board, 0);
	FAILS(QK_ERR_INVALID_ARG, "flags are 0x2", qk_board_text(board, 2, TEXT));
	OK(qk_board_attackers(board, LIT("e6"), LIT("red"), TEXT));
	IS("e2");
	OK(qk_board_attackers(board, LIT("h9"), NULL, 0, TEXT));
	IS("i9");
	OK(qk_board_attackers(board, LIT("e4"), LIT("black"), TEXT));
	IS("");
	BUFFERS(qk_board_attackers, board, LIT("e4"), LIT("red"));
	FAILS(QK_ERR_PARSE, "a0 to i9", qk_board_attackers(board, LIT("e"), NULL, 0, TEXT));
	FAILS(QK_ERR_INVALID_ARG, "red or black", qk_board_attackers(board, LIT("e4"), LIT("white"), TEXT));
	FAILS(QK_ERR_INVALID_ARG, "point is NULL", qk_board_attackers(board, NULL, 2, NULL, 0, TEXT));

	memset(planes, 0xee, sizeof planes);
	FAILS(QK_ERR_BUFFER, "expected at least", qk_board_planes(board, NULL, 0, &length, &err));
	CHECK(length == 4 * 14 * 10 * 9);
	FAILS(QK_ERR_BUFFER, "expected at least", qk_board_planes(board, (char *)planes, length - 1, NULL, &err));
	FAILS(QK_ERR_INVALID_ARG, "buf is NULL", qk_board_planes(board, NULL, length, NULL, &err));
	FAILS(QK_ERR_INVALID_ARG, "multiple of 4", qk_board_planes(board, (char *)planes + 1, length, NULL, &err));
	OK(qk_board_planes(board, (char *)planes, length, NULL, &err));
	for (i = 0; i < 14 * 10 * 9; i++) men += planes[i] == 1;
	CHECK(men == 32 && planes[9 * 9 + 4] == 1); /* the red king in the lowest row */
	CHECK(planes[0] == 0 && planes[14 * 10 * 9] != 1);
	OK(qk_board_undo(board, &err));
}

void test_text(void)
{
	qk_board board = start_board();
	BUFFERS(qk_board_position, board);
	BUFFERS(qk_board_side, board);
	BUFFERS(qk_board_moves, board);
	BUFFERS(qk_board_report, board);
	OK(qk_board_report(board, TEXT));
	HAS("\"schema\":\"qikit/board/1\"");
	HAS("\"outcome\":null");
	HAS("\"symmetries\":2");
	notations(board);
	views(board);
	pictures(board);
	seen(board);
	STATUS(QK_OK, qk_board_free(board));
}
