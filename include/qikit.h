/*
 * qikit.h - board games for programs: records by self-play, search, review,
 * play over a line protocol. This header is the C manual.
 *
 * Conventions, true of every call unless its comment says otherwise
 *
 *  Status    A call returns QK_OK (0) or a QK_ERR_... code. Codes never change
 *            their meaning; a newer library may return codes that this header
 *            does not list. On failure `err`, unless it is NULL, is filled
 *            with a text that says what was wrong, where, and what was
 *            expected. On success it is left alone.
 *  Handles   Boards, engines, jobs, books and the like are 64-bit numbers, never
 *            pointers. 0 is no handle. A stale, freed, foreign or invented
 *            handle gives QK_ERR_HANDLE and never a crash. Freeing 0 is fine.
 *            4096 jobs and a million of each other type can live at a time;
 *            one more gives QK_ERR_LIMIT.
 *  Strings   Text in is a pointer and a length in bytes, UTF-8, and need not
 *            end in NUL; (NULL, 0) is empty. Nothing passed in is kept after
 *            the call. Over 64 MB gives QK_ERR_LIMIT.
 *  Buffers   Text out goes into the caller's memory: `buf` with room for `cap`
 *            bytes. `*needed` (may be NULL) becomes the length in bytes
 *            without the final NUL. When cap is under *needed + 1, the call
 *            returns QK_ERR_BUFFER, writes nothing else and uses nothing up:
 *            call again with more room. buf may be NULL when cap is 0.
 *  Structs   Begin with struct_size. The caller sets it to sizeof(the struct)
 *            before every call, ..._init included, which fills in the
 *            defaults; afterwards zero means zero. Structs grow only at the
 *            end; what a smaller one lacks has its default. QK_ERR_VERSION: a
 *            struct smaller than its first version, one over 4096 bytes, or
 *            one whose tail is unknown to the library and not all zero.
 *  JSON      Options with an inner structure go in as a JSON object, and every
 *            key may be left out unless its schema requires it. Reports come
 *            out as an object with a field "schema". The JSON Schemas, with
 *            the meaning, unit, range and default of every key, are in
 *            include/schema. An unknown key gives QK_ERR_INVALID_ARG, and the
 *            text names it.
 *  Jobs      Whatever can take long is a job: the call that starts it returns
 *            at once. No callback ever crosses this interface.
 *  Threads   Every call may be made from any thread. Calls on one board or one
 *            engine wait for each other; calls on different handles do not.
 *            Jobs run on the library's own threads.
 *  Signals   The library has handlers of SIGSEGV, SIGBUS, SIGFPE, SIGPIPE and
 *            SIGURG, and sends SIGURG to its own threads. A host leaves these
 *            alone, or passes on what is not its own. Handlers of other signals
 *            (a profiler's SIGPROF) may run in the library's threads, and must
 *            have SA_ONSTACK. Those that were installed before loading are given
 *            it then; later ones by the next call, if 4 ms have passed since the
 *            last look, and by qk_runtime_config in any case. Until then a
 *            signal can end the process. A handler has 32 KB of stack there.
 *  Memory    When the system gives none, the process ends: no call can return
 *            then. On top of what is passed in or comes out, with default
 *            options and at most: the library 20 MB beside its file; a board
 *            10 KB; an engine its "table_mb" (64), as it fills, and 40 MB; a book
 *            job 40 MB for each worker; an open book 20 MB; a review 50 MB for each
 *            worker (on 13x13 100), 16 MB for all and ten times the record; a
 *            gateway 10 MB, 20 KB a connection. Calls that name a figure take that.
 *  Addresses A limit of addresses (ulimit -v, RLIMIT_AS) counts what is
 *            reserved, not what is used: the library needs 2 GB, 40 MB for
 *            each processor, and the engines' "table_mb" beyond 64. With less
 *            it ends the process, at loading or later. A limit of memory (a
 *            cgroup) is the better one, with qk_runtime_opts.memory_soft below it.
 *  fork      In a forked child every call returns QK_ERR_FORKED at once. Load
 *            the library in the child instead (spawn).
 *  Loading   The library stays until the process ends. A musl process cannot load it.
 */
#ifndef QIKIT_H
#define QIKIT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32) && defined(QK_BUILD) /* the library itself is being built */
#define QK_API __declspec(dllexport)
#elif defined(_WIN32)
#define QK_API
#elif defined(__GNUC__)
#define QK_API __attribute__((visibility("default")))
#else
#define QK_API
#endif

/* The interface described here: major << 16 | minor. A library of the same
 * major and at least this minor serves a program compiled with this header. */
#define QK_ABI_VERSION 0x00000001u

/* What a call returned. */
typedef int32_t qk_status;

#define QK_OK 0
#define QK_ERR_INVALID_ARG 1   /* an argument is NULL or out of range, or an option is bad */
#define QK_ERR_HANDLE 2        /* no live handle of that type */
#define QK_ERR_STATE 3         /* not now: nothing to undo, or the job is still running */
#define QK_ERR_CANCELLED 4     /* cancelled before there was a result */
#define QK_ERR_TIMEOUT 5       /* the time given ran out first; the job goes on */
#define QK_ERR_NOT_FOUND 6     /* no such game, position, file or event */
#define QK_ERR_PARSE 7         /* malformed text or file */
#define QK_ERR_RULES 8         /* well formed, but against the rules of the game */
#define QK_ERR_LIMIT 9         /* more than the library takes; the text says how much it takes */
#define QK_ERR_BUFFER 10       /* the buffer is too small; *needed says how large it must be */
#define QK_ERR_UNSUPPORTED 11  /* this game, engine or build does not do that */
#define QK_ERR_VERSION 12      /* a struct or file of another version */
#define QK_ERR_IO 13           /* disk, pipe or process; the text has the cause */
#define QK_ERR_FORKED 14       /* called in a forked child */
#define QK_ERR_PANIC 15        /* a defect in the library; the handle can only be freed now */
#define QK_ERR_INTERNAL 16     /* a defect in the library, without a panic */

typedef const char *qk_str;

/* Why a call failed. The caller owns it and sets struct_size before the call, or
 * starts from QK_ERROR_INIT; a struct with a smaller struct_size is left alone.
 * message is UTF-8, ends in NUL, and is cut at a character when it is too long. */
typedef struct qk_error {
	uint32_t struct_size;
	qk_status code;
	char message[1016];
} qk_error;

#define QK_ERROR_INIT { sizeof(qk_error), QK_OK, { 0 } }

typedef uint64_t qk_board;
typedef uint64_t qk_engine;
typedef uint64_t qk_job;
typedef uint64_t qk_book;
typedef uint64_t qk_review;
typedef uint64_t qk_sgcp_decoder;
typedef uint64_t qk_sgcp_client;
typedef uint64_t qk_gateway;
typedef uint64_t qk_samples;
typedef uint64_t qk_games;

