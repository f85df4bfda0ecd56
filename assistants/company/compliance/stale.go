package compliance

import (
	"maps"
	"slices"
	"time"
)

// Checked is a stored document with the rules that it was checked by.
type Checked struct {
	DocumentID string
	Type       string
	// Rules are the versions of the rules that were applied, by their ids.
	Rules map[string]int
	// Version is the version of all the rules at the time.
	Version string
	Day     string // of the check
}

// Due is a stored document that has to be checked again, with the rules that
// are new or others since.
type Due struct {
	DocumentID string   `json:"document_id"`
	Rules      []string `json:"rules"`
}

// byID are the rules of a day.
func (r *Rules) byID(day time.Time) map[string]*Rule {
	by := map[string]*Rule{}
	for _, x := range r.on(day) {
		by[x.ID] = x
	}
	return by
}

// Stale names the documents to check again on a day: those to which a rule
// was applied that has another version now or holds no more, and those of
// the type of a rule that began to hold after their check.
func (r *Rules) Stale(day time.Time, checks []Checked) []Due {
	now := r.byID(day)
	var due []Due
	for _, c := range checks {
		changed := map[string]bool{}
		for id, version := range c.Rules {
			if x := now[id]; x == nil || x.Version != version {
				changed[id] = true
			}
		}
		for id, x := range now {
			if _, applied := c.Rules[id]; !applied && x.From > c.Day && (c.Type == "" || slices.Contains(x.Targets, c.Type)) {
				changed[id] = true
			}
		}
		if len(changed) > 0 {
			due = append(due, Due{c.DocumentID, slices.Sorted(maps.Keys(changed))})
		}
	}
	return due
}
