package knowledge_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/knowledge"
)

func TestGaps(t *testing.T) {
	t.Parallel()
	lib := openPacks(t)
	for text, want := range map[string][]knowledge.Gap{
		// The law of another country is not held; who lives there is a story.
		"대만 타이베이 월세 규제 알려줘":                                         {{knowledge.GapPlace, "대만"}, {knowledge.GapPlace, "타이베이"}},
		"How is rent controlled in Berlin?":                         {{knowledge.GapPlace, "berlin"}},
		"집주인이 캐나다에 사는데 보증금을 어떻게 돌려받나요":                              nil,
		"네덜란드 사람도 전입신고를 하나요":                                        nil,
		"남편이 독일로 발령 나서 계약을 끝내고 싶어요":                                 nil,
		"I am from Canada. Can I get a fixed date for my lease?":    nil,
		"My landlord lives in Japan. Who returns the deposit?":      nil,
		"Can a German buy a flat in Seoul?":                         nil,
		"Which laws protect tenants in Germany and which in Korea?": nil,
		// Laws and articles.
		"세입자만세법이 뭐예요":                      {{knowledge.GapLaw, "세입자만세법"}},
		"임차인우대에 관한 법률은 언제 생겼나요":            {{knowledge.GapLaw, "임차인우대에 관한 법률"}},
		"What is the Rent Freedom Act?":    {{knowledge.GapLaw, "Rent Freedom Act"}},
		"주임법 제555조 알려줘":                    {{knowledge.GapArticle, "주택임대차보호법 제555조"}},
		"세입자 만세 특별법 제3조 알려줘":               {{knowledge.GapLaw, "만세 특별법"}},
		"임차인낙원법 제3조 알려줘":                   {{knowledge.GapLaw, "임차인낙원법"}},
		"주임법 제7조 알려줘":                      nil,
		"공인중개사의 업무 및 부동산 거래신고에 관한 법률 제32조": nil,
		"분쟁 해결법이 뭐예요":                      nil,
		"불법인가요":                            nil,
		"임대차법에 나오나요":                       nil,
	} {
		if diff := cmp.Diff(want, lib.Gaps(text)); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
	}
}

// An article of a law that is not held is no article of another law.
func TestAnUnknownLawsArticle(t *testing.T) {
	t.Parallel()
	lib := openPacks(t)
	for _, h := range searchArticles(t, lib, "임차인낙원법 제3조 알려줘") {
		if h.Exact {
			t.Errorf("%s is taken for it", h.Record.Citation())
		}
	}
	if found := lib.Article("임차인낙원법", "제3조"); len(found) > 0 {
		t.Errorf("%v is taken for it", found)
	}
}

func TestIsExistence(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"그런 조항이 있나요": true, "어느 법에 있어요?": true, "Is there a rule about pets?": true, "Does the law say so?": true,
		"보증금을 돌려받을 수 있나요": false, "특약을 어떻게 쓰나요": false, "Is there a boiler?": false,
	} {
		if knowledge.IsExistence(text) != want {
			t.Errorf("%s: %v", text, !want)
		}
	}
}

// The first article is the surer the farther the second is behind.
func TestConfidenceFollowsTheLead(t *testing.T) {
	t.Parallel()
	twin := func(id, title string) knowledge.Passage {
		return knowledge.Passage{ID: id, Law: "간판법", Article: "제" + id + "조", Title: title, Text: title + "한다."}
	}
	score := func(passages ...knowledge.Passage) float64 {
		lib := openWith(t, passages...)
		hits := searchArticles(t, lib, "간판을 철거하려면")
		if len(hits) == 0 {
			t.Fatal("nothing was found")
		}
		return hits[0].Score
	}
	alone := score(twin("1", "간판의 철거"))
	twins := score(twin("1", "간판의 철거"), twin("2", "간판의 철거"))
	if alone < twins+0.1 {
		t.Errorf("alone %.2f, with a twin %.2f", alone, twins)
	}
}