/* ------------------------------------------------------------- library -- */

/* QK_ABI_VERSION of the library that is loaded. Never fails. */
QK_API uint32_t qk_abi_version(void);

/* The library's version, "0.1.0". Static text. */
QK_API qk_str qk_version(void);

/* The name of a status, "QK_ERR_PARSE"; "QK_ERR_?" for an unknown one. Static
 * text. */
QK_API qk_str qk_status_name(qk_status status);

typedef struct qk_runtime_opts {
	uint32_t struct_size;
	uint32_t threads;     /* threads that compute at once, 1 to 1024; default: the machine's */
	uint64_t memory_soft; /* bytes of memory above which garbage is collected more often; default: no limit, UINT64_MAX */
	uint32_t gc_percent;  /* percent by which memory may grow between collections, 10 to 1000; default 100 */
	uint32_t kernels;     /* QK_KERNELS_... that networks run on; default: the fastest of this machine */
	uint32_t language;    /* QK_LANGUAGE_... of qk_error.message; default: English */
	uint32_t reserved;
} qk_runtime_opts;

#define QK_KERNELS_BEST 0u    /* the fastest of this machine */
#define QK_KERNELS_GENERIC 1u /* plain Go only: the same bits on every machine */
#define QK_KERNELS_AVX2 2u
#define QK_KERNELS_AVX512 3u
#define QK_KERNELS_NEON 4u
#define QK_LANGUAGE_ENGLISH 0u
#define QK_LANGUAGE_CHINESE 1u /* names, options and what the caller gave stay as they are */

/* Writes the values in force now into a struct whose struct_size is set. */
QK_API qk_status qk_runtime_opts_init(qk_runtime_opts *opts);

typedef const qk_runtime_opts *qk_runtime_opts_in;

/* Sets them for the whole process, at any time; environment variables that are
 * set after the process started are not seen. INVALID_ARG: a value out of its
 * range, or kernels that this machine does not have. */
QK_API qk_status qk_runtime_config(qk_runtime_opts_in opts, qk_error *err);

/* JSON "qikit/runtime/1": version, abi, live handles by type, goroutines,
 * memory in bytes, threads, kernels, games. For tests and support. */
QK_API qk_status qk_runtime_stats(char *buf, size_t cap, size_t *needed, qk_error *err);

/* Causes a defect on purpose, so that a program can test that it survives one.
 * kind 0 panics in the call itself, 1 in a thread of the library. A handle
 * that is given is poisoned as by a real defect: every later call on it
 * returns QK_ERR_PANIC, but freeing it works. Always returns QK_ERR_PANIC
 * (INVALID_ARG for another kind, HANDLE for a dead handle). */
QK_API qk_status qk_debug_panic(uint64_t handle, uint32_t kind, qk_error *err);

/* --------------------------------------------------------------- board -- */

/* A position of any game, with its rules and history. */

#define QK_BOARD_LENIENT 1u /* accept positions that cannot arise in play */

/* Sets up a board of the named game ("xiangqi") at a position text (empty: the
 * start position). rules is a JSON object of the game's options (empty: the
 * defaults); what the position text states wins over it. Games, and the
 * schemas of their rules:
 *   xiangqi: natural_limit, repetition: include/schema/xiangqi-rules.json.
 *   chess: chess960, arrangement, and how a game is drawn (repetition,
 *     quiet_limit, dead_material): include/schema/chess-rules.json.
 *   surakarta: rule_set, start_blocks, first, and how a game ends (no_capture,
 *     repetition, their limits, no_move): include/schema/surakarta-rules.json.
 *   capturego: size, target, pass, no_move, start:
 *     include/schema/capturego-rules.json.
 *   go: size, komi, handicap, scoring: include/schema/go-rules.json.
 *   gomoku: size, rule ("freestyle", "standard", "renju"):
 *     include/schema/gomoku-rules.json.
 *   chinesecheckers: players, jumps, corners, leave_target, blocking, play_on,
 *     ply_limit: include/schema/chinesecheckers-rules.json.
 *   ludo: players, take_off, colour_jumps, flights, ply_limit:
 *     include/schema/ludo-rules.json. Rolls (d1 to d6) are moves of the side
 *     "chance"; a board never rolls by itself.
 * NOT_FOUND: no such game. PARSE: malformed position. RULES: a position that
 * cannot arise in play (see flags). INVALID_ARG: no such rule or value. About
 * 2 us. */
QK_API qk_status qk_board_new(qk_str game, size_t game_len, qk_str position, size_t position_len,
                              qk_str rules, size_t rules_len, uint32_t flags, qk_board *board, qk_error *err);
QK_API qk_status qk_board_free(qk_board board);

/* An independent board with the same history. */
QK_API qk_status qk_board_copy(qk_board board, qk_board *copy, qk_error *err);

/* The position as text, without the history (FEN in Xiangqi and chess; rows, side to
 * move, plies without capture and ply number in Surakarta; rows, side to move,
 * targets, captures and ko point in Capture Go, without the targets in Go; rows
 * and side to move in Gomoku; rows, side to move, players, players who are home
 * and ply number in Chinese checkers; planes, turn, die and ply number in Ludo). */
QK_API qk_status qk_board_position(qk_board board, char *buf, size_t cap, size_t *needed, qk_error *err);

/* The name of the side to move: "red" or "black" in Xiangqi, "white" or
 * "black" in chess, "b" or "w" in Surakarta, "black" or "white" in Capture Go,
 * Go and Gomoku, the colour of the seat in Chinese checkers. */
QK_API qk_status qk_board_side(qk_board board, char *buf, size_t cap, size_t *needed, qk_error *err);

/* The legal moves as text, sorted bytewise and separated by '\n'; empty when
 * there are none. A game that ended by repetition or by count still has moves. */
QK_API qk_status qk_board_moves(qk_board board, char *buf, size_t cap, size_t *needed, qk_error *err);

/* Plays a move, in any notation of the game. PARSE: not a move. RULES: a move
 * that is not legal here. */
QK_API qk_status qk_board_play(qk_board board, qk_str move, size_t move_len, qk_error *err);

/* Takes the last move back. STATE: there is none. */
QK_API qk_status qk_board_undo(qk_board board, qk_error *err);

typedef struct qk_outcome {
	uint32_t struct_size;
	uint32_t over;   /* 1 when the game has ended */
	int32_t winner;  /* index of the winner in order of play; -1 for a draw or a game that goes on */
	uint32_t reserved;
	char side[16];   /* the winner's name, "" when there is none */
	char reason[64]; /* "checkmate", "perpetual check"; "" while the game goes on */
} qk_outcome;

