#include "jobs.h"

#include <stdatomic.h>
#include <string.h>

/* A slot is read without a lock: the handle is read before and after the rest,
 * so a slot that was freed or taken over in between shows. Everything is
 * sequentially consistent, which costs nothing on a read. */
typedef struct job_slot {
	_Alignas(64) _Atomic uint64_t handle; /* 0: free */
	_Atomic uint32_t state;
	_Atomic uint64_t done, total, rate, left, events; /* rate and left: the bits of a double */
} job_slot;

static job_slot slots[QKC_JOBS];

static uint64_t bits_of(double value)
{
	uint64_t bits;
	memcpy(&bits, &value, sizeof bits);
	return bits;
}

static double double_of(uint64_t bits)
{
	double value;
	memcpy(&value, &bits, sizeof value);
	return value;
}

/* The slot is the low half of the handle. */
static job_slot *slot_of(uint64_t handle)
{
	return &slots[(uint32_t)handle % QKC_JOBS];
}

void qkc_job_open(uint64_t handle)
{
	job_slot *s = slot_of(handle);
	atomic_store(&s->state, QK_JOB_RUNNING);
	atomic_store(&s->done, 0);
	atomic_store(&s->total, 0);
	atomic_store(&s->rate, bits_of(0));
	atomic_store(&s->left, bits_of(-1));
	atomic_store(&s->events, 0);
	atomic_store(&s->handle, handle);
}

void qkc_job_close(uint64_t handle)
{
	atomic_store(&slot_of(handle)->handle, 0);
}

void qkc_job_set(uint64_t handle, uint32_t state, uint64_t done, uint64_t total, double rate, double left,
                 uint64_t events)
{
	job_slot *s = slot_of(handle);
	uint32_t old = atomic_load(&s->state);
	atomic_store(&s->done, done);
	atomic_store(&s->total, total);
	atomic_store(&s->rate, bits_of(rate));
	atomic_store(&s->left, bits_of(left));
	atomic_store(&s->events, events);
	/* The state comes last: who sees an ended job sees its final numbers. A
	 * poisoned job stays so. */
	while (old != QKC_POISONED && !atomic_compare_exchange_weak(&s->state, &old, state))
		;
}

void qkc_job_poison(uint64_t handle)
{
	job_slot *s = slot_of(handle);
	if (atomic_load(&s->handle) == handle)
		atomic_store(&s->state, QKC_POISONED);
}

qk_status qkc_struct_check(const void *given, uint32_t first, uint32_t size)
{
	/* Far more than any struct will ever have: a size beyond it is no size,
	 * and reading so far would leave the caller's memory. */
	enum { most = 4096 };
	const unsigned char *bytes = given;
	uint32_t said, i;
	if (given == NULL)
		return QK_ERR_INVALID_ARG;
	memcpy(&said, given, sizeof said);
	if (said < first || said > most)
		return QK_ERR_VERSION;
	for (i = size; i < said; i++)
		if (bytes[i] != 0)
			return QK_ERR_VERSION;
	return QK_OK;
}

qk_status qkc_job_poll(qk_job job, qk_job_info *info)
{
	job_slot *s = slot_of(job);
	qk_job_info found;
	qk_status status = qkc_struct_check(info, sizeof *info, sizeof *info);
	if (status != QK_OK)
		return status;
	if (job == 0 || atomic_load(&s->handle) != job)
		return QK_ERR_HANDLE;
	found.struct_size = info->struct_size;
	found.state = atomic_load(&s->state);
	found.done = atomic_load(&s->done);
	found.total = atomic_load(&s->total);
	found.rate = double_of(atomic_load(&s->rate));
	found.left = double_of(atomic_load(&s->left));
	found.events = atomic_load(&s->events);
	if (atomic_load(&s->handle) != job)
		return QK_ERR_HANDLE;
	if (found.state == QKC_POISONED)
		return QK_ERR_PANIC;
	*info = found;
	return QK_OK;
}
