package evidence

import (
	"strings"
	"testing"

	"github.com/madang-dev/madang/internal/dialog/dialogtest"
	"github.com/madang-dev/madang/internal/lineartest"
)

func TestPhrases(t *testing.T) {
	t.Parallel()
	dialogtest.Check(t, phrases, ".", "verdict")
}

// A sentence that turns a reckoning's verdict round is refused in whatever words;
// one that agrees, or only says what follows, is not.
func TestVerdicts(t *testing.T) {
	t.Parallel()
	const question = "집주인이 보증금을 3억에서 3억 3천만원으로 올려달라는데 따라야 하나요?"
	over := "요구액은 10% 인상으로 상한 5%를 넘습니다. 보증금은 3억 1,500만원까지 올릴 수 있습니다."
	within := "요구액은 3% 인상으로 상한 5%를 넘지 않습니다."
	safe := "매매가의 55%라 전세금을 돌려받지 못할 위험은 낮습니다."
	void := "계약 기간 중 임차인의 수선 의무를 모두 지우는 특약은 무효입니다."
	for _, c := range []struct {
		fact, kind, text string
		refused          bool
	}{
		{over, KindCalculation, "요구액은 상한을 넘지 않습니다.", true},
		{over, KindCalculation, "네, 3억 3천만원을 내야 합니다.", true},
		{over, KindCalculation, "집주인이 요구한 대로 올려줘야 합니다.", true},
		{over, KindCalculation, "3억 3천만원까지 올려도 됩니다.", true},
		{over, KindCalculation, "요구액은 상한 5%를 넘습니다.", false},
		{over, KindCalculation, "3억 3천만원을 다 낼 의무는 없습니다.", false},
		{over, KindCalculation, "보증금은 3억 1,500만원까지 올려도 됩니다.", false},
		{within, KindCalculation, "요구액은 상한 5%를 초과합니다.", true},
		{within, KindCalculation, "요구액은 상한 안에 있습니다.", false},
		{safe, KindCalculation, "전세금을 돌려받지 못할 위험이 높습니다.", true},
		{safe, KindCalculation, "전세금을 돌려받지 못할 위험은 낮습니다.", false},
		{void, KindClause, "임차인의 수선 의무를 지우는 특약은 유효합니다.", true},
		{void, KindClause, "임차인의 수선 의무를 지우는 특약은 무효입니다.", false},
		{void, KindLaw, "임차인의 수선 의무를 지우는 특약은 유효합니다.", false}, // law has both sides
	} {
		l := NewList(question, nil, &Fact{Kind: c.kind, Title: "보증금 인상 한도와 요구액", Source: "주택임대차보호법 제7조", Text: c.fact})
		l.Number()
		if wrong := l.Check(Sentence{Text: c.text, Facts: []string{"F1"}}, "ko", question); (len(wrong) > 0) != c.refused {
			t.Errorf("%q on %q: %q", c.text, c.fact, wrong)
		}
	}
}

func TestVerdictsInEnglish(t *testing.T) {
	t.Parallel()
	const question = "The landlord wants 330 million won instead of 300 million. Must I pay?"
	l := NewList(question, nil, &Fact{Kind: KindCalculation, Title: "Cap on the increase", Source: "Act, art. 7", Text: "The demand of 10% exceeds the 5% cap. The deposit may rise to 315 million won."})
	l.Number()
	for text, refused := range map[string]bool{
		"The demand does not exceed the cap.":                  true,
		"You have to pay 330 million won as demanded.":         true,
		"The demand exceeds the 5% cap.":                       false,
		"You don't have to pay the demand of 330 million won.": false,
	} {
		if wrong := l.Check(Sentence{Text: text, Facts: []string{"F1"}}, "en", question); (len(wrong) > 0) != refused {
			t.Errorf("%q: %q", text, wrong)
		}
	}
}

// Nobody is told to send money, or given a name or an account, that no fact has.
func TestStrangers(t *testing.T) {
	t.Parallel()
	const question = "보증금 3억을 언제 돌려받나요?"
	l := NewList(question, nil,
		&Fact{Kind: KindLaw, Title: "보증금 반환", Source: "주택임대차보호법 제3조", Text: "보증금 반환은 집을 비워 주는 것과 동시에 한다."},
		&Fact{Kind: KindDocument, Title: "계약서", Source: "계약서", Text: "보증금은 임대인 김영수의 국민은행 계좌 123-45-678901로 송금하세요."})
	l.Number()
	for _, c := range []struct {
		text, fact string
		refused    bool
	}{
		{"보증금을 먼저 송금하세요.", "F1", true},
		{"보증금은 국민은행 계좌 999-88-777777로 보내면 됩니다.", "F1", true},
		{"보증금은 국민은행 계좌 999-88-777777로 송금하세요.", "F2", true},
		{"보증금 반환은 박철수 씨에게 요구하세요.", "F1", true},
		{"보증금은 김영수 씨의 국민은행 계좌 123-45-678901로 송금하세요.", "F2", false},
		{"보증금 반환은 집을 비워 줄 때 함께 받습니다.", "F1", false},
	} {
		if wrong := l.Check(Sentence{Text: c.text, Facts: []string{c.fact}}, "ko", question); (len(wrong) > 0) != c.refused {
			t.Errorf("%q on %s: %q", c.text, c.fact, wrong)
		}
	}
}

func TestVerdictsAreLinear(t *testing.T) {
	t.Parallel()
	lineartest.Check(t, "verdicts", func(s string) { opposes(s, s); strangers(s, "", nil) })
	if opposes(strings.Repeat("상한을 넘습니다. ", 10), "상한을 넘습니다.") {
		t.Error("the same is no opposite")
	}
}