/* Tells how the game ended. Set outcome->struct_size first. */
QK_API qk_status qk_board_outcome(qk_board board, qk_outcome *outcome, qk_error *err);

/* The state of the game in one call: JSON "qikit/board/1" with game,
 * position, initial, sides, side, moves, played, outcome (null or winner,
 * reason and, of a game with places, ranks by player), key (16 hex digits), notations, symmetries. */
QK_API qk_status qk_board_report(qk_board board, char *buf, size_t cap, size_t *needed, qk_error *err);

/* Writes a legal move, given in any notation, in the named one. Xiangqi: "uci"
 * (h2e2), "uci10" (h3e3), "iccs" (H2-E2), "wxf" (C2.5), "chinese",
 * "chinese-traditional". Surakarta: "surakarta" (e2xf2), "compact" (e2f2).
 * Capture Go: "gtp" (C5, pass), "sgf" (ce, tt). Gomoku: "gomoku" (h8), "sgf"
 * (hh), "gomocup" (7,7). Chinese checkers: "chinesecheckers" (k3-m5,
 * pass), "compact" (k3m5).
 * UNSUPPORTED: the game has no such notation; the text lists those it has. */
QK_API qk_status qk_board_format(qk_board board, qk_str move, size_t move_len, qk_str notation, size_t notation_len,
                                 char *buf, size_t cap, size_t *needed, qk_error *err);

/* The position as text, with the players shifted by `turn` seats (1: the board
 * turned by half and the colours exchanged) and seen through one of the
 * board's symmetries (0: as it is; 1 in Xiangqi: left and right exchanged). */
QK_API qk_status qk_board_view(qk_board board, uint32_t turn, uint32_t symmetry, char *buf, size_t cap, size_t *needed,
                               qk_error *err);

/* The board as an SVG picture. options is a JSON object (empty: the defaults)
 * of size, flip, coords, last, arrows, marks, heat, style ("classic", "flat",
 * "print") and letters: include/schema/svg-options.json. Its moves, in any
 * notation, must be legal now or have been played before. Men need no font. */
QK_API qk_status qk_board_svg(qk_board board, qk_str options, size_t options_len, char *buf, size_t cap, size_t *needed,
                              qk_error *err);

/* The routes of a capture along the circuits, for display: JSON
 * "qikit/route/1" with move, and of the shortest route the circuit ("inner",
 * "outer"), points (from the start to the target) and loops (the indexes in
 * points after which a corner loop is travelled); routes has the same for all
 * routes, shortest first.
 * UNSUPPORTED: a game without routes. PARSE: not a move. RULES: a move that is
 * not legal here, or that travels no route. */
QK_API qk_status qk_board_route(qk_board board, qk_str move, size_t move_len, char *buf, size_t cap, size_t *needed,
                                qk_error *err);

/* Where the piece on a point ("a2") can go: JSON "qikit/targets/1" with point,
 * steps and captures (lists of points), both empty when no piece of the side
 * to move stands there.
 * UNSUPPORTED: a game whose pieces do not move. PARSE: no such point. */
QK_API qk_status qk_board_targets(qk_board board, qk_str point, size_t point_len, char *buf, size_t cap, size_t *needed,
                                  qk_error *err);

/* What is seen on a board: JSON "qikit/men/1" with rows, columns, men (of each
 * player, the letters of his kinds), pieces (the men by point: {"e0": "K"}; "X"
 * and "O" in Go), in_check (false in games without check), ply (moves made since
 * the initial position), half_moves (plies since the last capture, null where the
 * game does not count them), last (null, or move, source and target of the last
 * move). About 15 us.
 * UNSUPPORTED: a game whose position text is not rows of points. */
QK_API qk_status qk_board_men(qk_board board, char *buf, size_t cap, size_t *needed, qk_error *err);

#define QK_TEXT_FLIP 1u /* the second player at the bottom */

/* The board drawn in letters, with the names of rows and columns at its edge: a
 * line for each row, from the top, and one for the columns, separated by '\n'. An
 * empty point is '.'. UNSUPPORTED: as qk_board_men. INVALID_ARG: flags. */
QK_API qk_status qk_board_text(qk_board board, uint32_t flags, char *buf, size_t cap, size_t *needed, qk_error *err);

/* The board as numbers, for a network: a plane of rows x columns floats (four
 * octets each, at an address that is a multiple of four) for each kind of men of
 * each player, in the order of `men` of qk_board_men: 14 in Xiangqi, 12 in chess,
 * one of each player in the others. 1 where such a man stands, 0 elsewhere; row by row, the top one first.
 * cap and *needed count octets, and there is no NUL. About 1 us.
 * BUFFER: less room than *needed. UNSUPPORTED: as qk_board_men. */
QK_API qk_status qk_board_planes(qk_board board, char *buf, size_t cap, size_t *needed, qk_error *err);

/* The points from which men of a side ("red"; empty: of all sides) attack a point,
 * sorted and separated by '\n': men that could take on it, whoever stands there
 * and whatever becomes of their own king. Two kings that face each other do not count.
 * UNSUPPORTED: a game without attacks; Xiangqi, chess and Surakarta have them.
 * PARSE: no such point. INVALID_ARG: no such side. */
QK_API qk_status qk_board_attackers(qk_board board, qk_str point, size_t point_len, qk_str side, size_t side_len,
                                    char *buf, size_t cap, size_t *needed, qk_error *err);

/* Counts the leaves of the tree of legal moves, depth (0 to 20) plies deep.
 * Only the lack of moves ends a line; other ends of the game do not. The board
 * may be used meanwhile. Result: JSON "qikit/perft/1" with depth and nodes. */
QK_API qk_status qk_board_perft(qk_board board, uint32_t depth, qk_job *job, qk_error *err);

/* --------------------------------------------------------------- games -- */

/* Reads the games of a file: PGN, DhtmlXQ, SGF; format, game and encoding are found. PARSE, RULES: a bad game, with
 * its number and line. LIMIT: over 1,000,000. Options: include/schema/game-read-options.json, and to write,
 * include/schema/game-write-options.json. */
QK_API qk_status qk_games_read(qk_str file, size_t file_len, qk_str options, size_t options_len, qk_games *games,
                               qk_error *err);

/* Games from JSON "qikit/game/1", or a list of such, as qk_games_json writes it; moves in any notation. */
QK_API qk_status qk_games_parse(qk_str report, size_t report_len, qk_games *games, qk_error *err);
QK_API qk_status qk_games_free(qk_games games);
QK_API qk_status qk_games_count(qk_games games, uint64_t *count, qk_error *err);

