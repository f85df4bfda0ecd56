package realestate

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/memory"
	"github.com/madang-dev/madang/planning"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/supervisor"
	"github.com/madang-dev/madang/teams/search"
)

// assume fills what a plan needs and its query leaves out with what the user
// is known to prefer; nothing is assumed that would go unsaid.
func assume(p *planning.Planner, plan *state.Planning, query string, loaded memory.Loaded, language string, today time.Time) (known estate.Entities, assumed []state.Assumption) {
	e, say, preferences := estate.EntitiesOf(plan.AnalyzedIntent.Entities), texts.In(language).Say, loaded.Preferences
	place, text := valueOf(preferences, memory.Region), "assumed.region"
	if v := bearingPlace(query, preferences); v != "" {
		place, text = v, "assumed.near"
	}
	if place != "" && len(e.Regions) == 0 && has(plan, search.ScopeMarket, search.ScopeProperty, search.ScopeLoan, "market_stats") {
		if known.Regions = regionsOf(p, place, today); len(known.Regions) > 0 {
			assumed = append(assumed, state.Assumption{Key: memory.Region, Value: place, Text: say(text, "region", place)})
		}
	}
	deal := ""
	if v := valueOf(preferences, memory.DealType); len(e.ContractTypes) == 0 && has(plan, search.ScopeProperty) && texts.Has("looked_for."+v) {
		deal = v
		known.ContractTypes = []string{v}
		assumed = append(assumed, state.Assumption{Key: memory.DealType, Value: v, Text: say("assumed.deal", "deal", say("looked_for."+v))})
	}
	if len(e.ContractTypes) == 1 {
		deal = e.ContractTypes[0]
	}
	if has(plan, search.ScopeProperty) && len(e.Amounts) == 0 {
		role, of := estate.Price, "sale"
		switch {
		case deal == "monthly_rent" && valueOf(preferences, memory.BudgetOf(deal)) != "":
			role, of = estate.MonthlyRent, deal
		case deal == "jeonse" || deal == "monthly_rent":
			role, of = estate.Deposit, "deposit"
		}
		if won := wonOf(cmp.Or(valueOf(preferences, memory.BudgetOf(of)), valueOf(preferences, memory.Budget))); won > 0 {
			known.Amounts = []estate.Amount{{Text: korean.FormatWon(won), Won: won, Role: role}}
			assumed = append(assumed, state.Assumption{Key: memory.Budget, Value: strconv.FormatInt(won, 10), Text: say("assumed.budget", "won", won)})
		}
	}
	if !phrases.Has(query, "sells") {
		assumed = slices.Concat(exceeded(e, preferences, language), assumed)
	}
	bearing := memory.Bearing(query, preferences)
	whole := memory.InContext(bearing, loaded.Memories)
	for i, f := range bearing {
		if slices.ContainsFunc(assumed, func(a state.Assumption) bool { return a.Key == f.Key }) {
			continue
		}
		earned, earns := earned(f, bearing)
		if _, told := e.Amount(estate.Income, estate.MonthlyIncome); earns && told { // "what if I earned 80 million?"
			continue
		}
		if said := p.Facts(f.Evidence, today); f.Key != memory.Budget && !strings.HasPrefix(f.Key, memory.BudgetOf("")) {
			known.Attributes = append(known.Attributes, said.Attributes...)
			known.Dates = append(known.Dates, said.Dates...)
			if earns && earned.Won > 0 {
				known.Amounts = append(known.Amounts, earned)
			}
			if role := paidFor[f.Key]; role != "" {
				if _, told := e.Amount(role, estate.ProposedDeposit, estate.CurrentDeposit); told { // of another home, or another rent
					continue
				}
				known.Amounts = append(known.Amounts, estate.Amount{Text: korean.FormatWon(wonOf(f.Value)), Won: wonOf(f.Value), Role: role})
			}
		}
		assumed = append(assumed, state.Assumption{Key: f.Key, Value: f.Value, Text: teller{language: language}.fact(whole[i])})
	}
	return known, assumed
}

// regionsOf are the places that a text names, at no place of the message.
func regionsOf(p *planning.Planner, place string, today time.Time) []estate.Region {
	regions := p.Facts(place, today).Regions
	for i := range regions {
		regions[i].Start, regions[i].End = 0, 0
	}
	return regions
}

// paidFor are the roles of what is paid for the home that somebody lives in.
var paidFor = map[string]string{memory.HomeHeld: estate.Deposit, memory.HomeRent: estate.MonthlyRent}

// earned is the income that a fact is of, to be reckoned with: one's own, or where that is
// not known the one that a couple has together. Of the words that told it the sums before
// a correction would be, too.
func earned(f state.Preference, all []state.Preference) (a estate.Amount, earns bool) {
	if !strings.HasPrefix(f.Key, "income.") {
		return a, false
	}
	var in memory.Income
	if f.Key != "income.self" && (f.Key != "income.both" || valueOf(all, "income.self") != "") || json.Unmarshal([]byte(f.Value), &in) != nil {
		return a, true
	}
	role := estate.Income
	if in.Per == "month" {
		role = estate.MonthlyIncome
	}
	return estate.Amount{Text: korean.FormatWon(in.Won), Won: in.Won, Role: role}, true
}

