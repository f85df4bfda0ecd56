package realestate

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/madang-dev/madang/assistants/realestate/mention"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams/analysis"
	"github.com/madang-dev/madang/teams/search"
)

// stepKeys name, for each step that may be used again, what its result
// depends on: the same key finds the same. The document team's work is never
// used again.
func stepKeys(s *State, plan *state.Planning, query, generation string) map[string]string {
	keys := map[string]string{}
	for i := range plan.ExecutionSteps {
		step := &plan.ExecutionSteps[i]
		in := keyInput{Team: step.Team, Actions: step.Actions, Question: step.Question, Today: s.Today, Language: s.Language, Generation: generation}
		switch step.Team {
		case search.TeamName:
			in.searched(step, plan, s.Topic)
		case analysis.TeamName:
			in.Question, in.Entities = mention.Plain(query)+"|"+mention.Plain(step.Question), unplaced(plan.AnalyzedIntent.Entities)
			for _, id := range step.DependsOn {
				in.DependsOn = append(in.DependsOn, keys[id])
			}
		default:
			continue
		}
		raw, err := json.Marshal(in)
		if err != nil {
			continue // then it is not used again
		}
		hash := sha256.Sum256(raw)
		keys[step.StepID] = hex.EncodeToString(hash[:12])
	}
	return keys
}

// keyInput is what a step's result depends on.
type keyInput struct {
	Team       string
	Actions    []string
	Question   string
	Entities   state.Entities
	DependsOn  []string
	Today      string
	Language   string
	Generation string
}

// searched is what a search depends on: the law on what is asked about,
// whatever the figures; the market on places and kinds; loans and homes on
// all of it.
func (in *keyInput) searched(step *state.ExecutionStep, plan *state.Planning, topic string) {
	all := unplaced(plan.AnalyzedIntent.Entities)
	in.Question = topic
	if step.Question != "" {
		in.Question = withoutFigures(step.Question)
	}
	e := state.Entities{Articles: all.Articles, ContractTypes: all.ContractTypes, PropertyTypes: all.PropertyTypes}
	if slices.Contains(step.Actions, search.ScopeMarket) {
		e.Regions, e.Areas, e.Dates = all.Regions, all.Areas, all.Dates
	}
	if slices.Contains(step.Actions, search.ScopeLoan) || slices.Contains(step.Actions, search.ScopeProperty) {
		e = all
	}
	in.Entities = e
}

// topicOf is what a query asks about. One that goes on with the last and
// names nothing new is about the same ("그럼 6%면?").
func topicOf(s *State, plan *state.Planning, query string, followUp bool) string {
	if followUp && s.Topic != "" && s.Previous != nil && sameWords(s.Previous, &plan.AnalyzedIntent) {
		return s.Topic
	}
	return withoutFigures(query)
}

func sameWords(before, now *state.AnalyzedIntent) bool {
	return slices.Equal(wordsOf(before), wordsOf(now))
}

// wordsOf are an intent's keywords without its figures.
func wordsOf(intent *state.AnalyzedIntent) []string {
	words := slices.DeleteFunc(slices.Clone(intent.Keywords), func(w string) bool { return strings.ContainsFunc(w, unicode.IsDigit) })
	slices.Sort(words)
	return slices.Compact(words)
}

// figure is a number with what is written to it.
var figure = regexp.MustCompile(`\d[\d,.]*\s?(?:%|퍼센트|프로|조|억|천만|백만|천|만|원|만원|억원|㎡|평|년|개월|월|일|세|살)*(?:\s?\d[\d,.]*(?:억|천만|만|천|원|만원))*`)

func withoutFigures(text string) string { return mention.Plain(figure.ReplaceAllString(text, "#")) }

// unplaced are facts without where and how they were written.
func unplaced(e state.Entities) state.Entities {
	e.Amounts, e.Percentages, e.Areas = slices.Clone(e.Amounts), slices.Clone(e.Percentages), slices.Clone(e.Areas)
	e.Periods, e.Dates, e.Regions = slices.Clone(e.Periods), slices.Clone(e.Dates), slices.Clone(e.Regions)
	e.Articles, e.Attributes = slices.Clone(e.Articles), slices.Clone(e.Attributes)
	for i := range e.Amounts {
		e.Amounts[i] = state.Amount{Won: e.Amounts[i].Won, Role: e.Amounts[i].Role}
	}
	for i := range e.Percentages {
		e.Percentages[i] = state.Percentage{Value: e.Percentages[i].Value, Role: e.Percentages[i].Role}
	}
	for i := range e.Areas {
		e.Areas[i] = state.Area{M2: e.Areas[i].M2}
	}
	for i := range e.Periods {
		e.Periods[i] = state.Period{Months: e.Periods[i].Months, Days: e.Periods[i].Days}
	}
	for i := range e.Dates {
		e.Dates[i].Text, e.Dates[i].Start, e.Dates[i].End = "", 0, 0
	}
	for i := range e.Regions {
		e.Regions[i].Text, e.Regions[i].Start, e.Regions[i].End = "", 0, 0
	}
	for i := range e.Articles {
		e.Articles[i].Text = ""
	}
	for i := range e.Attributes {
		e.Attributes[i].Text = ""
	}
	return e
}
