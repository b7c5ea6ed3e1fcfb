#include "signals.h"

#if !defined(_WIN32)

#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

/* A look takes some 5 us, and a look at this clock 10 ns. */
#define BETWEEN INT64_C(4000000) /* ns */
#ifdef CLOCK_MONOTONIC_COARSE
#define CLOCK CLOCK_MONOTONIC_COARSE
#else
#define CLOCK CLOCK_MONOTONIC
#endif

#ifdef NSIG
#define SIGNALS NSIG
#else
#define SIGNALS 65
#endif

static _Atomic int64_t last = -BETWEEN;

static int on_small_stack(const struct sigaction *a)
{
	if (a->sa_flags & SA_ONSTACK)
		return 0;
	if (a->sa_flags & SA_SIGINFO)
		return 1;
	return a->sa_handler != SIG_DFL && a->sa_handler != SIG_IGN;
}

static int same(const struct sigaction *a, const struct sigaction *b)
{
	return (a->sa_flags & SA_SIGINFO) == (b->sa_flags & SA_SIGINFO) &&
	       (a->sa_flags & SA_SIGINFO ? a->sa_sigaction == b->sa_sigaction : a->sa_handler == b->sa_handler);
}

/* Sets the flag for one signal. What another thread installs meanwhile is put
 * back, with the flag, until the two do not meet. */
static int mend(int number)
{
	struct sigaction want, was;
	if (sigaction(number, NULL, &want) != 0 || !on_small_stack(&want))
		return 0;
	for (;;) {
		struct sigaction flagged = want;
		flagged.sa_flags |= SA_ONSTACK;
		if (sigaction(number, &flagged, &was) != 0 || same(&was, &want))
			return 1;
		want = was;
	}
}

int qkc_signals_now(void)
{
	int mended = 0;
	for (int number = 1; number < SIGNALS; number++)
		if (number != SIGKILL && number != SIGSTOP)
			mended += mend(number);
	return mended;
}

void qkc_signals(void)
{
	struct timespec t;
	int64_t now, before = atomic_load_explicit(&last, memory_order_relaxed);
	if (clock_gettime(CLOCK, &t) != 0)
		return;
	now = (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
	if (now - before >= BETWEEN && atomic_compare_exchange_strong(&last, &before, now))
		qkc_signals_now();
}

#endif
