package realestate

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/estate"
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
	told := &Talk{Subject: Subject{Asked: "그건요?"}, Told: []string{withRise.Headline}, Shown: Shown{Message: "올려 달래요"}}
	for name, c := range map[string]struct {
		query string
		hit   search.LegalResult
		rule  bool
		talk  *Talk
		first string
	}{
		"a figure before a guide":        {"5% 올려 달래요", guide, false, nil, "5% 인상은"},
		"a guide before what none asked": {"들어와 산대요", guide, false, nil, "실제로 살려면"},
		"a guide before what was told":   {"들어와 산대요", guide, false, told, "실제로 살려면"},
		"a sum is told again":            {"그래서 얼마예요?", guide, false, told, "5% 인상은"},
		"a guide before a rule":          {"들어와 산대요", guide, true, nil, "실제로 살려면"},
		"an added rule before a guide":   {"들어와 산대요", guide, true, &Talk{Subject: Subject{Of: "재계약이에요"}, Told: []string{"다른 결론"}}, "5% 인상은"},
		"a rule of another question":     {"들어와 산대요", guide, true, &Talk{Told: []string{"다른 결론"}}, "실제로 살려면"},
		"a figure that is said again":    {"5% 올려 달래요", guide, false, told, "5% 인상은"},
		"a rule before what is unlikely": {"들어와 산대요", ofShops, true, nil, "5% 인상은"},
		"an article that a rule tells":   {"들어와 산대요", ceiling, true, nil, "5% 인상은"},
		"a better article":               {"들어와 산대요", article("민법", "제1조", "법원", "다른 조문이다.", 0.95), false, nil, "다른 조문"},
	} {
		s := rise()
		s.Query, s.Talk = c.query, c.talk
		s.SearchTeamState.LegalResults = []search.LegalResult{c.hit}
		s.AnalysisTeamState.Findings[0].Rule = c.rule
		s.PlanningState.AnalyzedIntent.Entities = estate.Entities{Percentages: []estate.Percentage{{Text: "5%", Value: 5}}}.JSON()
		if core := lines(t, compose(s), "target"); !strings.HasPrefix(core[0], c.first) {
			t.Errorf("%s: %q", name, core)
		}
	}
}

// Who asks whether to move out hears that behind the figure; only where the
// figure is what is asked for has the guide's verdict nothing to add. An example
// would be taken for the user's sum, and what leans on it says nothing without it.
func TestWhatAGuideSaysBehindAFigure(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ query, gist, want string }{
		"its verdict":                  {"나가야 해요?", "나가지 않아도 된다. 실거주를 밝혀야 한다.", "나가지 않아도 됩니다."},
		"not what the figure is":       {"한도가 얼마예요?", "한도 안에서만 올린다. 실거주를 밝혀야 한다.", "실거주를 밝혀야 합니다."},
		"said by its article's figure": {"나가야 해요?", "나가지 않아도 된다. 실거주를 밝혀야 한다.", "실거주를 밝혀야 합니다."},
		"no example":                   {"올려 달래요", "5%까지다(1억이면 500만원). 이때 합의가 있어야 한다. 실거주를 밝혀야 한다.", "실거주를 밝혀야 합니다."},
		"one line of two":              {"통지는 며칠 전 한도예요?", "한도가 있다. 서면으로 통지한다. 이때 통지는 두 달 전에 한다.", "서면으로 통지합니다. 이때 통지는 두 달 전에 합니다."},
		"nothing":                      {"올려 달래요", "5%까지다.", ""},
	} {
		guide := article("주택임대차보호법", "제6조의3", "실거주", c.gist, 0.95)
		h := newHit(&guide, "ko")
		if got := testAuthor.question(c.query).aside(h, name == "said by its article's figure"); strings.Join(got, "|") != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// A source that begins like another one is named, too.
func TestSourcesThatBeginAlike(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, source string
		want         bool
	}{
		{"연 5%입니다(주택임대차보호법 제7조의2).", "주택임대차보호법 제7조", false},
		{"연 5%입니다(주택임대차보호법 제7조의2).", "주택임대차보호법 제7조의2", true},
		{"연 5%입니다(주택임대차보호법 제7조의2).\n5%입니다(주택임대차보호법 제7조).", "주택임대차보호법 제7조", true},
		{"The rent may be cut (Civil Act, art. 640).", "Civil Act, art. 64", false},
		{"주택임대차보호법 제7조", "주택임대차보호법 제7조", true},
	} {
		s := rise()
		a := newAnswer(s)
		a.core = []string{c.text}
		a.put(claim{lines: []string{"맞습니다."}, source: c.source}, 0)
		if got := a.core[1] == "맞습니다."; got != c.want {
			t.Errorf("%q in %q: %q", c.source, c.text, a.core)
		}
	}
}

// "See also" is no answer: where the best article has no sentence the next one leads.
func TestTheNextArticleLeadsForOneWithoutASentence(t *testing.T) {
	t.Parallel()
	s := asked("차임을 줄여 달라고 할 수 있나요?", "ko", search.TeamName)
	empty := ceiling
	empty.Gist, empty.Snippet = " ", ""
	next := farther
	next.Score = 0.9
	s.SearchTeamState = &search.TeamState{LegalResults: []search.LegalResult{empty, next}}
	a := newAnswer(s)
	list := a.quoted(a.question(), a.hits, nil)
	if len(list) != 1 || list[0].kind != ofArticle || list[0].strength != next.Score {
		t.Errorf("%+v", list)
	}
}

// What is vague is asked back, but an article that is named is no guess.
func TestWhatAVagueMessageKeeps(t *testing.T) {
	t.Parallel()
	guide := article("주택임대차보호법", "제6조의3", "실거주", "실제로 살려면 거절할 수 있다.", 0.95)
	guide.Guide = true
	named := farther
	named.Exact = true
	for name, c := range map[string]struct {
		hits []search.LegalResult
		want string
	}{
		"a guess": {[]search.LegalResult{guide, farther}, ""},
		"a name":  {[]search.LegalResult{named, guide}, "차임이 맞지 않게 된 때에는"},
	} {
		s := asked("민법 628조요", "ko", search.TeamName)
		s.PlanningState.AnalyzedIntent.IntentType = "unclear"
		s.SearchTeamState = &search.TeamState{LegalResults: c.hits}
		a := newAnswer(s)
		a.addPart(a.parts(nil)[0], maxKey)
		if got := strings.Join(a.core, "\n"); !strings.HasPrefix(got, c.want) || (got == "") != (c.want == "") || (len(a.best) == 0) != (c.want == "") {
			t.Errorf("%s: %q, best %v", name, got, a.best)
		}
	}
}
