package slot_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/assistants/travel/packs"
	"github.com/madang-dev/madang/assistants/travel/slot"
	"github.com/madang-dev/madang/internal/dialog/dialogtest"
)

var today = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)

func pack(t interface{ Fatal(...any) }) *catalog.Pack {
	p, err := catalog.Open(packs.FS)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// said is a reading in one line, to be compared.
func said(r slot.Reading) string {
	var b strings.Builder
	add := func(format string, args ...any) { fmt.Fprintf(&b, " "+format, args...) }
	if r.Destination != nil {
		add("to=%s", *r.Destination)
	}
	if r.Duration != nil {
		add("nights=%d", *r.Duration)
	}
	if r.Budget != nil {
		add("budget=%d", *r.Budget)
		if r.PerPerson {
			add("each")
		}
	}
	if r.NumPeople != nil {
		add("people=%d", *r.NumPeople)
	}
	if len(r.TravelStyle) > 0 {
		add("styles=%s", strings.Join(r.TravelStyle, ","))
	}
	if r.ReplaceStyles {
		add("replace")
	}
	if len(r.Drops) > 0 {
		add("dropped=%s", strings.Join(r.Drops, ","))
	}
	if r.StartDate != nil {
		add("start=%s", *r.StartDate)
	}
	if r.Origin != nil {
		add("from=%s", *r.Origin)
	}
	if r.BudgetFlexibility != nil {
		add("%s", *r.BudgetFlexibility)
	}
	if r.PreferredAirline != nil {
		add("airline=%s", *r.PreferredAirline)
	}
	if r.AccommodationPreference != nil {
		add("stay=%s", *r.AccommodationPreference)
	}
	if len(r.MustVisitPlaces) > 0 {
		add("must=%s", strings.Join(r.MustVisitPlaces, ","))
	}
	if len(r.AvoidPlaces) > 0 {
		add("avoid=%s", strings.Join(r.AvoidPlaces, ","))
	}
	if len(r.Unknown) > 0 {
		add("unknown=%s", strings.Join(r.Unknown, ","))
	}
	if r.Pace != nil {
		add("pace=%s", *r.Pace)
	}
	for _, p := range r.Problems {
		add("!%s:%s:%s", p.Slot, p.Code, p.Text)
	}
	if r.Act != "" {
		add("act=%s", r.Act)
	}
	if r.Topic != "" {
		add("topic=%s", r.Topic)
	}
	if r.About != "" {
		add("about=%s", r.About)
	}
	if r.Band != "" {
		add("plan=%s", r.Band)
	}
	if r.StayArea != nil {
		add("area=%s", *r.StayArea)
	}
	if r.Day > 0 {
		add("day=%d", r.Day)
	}
	if r.Suggested != "" {
		add("suggested=%s", r.Suggested)
	}
	return strings.TrimSpace(b.String())
}

func TestRead(t *testing.T) {
	t.Parallel()
	p := pack(t)
	for _, c := range []struct {
		text, want string
		asked      slot.Name
		to         string
	}{
		{text: "오사카 3박 4일 150만원 친구랑 둘이 맛집 위주로", want: "to=osaka nights=3 budget=1500000 people=2 styles=맛집"},
		{text: "오사카", asked: slot.Destination, want: "to=osaka"},
		{text: "3박 4일", asked: slot.Duration, want: "nights=3"},
		{text: "4일", asked: slot.Duration, want: "nights=3"},
		{text: "3", asked: slot.Duration, want: "nights=3"},
		{text: "아니 5일로", asked: slot.Budget, to: "osaka", want: "nights=4"},
		{text: "백만원", asked: slot.Budget, want: "budget=1000000"},
		{text: "150만", asked: slot.Budget, want: "budget=1500000"},
		{text: "150", asked: slot.Budget, want: "budget=1500000"},
		{text: "예산은 200 정도", want: "budget=2000000"},
		{text: "2박 3명 1인 60만원", to: "fukuoka", want: "nights=2 budget=600000 each people=3"},
		{text: "홍콩 2박3일 여자셋 인당 65", want: "to=hongkong nights=2 budget=650000 each people=3"},
		{text: "싱가포르 3박 3명 가족여행 인당 120만 초딩 1명", want: "to=singapore nights=3 budget=1200000 each people=3 pace=relaxed"},
		{text: "동물원을 나이트사파리로 바꿔주세요", to: "singapore", want: "must=singapore-05"},
		{text: "3박 1명 40만원", to: "osaka", want: "nights=3 budget=400000 people=1"},
		{text: "tokyo 4 nights, 3 friends and me", want: "to=tokyo nights=4 people=4"},
		{text: "3박 4일 어른 2 아이 1 렌터카로 다닐거야 100만원", to: "jeju", want: "nights=3 budget=1000000 people=3 pace=relaxed"},
		{text: "셋이 가고 예산은 1인 90까지로 해요", to: "osaka", want: "budget=900000 each people=3"},
		{text: "1인당 50만원", want: "budget=500000 each"},
		{text: "한 사람당 70만원씩이요", asked: slot.Budget, want: "budget=700000 each"},
		{text: "둘이요", asked: slot.NumPeople, want: "people=2"},
		{text: "2", asked: slot.NumPeople, want: "people=2"},
		{text: "혼자 후쿠오카 2박", want: "to=fukuoka nights=2 people=1"},
		{text: "오사카 말고 후쿠오카로 바꿔줘", to: "osaka", want: "to=fukuoka"},
		{text: "부산에서 출발해서 오사카 가려고요", want: "to=osaka from=PUS"},
		{text: "부산에서 제주 2박", want: "to=jeju nights=2 from=PUS"},
		{text: "제주항공 타고 싶어요", to: "osaka", want: "airline=7C"},
		{text: "대한항공이랑 게스트하우스로 해주세요", to: "osaka", want: "airline=KE stay=guesthouse"},
		{text: "예산 절대 넘으면 안 돼요", to: "osaka", want: "strict"},
		{text: "조금 넘어도 괜찮아요", to: "osaka", want: "flexible"},
		{text: "유니버설 스튜디오 재팬은 꼭 가고 싶어요", to: "osaka", want: "must=osaka-03"},
		{text: "아메리카무라 꼭 가고 싶어요", to: "osaka", want: "unknown=아메리카무라"},
		{text: "I want to see the Glico sign with my parents", to: "osaka", want: "people=3 unknown=Glico sign pace=relaxed"},
		{text: "I want to visit Kyoto with my parents, 4 days", want: "nights=3 people=3 pace=relaxed !destination:unknown_place:kyoto suggested=osaka"},
		{text: "저녁만 넣어줘", to: "osaka"}, // a part of the day is no place
		{text: "점심도 넣어줘", to: "osaka"},
		{text: "여유롭게 다니고 싶어요", to: "osaka", want: "pace=relaxed"},
		{text: "쇼핑은 빼고 자연 위주로", to: "osaka", want: "styles=자연 dropped=쇼핑"},
		{text: "다음 주 금요일 출발이요", to: "osaka", want: "start=2026-11-27"},
		{text: "12월 24일부터 27일까지 도쿄", want: "to=tokyo nights=3 start=2026-12-24"},
		{text: "12/24~12/27 도쿄", want: "to=tokyo nights=3 start=2026-12-24"},
		{text: "12월에 방콕 5일", want: "to=bangkok nights=4 start=2026-12-05"},
		{text: "빡세지 않게 도쿄", want: "to=tokyo pace=relaxed"},
		{text: "our budget is like 4 million won total, nothing too hectic pls", to: "singapore", want: "budget=4000000 pace=relaxed"},
		{text: "왕궁 반바지 입고 가도 돼?", asked: slot.Destination, want: "act=question topic=customs about=bangkok suggested=bangkok"},
		{text: "둘째날 저녁에 환갑잔치 할만한 한정식집 있어요?", asked: slot.TravelStyle, to: "jeju", want: "act=question topic=meals"},
		{text: "아빠가 해물 알레르기 있으셔요 참고해주세요", asked: slot.TravelStyle, to: "jeju", want: "act=diet"},
		{text: "아빠가 무릎이 안좋으셔서 많이 못걸어요. 예산은 넉넉해요 천만원까지?", asked: slot.Destination, want: "budget=10000000 pace=relaxed"},
		{text: "짐은 몇키로까지 돼?", asked: slot.Destination, want: "act=question topic=baggage"},
		{text: "해외도 돼요?", asked: slot.Destination, want: "act=question topic=places"},
		{text: "바닷가 있는데로 추천좀", asked: slot.Destination, want: "act=question topic=places"},
		{text: "나 뭐 못먹는다고 했지?", want: "act=question topic=memory"},
		{text: "ktx 얼마에요", asked: slot.Duration, to: "busan", want: "act=question topic=rail"},
		{text: "휴양", asked: slot.Destination, want: "styles=휴양"},
		{text: "오백", asked: slot.Destination, want: "budget=5000000"},
		{text: "예산은 한 300", to: "osaka", want: "budget=3000000"},
		{text: "여자친구랑요 200 안넘게", asked: slot.Destination, want: "budget=2000000 people=2 strict"},
		{text: "예산은 인당 100 쇼핑 좋아하고요", to: "tokyo", want: "budget=1000000 each styles=쇼핑"},
		{text: "돈은 800정도 생각해요", to: "paris", want: "budget=8000000"},
		{text: "100 안쪽으로", to: "osaka", want: "budget=1000000"},
		// A number of a size that only a sum has, as the last word.
		{text: "괌 3박 둘이서 450", want: "to=guam nights=3 budget=4500000 people=2"},
		{text: "타이베이 2박 넷 400으로 가능?", want: "to=taipei nights=2 budget=4000000 people=4"},
		{text: "250이요", to: "tokyo", asked: slot.Duration, want: "budget=2500000"},
		{text: "타고 가는 건 KE 703", to: "tokyo", want: ""},
		{text: "숙소는 난바 쪽이 좋겠어요", to: "osaka", want: "area=난바·도톤보리"},
		// The day of the return is no length, and one that is over is no departure.
		{text: "6월 5일 김포 10시 출발, 오는 건 8일 저녁 7시 제주", want: "to=jeju nights=3 start=2027-06-05 from=GMP"},
		{text: "금요일 밤에 도쿄 가서 일요일에 오려는데 괜찮을까요?", want: "to=tokyo nights=2 start=2026-11-27 act=question about=tokyo"},
		{text: "어제 친구랑 얘기했는데 부산 1박 가려고요", want: "to=busan nights=1 people=2"},
		{text: "유니버설은 꼭 가고 싶은데 되나요?", asked: slot.TravelStyle, to: "osaka", want: "must=osaka-03"},
		{text: "오사카 3박4일 둘이 100만원 가능해?", want: "to=osaka nights=3 budget=1000000 people=2"},
		{text: "결혼 5주년이라 와이프랑 파리 가고싶어요", want: "to=paris people=2"},
		{text: "5월 3일부터 5박7일", to: "paris", want: "nights=5 start=2027-05-03"},
		{text: "5월 10일부터 4박5일 다낭 둘이 200만원", want: "to=danang nights=4 budget=2000000 people=2 start=2027-05-10"},
		{text: "5월 10일부터 5일간 다낭", want: "to=danang nights=4 start=2027-05-10"},
		{text: "12월 24일부터 27일 도쿄", want: "to=tokyo nights=3 start=2026-12-24"},
		{text: "둘째주면 10일쯤이죠 1월 10일 출발로 해주세요", to: "danang", want: "start=2027-01-10"},
		{text: "1월 둘째주 3박5일이요", to: "danang", want: "nights=3 start=2027-01-09"},
		{text: "4월 둘째주 금토일요일", want: "start=2027-04-09"},
		{text: "12월 마지막주 후쿠오카", want: "to=fukuoka start=2026-12-26"},
		{text: "3월 셋째 주에 오사카 2박", want: "to=osaka nights=2 start=2027-03-20"},
		{text: "내일 혼자요 20만원", to: "busan", want: "budget=200000 people=1 start=2026-11-22"},
		{text: "설 연휴에 오사카", want: "to=osaka !start_date:moving_feast:설 연휴"},
		{text: "solo trip tokyo next month, 4 days from the 12th", want: "to=tokyo nights=3 people=1 start=2026-12-12"},
		{text: "make it 3 days and leave on the 13th", to: "tokyo", want: "nights=2 start=2026-12-13"},
		{text: "당일치기라니깐 1박 안해요", to: "busan", want: "!duration:out_of_range:당일치기"},
		{text: "오사카 10일 동안", want: "to=osaka nights=9"},
		{text: "다음 주 금토일요일", to: "osaka", want: "start=2026-11-27"},
		{text: "2025년 1월 1일에 출발", to: "osaka", want: "!start_date:past_date:2025년 1월 1일"},
		{text: "2월 30일 출발", to: "osaka", want: "!start_date:impossible_date:2월 30일"},
		{text: "15박", asked: slot.Duration, want: "!duration:out_of_range:15박"},
		{text: "당일치기로", asked: slot.Duration, want: "!duration:out_of_range:당일치기"},
		{text: "3박 2일", asked: slot.Duration, want: "!duration:contradiction:3박 2일"},
		{text: "5,000원", asked: slot.Budget, want: "!budget:out_of_range:5,000원"},
		{text: "2천만원", asked: slot.Budget, want: "!budget:out_of_range:2천만원"},
		{text: "1000달러", asked: slot.Budget, want: "!budget:other_currency:1000달러"},
		{text: "0명", asked: slot.NumPeople, want: "!num_people:out_of_range:0명"},
		{text: "11명", asked: slot.NumPeople, want: "!num_people:out_of_range:11명"},
		{text: "보스턴", asked: slot.Destination, want: "!destination:unknown_place:보스턴"},
		// A place that no trip goes to is found beside anything, where one comes from is
		// none, and what asks is no place.
		{text: "경주 1박2일 ktx로 서울에서. 커플", want: "nights=1 people=2 !destination:unknown_place:경주 act=question topic=rail suggested=busan"},
		{text: "서울에서 부산 2박 둘이", want: "to=busan nights=2 people=2 from=ICN"},
		{text: "막차 몇시야", asked: slot.Destination, want: ""},
		{text: "강원도 가자", asked: slot.Destination, want: "!destination:unknown_place:강원도 suggested=busan"},
		{text: "도쿄 3박 혼자 12월 크리스마스때", want: "to=tokyo nights=3 people=1 start=2026-12-25"},
		{text: "도쿄 둘이 20일 출발 22일 도착", want: "to=tokyo nights=2 people=2 start=2026-12-20"},
		{text: "아틀란티스", asked: slot.Destination, want: "!destination:unknown_place:아틀란티스"},
		{text: "오사카 3박이면 얼마 들어?", want: "to=osaka nights=3 act=question topic=cost about=osaka"},
		{text: "오사카 볼거리 뭐 있어?", want: "act=question topic=sights about=osaka suggested=osaka"},
		{text: "처음부터 끝까지 맛집만", to: "osaka", want: "styles=맛집"},
		{text: "백오십", asked: slot.Budget, want: "budget=1500000"},
		{text: "we are 4", asked: slot.NumPeople, want: "people=4"},
		{text: "싱가포르 유니버설 스튜디오 꼭 갈래", want: "to=singapore must=singapore-04"},
		{text: "마드리드로 바꿔줘", to: "osaka", want: "!destination:unknown_place:마드리드"},
		{text: "12월 26일 출발로 바꿔줘", to: "osaka", want: "start=2026-12-26"},
		{text: "중국 음식 맛집 위주로", to: "osaka", want: "styles=맛집"},
		{text: "이대로 진행해줘", to: "osaka", want: ""},
		{text: "마드리드로 가고 싶어요", want: "!destination:unknown_place:마드리드 suggested=paris"},
		{text: "일본 가고 싶어요", want: "!destination:several_cities:JP"},
		{text: "태국이요", asked: slot.Destination, want: "!destination:several_cities:TH"},
		{text: "오사카랑 도쿄요", want: "!destination:several_places:osaka,tokyo"},
		{text: "안녕하세요", want: "act=greeting"},
		{text: "고마워요", want: "act=thanks"},
		{text: "안녕하세요 오사카 가고 싶어요", want: "to=osaka"},
		{text: "비자 필요해?", to: "osaka", want: "act=question topic=entry"},
		{text: "방콕은 언제 가는 게 좋아?", to: "osaka", want: "act=question topic=season about=bangkok"},
		{text: "PDF로 저장해줘", to: "osaka", want: "act=export"},
		{text: "처음부터 다시", to: "osaka", want: "act=reset"},
		{text: "프리미엄 플랜으로 할게", to: "osaka", want: "act=choose_plan plan=premium"},
		{text: "2번으로 할게요", to: "osaka", want: "act=choose_plan plan=standard"},
		{text: "이 박물관 가고 싶어", to: "paris", want: "styles=문화"},
		{text: "ㅁㄴㅇㄹ ㅋㅋㅋㅋ", want: ""},
		{text: "🎉🎉🎉", asked: slot.Destination, want: ""},
		{text: "1박에 10만원 정도 호텔", to: "osaka", want: "stay=hotel"},
		{text: "I'd like 4 nights in Osaka for two people, budget 2 million won, food and shopping", want: "to=osaka nights=4 budget=2000000 people=2 styles=맛집,쇼핑"},
		{text: "make it 3 nights instead", to: "osaka", want: "nights=3"},
		{text: "solo trip to Tokyo next Friday", want: "to=tokyo people=1 start=2026-11-27"},
		{text: "to Reykjavik please", asked: slot.Destination, want: "!destination:unknown_place:Reykjavik"},
		{text: "오늘 기분이 좋아", to: "osaka", want: ""},
		{text: "예산은 100만원 말고 150만원", to: "osaka", want: "budget=1500000"},
		// A week or a day of a month that has passed is next year's, a day of return and
		// the last day of a window are no departure.
		{text: "방콕 4박 11월 첫째 주 둘이", want: "to=bangkok nights=4 people=2 start=2027-11-06"},
		{text: "타이베이 3박 2월 마지막 목요일 출발", want: "to=taipei nights=3 start=2027-02-25"},
		{text: "괌 3박 5월 첫째 주 화요일 출발", want: "to=guam nights=3 start=2027-05-04"},
		{text: "괌 3박 5월 둘째 금요일에", want: "to=guam nights=3 start=2027-05-14"},
		{text: "Bangkok, 3 nights, the last Thursday of February", want: "to=bangkok nights=3 start=2027-02-25"},
		{text: "홍콩 이번 달 첫째 주 2박", want: "to=hongkong nights=2 !start_date:past_date:이번 달"},
		{text: "괌은 6월이 좋대요, 6월 8일~12일로 갈게요", want: "to=guam nights=4 start=2027-06-08"},
		{text: "타이베이 3월 2일에서 9일 사이 3박", want: "to=taipei nights=3 start=2027-03-02"},
		{text: "부산 2박 다음 주 일요일 저녁에 돌아와요", want: "to=busan nights=2 start=2026-11-27"},
		{text: "부산 목요일 출발 토요일에 돌아오는 걸로", want: "to=busan nights=2 start=2026-11-26"},
		{text: "괌 4박 어른 2명 아이 1명 휴양", want: "to=guam nights=4 people=3 styles=휴양 pace=relaxed"},
	} {
		got := said(slot.Read(c.text, slot.Context{Pack: p, Today: today, Language: "ko", Asked: c.asked, Destination: c.to}))
		if got != c.want {
			t.Errorf("%q (asked %s):\n got %s\nwant %s", c.text, c.asked, got, c.want)
		}
	}
}

// A trip to Osaka of 3 nights for 2 with 1.5 million won is changed by
// something.
func TestReadChanges(t *testing.T) {
	t.Parallel()
	p := pack(t)
	for text, want := range map[string]string{
		"하루 더 있을래": "nights=4", "이틀 줄여줘": "nights=1", "2박 늘려줘": "nights=5", "one more night": "nights=4", "사흘 줄여": "!duration:out_of_range:",
		"한 명 더 추가됐어요": "people=3", "두 명 빠졌어": "!num_people:out_of_range:", "1명 빠졌어": "people=1", "예산을 50만원 늘려줘": "budget=2000000", "20만원 줄여줘": "budget=1300000",
		"예산을 200만원으로 올려줘": "budget=2000000", "오사카성은 빼줘": "avoid=osaka-01", "유니버설 스튜디오 가고 싶어": "must=osaka-03", "24일 출발": "start=2026-11-24", "크리스마스에 출발": "start=2026-12-25",
		"둘이 뭐가 다른 거예요": "act=question", "12일 말고 19일 출발": "start=2026-12-19",
		"20일부터": "start=2026-12-20", "32일 출발": "!start_date:impossible_date:32일", "1억 더 쓸게": "!budget:out_of_range:1억",
	} {
		got := said(slot.Read(text, slot.Context{Pack: p, Today: today, Language: "ko", Destination: "osaka", Nights: 3, Budget: 1_500_000, People: 2}))
		if got != want {
			t.Errorf("%q:\n got %s\nwant %s", text, got, want)
		}
	}
}

func TestAYesTakesTheSuggestion(t *testing.T) {
	t.Parallel()
	r := slot.Read("네 좋아요", slot.Context{Pack: pack(t), Today: today, Language: "ko", Asked: slot.Destination, Suggested: "bangkok"})
	if got := said(r); got != "to=bangkok" {
		t.Error(got)
	}
}

// Whatever is said, the reading ends, and what it takes is within bounds.
func TestReadingsStayWithinTheirBounds(t *testing.T) {
	t.Parallel()
	p := pack(t)
	words := rapid.SampledFrom([]string{
		"오사카", "도쿄", "3박", "4일", "999박", "-5박", "150만원", "1조원", "0원", "1인당", "둘이", "0명", "9999명", "친구", "랑", "말고", "아니", "다음 주", "금요일", "12월 32일",
		"쇼핑", "빼고", "꼭 가고 싶어", "PDF", "?", "얼마", "\xff", "🙂", "<script>", "'; DROP TABLE", "\u202e", "둘째 날", "3일차", "마지막 날", "day 2", "호텔", "프리미엄", "더 싸게", "빼줘", "넣어줘", "도톤보리", "미뤄", "1시부터 3시까지 낮잠", "왜", "nights", "people", "won", "더", "늘려줘", "하루", "한 명", "to ", "in two weeks", "에서", "출발", "2025-01-01", "～", "1/2",
	})
	asked := rapid.SampledFrom(append([]slot.Name{"", slot.StartDate}, slot.Required()...))
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(words, 0, 14).Draw(t, "words"), rapid.SampledFrom([]string{" ", "", ", "}).Draw(t, "between")) + rapid.String().Draw(t, "tail")
		r := slot.Read(text, slot.Context{
			Pack: p, Today: today, Asked: asked.Draw(t, "asked"), Planned: rapid.Bool().Draw(t, "planned"), Start: today,
			Destination: rapid.SampledFrom([]string{"", "osaka"}).Draw(t, "to"), Language: rapid.SampledFrom([]string{"ko", "en"}).Draw(t, "language"),
			Nights: rapid.IntRange(0, 14).Draw(t, "nights"), People: rapid.IntRange(0, 10).Draw(t, "people"), Budget: rapid.Int64Range(0, 10_000_000).Draw(t, "budget"),
		})
		switch {
		case r.Destination != nil && p.Destination(*r.Destination) == nil:
			t.Fatalf("%q: destination %s", text, *r.Destination)
		case r.Duration != nil && !slot.Fits(slot.Duration, *r.Duration):
			t.Fatalf("%q: %d nights", text, *r.Duration)
		case r.Budget != nil && (*r.Budget <= 0 || *r.Budget > 10_000_000 || !r.PerPerson && !slot.Fits(slot.Budget, *r.Budget)):
			t.Fatalf("%q: %d won", text, *r.Budget)
		case r.NumPeople != nil && !slot.Fits(slot.NumPeople, *r.NumPeople):
			t.Fatalf("%q: %d people", text, *r.NumPeople)
		case r.StartDate != nil && *r.StartDate < today.Format(time.DateOnly):
			t.Fatalf("%q: leaves on %s", text, *r.StartDate)
		}
		for _, problem := range r.Problems {
			if strings.ContainsAny(problem.Text, "<>[]()`*|\n\u202e") || !utf8.ValidString(problem.Text) {
				t.Fatalf("%q: %q would be shown", text, problem.Text)
			}
		}
	})
}

