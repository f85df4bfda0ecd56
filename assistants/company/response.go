package company

import (
	"cmp"
	"slices"
	"strings"

	statement "github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/internal/assistant"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/state"
)

// response is the answer for clients.
func (a *answer) response() state.Response {
	if len(a.core) == 0 && len(a.missing) > 0 {
		a.core = append(a.core, a.Say("nothing_found"))
	}
	if len(a.core) == 0 {
		a.core = append(a.core, a.Say("unclear", "covers", a.covers))
	}
	if !a.found {
		return state.Response{
			Type: state.ResponseGuidance, Message: a.markdown(), OriginalQuery: a.s.Query, DetectedIntent: a.intent(),
			StructuredData: &state.StructuredData{Sections: a.sections(), Metadata: a.metadata()}, Data: a.data(),
		}
	}
	kind := state.ResponseAnswer
	if a.document != nil {
		kind = state.ResponseDocument
	}
	r := state.Response{
		Type: kind, Document: a.document, Answer: a.markdown(), TeamsUsed: a.teams(), Data: a.data(),
		StructuredData: &state.StructuredData{Sections: a.sections(), Metadata: a.metadata(), Sources: a.sources},
	}
	if a.document != nil {
		r.DocumentType = a.s.Paper.Type
	}
	return r
}

func (a *answer) intent() string {
	if a.s.QueryAnalyzerState == nil {
		return Name
	}
	for _, p := range a.s.QueryAnalyzerState.ParsedIntents {
		return string(p.Intent)
	}
	if a.s.Heard != nil && a.s.Heard.Talk != "" {
		return a.s.Heard.Talk
	}
	return Name
}

// sections are the answer's parts in their order.
func (a *answer) sections() []state.Section {
	var list []state.Section
	add := func(key, icon, priority string, lines []string) {
		if len(lines) > 0 {
			list = append(list, state.Section{Title: a.Say("section." + key), Content: lines, Type: map[string]string{"table": "table", "basis": "basis"}[key], Icon: icon, Priority: priority, Expandable: priority != "high"})
		}
	}
	add("core", "target", "high", a.core)
	add("missing", "alert", "high", a.missing)
	add("findings", "alert", "high", a.findings)
	add("known", "info", "medium", a.known)
	add("advice", "lightbulb", "medium", a.advice)
	add("table", "chart", "medium", a.tables)
	add("basis", "info", "low", a.notes)
	return list
}

// markdown is the answer as one text: the verdict, the table, what it rests on.
func (a *answer) markdown() string {
	parts := slices.Concat(a.core, a.missing)
	list := func(key string, lines []string) {
		if len(lines) > 0 {
			parts = append(parts, "### "+a.Say("section."+key)+"\n\n- "+strings.Join(lines, "\n- "))
		}
	}
	list("findings", a.findings)
	list("known", a.known)
	list("advice", a.advice)
	parts = append(parts, a.tables...)
	list("basis", a.notes)
	return strings.Join(parts, "\n\n")
}

func (a *answer) metadata() state.AnswerMetadata {
	m := state.AnswerMetadata{
		IntentType: a.intent(), AnsweredBy: state.AnsweredByRules, Sources: assistant.All(a.names), AsOf: a.dataDay, Missing: a.missing, Today: a.s.Today, SampleData: a.sample,
	}
	m.Fallback, m.RetryAfterMS = a.fallback, a.retryAfterMS
	if a.model != "" {
		m.AnsweredBy, m.Model, m.Prompt = state.AnsweredByModel, a.model, a.prompt
	}
	// Who is told that there is no answer is not told how sure it is.
	if q := a.s.QueryAnalyzerState; q != nil && len(q.ParsedIntents) > 0 && q.ParsedIntents[0].workable() {
		m.Confidence = q.ParsedIntents[0].Confidence
	}
	for _, f := range a.sources {
		m.Evidence = append(m.Evidence, f.ID)
	}
	return m
}

func (a *answer) teams() []string {
	names := []string{}
	if m := a.s.ExecutionManagerState; m != nil {
		for _, t := range m.CompletedTasks {
			names = statement.Add(names, agents[t.Agent].team)
		}
	}
	return names
}

// addTalk adds what is said to a message that asks for no work.
func (d *desk) addTalk(a *answer) {
	s := a.s
	switch s.Heard.Talk {
	case talkPaper, talkUnread, talkKept:
		if s.Heard.Talk != talkPaper {
			a.core = append(a.core, a.Say("talk."+s.Heard.Talk))
		}
		a.addPaper(true)
		d.addDraft(a)
		a.found = a.document != nil
	case talkTotal:
		d.addTotal(a, *s.Paper.Draft)
	case talkAllowed:
		o := s.weighedBefore()
		a.core = append(a.core, a.Say("check.allowed", "why", o.ValidationResults[0].Details, "changes", o.RequiredModifications))
	case talkBasis:
		short := phrases.Has(s.said(), "brief")
		for _, agent := range s.figures() {
			data := *agent.Data
			if short { // each figure with what it is of, without where it comes from
				a.core, a.notes = append(a.core, data.verdict(a.Printer)), nil
				data.ProcessedData.Sources = nil
			}
			if a.addBasis(&data); short {
				a.core = append(a.core, strings.Join(a.notes, "\n"))
			}
		}
		if !short { // "without returns?" is answered by the line that speaks of them
			asked := korean.Topics(s.said())
			of := func(line string) float64 { return korean.Share(korean.Topics(line), asked) }
			slices.SortStableFunc(a.notes, func(x, y string) int { return cmp.Compare(of(y), of(x)) })
			a.core = append(a.core, strings.Join(a.notes, "\n"))
		}
		a.notes = nil
	case talkRework:
		a.addRework()
	case talkElsewhere:
		args := []any{"said", s.said(), "again", s.Heard.Again, "people", s.Heard.Names}
		a.core = append(a.core, a.Say("elsewhere."+s.Heard.Elsewhere, args...))
	default:
		p := s.Person
		args := []any{
			"covers", a.covers, "name", p.Name, "people", s.Heard.Names, "n", len(s.Heard.Names), "today", s.Today, "role", a.Say("role." + string(p.Role)),
			"dept", p.Dept, "scope", scopeOf(p), "region", p.Region, "until", d.Numbers.Covers(p, s.Language).Until,
		}
		a.core = append(a.core, a.Say("talk."+s.Heard.Talk, args...))
	}
}