// anotherKind is how many times a budget of no kind of deal a sum is at least that
// is no price to it: a budget of 600,000 won is for the rent, not for a deposit.
const anotherKind = 3

// exceeded are the budgets that a sum of the message is over: that of its kind, or
// one of no kind.
func exceeded(e estate.Entities, preferences []state.Preference, language string) (list []state.Assumption) {
	kinds := map[string]string{estate.Deposit: "deposit", estate.MonthlyRent: "monthly_rent", estate.Price: "sale"}
	for _, a := range e.Amounts {
		key := memory.BudgetOf(kinds[a.Role])
		i := slices.IndexFunc(preferences, func(p state.Preference) bool { return p.Key == key })
		if i < 0 {
			key = memory.Budget
			i = slices.IndexFunc(preferences, func(p state.Preference) bool { return p.Key == key && a.Won < anotherKind*wonOf(p.Value) })
		}
		if kinds[a.Role] == "" || i < 0 || a.Won <= wonOf(preferences[i].Value) {
			continue
		}
		p := preferences[i]
		limit := wonOf(p.Value)
		list = append(list, state.Assumption{Key: key, Value: p.Value, Text: texts.Say(language, "assumed.over",
			"name", namesOf([]string{key}, language), "limit", limit, "won", a.Won, "more", a.Won-limit, "day", dayOf(p.UpdatedAt, language))})
	}
	return list
}

// reminded is what is known of the user and bears on a message that has no
// answer, in the place of the guidance to others.
func (d *desk) reminded(s *State, today time.Time, guidance string) string {
	if r, ok := memory.AboutUser(s.Query); ok && courtesy(s.Query) == "" && len(s.Problems) == 0 {
		kept := memory.Kept{Exchanges: s.LoadedMemories, Facts: s.UserPreferences}
		t := teller{language: s.Language, query: s.Query, today: today, Recalled: kept.Recall(s.Query, r, today)}
		if s.Talk == nil || len(t.Facts)+len(t.Found)+len(t.Stated) > 0 && !t.Other { // else it asks of what is talked of
			return t.answer(r)
		}
	}
	var lines []string
	for _, f := range memory.InContext(memory.Bearing(s.Query, s.UserPreferences), s.LoadedMemories) {
		lines = append(lines, "- "+teller{language: s.Language}.fact(f))
	}
	if len(lines) == 0 {
		return guidance
	}
	say := texts.In(s.Language).Say
	return strings.Join(append(append([]string{say("memory.bearing")}, lines...), say("memory.go_on")), "\n")
}

// bearingPlace is where somebody works or learns, for a message that is about
// the way there.
func bearingPlace(query string, preferences []state.Preference) string {
	for _, f := range memory.Bearing(query, preferences) {
		if f.Key == memory.Work || f.Key == memory.School {
			return f.Value
		}
	}
	return ""
}

func valueOf(preferences []state.Preference, key string) string {
	for _, p := range preferences {
		if p.Key == key {
			return p.Value
		}
	}
	return ""
}

// wonOf reads a budget as it was learned, or as a user wrote it ("5억").
func wonOf(value string) int64 {
	if won, err := strconv.ParseInt(value, 10, 64); err == nil {
		return won
	}
	won, err := korean.ParseAmount(value)
	if err != nil {
		return 0
	}
	return won
}

func has(plan *state.Planning, actions ...string) bool {
	return slices.ContainsFunc(plan.ExecutionSteps, func(s state.ExecutionStep) bool {
		return slices.ContainsFunc(s.Actions, func(a string) bool { return slices.Contains(actions, a) })
	})
}

// remarks are what an answer has to say of how its question was taken.
func remarks(s *State) []string {
	var lines []string
	if r := s.Reference; r != nil && r.Chosen != nil {
		lines = append(lines, texts.Say(s.Language, "reference.taken", "phrase", r.Phrase, "label", r.Chosen.Label))
	}
	for _, a := range s.Assumed {
		lines = append(lines, a.Text)
	}
	return lines
}

// told is the intent of a message that asks nothing and tells of the user.
const told = "told"

// learned are the facts that a message tells.
func (d *desk) learned(info engine.RunInfo, known []state.Preference, today time.Time) []state.Preference {
	return d.Memory.Learn(memory.Said{
		UserID: info.UserID, RunID: info.RunID, Query: info.Query, Language: info.Language,
		Regions: d.planner.Facts(info.Query, today).Regions, Known: known, Today: today, At: info.Now,
	})
}