/* A game by its number, from 0, as JSON "qikit/game/1", and its board after so many moves. NOT_FOUND: none such. */
QK_API qk_status qk_games_json(qk_games games, uint64_t number, char *buf, size_t cap, size_t *needed, qk_error *err);
QK_API qk_status qk_games_board(qk_games games, uint64_t number, uint32_t ply, qk_board *board, qk_error *err);

/* All games as the octets of one file. UNSUPPORTED: a format, notation or encoding that the game does not have. */
QK_API qk_status qk_games_write(qk_games games, qk_str options, size_t options_len, char *buf, size_t cap,
                                size_t *needed, qk_error *err);

/* -------------------------------------------------------------- engine -- */

/* Makes an engine for the named game. options is a JSON object (empty: the
 * defaults): kind, strategy, level, workers, table_mb, seed, tables, ponder,
 * net, deterministic, book, and for external programs path, args, settings,
 * timeout: include/schema/engine-options.json.
 * NOT_FOUND: no such game, engine program or book. PARSE, VERSION: not a book
 * that can be read. INVALID_ARG, UNSUPPORTED: an option, or a book of another
 * game. */
QK_API qk_status qk_engine_new(qk_str game, size_t game_len, qk_str options, size_t options_len, qk_engine *engine,
                               qk_error *err);

/* Cancels what the engine is searching, and frees it. */
QK_API qk_status qk_engine_free(qk_engine engine);

typedef struct qk_search_opts {
	uint32_t struct_size;
	uint32_t depth;   /* plies, 1 to 100; 0: no limit */
	uint64_t nodes;   /* positions; 0: no limit */
	uint64_t visits;  /* playouts of a tree search; 0: no limit. Alpha-beta refuses them as the only limit */
	uint64_t time_us; /* microseconds; 0: no limit */
	uint32_t lines;   /* best lines wanted, 1 to 361; default 1 */
	uint32_t fresh;   /* 1: forget earlier searches first */
	/* For a game with a clock: the engine uses this move's share of the time left,
	 * so that it does not lose on time. With time_us too, the shorter one counts. */
	uint64_t clock_us;     /* microseconds left on the clock of the side to move; 0: no clock */
	uint64_t increment_us; /* microseconds that it gains with each move */
	uint32_t moves_to_go;  /* own moves to the next time control, with this one; 0: none */
	uint32_t reserved;     /* 0 */
} qk_search_opts;

/* Writes the defaults into a struct whose struct_size is set. */
QK_API qk_status qk_search_opts_init(qk_search_opts *opts);

typedef const qk_search_opts *qk_search_opts_in;

/* Searches the board's position; the board may be used meanwhile. Without any
 * limit the search goes on until it is cancelled. Events: a result after each
 * iteration. Result: JSON "qikit/search-result/1" with best, score, win_rate,
 * proven, plies, depth, nodes, time (seconds), lines, and note where there is
 * something to tell, all for the side to move. A score of 100 is one ordinary
 * piece. A cancelled search keeps the best that it has found. */
QK_API qk_status qk_engine_search(qk_engine engine, qk_board board, qk_search_opts_in opts, qk_job *job, qk_error *err);

/* The terms of the static evaluation for the side to move: JSON "qikit/evaluation/1" with an
 * object "terms". Xiangqi: value, position, mobility, own, enemy, total. Chess: material,
 * position, mobility, pawns, attack, total. Surakarta: extent, position, dynamic and potential
 * (without their weights), phase (0, or 1 in the endgame), total (weighted). These three: network,
 * the value by which an engine plays unless its option "evaluator" is "terms", or Surakarta's
 * "strategy" is named. Gomoku, Chinese checkers and Ludo: terms of their own. options is a JSON
 * object (empty: the defaults): include/schema/evaluate-options.json.
 * UNSUPPORTED: the engine has no such terms. INVALID_ARG: an option. */
QK_API qk_status qk_engine_evaluate(qk_engine engine, qk_board board, qk_str options, size_t options_len, char *buf,
                                    size_t cap, size_t *needed, qk_error *err);

/* Forgets everything learnt in earlier searches. During a search it returns at once, and the next one forgets first. */
QK_API qk_status qk_engine_clear(qk_engine engine, qk_error *err);

/* -------------------------------------------------------------- tables -- */

/* Builds endgame tables of the named game in a folder, for the engine option
 * "tables". options is a JSON object (empty: the defaults) of rule_set,
 * largest and workers: include/schema/table-options.json. Each table is
 * written when it is done, whole or not at all. Tables that exist are checked,
 * and made again when they were cut short or altered; so a cancelled job
 * continues when it is started again. Surakarta up to three against three
 * takes 6 MB and 13 s of one core; all of four against four 98 MB, 13 minutes
 * of one core and 1.1 GB of memory. Progress: positions. Result: JSON
 * "qikit/tables/1". INVALID_ARG: an option. Errors of the job: UNSUPPORTED (a
 * game without tables), INVALID_ARG ("largest" is no such table), NOT_FOUND (no
 * such game), IO (a folder that cannot be written, told at once). */
QK_API qk_status qk_tables_build(qk_str game, size_t game_len, qk_str folder, size_t folder_len, qk_str options,
                                 size_t options_len, qk_job *job, qk_error *err);

/* ----------------------------------------------------------------- job -- */

#define QK_JOB_RUNNING 0
#define QK_JOB_DONE 1      /* qk_job_result gives the result */
#define QK_JOB_FAILED 2    /* qk_job_result gives the error */
#define QK_JOB_CANCELLED 3 /* qk_job_result gives what was done, if anything */

typedef struct qk_job_info {
	uint32_t struct_size;
	uint32_t state;  /* QK_JOB_... */
	uint64_t done;   /* units finished */
	uint64_t total;  /* units in all; 0: not known */
	double rate;     /* units a second; records a second in a book job */
	double left;     /* seconds left; negative: not known */
	uint64_t events; /* events waiting in the queue */
} qk_job_info;

/* Tells how far a job is. Set info->struct_size first. It is answered from C
 * memory in about 10 ns, which is fit for a frame loop. */
QK_API qk_status qk_job_poll(qk_job job, qk_job_info *info);

/* Waits until the job has ended, at most timeout_ms milliseconds (0 to 60000).
 * OK: it has ended, in whatever state. TIMEOUT: it is still running. */
QK_API qk_status qk_job_wait(qk_job job, uint32_t timeout_ms, qk_error *err);

/* Asks a job to stop. It ends soon after and keeps what it has. Asking twice,
 * or after its end, changes nothing. */
QK_API qk_status qk_job_cancel(qk_job job, qk_error *err);

/* The job's result, as the call that started it says. It may be read any
 * number of times. STATE: the job is still running. CANCELLED: it was stopped
 * before there was a result. Otherwise a failed job's own status and text. */
QK_API qk_status qk_job_result(qk_job job, char *buf, size_t cap, size_t *needed, qk_error *err);

