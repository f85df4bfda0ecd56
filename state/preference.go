package state

import (
	"slices"
	"strings"
	"time"
)

// Where a preference comes from.
const (
	SourceLearned = "learned" // from what the user asked
	SourceUser    = "user"    // the user wrote it; learning leaves it alone
)

// maxEvidence bounds a preference's history.
const maxEvidence = 10

// Preference is something known about a user, with where it came from.
type Preference struct {
	UserID    string    `json:"-"`
	Key       string    `json:"key"` // region | budget | language | …
	Value     string    `json:"value"`
	Evidence  string    `json:"evidence,omitempty"` // the words that said so
	UpdatedAt time.Time `json:"updated_at"`
	Source    string    `json:"source,omitempty"` // learned | user
	// RunID is the run whose query said so last, Count how often the present
	// value was said.
	RunID string `json:"run_id,omitempty"`
	Count int    `json:"count,omitempty"`
	// History is all that was said about it, the newest first; at most ten.
	History []Evidence `json:"history,omitempty"`
}

// Evidence is one time that a preference was said.
type Evidence struct {
	Value string    `json:"value"`
	Words string    `json:"words"`
	RunID string    `json:"run_id,omitempty"`
	At    time.Time `json:"at"`
}

// Learn is the preference after one more thing was said about it. The newest
// value counts, unless the user wrote the present one; what was said is kept
// either way.
func (p Preference) Learn(said Preference) Preference {
	p = p.noted(said)
	switch {
	case p.Source == SourceUser && p.Value != said.Value:
		return p
	case p.Value == said.Value:
		p.Count++
	default:
		p.Value, p.Count = said.Value, 1
	}
	if p.Source != SourceUser {
		p.Source, p.Evidence, p.RunID, p.UpdatedAt = SourceLearned, said.Evidence, said.RunID, said.UpdatedAt
	}
	return p
}

// Correct is the preference after the user wrote it.
func (p Preference) Correct(to Preference) Preference {
	p = p.noted(to)
	p.Value, p.Evidence, p.UpdatedAt = to.Value, to.Evidence, to.UpdatedAt
	p.Source, p.RunID, p.Count = SourceUser, "", 1
	return p
}

// Without is the preference without these words in what it was learned from.
func (p Preference) Without(words []string) Preference {
	quotes := func(text string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) })
	}
	if quotes(p.Evidence) {
		p.Evidence = ""
	}
	p.History = slices.Clone(p.History)
	for i := range p.History {
		if quotes(p.History[i].Words) {
			p.History[i].Words = ""
		}
	}
	return p
}

func (p Preference) noted(said Preference) Preference {
	p.UserID, p.Key = said.UserID, said.Key
	p.History = slices.Insert(slices.Clone(p.History), 0, Evidence{
		Value: said.Value, Words: said.Evidence, RunID: said.RunID, At: said.UpdatedAt,
	})
	p.History = p.History[:min(len(p.History), maxEvidence)]
	return p
}
