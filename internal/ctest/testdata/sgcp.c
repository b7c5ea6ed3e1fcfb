#include "harness.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#define RENEWED "AAAAAAAAAAAAAAAAAAAAAAAAAE"
#define SECRET "ONSWG4TFOQQHGZLTONUW63RAGE"
#define GAME "KRUGS4ZANFZSAYJAI52G623FNY"

static void test_decoder(void)
{
	qk_sgcp_decoder decoder = 0, none = 7;
	OK(qk_sgcp_decoder_new(1024, 0, &decoder, &err));
	OK(qk_sgcp_decoder_feed(decoder, LIT("101 bob\r\n32"), &err));
	OK(qk_sgcp_decoder_feed(decoder, LIT("1 q16\n201\r\n"), &err));
	FAILS(QK_ERR_BUFFER, "expected at least", qk_sgcp_decoder_read(decoder, 2, NULL, 0, &length, &err));
	CHECK(length == strlen("101 bob\n321 q16"));
	OK(qk_sgcp_decoder_read(decoder, 2, TEXT));
	IS("101 bob\n321 q16");
	OK(qk_sgcp_decoder_read(decoder, 0, TEXT));
	IS("201 ");
	OK(qk_sgcp_decoder_read(decoder, 0, TEXT));
	IS("");
	OK(qk_sgcp_decoder_feed(decoder, LIT("303 a\0b\nhello\n"), &err));
	OK(qk_sgcp_decoder_read(decoder, 0, TEXT));
	HAS("!505 303 bad text");
	HAS("\n!500 000 ");
	/* The charset changes where it was asked for, in the middle of a packet. */
	OK(qk_sgcp_decoder_feed(decoder, LIT("104 charset=gb18030\r\n303 \xce\xa7\xc6\xe5\r\n"), &err));
	OK(qk_sgcp_decoder_read(decoder, 1, TEXT));
	OK(qk_sgcp_decoder_set(decoder, 0, QK_SGCP_GB18030, &err));
	OK(qk_sgcp_decoder_read(decoder, 1, TEXT));
	IS("303 \xe5\x9b\xb4\xe6\xa3\x8b");

	FAILS(QK_ERR_INVALID_ARG, "flags are 0x6", qk_sgcp_decoder_new(0, 6, &none, &err));
	FAILS(QK_ERR_INVALID_ARG, "decoder is NULL", qk_sgcp_decoder_new(0, 0, NULL, &err));
	FAILS(QK_ERR_INVALID_ARG, "flags are 0x2", qk_sgcp_decoder_set(decoder, 0, 2, &err));
	FAILS(QK_ERR_INVALID_ARG, "octets is NULL", qk_sgcp_decoder_feed(decoder, NULL, 3, &err));
	CHECK(none == 7);
	STATUS(QK_OK, qk_sgcp_decoder_free(decoder));
	FAILS(QK_ERR_HANDLE, "sgcp_decoder", qk_sgcp_decoder_feed(decoder, LIT("1"), &err));
	FAILS(QK_ERR_HANDLE, "sgcp_decoder", qk_sgcp_decoder_read(decoder, 0, TEXT));
	STATUS(QK_ERR_HANDLE, qk_sgcp_decoder_free(decoder));
	STATUS(QK_OK, qk_sgcp_decoder_free(0));
}

static void test_encode(void)
{
	char far[2000];
	memset(far, 'x', sizeof far);
	OK(qk_sgcp_encode(303, LIT("a b"), 0, TEXT));
	IS("303 a b\r\n");
	OK(qk_sgcp_encode(201, NULL, 0, 0, TEXT));
	IS("201\r\n");
	OK(qk_sgcp_encode(303, LIT("\xe5\x9b\xb4\xe6\xa3\x8b"), QK_SGCP_GB18030, TEXT));
	IS("303 \xce\xa7\xc6\xe5\r\n");
	BUFFERS(qk_sgcp_encode, 321, LIT("Q16"), 0);
	FAILS(QK_ERR_INVALID_ARG, "1000", qk_sgcp_encode(1000, NULL, 0, 0, TEXT));
	FAILS(QK_ERR_INVALID_ARG, "4294967295", qk_sgcp_encode(4294967295u, NULL, 0, 0, TEXT));
	FAILS(QK_ERR_PARSE, "control", qk_sgcp_encode(303, LIT("a\nb"), 0, TEXT));
	FAILS(QK_ERR_LIMIT, "1024", qk_sgcp_encode(303, far, sizeof far, 0, TEXT));
	FAILS(QK_ERR_INVALID_ARG, "flags", qk_sgcp_encode(303, NULL, 0, 8, TEXT));
}

/* A server of a few lines, which hangs up after the command 205 and tells of a
 * new game when the session is resumed. */
static int listening;

static void say(int conn, const char *lines)
{
	CHECK(write(conn, lines, strlen(lines)) == (ssize_t)strlen(lines));
}

