package chaos

import (
	"fmt"
	"slices"
	"time"
)

// question is what a run has asked and waits for. A client approves of it, and
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
		c.questions = append(c.questions, &question{id: f.InterruptID, runID: f.RunID})
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
// a question behind it.
func asking(steps int, each time.Duration) string {
	n := counter.Add(1)
	return fmt.Sprintf(`{"steps":%d,"step_ms":%d,"result_bytes":%d,"ask_ms":%d,"ask":"approval","ask_late":true}`,
		steps, each.Milliseconds(), 100+n%800, askFor+n/800)
}

// askFor is for how many milliseconds an answer is waited for, longer than any
// test lasts.
const askFor = 300_000
