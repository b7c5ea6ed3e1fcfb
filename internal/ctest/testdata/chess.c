#include "harness.h"

#define KIWIPETE "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

static qk_board chess(const char *position, const char *rules)
{
	qk_board board = 0;
	OK(qk_board_new(LIT("chess"), STR(position), STR(rules), 0, &board, &err));
	return board;
}

static void moves(void)
{
	qk_board board = chess(KIWIPETE, "");
	OK(qk_board_play(board, LIT("O-O-O"), &err));
	OK(qk_board_position(board, TEXT));
	IS("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/2KR3R b kq - 1 1");
	OK(qk_board_play(board, LIT("h3g2"), &err));
	OK(qk_board_men(board, TEXT));
	HAS("\"half_moves\":0,\"last\":{\"move\":\"h3g2\",\"source\":\"h3\",\"target\":\"g2\"}");
	FAILS(QK_ERR_RULES, "e1g1", qk_board_play(board, LIT("e1g1"), &err));
	FAILS(QK_ERR_PARSE, "hello", qk_board_play(board, LIT("hello"), &err));
	OK(qk_board_attackers(board, LIT("h1"), NULL, 0, TEXT));
	IS("d1\ng2");
	OK(qk_board_text(board, 0, TEXT));
	HAS("8 r . . . k . . r");
	STATUS(QK_OK, qk_board_free(board));

	board = chess("", "{\"chess960\": true, \"arrangement\": 0}");
	OK(qk_board_position(board, TEXT));
	HAS("bbqnnrkr/pppppppp");
	STATUS(QK_OK, qk_board_free(board));
	board = chess("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "");
	OK(qk_board_format(board, LIT("a7a8q"), LIT("san"), TEXT));
	IS("a8=Q+");
	OK(qk_board_format(board, LIT("a8=N"), LIT("chinese"), TEXT));
	IS("a8=\xe9\xa9\xac");
	STATUS(QK_OK, qk_board_free(board));
	FAILS(QK_ERR_RULES, "9 pawns", qk_board_new(LIT("chess"), LIT("4k3/pppppppp/p7/8/8/8/8/4K3 w"), NULL, 0, 0, &board, &err));
	FAILS(QK_ERR_PARSE, "row 1", qk_board_new(LIT("chess"), LIT("9/8/8/8/8/8/8/8 w"), NULL, 0, 0, &board, &err));
}

void test_chess(void)
{
	moves();
}
