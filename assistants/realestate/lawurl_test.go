package realestate

import "testing"

// An operator's own text is not in the collection of laws.
func TestOnlyArticlesHaveAnAddress(t *testing.T) {
	t.Parallel()
	if u := lawURL("이용 안내", ""); u != "" {
		t.Errorf("a page is at %s", u)
	}
	for _, own := range []string{"", "관리규약", "취업규칙", "인사규정"} {
		if u := lawURL(own, "제7조"); u != "" {
			t.Errorf("%s is at %s", own, u)
		}
	}
	if u := lawURL("부동산 거래신고 등에 관한 법률 시행규칙", "제2조"); u == "" {
		t.Error("a ministry's rule is nowhere")
	}
	if u := lawURL("민법", "제7조의2"); u != "https://www.law.go.kr/%EB%B2%95%EB%A0%B9/%EB%AF%BC%EB%B2%95/%EC%A0%9C7%EC%A1%B0%EC%9D%982" {
		t.Errorf("the article is at %q", u)
	}
}
