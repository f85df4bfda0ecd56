package knowledge_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/assistants/realestate/packs"
	"github.com/madang-dev/madang/knowledge"
)

func withPassages(t *testing.T, cfg knowledge.Config, passages ...knowledge.Passage) *knowledge.Library {
	t.Helper()
	cfg.FS, cfg.Passages = packs.FS, passages
	lib, err := knowledge.Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

const raw7 = "제7조(차임 등의 증감청구권) ① 당사자는 약정한 차임이나 보증금이 적절하지 아니하게 된 때에는 장래에 대하여 그 증감을 청구할 수 있다. " +
	"② 증액청구는 약정한 차임이나 보증금의 20분의 1의 금액을 초과하지 못한다."

// The text of a law stands beside the article that explains it, behind it.
func TestPassageFollowsItsArticle(t *testing.T) {
	t.Parallel()
	lib := withPassages(t, knowledge.Config{},
		passage("s/lease#7", "주택임대차보호법", "제7조", "차임 등의 증감청구권", raw7),
		passage("s/civil#1", "관리비에 관한 법률", "제3조의2", "관리비 공개", "관리비는 매월 공개하여야 한다."))
	for _, text := range []string{"전세금 5% 인상 가능해?", "주임법 7조 알려줘"} {
		ids := describe(articlesOf(searchArticles(t, lib, text)))
		if len(ids) < 2 || ids[0] != "HLPA-7" || ids[1] != "s/lease#7" {
			t.Errorf("%q found %v", text, ids)
		}
	}
	// A law that only was ingested can be named like any other.
	if ids := describe(searchArticles(t, lib, "관리비에 관한 법률 3조의 2")); len(ids) == 0 || ids[0] != "s/civil#1" {
		t.Errorf("by its number: %v", ids)
	}
	if ids := describe(searchArticles(t, lib, "관리비 공개 의무가 있나요?")); !slices.Contains(ids, "s/civil#1") {
		t.Errorf("by its words: %v", ids)
	}
	if found := lib.Article("관리비에 관한 법률", "3조의2"); len(found) != 1 || found[0].Citation() != "관리비에 관한 법률 제3조의2" {
		t.Errorf("looked up %+v", found)
	}
	if n := lib.Counts(); n.Passages != 2 || n.Articles != 127 {
		t.Errorf("counts %+v", n)
	}
}

// What an operator has taken in comes before a guide to the same.
func TestAnOwnTextComesBeforeAGuide(t *testing.T) {
	t.Parallel()
	const asked = "월세 두 달 밀렸는데 나가야 하나요?"
	guide := searchArticles(t, openPacks(t), asked)
	if len(guide) == 0 || !guide[0].Record.Guide {
		t.Fatalf("no guide leads: %v", describe(guide))
	}
	lib := withPassages(t, knowledge.Config{},
		passage("s/house#1", "우리 회사 임대 안내", "", "월세가 밀렸을 때", "월세가 두 달 밀렸는데 나가야 하나요? 나가지 않고 상담부터 받습니다."))
	if ids := describe(searchArticles(t, lib, asked)); ids[0] != "s/house#1" {
		t.Errorf("found %v", ids)
	}
}

// What is ingested does not change which of the packs' articles are found.
func TestPassagesLeavePacksAlone(t *testing.T) {
	t.Parallel()
	lib := withPassages(t, knowledge.Config{}, passage("s/lease#7", "주택임대차보호법", "제7조", "차임 등의 증감청구권", raw7))
	plain := openPacks(t)
	for _, text := range []string{"묵시적 갱신이 뭐야?", "중개보수 상한", "오늘 날씨 어때?", "월세 세액공제"} {
		got := slices.DeleteFunc(describe(searchArticles(t, lib, text)), func(id string) bool { return strings.Contains(id, "/") })
		want := describe(searchArticles(t, plain, text))
		if diff := cmp.Diff(want[:len(got)], got); diff != "" || len(want) > 0 && len(got) == 0 {
			t.Errorf("%q:\n%s", text, diff)
		}
	}
}

func TestPassagesAreChecked(t *testing.T) {
	t.Parallel()
	good := passage("a", "규정", "", "가", "나")
	for name, list := range map[string][]knowledge.Passage{
		"an article's id": {passage("HLPA-7", "규정", "", "가", "나")}, "no id": {passage("", "규정", "", "가", "나")},
		"twice": {good, good}, "no text": {passage("a", "규정", "", "가", "")}, "no law": {passage("a", "", "", "가", "나")},
	} {
		if _, err := knowledge.Open(t.Context(), knowledge.Config{FS: packs.FS, Passages: list}); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}

// What is ingested is found whole by its title; of several that fit the longest.
func TestIngestedByTitle(t *testing.T) {
	t.Parallel()
	l, err := knowledge.Open(t.Context(), knowledge.Config{FS: packs.FS, Passages: []knowledge.Passage{
		passage("a#1", "월세계약서", "", "글", "다른 글"), passage("b#1", "망원동 월세 계약서", "", "글", "제1조"),
		passage("b#2", "망원동 월세 계약서", "", "글", "제2조"), passage("c#1", "민법", "", "글", "글"),
	}})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"망원동 월세계약서 검토해줘": "망원동 월세 계약서: 제1조\n\n제2조", "이 월세 계약서 봐 주세요": "월세계약서: 다른 글", "민법 검토해줘": ": ", "전세계약서 검토해줘": ": ",
	} {
		title, whole := l.Ingested(text)
		if got := title + ": " + whole; got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
