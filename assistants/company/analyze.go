package company

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/madang-dev/madang/assistants/company/access"
	"github.com/madang-dev/madang/assistants/company/semantic"
	"github.com/madang-dev/madang/engine"
	statement "github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// outside is what a run begins with that its state does not tell.
type outside struct {
	Today  string        `json:"today"`
	Person access.Person `json:"person"`
	// Rechecked is looked at when a conversation begins.
	Rechecked []Rechecked `json:"rechecked,omitempty"`
}

// initialize opens the run for the user. What is outside is looked at here,
// once: a replay reckons from the same day, for the same person.
func (d *desk) initialize(ctx context.Context, t *turn) (string, error) {
	seen, err := d.outside(ctx, t)
	if err != nil {
		return "", err
	}
	started := engine.Event{Type: state.EventPlanningStart, Body: state.PlanningStart{Message: texts.Say(t.Info().Language, "planning")}}
	next := nodeAnalyzing
	if t.Info().Reply != nil {
		next = nodeApproving // the compliance officer's word begins the run
	}
	return next, t.Update("initialize", func(s *GlobalSessionState) {
		s.Today = seen.Today
		s.meet(seen.Person)
		s.Rechecked = seen.Rechecked
	}, with{Events: func(*GlobalSessionState) []engine.Event { return []engine.Event{started} }})
}

// analyze is the query analyser: it reads the message, by the rules and, where
// they are at a loss, by a model, and finds out whether it can be done.
func (d *desk) analyze(ctx context.Context, t *turn) (string, error) {
	s := snapshot(t)
	h, err := d.hear(ctx, t, s.message(), &s)
	if err != nil {
		return "", err
	}
	if h, err = d.withModel(ctx, t, &s, h); err != nil {
		return "", err
	}
	next := ""
	err = t.Update("analyzed", func(s *GlobalSessionState) {
		if s.Heard = &h; h.Dropped {
			s.Paper = nil
		}
		s.use(ResourceUsage{Tokens: h.Tokens, APICalls: map[string]int{"model": h.Asked}})
		s.QueryAnalyzerState = s.analyzed(h, t.Now())
		s.note(t.Now(), "query.analyzed", "", "")
		next = s.afterAnalysis()
	})
	return next, err
}

// hear reads the message, or what the user has answered to a question about it.
// The reading is recorded by its round: after an answer it is another.
func (d *desk) hear(ctx context.Context, t *turn, m message, s *GlobalSessionState) (heard, error) {
	round := len(s.Clarified)
	if round > 0 && s.Clarified[round-1].Request != nil {
		chosen := s.Clarified[round-1]
		return s.Heard.answered(part{Text: chosen.Text, Intent: IntentAnalysis, Sure: 1, Reading: &semantic.Reading{Request: chosen.Request, Covered: 1}}), nil
	}
	h, err := engine.Read(ctx, t, fmt.Sprintf("read-%d", round), func(ctx context.Context) (heard, error) { return d.read(ctx, m) })
	if err == nil && round > 0 && h.answers() {
		return s.Heard.answered(h.Parts...), nil
	}
	return h, err
}

// answers tells that a message which was read behind a question says no more than what
// was asked: who goes on with a form, or wants something else, answers nothing.
func (h heard) answers() bool {
	return h.Talk == "" && !h.Dropped && !slices.ContainsFunc(h.Parts, func(p part) bool { return p.Intent != IntentAnalysis })
}

// said is the message that the run answers: the one it began with, or another in the
// place of an answer to what was asked back.
func (s *GlobalSessionState) said() string {
	n := len(s.Clarified)
	if n == 0 || s.Clarified[n-1].Request != nil || s.Heard == nil || s.Heard.answers() {
		return s.Query
	}
	return s.Clarified[n-1].Text
}

// answered is the reading with the answer in the place of what was unclear.
func (h heard) answered(parts ...part) heard {
	i := slices.IndexFunc(h.Parts, func(p part) bool { return p.Reading != nil && p.Reading.Ambiguity != nil })
	if i < 0 {
		return heard{Parts: parts}
	}
	h.Parts = slices.Concat(h.Parts[:i], parts, h.Parts[i+1:])
	return h
}

// afterAnalysis is the node that comes next: a message that asks for no work
// that can be done is answered at once.
func (s *GlobalSessionState) afterAnalysis() string {
	s.CurrentPhase = nextPhase(s)
	if i := slices.IndexFunc(s.QueryAnalyzerState.ParsedIntents, func(p ParsedIntent) bool { return p.Document == docSubmit }); i >= 0 {
		s.CurrentPhase, s.WorkflowStatus.Waiting = PhaseExecuting, "approval"
		s.ExecutionManagerState = newExecution("", &PlanningState{})
		s.manage(func(m *ExecutionManagerState) { m.ExecutionStatus = ExecutionPaused })
		return nodeApproving
	}
	if s.CurrentPhase == PhasePlanning && !s.QueryAnalyzerState.workable() {
		s.CurrentPhase = PhaseCompleted
	}
	return string(s.CurrentPhase)
}

