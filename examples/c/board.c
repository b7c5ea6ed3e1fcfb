/* Shows a board in letters and in numbers.
 *
 *     cc -std=c99 board.c $(pkg-config --cflags --libs qikit) -o board
 *     ./board [MOVE ...]
 *
 * Without moves it plays three of Xiangqi. The same program in Python, Node and
 * C# prints the same text. */
#include <qikit.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLANES 14
#define ROWS 10
#define COLUMNS 9

/* Prints why a call failed, and exits. */
static void need(qk_status status, const char *what, const qk_error *err)
{
	if (status == QK_OK)
		return;
	fprintf(stderr, "%s: %s: %s\n", what, qk_status_name(status), err->message);
	exit(1);
}

int main(int argc, char **argv)
{
	static const char *const usual[] = { "h2e2", "h7e7", "e2e6" };
	static float planes[PLANES * ROWS * COLUMNS];
	char text[1024];
	qk_error err = QK_ERROR_INIT;
	qk_board board;
	int i, men = 0;
	need(qk_board_new("xiangqi", 7, NULL, 0, NULL, 0, 0, &board, &err), "qk_board_new", &err);
	for (i = 0; i < (argc > 1 ? argc - 1 : 3); i++) {
		const char *move = argc > 1 ? argv[i + 1] : usual[i];
		need(qk_board_play(board, move, strlen(move), &err), move, &err);
	}
	need(qk_board_text(board, 0, text, sizeof text, NULL, &err), "qk_board_text", &err);
	puts(text);
	need(qk_board_side(board, text, sizeof text, NULL, &err), "qk_board_side", &err);
	printf("%s to move\n", text);
	need(qk_board_attackers(board, "e9", 2, "red", 3, text, sizeof text, NULL, &err), "qk_board_attackers", &err);
	for (i = 0; text[i]; i++)
		if (text[i] == '\n')
			text[i] = ' ';
	printf("king e9 attacked from %s\n", text);
	need(qk_board_planes(board, (char *)planes, sizeof planes, NULL, &err), "qk_board_planes", &err);
	for (i = 0; i < PLANES * ROWS * COLUMNS; i++)
		men += planes[i] == 1;
	printf("%d men, %d planes of %d x %d\n", men, PLANES, ROWS, COLUMNS);
	return qk_board_free(board) == QK_OK ? 0 : 1;
}
