//go:build !slim

package main

// #include "jobs.h"
import "C"

import (
	"qikit.dev/qikit/lib/job"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/sgcp/remote"
)

// sgcpDecoder is what a decoder's handle stands for.
type sgcpDecoder = remote.Decoder

var sgcpDecoders = table[*sgcpDecoder]{name: "sgcp_decoder", tag: typeSgcpDecoder, most: handlesMax, serial: true}

// sgcpClientUse is a client and the jobs that use it, its life among them.
type sgcpClientUse struct {
	*remote.Client
	job.Group
}

var sgcpClients = table[*sgcpClientUse]{
	name: "sgcp_client", tag: typeSgcpClient, most: handlesMax,
	broken: func(c *sgcpClientUse) bool { return c.Broken() },
	close:  func(c *sgcpClientUse) { c.Group.Close() },
}

// charset reads the flags of the decoder and the encoder.
func charset(flags uint32) (sgcp.Charset, error) {
	if flags&^C.QK_SGCP_GB18030 != 0 {
		return sgcp.UTF8, fault(C.QK_ERR_INVALID_ARG, "flags are %#x, expected 0 or QK_SGCP_GB18030", flags)
	}
	if flags != 0 {
		return sgcp.GB18030, nil
	}
	return sgcp.UTF8, nil
}

func sgcpDecoderNew(limit, flags uint32) (*remote.Decoder, error) {
	c, err := charset(flags)
	return remote.NewDecoder(int(min(limit, textMax)), c), err
}

func sgcpDecoderSet(d *remote.Decoder, limit, flags uint32) error {
	c, err := charset(flags)
	if err == nil {
		d.Set(int(min(limit, textMax)), c)
	}
	return err
}

func sgcpDecoderFeed(d *remote.Decoder, octets string) error { return d.Feed([]byte(octets)) }

//export qkgo_sgcp_decoder_read
func qkgo_sgcp_decoder_read(decoder C.qk_sgcp_decoder, most C.uint32_t, buf *C.char, capacity C.size_t, needed *C.size_t, err *C.qk_error) C.qk_status {
	return with(&sgcpDecoders, uint64(decoder), err, func(d *remote.Decoder) error {
		return d.Read(uint32(most), func(items []byte) error { return out(items, buf, capacity, needed) })
	})
}

func sgcpEncode(code uint32, param string, flags uint32) ([]byte, error) {
	c, err := charset(flags)
	if err != nil {
		return nil, err
	}
	return c.AppendLine(nil, sgcp.Number(code), []byte(param))
}

//export qkgo_sgcp_client_open
func qkgo_sgcp_client_open(options C.qk_str, optionsLen C.size_t, client *C.qk_sgcp_client, to *C.qk_job, err *C.qk_error) C.qk_status {
	return guard(err, func() error {
		if e := given("client", client); e != nil {
			return e
		}
		if e := given("job", to); e != nil {
			return e
		}
		text, e := in("options", options, optionsLen)
		if e != nil {
			return e
		}
		o, e := remote.ParseOptions([]byte(text))
		if e != nil {
			return e
		}
		c := &sgcpClientUse{Client: remote.New(o)}
		id, e := sgcpClients.put(c)
		if e != nil {
			return e
		}
		life, e := c.Start(c.Life)
		if e == nil {
			e = giveJob(life, to)
		}
		if e != nil {
			release(&sgcpClients, id)
			return e
		}
		*client = C.qk_sgcp_client(id)
		return nil
	})
}

func sgcpClientSend(c *sgcpClientUse, code uint32, param string) (*job.Job, error) {
	return c.Start(c.Send(sgcp.Number(code), param))
}

func sgcpClientState(c *sgcpClientUse) ([]byte, error) {
	state, err := c.State()
	if err != nil {
		return nil, kept{err}
	}
	return state, nil
}
