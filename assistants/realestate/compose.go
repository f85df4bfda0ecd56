package realestate

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/evidence"
	"github.com/madang-dev/madang/state"
)

// author writes answers from what the teams found. It keeps what it has read
// of articles' texts and is safe for concurrent use.
type author struct {
	passages recent[passageKey, *passage]
	// heard are sentences that were told of articles.
	heard recent[string, *evidence.Heard]
}

func newAuthor() *author {
	return &author{passages: recent[passageKey, *passage]{most: maxPassages}, heard: recent[string, *evidence.Heard]{most: maxHeard}}
}

// compose writes the answer from what the teams found. Every statement of
// law or number in it comes from a team's result, with its source.
func (w *author) compose(s *State) state.Response {
	a := w.answer(s)
	a.gather()
	a.ground()
	return a.response()
}

// response is the answer as it stands.
func (a *answer) response() state.Response {
	s := a.state
	sections := a.sections()
	response := state.Response{
		Type: state.ResponseAnswer, Answer: markdown(sections),
		StructuredData: &state.StructuredData{Sections: sections, Metadata: a.metadata(), Sources: sourcesOf(a.evidence.Used())},
		TeamsUsed:      teamsUsed(s), Data: teamData(s),
	}
	if d := s.DocumentTeamState; d != nil && s.DocumentLink != nil {
		response.Type, response.DocumentType, response.Document = state.ResponseDocument, d.DocumentType, s.DocumentLink
	}
	return response
}

// How much an answer shows; all that the teams found is in data.
const (
	maxCore      = 5
	maxLaw       = 3
	maxData      = 10
	maxQuestions = 3
)

// answer is an answer while it is put together: the lines of each section
// and the sources of what it shows.
type answer struct {
	author *author
	state  *State
	// hits are the articles that were found, asked is what is asked.
	hits  []hit
	asked *question

	core, law, data, consider, recommend, note []string
	// labelled are the lines that say of themselves that they are of the sample.
	labelled []string
	// of names the facts that lines tell, by line.
	of map[string]string
	// quoted are the lines that are made of articles' texts alone, whoever
	// asks.
	quoted []string
	// near are articles that are offered where none answers.
	near []string
	// shown are the findings that the key answer tells.
	shown []finding
	// questions end the points to consider: what would make it exact.
	questions []string
	sources   []string
	sample    bool
	// evidence is the facts behind it, once it is grounded: conclusions those
	// that the key answer states, besides those that other sections do.
	evidence             *evidence.List
	conclusions, besides []*evidence.Fact
	// steered tells that something retrieved tried to tell what to answer.
	steered bool
	// ruled tells that the law is told in the place of a bare rule.
	ruled bool
	// silent tells that the key answer only says why there is none.
	silent bool
	// missing is what was asked for and not found.
	missing []string
}

func (w *author) answer(s *State) *answer {
	a := &answer{author: w, state: s, of: map[string]string{}}
	a.leaveOutOrders(w)
	return a
}

// say writes a text in the answer's language.
func (a *answer) say(key string, args ...any) string {
	return texts.Say(a.state.Language, key, args...)
}

// found tells whether any team brought something, whole or in part.
func (a *answer) found() bool {
	return a.state.SearchTeamState != nil || a.state.AnalysisTeamState != nil || a.state.DocumentTeamState != nil
}

// gather asks each team's state for its part: a document that the user is
// waiting for first, then what was worked out, the law, and what was found.
func (a *answer) gather() {
	findings := a.findings()
	a.addDocument()
	a.refuseFalsePrice()
	if reasons := a.unanswered(findings); len(reasons) > 0 && len(a.core) == 0 {
		a.abstain(reasons)
		a.addNotes()
		return
	}
	a.addListings()
	a.addFindings(findings)
	a.addLaw(findings)
	a.addLoans()
	a.addDeals()
	a.addAdvice()
	a.addQuestions()
	a.settleCore()
	a.addNotes()
}

// settleCore says why there is no answer where none was found.
func (a *answer) settleCore() {
	if len(a.core) > 0 {
		return
	}
	a.silent = true
	switch {
	case len(a.state.CompletedTeams) == 0 && !a.found():
		a.core = []string{a.say("nothing.done")}
	case len(a.questions) > 0:
		a.core = []string{a.say("nothing.yet")}
	default:
		a.core = []string{a.say("nothing.found")}
		a.missing = appendNew(a.missing, a.say("nothing.found"))
	}
}

// addNotes closes the answer: what went wrong, what the figures rest on.
func (a *answer) addNotes() {
	a.consider = append(remarks(a.state), a.consider...)
	for _, p := range a.state.Problems {
		a.consider = appendNew(a.consider, p.Message(a.state.Language))
	}
	for _, missing := range a.state.AggregatedResults.Missing {
		a.consider = appendNew(a.consider, missing)
	}
	a.consider = append(a.consider, a.questions...)
	if a.steered {
		a.note = appendNew(a.note, a.say("caution.steered"))
	}
	if a.sample {
		a.note = appendNew(a.note, a.say("sample"))
	}
	a.note = append(a.note, a.say("disclaimer"))
}

func (a *answer) sections() []state.Section {
	list := []state.Section{
		{Title: a.say("section.core"), Content: a.core, Icon: "target", Priority: "high", Type: "text"},
		{Title: a.say("section.near"), Content: a.near, Icon: "scale", Priority: "medium", Type: "text"},
		{Title: a.say("section.law"), Content: a.law, Icon: "scale", Priority: "high", Type: "text", Expandable: true},
		{Title: a.say("section.data"), Content: a.data, Icon: "chart", Priority: "medium", Type: "text", Expandable: true},
		{Title: a.say("section.consider"), Content: a.consider, Icon: "alert", Priority: "medium", Type: "warning"},
		{Title: a.say("section.recommend"), Content: a.recommend, Icon: "lightbulb", Priority: "medium", Type: "checklist"},
		{Title: a.say("section.note"), Content: a.note, Icon: "info", Priority: "low", Type: "text", Expandable: true},
	}
	return slices.DeleteFunc(list, func(s state.Section) bool { return len(s.Content) == 0 })
}

// markdown is the sections as one text; the key answer goes without a title.
func markdown(sections []state.Section) string {
	var b strings.Builder
	for i, s := range sections {
		if i > 0 {
			b.WriteString("\n### " + s.Title + "\n\n")
		}
		for _, line := range s.Content {
			if i == 0 {
				b.WriteString(line + "\n\n")
				continue
			}
			b.WriteString("- " + strings.ReplaceAll(line, "\n", "\n  ") + "\n")
		}
	}
	return strings.TrimSpace(b.String())
}

func nonNil(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

func appendNew(list []string, text string) []string {
	if text == "" || slices.Contains(list, text) {
		return list
	}
	return append(list, text)
}
