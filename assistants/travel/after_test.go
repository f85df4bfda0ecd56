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
	// What is planned already stays where it is; a swap takes the day of what goes.
	// The class of one part, what each would save, and what a night may cost.
	{"밥값은 더 아껴도 돼요", "cheaper", "chosen_plan choices", "현지 지출을 알뜰 등급으로.*200만원에서 160만원"},
	{"총 170만원 안으로 맞추려면 뭐부터 줄일까요?", "travel_question", "", "한 등급 낮추면 줄어드는 금액: 항공 20만원.*숙소 21만원.그러면 합계 179만원.*현지 지출 40만원"},
	{"1박에 얼마까지 쓸 수 있어요?", "travel_question", "", "객실 1박에 14만원까지.*알뜰 7만원"},
	// A night elsewhere, an order on a condition and places that are compared change nothing.
	{"나머지 2박은 싼 데로", "cheaper", "", "119만원.*한 등급으로만"},
	{"예산 넘으면 호텔 낮춰줘", "cheaper", "", "숙소.*줄어듭니다"},
	{"교토에서 자는 걸로 짜줘", "add", "", "\"교토\"는.*한 등급으로만"},
	{"오사카성이랑 해유관 중에 어디가 나아요?", "travel_question", "", "오사카성.*해유관"},
	{"밤비행기 말고 낮에 가는 거로 하면 얼마 차이나요", "complaint", "", "시각이 없어"},
	{"그럼 돌아오는 것만 늦게", "complaint", "", "시각이 없어"},
	{"총 얼마야? 250 넘으면 료칸 빼줘", "travel_question|dislike|unclear", "", "료칸.*200만원"},
	{"도쿄도 같이 갈 수 있어? 오사카 2박 도쿄 1박", "travel_collect|travel_question|unclear|travel_plan", "", "한 번에 한 도시만"},
	{"오사카 2박 도쿄 1박으로 해줘", "travel_collect|unclear|travel_plan", "", "한 번에 한 도시만"},
	// Orders are carried out beside what no data has; figures are those asked for.
	{"오사카성 빼고 그날 그냥 수영장이요", "remove", "itinerary avoid_places", "오사카성을 뺐"},
	{"4박인데 왜 5일이야?", "why", "", "3박이라 일정은 4일"},
	{"환전은 한 사람이 얼마씩 하면 될까요", "travel_question", "", "현지 지출은 모두"},
	{"골프 치면 하루에 얼마 잡으면 돼?", "add", "", "\"골프\"는[^만]*$"},
	{"해유관 7살 데리고 갈 만해요?", "travel_question", "", "아이에게 맞는 곳인지.*해유관"},
	{"오사카성 평일이 나아 주말이 나아?", "travel_question", "", "붐비는지는.*오사카성"},
	// What the sample does not know is said.
	{"출발을 24일로 미루면 값이 오르나요?", "travel_question", "", "그대로입니다. 예시 금액은 날짜나 계절에 따라 달라지지 않습니다"},
	{"연말에는 문 닫는 데 없어요?", "travel_question", "", "공휴일 휴무와 임시 휴관은 자료에 없으니.*쉬는 요일이 적힌 곳이 없습니다"},
	{"경유편이면 얼마나 저렴해요?", "travel_question", "", "모두 직항.*알뜰 25만원"},
	{"대구로 바꿔서 다시 계산해 주세요", "travel_plan", "origin", "대구 출발.*출발 공항에 따라 다르지 않"},
	{"하나를 뺀다면 뭘 빼는 게 나아요?", "travel_question|dislike", "", "오사카성"},
	{"오사카성은 꼭 가야 해요", "add", "must_visit_places itinerary", "오사카성은 이미 일정에 있습니다"},
	{"아메리카무라 말고 해유관은 꼭 가야 해요", "add|swap", "must_visit_places itinerary", "해유관"},
	{"입장료 다 합치면 얼마야?", "travel_question", "", "입장료는 1인 약 .*2명이면 약 "},
	{"셋째 날 오후 3시부터 콘서트라 비워줘", "change_day", "itinerary", "3일차"},
	{"둘째 날은 늦잠 자고 쇼핑만 할래", "change_day", "itinerary", "2일차[^:]*: 11:00 신사이바시 쇼핑가"},
	{"숙소 우메다 쪽으로 바꾸고 셋째 날 오후는 비워줘", "travel_plan|change_day|other", "itinerary stay_area", "3일차.*우메다 지역 숙소"},
	{"부산에서 출발해요", "travel_plan", "origin", "김해 출발"},
	{"숙소는 료칸으로 하고 싶어", "unclear", "", "료칸은 자료에 없는 숙소 종류"},
	{"비행기 오전 출발로 바꿔줘 올 때는 저녁", "complaint", "", "시각이 없어"},
	{"줄 길어?", "travel_question", "", "붐비는지는 자료에 없"},
	{"비행기 말고 배로 갈 수 있나", "travel_question", "", "기차와 배의 요금"},
	{"수영장 있으면서 더 싼 데로", "cheaper", "chosen_plan choices", "숙소를 바꿨.*설비와 서비스는 자료에 없"},
	{"되면 교토 하루 넣어주시고 안 되면 나라로", "add", "itinerary must_visit_places avoid_places", "\"교토\"는 오사카 자료에 없"},
	{"버스투어 말고 대중교통으로 가고 싶어", "swap|travel_question", "", "^[^\"]*$"},
	{"swap osaka castle for nara", "swap", "itinerary avoid_places must_visit_places", "took Osaka Castle out.*Nara Park in"},
	{"can we do a day trip to hakone", "add", "", "\"hakone\" is not in"},
	{"1인당 얼마인지 나눠서 알려줘", "travel_question", "", "항공 35만원, 숙박 21만원"},
	{"셋째 날 저녁에 오사카성 말고 스파월드 넣어줘", "swap|add", "itinerary avoid_places must_visit_places", "3일차.*(?:1[7-9]|2\\d):\\d\\d 스파월드"},
	{"도톤보리 대신 고베", "add|swap", "", "고베"},
	{"오사카성 대신 아메리카무라", "add|swap", "", "\"아메리카무라\"는 오사카 자료에 없"},
	{"셋째 날 고베 온천 1박하면 어때", "add|travel_question", "", "고베"},
	{"is 1 million won each enough if we stay 6 nights", "travel_question", "", "6 nights"},
	{"what about day trips to minoo", "add", "", "\"minoo\" is not in"},
	{"벳푸도 갈 수 있어?", "add|travel_question", "", "벳푸"},
	{"렌트카 빌리면 얼마 더 들어", "travel_question", "", "렌터카 요금은 자료에 없"},
	// One part of the money is told by itself, and what the sum lacks by its name.
	{"저녁에 술값은 얼마 잡았어요", "travel_question", "", "^현지 지출은 모두 .*술값"},
	{"제일 돈 많이 드는 게 뭐예요", "travel_question", "", "^가장 큰 것은"},
	{"이 금액에 보험 들어간 건가요?", "travel_question", "", "^보험은 합계에 넣지 않고"},
	{"is baggage included in the price?", "travel_question", "", "no baggage"},
	// A word decides no change that nobody asked for.
	{"며칠이 제일 싼데", "travel_question", "", "어느 날이나 같고"},
	{"칠순이라 한 끼는 제대로 된 데서 대접하고 싶어요", "better|travel_question", "", ""},
	{"돈키호테 어디 있어", "travel_question", "", "자료에 없어 답해 드릴 수 없"},
	{"universal studios on day 2, whole day", "add", "itinerary must_visit_places", "Universal Studios Japan in"},
	{"can we stay on the bay instead of namba", "other|travel_question", "", "area|Namba"},
	{"더 저렴한 플랜은 없을까?", "cheaper", "", "119만원"},
	{"좀 더 싸게 해줘", "cheaper", "chosen_plan", "119만원"},
	{"호텔만 더 좋은 데로 바꿔줘", "better", "chosen_plan choices", "→|에서"},
	{"다른 숙소로 바꿔 주세요", "other", "chosen_plan choices", "숙소"},
	{"비행기 다른 걸로", "other", "chosen_plan choices", "항공"},
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
	{"please drop Dotonbori", "remove", "itinerary avoid_places", "Dotonbori"},
	{"show me day 2", "show", "", "Day 2"},
	{"하루 더 있으면 얼마야?", "travel_question", "", "4박"},
	{"비행기 시간이 너무 이르다", "complaint", "", "시간|항공"},
	{"첫날은 왜 그렇게 비었어?", "why", "", "도착|1일차"},
	{"숙소 예약까지 해줘", "book", "", "예약"},
	{"호텔은 그대로 두고 비행기만 싼 걸로", "cheaper", "chosen_plan choices", "180만원"},
	{"2일차 오후 일정 빼고 쉬고 싶어요", "change_day", "itinerary avoid_places", "오사카성"},
	{"2일차 저녁만 다른 데로", "change_day", "", "찾지 못했습니다"},
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
	// Cheaper or nicer leaves what is to be kept.
	{"숙소는 그대로 두고 총액만 좀 내려줘", "cheaper", "chosen_plan choices", "항공권을 바꿨습니다"},
	{"먹는 건 줄이지 말고 다른 데서 좀 아껴줘", "cheaper", "chosen_plan choices", "숙소와 항공권을 바꿨고"},
	{"this is far more money than I have, what could we drop", "cheaper", "", "KRW"},
	// A stay near what the days hold, or where nobody knows.
	{"절벽 위 동네 숙소로 옮겨줘", "other", "", "고를 수 있는 지역"},
	// What no trip holds is said, and no season or visa told in its place.
	{"짐은 뭘 싸 가면 좋을까요?", "travel_question", "", "챙길 것"},
	{"여행자 보험 들어야 하나요", "travel_question", "", "보험"},
	{"유심 사야 하나 로밍 해야 하나", "travel_question", "", "유심"},
	{"일본어 못해도 괜찮을까?", "travel_question", "", "번역"},
	{"is it safe at night there?", "travel_question", "", "safety"},
	{"비행기 수하물 몇 키로까지야", "travel_question", "", "수하물"},
	{"이코카 카드 꼭 사야 해요?", "travel_question", "", "교통 카드"},
	{"저는 새우 든 음식은 입에 못 대요", "diet", "", "새우"},
	{"My sister is vegan, any places to eat?", "diet", "", "vegan"},
	// Of a day: a part of it is free, a thin one gets more, others stay.
	{"3일차 오전은 통으로 비워 주세요 수영장에서 놀게요", "change_day", "itinerary", "3일차"},
	{"I have to work till noon on day 3, start after lunch", "change_day", "itinerary", "Day 3"},
	{"3일차가 너무 비어 있네요 한 곳 더 넣어줘요", "more", "", "일정에 없는 곳"},
	{"Can day 2 be less busy?", "change_day", "itinerary avoid_places", "Day 2"},
	{"나라 사슴 보러 가고 싶은데 하루 뺄 수 있나", "add", "itinerary must_visit_places", "나라공원"},
	{"We've been up the castle, no need", "remove", "itinerary avoid_places", "Castle"},
	// Dates and people, in a question too.
	{"could we fly on December 23 instead?", "travel_plan", "start_date itinerary", "23"},
	{"일주일만 뒤로 미룰게요", "travel_plan", "start_date itinerary", "12월 26일"},
	{"오사카는 다녀온 사람이 있어서 후쿠오카로 바꾸자", "travel_plan", "destination itinerary", "후쿠오카"},
	{"숙소 급만 한 단계 위로요 둘이 나눠 내면 돼요", "better", "chosen_plan choices", "원"},
	{"오사카 말고 괌으로 가면 가격이 어떻게 되나요", "travel_question", "", "괌 3박"},
	{"이거 다 합친 금액이에요? 1인이에요?", "travel_question", "", "1인"},
	{"항공권만 따지면 둘이 합쳐 얼마죠?", "travel_question", "", "왕복"},
	{"I'd rather see more each day, we have energy", "travel_plan", "pace itinerary", "full|packed|busy"},
	{"2일차는 늦잠 자고 11시쯤부터 시작하게 해줘", "change_day", "itinerary", "11:"},
	{"keep our last evening free, we meet friends", "change_day", "", "Day 4"},
	{"swap the castle for Minoo Falls", "add", "", "Minoo Falls.*is not in my data"},
	{"예산 100만원으로 줄일게요 더 싸게는 안 되죠?", "travel_question", "", "예산 100만원 안에는 안 됩니다.*19만원"},
	{"첫날은 밤 10시에 도착이야", "change_day", "itinerary", "1일차"},
	{"도착이 밤 12시라 첫날은 잠만 자요", "change_day", "itinerary", "다음 날 0[1-3]:.*숙소에서 쉽니다"},
	{"마지막날 비행기 오전 9시 출발이야", "change_day", "itinerary", "4일차.*뺐습니다"},
	{"11시 비행기인데 그날 아침에 뭐 할 수 있어요", "change_day", "itinerary", "4일차는 08:00까지만.*바로 타러"},
	{"마지막날 오후 6시 비행기면 더 볼 수 있는 데 있어요?", "change_day", "", "15:00까지만.*다녀올 수 있는 곳.*그대로 두었습니다"},
	{"our flight home is at 11 am, can we see Osaka Castle that morning?", "change_day", "itinerary", "Osaka Castle: there is no time"},
	{"can we swap day 2 and 3", "change_day", "itinerary", "day 2, (?:day )?3"},
	{"숙소 좀 별로다", "other|complaint|dislike", "", "숙소"},
	{"put the museum on day 3 instead", "change_day", "", "no museum"},
	{"hmm too expensive, go back", "undo", "", "no change"},
	// Each wish of a message is done, or said not to be.
	{"맛집은 빼고 박물관 넣어주고 호텔은 더 싼걸로", "cheaper", "itinerary avoid_places travel_style chosen_plan choices", "도톤보리, 구로몬시장을 뺐습니다.*박물관은 이 도시 자료에 없어.*숙소를 바꿨습니다"},
	{"하루 늘리고 호텔은 더 좋은걸로 해줘", "travel_plan", "duration itinerary chosen_plan choices", "숙소를 바꿨습니다.*4박 5일로"},
	{"구로몬시장은 빼줘. 그리고 비자 필요해요?", "travel_question", "itinerary avoid_places", "구로몬시장을 뺐습니다.*여권"},
	{"저녁 8시 비행기로 가는데 첫날은 뭐 해요?", "change_day", "itinerary", "숙소로 가서"},
	{"둘째 날에 고베 하버랜드 넣어줘", "add", "", "자료에 없어"},
	{"마지막 날 유명한 데 하나 넣어줘", "more", "", "일정에 없는 곳"},
	{"find us a hotel by the river please", "other", "", "Areas"},
	{"we have to be back by December 21", "travel_plan", "duration itinerary", "2 nights"},
	{"is there a way to do this for under 1.5 million?", "travel_question", "", "within KRW 1,500,000: the Budget plan"},
	{"호텔은 좋으니까 놔두고 나머지에서 줄여봐요", "cheaper", "chosen_plan choices", "항공권을 바꿨습니다"},
	{"can we use credit cards everywhere?", "travel_question", "", "JPY"},
	{"첫날이랑 둘째 날 바꿔줘", "change_day", "itinerary", "넣지 못했습니다"},
	{"저희 스타일이 아니에요, 사원은 다 똑같아서", "dislike", "", "시텐노지"},
	{"why this hotel and not one near the castle", "why", "", "Tennoji"},
	{"취소하면 위약금 얼마예요?", "travel_question", "", "규정은 자료에"},
	{"크리스마스에 많이 붐빌까요?", "travel_question", "", "붐비는지"},
	{"둘째 날은 몇 시에 끝나요?", "travel_question", "", "09:30–11:30"},
	{"호텔이 별로면 어떡하죠?", "dislike", "", "지금 숙소는"},
	// What is asked or complained of ends and undoes nothing else.
	{"아니 제가 말한 거랑 완전 다른데요 제대로 해 주세요", "complaint", "", ""},
	{"남쪽 갔다 북쪽 갔다 정신없는데 이렇게 짠 까닭이 있나요?", "why", "", ""},
	{"두 가지 안만 한눈에 놓고 볼 수 있나요?", "compare", "", "알뜰.*표준.*프리미엄"},
	{"난바랑 우메다 중에 어디가 더 편할까요", "travel_question", "", "고를 수 있는 지역"},
	{"왜 도톤보리를 둘째 날에 넣은 거야", "why", "", "도톤보리"},
	{"유니버설 가면 하루 다 써?", "travel_question", "", "유니버설"},
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
			if got := r.StructuredData.Metadata.IntentType; !slices.Contains(strings.Split(c.act, "|"), got) {
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
		"must_visit_places", "avoid_places", "start_date", "origin", "pace", "chosen_plan", "choices", "document", "free_days", "rest", "stay_area",
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

// What was offered is taken by a bare yes, and by nothing else.
func TestAnOfferIsTaken(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ asks, says, changes, answer string }{
		{"비행기값 좀 아낄 수 없을까요", "바꿔줘", "chosen_plan choices", "항공권을 바꿨습니다"},
		{"호텔 딴 데 없어요?", "네 그렇게 해주세요", "chosen_plan choices", "숙소를 바꿨습니다"},
		{"더 싼 플랜은 없나요?", "응 그렇게 해줘", "chosen_plan", "알뜰 플랜으로"},
		{"먹는 건 줄이지 말고 더 싸게는 안 되나요?", "네", "chosen_plan choices", "숙소와 항공권을"},
		{"하루 더 있으면 얼마야?", "좋아 그렇게 해줘", "duration itinerary", "4박 5일"},
		{"우메다 쪽 호텔은 어때요?", "그걸로 해줘", "stay_area", "우메다"},
		{"is there a cheaper flight?", "yes, do it", "chosen_plan choices", "changed the flight"},
		{"더 싼 플랜은 없나요?", "고마워요", "", ""},
		{"호텔 더 나은 거 있을까요?", "그렇게 하면 다 해서 얼마예요?", "", "그러면 합계가"},
	} {
		y := open(t, storetest.SQLite(t), nil)
		id := y.session(t)
		y.say(t, id, whole, c.asks)
		before := y.state(t, id)
		r := y.say(t, id, c.says)
		if got := strings.Join(changes(t, before, y.state(t, id)), " "); !sameFields(got, c.changes) || !strings.Contains(r.Answer+r.Message, c.answer) {
			t.Errorf("%s, %s: changed %q, want %q: %.200s", c.asks, c.says, got, c.changes, r.Answer+r.Message)
		}
	}
}

