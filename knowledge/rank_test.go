package knowledge_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/assistants/realestate/packs"
	"github.com/madang-dev/madang/knowledge"
)

func found(t *testing.T, docs []knowledge.Document, query string) []string {
	t.Helper()
	x, err := knowledge.NewIndex(t.Context(), docs, nil)
	if err != nil {
		t.Fatal(err)
	}
	list, err := x.Search(t.Context(), query, 0)
	if err != nil {
		t.Fatal(err)
	}
	ids := []string{}
	for _, f := range list {
		ids = append(ids, f.ID)
	}
	return ids
}

func TestWhatComesFirst(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		docs  []knowledge.Document
		query string
		want  []string
	}{
		"a title speaks of it": {[]knowledge.Document{
			{ID: "beside", Title: "사무소", Text: "간판을 철거한다."}, {ID: "about", Title: "간판의 철거", Text: "간판을 철거한다."},
		}, "간판 철거", []string{"about", "beside"}},
		"seldom asked for": {[]knowledge.Document{
			{ID: "a", Title: "휴업 신고", Text: "휴업을 신고한다.", Prior: -1}, {ID: "b", Title: "휴업 신고", Text: "휴업을 신고한다."},
		}, "휴업 신고", []string{"b", "a"}},
		"one sentence says it all": {[]knowledge.Document{
			{ID: "apart", Text: "임차인은 청소를 한다. 임대인은 도배를 한다. 청소부는 쉰다."}, {ID: "as one", Text: "임대인은 쉰다. 임차인은 도배를 한다. 청소부는 쉰다."},
		}, "임차인 도배", []string{"as one", "apart"}},
		"the middle dot parts words": {[]knowledge.Document{
			{ID: "ad", Title: "표시ㆍ광고", Text: "표시ㆍ광고를 한다."}, {ID: "other", Title: "등록", Text: "등록을 한다."},
		}, "광고", []string{"ad"}},
		"editors' notes are not text": {[]knowledge.Document{
			{ID: "a", Title: "휴업", Text: "제2장 사무소의 정비 > 제1절 정비구역 > 휴업한다. <개정 2020. 1. 1.> [전문개정 2008. 3. 21.]"},
		}, "정비구역 전문개정", []string{}},
	} {
		if diff := cmp.Diff(c.want, found(t, c.docs, c.query)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// A question in many words that nobody wrote down still finds the article
// that one term of the lexicon stands for.
func TestATermOfTheLexiconIsEnough(t *testing.T) {
	t.Parallel()
	if ids := found(t, []knowledge.Document{{ID: "seal", Title: "인장의 등록"}}, "어제 바꾼 새 도장 때문에 고민"); len(ids) > 0 {
		t.Errorf("without a lexicon %v is found", ids)
	}
	lib, err := knowledge.Open(t.Context(), knowledge.Config{FS: packs.FS, Articles: []knowledge.Article{{
		ID: "seal", Law: "도장법", Article: "제1조", Covers: []string{"제1조"}, Title: "인장의 등록", Gist: "인장을 등록한다.",
		AsOf: "2026", Status: knowledge.StatusVerified, Source: "test",
	}}})
	if err != nil {
		t.Fatal(err)
	}
	hits := searchArticles(t, lib, "어제 바꾼 새 도장 때문에 고민")
	if len(hits) == 0 || hits[0].Record.ID != "seal" || hits[0].Snippet != "인장을 등록한다." {
		t.Errorf("found %v", describe(hits))
	}
	explained, err := lib.ExplainArticles(context.Background(), "도장")
	if err != nil || len(explained) == 0 || len(explained[0].Features) != len(knowledge.FeatureNames()) {
		t.Errorf("%v, %v", explained, err)
	}
}
