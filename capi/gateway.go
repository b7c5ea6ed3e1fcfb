package main

// #include "jobs.h"
import "C"

import (
	"bytes"
	"time"

	"qikit.dev/qikit/lib/gateway"
	"qikit.dev/qikit/lib/job"
)

// gatewayUse is a gateway and the jobs that use it.
type gatewayUse struct {
	*gateway.Gateway
	job.Group
}

var gateways = table[*gatewayUse]{
	name: "gateway", tag: typeGateway, most: handlesMax,
	broken: func(g *gatewayUse) bool { return g.Broken() || job.Panicked(g.Err()) },
}

// shutdownMax bounds qk_gateway_shutdown, in seconds: a day.
const shutdownMax = 86400

//export qkgo_gateway_start
func qkgo_gateway_start(options C.qk_str, optionsLen C.size_t, to *C.qk_gateway, err *C.qk_error) C.qk_status {
	return guard(err, func() error {
		if e := given("gateway", to); e != nil {
			return e
		}
		text, e := in("options", options, optionsLen)
		if e != nil {
			return e
		}
		o, e := gateway.ParseOptions([]byte(text))
		if e != nil {
			return e
		}
		g, e := gateway.Start(o)
		if e != nil {
			return e
		}
		if e := give(&gateways, &gatewayUse{Gateway: g}, to); e != nil {
			g.Close()
			return e
		}
		return nil
	})
}

//export qkgo_gateway_free
func qkgo_gateway_free(id C.qk_gateway) C.qk_status {
	return release(&gateways, uint64(id), func(g *gatewayUse) {
		g.Group.Close()
		g.Gateway.Close()
	})
}

//export qkgo_gateway_state
func qkgo_gateway_state(id C.qk_gateway, buf *C.char, capacity C.size_t, needed *C.size_t, err *C.qk_error) C.qk_status {
	return with(&gateways, uint64(id), err, func(g *gatewayUse) error { return out(g.State(), buf, capacity, needed) })
}

//export qkgo_gateway_metrics
func qkgo_gateway_metrics(id C.qk_gateway, buf *C.char, capacity C.size_t, needed *C.size_t, err *C.qk_error) C.qk_status {
	return with(&gateways, uint64(id), err, func(g *gatewayUse) error {
		var text bytes.Buffer
		if e := g.WriteMetrics(&text); e != nil {
			return e
		}
		return out(text.Bytes(), buf, capacity, needed)
	})
}

//export qkgo_gateway_shutdown
func qkgo_gateway_shutdown(id C.qk_gateway, seconds C.uint32_t, to *C.qk_job, err *C.qk_error) C.qk_status {
	return with(&gateways, uint64(id), err, func(g *gatewayUse) error {
		if e := given("job", to); e != nil {
			return e
		}
		if seconds > shutdownMax {
			return fault(C.QK_ERR_INVALID_ARG, "seconds is %d, expected 0 to %d", seconds, shutdownMax)
		}
		j, e := g.Start(g.ShutdownWork(time.Duration(seconds) * time.Second))
		if e != nil {
			return e
		}
		return giveJob(j, to)
	})
}
