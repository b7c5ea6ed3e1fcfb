/* What the world calls: every function of qikit.h, each a fork check and then
 * one call into Go (or none, where C has the answer). Go can not run in a
 * forked child: its threads are gone, and whatever waits for one hangs. */
#include "_cgo_export.h"
#include "jobs.h"
#include "version.h"

#include <string.h>

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#else
#include <pthread.h>
#include <stdatomic.h>
#endif

#if defined(_WIN32)

#define IN_FORKED_CHILD 0

/* FreeLibrary would unload the code under the threads of the Go runtime: pin
 * the DLL for the life of the process. */
__attribute__((constructor)) static void stay_loaded(void)
{
	HMODULE self;
	GetModuleHandleExA(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_PIN,
	                   (LPCSTR)(void *)stay_loaded, &self);
}

#else

static atomic_int forked;
#define IN_FORKED_CHILD atomic_load(&forked)

static void in_child(void) { atomic_store(&forked, 1); }

__attribute__((constructor)) static void watch_forks(void) { pthread_atfork(NULL, NULL, in_child); }

#endif

static qk_status refuse(qk_error *err)
{
	static const char why[] = "called in a forked child, where the library can not run, expected a process "
				  "that loaded it itself: start workers by spawn, or load qikit after the fork";
	if (err != NULL && err->struct_size >= sizeof *err) {
		err->code = QK_ERR_FORKED;
		memcpy(err->message, why, sizeof why);
	}
	return QK_ERR_FORKED;
}

#define CALL(err, call) return IN_FORKED_CHILD ? refuse(err) : (call)

/* ------------------------------------------------------------- library -- */

uint32_t qk_abi_version(void) { return QK_ABI_VERSION; }

qk_str qk_version(void) { return QK_VERSION; }

qk_str qk_status_name(qk_status status)
{
	static const qk_str names[] = {
		"QK_OK",           "QK_ERR_INVALID_ARG", "QK_ERR_HANDLE",  "QK_ERR_STATE",       "QK_ERR_CANCELLED",
		"QK_ERR_TIMEOUT",  "QK_ERR_NOT_FOUND",   "QK_ERR_PARSE",   "QK_ERR_RULES",       "QK_ERR_LIMIT",
		"QK_ERR_BUFFER",   "QK_ERR_UNSUPPORTED", "QK_ERR_VERSION", "QK_ERR_IO",          "QK_ERR_FORKED",
		"QK_ERR_PANIC",    "QK_ERR_INTERNAL",
	};
	if (status < 0 || status > QK_ERR_INTERNAL)
		return "QK_ERR_?";
	return names[status];
}

qk_status qk_runtime_opts_init(qk_runtime_opts *opts)
{
	CALL(NULL, qkgo_runtime_opts_init(opts));
}

qk_status qk_runtime_config(qk_runtime_opts_in opts, qk_error *err)
{
	CALL(err, qkgo_runtime_config(opts, err));
}

qk_status qk_runtime_stats(char *buf, size_t cap, size_t *needed, qk_error *err)
{
	CALL(err, qkgo_runtime_stats(buf, cap, needed, err));
}

qk_status qk_debug_panic(uint64_t handle, uint32_t kind, qk_error *err)
{
	CALL(err, qkgo_debug_panic(handle, kind, err));
}

/* ---------------------------------------------------------------- board -- */

qk_status qk_board_new(qk_str game, size_t game_len, qk_str position, size_t position_len, qk_str rules,
                       size_t rules_len, uint32_t flags, qk_board *board, qk_error *err)
{
	CALL(err, qkgo_board_new(game, game_len, position, position_len, rules, rules_len, flags, board, err));
}

qk_status qk_board_free(qk_board board)
{
	CALL(NULL, qkgo_board_free(board));
}

qk_status qk_board_copy(qk_board board, qk_board *copy, qk_error *err)
{
	CALL(err, qkgo_board_copy(board, copy, err));
}

qk_status qk_board_position(qk_board board, char *buf, size_t cap, size_t *needed, qk_error *err)
{
	CALL(err, qkgo_board_position(board, buf, cap, needed, err));
}

qk_status qk_board_side(qk_board board, char *buf, size_t cap, size_t *needed, qk_error *err)
{
	CALL(err, qkgo_board_side(board, buf, cap, needed, err));
}

qk_status qk_board_moves(qk_board board, char *buf, size_t cap, size_t *needed, qk_error *err)
{
	CALL(err, qkgo_board_moves(board, buf, cap, needed, err));
}