/* Takes the oldest event (JSON) out of the job's queue. The queue holds the
 * newest 256 events; older ones are dropped. NOT_FOUND: none is waiting. */
QK_API qk_status qk_job_event(qk_job job, char *buf, size_t cap, size_t *needed, qk_error *err);

/* Cancels the job if it is running, and frees it when it has ended. */
QK_API qk_status qk_job_free(qk_job job);

/* ---------------------------------------------------------------- book -- */

/* Generates game records by self-play into a book file. options is a JSON
 * object with at least "game" and "out": include/schema/book-options.json.
 * Events: JSON "qikit/progress/1". Result: JSON "qikit/book-summary/1". A
 * cancelled job keeps what was done and continues with "resume": true. At once:
 * INVALID_ARG (an option), NOT_FOUND (no folder for "out"), STATE ("out" is there
 * already). Errors of the job: those of the options, of the file and of the engines, which are
 * tried before the file is made; IO when every game was ended by a fault of an
 * engine. The text then has the first fault; when only some games were, the
 * summary counts them. */
QK_API qk_status qk_book_generate(qk_str options, size_t options_len, qk_job *job, qk_error *err);

/* Opens a book file. NOT_FOUND: no such file. PARSE: not a book, or a damaged
 * one. VERSION: a book of a newer library. */
QK_API qk_status qk_book_open(qk_str path, size_t path_len, qk_book *book, qk_error *err);

/* Makes an empty book for the named game, to import or merge into. STATE: the
 * file exists. */
QK_API qk_status qk_book_create(qk_str game, size_t game_len, qk_str path, size_t path_len, qk_book *book, qk_error *err);
QK_API qk_status qk_book_free(qk_book book);

/* Reads a whole book file: the checksum of each page, the order of its tables,
 * and each position, which must be the one that its game reaches. Result: JSON
 * "qikit/book-check/1", also of a damaged file: "sound", and the places of the
 * damage. Errors of the job: PARSE for what is no book, VERSION, NOT_FOUND, IO.
 * It goes through some 20,000 records a second. */
QK_API qk_status qk_book_check(qk_str path, size_t path_len, qk_job *job, qk_error *err);

/* Writes what can be read of a damaged book file into a new one, and leaves the
 * file as it is. The copy of a sound file says the same; a book
 * without checksums gets them in this way. When something is lost, the new book cannot be
 * resumed, but it can be looked up, exported, merged and added to. Result: JSON
 * "qikit/book-repair/1". Errors of the job: STATE: out is there already; PARSE:
 * not a book, or nothing in it tells where its tables begin. */
QK_API qk_status qk_book_repair(qk_str path, size_t path_len, qk_str out_path, size_t out_path_len, qk_job *job, qk_error *err);

/* The number of records. */
QK_API qk_status qk_book_count(qk_book book, uint64_t *count, qk_error *err);

/* What was played at a position, how often, with which results and evaluation:
 * JSON "qikit/book-entry/1" with count and moves (move, count, wins, draws,
 * losses, unknown, eval, depth), most played first, and the best move by the
 * deepest knowledge; unknown are games that have no result. Positions that differ only by turning the
 * players or by a symmetry of the board are one. NOT_FOUND: the book does not
 * have the position. Under 1 ms with a million positions. */
QK_API qk_status qk_book_lookup(qk_book book, qk_str position, size_t position_len, char *buf, size_t cap, size_t *needed,
                                qk_error *err);

/* Reads records in order of game and ply, as JSON lines ("qikit/record/1"): at
 * most `most` (1 to 10000) from *cursor on, which is 0 at first and moves
 * behind the last record that was read. An empty text means the end. */
QK_API qk_status qk_book_read(qk_book book, uint64_t *cursor, uint32_t most, char *buf, size_t cap, size_t *needed,
                              qk_error *err);

/* Reads records in order of game and ply as columns, faster than
 * qk_book_read. options is a JSON object (empty: all fields, all records) of
 * "fields" and filters: include/schema/export-options.json; other keys are
 * refused. most, *cursor and the octets in buf are as in qk_book_read; an empty
 * page means the end. A page has int64, the number n of its records, then the
 * fields asked for, in their order, each an array or more as below. Arrays
 * begin at multiples of 8 bytes, with zeros between; numbers have their lowest
 * byte first.
 *   text: ends (int32, n + 1, the first is 0); the texts, UTF-8, of which text i
 *     is from ends[i] to ends[i + 1].
 *   name: n places (int32) in a list of names, -1 for none; int64, how many
 *     names; the names as a text of so many.
 *   bool uint8; int int64; uint uint64; real float64: n numbers.
 *   ?X: n bytes, 0 where the value is missing, else 1; then X, with zeros there.
 *   [X]: ends as of a text; then X with as many values as the last end.
 *   {a X, b Y}: X of n values, then Y.
 * Fields: fen text; flipped bool; initial name; moves [name]; eval ?{mover real,
 * opponent real}; score ?int; win_rate ?real; proven name; result ?real; reason
 * name; best name; candidates [{move name, score int}]; move name; depth ?int;
 * nodes ?int; engine name; search ?{depth int, nodes ?int, engine name,
 * candidates [{move name, score int}]}; balance ?{evals [real], offsets [int],
 * adjusted ?bool}; game int; ply int; seed uint; count, wins, draws, losses and
 * unknown int. A later library may have more, behind these. */
QK_API qk_status qk_book_columns(qk_book book, qk_str options, size_t options_len, uint64_t *cursor, uint32_t most, char *buf,
                                 size_t cap, size_t *needed, qk_error *err);

/* Writes all records to a file in a format: "jsonl", "pgn", "sgf" (in games of
 * Go, instead of "pgn"), "epd", "csv", "plain", "bin", "binpack", "xqb", "polyglot"
 * (an opening book of chess, which the suffix .bin means there), or "html": one file
 * for a browser, in which a reader walks through the book. When the format is empty,
 * the suffix of the file's name says it (x.pgn, x.csv.gz); no suffix means "jsonl",
 * and any other one gives UNSUPPORTED. "plain", "bin" for Xiangqi and "binpack" for
 * chess are what public NNUE trainers read. A file whose name ends in ".gz" or ".zst"
 * is compressed. The file appears whole or not at all; a named pipe gets the records
 * as they come. Result: JSON "qikit/export/1". */
QK_API qk_status qk_book_export(qk_book book, qk_str path, size_t path_len, qk_str format, size_t format_len, qk_job *job,
                                qk_error *err);

/* As qk_book_export, of the records that options leave, in a random order
 * ("shuffle"), in several files ("shards"): a JSON object,
 * include/schema/export-options.json. */
QK_API qk_status qk_book_export_start(qk_book book, qk_str path, size_t path_len, qk_str format, size_t format_len,
                                      qk_str options, size_t options_len, qk_job *job, qk_error *err);

