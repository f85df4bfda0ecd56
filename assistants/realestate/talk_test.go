package realestate

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/teams/search"
)

// What is only folded nobody has been told, and what is told again is kept once.
func TestTheTalkKeepsWhatWasTold(t *testing.T) {
	t.Parallel()
	s := rise()
	folded := withRise
	folded.Method, folded.Headline, folded.Rule = "other", "아무도 묻지 않은 규칙입니다.", true
	s.AnalysisTeamState.Findings = append(s.AnalysisTeamState.Findings, folded)
	talk := &Talk{Told: []string{"전에 말한 결론", withRise.Headline}}
	for range 2 {
		talk.keep(s, compose(s).Answer)
	}
	if diff := cmp.Diff([]string{withRise.Headline, "전에 말한 결론"}, talk.Told); diff != "" {
		t.Error(diff)
	}
}

// The library has weighed a guide against the articles, and it leads though one of them
// is likelier. What goes on with its answer is not told it again,
// were it the likeliest.
func TestAGuideLeadsOnce(t *testing.T) {
	t.Parallel()
	guide := article("민법", "제640조", "연체", "두 달치가 밀리면 해지할 수 있다.", 0.8)
	rule := article("민법", "제536조", "동시이행", "보증금을 받을 때까지 살 수 있다.", 0.95)
	guide.Guide, guide.ID = true, "GUIDE"
	s := asked("두 달 밀렸는데 나가야 하나요?", "ko", search.TeamName)
	s.Talk, s.SearchTeamState = &Talk{}, &search.TeamState{LegalResults: []search.LegalResult{guide, rule}}
	for _, want := range []string{"두 달치가 밀리면", "보증금을 받을 때까지"} {
		r := compose(s)
		if core := lines(t, r, "target"); !strings.HasPrefix(core[0], want) {
			t.Errorf("%q, want %q first", core, want)
		}
		s.Talk.keep(s, r.Answer)
		s.SearchTeamState.LegalResults[1].Score = 0.7
		s.Query, s.Talk.Subject = "그럼 언제까지요?", Subject{Asked: "그럼 언제까지요?", Of: s.Query}
	}
}
