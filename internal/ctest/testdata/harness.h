/* The C side of the tests of libqikit: every call of the header, with good and
 * with bad input. Compiled as C99 and as C++11, under AddressSanitizer. */
#ifndef HARNESS_H
#define HARNESS_H

#include "qikit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int checks, failures;
extern const char *dir; /* an empty directory of this run's own */

/* One text buffer and one error for the single-threaded sections. */
extern char text[1 << 20];
extern size_t length;
extern qk_error err;

#define TEXT text, sizeof text, &length, &err

/* A literal as pointer and length. */
#define LIT(s) (s), (sizeof(s) - 1)
/* A C string as pointer and length. */
#define STR(s) (s), strlen(s)

void check(int good, const char *file, int line, const char *what);
void check_status(qk_status got, qk_status want, const char *needle, const char *file, int line, const char *what);
void fresh(void);

#define CHECK(condition) check(!!(condition), __FILE__, __LINE__, #condition)

/* The call works; or it fails with a status and, in err, a text that holds
 * needle ("" for calls without err). */
#define OK(call) (fresh(), check_status((call), QK_OK, NULL, __FILE__, __LINE__, #call))
#define FAILS(want, needle, call) (fresh(), check_status((call), (want), (needle), __FILE__, __LINE__, #call))
/* Fails, and the call has no err. */
#define STATUS(want, call) check_status((call), (want), NULL, __FILE__, __LINE__, #call)

#define HAS(needle) check(strstr(text, (needle)) != NULL, __FILE__, __LINE__, "text has " needle)
#define IS(whole) check(strcmp(text, (whole)) == 0, __FILE__, __LINE__, "text is " whole)

/* The rules of every call that writes text: f(arguments…, buf, cap, needed,
 * err). Buffers are of the exact size, so that one byte too many shows. */
#define BUFFERS(f, ...)                                                                                                \
	do {                                                                                                           \
		size_t size_ = 0, again_ = 0;                                                                          \
		char *exact_;                                                                                          \
		FAILS(QK_ERR_BUFFER, "expected at least", f(__VA_ARGS__, NULL, 0, &size_, &err));                      \
		exact_ = (char *)malloc(size_ + 1);                                                                    \
		memset(exact_, '#', size_ + 1);                                                                        \
		FAILS(QK_ERR_BUFFER, "expected at least", f(__VA_ARGS__, exact_, size_, &again_, &err));               \
		CHECK(again_ == size_ && exact_[0] == '#');                                                            \
		OK(f(__VA_ARGS__, exact_, size_ + 1, &again_, &err));                                                  \
		CHECK(again_ == size_ && exact_[size_] == 0 && strlen(exact_) == size_);                               \
		OK(f(__VA_ARGS__, exact_, size_ + 1, NULL, &err));                                                     \
		FAILS(QK_ERR_INVALID_ARG, "buf is NULL", f(__VA_ARGS__, NULL, 8, &again_, &err));                      \
		STATUS(QK_ERR_BUFFER, f(__VA_ARGS__, NULL, 0, NULL, NULL));                                            \
		free(exact_);                                                                                          \
	} while (0)

/* Handles for the tests; each is freed by its maker's caller. */
qk_board start_board(void);
qk_engine small_engine(void);
/* A job that runs until it is cancelled. */
qk_job endless_job(qk_engine engine, qk_board board);
/* The path of a file in the run's own directory; good until the next call but
 * three. */
const char *in_dir(const char *name);
/* Options of a small book to be made at out. */
const char *book_options(const char *out, const char *more);
/* Waits for a job's end and frees it; its state, and its result in text. */
/* Waits for the end of a job, however busy the machine. */
qk_status await(qk_job job);
uint32_t finish(qk_job job);
/* A small book at the path. */
qk_book small_book(const char *path);
void sleep_ms(int ms);
double seconds(void);
double worked(void);

/* A state of a job, by qk_job_poll. */
uint32_t state_of(qk_job job);

/* The sections, by name. */
void test_library(void);
void test_board(void);
void test_text(void);
void test_engine(void);
void test_job(void);
void test_handles(void);
void test_structs(void);
void test_panic(void);
void test_fork(void);
void test_threads(void);
void test_book(void);
void test_book_bad(void);
void test_disk(void);
void test_samples(void);
void test_games(void);
void test_chess(void);
void test_surakarta(void);
void test_chinesecheckers(void);
void test_selfplay(void);
void test_train(void);
void test_review(void);
void test_sgcp(void);
void test_gateway(void);
void test_terminal(void);
void test_wrong_options(void);
void test_levels(void);
void test_signals(void);
void test_memory(void);

#endif