/* Adds the records of another book file of the same game. Equal positions
 * become one; their counts and results add up, also when a book is merged twice.
 * Values of qk_book_minimax_start are then out of use, which "outdated" tells.
 * Result: JSON "qikit/book-import/1". */
QK_API qk_status qk_book_merge(qk_book book, qk_str other_path, size_t other_path_len, qk_job *job, qk_error *err);

/* Lets evaluations flow back through a book file, best replies considered: a
 * move is worth what the position behind it is worth to the other player, a
 * position what its best move is worth, unless a search there looked further.
 * Look-ups, .xqb, PGN and engines with this book then use these values, until
 * something is merged or imported. A generation that re-evaluates ends with
 * it. Takes about 300 bytes of memory a record. Result: JSON
 * "qikit/book-minimax/1". Errors of the job: those of qk_book_open, STATE (the
 * book's generation has not ended), INVALID_ARG (dice, or over two players). */
QK_API qk_status qk_book_minimax_start(qk_str path, size_t path_len, qk_job *job, qk_error *err);

/* Removes records. options is a JSON object:
 * include/schema/prune-options.json. Result: JSON "qikit/book-prune/1". */
QK_API qk_status qk_book_prune(qk_book book, qk_str options, size_t options_len, qk_job *job, qk_error *err);

/* Counts and histograms. Result: JSON "qikit/book-stats/1". */
QK_API qk_status qk_book_stats(qk_book book, qk_job *job, qk_error *err);

/* Adds what a file holds, as the suffix of its name says: games of people (PGN
 * in Xiangqi), or positions (".xqb", ".plain" and ".bin", as qk_book_export writes
 * them): an opening book's moves with scores, counts and results; training data's
 * best moves with scores, plies and results. In chess, ".bin" is a Polyglot book:
 * the positions to which its moves lead from the beginning, with weights as so
 * many games without a result. All but opening books may be compressed (".gz",
 * ".zst"). Games and positions that cannot be read are left out; the result
 * counts them and has the first faults. Comments that begin with a score in
 * pawns and a depth ("+0.12/8"), as the export "pgn" and tournament programs
 * write them, become evaluations of the moves. A file of another kind, or one
 * that is cut short, adds nothing: PARSE or IO. A game that
 * names its players and that the book has already, with the same moves, result
 * and tags, is left out and counted in "duplicates". Values of
 * qk_book_minimax_start are then out of use, which "outdated" tells. Result: JSON
 * "qikit/book-import/1". */
QK_API qk_status qk_book_import(qk_book book, qk_str path, size_t path_len, qk_job *job, qk_error *err);

/* ------------------------------------------------------------- samples -- */

/* The records of a book as numbers in columns, from which a network or another
 * model learns. The job reads the book once into a temporary file, packed (a
 * record of Xiangqi takes 80 bytes), where the system keeps such files. Then the book may
 * be freed, and qk_samples_next gives the samples as often as one likes, some million a second.
 * options is a JSON object of filters and "shuffle" (empty: all, in order of game
 * and ply): include/schema/export-options.json; keys that only say how a file is
 * written are refused. Result: JSON "qikit/samples/1" with records, the board's
 * rows and columns, men (the letters of the mover's men in the position text,
 * whose numbers are 1, 2 and so on) and layout (name, type and width of each
 * column; a later library may add columns behind these):
 *   positions int8, rows * columns: the men on the points, row by row from the
 *     top, the mover's positive and the opponent's negative, 0 for an empty point,
 *     in the view of the record: the player to move sits in the seat of the preset
 *     player (red in Xiangqi, at the bottom).
 *   moves int16, 2: the points where the best move starts and ends; -1 for none,
 *     and for the start of a stone that is placed.
 *   scores, results, win_rates float32: the mover's; hundredths of an ordinary
 *     piece; 1, 0.5 or 0; 0 to 1, of a tree search. NaN for none, as the result
 *     of a game that was cut off.
 *   sides int8: index of the player who was to move in the game.
 *   plies int32: plies from the initial position.
 *   depths int16: that the search behind scores and moves reached; -1 for none.
 *   counts int32: how often the position was on the board.
 *   games int64: number of the game.
 * INVALID_ARG: an option. UNSUPPORTED: a game without such positions. Errors of
 * the job: PARSE (a damaged book), IO (no room for the temporary file). */
QK_API qk_status qk_samples_open(qk_book book, qk_str options, size_t options_len, qk_samples *samples, qk_job *job,
                                 qk_error *err);
QK_API qk_status qk_samples_free(qk_samples samples);

/* Writes the next samples, at most `most` (1 to 16777216), into the caller's
 * memory, and sets *count to how many they are; 0 after the last one. The
 * columns of the layout follow each other in buf. Each has room for `most`
 * samples, whatever *count is, and begins at a multiple of 8 bytes: a column
 * takes most * width * (size of its type) bytes, rounded up to a multiple of 8.
 * Numbers have their lowest byte first. *needed becomes the bytes of all
 * columns; no NUL follows them. A smaller cap gives BUFFER, and uses nothing
 * up. STATE: the samples are still being prepared. When that has failed: the
 * error of the job. */
QK_API qk_status qk_samples_next(qk_samples samples, uint32_t most, char *buf, size_t cap, size_t *needed, uint64_t *count,
                                 qk_error *err);

/* Begins anew with the first sample; shuffled samples come in the order of this
 * seed, others as before. */
QK_API qk_status qk_samples_rewind(qk_samples samples, uint64_t seed, qk_error *err);

/* ------------------------------------------------------------ selfplay -- */

/* Plays Capture Go against itself, and writes the samples from which a network
 * learns into a file. options is a JSON object with at least "out":
 * include/schema/selfplay-options.json. Progress: games. Result: JSON
 * "qikit/selfplay/1". A job that was cancelled or killed keeps whole games and
 * continues with "resume": true; the file is the same in the end, whatever the
 * number of workers. Errors of the job: STATE (the file exists), INVALID_ARG
 * (a file of other options), NOT_FOUND (no such network), PARSE (a file that
 * is no network for Capture Go), IO. */
QK_API qk_status qk_selfplay_start(qk_str options, size_t options_len, qk_job *job, qk_error *err);

/* Plays a match of two networks for Capture Go, or of one against playouts:
 * the gate that a newly trained network has to pass. options is a JSON object
 * (empty: playouts against playouts): include/schema/match-options.json.
 * Progress: games. Result: JSON "qikit/match/1"; a cancelled job has that of
 * the games played. Errors of the job: NOT_FOUND, PARSE as above. */
QK_API qk_status qk_selfplay_match(qk_str options, size_t options_len, qk_job *job, qk_error *err);