// What was just spoken of is what a better one is wanted of.
func TestWhatWasSpokenOfIsMeant(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ first, says, changes, answer string }{
		{"숙소는 어느 지역이에요?", "더 좋은데로 바꿔줘", "chosen_plan choices", "숙소를 바꿨습니다"},
		{"2일차 일정 왜 이렇게 짠거에요", "그날 오후는 비워줘", "itinerary", "2일차"},
		{"3일차만 보여줘", "그날 뭐해요?", "", "3일차"},
		{"호텔은 난바 쪽으로 잡아줘", "아니 난바 말고 우메다", "stay_area", "우메다 지역"},
	} {
		y := open(t, storetest.SQLite(t), nil)
		id := y.session(t)
		y.say(t, id, whole, c.first)
		before := y.state(t, id)
		r := y.say(t, id, c.says)
		if got := strings.Join(changes(t, before, y.state(t, id)), " "); !sameFields(got, c.changes) || !strings.Contains(r.Answer+r.Message, c.answer) {
			t.Errorf("%s, %s: changed %q, want %q: %.200s", c.first, c.says, got, c.changes, r.Answer+r.Message)
		}
	}
}

func sameFields(a, b string) bool {
	x, y := strings.Fields(a), strings.Fields(b)
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

// All wishes of a message are undone together.
func TestSeveralWishesAreUndoneTogether(t *testing.T) {
	t.Parallel()
	y := open(t, storetest.SQLite(t), nil)
	id := y.session(t)
	y.say(t, id, whole)
	before := y.state(t, id)
	y.say(t, id, "구로몬시장은 빼고 호텔은 더 좋은걸로 해줘")
	if changed := changes(t, before, y.state(t, id)); !sameFields(strings.Join(changed, " "), "itinerary avoid_places chosen_plan choices") {
		t.Errorf("changed %v", changed)
	}
	y.say(t, id, "되돌리면 얼마가 되나요?")
	if changed := changes(t, before, y.state(t, id)); len(changed) == 0 {
		t.Error("undone by a question for the sum")
	}
	y.say(t, id, "how about we go back to how it was before?")
	if changed := changes(t, before, y.state(t, id)); len(changed) > 0 {
		t.Errorf("undone, but for %v", changed)
	}
}
