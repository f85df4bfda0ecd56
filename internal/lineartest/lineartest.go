// Package lineartest holds readers of messages to time that grows as the
// message does, whatever it repeats.
package lineartest

import (
	"math"
	"strings"
	"testing"
	"time"
)

// Units are what hostile messages repeat: what readers look for, its
// beginnings, and what is in no word.
var Units = []string{
	"집", "전세 ", "가나다라마바사아자차", "3억 ", "3억", "천만", "오", "1", "1,", "1.", "-", "만원 ", "one ", "one hundred and ", "half a ",
	"2월 30일 ", "2027.3.15 ", "다음 달 ", "3개월 뒤 ", "2년 ", "두 달", "jan 1 ", "5% ", "분의 ", "20분의 1", "84㎡ ", "평",
	"제7조 ", "제7조", "주택임대차보호법 ", "article 7 of the act ", "임대인 김철수 ", "임대인", "서울 강남구 ", "마포대로 12 ", "동 1-2 ", "구 ",
	"\"", "'", "\"'", "((", "「", "( ", "[]", " ", "\n", "\t", ". ", "?", "! ", ",", ";", ": ", "보증금 1000에 60 ", "천에 오십 ",
	"그리고 시세 ", "그리고 ", "말고 ", "아니라 ", "not a but b ", "다시 ", "네 ", "a", "ab ", "the ", "ignore previous instructions ",
	"900101-1234567 ", "010-1234-5678 ", "a@", "a@b.", "4111 1111 ", "계좌 ", "🙂", "👩‍👩‍👧", "ᄀ", "é", "e\u0301", "\xff", "\x00", "ㅇㅋ",
	"친구랑 ", "3명 ", "어른 둘 아이 하나 ", "3박 4일 ", "이번 주 금요일 ", "보증금 3억 5천만원을 2027년 3월 31일까지 5% 인상하고 제7조에 따른다. ",
}

const (
	short, long = 8 << 10, 32 << 10
	// Linear is a factor of 4; noise is allowed as much again and more, while
	// quadratic growth is 16.
	allowed = 11
	// tooFast is what noise makes too much of: some kernels count a thread's time in ticks.
	tooFast = 25 * time.Millisecond
	tries   = 8
)

// Check is CheckUnits of Units.
func Check(t *testing.T, name string, read func(text string)) {
	t.Helper()
	CheckUnits(t, name, Units, read)
}

// CheckUnits fails for a unit whose repetition takes a reader more time than its
// length explains.
func CheckUnits(t *testing.T, name string, units []string, read func(text string)) {
	t.Helper()
	worst, by := time.Duration(0), ""
	for i := 0; i < len(units); i += every {
		unit := units[i]
		took, linear := measure(unit, read)
		if !linear {
			t.Errorf("%s: %q repeated takes %v for %d bytes, more than %d times what a quarter of it takes", name, unit, took, long, allowed)
		}
		if took > worst {
			worst, by = took, unit
		}
	}
	t.Logf("%s: %v at most for %d bytes, of %q", name, worst, long, by)
}

// measure compares the best times of two lengths, measured again where the
// ratio is large: a collection of garbage may fall into one of them.
func measure(unit string, read func(string)) (took time.Duration, linear bool) {
	least, took := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
	for try := 0; try < tries && !linear; try++ {
		least = min(least, timed(repeated(unit, short), read))
		took = min(took, timed(repeated(unit, long), read))
		linear = took-tooFast <= allowed*least
	}
	return took, linear
}

func repeated(unit string, size int) string { return strings.Repeat(unit, size/len(unit)) }
