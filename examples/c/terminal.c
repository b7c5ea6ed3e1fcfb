/* Lets this computer work for a server's AI platform until Ctrl-C.
 *
 *     cc -std=c99 terminal.c $(pkg-config --cflags --libs qikit) -o terminal
 *     ./terminal PORT [HOST [SHARE]]
 *
 * SHARE is how much of each core's time it may take, 0.05 to 1. */
#include <qikit.h>

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile sig_atomic_t enough;

static void stop(int signal)
{
	(void)signal;
	enough = 1;
}

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
	static char options[512], report[1024];
	qk_error err = QK_ERROR_INIT;
	qk_job job;
	qk_job_info info;
	qk_status status;
	if (argc < 2) {
		fprintf(stderr, "usage: %s PORT [HOST [SHARE]]\n", argv[0]);
		return 2;
	}
	info.struct_size = sizeof info;
	snprintf(options, sizeof options, "{\"port\": %d, \"host\": \"%.200s\", \"share\": %s}", atoi(argv[1]),
	         argc > 2 ? argv[2] : "127.0.0.1", argc > 3 ? argv[3] : "1");
	need(qk_terminal_join(options, strlen(options), &job, &err), "qk_terminal_join", &err);
	signal(SIGINT, stop);
	do {
		status = qk_job_wait(job, 200, &err);
		if (status != QK_ERR_TIMEOUT)
			need(status, "qk_job_wait", &err);
		if (qk_job_poll(job, &info) == QK_OK)
			fprintf(stderr, "\r%" PRIu64 " playouts, %.0f a second ", info.done, info.rate);
		if (enough && status == QK_ERR_TIMEOUT)
			need(qk_job_cancel(job, &err), "qk_job_cancel", &err);
	} while (status == QK_ERR_TIMEOUT);
	fputc('\n', stderr);
	need(qk_job_result(job, report, sizeof report, NULL, &err), "terminal", &err);
	puts(report);
	return qk_job_free(job) == QK_OK ? 0 : 1;
}
