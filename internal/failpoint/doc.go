// Package failpoint lets a test break the program at a named place. A build
// without the tag `failpoint` has none of it: Hit is an empty function that
// the compiler inlines away and Now is time.Now.
//
// A tagged build reads its orders from the environment when the first place
// is passed:
//
//	MADANG_FAILPOINT="commit.after=kill@3;publish.before=sleep:200ms@1"
//
// Each order is place=action[@n]. The actions are
//
//	kill            the process kills itself as kill -9 would
//	stop            the process stops itself until somebody sends SIGCONT
//	sleep:DURATION  the caller waits
//	error[:TEXT]    Hit returns an error
//
// @3 is the third time that the place is passed and no other, @3+ the third
// and each one after it; without @ it is each time. Every order that is
// carried out is told before it happens, in a line on stderr and in the file
// that MADANG_FAILPOINT_LOG names, so that a test can prove its fault:
//
//	failpoint commit.after hit 3: kill
//
// MADANG_CLOCK_SKEW=-1h moves what Now returns, as if this machine's clock
// were wrong; -1h@10s moves it ten seconds after its first use, as if somebody
// had set it. Only the clock of the wall moves, so timers go on as they are.
package failpoint

// The places of the program.
const (
	// SubmitBefore and SubmitAfter are around the transaction that stores a
	// query.
	SubmitBefore = "submit.before"
	SubmitAfter  = "submit.after"
	// CommitBefore and CommitAfter are around the transaction that stores
	// transitions.
	CommitBefore = "commit.before"
	CommitAfter  = "commit.after"
	// PublishBefore and PublishAfter are around telling committed events to
	// streams and to other nodes.
	PublishBefore = "publish.before"
	PublishAfter  = "publish.after"
	// AckBefore and AckAfter are around the reply to a stored query.
	AckBefore = "ack.before"
	AckAfter  = "ack.after"
	// ClaimAfter is where a run has just become this node's.
	ClaimAfter = "claim.after"
	// ResumeBefore and ResumeAfter are around the transaction that stores the
	// answer to a run's question.
	ResumeBefore = "resume.before"
	ResumeAfter  = "resume.after"
	// HandoverBefore is where a node that stops gives up a run.
	HandoverBefore = "handover.before"
)

// Names lists the places.
func Names() []string {
	return []string{
		SubmitBefore, SubmitAfter, CommitBefore, CommitAfter, PublishBefore, PublishAfter,
		AckBefore, AckAfter, ClaimAfter, ResumeBefore, ResumeAfter, HandoverBefore,
	}
}