/* Learns, from files of samples, the weights by which random games of Capture Go are played out, and writes them as a
 * network file. options is a JSON object with at least "samples" and "out": include/schema/rollout-options.json.
 * 100,000 positions take some 6 s of one core and 150 MB. Progress: positions. Result: JSON
 * "qikit/rollout-weights/1". Errors of the job: NOT_FOUND, INVALID_ARG (no file of samples, or a damaged one), IO. */
QK_API qk_status qk_selfplay_rollout(qk_str options, size_t options_len, qk_job *job, qk_error *err);

/* --------------------------------------------------------------- train -- */

/* Learns from the records of books a network that values positions, and writes it as a file that engines take as "net":
 * Xiangqi, chess and Surakarta. options is a JSON object with at least "books" and "out":
 * include/schema/train-options.json. The books may be larger than memory: their records go once into temporary files,
 * 80 bytes each. At width 64 two cores learn from some 300,000 positions a second; it takes 200 MB, and 100 MB more for
 * each book. Progress: positions, first those read and then those learnt from. Events: JSON "qikit/train-loss/1", one
 * before the first pass and one after each. Result: JSON "qikit/train/1", also of a cancelled job. A job that was
 * cancelled or killed goes on with "resume": true; the file is the same in the end, whatever the number of workers.
 * Errors of the job: STATE (the file exists, or what an earlier job learnt), INVALID_ARG (books from which nothing can
 * be learnt, or of different games; what was learnt with other options), those of qk_book_open, IO. */
QK_API qk_status qk_train_start(qk_str options, size_t options_len, qk_job *job, qk_error *err);

/* -------------------------------------------------------------- review -- */

/* Reviews a finished game of Capture Go for one of its players: which moves
 * were bad, where they should have gone, and how the game would have gone on.
 * sgf is the record, in the charset that it states. options is a JSON object
 * with at least "user" ("black" or "white"):
 * include/schema/review-options.json. Events: JSON "qikit/review-progress/1".
 * Result: JSON "qikit/review/1", also of a cancelled job, which keeps what was
 * done and says so.
 * The same record, options and seed give the same result whatever the number
 * of workers, unless a time limit ends a search: on machines with alike
 * processors (search.tier of the result says which kernels a network ran on),
 * or on all machines with "deterministic".
 * INVALID_ARG: an option. Errors of the job: PARSE (a record that cannot be
 * read; the text says where), RULES (an illegal move; it says which and why),
 * STATE (no move of the user is in the range), INVALID_ARG ("game" or
 * "demonstrate" asks for what the record does not have), NOT_FOUND (no such
 * network). */
QK_API qk_status qk_review_start(qk_str sgf, size_t sgf_len, qk_str options, size_t options_len, qk_job *job,
                                 qk_error *err);

/* A review from its JSON text: the result of qk_review_start, or what
 * qk_review_json wrote. PARSE: no review, or a damaged one. VERSION: a review
 * of a newer library. */
QK_API qk_status qk_review_parse(qk_str report, size_t report_len, qk_review *review, qk_error *err);

/* A review from a file that qk_review_save wrote. NOT_FOUND: no such file. */
QK_API qk_status qk_review_load(qk_str path, size_t path_len, qk_review *review, qk_error *err);
QK_API qk_status qk_review_free(qk_review review);

/* Writes the review to a file, which appears whole or not at all. */
QK_API qk_status qk_review_save(qk_review review, qk_str path, size_t path_len, qk_error *err);

/* The whole review: JSON "qikit/review/1". */
QK_API qk_status qk_review_json(qk_review review, char *buf, size_t cap, size_t *needed, qk_error *err);

/* The record as SGF with verdicts, win rates and comments; beside each bad
 * move a variation with the target and the demonstration. Everything else in
 * the record is kept, except what an earlier review said of these moves. */
QK_API qk_status qk_review_sgf(qk_review review, char *buf, size_t cap, size_t *needed, qk_error *err);

/* A picture as SVG: the win-rate curve, the board before a move, a
 * demonstration, or all of the user's moves. options is a JSON object (empty: the curve):
 * include/schema/review-svg-options.json. NOT_FOUND: no such move, or one that
 * was not analysed. */
QK_API qk_status qk_review_svg(qk_review review, qk_str options, size_t options_len, char *buf, size_t cap,
                               size_t *needed, qk_error *err);

/* Asks about a move of a finished review: what if another move had been played, how would the game have gone on, or
 * what does a deeper search say. options is a JSON object with at least "kind" and "number":
 * include/schema/review-question.json. Events: JSON "qikit/review-progress/1". Result: JSON "qikit/review/1", the
 * review with the answer as the last of its "answers", changed where that proves otherwise or looked deeper; the
 * review asked about stays as it is. INVALID_ARG: the question. Errors of the job: NOT_FOUND (a move that was not analysed
 * or is not legal, or no such network). */
QK_API qk_status qk_review_ask(qk_review review, qk_str options, size_t options_len, qk_job *job, qk_error *err);

/* ---------------------------------------------------------------- sgcp -- */

/* The line protocol of the Go human-computer system: a line is a number of three
 * digits, then nothing or one space and a parameter, then CRLF or LF. Commands
 * are 100 to 499. The reply to a command has its number plus 500, or is a fault
 * (500 to 599). The server sends the other numbers unasked. Every number, with its parameter: sgcp.md,
 * beside this file. */

#define QK_SGCP_GB18030 1u /* text is GB18030 on the line, instead of UTF-8 */

/* A decoder, which splits a stream of octets into lines, in whatever pieces
 * the stream comes. limit is the longest line accepted, in octets with its
 * end: 1024 for what clients send, 4096 for what servers send, 16384 with
 * compute terminals; 0 takes the limit of each line's number, for either side.
 * INVALID_ARG: flags. */
QK_API qk_status qk_sgcp_decoder_new(uint32_t limit, uint32_t flags, qk_sgcp_decoder *decoder, qk_error *err);
QK_API qk_status qk_sgcp_decoder_free(qk_sgcp_decoder decoder);

/* Changes limit and flags, from the next line that is read (not fed). */
QK_API qk_status qk_sgcp_decoder_set(qk_sgcp_decoder decoder, uint32_t limit, uint32_t flags, qk_error *err);

/* Gives a decoder the next octets of the stream, any number of any value.
 * LIMIT: more than 64 MB were fed and not read. */
QK_API qk_status qk_sgcp_decoder_feed(qk_sgcp_decoder decoder, qk_str octets, size_t octets_len, qk_error *err);

/* Takes the next items out of a decoder, at most `most` (0: all that there
 * are), separated by '\n', in UTF-8; empty: no line is complete yet. An item
 * is a number, a space and a parameter ("321 Q16", "201 "). A line that is too
 * long, has bad text or no number is an item too: '!' and then the line to
 * answer it with ("!505 303 bad text"), or "!!" when the sender's connection
 * must be closed (the third line that was too long). Every other line is read
 * as if that one had not been there. */
