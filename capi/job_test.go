package main

import (
	"context"
	"encoding/binary"
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"qikit.dev/qikit/lib/job"
)

// callText calls a function of the shape f(handle, buf, cap, needed, err).
func callText(f any, id uint64) (status, text string) {
	v := reflect.ValueOf(f)
	in := make([]reflect.Value, 5)
	for i := range in {
		in[i] = reflect.New(v.Type().In(i)).Elem()
	}
	buf := make([]byte, 4096)
	in[0].SetUint(id)
	in[1] = reflect.NewAt(v.Type().In(1).Elem(), unsafe.Pointer(&buf[0]))
	in[2].SetUint(uint64(len(buf)))
	// A qk_error: its size, its code, and the message from byte 8 on.
	fault := make([]byte, 1024)
	binary.NativeEndian.PutUint32(fault, uint32(len(fault)))
	in[4] = reflect.NewAt(v.Type().In(4).Elem(), unsafe.Pointer(&fault[0]))
	status = reflect.ValueOf(statusName).Call(v.Call(in))[0].String()
	if status != "QK_OK" {
		buf = fault[8:]
	}
	text, _, _ = strings.Cut(string(buf), "\x00")
	return status, text
}

// A job whose work has panicked says so as often as it is asked, and says it
// to polls as a failed job; what it worked on is broken.
func TestJob_whoseWorkPanicked(t *testing.T) {
	use := &engineUse{}
	j, err := use.Start(func(context.Context, *job.Report) ([]byte, error) { panic("out of cheese") })
	if err != nil {
		t.Fatal(err)
	}
	<-j.Done()
	id, err := jobs.put(j)
	if err != nil {
		t.Fatal(err)
	}
	defer jobs.take(id)
	for range 2 {
		if status, text := callText(qkgo_job_result, id); status != "QK_ERR_PANIC" || !strings.Contains(text, "out of cheese") {
			t.Errorf("qk_job_result = %s, %q; want QK_ERR_PANIC and the panic's value", status, text)
		}
	}
	if it, err := jobs.get(id); err != nil || it.poisoned.Load() {
		t.Errorf("the job is poisoned (%v): it is as sound as before", err)
	}
	engineID, err := engines.put(use)
	if err != nil {
		t.Fatal(err)
	}
	defer engines.take(engineID)
	if err := on(&engines, engineID, func(*engineUse) error { return nil }); err != errPoisoned {
		t.Errorf("a call on the engine = %v, want errPoisoned", err)
	}
}

func TestJob_resultOfACancelledOne(t *testing.T) {
	for _, row := range []struct{ name, result, status, text string }{
		{"with something", `{"n":1}`, "QK_OK", `{"n":1}`},
		{"with nothing", "", "QK_ERR_CANCELLED", "context canceled"},
	} {
		j := job.Start(func(ctx context.Context, _ *job.Report) ([]byte, error) {
			<-ctx.Done()
			if row.result == "" {
				return nil, context.Cause(ctx)
			}
			return []byte(row.result), context.Cause(ctx)
		})
		id, err := jobs.put(j)
		if err != nil {
			t.Fatal(err)
		}
		if status, _ := callText(qkgo_job_result, id); status != "QK_ERR_STATE" {
			t.Errorf("%s: result of a running job = %s, want QK_ERR_STATE", row.name, status)
		}
		j.Cancel()
		<-j.Done()
		if status, text := callText(qkgo_job_result, id); status != row.status || text != row.text {
			t.Errorf("%s: result = %s, %q; want %s, %q", row.name, status, text, row.status, row.text)
		}
		jobs.take(id)
	}
}
