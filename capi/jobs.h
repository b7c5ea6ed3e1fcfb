/* What qk_job_poll reads: a table in C memory that Go writes, so that a poll
 * never enters Go (a call into Go from Node's main thread costs 60 us). */
#ifndef QKC_JOBS_H
#define QKC_JOBS_H

#include "qikit.h"

/* Jobs alive at one time. */
#define QKC_JOBS 4096

/* The layout of every handle: slot in the low 32 bits, then 24 bits of
 * generation, then 7 of type; the top bit is 0. */
#define QKC_SLOT_BITS 32
#define QKC_TYPE_SHIFT 56
#define QKC_TYPE_JOB 3

/* The state of a job on which a call has panicked. */
#define QKC_POISONED 255u

/* Opens the slot of a job's handle, and closes it. */
void qkc_job_open(uint64_t handle);
void qkc_job_close(uint64_t handle);

/* Writes how far the job is. Calls for one job come one at a time, between its
 * open and its close. */
void qkc_job_set(uint64_t handle, uint32_t state, uint64_t done, uint64_t total, double rate, double left,
                 uint64_t events);

/* Says that a call on the job has panicked. */
void qkc_job_poison(uint64_t handle);

/* qk_job_poll after its fork check. */
qk_status qkc_job_poll(qk_job job, qk_job_info *info);

/* The status of a struct of `size` bytes whose caller said struct_size, where
 * `first` was the size of its first version: 0 or QK_ERR_VERSION. Structs of
 * newer headers are taken when what we do not know is zero. */
qk_status qkc_struct_check(const void *given, uint32_t first, uint32_t size);

#endif
