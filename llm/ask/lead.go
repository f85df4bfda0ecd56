package ask

import "time"

// Lead is how much a model, where there is one, leads the work.
type Lead string

// How a model leads. Runs that were recorded before there was a choice have "":
// they are led as by LeadUnsure, without tools.
const (
	LeadAlways Lead = "always" // it reads every message, calls tools and writes
	LeadUnsure Lead = "unsure" // it does where the rules are not sure of their reading
	LeadNever  Lead = "never"  // rules read and look up; it only words answers
)

// Leads tells whether the model leads the work on a message that the rules are
// sure of or not.
func (l Lead) Leads(unsure bool) bool {
	return l == LeadAlways || l != LeadNever && unsure
}

// Patience is how long a model may say nothing before the rules' plan or answer
// is shown.
const Patience = 2 * time.Second
