/* Handlers of signals that the host installs after the library was loaded. A
 * signal may come while Go runs on a stack of a few kilobytes, in the library's
 * threads and in every call. A handler without SA_ONSTACK would run on that
 * stack and write over what lies below it. The Go runtime sets the flag for
 * handlers that were there when it was loaded; this sets it for later ones. */
#ifndef QKC_SIGNALS_H
#define QKC_SIGNALS_H

#if defined(_WIN32)
#define QKC_LOOK_AT_SIGNALS ((void)0)
static inline int qkc_signals_now(void) { return 0; }
#else
#define QKC_LOOK_AT_SIGNALS qkc_signals()

/* Looks at all signals when the last look was some milliseconds ago. */
__attribute__((visibility("hidden"))) void qkc_signals(void);

/* Looks at all signals, and returns how many handlers it has given the flag. */
__attribute__((visibility("hidden"))) int qkc_signals_now(void);
#endif

#endif
