package checker

import "regexp"

// The labels of checkpoints that matter here. A retry opens a step again, so
// that it may complete once more.
var (
	stepCompleted = regexp.MustCompile(`(step_\d+) completed$`)
	stepRetried   = regexp.MustCompile(`(step_\d+) (retry|retried|retrying)`)
)

// steps: a step whose completion is committed is not done again, and no
// write of an earlier holder stands behind one of a later.
func (j *judge) steps(db *Database) {
	type step struct{ run, id string }
	done := make(map[step]int64)
	for _, c := range db.Checkpoints {
		if m := stepRetried.FindStringSubmatch(c.Label); m != nil {
			delete(done, step{c.RunID, m[1]})
		}
		if m := stepCompleted.FindStringSubmatch(c.Label); m != nil {
			s := step{c.RunID, m[1]}
			if at, ok := done[s]; ok {
				j.add(StepTwice, c.SessionID, c.RunID, "%s completed at checkpoint %d and again at %d", s.id, at, c.StepNo)
			}
			done[s] = c.StepNo
		}
	}
	j.fences(db)
	j.oneAfterTheOther(db)
}

// fences: each claim has a higher fence than the one before, is of one run,
// and nobody writes with an older one.
func (j *judge) fences(db *Database) {
	var before Checkpoint
	for _, c := range db.Checkpoints {
		switch {
		case c.Fence < 0:
			return // this form of the table does not tell
		case c.Fence < before.Fence:
			j.add(FenceBack, c.SessionID, c.RunID, "checkpoint %d has fence %d, after fence %d", c.StepNo, c.Fence, before.Fence)
		case c.Fence == before.Fence && c.RunID != before.RunID && before.RunID != "":
			j.add(FenceBack, c.SessionID, c.RunID, "checkpoint %d has the fence of run %s, %d", c.StepNo, before.RunID, c.Fence)
		}
		if s := db.Sessions[0]; c.Fence > s.Fence {
			j.add(FenceBack, c.SessionID, c.RunID, "checkpoint %d has fence %d, the session only %d", c.StepNo, c.Fence, s.Fence)
		}
		before = c
	}
}

// oneAfterTheOther: runs of a session don't overlap; once a later run has
// written, an earlier one may not.
func (j *judge) oneAfterTheOther(db *Database) {
	holder := make(map[string]int) // by run: its place among the session's
	for i, r := range db.Runs {
		holder[r.ID] = i
	}
	latest := -1
	for _, c := range db.Checkpoints {
		place, ok := holder[c.RunID]
		if !ok {
			continue // a fork's beginning
		}
		if place < latest {
			j.add(FenceBack, c.SessionID, c.RunID, "checkpoint %d is of an earlier run than the one before it", c.StepNo)
		}
		latest = max(latest, place)
	}
}
