package realestate

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A session of a server that kept the questions before in lists of their own goes
// on with them.
func TestTheTalkOfOlderStatesIsRead(t *testing.T) {
	t.Parallel()
	want := Talk{Subject: Subject{Asked: "셋", Of: "둘"}, Earlier: []Subject{{Asked: "둘", Of: "하나"}, {Asked: "하나"}}, Told: []string{"결론"}}
	now, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	for name, raw := range map[string]string{
		"older": `{"asked":"셋","of":"둘","before":["둘","하나"],"before_of":["하나"],"told":["결론"]}`,
		"newer": string(now),
	} {
		var got Talk
		if err := json.Unmarshal([]byte(raw), &got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// What is only folded nobody has been told, and what is told again is kept once.
func TestTheTalkKeepsWhatWasTold(t *testing.T) {
	t.Parallel()
	s := rise()
	folded := withRise
	folded.Method, folded.Headline, folded.Rule = "other", "아무도 묻지 않은 규칙입니다.", true
	s.AnalysisTeamState.Findings = append(s.AnalysisTeamState.Findings, folded)
	talk := &Talk{Told: []string{"전에 말한 결론", withRise.Headline}}
	for range 2 {
		talk.keep(s.AnalysisTeamState, compose(s).Answer)
	}
	if diff := cmp.Diff([]string{withRise.Headline, "전에 말한 결론"}, talk.Told); diff != "" {
		t.Error(diff)
	}
}