// outside looks once at what is no function of the state: the day, and who
// asks.
func (d *desk) outside(ctx context.Context, t *turn) (outside, error) {
	first := t.State().Turn == 0
	return engine.Read(ctx, t, "begin", func(ctx context.Context) (outside, error) {
		session, err := engine.Session(ctx, t)
		if err != nil {
			return outside{}, err
		}
		person, err := d.person(ctx, session)
		seen := outside{Today: d.TodayFunc().Format(time.DateOnly), Person: person}
		if err == nil && first {
			seen.Rechecked, err = d.forbidden(ctx, person, t.Info().Language)
		}
		return seen, err
	})
}

// meet has the session go on for a person. What another was shown is not
// carried on: it may be more than this one may see.
func (s *GlobalSessionState) meet(p access.Person) {
	if s.Person != p && s.Person.ID != "" {
		s.FirstRequests = nil
		s.AgentStates, s.LastRequests, s.EarlierRequests, s.Paper, s.Referral, s.Messages, s.ConversationHistory = map[string]AgentState{}, []*semantic.Request{}, nil, nil, nil, s.Messages[max(len(s.Messages)-1, 0):], []Exchange{}
	}
	s.Person, s.CompanyID = p, p.CompanyID
	s.UserID = cmp.Or(s.UserID, p.ID)
}

// message is what there is to read, after what the user has answered to
// questions of this run.
func (s *GlobalSessionState) message() message {
	m := message{GlobalSessionState: s, text: s.Query, previous: s.LastRequests, earlier: s.EarlierRequests, resumes: s.Turn > s.AskedTurn+1}
	m.shown, m.listing = s.shownBefore()
	if n := len(s.Clarified); n > 0 {
		last := s.Clarified[n-1]
		m.text, m.answers = last.Text, last.Partial != nil // else it is another question
		if m.resumes = last.Partial == nil; !m.resumes {
			m.previous, m.earlier = []*semantic.Request{last.Partial}, m.previous
		}
	}
	return m
}

// analyzed is the reading as the design has it.
func (s *GlobalSessionState) analyzed(h heard, at time.Time) *QueryAnalyzerState {
	a := &QueryAnalyzerState{
		RawQuery: s.Query, QueryTimestamp: stamp(at),
		UserContext: UserContext{
			CompanyID: s.CompanyID, PersonID: s.Person.ID, Role: string(s.Person.Role), Region: s.Person.Region, Dept: s.Person.Dept, Language: s.Language,
		},
		ParsedIntents: []ParsedIntent{}, RequiredCapabilities: []string{}, SuggestedAgents: []string{},
		ContextRequirements: ContextRequirements{DataScope: scopeOf(s.Person)},
		ExtractedEntities:   []semantic.Entity{}, Ambiguities: []Ambiguity{},
		FeasibilityCheck: Feasibility{PermissionGranted: true, ResourceStatus: "available", Hidden: []string{}},
	}
	for i := range h.Parts {
		a.add(&h.Parts[i])
	}
	s.refuseEmptyReport(a)
	a.resources(h.Down)
	a.ClarificationNeeded = len(a.Ambiguities) > 0 && len(s.Clarified) < maxClarifications
	a.ComplexityScore = a.complexity()
	return a
}

// unasked are refusals of the question itself; all others are for want of data.
var unasked = []string{"write", "export", "too_long", "unclear", "invalid"}

// resources tells whether there is data for all that is asked, and whether its
// source can be asked: what is no question of numbers can be done without it.
func (a *QueryAnalyzerState) resources(down bool) {
	f := &a.FeasibilityCheck
	f.DataAvailable = !down
	for _, p := range a.ParsedIntents {
		if p.Refusal != nil && !slices.Contains(unasked, p.Refusal.Reason) {
			f.DataAvailable = false
		}
		switch {
		case down && p.Intent != IntentAnalysis:
			f.ResourceStatus = "limited"
		case down && f.ResourceStatus == "available":
			f.ResourceStatus = "unavailable"
		}
	}
}

// refuseEmptyReport says so where there are no figures for a report.
func (s *GlobalSessionState) refuseEmptyReport(a *QueryAnalyzerState) {
	i := slices.IndexFunc(a.ParsedIntents, func(p ParsedIntent) bool { return p.Document == docReport })
	asked := slices.ContainsFunc(a.ParsedIntents, func(p ParsedIntent) bool { return p.Request != nil })
	if i >= 0 && !asked && len(s.figures()) == 0 {
		a.ParsedIntents[i].Refusal = &semantic.Refusal{Reason: "nothing", Text: texts.Say(s.Language, "report.nothing")}
	}
}