qk_status qk_board_play(qk_board board, qk_str move, size_t move_len, qk_error *err)
{
	CALL(err, qkgo_board_play(board, move, move_len, err));
}

qk_status qk_board_undo(qk_board board, qk_error *err)
{
	CALL(err, qkgo_board_undo(board, err));
}

qk_status qk_board_outcome(qk_board board, qk_outcome *outcome, qk_error *err)
{
	CALL(err, qkgo_board_outcome(board, outcome, err));
}

qk_status qk_board_report(qk_board board, char *buf, size_t cap, size_t *needed, qk_error *err)
{
	CALL(err, qkgo_board_report(board, buf, cap, needed, err));
}

qk_status qk_board_format(qk_board board, qk_str move, size_t move_len, qk_str notation, size_t notation_len,
                          char *buf, size_t cap, size_t *needed, qk_error *err)
{
	CALL(err, qkgo_board_format(board, move, move_len, notation, notation_len, buf, cap, needed, err));
}

qk_status qk_board_view(qk_board board, uint32_t turn, uint32_t symmetry, char *buf, size_t cap, size_t *needed,
                        qk_error *err)
{
	CALL(err, qkgo_board_view(board, turn, symmetry, buf, cap, needed, err));
}

qk_status qk_board_svg(qk_board board, qk_str options, size_t options_len, char *buf, size_t cap, size_t *needed,
                       qk_error *err)
{
	CALL(err, qkgo_board_svg(board, options, options_len, buf, cap, needed, err));
}

qk_status qk_board_route(qk_board board, qk_str move, size_t move_len, char *buf, size_t cap, size_t *needed,
                         qk_error *err)
{
	CALL(err, qkgo_board_route(board, move, move_len, buf, cap, needed, err));
}

qk_status qk_board_targets(qk_board board, qk_str point, size_t point_len, char *buf, size_t cap, size_t *needed,
                           qk_error *err)
{
	CALL(err, qkgo_board_targets(board, point, point_len, buf, cap, needed, err));
}

qk_status qk_board_perft(qk_board board, uint32_t depth, qk_job *job, qk_error *err)
{
	CALL(err, qkgo_board_perft(board, depth, job, err));
}

/* --------------------------------------------------------------- engine -- */

qk_status qk_engine_new(qk_str game, size_t game_len, qk_str options, size_t options_len, qk_engine *engine,
                        qk_error *err)
{
	CALL(err, qkgo_engine_new(game, game_len, options, options_len, engine, err));
}

qk_status qk_engine_free(qk_engine engine)
{
	CALL(NULL, qkgo_engine_free(engine));
}

qk_status qk_search_opts_init(qk_search_opts *opts)
{
	CALL(NULL, qkgo_search_opts_init(opts));
}

qk_status qk_engine_search(qk_engine engine, qk_board board, qk_search_opts_in opts, qk_job *job, qk_error *err)
{
	CALL(err, qkgo_engine_search(engine, board, opts, job, err));
}

qk_status qk_engine_evaluate(qk_engine engine, qk_board board, qk_str options, size_t options_len, char *buf,
                             size_t cap, size_t *needed, qk_error *err)
{
	CALL(err, qkgo_engine_evaluate(engine, board, options, options_len, buf, cap, needed, err));
}

qk_status qk_engine_clear(qk_engine engine, qk_error *err)
{
	CALL(err, qkgo_engine_clear(engine, err));
}

/* --------------------------------------------------------------- tables -- */

qk_status qk_tables_build(qk_str game, size_t game_len, qk_str folder, size_t folder_len, qk_str options,
                          size_t options_len, qk_job *job, qk_error *err)
{
	CALL(err, qkgo_tables_build(game, game_len, folder, folder_len, options, options_len, job, err));
}

/* ------------------------------------------------------------------ job -- */

qk_status qk_job_poll(qk_job job, qk_job_info *info)
{
	CALL(NULL, qkc_job_poll(job, info));
}

qk_status qk_job_wait(qk_job job, uint32_t timeout_ms, qk_error *err)
{
	CALL(err, qkgo_job_wait(job, timeout_ms, err));
}

qk_status qk_job_cancel(qk_job job, qk_error *err)
{
	CALL(err, qkgo_job_cancel(job, err));
}