// renewed is what is known with what the message says has changed of it: who corrects a
// budget is not told that he is over the one before.
func (d *desk) renewed(loaded memory.Loaded, info engine.RunInfo, today time.Time) memory.Loaded {
	if d.Memory == nil || info.UserID == "" || len(loaded.Preferences) == 0 {
		return loaded
	}
	facts := d.learned(info, loaded.Preferences, today)
	loaded.Preferences = slices.Clone(loaded.Preferences)
	for i, p := range loaded.Preferences {
		if at := slices.IndexFunc(facts, func(f state.Preference) bool { return f.Key == p.Key }); at >= 0 && p.Source != state.SourceUser {
			loaded.Preferences[i] = facts[at]
		}
	}
	loaded.Preferences = memory.Held(loaded.Preferences)
	return loaded
}

// tells tells whether a message that opens a conversation only tells of its
// user: there is nothing to look up. In a conversation it goes on with what was
// asked, and what names a matter of law is a trouble that is told, unless it is when
// the user's own lease ends or what it costs.
func (d *desk) tells(s *State, info engine.RunInfo, today time.Time) bool {
	if d.Memory == nil || info.UserID == "" || s.Talk != nil || s.Draft != nil {
		return false
	}
	said := memory.Said{UserID: info.UserID, Query: info.Query, Regions: d.planner.Facts(info.Query, today).Regions, Today: today}
	ofLease := slices.ContainsFunc(d.Memory.Learn(said), func(p state.Preference) bool { return p.Key == memory.LeaseEnd || paidFor[p.Key] != "" })
	return (ofLease || !d.planner.NamesLaw(info.Query)) && memory.OnlyTells(said) && !wantsAnswer(info.Query) && !d.planner.Read(info.Query, today).Orders
}

// remember adds what the user may want to be known next time. A message that
// only tells of the user is answered with what is kept of it.
func (d *desk) remember(answer *supervisor.Answer[State], info engine.RunInfo, s *State, fresh []estate.Mention, now time.Time) {
	if d.Memory == nil || info.UserID == "" {
		return
	}
	today, err := time.ParseInLocation(time.DateOnly, s.Today, korean.Zone)
	if err != nil {
		today = info.Now
	}
	said := d.planner.Facts(info.Query, today)
	facts := d.learned(info, s.UserPreferences, today)
	intent := s.PlanningState.AnalyzedIntent.IntentType
	if s.AggregatedResults == nil || intent == "unclear" || intent == "irrelevant" {
		intent = ""
		if len(facts) > 1 || len(said.Regions)+len(said.Amounts) > 0 || memory.States(info.Query) {
			intent = told
		}
	}
	r := &answer.Response
	declined := s.AggregatedResults == nil || r.StructuredData != nil && r.StructuredData.Metadata.Confidence <= nothing
	switch {
	case declined && len(s.Problems) == 0 && s.Draft == nil && onlyStates(info.Query, facts) && !d.planner.Read(info.Query, today).Orders:
		*r, intent = aboutMemory(info, acknowledged(info, facts, s.UserPreferences)), told
		r.DetectedIntent = told
	case s.AggregatedResults == nil:
		r.Message = d.reminded(s, today, r.Message)
	}
	m, ok := d.Memory.Remember(state.Memory{
		ConversationID: info.SessionID, RunID: info.RunID, UserID: info.UserID,
		Query: info.Query, Response: cmp.Or(answer.Response.Answer, answer.Response.Message), Intent: intent,
		Timestamp: now, Mentions: estate.Remember(fresh), AskedAt: info.Now,
	})
	if !ok {
		return
	}
	answer.Memories, answer.Preferences = []state.Memory{m}, facts
}

// onlyStates tells whether a message tells of its user, by its facts or its examples, and
// asks for nothing.
func onlyStates(message string, facts []state.Preference) bool {
	m := examples.Read(message, nil)
	tells := m.Label == doTell || m.Label == doCorrect
	wants := wantsAnswer(message) || memory.Wants(message) || memory.Asked(message) != ""
	return !wants && (tells && memory.States(message) || len(facts) > 1 && (tells || m.Label == doMemory || m.Sure < dialog.Confident))
}

// acknowledged is what is kept of a message that only tells: its facts, with what they
// were before, or else its words.
func acknowledged(info engine.RunInfo, facts, before []state.Preference) string {
	language := info.Language
	lines := []string{texts.Say(language, "memory.noted")}
	for _, p := range memory.Held(facts) {
		if p.Key == memory.Language {
			continue
		}
		line := "- " + namesOf([]string{p.Key}, language)
		if value := valueName(p.Key, p.Value, language); value != "" {
			line += ": " + value
		}
		if was := valueOf(before, p.Key); was != "" && was != p.Value {
			line += texts.Say(language, "memory.instead", "value", valueName(p.Key, was, language))
		}
		lines = append(lines, line)
	}
	if len(lines) == 1 {
		return texts.Say(language, "memory.noted_words", "words", clip(strings.TrimSpace(info.Query), maxEcho))
	}
	return strings.Join(lines, "\n")
}
