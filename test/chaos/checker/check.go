package checker

import (
	"fmt"
	"slices"
)

// Check compares what clients recorded with what the database holds when
// all is over. No violation means that every promise was kept.
func Check(recordings []Recording, db *Database) []Violation {
	j := &judge{}
	sessions := make(map[string][]Recording)
	for _, r := range recordings {
		sessions[r.SessionID] = append(sessions[r.SessionID], r)
	}
	for _, s := range db.Sessions {
		rows := db.of(s.ID)
		j.numbering(s, rows)
		j.runs(rows)
		j.questions(rows)
		j.steps(rows)
		j.streams(sessions[s.ID], rows)
		j.acks(sessions[s.ID], rows)
		delete(sessions, s.ID)
	}
	for id := range sessions {
		j.add(SeenNotStored, id, "", "the database has no such session")
	}
	return j.violations
}

// Failures are the runs that failed. A run that fails as it should breaks no
// promise, so that whoever checks says whether one may: to a client even a
// failure is a last response.
func Failures(db *Database) []Violation {
	j := &judge{}
	for _, r := range db.Runs {
		if r.Status == "failed" {
			j.add(RunFailed, r.SessionID, r.ID, "after %d attempts: %s", r.Attempt, r.Query)
		}
	}
	return j.violations
}

// judge gathers violations.
type judge struct{ violations []Violation }

func (j *judge) add(kind, sessionID, runID, format string, args ...any) {
	j.violations = append(j.violations, Violation{kind, sessionID, runID, fmt.Sprintf(format, args...)})
}

// numbering looks for holes in what is stored.
func (j *judge) numbering(s Session, db *Database) {
	for _, list := range []struct {
		what    string
		numbers []int64
		mark    int64
	}{
		{"events", numbers(db.Events, func(e Event) int64 { return e.Seq }), s.LastSeq},
		{"messages", numbers(db.Messages, func(m Message) int64 { return m.ID }), s.LastMessageID},
		{"checkpoints", numbers(db.Checkpoints, func(c Checkpoint) int64 { return c.StepNo }), s.LastStep},
		{"runs", numbers(db.Runs, func(r Run) int64 { return r.Seq }), s.LastRun},
	} {
		for i, n := range list.numbers {
			if n != int64(i)+1 {
				j.add(Numbering, s.ID, "", "%s: number %d stands at place %d", list.what, n, i+1)
				break
			}
		}
		if got := int64(len(list.numbers)); got != list.mark {
			j.add(Numbering, s.ID, "", "%s: the session's mark says %d, there are %d", list.what, list.mark, got)
		}
	}
	if s.OpenRunsStored >= 0 && s.OpenRunsStored != s.OpenRuns {
		j.add(Numbering, s.ID, "", "open runs: the session's mark says %d, there are %d", s.OpenRunsStored, s.OpenRuns)
	}
	j.checkpointMarks(s, db)
}

// checkpointMarks: what a checkpoint says of events and messages never goes
// back and never beyond what there is.
func (j *judge) checkpointMarks(s Session, db *Database) {
	var before Checkpoint
	for _, c := range db.Checkpoints {
		if c.Seq < 0 {
			return // this form of the table does not tell
		}
		if c.Seq < before.Seq || c.Seq > s.LastSeq || c.MessageID < before.MessageID || c.MessageID > s.LastMessageID {
			j.add(Numbering, s.ID, c.RunID, "checkpoint %d: marks %d, %d after %d, %d of %d, %d",
				c.StepNo, c.Seq, c.MessageID, before.Seq, before.MessageID, s.LastSeq, s.LastMessageID)
		}
		before = c
	}
}

func numbers[T any](rows []T, number func(T) int64) []int64 {
	out := make([]int64, len(rows))
	for i, r := range rows {
		out[i] = number(r)
	}
	return out
}

