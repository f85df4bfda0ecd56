package korean

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSound(t *testing.T) {
	t.Parallel()
	for wrong, right := range map[rune]rune{'게': '계', '꿘': '권', '새': '세', '뜨': '트', 'a': 'a'} {
		if Sound(wrong) != Sound(right) {
			t.Errorf("%c does not sound like %c", wrong, right)
		}
	}
}

func TestPairs(t *testing.T) {
	t.Parallel()
	a, b := PairsOf("보증금을 돌려준다"), PairsOf("보증금을 안 돌려준다")
	if a.Common(Bigrams("을돌")) > 0 || !a.Alike(b, 90) || a.Alike(PairsOf("시세가 올랐다"), 10) {
		t.Errorf("%v and %v", a, b)
	}
}

func TestSentences(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"금리는 2.5%다. 상한은 없다.\n끝":       {"금리는 2.5%다.", "상한은 없다.", "끝"},
		"1. 전세란? 빌리는 것(제7조. 참고)이다. 끝": {"1. 전세란?", "빌리는 것(제7조. 참고)이다.", "끝"},
		"Is it 3.5? Yes! ": {"Is it 3.5?", "Yes!"},
		"(닫지 않은\n줄. 다음":    {"(닫지 않은", "줄.", "다음"},
		" \n ":             nil,
	} {
		if got := Sentences(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestAsks(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"전세가 뭐야", "5%까지 되나요", "how much is it", "보증금은요?", "왜 안 돼", "차이점 알려줘", "What's LTV"} {
		if !Asks(text) {
			t.Errorf("%q does not ask", text)
		}
	}
	for _, text := range []string{"", "?", "보증금 3억이에요", "네", "however it is", "뭐니뭐니 해도 전세"} {
		if Asks(text) {
			t.Errorf("%q asks", text)
		}
	}
	if !EndsAsking("올릴 수 있나요?") || EndsAsking("올려 주세요.") {
		t.Error("EndsAsking")
	}
}

func TestPersonName(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]string{
		"김철수": "김철수", "김철수입니다": "김철수", "이영희는": "이영희", "남궁민수": "남궁민수", "김민씨": "김민", "박하은": "박하은",
		"계좌번호": "", "주소는": "", "놀부": "", "이상한사람이": "", "고쳐달라고": "", "한": "",
	} {
		if got := PersonName(word, false); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
	if PersonName("놀부", true) != "놀부" {
		t.Error("a name that is announced needs a surname")
	}
	if name, end := LatinName("John Smith and the tenant"); name != "John Smith" || end != 10 {
		t.Errorf("%q ends at %d", name, end)
	}
}

func TestHideAddresses(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"주소는 서울특별시 마포구 마포대로 12 302호예요": "주소는 <>예요",
		"경기 성남시 분당구 판교역로 235":          "<>",
		"마포구 공덕동 12-3번지":               "<>",
		"5층 12호 3번":                    "5층 12호 3번",
	} {
		if got := HideAddresses(text, "<>"); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestPlaces(t *testing.T) {
	t.Parallel()
	short := map[string]bool{}
	for _, p := range Places() {
		if p.Sido == "" || len(p.Words) == 0 {
			t.Errorf("%+v", p)
		}
		short[p.Short()] = p.Capital()
	}
	for name, capital := range map[string]bool{"서울 강남구": true, "경기 성남시 분당구": true, "부산 해운대구": false, "충북": false, "세종": false, "제주": false, "전남": false} {
		if got, known := short[name]; !known || got != capital {
			t.Errorf("%s: known %t, capital %t", name, known, got)
		}
	}
}

func TestMeasures(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]any{
		"5% 인상":         []Rate{{5, 0, 2}},
		"-1.5 %p":       []Rate{{-1.5, 0, 7}},
		"오퍼센트":          []Rate{{5, 0, 12}},
		"20분의 1":        []Rate{{5, 0, 10}},
		"ten percent":   []Rate{{10, 0, 11}},
		"3프로젝트":         []Rate(nil),
		"34평":           []Area{{112.4, true, 0, 5}},
		"59.9제곱미터":      []Area{{59.9, false, 0, 16}},
		"25 Pyeong":     []Area{{82.64, true, 0, 9}},
		"3평당":           []Area(nil),
		"8000만 평택":      []Area(nil),
		"여성전용 300/30":   []Area(nil),
		"1년 6개월":        []Period{{18, 0, 0, 12}},
		"1년 반":          []Period{{18, 0, 0, 8}},
		"두 달":           []Period{{2, 0, 0, 7}},
		"석 달":           []Period{{3, 0, 0, 7}},
		"for Two years": []Period{{24, 0, 4, 13}},
		"2027년 3월":      []Period(nil),
		"세일 이주":         []Period(nil),
	} {
		var got any
		switch want.(type) {
		case []Rate:
			got = FindRates(text)
		case []Area:
			got = FindAreas(text)
		case []Period:
			got = FindPeriods(text)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
	}
}

// "나가요" and "끝나요" end as a question does and ask nothing.
func TestEndsAsking(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"위험한가요": true, "있나여": true, "가능한가": true, "되나": true, "그렇죠": true, "어떨까여": true,
		"금리 4.2%로 나가요": false, "5월에 계약 끝나요": false, "딸 하나": false, "마포로 들어가요": false, "살아요": false,
	} {
		if got := EndsAsking(text); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