static int obey(int conn, const char *line)
{
	if (strncmp(line, "101 ", 4) == 0)
		say(conn, "601 amy_ " SECRET "\r\n");
	else if (strncmp(line, "102 ", 4) == 0)
		say(conn, strcmp(line, "102 key a secret\r\n") == 0 ? "602 ok tian\r\n" : "512 102 no such key\r\n");
	else if (strncmp(line, "104 ", 4) == 0)
		say(conn, "604 ping marking\r\n");
	else if (strncmp(line, "105 " SECRET " 0", 32) == 0)
		say(conn, "605 amy_ " GAME " 1\r\n751 " GAME " amy_ bob\r\n");
	else if (strncmp(line, "106", 3) == 0)
		say(conn, "606 " RENEWED "\r\n");
	else if (strncmp(line, "202", 3) == 0)
		say(conn, "752 bob 3 human\r\n752 \xe5\xa4\xa9\xe5\xbc\x88 1 ai\r\n702 2\r\n");
	else if (strncmp(line, "203 ", 4) == 0)
		say(conn, "521 203 not waiting\r\n");
	else if (strncmp(line, "205", 3) == 0)
		return 0;
	else if (strncmp(line, "103", 3) == 0) {
		say(conn, "603\r\n");
		return 0;
	}
	return 1;
}

static void *serve(void *unused)
{
	int conn;
	(void)unused;
	while ((conn = accept(listening, NULL, NULL)) >= 0) {
		FILE *lines = fdopen(conn, "r");
		char line[2048];
		say(conn, "650 SGCP/1 test 0\r\n");
		while (fgets(line, sizeof line, lines) != NULL && obey(conn, line))
			;
		fclose(lines);
	}
	return NULL;
}

static int server_port(void)
{
	struct sockaddr_in address;
	socklen_t size = sizeof address;
	memset(&address, 0, sizeof address);
	address.sin_family = AF_INET;
	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	listening = socket(AF_INET, SOCK_STREAM, 0);
	CHECK(bind(listening, (struct sockaddr *)&address, sizeof address) == 0 && listen(listening, 8) == 0);
	CHECK(getsockname(listening, (struct sockaddr *)&address, &size) == 0);
	return ntohs(address.sin_port);
}

/* The status of an answer, whose JSON is then in text. */
static qk_status answered(qk_sgcp_client client, uint32_t code, const char *param)
{
	qk_job job = 0;
	qk_status status;
	OK(qk_sgcp_client_send(client, code, STR(param), &job, &err));
	OK(await(job));
	fresh();
	status = qk_job_result(job, TEXT);
	STATUS(QK_OK, qk_job_free(job));
	return status;
}

/* Waits for the next event, whose JSON is then in text. */
static void next_event(qk_job life)
{
	while (qk_job_event(life, TEXT) != QK_OK)
		sleep_ms(1);
}

static void test_client_life(const char *options)
{
	qk_sgcp_client client = 0;
	qk_job life = 0, job = 0;
	qk_job_info info;
	OK(qk_sgcp_client_open(STR(options), &client, &life, &err));
	CHECK(answered(client, 202, "") == QK_OK); /* waits for the connection */
	IS("{\"schema\":\"qikit/sgcp-answer/1\",\"code\":702,\"param\":\"2\",\"rows\":[{\"code\":752,\"param\":\"bob 3 human\"},"
	   "{\"code\":752,\"param\":\"\xe5\xa4\xa9\xe5\xbc\x88 1 ai\"}]}");
	BUFFERS(qk_sgcp_client_state, client);
	OK(qk_sgcp_client_state(client, TEXT));
	HAS("\"nick\":\"amy_\",\"session\":\"" SECRET "\",\"last\":0,\"game\":\"\",\"granted\":[\"ping\",\"marking\"]");
	next_event(life);
	HAS("\"kind\":\"pushed\",\"code\":650,\"param\":\"SGCP/1 test 0\"");
	CHECK(answered(client, 203, "bob") == QK_OK);
	HAS("\"code\":521,\"param\":\"203 not waiting\",\"rows\":[]");
	CHECK(answered(client, 205, "") == QK_ERR_IO);
	next_event(life);
	HAS("\"kind\":\"lost\"");
	next_event(life);
	HAS("\"code\":650");
	next_event(life);
	HAS("\"kind\":\"resumed\",\"code\":0,\"param\":\"\",\"count\":1");
	next_event(life);
	HAS("\"code\":751,\"param\":\"" GAME " amy_ bob\"");
	next_event(life);
	HAS("\"kind\":\"renewed\"");
	info.struct_size = sizeof info;
	STATUS(QK_OK, qk_job_poll(life, &info));
	CHECK(info.done == 2 && info.events == 0 && info.state == QK_JOB_RUNNING);

	CHECK(answered(client, 101, "bob") == QK_ERR_INVALID_ARG);
	CHECK(answered(client, 700, "") == QK_ERR_INVALID_ARG);
	CHECK(answered(client, 303, "a\nb") == QK_ERR_PARSE);
	FAILS(QK_ERR_INVALID_ARG, "param is NULL", qk_sgcp_client_send(client, 303, NULL, 1, &job, &err));
	FAILS(QK_ERR_INVALID_ARG, "job is NULL", qk_sgcp_client_send(client, 303, NULL, 0, NULL, &err));

	CHECK(answered(client, 103, "") == QK_OK);
	HAS("\"code\":603");
	CHECK(finish(life) == QK_JOB_DONE);
	HAS("\"game\":\"" GAME "\"");
	CHECK(answered(client, 202, "") == QK_ERR_STATE);
	STATUS(QK_OK, qk_sgcp_client_free(client));
	STATUS(QK_ERR_HANDLE, qk_sgcp_client_free(client));
	FAILS(QK_ERR_HANDLE, "sgcp_client", qk_sgcp_client_state(client, TEXT));
	FAILS(QK_ERR_HANDLE, "sgcp_client", qk_sgcp_client_send(client, 202, NULL, 0, &job, &err));
	STATUS(QK_OK, qk_sgcp_client_free(0));
}

