#include "harness.h"

#include <signal.h>
#include <sys/resource.h>

/* Exports and samples that do not fit say so, and leave nothing under their names. */
static void full_exports(qk_book book)
{
	static const char *const exports[][3] = {
		{ "full.jsonl", "{}", "full.jsonl" },
		{ "full.jsonl.gz", "{}", "full.jsonl.gz" },
		{ "full.jsonl.zst", "{}", "full.jsonl.zst" },
		{ "full.jsonl.gz", "{\"shards\": 2}", "full-00000-of-00002.jsonl.gz" },
		{ "full.jsonl.zst", "{\"shuffle\": 1}", "full.jsonl.zst" },
	};
	struct rlimit limit;
	qk_samples samples = 0;
	qk_job job = 0;
	uint64_t count = 0;
	FILE *file;
	size_t i;
	limit.rlim_cur = limit.rlim_max = 4 << 10;
	CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
	for (i = 0; i < sizeof exports / sizeof exports[0]; i++) {
		OK(qk_book_export_start(book, STR(in_dir(exports[i][0])), LIT("jsonl"), STR(exports[i][1]), &job, &err));
		OK(await(job));
		FAILS(QK_ERR_IO, "file too large", qk_job_result(job, TEXT));
		STATUS(QK_OK, qk_job_free(job));
		file = fopen(in_dir(exports[i][2]), "rb");
		CHECK(file == NULL);
		if (file != NULL)
			fclose(file);
	}
	OK(qk_samples_open(book, NULL, 0, &samples, &job, &err));
	OK(await(job));
	FAILS(QK_ERR_IO, "file too large", qk_job_result(job, TEXT));
	STATUS(QK_OK, qk_job_free(job));
	FAILS(QK_ERR_IO, "file too large", qk_samples_next(samples, 1, text, sizeof text, &length, &count, &err));
	STATUS(QK_OK, qk_samples_free(samples));
}

/* Output that cannot be written, and a disk that fills up. */
void test_disk(void)
{
	struct rlimit limit;
	qk_book book;
	qk_job job = 0;
	FILE *file;
	uint64_t count = 0;
	char full[4096], under_file[4200];

	/* A file in the place of a directory. */
	file = fopen(in_dir("file"), "wb");
	CHECK(file != NULL);
	if (file != NULL)
		fclose(file);
	snprintf(under_file, sizeof under_file, "%s/under.qkb", in_dir("file"));
	snprintf(full, sizeof full, "%s", in_dir("full.qkb"));
	FAILS(QK_ERR_IO, "under.qkb", qk_book_generate(STR(book_options(under_file, "")), &job, &err));
	CHECK(job == 0);
	FAILS(QK_ERR_IO, "under.qkb", qk_book_create(LIT("xiangqi"), STR(under_file), &book, &err));
	FAILS(QK_ERR_IO, "under.qkb", qk_book_open(STR(under_file), &book, &err));
	book = small_book(in_dir("small.qkb"));
	OK(qk_book_export(book, STR(under_file), LIT("jsonl"), &job, &err));
	OK(await(job));
	FAILS(QK_ERR_IO, "file", qk_job_result(job, TEXT));
	STATUS(QK_OK, qk_job_free(job));

	/* From here on no file grows beyond 256 KB: as on a full disk, a write fails
	 * (with EFBIG, since the signal is ignored). */
	signal(SIGXFSZ, SIG_IGN);
	limit.rlim_cur = limit.rlim_max = 256 << 10;
	CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
	OK(qk_book_generate(STR(book_options(full, ", \"games\": 100000, \"max_plies\": 40")), &job, &err));
	OK(await(job));
	CHECK(state_of(job) == QK_JOB_FAILED);
	FAILS(QK_ERR_IO, "full.qkb", qk_job_result(job, TEXT));
	STATUS(QK_OK, qk_job_free(job));
	STATUS(QK_OK, qk_book_free(book));
	/* What was written before is there. */
	OK(qk_book_open(STR(full), &book, &err));
	OK(qk_book_count(book, &count, &err));
	CHECK(count > 0);
	OK(qk_book_lookup(book, NULL, 0, TEXT));
	full_exports(book);
	STATUS(QK_OK, qk_book_free(book));
}
