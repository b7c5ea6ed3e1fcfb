#include "harness.h"

static qk_board star(const char *position, const char *rules)
{
	qk_board board = 0;
	OK(qk_board_new(LIT("chinesecheckers"), STR(position), STR(rules), 0, &board, &err));
	return board;
}

static void play(qk_board board, const char *move)
{
	OK(qk_board_play(board, STR(move), &err));
}

/* Any number of players: the turn goes round, and each has a name. */
static void players(void)
{
	static const char *rules[] = { "{}", "{\"players\": 3}", "{\"players\": 4}", "{\"players\": 6}" };
	static const char *second[] = { "green", "yellow", "orange", "orange" };
	size_t i;
	for (i = 0; i < 4; i++) {
		qk_board board = star("", rules[i]);
		play(board, "l4-k5");
		OK(qk_board_side(board, TEXT));
		CHECK(strcmp(text, second[i]) == 0);
		OK(qk_board_view(board, 1, 0, TEXT));
		STATUS(QK_OK, qk_board_free(board));
	}
}

/* Red fills the north, and a man of green who stays there does not count. */
static void ranks(void)
{
	qk_board board = star("g/rr/rrr/rrr1/8r4/93/92/91/r8/91/92/93/94/gggg/ggg/gg/1 r rg", "");
	qk_outcome outcome;
	OK(qk_board_moves(board, TEXT));
	HAS("q13-p14");
	play(board, "q13-p14");
	memset(&outcome, 0, sizeof outcome);
	outcome.struct_size = sizeof outcome;
	OK(qk_board_outcome(board, &outcome, &err));
	CHECK(outcome.over == 1 && outcome.winner == 0 && strcmp(outcome.side, "red") == 0 && strcmp(outcome.reason, "target full") == 0);
	OK(qk_board_report(board, TEXT));
	HAS("\"outcome\":{\"winner\":\"red\",\"reason\":\"target full\",\"ranks\":[1,2]}");
	FAILS(QK_ERR_RULES, "pass", qk_board_play(board, LIT("pass"), &err));
	STATUS(QK_OK, qk_board_free(board));
}

/* Chance has moves of its own, and a board rolls nothing by itself. */
static void chance(void)
{
	qk_board board = 0;
	OK(qk_board_new(LIT("ludo"), LIT("b,b,b,s/b,t2,t2,t6 red -"), NULL, 0, 0, &board, &err));
	OK(qk_board_side(board, TEXT));
	IS("chance");
	OK(qk_board_moves(board, TEXT));
	IS("d1\nd2\nd3\nd4\nd5\nd6");
	FAILS(QK_ERR_PARSE, "d1 to d6", qk_board_play(board, LIT("d7"), &err));
	play(board, "d2");
	OK(qk_board_side(board, TEXT));
	IS("red");
	play(board, "s-t6");
	OK(qk_board_position(board, TEXT));
	IS("b,b,b,t6/b,b,b,b blue - 3");
	OK(qk_board_text(board, 0, TEXT));
	HAS("red: 3 at base, 0 at start, 0 home");
	FAILS(QK_ERR_UNSUPPORTED, "ludo", qk_board_men(board, TEXT));
	STATUS(QK_OK, qk_board_free(board));
}

void test_chinesecheckers(void)
{
	qk_board board = 0;
	players();
	ranks();
	chance();
	FAILS(QK_ERR_PARSE, "players", qk_board_new(LIT("chinesecheckers"), LIT("1 r rx"), NULL, 0, 0, &board, &err));
}
