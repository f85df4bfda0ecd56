package realestate

import (
	"slices"
	"strings"
	"testing"

	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/planning"
	"github.com/madang-dev/madang/state"
)

func answered(t *testing.T, query string) state.Response {
	t.Helper()
	s := carriedOut(t, query, planning.DetectLanguage(query))
	if s.AggregatedResults == nil {
		t.Fatalf("%q ended early", query)
	}
	return compose(s)
}

// What nothing answers is said to be not found, in the user's language, and
// rests on nothing.
func TestNotFoundIsSaid(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		"대만 타이베이 월세 규제를 알려 주세요":                         "“대만, 타이베이”에 적용되는 법은 자료에 없습니다",
		"How much can rent go up in Berlin?":            "The law of “berlin” is not in the library",
		"세입자만세법에 보증금 규정이 있나요":                           "“세입자만세법”은 자료에서 찾지 못한 법령입니다",
		"주택임대차보호법 제555조 알려줘":                            "주택임대차보호법 제555조는 자료에 없는 조문입니다",
		"대항력이 생기면 이사비를 세 배로 준다는 규정이 있나요":                "찾지 못했습니다",
		"임차인이 왼손잡이면 계약이 무효라는 조항이 어디 있나요":                "찾지 못했습니다",
		"내년에 소액임차인 최우선변제금이 어떻게 바뀔까요":                    "앞으로 법이나 금액이 어떻게 바뀔지는",
		"1981년에는 임대차 기간이 몇 년이었나요":                       "1981년의 법은 자료에서 찾지 못했습니다",
		"보증금 반환 소송을 하면 제가 이길까요":                         "다툼의 결과가 어떻게 될지는",
		"Who will win my lawsuit against the landlord?": "How a dispute will end can't be found",
	} {
		r := answered(t, query)
		m := r.StructuredData.Metadata
		if !strings.Contains(r.Answer, want) || len(m.Sources) > 0 || len(m.Missing) == 0 || m.Confidence > 0.2 {
			t.Errorf("%s: sources %v, missing %v, confidence %.2f\n%s", query, m.Sources, m.Missing, m.Confidence, r.Answer)
		}
	}
}

// What is near is offered as near, with its text among the facts.
func TestNearArticlesAreOfferedAsNear(t *testing.T) {
	t.Parallel()
	for query, language := range map[string]string{
		"대만에서는 전세금 인상 한도가 몇 퍼센트예요":                             "ko",
		"How much may a landlord raise the deposit in Berlin?": "en",
	} {
		r, words := answered(t, query), texts.In(language)
		i := slices.IndexFunc(r.StructuredData.Sections, func(s state.Section) bool { return s.Title == words.Say("section.near") })
		if i < 0 || len(r.StructuredData.Sections[i].Content) == 0 || !strings.Contains(r.Answer, words.Say("gap.only_near")) {
			t.Fatalf("%s: nothing near\n%s", query, r.Answer)
		}
		if strings.Contains(r.Answer, "### "+words.Say("section.law")) {
			t.Errorf("%s: a near article is called the legal basis\n%s", query, r.Answer)
		}
		near := r.StructuredData.Sections[i].Content
		for _, line := range near {
			if !slices.ContainsFunc(r.StructuredData.Sources, func(s state.Source) bool { return strings.Contains(line, s.Source) }) {
				t.Errorf("%s: the text of %q is not among the facts", query, line)
			}
		}
	}
}

// An answer that is there is given: stories name foreign places, years and
// things that no law speaks of.
func TestStoriesAreAnswered(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		"집주인이 캐나다에 사는데 보증금을 안 돌려줘요. 이사는 어떻게 하나요": "주택임대차보호법 제3조의3",
		"2021년부터 살았는데 이번에 전세금을 9% 올려달래요":         "주택임대차보호법 제7조",
		"앵무새가 벽지를 뜯었는데 원상회복은 누가 하나요":             "민법 제654조",
		"월세를 두 달 밀리면 집주인이 계약을 해지할 수 있다는 법이 있나요":  "민법 제640조",
	} {
		if m := answered(t, query).StructuredData.Metadata; !strings.Contains(strings.Join(m.Sources, "\n"), want) {
			t.Errorf("%s: %v, missing %v", query, m.Sources, m.Missing)
		}
	}
}

// A rule that lacked its inputs gives way to the article that speaks of what
// is asked; it stays where the article is its own ground.
func TestTheLawComesBeforeABareRule(t *testing.T) {
	t.Parallel()
	r := answered(t, "복비는 언제 줘야 하나요")
	if core, _, _ := strings.Cut(r.Answer, "###"); !strings.Contains(core, "잔금") || !strings.Contains(core, "공인중개사법 시행령 제27조의2") {
		t.Errorf("when the broker is paid: %s", core)
	}
	r = answered(t, "5억 아파트 매매 중개보수 얼마야")
	if core, _, _ := strings.Cut(r.Answer, "###"); !strings.Contains(core, "200만원") {
		t.Errorf("how much the broker is paid: %s", core)
	}
}

// One part of a compound question that the library does not hold does not
// keep the other from its answer.
func TestAGapInOnePartOnly(t *testing.T) {
	t.Parallel()
	s := rise()
	s.SearchTeamState.Gaps = []knowledge.Gap{{Kind: knowledge.GapPlace, Term: "대만"}}
	s.PlanningState.AnalyzedIntent.Parts = []state.QueryPart{{Text: "전세금 5% 인상 가능해?"}, {Text: "대만은?"}}
	r := compose(s)
	if core, _, _ := strings.Cut(r.Answer, "###"); !strings.Contains(core, "상한 5% 안") {
		t.Errorf("the part that has an answer is not answered: %s", core)
	}
	const line = "“대만”에 적용되는 법은 자료에 없습니다"
	m := r.StructuredData.Metadata
	if !strings.Contains(r.Answer, line) || len(m.Missing) != 1 || !strings.Contains(m.Missing[0], line) {
		t.Errorf("the part that has none is not told: %v\n%s", m.Missing, r.Answer)
	}
}
