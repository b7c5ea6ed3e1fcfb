//go:build slim

package main

// #include "jobs.h"
import "C"

import (
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/job"
)

// The slim library lacks books, self-play, training, SGCP and its servers: a call that begins one of them, or is made on
// a handle of one, answers errAbsent. It is for phones: 6 MB instead of 16.

// absent is what a handle that nobody has would stand for.
type absent struct{}

type (
	bookUse       = absent
	samplesUse    = absent
	sgcpDecoder   = absent
	sgcpClientUse = absent
	gatewayUse    = absent
	gamesUse      = absent
)

var (
	books        = table[*absent]{name: "book", tag: typeBook, absent: true}
	samples      = table[*absent]{name: "samples", tag: typeSamples, absent: true}
	sgcpDecoders = table[*absent]{name: "sgcp_decoder", tag: typeSgcpDecoder, absent: true}
	sgcpClients  = table[*absent]{name: "sgcp_client", tag: typeSgcpClient, absent: true}
	gateways     = table[*absent]{name: "gateway", tag: typeGateway, absent: true}
	games        = table[*absent]{name: "games", tag: typeGames, absent: true}
)

var serviceStatuses []row

// newEngine refuses to play from a book.
func newEngine(name string, o engine.Options) (engine.Engine, error) {
	if o.Book != "" {
		return nil, errAbsent
	}
	return engine.New(name, o)
}

func bookGenerate(string) (*job.Job, error)                       { return nil, errAbsent }
func bookOpen(string) (*absent, error)                            { return nil, errAbsent }
func bookCreate(_, _ string) (*absent, error)                     { return nil, errAbsent }
func bookCheck(string) (*job.Job, error)                          { return nil, errAbsent }
func bookRepair(_, _ string) (*job.Job, error)                    { return nil, errAbsent }
func bookCount(*absent) (int64, error)                            { return 0, errAbsent }
func bookLookup(*absent, string) ([]byte, error)                  { return nil, errAbsent }
func bookExport(_ *absent, _, _ string) (*job.Job, error)         { return nil, errAbsent }
func bookExportStart(_ *absent, _, _, _ string) (*job.Job, error) { return nil, errAbsent }
func bookMerge(*absent, string) (*job.Job, error)                 { return nil, errAbsent }
func bookMinimaxStart(string) (*job.Job, error)                   { return nil, errAbsent }
func bookPrune(*absent, string) (*job.Job, error)                 { return nil, errAbsent }
func bookStats(*absent) (*job.Job, error)                         { return nil, errAbsent }
func bookImport(*absent, string) (*job.Job, error)                { return nil, errAbsent }
func samplesRewind(*absent, uint64) error                         { return errAbsent }
func selfplayStart(string) (*job.Job, error)                      { return nil, errAbsent }
func selfplayMatch(string) (*job.Job, error)                      { return nil, errAbsent }
func selfplayRollout(string) (*job.Job, error)                    { return nil, errAbsent }
func trainStart(string) (*job.Job, error)                         { return nil, errAbsent }
func terminalJoin(string) (*job.Job, error)                       { return nil, errAbsent }
func sgcpDecoderNew(_, _ uint32) (*absent, error)                 { return nil, errAbsent }
func sgcpDecoderSet(_ *absent, _, _ uint32) error                 { return errAbsent }
func sgcpDecoderFeed(*absent, string) error                       { return errAbsent }
func sgcpEncode(uint32, string, uint32) ([]byte, error)           { return nil, errAbsent }
func sgcpClientSend(*absent, uint32, string) (*job.Job, error)    { return nil, errAbsent }
func sgcpClientState(*absent) ([]byte, error)                     { return nil, errAbsent }
func gamesRead(_, _ string) (*absent, error)                      { return nil, errAbsent }
func gamesParse(string) (*absent, error)                          { return nil, errAbsent }
func gamesCount(*absent) (int64, error)                           { return 0, errAbsent }
func gamesJson(*absent, uint64) ([]byte, error)                   { return nil, errAbsent }
func gamesBoard(*absent, uint64, uint32) (game.Board, error)      { return nil, errAbsent }
func gamesWrite(*absent, string) ([]byte, error)                  { return nil, errAbsent }
func gatewayStart(string) (*absent, error)                        { return nil, errAbsent }
func gatewayState(*absent) ([]byte, error)                        { return nil, errAbsent }
func gatewayMetrics(*absent) ([]byte, error)                      { return nil, errAbsent }
func gatewayShutdown(*absent, uint32) (*job.Job, error)           { return nil, errAbsent }

//export qkgo_book_read
func qkgo_book_read(id C.qk_book, cursor *C.uint64_t, most C.uint32_t, buf *C.char, capacity C.size_t, needed *C.size_t, err *C.qk_error) C.qk_status {
	return report(err, errAbsent)
}

//export qkgo_book_columns
func qkgo_book_columns(id C.qk_book, options C.qk_str, optionsLen C.size_t, cursor *C.uint64_t, most C.uint32_t, buf *C.char, capacity C.size_t, needed *C.size_t, err *C.qk_error) C.qk_status {
	return report(err, errAbsent)
}

//export qkgo_samples_open
func qkgo_samples_open(id C.qk_book, options C.qk_str, optionsLen C.size_t, to *C.qk_samples, started *C.qk_job, err *C.qk_error) C.qk_status {
	return report(err, errAbsent)
}

//export qkgo_samples_next
func qkgo_samples_next(id C.qk_samples, most C.uint32_t, buf *C.char, capacity C.size_t, needed *C.size_t, count *C.uint64_t, err *C.qk_error) C.qk_status {
	return report(err, errAbsent)
}

//export qkgo_sgcp_decoder_read
func qkgo_sgcp_decoder_read(decoder C.qk_sgcp_decoder, most C.uint32_t, buf *C.char, capacity C.size_t, needed *C.size_t, err *C.qk_error) C.qk_status {
	return report(err, errAbsent)
}

//export qkgo_sgcp_client_open
func qkgo_sgcp_client_open(options C.qk_str, optionsLen C.size_t, client *C.qk_sgcp_client, to *C.qk_job, err *C.qk_error) C.qk_status {
	return report(err, errAbsent)
}
