package knowledge_test

import (
	"testing"

	"github.com/madang-dev/madang/assistants/realestate/packs"
	"github.com/madang-dev/madang/knowledge"
)

// A guide that is called by what is asked answers, where an article of another law holds
// more words of the question and says nothing of it.
func TestAGuideIsCalledByWhatIsAsked(t *testing.T) {
	t.Parallel()
	lib, err := knowledge.Open(t.Context(), knowledge.Config{FS: packs.FS})
	if err != nil {
		t.Fatal(err)
	}
	for text, title := range map[string]string{
		"신탁 등기된 집 전세 위험한가요": "신탁된 집 계약",
		"신탁이면 왜 위험해요?":      "신탁된 집 계약",
		"신탁이면 와 위험한데예?":     "신탁된 집 계약",
		"분양권 하나 있는데 중도금 대출 이자가 부담돼서요 전매 가능한가요": "분양권 전매 제한",
	} {
		if hits := searchArticles(t, lib, text); len(hits) == 0 || hits[0].Record.Title != title {
			t.Errorf("%s found %v, want %s", text, describe(hits), title)
		}
	}
}
