package realestate

import (
	"context"
	"testing"

	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/planning"
	"github.com/madang-dev/madang/state"
)

// away is a model that never answers.
type away struct{ asked int }

func (a *away) Generate(context.Context, llm.Request) (llm.Response, error) {
	a.asked++
	return llm.Response{}, llm.ErrRefused
}

func TestPlansOutsideOfRuns(t *testing.T) {
	t.Parallel()
	model := &away{}
	plans, err := Plans(Config{Model: llm.NewClient(llm.Config{Model: model})})
	if err != nil {
		t.Fatal(err)
	}
	for query, asked := range map[string]bool{"강남구 아파트 시세 알려줘": false, "버텨도 되는 건지 모르겠네": true} {
		result, use, err := plans(t.Context(), planning.Request{Query: query})
		if err != nil || result.Planning.PlannedBy != planning.ByRules || (use != nil) != asked {
			t.Errorf("%q: %+v %+v %v", query, result.Planning.AnalyzedIntent, use, err)
		}
		if asked && (use.Why != state.ModelRefused || use.Prompt == "") {
			t.Errorf("%q: %+v", query, use)
		}
	}
	if model.asked != 1 {
		t.Errorf("asked %d times", model.asked)
	}
}
