package main

// #include "jobs.h"
import "C"

import (
	"qikit.dev/qikit/lib/job"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/sgcp/remote"
)

var sgcpDecoders = table[*remote.Decoder]{name: "sgcp_decoder", tag: typeSgcpDecoder, most: handlesMax, serial: true}

// sgcpClientUse is a client and the jobs that use it, its life among them.
type sgcpClientUse struct {
	*remote.Client
	job.Group
}

var sgcpClients = table[*sgcpClientUse]{
	name: "sgcp_client", tag: typeSgcpClient, most: handlesMax,
	broken: func(c *sgcpClientUse) bool { return c.Broken() },
}

// start starts work of a client.
func (c *sgcpClientUse) start(work job.Work, to *C.qk_job) error {
	j, err := c.Start(work)
	if err != nil {
		return err
	}
	return giveJob(j, to)
}

// charset reads the flags of the decoder and the encoder.
func charset(flags C.uint32_t) (sgcp.Charset, error) {
	if flags&^C.QK_SGCP_GB18030 != 0 {
		return sgcp.UTF8, fault(C.QK_ERR_INVALID_ARG, "flags are %#x, expected 0 or QK_SGCP_GB18030", uint32(flags))
	}
	if flags != 0 {
		return sgcp.GB18030, nil
	}
	return sgcp.UTF8, nil
}

//export qkgo_sgcp_decoder_new
func qkgo_sgcp_decoder_new(limit, flags C.uint32_t, decoder *C.qk_sgcp_decoder, err *C.qk_error) C.qk_status {
	return guard(err, func() error {
		if e := given("decoder", decoder); e != nil {
			return e
		}
		c, e := charset(flags)
		if e != nil {
			return e
		}
		return give(&sgcpDecoders, remote.NewDecoder(int(min(limit, textMax)), c), decoder)
	})
}

//export qkgo_sgcp_decoder_free
func qkgo_sgcp_decoder_free(decoder C.qk_sgcp_decoder) C.qk_status {
	return release(&sgcpDecoders, uint64(decoder), nil)
}

//export qkgo_sgcp_decoder_set
func qkgo_sgcp_decoder_set(decoder C.qk_sgcp_decoder, limit, flags C.uint32_t, err *C.qk_error) C.qk_status {
	return with(&sgcpDecoders, uint64(decoder), err, func(d *remote.Decoder) error {
		c, e := charset(flags)
		if e == nil {
			d.Set(int(min(limit, textMax)), c)
		}
		return e
	})
}

//export qkgo_sgcp_decoder_feed
func qkgo_sgcp_decoder_feed(decoder C.qk_sgcp_decoder, octets C.qk_str, octetsLen C.size_t, err *C.qk_error) C.qk_status {
	return with(&sgcpDecoders, uint64(decoder), err, func(d *remote.Decoder) error {
		text, e := in("octets", octets, octetsLen)
		if e != nil {
			return e
		}
		return d.Feed([]byte(text))
	})
}

//export qkgo_sgcp_decoder_read
func qkgo_sgcp_decoder_read(decoder C.qk_sgcp_decoder, most C.uint32_t, buf *C.char, capacity C.size_t, needed *C.size_t, err *C.qk_error) C.qk_status {
	return with(&sgcpDecoders, uint64(decoder), err, func(d *remote.Decoder) error {
		return d.Read(uint32(most), func(items []byte) error { return out(items, buf, capacity, needed) })
	})
}

//export qkgo_sgcp_encode
func qkgo_sgcp_encode(code C.uint32_t, param C.qk_str, paramLen C.size_t, flags C.uint32_t, buf *C.char, capacity C.size_t, needed *C.size_t, err *C.qk_error) C.qk_status {
	return guard(err, func() error {
		c, e := charset(flags)
		if e != nil {
			return e
		}
		text, e := in("param", param, paramLen)
		if e != nil {
			return e
		}
		line, e := c.AppendLine(nil, sgcp.Number(code), []byte(text))
		if e != nil {
			return e
		}
		return out(line, buf, capacity, needed)
	})
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
		if e := c.start(c.Life, to); e != nil {
			release(&sgcpClients, id, closeSgcpClient)
			return e
		}
		*client = C.qk_sgcp_client(id)
		return nil
	})
}

func closeSgcpClient(c *sgcpClientUse) { c.Group.Close() }

//export qkgo_sgcp_client_free
func qkgo_sgcp_client_free(client C.qk_sgcp_client) C.qk_status {
	return release(&sgcpClients, uint64(client), closeSgcpClient)
}

//export qkgo_sgcp_client_send
func qkgo_sgcp_client_send(client C.qk_sgcp_client, code C.uint32_t, param C.qk_str, paramLen C.size_t, to *C.qk_job, err *C.qk_error) C.qk_status {
	return with(&sgcpClients, uint64(client), err, func(c *sgcpClientUse) error {
		if e := given("job", to); e != nil {
			return e
		}
		text, e := in("param", param, paramLen)
		if e != nil {
			return e
		}
		return c.start(c.Send(sgcp.Number(code), text), to)
	})
}

//export qkgo_sgcp_client_state
func qkgo_sgcp_client_state(client C.qk_sgcp_client, buf *C.char, capacity C.size_t, needed *C.size_t, err *C.qk_error) C.qk_status {
	return with(&sgcpClients, uint64(client), err, func(c *sgcpClientUse) error {
		state, e := c.State()
		if e != nil {
			return kept{e}
		}
		return out(state, buf, capacity, needed)
	})
}
