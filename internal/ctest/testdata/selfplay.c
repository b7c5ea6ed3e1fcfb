#include "harness.h"

static const char *samples_options(const char *out, const char *more)
{
	static char options[8192];
	snprintf(options, sizeof options,
	         "{\"out\": \"%s\", \"games\": 2, \"seed\": 5, \"visits\": 8, \"fast_visits\": 4, \"starts\": {\"sizes\": {\"7\": 1}}%s}",
	         out, more);
	return options;
}

static qk_status played(const char *out, const char *more)
{
	qk_job job = 0;
	qk_status status;
	OK(qk_selfplay_start(STR(samples_options(out, more)), &job, &err));
	OK(await(job));
	fresh();
	status = qk_job_result(job, TEXT);
	STATUS(QK_OK, qk_job_free(job));
	return status;
}

void test_selfplay(void)
{
	qk_job job = 0;
	static char out[4096], options[8192];
	snprintf(out, sizeof out, "%s", in_dir("a.samples"));
	CHECK(played(out, "") == QK_OK);
	HAS("{\"schema\":\"qikit/selfplay/1\",\"games\":2,\"positions\":");
	CHECK(played(out, "") == QK_ERR_STATE);
	CHECK(played(out, ", \"resume\": true") == QK_OK);
	CHECK(played(out, ", \"resume\": true, \"full\": 1") == QK_ERR_INVALID_ARG);
	CHECK(played(in_dir("b"), ", \"net\": \"/nowhere\"") == QK_ERR_NOT_FOUND);

	OK(qk_selfplay_match(LIT("{\"games\": 2, \"visits\": 8, \"starts\": {\"sizes\": {\"7\": 1}}}"), &job, &err));
	CHECK(finish(job) == QK_JOB_DONE);
	HAS("{\"schema\":\"qikit/match/1\",\"games\":2,\"wins\":");

	snprintf(options, sizeof options, "{\"samples\": [\"%s\"], \"out\": \"%s\", \"passes\": 1}", out, in_dir("weights.qnet"));
	OK(qk_selfplay_rollout(STR(options), &job, &err));
	CHECK(finish(job) == QK_JOB_DONE);
	HAS("{\"schema\":\"qikit/rollout-weights/1\",\"positions\":");
	FAILS(QK_ERR_INVALID_ARG, "samples is [], expected paths", qk_selfplay_rollout(NULL, 0, &job, &err));
	FAILS(QK_ERR_INVALID_ARG, "pases", qk_selfplay_rollout(LIT("{\"pases\": 1}"), &job, &err));

	job = 7;
	FAILS(QK_ERR_INVALID_ARG, "gmes", qk_selfplay_start(LIT("{\"gmes\": 1}"), &job, &err));
	FAILS(QK_ERR_INVALID_ARG, "out is \"\", expected the path", qk_selfplay_start(NULL, 0, &job, &err));
	FAILS(QK_ERR_INVALID_ARG, "expected", qk_selfplay_start(LIT("[]"), &job, &err));
	FAILS(QK_ERR_INVALID_ARG, "options is NULL", qk_selfplay_start(NULL, 3, &job, &err));
	FAILS(QK_ERR_INVALID_ARG, "job is NULL", qk_selfplay_start(STR(samples_options(out, "")), NULL, &err));
	FAILS(QK_ERR_INVALID_ARG, "visits is 1", qk_selfplay_match(LIT("{\"visits\": 1}"), &job, &err));
	FAILS(QK_ERR_INVALID_ARG, "job is NULL", qk_selfplay_match(NULL, 0, NULL, &err));
	CHECK(job == 7);
}
