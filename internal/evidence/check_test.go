package evidence

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func facts() *List {
	l := NewList("보증금 3억인데 10% 올려도 돼? 주임법 제99조는?", nil,
		&Fact{
			Kind: KindLaw, Title: "차임 증감청구권", Law: "주택임대차보호법", Article: "제7조", Source: "주택임대차보호법 제7조", AsOf: "2026-06-08",
			Text: "증액은 약정한 금액의 20분의 1, 곧 5%가 한도이며 증액한 때부터 1년 안에는 청구하지 못한다.",
		},
		&Fact{
			Kind: KindCalculation, Title: "임대료 인상 한도", Source: "주택임대차보호법 제7조",
			Text: "보증금은 3억 1,500만원까지 올릴 수 있습니다. 300,000,000원 × (100% + 5%) = 315,000,000원",
		})
	l.Number()
	return l
}

func TestCheckLetsPass(t *testing.T) {
	t.Parallel()
	for _, s := range []Sentence{
		{Text: "증액 한도는 약정한 금액의 5%입니다.", Facts: []string{"F1"}},
		{Text: "한 해 안에 다시 증액을 청구하지는 못합니다.", Facts: []string{"F1"}},
		{Text: "보증금 3억원이면 315,000,000원까지 올릴 수 있습니다.", Facts: []string{"F2"}},
		{Text: "**12개월** 안에는 증액을 청구하지 못합니다(주택임대차보호법 제7조).", Facts: []string{"F1"}},
		{Text: "10% 증액은 한도인 5%를 넘습니다.", Facts: []string{"F1"}},
		{Text: "지금 보증금이 3억원인가요?"},
		{Text: "2026년 6월에 확인한 증액 한도입니다.", Facts: []string{"F1"}},
	} {
		if wrong := facts().Check(s, "ko", "보증금 3억인데 10% 올려도 돼?"); len(wrong) > 0 {
			t.Errorf("%q: %q", s.Text, wrong)
		}
	}
}

func TestAsked(t *testing.T) {
	t.Parallel()
	const question = "보증금 3억인데 10% 올려도 돼? 주임법 제99조는?"
	for text, want := range map[string]bool{
		"주임법 제99조": true, "보증금 10% 올려도": true,
		"주임법 제98조": false, "보증금 20% 올려도": false, "집주인은 나쁜 사람": false, "": false,
	} {
		if got := facts().Asked(text, question, "ko"); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestConflicts(t *testing.T) {
	t.Parallel()
	law := func(article, asOf, text string) *Fact {
		return &Fact{Kind: KindLaw, Law: "법", Article: article, AsOf: asOf, Text: text}
	}
	l := NewList("", nil, law("제1조", "2025-01-01", "상한은 5%이다."), law("제1조", "2026-01-01", "상한은 4%이다."),
		law("제2조", "2026-01-01", "상한은 3%이다."), law("제1조", "2024-01-01", "상한이 있다."))
	got := l.Conflicts()
	want := []Conflict{{Newer: l.facts[1], Older: l.facts[0], NewerOnly: []string{"percent:4"}, OlderOnly: []string{"percent:5"}}}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Fact{})); diff != "" {
		t.Error(diff)
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"2026-01-02 제7조의2 3억 5천", "jan 2, 2026 1/20 art. 7-2 (1)", "2026년 1월", "20분의", "한 번", "٣%", "1,2.3.4", "제제1조의"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r := read(text)
		for figure := range r.figures {
			if !utf8.ValidString(figure) || !strings.Contains(figure, ":") {
				t.Errorf("%q has the figure %q", text, figure)
			}
		}
		facts().Check(Sentence{Text: text, Facts: []string{"F1"}}, "ko", text)
	})
}