// runs: each has ended, with one terminal event, which is its last, and one
// line of its user and one of the assistant in the conversation.
func (j *judge) runs(db *Database) {
	known := make(map[string]bool)
	for _, r := range db.Runs {
		known[r.ID] = true
		if r.Kind == reply {
			continue // an answer to a run's question; that run has the end
		}
		if !ended(r.Status) {
			j.add(RunOpen, r.SessionID, r.ID, "is %s", r.Status)
		}
		own := only(db.Events, func(e Event) bool { return e.RunID == r.ID })
		ends := only(own, func(e Event) bool { return terminal(e.Type) })
		switch {
		case ended(r.Status) && len(ends) != 1, len(ends) > 1:
			j.add(Terminal, r.SessionID, r.ID, "%d terminal events in a run that is %s", len(ends), r.Status)
		case len(ends) == 1 && own[len(own)-1].Seq != ends[0].Seq:
			j.add(Terminal, r.SessionID, r.ID, "event %d follows the terminal one, %d", own[len(own)-1].Seq, ends[0].Seq)
		case len(ends) == 1 && !ended(r.Status):
			j.add(Terminal, r.SessionID, r.ID, "a terminal event in a run that is %s", r.Status)
		}
		j.lines(r, db)
	}
	for _, e := range db.Events {
		if e.RunID != "" && !known[e.RunID] {
			j.add(Terminal, e.SessionID, e.RunID, "event %d is of a run that is not there", e.Seq)
		}
	}
}

// lines are a run's messages: the query, each question that it asked and each
// text that answered one, and when it has ended an answer.
func (j *judge) lines(r Run, db *Database) {
	questions := len(only(db.Events, func(e Event) bool { return e.RunID == r.ID && e.Type == asked }))
	count := make(map[string]int)
	for _, m := range db.Messages {
		if m.RunID == r.ID {
			count[m.Role]++
		}
	}
	want := questions
	if ended(r.Status) {
		want++
	}
	if count["user"] > 1+len(replies(r.ID, db)) || count["assistant"] > want {
		j.add(Numbering, r.SessionID, r.ID, "messages of one run that is %s and asked %d questions: %v", r.Status, questions, count)
	}
	if count["assistant"] < want {
		j.add(AckLost, r.SessionID, r.ID, "%d lines of the assistant in the conversation of a run that is %s and asked %d questions",
			count["assistant"], r.Status, questions)
	}
}

// acks: every acknowledged message has one run with its words, whoever was
// told so and however often.
func (j *judge) acks(recordings []Recording, db *Database) {
	type told struct {
		runs  []string
		first int
	}
	sent, acked := make(map[string]string), make(map[string]*told)
	for _, r := range recordings {
		for _, s := range r.Sent {
			if s.ClientMsgID != "" {
				sent[s.ClientMsgID] = s.Query
			}
		}
		for _, c := range r.Conns {
			for _, f := range c.Frames {
				e, err := parse(f.Raw)
				if err != nil || e.Type != "ack" || e.ClientMsgID == "" {
					continue
				}
				a := acked[e.ClientMsgID]
				if a == nil {
					a = &told{}
					acked[e.ClientMsgID] = a
				}
				if !slices.Contains(a.runs, e.RunID) {
					a.runs = append(a.runs, e.RunID)
				}
				if !e.Duplicate {
					a.first++
				}
			}
		}
	}
	for id, a := range acked {
		sessionID := recordings[0].SessionID
		if len(a.runs) != 1 || a.first > 1 {
			j.add(AckTwice, sessionID, "", "message %s: acked as %v, %d times as the first", id, a.runs, a.first)
		}
		runs := only(db.Runs, func(r Run) bool { return r.ClientMsgID == id })
		switch {
		case len(runs) == 0:
			j.add(AckLost, sessionID, a.runs[0], "message %s has no run", id)
		case len(runs) > 1:
			j.add(AckTwice, sessionID, a.runs[0], "message %s has %d runs", id, len(runs))
		case !slices.Contains(a.runs, runs[0].work()):
			j.add(AckLost, sessionID, a.runs[0], "message %s: acked as another run than %s", id, runs[0].work())
		default:
			j.spoken(runs[0], sent[id], db)
		}
	}
}

// spoken: a run has the words that were sent, and so has the conversation: a
// query in its run's first line of the user, an answer in a later one of the
// run that it answered.
func (j *judge) spoken(r Run, words string, db *Database) {
	if r.Query != words {
		j.add(AckLost, r.SessionID, r.ID, "its query is %q, sent was %q", r.Query, words)
	}
	lines := only(db.Messages, func(m Message) bool { return m.RunID == r.work() && m.Role == "user" })
	said := func(m Message) bool { return m.Content == words }
	if first := slices.IndexFunc(lines, said); first < 0 || (first == 0) == (r.Kind == reply) || len(only(lines, said)) > 1 {
		j.add(AckLost, r.SessionID, r.ID, "%q is not once, and in its place, among %d lines of the user in the conversation", words, len(lines))
	}
}