/* The key is sent before the nick. */
static void test_client_key(int port)
{
	char options[512];
	qk_sgcp_client client = 0;
	qk_job life = 0;
	snprintf(options, sizeof options, "{\"port\": %d, \"nick\": \"AI-tian\", \"key\": \"a secret\"}", port);
	OK(qk_sgcp_client_open(STR(options), &client, &life, &err));
	CHECK(answered(client, 202, "") == QK_OK);
	STATUS(QK_OK, qk_sgcp_client_free(client));
	CHECK(finish(life) == QK_JOB_CANCELLED);
	snprintf(options, sizeof options, "{\"port\": %d, \"nick\": \"AI-tian\", \"key\": \"another\"}", port);
	OK(qk_sgcp_client_open(STR(options), &client, &life, &err));
	CHECK(finish(life) == QK_JOB_FAILED);
	FAILS(QK_ERR_STATE, "512", qk_sgcp_client_state(client, TEXT));
	STATUS(QK_OK, qk_sgcp_client_free(client));
}

static void test_client_bad(const char *options)
{
	qk_sgcp_client client = 7;
	qk_job life = 7;
	FAILS(QK_ERR_INVALID_ARG, "nik", qk_sgcp_client_open(LIT("{\"nik\": 1}"), &client, &life, &err));
	FAILS(QK_ERR_INVALID_ARG, "port is 0", qk_sgcp_client_open(LIT("{\"nick\": \"amy\"}"), &client, &life, &err));
	FAILS(QK_ERR_INVALID_ARG, "port is 0", qk_sgcp_client_open(NULL, 0, &client, &life, &err));
	FAILS(QK_ERR_INVALID_ARG, "options is NULL", qk_sgcp_client_open(NULL, 5, &client, &life, &err));
	FAILS(QK_ERR_INVALID_ARG, "client is NULL", qk_sgcp_client_open(STR(options), NULL, &life, &err));
	FAILS(QK_ERR_INVALID_ARG, "job is NULL", qk_sgcp_client_open(STR(options), &client, NULL, &err));
	CHECK(client == 7 && life == 7);
	/* Nobody listens there. */
	OK(qk_sgcp_client_open(LIT("{\"port\": 1, \"nick\": \"amy\"}"), &client, &life, &err));
	CHECK(finish(life) == QK_JOB_FAILED);
	FAILS(QK_ERR_IO, "connect", qk_sgcp_client_state(client, TEXT));
	CHECK(answered(client, 202, "") == QK_ERR_IO);
	STATUS(QK_OK, qk_sgcp_client_free(client));
	/* Freeing the client ends its life. */
	OK(qk_sgcp_client_open(STR(options), &client, &life, &err));
	CHECK(answered(client, 202, "") == QK_OK);
	STATUS(QK_OK, qk_sgcp_client_free(client));
	CHECK(finish(life) == QK_JOB_CANCELLED);
	HAS("\"nick\":\"amy_\"");
}

void test_sgcp(void)
{
	static char options[512];
	pthread_t thread;
	int port = server_port();
	snprintf(options, sizeof options, "{\"port\": %d, \"nick\": \"amy\", \"backoff_min\": 0.01, \"backoff_max\": 0.02}", port);
	CHECK(pthread_create(&thread, NULL, serve, NULL) == 0);
	test_decoder();
	test_encode();
	test_client_life(options);
	test_client_key(port);
	test_client_bad(options);
	shutdown(listening, SHUT_RDWR);
	close(listening);
	pthread_join(thread, NULL);
}
