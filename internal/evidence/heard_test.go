package evidence

import "testing"

func TestWhatIsHeardOnceHasTheSameSource(t *testing.T) {
	t.Parallel()
	sentences := []string{
		"증액은 20분의 1, 곧 5%가 한도입니다.", "보증금 3억 5천만원은 제7조에 따릅니다.", "만료 6개월 전부터 두 달 전까지 갱신을 요구합니다.",
		"몇 %까지 오르나요?", "조례로 한도를 더 낮출 수 있습니다.", "Rent may rise by 5% under art. 7.", "",
	}
	l := NewList("5%를 올려 달래요", Figures{},
		&Fact{Title: "증감청구권", Text: "증액은 약정한 금액의 20분의 1, 곧 5%가 한도다.", Source: "주택임대차보호법 제7조"},
		&Fact{Title: "갱신", Text: "만료 6개월 전부터 2개월 전까지 갱신을 요구한다. 보증금은 350,000,000원이다.", Source: "주택임대차보호법 제6조의3"},
	)
	for _, s := range sentences {
		want, wanted := l.Source(s, s, "")
		heard := Hear(s)
		for range 2 {
			if got, needed := l.SourceOf(heard, s, ""); got != want || needed != wanted {
				t.Errorf("%q is from %+v, %v instead of %+v, %v", s, got, needed, want, wanted)
			}
		}
	}
}

func TestClippedAreTheFirstLetters(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": "", "짧은 글": "짧은 글", "열 글자까지만 담는 글": "열 글자까지만 …", "열 글자까지만 담": "열 글자까지만 담", "띄어쓰지않은아주긴글": "띄어쓰지않은아주긴글", "ten letters": "ten letter …",
		"띄어쓰지않은아주아주긴글": "띄어쓰지않은아주아주 …",
	} {
		if got := clipped(text, 10); got != want {
			t.Errorf("%q becomes %q instead of %q", text, got, want)
		}
	}
}
