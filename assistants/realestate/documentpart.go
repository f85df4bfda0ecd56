package realestate

import (
	"github.com/madang-dev/madang/internal/estate"
	"strings"
)

// addDocument takes what the document team says: it speaks first, since the
// user is waiting for the document.
func (a *answer) addDocument() {
	d := a.state.DocumentTeamState
	if d == nil {
		return
	}
	if d.Message != "" {
		a.core = append(a.core, a.tells("document", strings.TrimSpace(d.Message)))
	}
	r := d.ReviewResult
	if r == nil {
		return
	}
	for _, risk := range r.Risks {
		a.rests = append(a.rests, "clause."+risk.ID)
		a.from["document"] = append(a.from["document"], exactOf(namedIn(risk.Law))...)
	}
}

// refuseFalsePrice declines to help with a contract at a false price where
// the document team, which would refuse it, was not asked.
func (a *answer) refuseFalsePrice() {
	asked, _ := estate.EntitiesOf(a.state.PlanningState.AnalyzedIntent.Entities).Attr("illegal_request")
	if asked == "" || a.state.DocumentTeamState != nil || !phrases.Has(a.state.Query, "write") {
		return
	}
	a.core, a.silent = append(a.core, a.say("refuse_false")), true
}
