/* Whether this process is a forked child. Go cannot run in one: its threads are
 * gone, and whatever waits for one hangs. */
#ifndef QKC_FORKED_H
#define QKC_FORKED_H

#include "qikit.h"

#if defined(_WIN32)
#define QKC_IN_FORKED_CHILD 0
#else
#include <stdatomic.h>
extern __attribute__((visibility("hidden"))) atomic_int qkc_forked;
#define QKC_IN_FORKED_CHILD atomic_load(&qkc_forked)
#endif

/* What a call returns in a forked child; the text goes into err. */
__attribute__((visibility("hidden"))) qk_status qkc_refuse(qk_error *err);

#endif
