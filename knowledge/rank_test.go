package knowledge_test

import (
	"testing"

	"github.com/madang-dev/madang/assistants/realestate/packs"
	"github.com/madang-dev/madang/knowledge"
)

// A question in many words that nobody wrote down still finds the article
// that one term of the lexicon stands for.
func TestATermOfTheLexiconIsEnough(t *testing.T) {
	t.Parallel()
	lib, err := knowledge.Open(t.Context(), knowledge.Config{FS: packs.FS, Articles: []knowledge.Article{{
		ID: "seal", Law: "도장법", Article: "제1조", Covers: []string{"제1조"}, Title: "인장의 등록", Gist: "인장을 등록한다.",
		AsOf: "2026", Status: knowledge.StatusVerified, Source: "test",
	}}})
	if err != nil {
		t.Fatal(err)
	}
	hits := searchArticles(t, lib, "새로 바꾼 도장을 어떻게 하나요")
	if len(hits) == 0 || hits[0].Record.ID != "seal" || hits[0].Snippet != "인장을 등록한다." {
		t.Errorf("found %v", describe(hits))
	}
}
