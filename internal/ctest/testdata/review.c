#include "harness.h"

static const char game[] = "(;FF[4]GM[1]SZ[5]RU[Capture-1]XX[kept];B[be];W[cc];B[ed];W[de];B[dd];W[ce];B[dc];W[bd];B[ee];W[ae])";
static const char options[] = "{\"user\": \"black\", \"effort\": \"quick\", \"visits\": 64, \"target_visits\": 128, \"demonstrate_visits\": 64,"
			      " \"target_time\": 0, \"demonstrate_time\": 0, \"proof_nodes\": 60}";

/* How the review of a record ends; its result or error stays in text and err. */
static qk_status reviewed(const char *sgf, const char *how)
{
	qk_job job = 0;
	qk_status status;
	OK(qk_review_start(STR(sgf), STR(how), &job, &err));
	OK(await(job));
	fresh();
	text[0] = 0;
	status = qk_job_result(job, TEXT);
	STATUS(QK_OK, qk_job_free(job));
	return status;
}

/* The same for a question. */
static qk_status asked(qk_review review, const char *how)
{
	qk_job job = 0;
	qk_status status;
	OK(qk_review_ask(review, STR(how), &job, &err));
	OK(await(job));
	fresh();
	text[0] = 0;
	status = qk_job_result(job, TEXT);
	STATUS(QK_OK, qk_job_free(job));
	return status;
}

static void good_review(void)
{
	static char report[1 << 20];
	qk_review review = 0, again = 0;
	qk_job job = 0;
	CHECK(reviewed(game, options) == QK_OK);
	HAS("{\"schema\":\"qikit/review/1\",\"checksum\":\"sha256:");
	HAS("\"ended\":\"complete\",\"repeatable\":true");
	snprintf(report, sizeof report, "%s", text);
	CHECK(reviewed(game, options) == QK_OK);
	CHECK(strcmp(text, report) == 0);

	OK(qk_review_parse(STR(report), &review, &err));
	BUFFERS(qk_review_json, review);
	OK(qk_review_json(review, TEXT));
	CHECK(strcmp(text, report) == 0);
	BUFFERS(qk_review_sgf, review);
	OK(qk_review_sgf(review, TEXT));
	HAS("RU[Capture-1]");
	HAS("XX[kept]");
	HAS("SBKV[");
	BUFFERS(qk_review_svg, review, NULL, 0);
	OK(qk_review_svg(review, LIT("{\"number\": 1, \"size\": 200}"), TEXT));
	HAS("<svg ");
	HAS("width=\"200\"");
	OK(qk_review_save(review, STR(in_dir("a.review")), &err));
	OK(qk_review_load(STR(in_dir("a.review")), &again, &err));
	OK(qk_review_json(again, TEXT));
	CHECK(strcmp(text, report) == 0);
	STATUS(QK_OK, qk_review_free(again));

	CHECK(asked(review, "{\"kind\": \"ask\", \"number\": 2, \"move\": \"d4\", \"effort\": \"quick\"}") == QK_OK);
	HAS("\"answers\":[{\"kind\":\"ask\",\"number\":2,\"move\":\"D4\"");
	CHECK(asked(review, "{\"kind\": \"demonstrate\", \"number\": 2}") == QK_OK);
	HAS("\"kind\":\"demonstrate\"");
	CHECK(asked(review, "{\"kind\": \"deepen\", \"number\": 99}") == QK_ERR_NOT_FOUND);
	FAILS(QK_ERR_INVALID_ARG, "kind", qk_review_ask(review, LIT("{\"kind\": \"guess\", \"number\": 2}"), &job, &err));
	FAILS(QK_ERR_INVALID_ARG, "job is NULL", qk_review_ask(review, LIT("{\"kind\": \"deepen\", \"number\": 2}"), NULL, &err));

	FAILS(QK_ERR_NOT_FOUND, "number 99", qk_review_svg(review, LIT("{\"number\": 99}"), TEXT));
	FAILS(QK_ERR_INVALID_ARG, "picture", qk_review_svg(review, LIT("{\"picture\": \"cat\"}"), TEXT));
	FAILS(QK_ERR_INVALID_ARG, "numbr", qk_review_svg(review, LIT("{\"numbr\": 1}"), TEXT));
	FAILS(QK_ERR_NOT_FOUND, "", qk_review_save(review, STR(in_dir("no/such/folder")), &err));
	FAILS(QK_ERR_NOT_FOUND, "", qk_review_load(STR(in_dir("none")), &again, &err));
	FAILS(QK_ERR_INVALID_ARG, "review is NULL", qk_review_load(STR(in_dir("a.review")), NULL, &err));
	FAILS(QK_ERR_INVALID_ARG, "review is NULL", qk_review_parse(STR(report), NULL, &err));
	FAILS(QK_ERR_PARSE, "report is nonsense, expected a JSON object", qk_review_parse(LIT("nonsense"), &again, &err));
	FAILS(QK_ERR_PARSE, "schema", qk_review_parse(LIT("{}"), &again, &err));
	FAILS(QK_ERR_VERSION, "qikit/review/2", qk_review_parse(LIT("{\"schema\": \"qikit/review/2\"}"), &again, &err));
	strstr(report, "\"ply\":1")[6] = '2';
	FAILS(QK_ERR_PARSE, "checksum", qk_review_parse(STR(report), &again, &err));
	FAILS(QK_ERR_PARSE, "", qk_review_parse(report, strlen(report) / 2, &again, &err));
	STATUS(QK_OK, qk_review_free(review));
	STATUS(QK_ERR_HANDLE, qk_review_free(review));
	FAILS(QK_ERR_HANDLE, "review", qk_review_json(review, TEXT));
	STATUS(QK_OK, qk_review_free(0));
}

