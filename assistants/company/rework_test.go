package company

import (
	"strings"
	"testing"
)

// What is asked of the rows that were shown is reckoned from them, whichever was asked
// between; what names anything else is another question.
func TestTheRowsThatWereShownAreReckonedWith(t *testing.T) {
	t.Parallel()
	for language, talk := range map[string][]struct{ say, has, lacks string }{
		"ko": {
			{"10월 거래처별 매출 상위 4개", "거래처별 (상위 4)", "제품"},
			{"다 더하면 얼마야?", "4행의 합계는 3,073만 210원", ""},
			{"평균은 어느 정도지", "4행의 평균은 768만 2,553원", ""},
			{"만원 단위로 보여줘", "매출 (만)", "9,616,120"},
			{"작은 순으로 놓아줘", "9,616,120원", "만)"},
			{"가장 큰 곳과 작은 곳의 격차는?", "316만 250원", ""},
			{"위에서 셋 더하면", "4행 가운데 3행의 합계는", "4행의"},
			{"중간값은?", "중앙값은 732만 9,110원", "평균"},
			{"평균 이하인 곳 몇 곳이야", "4행 가운데 3행입니다", ""},
			{"부산 거래처만 합계", "부산", "4행"},
			{"올해 상반기 지역별 목표 달성률", "목표 달성률", ""},
			{"미달인데만 추려", "8행 가운데", "136"},
			{"미달금액 다 합치면 얼마", "모자라고", ""},
		},
		"en": {
			{"sales by region in October", "Seoul", ""},
			{"add them up", "8 rows that were shown add up to KRW 180,111,705", ""},
			{"in millions", "sales (millions)", "33,588,285"},
		},
	} {
		o := real(t, nil)
		for _, c := range talk {
			h := o.askIn(language, c.say)
			if text := h.text(); !strings.Contains(text, c.has) || c.lacks != "" && strings.Contains(text, c.lacks) {
				t.Errorf("%s: %s", c.say, text)
			}
			o.replayed(h.runID)
		}
	}
	o := real(t, nil)
	o.askIn("ko", "10월 지역별 건당 평균 매출")
	if text := o.askIn("ko", "합계는?").text(); !strings.Contains(text, "더할 수 없는") {
		t.Error(text) // of averages there is no sum
	}
}

// A message that tells nothing of a case leaves it as it was, and a case that stays within the
// same rules is not told them again.
func TestACaseKeepsItsFacts(t *testing.T) {
	t.Parallel()
	o := real(t, nil)
	for _, c := range []struct{ say, has, lacks string }{
		{"병원 방문해서 의사 세 분한테 제품 설명하면서 식사 1인당 12만원씩 대접해도 되나요?", "[PRE-001]", ""},
		{"오후에 택배 몇 시에 와?", "그 안에 없습니다", "PRE-001"},
		{"의사가 네 명이면?", "판단은 앞과 같습니다", "[PRE-001]"},
		{"1인당 4만원으로 줄이면 돼?", "이 기준 안입니다", "[PRE-001]"},
	} {
		if text := o.ask(c.say).text(); !strings.Contains(text, c.has) || c.lacks != "" && strings.Contains(text, c.lacks) {
			t.Errorf("%s: %s", c.say, text)
		}
	}
}
