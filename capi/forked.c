#include "forked.h"

#include <string.h>

#if defined(_WIN32)

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

/* FreeLibrary would unload the code under the threads of the Go runtime: pin
 * the DLL for the life of the process. */
__attribute__((constructor)) static void stay_loaded(void)
{
	HMODULE self;
	GetModuleHandleExA(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_PIN,
	                   (LPCSTR)(void *)stay_loaded, &self);
}

#else

#include <pthread.h>

atomic_int qkc_forked;

static void in_child(void) { atomic_store(&qkc_forked, 1); }

__attribute__((constructor)) static void watch_forks(void) { pthread_atfork(NULL, NULL, in_child); }

#endif

qk_status qkc_refuse(qk_error *err)
{
	static const char why[] = "called in a forked child, where the library cannot run, expected a process "
				  "that loaded it itself: start workers by spawn, or load qikit after the fork";
	if (err != NULL && err->struct_size >= sizeof *err) {
		err->code = QK_ERR_FORKED;
		memcpy(err->message, why, sizeof why);
	}
	return QK_ERR_FORKED;
}
