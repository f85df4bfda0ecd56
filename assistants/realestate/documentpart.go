package realestate

import (
	"slices"
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
		a.core = append(a.core, strings.TrimSpace(d.Message))
	}
	r := d.ReviewResult
	if r == nil {
		return
	}
	for _, text := range r.Recommendations {
		if !strings.Contains(d.Message, text) && !strings.Contains(d.Message, afterColon(text)) {
			a.recommend = appendNew(a.recommend, text)
		}
	}
}

// afterColon is what a recommendation says behind its name.
func afterColon(text string) string {
	if _, rest, ok := strings.Cut(text, ": "); ok {
		return rest
	}
	return text
}

// refuseFalsePrice declines to help with a contract at a false price where
// the document team, which would refuse it, was not asked.
func (a *answer) refuseFalsePrice() {
	asked, _ := a.state.PlanningState.AnalyzedIntent.Entities.Attr("illegal_request")
	if asked == "" || a.state.DocumentTeamState != nil || !wantsWriting(a.state.Query) {
		return
	}
	a.core, a.silent = append(a.core, a.words.refuseFalse), true
}

func wantsWriting(query string) bool {
	query = strings.ToLower(query)
	return slices.ContainsFunc([]string{"써", "작성", "만들", "draft", "write", "make"}, func(w string) bool { return strings.Contains(query, w) })
}
