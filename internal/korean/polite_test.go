package korean_test

import (
	"testing"

	"github.com/madang-dev/madang/internal/korean"
)

func TestPolitely(t *testing.T) {
	t.Parallel()
	for plain, want := range map[string]string{
		"청구할 수 있다.": "청구할 수 있습니다.", "청구하지 못한다.": "청구하지 못합니다.", "미치지 않는다.": "미치지 않습니다.",
		"뜻이 아니다.": "뜻이 아닙니다.", "무효다.": "무효입니다.", "100만원 이하다.": "100만원 이하입니다.", "기간은 2년이다.": "기간은 2년입니다.",
		"보통이다(판례, 미확인).": "보통입니다(판례, 미확인).", "과태료를 문다.": "과태료를 뭅니다.", "최대 2%다.": "최대 2%입니다.",
		"안전하다.": "안전합니다.", "사정에 따라 다르다.": "사정에 따라 다릅니다.", "청구할 수 있습니다.": "청구할 수 있습니다.", "남는 방법.": "남는 방법.",
	} {
		if got := korean.Polite(plain); got != want {
			t.Errorf("%q became %q, want %q", plain, got, want)
		}
	}
}

func TestAsked(t *testing.T) {
	t.Parallel()
	for clause, want := range map[string]string{
		"맛집은 빼고": "맛집은 빼줘", "박물관 넣어주고 ": "박물관 넣어줘", "하루 늘리고,": "하루 늘려줘", "둘째날은 비우고": "둘째날은 비워줘",
		"온천 하나 넣고": "온천 하나 넣어줘", "호텔 바꾸고": "호텔 바꿔줘", "프리미엄으로 하고": "프리미엄으로 해줘", "하루 미루고": "하루 미뤄줘",
		"빼줘": "빼줘", "and": "and", "고": "고",
	} {
		if got := korean.Asked(clause); got != want {
			t.Errorf("%q: %q, want %q", clause, got, want)
		}
	}
}