qk_status qk_job_result(qk_job job, char *buf, size_t cap, size_t *needed, qk_error *err)
{
	CALL(err, qkgo_job_result(job, buf, cap, needed, err));
}

qk_status qk_job_event(qk_job job, char *buf, size_t cap, size_t *needed, qk_error *err)
{
	CALL(err, qkgo_job_event(job, buf, cap, needed, err));
}

qk_status qk_job_free(qk_job job)
{
	CALL(NULL, qkgo_job_free(job));
}

/* ----------------------------------------------------------------- book -- */

qk_status qk_book_generate(qk_str options, size_t options_len, qk_job *job, qk_error *err)
{
	CALL(err, qkgo_book_generate(options, options_len, job, err));
}

qk_status qk_book_open(qk_str path, size_t path_len, qk_book *book, qk_error *err)
{
	CALL(err, qkgo_book_open(path, path_len, book, err));
}

qk_status qk_book_create(qk_str game, size_t game_len, qk_str path, size_t path_len, qk_book *book, qk_error *err)
{
	CALL(err, qkgo_book_create(game, game_len, path, path_len, book, err));
}

qk_status qk_book_free(qk_book book)
{
	CALL(NULL, qkgo_book_free(book));
}

qk_status qk_book_count(qk_book book, uint64_t *count, qk_error *err)
{
	CALL(err, qkgo_book_count(book, count, err));
}

qk_status qk_book_lookup(qk_book book, qk_str position, size_t position_len, char *buf, size_t cap, size_t *needed,
                         qk_error *err)
{
	CALL(err, qkgo_book_lookup(book, position, position_len, buf, cap, needed, err));
}

qk_status qk_book_read(qk_book book, uint64_t *cursor, uint32_t most, char *buf, size_t cap, size_t *needed,
                       qk_error *err)
{
	CALL(err, qkgo_book_read(book, cursor, most, buf, cap, needed, err));
}

qk_status qk_book_export(qk_book book, qk_str path, size_t path_len, qk_str format, size_t format_len, qk_job *job,
                         qk_error *err)
{
	CALL(err, qkgo_book_export(book, path, path_len, format, format_len, job, err));
}

qk_status qk_book_merge(qk_book book, qk_str other_path, size_t other_path_len, qk_job *job, qk_error *err)
{
	CALL(err, qkgo_book_merge(book, other_path, other_path_len, job, err));
}

qk_status qk_book_prune(qk_book book, qk_str options, size_t options_len, qk_job *job, qk_error *err)
{
	CALL(err, qkgo_book_prune(book, options, options_len, job, err));
}

qk_status qk_book_stats(qk_book book, qk_job *job, qk_error *err)
{
	CALL(err, qkgo_book_stats(book, job, err));
}

qk_status qk_book_import(qk_book book, qk_str path, size_t path_len, qk_job *job, qk_error *err)
{
	CALL(err, qkgo_book_import(book, path, path_len, job, err));
}

/* ------------------------------------------------------------- selfplay -- */

qk_status qk_selfplay_start(qk_str options, size_t options_len, qk_job *job, qk_error *err)
{
	CALL(err, qkgo_selfplay_start(options, options_len, job, err));
}

qk_status qk_selfplay_match(qk_str options, size_t options_len, qk_job *job, qk_error *err)
{
	CALL(err, qkgo_selfplay_match(options, options_len, job, err));
}

qk_status qk_selfplay_rollout(qk_str options, size_t options_len, qk_job *job, qk_error *err)
{
	CALL(err, qkgo_selfplay_rollout(options, options_len, job, err));
}

/* --------------------------------------------------------------- review -- */

qk_status qk_review_start(qk_str sgf, size_t sgf_len, qk_str options, size_t options_len, qk_job *job, qk_error *err)
{
	CALL(err, qkgo_review_start(sgf, sgf_len, options, options_len, job, err));
}

qk_status qk_review_parse(qk_str report, size_t report_len, qk_review *review, qk_error *err)
{
	CALL(err, qkgo_review_parse(report, report_len, review, err));
}

qk_status qk_review_load(qk_str path, size_t path_len, qk_review *review, qk_error *err)
{
	CALL(err, qkgo_review_load(path, path_len, review, err));
}

qk_status qk_review_free(qk_review review)
{
	CALL(NULL, qkgo_review_free(review));
}

qk_status qk_review_save(qk_review review, qk_str path, size_t path_len, qk_error *err)
{
	CALL(err, qkgo_review_save(review, path, path_len, err));
}

