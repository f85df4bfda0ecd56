package chaos

import (
	"fmt"
	"slices"
	"time"
)

// manner is how a client answers what runs ask.
type manner int

const (
	// approving says so in the protocol's words, writing in a text of its own
	// as people do who see no button; speechless says nothing, ever.
	approving manner = iota
	writing
	speechless
)

// question is what a run has asked and waits for. A client that approves of it
// says so again on each connection until it is shown that the question is over:
// it can't know whether its answer arrived.
type question struct {
	id, runID string
	sentIn    int       // the connection that the answer went out on last; 0 is none
	next      time.Time // not again before
	// late tells that the server takes no answer any more; that it has one
	// is still to be shown.
	late bool
}

// onQuestion takes down questions, and strikes those out that are over.
func (c *client) onQuestion(f heard) {
	if c.base {
		return // it has no such frame
	}
	switch f.Type {
	case "workflow_interrupted":
		switch c.answering {
		case approving:
			c.questions = append(c.questions, &question{id: f.InterruptID, runID: f.RunID})
		case writing:
			c.give("", fmt.Sprintf("글로 하는 답 %d", counter.Add(1)))
		}
	case "interrupt_resolved":
		c.questions = slices.DeleteFunc(c.questions, func(q *question) bool { return q.id == f.InterruptID })
	case "final_response", "error", "run_cancelled":
		c.questions = slices.DeleteFunc(c.questions, func(q *question) bool { return q.runID == f.RunID })
	}
}

// answerID is the id of the command that answers a question.
func (q *question) answerID() string { return "answer to " + q.id }

// answers are the commands to be given out on the connection of now.
func (c *client) answers(now time.Time) (commands []map[string]any) {
	for _, q := range c.questions {
		if q.late || now.Before(q.next) || q.sentIn == c.lives && now.Sub(q.next) < ackPatience {
			continue
		}
		q.sentIn, q.next = c.lives, now
		commands = append(commands, map[string]any{
			"type": "interrupt_response", "id": q.answerID(), "interrupt_id": q.id, "action": "approve",
		})
	}
	return commands
}

// onLateAnswer takes an error for the reply to an answer: another came first,
// maybe this client's own, or it may be given again later.
func (c *client) onLateAnswer(f heard, now time.Time) bool {
	if f.ID == "" {
		return false
	}
	for _, q := range c.questions {
		if q.answerID() != f.ID {
			continue
		}
		switch {
		case f.Code == "interrupt_not_pending":
			q.late = true
		case f.Recoverable:
			q.sentIn, q.next = 0, now.Add(time.Duration(max(f.RetryAfterMS, 200))*time.Millisecond)
		default:
			c.t.Errorf("%s: the answer to %s was refused: %s", c.name, q.id, f.Code)
			q.late = true
		}
		return true
	}
	return false
}

// asking is a query for as much work as in work, one step after the other, and
// a question behind it that waits for an answer longer than any test lasts. A
// clarification takes a text for the answer, an approval does not.
func asking(kind string, steps int, each time.Duration) string {
	return askingFor(5*time.Minute, kind, steps, each)
}

// askingFor is asking with the time after which the run goes on by default.
func askingFor(rests time.Duration, kind string, steps int, each time.Duration) string {
	n := counter.Add(1)
	return fmt.Sprintf(`{"steps":%d,"step_ms":%d,"result_bytes":%d,"ask_ms":%d,"ask":%q,"ask_late":true,"default":"approve"}`,
		steps, each.Milliseconds(), 100+n%800, rests.Milliseconds()+n/800, kind)
}
