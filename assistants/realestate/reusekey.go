package realestate

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"github.com/madang-dev/madang/internal/estate"
	"regexp"
	"slices"

	"github.com/madang-dev/madang/assistants/realestate/mention"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams/search"
)

// stepKeys name, for each step of search, what its result depends on: the same key
// finds the same. The law does not depend on the figures of a question, all else does
// on the whole of it. The work of other teams is never used again.
func stepKeys(s *State, plan *state.Planning, query, generation string) map[string]string {
	keys := map[string]string{}
	for i := range plan.ExecutionSteps {
		step := &plan.ExecutionSteps[i]
		if step.Team != search.TeamName {
			continue
		}
		in := keyInput{Actions: step.Actions, Today: s.Today, Language: s.Language, Generation: generation}
		if slices.Equal(step.Actions, []string{search.ScopeLegal}) {
			in.Question = mention.Plain(figure.ReplaceAllString(cmp.Or(step.Question, query), "#"))
			in.Entities.Articles = estate.EntitiesOf(plan.AnalyzedIntent.Entities).Articles
		} else {
			in.Question, in.Entities = mention.Plain(query)+"|"+mention.Plain(step.Question), estate.EntitiesOf(plan.AnalyzedIntent.Entities)
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
	Actions    []string
	Question   string
	Entities   estate.Entities
	Today      string
	Language   string
	Generation string
}

// figure is a number with what is written to it.
var figure = regexp.MustCompile(`\d[\d,.]*\s?(?:%|퍼센트|프로|조|억|천만|백만|천|만|원|만원|억원|㎡|평|년|개월|월|일|세|살)*(?:\s?\d[\d,.]*(?:억|천만|만|천|원|만원))*`)
