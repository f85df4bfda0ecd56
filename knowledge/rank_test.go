package knowledge_test

import (
	"testing"

	"github.com/madang-dev/madang/knowledge"
)

// A question in many words that nobody wrote down still finds the article
// that one term of the lexicon stands for.
func TestATermOfTheLexiconIsEnough(t *testing.T) {
	t.Parallel()
	lib := openWith(t, knowledge.Passage{ID: "seal", Law: "도장법", Article: "제1조", Title: "인장의 등록", Text: "인장을 등록한다."})
	hits := searchArticles(t, lib, "새로 바꾼 도장을 어떻게 하나요")
	if len(hits) == 0 || hits[0].Record.ID != "seal" || hits[0].Snippet != "인장을 등록한다." {
		t.Errorf("found %v", describe(hits))
	}
}