// needs are what an intent takes.
var needs = map[Intent]struct {
	agent        string
	capabilities []string
}{
	IntentAnalysis:   {DataAnalysisAgent, []string{CapabilityQuery, CapabilityCharts}},
	IntentRetrieval:  {InformationRetrievalAgent, []string{CapabilitySearch}},
	IntentDocument:   {DocumentGenerationAgent, []string{CapabilityDocument, CapabilityCompliance, CapabilityStorage}},
	IntentCompliance: {ComplianceValidationAgent, []string{CapabilityCompliance}},
	IntentStorage:    {StorageDecisionAgent, []string{CapabilityStorage}},
}

func (a *QueryAnalyzerState) add(p *part) {
	intent := ParsedIntent{Intent: p.Intent, Confidence: min(max(p.Sure, 0), 1), Text: p.Text, Told: p.Told, Document: p.Document}
	if r := p.Reading; r != nil {
		intent.Request, intent.Refusal, intent.Hidden = r.Request, r.Refusal, r.Hidden
		a.read(r)
	}
	a.ParsedIntents = append(a.ParsedIntents, intent)
	if !intent.workable() {
		return
	}
	need := needs[p.Intent]
	a.SuggestedAgents = statement.Add(a.SuggestedAgents, need.agent)
	a.RequiredCapabilities = statement.Add(a.RequiredCapabilities, need.capabilities...)
}

// read takes over what was found in a question of numbers.
func (a *QueryAnalyzerState) read(r *semantic.Reading) {
	a.ContextRequirements.NeedAuth = true
	a.ContextRequirements.NeedHistory = a.ContextRequirements.NeedHistory || r.FollowUp
	a.ExtractedEntities = append(a.ExtractedEntities, r.Entities...)
	if r.Hidden != nil {
		a.FeasibilityCheck.PermissionGranted = false
		a.FeasibilityCheck.Hidden = append(a.FeasibilityCheck.Hidden, r.Hidden.What...)
	}
	if m := r.Ambiguity; m != nil {
		open := Ambiguity{Key: m.Key, Text: m.Text, Options: []Option{}, Default: m.Default, Partial: m.Partial, Requests: []*semantic.Request{}}
		for _, c := range m.Choices {
			open.Options = append(open.Options, Option{Value: fmt.Sprint(len(open.Options) + 1), Label: c.Text})
			open.Requests = append(open.Requests, c.Request)
		}
		a.Ambiguities = append(a.Ambiguities, open)
	}
}

// workable tells whether an agent can work at it.
func (p ParsedIntent) workable() bool { return p.Refusal == nil && p.Hidden == nil }

// workable tells whether anything of the message can be worked at.
func (a *QueryAnalyzerState) workable() bool {
	return slices.ContainsFunc(a.ParsedIntents, ParsedIntent.workable) && len(a.Ambiguities) == 0
}

// complexity is a score of how much a message asks: its wishes, the tables that
// they group by, and what they compare with.
func (a *QueryAnalyzerState) complexity() float64 {
	score := 0.1 * float64(len(a.ParsedIntents)+len(a.RequiredCapabilities))
	for _, p := range a.ParsedIntents {
		if r := p.Request; r != nil {
			score += 0.05 * float64(len(r.Groups)+len(r.Filters)+len(r.Metrics))
			if r.CompareTo != nil {
				score += 0.1
			}
		}
	}
	return min(score, 1)
}

// scopeOf is how far a person's data reaches.
func scopeOf(p access.Person) string {
	switch p.Role {
	case access.Compliance, access.Manager:
		return "company"
	case access.Sales:
		return "region"
	}
	return "none"
}

// person is who asks. Whoever is signed in with a company is who they are, in
// that company alone; what it does not know sees nothing. Without a company
// the session's metadata names one of the house's people, or its user is one,
// else it is the demo's.
func (d *desk) person(ctx context.Context, session state.Session) (access.Person, error) {
	company, id, named := store.TenantOf(session.UserID), store.UserName(session.UserID), true
	if company == "" {
		id, named = personOf(session), personOf(session) != ""
		company, id = d.Company, cmp.Or(id, session.UserID)
	}
	switch p, err := d.People.Person(ctx, company, id); {
	case !errors.Is(err, access.ErrUnknown):
		return p, err
	case named: // nobody may see more by a name that is not known
		return access.Person{ID: id, CompanyID: company, Role: access.Former}, nil
	}
	return d.People.Person(ctx, d.Company, d.Person)
}

// personOf is whom a session's metadata names: {"person_id": "E003"}.
func personOf(session state.Session) string {
	var told struct {
		PersonID string `json:"person_id"`
	}
	if json.Unmarshal(session.Metadata, &told) != nil {
		return ""
	}
	return told.PersonID
}
