//go:build !slim

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
	close: func(g *gatewayUse) {
		g.Group.Close()
		g.Gateway.Close()
	},
}

// shutdownMax bounds qk_gateway_shutdown, in seconds: a day.
const shutdownMax = 86400

func gatewayStart(options string) (*gatewayUse, error) {
	o, err := gateway.ParseOptions([]byte(options))
	if err != nil {
		return nil, err
	}
	g, err := gateway.Start(o)
	return &gatewayUse{Gateway: g}, err
}

func gatewayState(g *gatewayUse) ([]byte, error) { return g.State(), nil }

func gatewayMetrics(g *gatewayUse) ([]byte, error) {
	var text bytes.Buffer
	err := g.WriteMetrics(&text)
	return text.Bytes(), err
}

func gatewayShutdown(g *gatewayUse, seconds uint32) (*job.Job, error) {
	if seconds > shutdownMax {
		return nil, fault(C.QK_ERR_INVALID_ARG, "seconds is %d, expected 0 to %d", seconds, shutdownMax)
	}
	return g.Start(g.ShutdownWork(time.Duration(seconds) * time.Second))
}