QK_API qk_status qk_sgcp_decoder_read(qk_sgcp_decoder decoder, uint32_t most, char *buf, size_t cap, size_t *needed,
                                      qk_error *err);

/* A line with its CRLF, as octets. The parameter is UTF-8, may be empty, and
 * is brought into normal form C. INVALID_ARG: a number over 999. PARSE:
 * control characters, or text that the charset does not have. LIMIT: longer
 * than lines of that number may be. */
QK_API qk_status qk_sgcp_encode(uint32_t code, qk_str param, size_t param_len, uint32_t flags, char *buf, size_t cap,
                                size_t *needed, qk_error *err);

/* A client of an SGCP server. It connects and logs in in the background, and
 * reconnects after a lost connection without losing the session. options is a
 * JSON object with at least "port" and "nick", and "key" for nicks that begin
 * with "AI-": include/schema/sgcp-client-options.json.
 * 
 * *job is the client's life: it runs until the client ends. `done` of
 * qk_job_poll counts the connections made; it is 0 while the first one is
 * being made. Its events (qk_job_event) are what the server sends unasked and
 * what happens to the connection: JSON "qikit/sgcp-event/1" with kind, code
 * and param of a push ("pushed"), count, game, error. When 256 events wait
 * they are not dropped, as those of other jobs are: the client keeps as many
 * more as its option "events" says, and then counts the dropped ones in an
 * event of the kind "missed".
 * 
 * The job ends when it is cancelled, which closes the connection (the session
 * waits 120 s at the server); by the command 103, which ends the session; or
 * when the server no longer lets it in. It then has an error, once the events
 * have been read: IO (no connection), TIMEOUT, STATE (the server refused; the
 * text has its number), PARSE (no SGCP server). Result: JSON
 * "qikit/sgcp-client/1", as of qk_sgcp_client_state. INVALID_ARG: an option. */
QK_API qk_status qk_sgcp_client_open(qk_str options, size_t options_len, qk_sgcp_client *client, qk_job *job,
                                     qk_error *err);

/* Cancels the client's life and whatever waits for an answer, and frees the
 * client. Its jobs are freed separately. */
QK_API qk_status qk_sgcp_client_free(qk_sgcp_client client);

/* Sends a command by its number, once there is a connection. Result: the
 * answer, JSON "qikit/sgcp-answer/1" with code, param and rows (of a list:
 * code and param of each); a refusal, 500 to 599, is an answer too. Answers
 * come in the order of the commands. The client sends 101, 104 and 105 by
 * itself; 103 ends the session and the client's life. Errors of the job:
 * INVALID_ARG (no command, or one of those), PARSE and LIMIT (a parameter that
 * cannot be sent; over 256 commands under way), IO (the connection was lost:
 * it is not known whether the command was obeyed), TIMEOUT, STATE (the client
 * has ended). */
QK_API qk_status qk_sgcp_client_send(qk_sgcp_client client, uint32_t code, qk_str param, size_t param_len, qk_job *job,
                                     qk_error *err);

/* Who the client is: JSON "qikit/sgcp-client/1" with nick (the server may have
 * appended underscores), session and last (with which a later client takes the
 * session up; session is a secret), game (its Gtoken, "" for none) and granted
 * (capabilities). STATE: not connected yet. */
QK_API qk_status qk_sgcp_client_state(qk_sgcp_client client, char *buf, size_t cap, size_t *needed, qk_error *err);

/* ------------------------------------------------------------- gateway -- */

/* Starts an SGCP server: the hall in which people and programs meet and play
 * Go, judged by the server. It listens on loopback unless the option "host"
 * says otherwise, and on any free port unless "port" names one. options is a
 * JSON object (empty: the defaults) of host, port, name, store (a file that
 * keeps games and sessions, so that a server that was killed goes on where it
 * was), size, komi, rule, seed, keys and limits:
 * include/schema/gateway-options.json. It speaks plain TCP: for the open
 * internet, put a program that speaks TLS in front, or run
 * bindings/qikit. A connection takes about 10 kB.
 * INVALID_ARG: an option. IO: an address that it cannot listen on, or a store
 * that cannot be used. */
QK_API qk_status qk_gateway_start(qk_str options, size_t options_len, qk_gateway *gateway, qk_error *err);

/* Ends all connections, stores what is under way, and frees the gateway. */
QK_API qk_status qk_gateway_free(qk_gateway gateway);

/* The state of the gateway: JSON "qikit/gateway/1" with address, port,
 * connections, sessions, waiting, playing (games under way), games (started),
 * moves, uptime (seconds), error (empty when all is well). When the store
 * cannot be written, as on a full disk, the server ends by itself, and error
 * says why. */
QK_API qk_status qk_gateway_state(qk_gateway gateway, char *buf, size_t cap, size_t *needed, qk_error *err);

/* What the gateway has counted, in the text form of Prometheus, for a program
 * to serve. */
QK_API qk_status qk_gateway_metrics(qk_gateway gateway, char *buf, size_t cap, size_t *needed, qk_error *err);

/* Tells everybody that the server goes down in so many seconds (0 to 86400),
 * lets no new game begin, waits as long for the connections to end, and ends
 * the rest. Result: JSON "qikit/gateway/1" from before. The gateway must still
 * be freed afterwards. Error of the job: IO (the store). */
QK_API qk_status qk_gateway_shutdown(qk_gateway gateway, uint32_t seconds, qk_job *job, qk_error *err);

/* ------------------------------------------------------------ terminal -- */

/* Lets this computer work for an SGCP server's AI platform, as one of its
 * compute terminals. It connects, is measured (500 million additions, then
 * some playouts: about a second), and does the playouts, searches and analyses
 * that it is sent, until the job is cancelled; it reconnects after a lost
 * connection. options is a JSON object with at least "port", and host, nick,
 * key (for servers that know this computer), cores, share (of each core's
 * time: 0.5 leaves half to other programs), give_up:
 * include/schema/terminal-options.json. Progress: playouts done, and playouts
 * a second while there was work; the job has no total. Events, at most four a
 * second, and the result, which a cancelled job has too: JSON
 * "qikit/terminal/1". Cancelling takes up to a second; other terminals do what
 * was under way.
 * INVALID_ARG: an option. Errors of the job: STATE (the server refused, or has
 * no use for terminals; the text says why), IO (no connection), TIMEOUT, PARSE
 * (no SGCP server). */
QK_API qk_status qk_terminal_join(qk_str options, size_t options_len, qk_job *job, qk_error *err);

#ifdef __cplusplus
}
#endif

#endif