qk_status qk_review_json(qk_review review, char *buf, size_t cap, size_t *needed, qk_error *err)
{
	CALL(err, qkgo_review_json(review, buf, cap, needed, err));
}

qk_status qk_review_sgf(qk_review review, char *buf, size_t cap, size_t *needed, qk_error *err)
{
	CALL(err, qkgo_review_sgf(review, buf, cap, needed, err));
}

qk_status qk_review_svg(qk_review review, qk_str options, size_t options_len, char *buf, size_t cap, size_t *needed,
                        qk_error *err)
{
	CALL(err, qkgo_review_svg(review, options, options_len, buf, cap, needed, err));
}

/* ----------------------------------------------------------------- sgcp -- */

qk_status qk_sgcp_decoder_new(uint32_t limit, uint32_t flags, qk_sgcp_decoder *decoder, qk_error *err)
{
	CALL(err, qkgo_sgcp_decoder_new(limit, flags, decoder, err));
}

qk_status qk_sgcp_decoder_free(qk_sgcp_decoder decoder)
{
	CALL(NULL, qkgo_sgcp_decoder_free(decoder));
}

qk_status qk_sgcp_decoder_set(qk_sgcp_decoder decoder, uint32_t limit, uint32_t flags, qk_error *err)
{
	CALL(err, qkgo_sgcp_decoder_set(decoder, limit, flags, err));
}

qk_status qk_sgcp_decoder_feed(qk_sgcp_decoder decoder, qk_str octets, size_t octets_len, qk_error *err)
{
	CALL(err, qkgo_sgcp_decoder_feed(decoder, octets, octets_len, err));
}

qk_status qk_sgcp_decoder_read(qk_sgcp_decoder decoder, uint32_t most, char *buf, size_t cap, size_t *needed,
                               qk_error *err)
{
	CALL(err, qkgo_sgcp_decoder_read(decoder, most, buf, cap, needed, err));
}

qk_status qk_sgcp_encode(uint32_t code, qk_str param, size_t param_len, uint32_t flags, char *buf, size_t cap,
                         size_t *needed, qk_error *err)
{
	CALL(err, qkgo_sgcp_encode(code, param, param_len, flags, buf, cap, needed, err));
}

qk_status qk_sgcp_client_open(qk_str options, size_t options_len, qk_sgcp_client *client, qk_job *job, qk_error *err)
{
	CALL(err, qkgo_sgcp_client_open(options, options_len, client, job, err));
}

qk_status qk_sgcp_client_free(qk_sgcp_client client)
{
	CALL(NULL, qkgo_sgcp_client_free(client));
}

qk_status qk_sgcp_client_send(qk_sgcp_client client, uint32_t code, qk_str param, size_t param_len, qk_job *job,
                              qk_error *err)
{
	CALL(err, qkgo_sgcp_client_send(client, code, param, param_len, job, err));
}

qk_status qk_sgcp_client_state(qk_sgcp_client client, char *buf, size_t cap, size_t *needed, qk_error *err)
{
	CALL(err, qkgo_sgcp_client_state(client, buf, cap, needed, err));
}

/* -------------------------------------------------------------- gateway -- */

qk_status qk_gateway_start(qk_str options, size_t options_len, qk_gateway *gateway, qk_error *err)
{
	CALL(err, qkgo_gateway_start(options, options_len, gateway, err));
}

qk_status qk_gateway_free(qk_gateway gateway)
{
	CALL(NULL, qkgo_gateway_free(gateway));
}

qk_status qk_gateway_state(qk_gateway gateway, char *buf, size_t cap, size_t *needed, qk_error *err)
{
	CALL(err, qkgo_gateway_state(gateway, buf, cap, needed, err));
}

qk_status qk_gateway_metrics(qk_gateway gateway, char *buf, size_t cap, size_t *needed, qk_error *err)
{
	CALL(err, qkgo_gateway_metrics(gateway, buf, cap, needed, err));
}

qk_status qk_gateway_shutdown(qk_gateway gateway, uint32_t seconds, qk_job *job, qk_error *err)
{
	CALL(err, qkgo_gateway_shutdown(gateway, seconds, job, err));
}

/* ------------------------------------------------------------- terminal -- */

qk_status qk_terminal_join(qk_str options, size_t options_len, qk_job *job, qk_error *err)
{
	CALL(err, qkgo_terminal_join(options, options_len, job, err));
}
