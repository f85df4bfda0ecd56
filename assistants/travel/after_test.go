package travel_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/madang-dev/madang/assistants/travel"
	"github.com/madang-dev/madang/store/storetest"
)

// after are sentences behind a finished plan: the act that each is, the only
// parts of the trip that it may change ("" is none), and what the answer has to
// say.
var after = []struct{ say, act, changes, says string }{
	{"호텔이 어느 동네예요?", "travel_question", "", "신사이바시|텐노지|난바|우메다"},
	{"총 얼마 드는 거야?", "travel_question", "", "200만원"},
	{"더 저렴한 플랜은 없을까?", "cheaper", "", "119만원"},
	{"좀 더 싸게 해줘", "cheaper", "chosen_plan", "119만원"},
	{"호텔만 더 좋은 데로 바꿔줘", "better", "chosen_plan hotel_choice", "→|에서"},
	{"다른 숙소로 바꿔 주세요", "other", "chosen_plan hotel_choice", "숙소"},
	{"비행기 다른 걸로", "other", "chosen_plan flight_choice", "항공"},
	{"둘째 날에 구로몬시장 빼줘", "remove", "itinerary avoid_places", "구로몬시장"},
	{"3일차에 해유관 넣어줘", "add", "itinerary must_visit_places", "해유관"},
	{"도톤보리 대신 우메다 스카이빌딩으로", "swap", "itinerary avoid_places must_visit_places", "우메다"},
	{"하루만 더 있자", "travel_plan", "duration itinerary", "4박"},
	{"이틀 차에 뭐 먹어?", "travel_question", "", "도톤보리|구로몬"},
	{"오사카성 월요일에 열어?", "travel_question", "", "09:00"},
	{"유니버설 몇 시까지 해?", "travel_question", "", "21:00"},
	{"숙소는 어느 지역이 편해?", "travel_question", "", "난바|우메다|텐노지"},
	{"세 개 차이가 뭐야", "compare", "", "알뜰.*표준.*프리미엄"},
	{"프리미엄으로 할게", "choose_plan", "chosen_plan", "프리미엄"},
	{"일정 좀 널널하게", "travel_plan", "pace itinerary", "여유"},
	{"절은 별로 안 좋아해", "dislike", "", "빼|무엇|어떤"},
	{"쇼핑 싫어", "dislike", "itinerary avoid_places", "쇼핑"},
	{"이거 너무 비싼데", "complaint", "", "싼|알뜰|줄"},
	{"왜 표준을 추천했어?", "why", "", "예산"},
	{"일정 다시 보여줘", "show", "", "1일차.*4일차"},
	{"2일차만 보여줘", "show", "", "2일차"},
	{"캘린더 파일로 줘", "travel_export", "document", "일정표"},
	{"출발을 12월 20일로 바꿔줘", "travel_plan", "start_date itinerary", "12월 20일"},
	{"네 명으로 늘었어", "travel_plan", "num_people", "4명"},
	{"예산 250만원까지 괜찮아", "travel_plan", "budget", "250만원"},
	{"고마워 잘 다녀올게", "thanks", "", ""},
	{"좋아 그걸로 확정", "confirm", "chosen_plan", "표준"},
	{"됐어 그만", "stop", "", ""},
	{"강남 아파트 전세 시세 알려줘", "travel_question", "", "여행"},
	{"can you make it cheaper?", "cheaper", "chosen_plan", "KRW"},
	{"what time does Osaka Castle close?", "travel_question", "", "17:00"},
	{"drop Dotonbori", "remove", "itinerary avoid_places", "Dotonbori"},
	{"show day 2", "show", "", "Day 2"},
	{"하루 더 있으면 얼마야?", "travel_question", "", "4박"},
	{"비행기 시간이 너무 이르다", "complaint", "", "시간|항공"},
	{"첫날은 왜 그렇게 비었어?", "why", "", "도착|1일차"},
	{"숙소 예약까지 해줘", "book", "", "예약"},
	{"호텔은 그대로 두고 비행기만 싼 걸로", "cheaper", "chosen_plan flight_choice", "180만원"},
	{"2일차 오후 일정 빼고 쉬고 싶어요", "change_day", "itinerary avoid_places", "오사카성"},
	{"3일차랑 2일차 바꿔줘", "change_day", "itinerary", "2일차, 3일차"},
	{"마지막 날엔 쇼핑하고 싶어요", "change_day", "itinerary", "신사이바시"},
	{"출발 일주일 뒤로 미뤄줘", "travel_plan", "start_date itinerary", "12월 26일"},
	{"아이 둘 더 데려가요", "travel_plan", "num_people", "4명"},
	{"도쿄는 얼마나 들어?", "travel_question", "", "도쿄"},
	{"박물관 빼줘", "dislike", "", "뺄 곳"},
	{"알뜰형으로 하면 호텔이 어디야?", "travel_question", "", "난바"},
	{"온천 있는 숙소로 바꿔줘", "travel_question", "", "확인"},
	{"친구가 새우를 못 먹어요", "diet", "", "알레르기"},
	{"매일 1시부터 3시까지 낮잠 자야 해요", "travel_plan", "itinerary rest", "13:00~15:00"},
	{"day 2 looks too busy", "change_day", "itinerary avoid_places", "Day 2"},
	{"what if we stay 5 nights?", "travel_question", "", "5 nights"},
	{"I don't like temples", "dislike", "", "Shitennoji"},
	{"도톤보리 같은 데는 정말 질색이에요", "remove", "itinerary avoid_places", "도톤보리"},
	{"해유관 줄이 너무 길어서 지쳐요", "complaint", "", ""},
	{"맛집 한 군데만 더 넣어줄래요", "more", "", "먹거리"},
	{"세부 갔으면 얼마나 더 싸요?", "travel_question", "", "세부"},
	{"20박이면 얼마예요?", "travel_question", "", "14박"},
	{"팁은 얼마나 줘야 돼?", "travel_question", "", "팁"},
	{"세 명이면 방 두 개 써야 해?", "travel_question", "", "객실 2개"},
	{"호텔을 더 좋은 데로 하면 예산 넘어요?", "better", "", "예산"},
	{"can you email it to me?", "share", "", "Day 1"},
}