func TestALongMessageIsReadAtItsBeginning(t *testing.T) {
	t.Parallel()
	r := slot.Read("오사카 3박 "+strings.Repeat("가나다라", 16<<10/3), slot.Context{Pack: pack(t), Today: today})
	if len(r.Notes) != 1 || said(r) != "to=osaka nights=3" {
		t.Errorf("%v %s", r.Notes, said(r))
	}
}

func TestPhrasesAreThoseThatAreRead(t *testing.T) {
	t.Parallel()
	dialogtest.Check(t, slot.Phrases, ".")
}

func BenchmarkRead(b *testing.B) {
	p := pack(b)
	for name, text := range map[string]string{
		"line": "오사카 3박 4일 150만원 친구랑 둘이 맛집 위주로, 12월 24일 출발",
		"long": strings.Repeat("오사카 3박 4일 150만원 ", 130),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				slot.Read(text, slot.Context{Pack: p, Today: today})
			}
		})
	}
}

func TestExamples(t *testing.T) {
	t.Parallel()
	dialogtest.Examples(t, slot.Files, "examples", 0.7)
	acts := append(slot.Phrases.Under("act"), slot.Phrases.Under("topic")...)
	for _, label := range slot.Examples.Labels() {
		topic, asks := strings.CutPrefix(label, "ask.")
		known := slot.Changed(label) != "" || slices.Contains(acts, "act."+label) || asks && slices.Contains(acts, "topic."+topic)
		if !known && !slices.Contains([]string{"other_hotel", "other_flight", "off_topic", slot.ActThanks, slot.ActAbout, "ask." + slot.TopicIf}, label) {
			t.Errorf("%s is no act", label)
		}
	}
}

