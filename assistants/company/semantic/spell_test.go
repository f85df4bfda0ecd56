package semantic

import "testing"

func TestSpellWritesNamesOut(t *testing.T) {
	l := open(t)
	for text, want := range map[string]string{
		"066 요즘 얼마나 나가":               "고객기관066 요즘 얼마나 나가",
		"063이랑 073 마지막으로 간게 언제":       "고객기관063이랑 고객기관073 마지막으로 간게 언제",
		"051에 브레소캡슐 10개요":             "고객기관051에 예시브레소캡슐 10개요",
		"판토젤은 왜 하나도 없지?":              "예시판토젤정은 왜 하나도 없지?",
		"아참 리피드도 같이 얘기함":              "아참 예시리피드정도 같이 얘기함",
		"12번은 10월에 방문이 0인데":           "직원12은 10월에 방문이 0인데",
		"거래처는 103이고 영수증은 있어":          "거래처는 고객기관103이고 영수증은 있어",
		"고객기관066 매출":                  "고객기관066 매출",
		"방문 12번 했어":                   "방문 12번 했어",
		"상위 100곳 매출 120만원 이상":         "상위 100곳 매출 120만원 이상",
		"전화는 010-1234-5678":           "전화는 010-1234-5678",
		"how much did account 66 buy": "how much did account 66 buy",
		"how is customer 066 doing?":  "how is customer 고객기관066 doing?",
	} {
		if got, err := l.Spell(t.Context(), text); err != nil || got != want {
			t.Errorf("%s: %q, %v, want %q", text, got, err, want)
		}
	}
}
