//go:build linux && !android && !race

/* Go asks for the bounds of a thread's stack at every call that comes on another
 * stack than the thread's own, as calls of koffi do. For the main thread glibc reads
 * /proc/self/maps then, which takes 0.1 ms in Node. Those bounds stay what they
 * are, so within this library it is asked once. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __GLIBC__

typedef int asking(pthread_t thread, pthread_attr_t *attr);

static atomic_int known; /* whether the rest is written, by the main thread */
static pthread_t main_thread;
static void *lowest;
static size_t length;

/* The system's function, which this one stands before. */
static asking *systems(void)
{
	static _Atomic(asking *) found;
	asking *f = atomic_load(&found);
	if (f == NULL) {
		*(void **)&f = dlsym(RTLD_DEFAULT, "pthread_getattr_np");
		atomic_store(&found, f);
	}
	return f;
}

__attribute__((visibility("hidden"))) int pthread_getattr_np(pthread_t thread, pthread_attr_t *attr)
{
	asking *ask;
	int failed;

	if (atomic_load_explicit(&known, memory_order_acquire) && pthread_equal(thread, main_thread))
		return pthread_attr_setstack(attr, lowest, length);
	ask = systems();
	if (ask == NULL)
		return -1;
	failed = ask(thread, attr);
	if (!failed && pthread_equal(thread, pthread_self()) && syscall(SYS_gettid) == getpid() &&
	    pthread_attr_getstack(attr, &lowest, &length) == 0) {
		main_thread = thread;
		atomic_store_explicit(&known, 1, memory_order_release);
	}
	return failed;
}

#endif
