package checker

import "encoding/json"

// The events of a run's questions to its user, and the kind of a run that is
// nothing but a text that answered one.
const (
	asked    = "workflow_interrupted"
	resolved = "interrupt_resolved"
	reply    = "reply"
)

// questions: each is asked once and answered once, after that and by its own
// run. A run that was cancelled may rest on one for ever.
func (j *judge) questions(db *Database) {
	open := make(map[string]string) // run by question
	over := make(map[string]bool)
	told := make(map[string]int) // answers by run
	for _, e := range db.Events {
		var body struct {
			ID     string `json:"interrupt_id"`
			Action string `json:"action"`
		}
		switch e.Type {
		case asked, resolved:
			if err := json.Unmarshal([]byte(e.Payload), &body); err != nil || body.ID == "" {
				j.add(Unreadable, e.SessionID, e.RunID, "event %d, %s: %q: %v", e.Seq, e.Type, e.Payload, err)
				continue
			}
		case "final_response":
			// Behind a question the run goes on with its answer only.
			for id, run := range open {
				if run == e.RunID {
					j.add(QuestionLost, e.SessionID, e.RunID, "it ended with event %d, %s was not answered", e.Seq, id)
				}
			}
			continue
		default:
			continue
		}
		run, waits := open[body.ID]
		switch {
		case e.Type == asked && (waits || over[body.ID]):
			j.add(QuestionTwice, e.SessionID, e.RunID, "%s is asked again by event %d", body.ID, e.Seq)
		case e.Type == asked:
			open[body.ID] = e.RunID
		case over[body.ID]:
			j.add(QuestionTwice, e.SessionID, e.RunID, "%s is answered again by event %d", body.ID, e.Seq)
		case !waits || run != e.RunID:
			j.add(QuestionLost, e.SessionID, e.RunID, "event %d answers %s, which this run did not ask", e.Seq, body.ID)
		default:
			delete(open, body.ID)
			over[body.ID] = true
			if body.Action == "answer" {
				told[e.RunID]++
			}
		}
	}
	for _, r := range db.Runs {
		if r.Kind != reply {
			continue
		}
		if told[r.Of]--; told[r.Of] < 0 {
			j.add(QuestionTwice, r.SessionID, r.Of, "%q is one answer more than it had questions that were answered so", r.Query)
		}
	}
}

// replies are the texts that answered a run's questions.
func replies(runID string, db *Database) []Run {
	return only(db.Runs, func(r Run) bool { return r.Kind == reply && r.Of == runID })
}
