package cluster

import (
	"strings"

	"github.com/nats-io/nats-server/v2/server"
)

// Subjects. A terminal is two words: a user, the public key of a member or
// "anyone" where there are no keys, and one that tells its terminals apart. So
// the server itself can refuse anybody who speaks or listens as somebody else.
const (
	anyone = "anyone"

	toMember  = "qk.t." // + terminal: what the host pushes
	toFollow  = "qk.p." // + leader.terminal: what a sub-host pushes
	toHost    = "qk.h." // + terminal: what terminals say to the host
	toLeader  = "qk.g." // + leader.terminal: what terminals say to their sub-host
	toAll     = "qk.all"
	absent    = "qk.gone." // + terminal: the server's word that nobody listens to a push
	hostClaim = "qk.coord" // answered by the host

	jobSubject    = "qk.book.job."    // + job: what hands need to know
	workSubject   = "qk.book.work."   // + job.part
	resultSubject = "qk.book.result." // + user.job.part
	hereSubject   = "qk.book.here."   // + user.process: workers tell that they are there
	coordSubject  = "qk.book.coord."  // + job: answered by the job's coordinator
)

// Names of what JetStream keeps.
const (
	jobStream    = "QK_BOOK_JOBS"
	workStream   = "QK_BOOK_WORK"
	resultStream = "QK_BOOK_RESULTS"
	workQueue    = "workers" // the one consumer of workStream
)

// inbox is the subject of answers to a user.
func inbox(user string) string { return "_INBOX." + user }

// member is what a member may do: speak and listen as itself, lead terminals as
// itself, take parts of books and hand in their results.
func member(public string) *server.Permissions {
	return &server.Permissions{
		Publish: &server.SubjectPermission{Allow: []string{
			hostClaim,
			toHost + public + ".*",
			toLeader + "*.*." + public + ".*",
			toFollow + public + ".>",
			hereSubject + public + ".>",
			resultSubject + public + ".>",
			"$JS.API.DIRECT.GET." + jobStream + ".>",
			"$JS.API.CONSUMER.INFO." + workStream + "." + workQueue,
			"$JS.API.CONSUMER.MSG.NEXT." + workStream + "." + workQueue,
			"$JS.ACK." + workStream + "." + workQueue + ".>",
			"$JS.ACK.*.*." + workStream + "." + workQueue + ".>",
		}},
		Subscribe: &server.SubjectPermission{Allow: []string{
			toMember + public + ".*", toFollow + "*.*." + public + ".*", toLeader + public + ".>", toAll, inbox(public) + ".>",
		}},
		Response: &server.ResponsePermission{MaxMsgs: 1, Expires: leadMost}, // to an order to lead
	}
}

// tail is the rest of a subject after its first words.
func tail(subject, head string) (string, bool) { return strings.CutPrefix(subject, head) }