static void bad_records(void)
{
	static char deep[200001];
	qk_job job = 7;
	CHECK(reviewed("(;SZ[5]RU[Capture-1];B[aa];W[aa])", options) == QK_ERR_RULES);
	CHECK(strstr(err.message, "move 2") != NULL && strstr(err.message, "there is a black stone") != NULL);
	CHECK(reviewed("(;SZ[5]RU[Capture-1];B[aa];W[])", options) == QK_ERR_RULES);
	CHECK(strstr(err.message, "passing is not allowed") != NULL);
	CHECK(reviewed("(;SZ[25];B[aa])", options) == QK_ERR_PARSE);
	CHECK(strstr(err.message, "SZ[25]") != NULL);
	CHECK(reviewed("", options) == QK_ERR_PARSE);
	CHECK(reviewed("(;SZ[5])", options) == QK_ERR_STATE);
	CHECK(reviewed("(;SZ[5];B[aa", options) == QK_ERR_PARSE);
	CHECK(reviewed("(;SZ[5]CA[UTF-8]C[\xff\xfe];B[aa])", options) == QK_ERR_PARSE);
	memset(deep, '(', sizeof deep - 1);
	CHECK(reviewed(deep, options) == QK_ERR_PARSE);

	FAILS(QK_ERR_INVALID_ARG, "user", qk_review_start(LIT(game), NULL, 0, &job, &err));
	FAILS(QK_ERR_INVALID_ARG, "user is \"red\"", qk_review_start(LIT(game), LIT("{\"user\": \"red\"}"), &job, &err));
	FAILS(QK_ERR_INVALID_ARG, "visit", qk_review_start(LIT(game), LIT("{\"visit\": 1}"), &job, &err));
	FAILS(QK_ERR_INVALID_ARG, "sgf is NULL", qk_review_start(NULL, 3, LIT(options), &job, &err));
	FAILS(QK_ERR_INVALID_ARG, "job is NULL", qk_review_start(LIT(game), LIT(options), NULL, &err));
	CHECK(job == 7);
}

void test_review(void)
{
	qk_job job = 0;
	good_review();
	bad_records();
	/* A cancelled review keeps what is done. */
	OK(qk_review_start(LIT(game), LIT("{\"user\": \"black\", \"visits\": 1000000, \"target_visits\": 10000000}"), &job, &err));
	OK(qk_job_cancel(job, &err));
	CHECK(finish(job) == QK_JOB_CANCELLED);
	HAS("\"ended\":\"cancelled\"");
	/* So does one whose time is over. */
	CHECK(reviewed(game, "{\"user\": \"black\", \"visits\": 1000000, \"proof_nodes\": 0, \"time\": 0.05}") == QK_OK);
	HAS("\"ended\":\"time\"");
}
