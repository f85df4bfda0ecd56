package realestate

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/madang-dev/madang/teams/search"
)

// A figure speaks first, then at most three sentences, one of them the guide's:
// its other sentences buried the sum, and its examples were taken for the user's.
func TestAGuideSaysOneSentenceBehindAFigure(t *testing.T) {
	t.Parallel()
	for question, figure := range map[string]string{
		"9억 복비": "450만원",
		"전세 3억에 살고 있는데 집주인이 재계약하면서 3억 3천만원을 달래요. 5%까지만 올릴 수 있나요?": "3억 1,500만원",
		"서울 10억 아파트 무주택자가 사면 대출 얼마까지 나와요":                         "4억원",
	} {
		core := lines(t, answered(t, question), "target")
		if len(core) > 1+maxMore || letters(core) > maxKey || !strings.Contains(core[0], figure) {
			t.Errorf("%s: %d letters in %q", question, utf8.RuneCountInString(strings.Join(core, "")), core)
		}
		if all := strings.Join(core[1:], " "); strings.Contains(all, "억원 미만 0.") || strings.Contains(all, "월세 50만원이면") {
			t.Errorf("%s: an example of the guide's is in %q", question, core)
		}
	}
}

// Which of conclusion, guide and article speaks first is a matter of how surely
// each answers.
func TestTheSurestSpeaksFirst(t *testing.T) {
	t.Parallel()
	guide := article("주택임대차보호법", "제6조의3", "실거주", "실제로 살려면 거절할 수 있다. 2개월 전까지 알려야 한다.", 0.95)
	guide.Guide = true
	told := &Talk{Subject: Subject{Asked: "그건요?"}, Told: []string{withRise.Headline}}
	for name, c := range map[string]struct {
		query string
		hit   search.LegalResult
		rule  bool
		talk  *Talk
		first string
	}{
		"a figure before a guide":        {"올려 달래요", guide, false, nil, "5% 인상은"},
		"a guide before what was told":   {"들어와 산대요", guide, false, told, "실제로 살려면"},
		"a sum is told again":            {"그래서 얼마예요?", guide, false, told, "5% 인상은"},
		"a guide before a rule":          {"들어와 산대요", guide, true, nil, "실제로 살려면"},
		"an added rule before a guide":   {"들어와 산대요", guide, true, &Talk{Told: []string{"다른 결론"}}, "5% 인상은"},
		"a rule before what is unlikely": {"들어와 산대요", ofShops, true, nil, "5% 인상은"},
		"an article that a rule tells":   {"들어와 산대요", ceiling, true, nil, "5% 인상은"},
		"a better article":               {"들어와 산대요", article("민법", "제1조", "법원", "다른 조문이다.", 0.95), false, nil, "다른 조문"},
	} {
		s := rise()
		s.Query, s.Talk = c.query, c.talk
		s.SearchTeamState.LegalResults = []search.LegalResult{c.hit}
		s.AnalysisTeamState.Findings[0].Rule = c.rule
		if core := lines(t, compose(s), "target"); !strings.HasPrefix(core[0], c.first) {
			t.Errorf("%s: %q", name, core)
		}
	}
}
