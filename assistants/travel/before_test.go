package travel_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/madang-dev/madang/store/storetest"
)

// A question before there is a plan is answered from what is held, or it is said
// that it is not; it fills no slot, and the open question is not put again.
func TestQuestionsBeforeThePlan(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ first, asks, says string }{
		{"오사카 가고 싶어요", "비오면 어디가요", "실내: 우메다 스카이빌딩"},
		{"오사카 가고 싶어요", "비자 필요해요?", "여권"},
		// A place that no trip goes to is not answered for the city near it.
		{"마드리드 5박 혼자 예산 350만원", "비자 필요함?", "^마드리드의 비자와 입국 조건은 자료에 없습니다"},
		{"마드리드 5박 혼자 예산 350만원", "토트넘 경기 일정에 넣어줘", "마드리드에 관한 것은 모두 자료에 없습니다"},
		{"센다이 3박 4명이요", "숙소는 1박에 얼마예요?", "^센다이의 비용은 자료에 없습니다"},
		{"센다이 3박 4명이요", "눈 와서 비행기 못 뜨면 어떡해요?", "결항"},
		{"I want to go to Osaka", "can u swap day 2 and day 4", "no days yet"},
		{"오사카 가고 싶어요", "환전 얼마나 해가야돼요", "JPY"},
		{"오사카 가고 싶어요", "얼마나 걸려요?", "1시간 50분"},
		{"오사카 가고 싶어요", "아이랑 가기 괜찮아요?", "아이에게 맞는 곳인지"},
		{"오사카 가고 싶어요", "애기 데리고 다니기 힘들까요", "아이에게 맞는 곳인지"},
		{"오사카 가고 싶어요", "며칠이면 충분해요?", "12곳.*4일쯤"},
		{"오사카 가고 싶어요", "더 좋은 데는?", "알뜰 7만원, 표준 14만원"},
		{"오사카 가고 싶어요", "더 싼데는 없나요", "후쿠오카|부산|제주"},
		{"오사카 가고 싶어요", "숙소는 어느 동네가 좋아요", "우메다"},
		{"오사카 가고 싶어요", "저번에 갔던 데는 말고요", "이 대화에서 정한"},
		{"I want to go to Osaka", "is it ok with a toddler?", "suits children"},
		{"I want to go to Osaka", "what if it rains?", "Umeda Sky"},
		{"안녕하세요", "담달에 어디 갈만한데 있나요", "12월에 가기 좋은 여행지"},
		{"안녕하세요", "따뜻한 나라 추천해주세요", "한 해 내내 따뜻한.*괌"},
		{"안녕하세요", "비행기 오래 타는거 싫어요", "세 시간 안쪽.*제주"},
		{"안녕하세요", "비오면 어디가요?", "여행지마다 다릅니다"},
		{"hello", "somewhere warm, not too long a flight please", "None is within three hours.*Guam"},
	} {
		t.Run(c.asks, func(t *testing.T) {
			t.Parallel()
			y := open(t, storetest.SQLite(t), nil)
			id := y.session(t)
			first := y.say(t, id, c.first)
			before := y.state(t, id)
			r := y.say(t, id, c.asks)
			said := strings.ReplaceAll(r.Answer+r.Message, "\n", " ")
			if !regexp.MustCompile(c.says).MatchString(said) {
				t.Errorf("%s lacks %q", said, c.says)
			}
			changed := changes(t, before, y.state(t, id))
			for _, field := range changed {
				if field != "start_date" { // a month that is named is one
					t.Errorf("changed %s", field)
				}
			}
			lines := strings.Split(strings.TrimSpace(first.Answer+first.Message), "\n")
			if open := lines[len(lines)-1]; len(changed) == 0 && strings.Contains(said, open) {
				t.Errorf("%q asks again %q", said, open)
			}
		})
	}
}

// A part of a day is kept free by the message that begins the trip.
func TestADayIsKeptFreeBeforeThePlan(t *testing.T) {
	t.Parallel()
	y := open(t, storetest.SQLite(t), nil)
	id := y.session(t)
	y.say(t, id, "후쿠오카 3박 둘이, 셋째 날 오후는 비워 두세요")
	for _, place := range y.state(t, id).Itinerary.Days[2].Places {
		if place.End > "12:00" && place.Start < "18:00" {
			t.Errorf("%s-%s %s", place.Start, place.End, place.ID)
		}
	}
}
