package planning

import (
	"testing"
	"time"
)

// What is to stand in a document is no question beside it, whatever article
// speaks of it: the document needs the whole message.
func TestWhatStandsInADocumentIsNoQuestion(t *testing.T) {
	t.Parallel()
	p := planner(t)
	for query, want := range map[string]struct {
		intent string
		parts  int
	}{
		"전세 계약서 써줘. 임대인 김철수, 임차인 이영희, 보증금 3억, 2026-12-01부터 2년, 특약: 반려동물 금지": {"contract_creation", 0},
		"월세 계약서 써주세요. 제가 임대인이고 보증금 500에 월세 45":                              {"contract_creation", 0},
		"전세 계약서 써줘. 그리고 5% 인상 가능해?":                                         {"comprehensive", 2},
	} {
		var found []Found
		for _, q := range p.Questions(query) {
			found = append(found, Found{Question: q, Law: "주택임대차보호법", Article: "제10조", Chance: 0.7})
		}
		got, err := p.Plan(t.Context(), Request{Query: query, Language: "ko", Today: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC), Found: found})
		intent := got.Planning.AnalyzedIntent
		if err != nil || intent.IntentType != want.intent || len(intent.Parts) != want.parts {
			t.Errorf("%q: %s in %d parts, %v", query, intent.IntentType, len(intent.Parts), err)
		}
	}
}