// A question changes nothing, and a change without what it should be is asked for.
func TestMeantInOtherWords(t *testing.T) {
	t.Parallel()
	p := pack(t)
	for text, want := range map[string]string{
		"3명으로 바꾸면 얼마야?": "question what_if", "날짜 좀 바꿀래요": "which dates", "예산을 다시 정하고 싶어": "which budget",
		"하카타역 근처로 숙소 옮겨줘": "other stay_area", "이러다 지갑 텅텅 비겠는데 줄일 데 없나": "cheaper cost", "비행기 시간이 너무 이르네": "complaint times",
		"호텔을 한 단계 좋은 데로": "better hotel",
	} {
		r := slot.Read(text, slot.Context{
			Pack: p, Today: today, Language: "ko", Planned: true, Destination: "osaka", Start: today.AddDate(0, 1, 0), Nights: 3, Budget: 2_000_000, People: 2,
		})
		if got := strings.TrimSpace(r.Act + " " + cmp.Or(r.Topic, r.Item)); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
		if r.Asks && r.Told() && r.Topic != slot.TopicIf {
			t.Errorf("%s: a question tells %+v", text, r.Slots)
		}
	}
}

func TestTheDayOfTheReturn(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"9일에 돌아와요": "nights=4", "8일까지요": "nights=3", "3일이요": "nights=2"} {
		c := slot.Context{Pack: pack(t), Today: today, Language: "ko", Destination: "osaka", Asked: slot.Duration, Start: time.Date(2027, 3, 5, 0, 0, 0, 0, time.UTC)}
		if got := said(slot.Read(text, c)); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
