package compliance

import "testing"

// TestCases checks messages of one case: each row is what was told, the newest message,
// and the verdicts that it then gives.
func TestCases(t *testing.T) {
	t.Parallel()
	rules := must(t)
	const doctor = "의사한테 밥 1인당 12만원 사도 돼?"
	for _, c := range []struct {
		told []string
		text string
		want map[string]Verdict
	}{
		{nil, doctor, map[string]Verdict{"PRE-001": Fail, "ANT-003": Unclear}},
		{[]string{doctor}, "그럼 9만원은?", map[string]Verdict{"PRE-001": Pass, "ANT-003": Unclear}},
		{[]string{doctor, "그럼 9만원은?"}, "국립병원 의사라는데", map[string]Verdict{"PRE-001": Pass, "ANT-003": Unclear, "ANT-007": Pass}},
		{[]string{doctor, "국립병원 의사라는데"}, "설명회는 아니고 그냥 밥", map[string]Verdict{"ANT-003": Fail}},
		{[]string{doctor, "국립병원 의사라는데", "설명회는 아니고 그냥 밥"}, "4만원이면?", map[string]Verdict{"ANT-003": Pass, "PRE-001": Pass}},
		{[]string{"국립병원 의사랑 식사 8만원, 설명회 아닌 자리"}, "아니 개인병원이야", map[string]Verdict{"ANT-003": ""}},
		{nil, "거래처랑 밥먹고 법카로 18만원 긁었는데 괜찮아?", map[string]Verdict{"PRE-001": Unclear}},
		{[]string{"거래처랑 밥먹고 법카로 18만원 긁었는데 괜찮아?"}, "4명이었어", map[string]Verdict{"PRE-001": Pass}},
		{[]string{"원장님이랑 저녁 먹고 총 45만원 나왔어"}, "세 명이서", map[string]Verdict{"PRE-001": Fail}},
		{[]string{"원장님이랑 술 마시고 다 해서 45만원"}, "우리까지 다섯 명이야", map[string]Verdict{"PRE-001": Pass}},
		{[]string{"의사한테 밥 1인당 12만원"}, "4명인데", map[string]Verdict{"PRE-001": Fail}}, // a head is a head
		{[]string{"원장님께 선물 3만원짜리 드려도 되나요"}, "8천원이면?", map[string]Verdict{"PRE-004": Unclear}},
		{nil, "원장님께 로고 머그컵 8천원짜리, 텀블러 3만원짜리", map[string]Verdict{"PRE-004": Fail}}, // of one message the most counts
		{[]string{"lunch with the doctor for 130,000 won?"}, "and for 90,000 won?", map[string]Verdict{"PRE-001": Pass}},
		{nil, "dinner with a doctor, 300,000 won on the company card", map[string]Verdict{"PRE-001": Unclear}},
		{[]string{"dinner with a doctor, 300,000 won on the company card"}, "there were four people", map[string]Verdict{"PRE-001": Pass}},
	} {
		got := verdicts(rules.Check(Target{Told: c.told, Text: c.text, Day: today}, "ko"))
		for id, want := range c.want {
			if got[id] != want {
				t.Errorf("%q %q: %s is %q, want %q", c.told, c.text, id, got[id], want)
			}
		}
	}
}

// TestFirstRule checks which rule answers a question: each row is what was told, the
// question and the first rule, "" none that it names a topic of.
func TestFirstRule(t *testing.T) {
	t.Parallel()
	rules := must(t)
	for _, c := range []struct {
		told []string
		text string
		want string
	}{
		{nil, "국공립병원 의사랑 밥먹을때 1인당 한도 얼마야", "ANT-003"},
		{nil, "시립병원 원장님 저녁 사드리는데 얼마까지", "ANT-003"},
		{nil, "대학병원 교수님이랑 저녁먹는데 한도가 얼마야", "ANT-003"},
		{nil, "보건소 선생님 밥값 한도", "ANT-003"},
		{nil, "공무원한테 선물은 얼마까지?", "ANT-004"},
		{nil, "1인당 식사비 한도가 얼마야?", "PRE-001"},
		{nil, "동네 의원 원장님이랑 밥 먹을 때 한도", "PRE-001"},
		{[]string{"what is the limit for a gift to a doctor?", "what if he works at a public hospital"}, "and dinner, how much per person?", "ANT-003"},
		{[]string{"의사한테 밥 얼마까지 사도 돼?"}, "국립이야", "ANT-003"},
		{nil, "경비는 며칠 안에 올려야 돼?", "INT-002"},
		{nil, "방문 보고는 언제까지 해야 해?", "INT-002"},
		{nil, "결재는 누구한테 받아야해", "INT-004"},
		{nil, "노트북이 안 켜져", ""},
		{nil, "노트 나눠줘도 되나", "PRE-006"},
		{nil, "저녁에 방문해도 되나", ""},
		{nil, "회의실 예약", ""},
	} {
		got := ""
		if told := rules.Search(c.told, c.text, "ko", today, 4); len(told) > 0 && told[0].Score >= 0.5 {
			got = told[0].Rule
		}
		if got != c.want {
			t.Errorf("%q %q: %q, want %q", c.told, c.text, got, c.want)
		}
	}
}
