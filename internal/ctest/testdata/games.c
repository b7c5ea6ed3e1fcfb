#include "harness.h"

static const char pgn[] = "[Red \"Hu\"]\n\n1. C2.5 h8+7 {usual} 2. H2+3 1-0\n\n[Red \"Xu\"]\n\n1. C8.5 *\n";

static void reading(void)
{
	qk_games games = 0;
	qk_board board = 0;
	uint64_t count = 0;
	OK(qk_games_read(STR(pgn), NULL, 0, &games, &err));
	OK(qk_games_count(games, &count, &err));
	CHECK(count == 2);
	OK(qk_games_json(games, 0, TEXT));
	HAS("\"game\":\"xiangqi\",\"format\":\"pgn\",\"headers\":{\"Red\":\"Hu\"}");
	HAS("\"moves\":[\"h2e2\",\"h9g7\",\"h0g2\"],\"notes\":[{\"ply\":2,\"comment\":\"usual\"}],\"variations\":[],\"result\":\"1-0\"");
	OK(qk_games_board(games, 0, 2, &board, &err));
	OK(qk_board_side(board, TEXT));
	IS("red");
	STATUS(QK_OK, qk_board_free(board));
	FAILS(QK_ERR_NOT_FOUND, "no game 2, expected 0 to 1", qk_games_json(games, 2, TEXT));
	FAILS(QK_ERR_NOT_FOUND, "after move 4, expected 0 to 3", qk_games_board(games, 0, 4, &board, &err));
	OK(qk_games_write(games, LIT("{\"notation\": \"iccs\"}"), TEXT));
	HAS("1. H2-E2 H9-G7 {usual}");
	HAS("[Red \"Xu\"]");
	FAILS(QK_ERR_UNSUPPORTED, "expected \"pgn\"", qk_games_write(games, LIT("{\"format\": \"sgf\"}"), TEXT));
	FAILS(QK_ERR_UNSUPPORTED, "san", qk_games_write(games, LIT("{\"notation\": \"san\"}"), TEXT));
	FAILS(QK_ERR_HANDLE, "is of type games, expected a live handle of type board", qk_board_undo(games, &err));
	STATUS(QK_OK, qk_games_free(games));
	OK(qk_games_read(LIT("1. C2.5 (1. H2+3 {solid}) h8+7 *"), NULL, 0, &games, &err));
	OK(qk_games_json(games, 0, TEXT));
	HAS("\"variations\":[{\"line\":0,\"ply\":0,\"moves\":[\"h0g2\"],\"notes\":[{\"ply\":1,\"comment\":\"solid\"}]}]");
	OK(qk_games_write(games, LIT("{\"notation\": \"wxf\"}"), TEXT));
	HAS("1. C2.5 (1. H2+3 {solid})\n  1. ... H8+7");
	STATUS(QK_OK, qk_games_free(games));
	OK(qk_games_read(LIT("1. e4! {[%eval 0.17,20] [%clk 0:02:58.5] best} *"), NULL, 0, &games, &err));
	OK(qk_games_json(games, 0, TEXT));
	HAS("\"notes\":[{\"ply\":1,\"comment\":\"best\",\"eval\":0.17,\"depth\":20,\"clock\":178.5,\"nags\":[1]}]");
	OK(qk_games_write(games, NULL, 0, TEXT));
	HAS("1. e4 $1 {[%eval 0.17,20] [%clk 0:02:58.5] best}");
	STATUS(QK_OK, qk_games_free(games));
	FAILS(QK_ERR_HANDLE, "freed", qk_games_count(games, &count, &err));
}

static void wrong(void)
{
	qk_games games = 0;
	FAILS(QK_ERR_PARSE, "no game in the file", qk_games_read(NULL, 0, NULL, 0, &games, &err));
	FAILS(QK_ERR_PARSE, "game 1: ", qk_games_read(LIT("(;GM[2];B[aa])"), NULL, 0, &games, &err));
	FAILS(QK_ERR_PARSE, "line 1, column 1", qk_games_read(STR(pgn), LIT("{\"game\": \"go\"}"), &games, &err));
	FAILS(QK_ERR_NOT_FOUND, "halma", qk_games_read(STR(pgn), LIT("{\"game\": \"halma\"}"), &games, &err));
	FAILS(QK_ERR_RULES, "moves[1]", qk_games_parse(LIT("{\"game\": \"xiangqi\", \"moves\": [\"h2e2\", \"h2e2\"]}"), &games, &err));
	FAILS(QK_ERR_PARSE, "moves[0]", qk_games_parse(LIT("{\"game\": \"xiangqi\", \"moves\": [\"x\"]}"), &games, &err));
	FAILS(QK_ERR_INVALID_ARG, "no option \"move\"", qk_games_parse(LIT("{\"game\": \"xiangqi\", \"move\": []}"), &games, &err));
	CHECK(games == 0);
}

void test_games(void)
{
	reading();
	wrong();
}
