#include "harness.h"

/* As many samples at once as a batch here has room for. */
#define MOST 5

/* Columns of Xiangqi for MOST samples, in the order of the layout, at multiples of 8 bytes. */
typedef struct columns {
	int8_t positions[(MOST * 90 + 7) / 8 * 8];
	int16_t moves[(MOST * 2 + 3) / 4 * 4];
	float scores[(MOST + 1) / 2 * 2];
	float results[(MOST + 1) / 2 * 2];
	float win_rates[(MOST + 1) / 2 * 2];
	int8_t sides[(MOST + 7) / 8 * 8];
	int32_t plies[(MOST + 1) / 2 * 2];
	int16_t depths[(MOST + 3) / 4 * 4];
	int32_t counts[(MOST + 1) / 2 * 2];
	int64_t games[MOST];
} columns;

/* Goes through all samples and returns how many there are; digest becomes a number that depends on their order. */
static uint64_t drain(qk_samples samples, columns *to, uint64_t *digest)
{
	uint64_t all = 0, count = 0, i;
	int point, kings;
	*digest = 0;
	for (;;) {
		OK(qk_samples_next(samples, MOST, (char *)to, sizeof *to, &length, &count, &err));
		CHECK(length == sizeof *to && count <= MOST);
		if (count == 0)
			return all;
		for (i = 0; i < count; i++) {
			kings = 0;
			for (point = 0; point < 90; point++)
				kings += to->positions[90 * i + point] == 1 || to->positions[90 * i + point] == -1;
			CHECK(kings == 2);
			CHECK(to->moves[2 * i] >= -1 && to->moves[2 * i] < 90 && to->moves[2 * i + 1] < 90);
			CHECK(to->results[i] != to->results[i]); /* NaN: the games were cut off */
			CHECK(to->win_rates[i] != to->win_rates[i]);
			if (to->depths[i] < 0) /* the end of a game, which was not searched */
				CHECK(to->scores[i] != to->scores[i] && to->moves[2 * i] == -1 && to->moves[2 * i + 1] == -1);
			else
				CHECK(to->scores[i] > -32001 && to->scores[i] < 32001 && to->moves[2 * i] >= 0 && to->depths[i] >= 1);
			CHECK(to->sides[i] == to->plies[i] % 2);
			CHECK(to->counts[i] >= 1 && to->games[i] >= 0 && to->games[i] < 3);
			*digest = *digest * 1000003 + (uint64_t)(100 * to->games[i] + to->plies[i]);
		}
		all += count;
	}
}

void test_samples(void)
{
	qk_book book = small_book(in_dir("samples.qkb"));
	qk_samples samples = 0, shuffled = 0;
	qk_job job = 0;
	uint64_t records = 0, count = 9, inside, first, second, again;
	columns *to = (columns *)malloc(sizeof *to);
	OK(qk_book_count(book, &records, &err));
	FAILS(QK_ERR_INVALID_ARG, "samples is NULL", qk_samples_open(book, NULL, 0, NULL, &job, &err));
	FAILS(QK_ERR_INVALID_ARG, "job is NULL", qk_samples_open(book, NULL, 0, &samples, NULL, &err));
	FAILS(QK_ERR_INVALID_ARG, "shards", qk_samples_open(book, LIT("{\"shards\": 2}"), &samples, &job, &err));
	FAILS(QK_ERR_INVALID_ARG, "shufle", qk_samples_open(book, LIT("{\"shufle\": 2}"), &samples, &job, &err));
	CHECK(samples == 0 && job == 0);
	OK(qk_samples_open(book, NULL, 0, &samples, &job, &err));
	CHECK(finish(job) == QK_JOB_DONE);
	HAS("\"schema\":\"qikit/samples/1\"");
	HAS("\"men\":\"KABNRCP\"");
	HAS("{\"name\":\"positions\",\"type\":\"int8\",\"width\":90}");
	OK(qk_samples_open(book, LIT("{\"shuffle\": 1}"), &shuffled, &job, &err));
	CHECK(finish(job) == QK_JOB_DONE);
	STATUS(QK_OK, qk_book_free(book)); /* samples do not need it any more */

	FAILS(QK_ERR_BUFFER, "expected at least", qk_samples_next(samples, MOST, NULL, 0, &length, &count, &err));
	CHECK(length == sizeof *to && count == 9);
	FAILS(QK_ERR_BUFFER, "for 5 samples", qk_samples_next(samples, MOST, (char *)to, sizeof *to - 1, &length, &count, &err));
	FAILS(QK_ERR_INVALID_ARG, "most is 0", qk_samples_next(samples, 0, (char *)to, sizeof *to, &length, &count, &err));
	FAILS(QK_ERR_INVALID_ARG, "most is 4294967295", qk_samples_next(samples, UINT32_MAX, (char *)to, sizeof *to, &length, &count, &err));
	FAILS(QK_ERR_INVALID_ARG, "buf is NULL", qk_samples_next(samples, MOST, NULL, 1, &length, &count, &err));
	FAILS(QK_ERR_INVALID_ARG, "count is NULL", qk_samples_next(samples, MOST, (char *)to, sizeof *to, &length, NULL, &err));
	CHECK(drain(samples, to, &inside) == records && records > 3);
	CHECK(drain(samples, to, &first) == 0);
	OK(qk_samples_rewind(samples, 5, &err));
	CHECK(drain(samples, to, &again) == records && again == inside);

	CHECK(drain(shuffled, to, &first) == records && first != inside);
	OK(qk_samples_rewind(shuffled, 2, &err));
	CHECK(drain(shuffled, to, &second) == records && second != first);
	OK(qk_samples_rewind(shuffled, 1, &err));
	CHECK(drain(shuffled, to, &again) == records && again == first);
	STATUS(QK_OK, qk_samples_free(samples));
	STATUS(QK_OK, qk_samples_free(0));
	FAILS(QK_ERR_HANDLE, "type samples", qk_samples_next(samples, MOST, (char *)to, sizeof *to, &length, &count, &err));
	FAILS(QK_ERR_HANDLE, "expected a live handle of type book", qk_samples_open(shuffled, NULL, 0, &samples, &job, &err));
	STATUS(QK_OK, qk_samples_free(shuffled));
	free(to);

	/* Samples and book may be freed while the samples are being prepared. */
	book = small_book(in_dir("samples2.qkb"));
	OK(qk_samples_open(book, NULL, 0, &samples, &job, &err));
	STATUS(QK_OK, qk_samples_free(samples));
	STATUS(QK_OK, qk_book_free(book));
	OK(await(job));
	STATUS(QK_OK, qk_job_free(job));
}
