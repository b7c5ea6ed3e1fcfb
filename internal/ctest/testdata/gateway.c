#include "harness.h"

/* port is what a state says. */
static int port_of(const char *state)
{
	const char *at = strstr(state, "\"port\":");
	return at == NULL ? 0 : atoi(at + strlen("\"port\":"));
}

void test_gateway(void)
{
	static char options[128];
	qk_gateway gateway = 7, second = 7;
	qk_sgcp_client client = 0;
	qk_job life = 0, job = 0;
	FAILS(QK_ERR_INVALID_ARG, "prot", qk_gateway_start(LIT("{\"prot\": 1}"), &gateway, &err));
	FAILS(QK_ERR_INVALID_ARG, "size is 99", qk_gateway_start(LIT("{\"size\": 99}"), &gateway, &err));
	FAILS(QK_ERR_INVALID_ARG, "limits.burst is 0, expected 1 or more", qk_gateway_start(LIT("{\"limits\": {\"burst\": 0}}"), &gateway, &err));
	FAILS(QK_ERR_INVALID_ARG, "gateway is NULL", qk_gateway_start(NULL, 0, NULL, &err));
	FAILS(QK_ERR_IO, "store", qk_gateway_start(LIT("{\"store\": \"/no/such/folder/hall.db\"}"), &gateway, &err));
	CHECK(gateway == 7);

	OK(qk_gateway_start(LIT("{\"size\": 9, \"name\": \"here\"}"), &gateway, &err));
	BUFFERS(qk_gateway_metrics, gateway);
	OK(qk_gateway_state(gateway, TEXT));
	HAS("\"schema\":\"qikit/gateway/1\"");
	HAS("\"connections\":0");
	HAS("\"error\":\"\"");
	CHECK(port_of(text) > 0);
	snprintf(options, sizeof options, "{\"port\": %d}", port_of(text));
	FAILS(QK_ERR_IO, "listen", qk_gateway_start(STR(options), &second, &err));
	snprintf(options, sizeof options, "{\"port\": %d, \"nick\": \"amy\"}", port_of(text));

	/* Our own client logs in and waits. */
	OK(qk_sgcp_client_open(STR(options), &client, &life, &err));
	OK(qk_sgcp_client_send(client, 201, NULL, 0, &job, &err));
	CHECK(finish(job) == QK_JOB_DONE);
	HAS("\"code\":701");
	OK(qk_gateway_state(gateway, TEXT));
	HAS("\"waiting\":1");
	OK(qk_gateway_metrics(gateway, TEXT));
	HAS("\nqikit_gateway_sessions 1\n");
	OK(qk_sgcp_client_send(client, 103, NULL, 0, &job, &err));
	CHECK(finish(job) == QK_JOB_DONE);
	STATUS(QK_OK, qk_sgcp_client_free(client));
	STATUS(QK_OK, qk_job_free(life));

	FAILS(QK_ERR_INVALID_ARG, "seconds is 86401", qk_gateway_shutdown(gateway, 86401, &job, &err));
	FAILS(QK_ERR_INVALID_ARG, "job is NULL", qk_gateway_shutdown(gateway, 0, NULL, &err));
	OK(qk_gateway_shutdown(gateway, 60, &job, &err)); /* nobody is there: at once */
	CHECK(finish(job) == QK_JOB_DONE);
	HAS("\"schema\":\"qikit/gateway/1\"");
	STATUS(QK_OK, qk_gateway_free(gateway));
	STATUS(QK_ERR_HANDLE, qk_gateway_free(gateway));
	FAILS(QK_ERR_HANDLE, "gateway", qk_gateway_state(gateway, TEXT));
	FAILS(QK_ERR_HANDLE, "gateway", qk_gateway_metrics(gateway, TEXT));
	FAILS(QK_ERR_HANDLE, "gateway", qk_gateway_shutdown(gateway, 0, &job, &err));
	STATUS(QK_OK, qk_gateway_free(0));
}
