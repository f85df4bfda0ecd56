package realestate

import (
	"cmp"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/internal/evidence"
	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/teams/analysis"
	"github.com/madang-dev/madang/teams/search"
)

// maxLoans is how many products an answer shows beside those that analysis
// reckoned with.
const maxLoans = 3

// addLoans shows the loan products that the search found. The first one is
// the key answer where analysis has said nothing of products.
func (a *answer) addLoans() {
	s := a.state.SearchTeamState
	if s == nil {
		return
	}
	shown := 0
	for _, r := range a.loans(s) {
		if shown == maxLoans {
			break
		}
		shown++
		line := a.tells("loan."+r.ID(), a.loanLine(r))
		a.from["loan."+r.ID()] = []string{a.source(r.Source)}
		switch {
		case len(a.core) == 0:
			a.add("loan."+r.ID(), line, looked)
		case shown == 1 && a.worth < named90 && r.Named && (a.asksRate() || a.onlyRules()) && a.state.DocumentTeamState == nil:
			// The product's rate and conditions are the answer; how payments and limits are reckoned is not.
			a.core = slices.Insert(a.core, 0, line)
		default:
			a.figure(line)
		}
	}
	if shown > 0 {
		for _, remark := range s.AggregatedResults.Remarks {
			if remark.Key == search.KeyLoan {
				a.note = appendNew(a.note, remark.Text)
			}
		}
	}
}

// onlyRules tells whether nothing but bare rules was concluded.
func (a *answer) onlyRules() bool {
	return len(a.shown) > 0 && !slices.ContainsFunc(a.shown, func(f finding) bool { return !f.Rule })
}

// loans are the products that belong to the answer. Without a single fact or
// a product's name in the question there are none: every product would do.
func (a *answer) loans(s *search.TeamState) []search.LoanResult {
	e := estate.EntitiesOf(a.state.PlanningState.AnalyzedIntent.Entities)
	payment := false
	if reckoned := a.state.AnalysisTeamState; reckoned != nil {
		_, payment = reckoned.Metrics["repayment.monthly"]
	}
	var list []search.LoanResult
	for _, r := range a.unreckoned(s.LoanResults) {
		switch {
		case !r.Named && (payment || len(e.Amounts)+len(e.Attributes) == 0):
		case len(a.core) > 0 && (r.Eligible == search.EligibleNo || !r.Named && r.ForGroup):
		default:
			list = append(list, r)
		}
	}
	slices.SortStableFunc(list, func(x, y search.LoanResult) int { return boolInt(x.ForGroup) - boolInt(y.ForGroup) })
	return list
}

// unreckoned are the products that analysis has not told of.
func (a *answer) unreckoned(list []search.LoanResult) []search.LoanResult {
	s := a.state.AnalysisTeamState
	if s == nil {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(r search.LoanResult) bool {
		return slices.ContainsFunc(s.RawAnalysis.Loans, func(l analysis.EligibilityResult) bool { return l.Product == r.ID() })
	})
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// asksRate tells whether the question is about interest.
func (a *answer) asksRate() bool {
	return phrases.Has(a.state.Query, "rate")
}

// rates are a product's or a guarantee's rates as the pack tells them.
func rates(r search.LoanResult, language string) string {
	switch {
	case r.Product != nil:
		return either(language, r.Product.Rates, r.Product.RatesEN)
	case r.Guarantee != nil:
		return either(language, r.Guarantee.Rates, r.Guarantee.RatesEN)
	}
	return ""
}

// either is what data say in a language, in Korean where they have no other.
func either(language, ko, en string) string {
	if !isKorean(language) && en != "" {
		return en
	}
	return ko
}

// isKorean tells the language of the library, of which some texts have no other.
func isKorean(language string) bool { return strings.HasPrefix(language, words.Base) }

// loanLine is a product with whether the user can have it.
func (a *answer) loanLine(r search.LoanResult) string {
	verdict := cmp.Or(map[string]string{search.EligibleNo: "loan.not_eligible", search.EligibleYes: "loan.eligible"}[r.Eligible], "loan.unknown")
	line := "**" + r.Name(a.state.Language) + "** — " + a.say(verdict)
	if r.LimitWon > 0 {
		line += ", " + a.say("loan.limit") + " " + won(r.LimitWon, a.state.Language)
	}
	if rates := rates(r, a.state.Language); rates != "" && r.Named && a.asksRate() {
		line += ", " + a.say("loan.rate") + " " + rates
	}
	if verdict != "loan.eligible" && len(r.Reasons) > 0 {
		shown := 2
		if r.Named {
			shown = 5 // who names a product wants its conditions
		}
		line += ": " + strings.Join(r.Reasons[:min(len(r.Reasons), shown)], " · ")
	}
	return line + " (" + a.source(r.Source) + ", " + a.say("as_of") + " " + r.AsOf + ")"
}

// source names where a product or a figure comes from in the answer's
// language. Names are not rewritten in a language that is made of another.
func (a *answer) source(name string) string {
	say := texts.In(words.BaseOf(a.state.Language)).Say
	if name == search.SampleSource {
		return say("source.sample")
	}
	for _, key := range texts.Keys("names") {
		name = strings.ReplaceAll(name, strings.TrimPrefix(key, "names."), say(key))
	}
	return name
}

// loanFact is a product or a guarantee.
func (a *answer) loanFact(r search.LoanResult) *evidence.Fact {
	text := []string{a.loanLine(r), rates(r, a.state.Language)}
	text = append(text, r.Reasons...)
	return &evidence.Fact{
		Kind: evidence.KindLoan, Key: "loan." + r.ID(), Title: r.Name(a.state.Language), Text: strings.Join(text, "\n"),
		Source: a.source(r.Source), AsOf: dayIn(r.AsOf), Score: r.Score,
	}
}