// Each sentence does what is meant and changes only what it may.
func TestSentencesAfterThePlan(t *testing.T) {
	t.Parallel()
	for i, c := range after {
		t.Run(c.say, func(t *testing.T) {
			t.Parallel()
			y := open(t, storetest.SQLite(t), nil)
			id := y.session(t)
			y.say(t, id, whole)
			before := y.state(t, id)
			r := y.say(t, id, c.say)
			now, said := y.state(t, id), strings.ReplaceAll(r.Answer+r.Message, "\n", " ")
			if got := r.StructuredData.Metadata.IntentType; got != c.act {
				t.Errorf("%d: act %q, want %q", i, got, c.act)
			}
			changed := changes(t, before, now)
			for _, field := range changed {
				if !slices.Contains(strings.Fields(c.changes), field) {
					t.Errorf("changed %s", field)
				}
			}
			if c.changes != "" && len(changed) == 0 {
				t.Errorf("nothing changed of %s", c.changes)
			}
			if !regexp.MustCompile(c.says).MatchString(said) {
				t.Errorf("%s lacks %q", said, c.says)
			}
		})
	}
}

// changes are the parts of a trip that differ.
func changes(t *testing.T, a, b travel.MultiAgentState) []string {
	t.Helper()
	part := func(s travel.MultiAgentState) map[string]any {
		raw, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var all map[string]any
		if err := json.Unmarshal(raw, &all); err != nil {
			t.Fatal(err)
		}
		return all
	}
	x, y := part(a), part(b)
	var list []string
	for _, field := range []string{
		"destination", "duration", "budget", "num_people", "travel_style", "itinerary", "budget_flexibility", "preferred_airline", "accommodation_preference",
		"must_visit_places", "avoid_places", "start_date", "origin", "pace", "chosen_plan", "hotel_choice", "flight_choice", "document", "free_days", "rest", "stay_area",
	} {
		p, _ := json.Marshal(x[field])
		q, _ := json.Marshal(y[field])
		if string(p) != string(q) {
			list = append(list, field)
		}
	}
	return list
}

// What a change should come to is asked, and a bare answer to that is taken.
func TestAChangeWithoutItsValueIsAsked(t *testing.T) {
	t.Parallel()
	y := open(t, storetest.SQLite(t), nil)
	id := y.session(t)
	y.say(t, id, whole)
	for _, c := range []struct{ says, asks, answer, field string }{
		{"날짜를 좀 바꾸고 싶어요", "언제로 바꿀까요", "1월 10일", "start_date"},
		{"인원이 바뀌었어요", "몇 명으로", "3", "num_people"},
		{"예산을 다시 정할래요", "예산을 얼마로", "450", "budget"},
		{"도시를 바꾸고 싶은데요", "어디로 바꿀까요", "도쿄", "destination"},
	} {
		before := y.state(t, id)
		r := y.say(t, id, c.says)
		if changed := changes(t, before, y.state(t, id)); len(changed) > 0 || !strings.Contains(r.Answer+r.Message, c.asks) {
			t.Errorf("%s: changed %v, %s", c.says, changed, r.Answer+r.Message)
		}
		y.say(t, id, c.answer)
		if changed := changes(t, before, y.state(t, id)); !slices.Contains(changed, c.field) {
			t.Errorf("%s %s: changed %v", c.says, c.answer, changed)
		}
	}
}
