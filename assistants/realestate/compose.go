package realestate

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/evidence"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/supervisor/toolloop"
)

// author writes answers from what the teams found. It is safe for concurrent
// use.
type author struct {
	// wordingsFunc are the things that a text speaks of, each in its own words
	// and in those of the law; nil knows none.
	wordingsFunc func(text string) [][]string
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
	maxKey       = 500 // letters of the key answer
	maxMore      = 3   // sentences behind the verdict on a part
	maxLaw       = 3
	maxData      = 10
	maxQuestions = 3
)

// answer is an answer while it is put together: the lines of each section.
type answer struct {
	author *author
	state  *State
	// hits are the articles that were found, asked is what is asked.
	hits  []hit
	asked *question

	core, law, data, consider, recommend, note []string
	// of names what lines tell, by line; from are the sources of that.
	of   map[string]string
	from map[string][]string
	// rests are what a document's message rests on besides.
	rests []string
	// near are articles that are offered where none answers.
	near []string
	// best are the articles that were found first, of each part.
	best []hit
	// shown are the findings that the key answer tells.
	shown []finding
	// questions end the points to consider: what would make it exact.
	questions []string
	// about are the facts that the questions are about.
	about map[string]bool
	// product is the loan product that a finding is of, by the finding's key.
	product map[string]string
	sources []string
	sample  bool
	// worth is that of the best evidence which the key answer tells.
	worth float64
	// evidence is the facts behind it, once it is grounded: conclusions those
	// that the key answer states, besides those that other sections do.
	evidence             *evidence.List
	conclusions, besides []*evidence.Fact
	// called are the calls of tools that a model has made for the answer.
	called []toolloop.Called
	// steered tells that something retrieved tried to tell what to answer.
	steered bool
	// silent tells that the key answer only says why there is none.
	silent bool
	// missing is what was asked for and not found.
	missing []string
}

func (w *author) answer(s *State) *answer {
	a := &answer{author: w, state: s, of: map[string]string{}, from: map[string][]string{}, about: map[string]bool{}, product: map[string]string{}}
	a.leaveOutOrders()
	for _, h := range a.hits {
		a.from[h.key()] = exactOf(h.names)
	}
	return a
}

// say writes a text in the answer's language.
func (a *answer) say(key string, args ...any) string {
	return texts.Say(a.state.Language, key, args...)
}

// tells notes what a line tells.
func (a *answer) tells(key, line string) string {
	a.of[line] = key
	return line
}

// add puts a line into the key answer, which rests on evidence of a worth.
func (a *answer) add(key, line string, worth float64) {
	a.core = append(a.core, a.tells(key, line))
	a.worth = max(a.worth, worth)
}

// room is how many letters the key answer has left, of a share of it.
func (a *answer) room(most int) int {
	for _, line := range a.core {
		most -= utf8.RuneCountInString(line)
	}
	return most
}

// found tells whether any team brought something, whole or in part.
func (a *answer) found() bool {
	return a.state.SearchTeamState != nil || a.state.AnalysisTeamState != nil || a.state.DocumentTeamState != nil
}

// gather asks each team's state for its part: a document that the user is
// waiting for first, then the parts of the question in their order.
func (a *answer) gather() {
	findings := a.askedFor(a.findings())
	a.addDocument()
	a.refuseFalsePrice()
	if reasons := a.unanswered(findings); len(reasons) > 0 && len(a.core) == 0 {
		a.abstain(reasons)
		a.addNotes()
		return
	}
	a.addListings()
	parts := a.parts(findings)
	reckoned := slices.ContainsFunc(findings, func(f finding) bool { return !f.Rule })
	for i, p := range parts {
		if reckoned && len(p.findings) == 0 && !p.asks() {
			continue // it only tells what is reckoned with
		}
		a.addPart(p, a.room(maxKey)/(len(parts)-i))
	}
	a.addLaw()
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
		a.core, a.questions = append([]string{a.say("nothing.yet")}, a.questions...), nil
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
	for _, use := range a.state.ModelUses {
		if use.Purpose == usePlan && use.Outcome == state.ModelFallback {
			a.note = appendNew(a.note, a.say("caution.plan_fell_back."+use.Why))
		}
	}
	if a.sample {
		a.note = appendNew(a.note, a.say("sample"))
	}
	a.note = append(a.note, a.say("disclaimer"))
}

// sections are the answer as clients show it: the key answer open, the rest
// folded.
func (a *answer) sections() []state.Section {
	list := []state.Section{
		{Title: a.say("section.core"), Content: a.core, Icon: "target", Priority: "high", Type: "text"},
		{Title: a.say("section.near"), Content: a.near, Icon: "scale", Priority: "medium", Type: "text"},
		{Title: a.say("section.law"), Content: a.law, Icon: "scale", Priority: "high", Type: "text", Expandable: true},
		{Title: a.say("section.data"), Content: a.data, Icon: "chart", Priority: "medium", Type: "text", Expandable: true},
		{Title: a.say("section.consider"), Content: a.consider, Icon: "alert", Priority: "medium", Type: "warning", Expandable: true},
		{Title: a.say("section.recommend"), Content: a.recommend, Icon: "lightbulb", Priority: "medium", Type: "checklist", Expandable: true},
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

func appendNew(list []string, text string) []string {
	if text == "" || slices.Contains(list, text) {
		return list
	}
	return append(list, text)
}
