package korean

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestFindStays(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{ // nights; -1 none, -2 contradiction
		"3박 4일": 3, "3박4일이요": 3, "삼박사일": 3, "2박": 2, "4일": 3, "아니 5일로": 4, "나흘 정도": 3, "일주일": 6, "2주 동안": 13,
		"3박 5일": 3, "3박 2일": -2, "당일치기": 0, "한 달": 29, "15박": 15, "0박": 0, "이 박물관 가고 싶어": -1, "숙박비": -1, "도박": -1,
		"3 nights": 3, "5 days": 4, "a week in Tokyo": 6, "four nights and five days": 4, "won a day": -1, "3일 뒤에": -1, "24일부터": -1, "day trip": 0,
		"이틀": 1, "보름": 14, "": -1, "9999박": 9999, "12345박": -1, "10일간": 9, "two weeks": 13,
	} {
		got := -1
		if stays := FindStays(text); len(stays) > 0 {
			nights, ok := stays[0].Count()
			if got = nights; !ok {
				got = -2
			}
		}
		if got != want {
			t.Errorf("%q: %d nights, want %d", text, got, want)
		}
	}
}

func TestFindParties(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"A family of five (2 adults, kids 11, 8, 2)": 5, "아빠 엄마 애 둘 제주": 4, "부모님 두 분, 저희 부부, 초등학생 하나 이렇게 다섯 명": 5, "엄마 아빠랑 셋이": 3, // -1 none
		"친구랑 둘이": 2, "3명": 3, "세 명이요": 3, "혼자 가요": 1, "4인 가족": 4, "부부예요": 2, "어른 2명 아이 1명": 3, "친구 두 명이랑": 3,
		"친구 3명과 함께": 4, "나 포함 3명": 3, "여자셋": 3, "2 couples": 4, "두 커플": 4, "친구둘이": 2, "3 friends and me": 4, "1인당 50만원": -1, "2인실": -1, "둘 다 좋아": -1, "친구들이랑": -1, "가족이랑": -1, "엄마랑 아빠랑": 3,
		"부모님이랑": 3, "여자친구랑": 2, "0명": 0, "11명": 11, "부부랑 아이 둘": 4, "셋이서": 3, "우리 넷": 4, "열심히": -1, "둘": 2,
		"2 people": 2, "the two of us": 2, "solo": 1, "me and my wife": 2, "my wife and I": 2, "my parents (72 and 75) and I": 3, "with my parents": 3, "with 3 friends": 4, "2 adults and a child": 3, "family of four": 4,
		"Tokyo 4 nights for 2": 2, "for two, in May": 2, "for 3 nights": -1, "": -1, "일인데": -1, "이 사람": -1, "다섯 식구": 5,
		"어른 둘 애 둘": 4, "어른셋 애하나": 4, "어른은 둘이고 애는 하나": 3, "애들은 5살 2살이에요 어른은 둘": 4, "부부랑 애들 5살 7살": 4, "어른 세 명 아이 두 명": 5,
		"남편이랑 괌": 2, "동생이랑": 2, "신랑이랑 아들이랑": 3, "엄마 아빠 모시고 저랑 동생이랑": 4, "엄마, 아빠랑": 3, "할머니 엄마 모시고": 3, "다시 둘이다": 2, "셋이에요": 3,
		"남편이랑 애 둘": 4, "와이프랑 딸 하나": 3, "둘이요 애기 하나 더요": 3, "우리 둘이랑 아기 한 명": 3, "애 둘이랑 가요": 3, "아내랑 초등학생 둘이요": 4,
		"with my wife and two kids": 4, "me, my husband and 2 kids": 4, "4명인데 아이 둘": 4,
		"어른 셋에 아기": 4, "둘이 다음 달에": 2, "어른 둘이랑 갓난 아기": 3, "부부랑 아기 5월에": 3, "어른 둘, 아이 없이": 2, "두 분만 가세요": 2, "네 분위기 좋네요": -1, "now it's just 3 now": 3, "10분만": -1,
		"어른이랑": -1, "둘이 다 좋아": -1, "동생 둘이랑": 3, "친구 하나 없이": -1, "엄마 생신이라": -1,
	} {
		got := -1
		if parties := FindParties(text); len(parties) > 0 {
			got = parties[0].Count
		}
		if got != want {
			t.Errorf("%q: %d people, want %d", text, got, want)
		}
	}
}

func TestFindWeekdays(t *testing.T) {
	t.Parallel()
	today := time.Date(2026, 11, 21, 15, 0, 0, 0, time.UTC) // a Saturday
	for text, want := range map[string]string{
		"다음 주 금요일": "2026-11-27", "이번 주 금요일": "2026-11-20", "금요일": "2026-11-27", "토요일": "2026-11-28", "다다음주 월요일": "2026-11-30",
		"이번 주말": "2026-11-21", "다음 주말": "2026-11-28", "next Friday": "2026-11-27", "this weekend": "2026-11-21", "in two weeks": "2026-12-05", "in 3 days": "2026-11-24",
		"주말에": "2026-11-28",
	} {
		days := FindWeekdays(text, today)
		if len(days) == 0 || days[0].Date.Format(time.DateOnly) != want {
			t.Errorf("%q: %v, want %s", text, days, want)
		}
	}
	if days := FindWeekdays("요일은 몰라요", today); len(days) > 0 {
		t.Error(days)
	}
}

func TestTripReadersNeverPanic(t *testing.T) {
	t.Parallel()
	pieces := rapid.SampledFrom([]string{"3박", "4일", "박", "명", "둘", "이", "친구", "랑", "다음 주", "금요일", "어른", "아이", "999", " ", "in", "two", "weeks", "\xff", "🙂", "부터", "a", "day"})
	rapid.Check(t, func(t *rapid.T) {
		var text string
		for _, p := range rapid.SliceOfN(pieces, 0, 12).Draw(t, "pieces") {
			text += p
		}
		text += rapid.String().Draw(t, "tail")
		for _, s := range FindStays(text) {
			if s.Start < 0 || s.End > len(text) || s.Start >= s.End || s.Nights < -1 || s.Days < -1 {
				t.Fatalf("%q: %+v", text, s)
			}
		}
		for _, p := range FindParties(text) {
			if p.Start < 0 || p.End > len(text) || p.Start >= p.End || p.Count < 0 {
				t.Fatalf("%q: %+v", text, p)
			}
		}
		FindWeekdays(text, time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC))
	})
}
