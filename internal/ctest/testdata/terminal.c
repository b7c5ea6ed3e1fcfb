#include "harness.h"

/* The hall of this run: harness_test.go writes its port into the directory. */
static int hall_port(void)
{
	int port = 0;
	FILE *file = fopen(in_dir("hall.port"), "r");
	if (file != NULL) {
		if (fscanf(file, "%d", &port) != 1)
			port = 0;
		fclose(file);
	}
	return port;
}

/* A terminal joins a hall, works there until it has done something, and leaves. */
static void works(int port)
{
	static char options[128];
	qk_job job = 0;
	qk_job_info info;
	snprintf(options, sizeof options, "{\"port\": %d, \"nick\": \"amy\", \"cores\": 1}", port);
	OK(qk_terminal_join(STR(options), &job, &err));
	info.struct_size = sizeof info;
	do {
		sleep_ms(2);
		STATUS(QK_OK, qk_job_poll(job, &info));
	} while (info.state == QK_JOB_RUNNING && info.done == 0);
	CHECK(info.state == QK_JOB_RUNNING && info.done > 0 && info.rate > 0 && info.events > 0);
	OK(qk_job_event(job, TEXT));
	HAS("{\"schema\":\"qikit/terminal/1\",\"terminal\":\"t");
	OK(qk_job_cancel(job, &err));
	CHECK(finish(job) == QK_JOB_CANCELLED);
	HAS("{\"schema\":\"qikit/terminal/1\"");
	HAS("\"rejected\":");
}

void test_terminal(void)
{
	qk_job job = 7;
	qk_gateway gateway = 0;
	static char options[128];
	const char *port;
	FAILS(QK_ERR_INVALID_ARG, "prot", qk_terminal_join(LIT("{\"prot\": 1}"), &job, &err));
	FAILS(QK_ERR_INVALID_ARG, "port is 0", qk_terminal_join(NULL, 0, &job, &err));
	FAILS(QK_ERR_INVALID_ARG, "port is 0", qk_terminal_join(LIT("{}"), &job, &err));
	FAILS(QK_ERR_INVALID_ARG, "cores is 0, expected 1 to 1024", qk_terminal_join(LIT("{\"port\": 1, \"cores\": 0}"), &job, &err));
	FAILS(QK_ERR_INVALID_ARG, "share is 0, expected 0.05 to 1", qk_terminal_join(LIT("{\"port\": 1, \"share\": 0}"), &job, &err));
	FAILS(QK_ERR_INVALID_ARG, "options is NULL", qk_terminal_join(NULL, 3, &job, &err));
	FAILS(QK_ERR_INVALID_ARG, "job is NULL", qk_terminal_join(LIT("{\"port\": 1}"), NULL, &err));
	CHECK(job == 7);

	/* A hall without work says so; nobody there is another error. */
	OK(qk_gateway_start(NULL, 0, &gateway, &err));
	OK(qk_gateway_state(gateway, TEXT));
	port = strstr(text, "\"port\":");
	CHECK(port != NULL);
	snprintf(options, sizeof options, "{\"port\": %d}", port == NULL ? 0 : atoi(port + strlen("\"port\":")));
	OK(qk_terminal_join(STR(options), &job, &err));
	OK(await(job));
	FAILS(QK_ERR_STATE, "compute", qk_job_result(job, TEXT));
	STATUS(QK_OK, qk_job_free(job));
	STATUS(QK_OK, qk_gateway_free(gateway));
	/* On port 1: another process may listen on the gateway's by now. */
	OK(qk_terminal_join(LIT("{\"port\": 1}"), &job, &err));
	OK(await(job));
	FAILS(QK_ERR_IO, "", qk_job_result(job, TEXT));
	STATUS(QK_OK, qk_job_free(job));

	CHECK(hall_port() > 0);
	works(hall_port());
}
