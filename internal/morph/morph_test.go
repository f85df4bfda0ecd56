package morph

import (
	"strings"
	"testing"
)

func TestWhatAWordDoes(t *testing.T) {
	t.Parallel()
	var a Analyser
	for _, c := range []struct {
		text, word string
		want       Kind
	}{
		{"매출 후딱 보자", "후딱", Filler},
		{"오케이 매출", "오케이", Filler},
		{"챗봇아 매출", "챗봇아", Filler},
		{"매출 ㄱㄱ", "ㄱㄱ", Filler},
		{"매출을 뽑을 수 있을까", "뽑을", Predicate},
		{"작년 매출 읊어봐", "읊어봐", Predicate},
		{"자주 방문한 거래처", "자주", Content},
		{"재구매한 거래처", "재구매한", Content},
		{"연체된 거래처", "연체된", Content},
		{"마지막으로 간게 언제", "간게", Predicate},
		{"4분기는 덜 끝났는데 매출", "끝났는데", Predicate},
		{"거래가 끊긴건데 매출", "끊긴건데", Predicate},
		{"재고하고 매출", "재고하고", Content},
		{"P02 마진이었어", "마진이었어", Content},
		{"임플란트 매출", "임플란트", Content},
		{"안 팔린 약", "안", Content},
		{"뷁", "뷁", Content},
	} {
		at := strings.Index(c.text, c.word)
		if got := a.Read(c.text).Kind(at, at+len(c.word)); got != c.want {
			t.Errorf("%s in %s: %d, want %d", c.word, c.text, got, c.want)
		}
	}
	for text, want := range map[string]bool{"임원": true, "재고가": true, "몃곳": false, "": false} {
		if got := a.Read(text).Noun(0, len(text)); got != want {
			t.Errorf("%s: a noun: %v", text, got)
		}
	}
	if start, end := a.Read("").Clause(0, 0); start != 0 || end != 0 {
		t.Error(start, end)
	}
	for text, want := range map[string]string{"내일 회의가 있거든 매출 보자": "내일 회의가 있거든", "제가 신입이라 그런데 매출은": "제가 신입이라"} {
		if _, end := a.Read(text).Clause(0, len(text)); text[:end] != want {
			t.Errorf("%q, want %q", text[:end], want)
		}
	}
}
