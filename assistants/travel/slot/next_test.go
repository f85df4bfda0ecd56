package slot_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/madang-dev/madang/assistants/travel/slot"
)

// What is said of a plan, by what went wrong before: the act, what it is about and
// what it tells.
func TestSaidOfAPlan(t *testing.T) {
	t.Parallel()
	p := pack(t)
	for _, c := range []struct{ city, text, want string }{
		// A stay or a flight that is to be left as it is is not what is changed, and nobody travels alone.
		{"hongkong", "upgrade the hotel but leave the flights alone", "hotel act=better"},
		{"jeju", "비행기는 그대로 두고 숙소만 더 좋은 데로", "hotel act=better"},
		// Another kind of lodging is a wish, not another one of the same kind.
		{"osaka", "호텔 말고 게스트하우스 같은 데서 자도 돼요", "hotel stay=guesthouse"},
		// An area to stay in is no sight, whatever names it.
		{"taipei", "Could we stay around Ximending instead?", "hotel act=other area=시먼딩"},
		{"fukuoka", "텐진 말고 하카타역 근처로 잡아줘", "hotel act=other area=하카타"},
		{"singapore", "put us in Chinatown rather than Marina Bay", "hotel act=other area=차이나타운"},
		{"tokyo", "왜 이리 비싸요 호텔 대신 에어비앤비", "hotel stay=airbnb"},
		{"tokyo", "숙소 위치가 별로다 시부야쪽이 낫지 않나", "hotel act=other area=시부야 ?"},
		// "Twice" chooses no plan, and who asks is not told that it is good to hear.
		{"bangkok", "쇼핑은 2번만 합시다", "act=dislike"},
		{"osaka", "2번으로 할게요", "act=choose_plan plan=standard"},
		{"osaka", "둘이 의논해서 프리미엄 플랜으로 마음 정했습니다", "plan act=choose_plan plan=premium"},
		{"osaka", "we decided on the standard plan", "plan act=choose_plan plan=standard"},
		{"osaka", "is there a pool in the premium one?", "act=question topic=service plan=premium ?"},
		{"danang", "바나힐은 꼭 가고싶다고 하시네요 근데 걷는게 많나요?", "pace act=question topic=hours about=danang ?"},
		{"danang", "호이안은 밤에 가는게 낫죠? 애들이 9시면 자는데", "hotel act=question topic=evening about=danang ?"}, // a visit in a question is no stay,
		{"danang", "미케비치는 아침에 가는 게 나을까요", "act=question topic=hours about=danang ?"},
		{"taipei", "지우펀만 기차로 갔다오는걸로", "act=question topic=transport ?"}, // its name holds a verb, which takes nothing out
		// What is cheaper or nicer.
		{"danang", "비행기는 저가항공이면 충분해요", "flight act=cheaper"},
		{"tokyo", "숙소값이 너무 세네요 한단계 낮은 걸로 가죠", "hotel act=cheaper"},
		{"paris", "호텔 5성급으로 하면 예산 넘어요?", "hotel act=better ?"},
		{"osaka", "더 싼 데는?", "act=cheaper ?"},
		{"osaka", "더 좋은데는 없나요", "act=better ?"},
		{"osaka", "그럼 더 저렴한 데 없어요?", "act=cheaper ?"},
		{"osaka", "anything cheaper?", "act=cheaper ?"},
		// Nights, days and people.
		{"hongkong", "add one more night", "nights=4"},
		{"hongkong", "actually we can stay till Wednesday, so one extra night", "nights=4"},
		{"osaka", "하루만 자고 오는 걸로 바꿀게요", "nights=1"},
		{"bangkok", "아니다 하루 더 있는 거 취소해줘", "act=undo"},
		{"hongkong", "my sister is joining us", "people=3"},
		{"tokyo", "부모님도 모시고 갈게요", "people=4"},
		{"bangkok", "My girlfriend can't make it, so it's only me now", "people=1"},
		{"busan", "저희 셋에서 다섯으로 늘었어요", "people=5"},
		{"jeju", "한 명은 못 온대", "people=1"},
		{"osaka", "예산은 200 안으로 맞춰줘", "budget=2000000"},
		// A place goes from one day to the other; of a kind of place something is to go.
		{"bangkok", "첫째 날 왓아룬은 너무 늦지 않나? 다음날로 넘겨", "must=bangkok-03 act=add day=2"},
		{"osaka", "쇼핑몰은 한 군데만 남기고 빼주세요", "act=dislike"},
		{"osaka", "유니버설은 하루 종일 걸린다며? 그럼 빼자", "avoid=osaka-03 act=remove"},
		{"hongkong", "swap days 2 and 3", "act=change_day day=2"},
		{"tokyo", "음 100만원 정도 덜 들게 못하나", "act=cheaper ?"},
		// The pace of a trip is no kind of place.
		{"hongkong", "make it more relaxed", "pace=relaxed"},
		{"taipei", "we can pack in a lot more each day", "pace=packed"},
		// Questions: a day in one is no departure, and what is not known is named.
		{"bangkok", "짜뚜짝 시장 주말에만 여나요?", "act=question topic=hours about=bangkok ?"},
		{"danang", "다낭 말고 팔라완 갔으면 얼마나 차이 나요?", "!destination:unknown_place:팔라완 act=question topic=cost ?"},
		{"osaka", "팁은 얼마나 줘야 돼?", "act=question topic=tip ?"},
		{"tokyo", "하네다로 도착하는 거 맞아요?", "act=question topic=airport ?"},
		{"singapore", "do we need to book anything ahead?", "act=question topic=advance ?"},
		{"osaka", "맛집 리스트 좀 줘봐", "act=question topic=meals"},
		// A place is added although something else goes.
		{"osaka", "유니버설 넣고 하나 빼줘", "must=osaka-03 act=add"},
		{"osaka", "add Osaka Castle and drop something else", "must=osaka-01 act=add"},
		{"osaka", "see Osaka Castle without the crowds", "must=osaka-01 act=add"},
		{"osaka", "오사카성 추가하고 다른 건 빼줘", "must=osaka-01 act=add"},
		{"osaka", "include Osaka Castle, skip one of the others", "must=osaka-01 act=add"},
		{"osaka", "Osaka Castle takes all day, drop it", "avoid=osaka-01 act=remove"},
		{"osaka", "Osaka Castle, we can do without it", "avoid=osaka-01 act=remove"},
		{"osaka", "Osaka Castle: we can do without the queues", "avoid=osaka-01 act=remove"},
		{"osaka", "Osaka Castle is something we can live without", "avoid=osaka-01 act=remove"},
		{"osaka", "유니버설 넣은 거, 역시 빼줘", "avoid=osaka-03 act=remove"},
		{"osaka", "빼줘, 아까 추가한 유니버설", "avoid=osaka-03 act=remove"},
		{"osaka", "유니버설 넣고 싶었는데 그냥 빼줘", "avoid=osaka-03 act=remove"},
		{"osaka", "유니버설 추가해주시고 하나 빼주세요", "must=osaka-03 act=add"},
		// Who leaves on a day, or on a flight, keeps nothing; what is not to be touched is not changed.
		{"hongkong", "We leave June 3 with 4 people", "people=4 start=2027-06-03"},
		{"hongkong", "we leave Friday and we are 5 people", "people=5 start=2026-11-27"},
		{"hongkong", "can we leave on a later flight?", "flight act=complaint ?"},
		{"hongkong", "could we leave with a cheaper flight?", "flight act=cheaper ?"},
		{"hongkong", "upgrade the hotel, don't touch the flights", "hotel act=better"},
		{"hongkong", "The hotel is great, don't change the hotel", "hotel act=keep"},
		{"osaka", "조식 있는 호텔 그대로 두세요", "hotel act=keep"},
		{"osaka", "호텔 좋네요, 호텔은 그대로 둬요", "hotel act=keep"},
		{"hongkong", "the flights are fine, leave the flights alone and upgrade the hotel", "hotel act=better"},
		{"hongkong", "keep the hotel but get us a bigger room", "hotel act=better"},
		{"hongkong", "upgrade the hotel, flights as is", "hotel act=better"},
		{"hongkong", "how much is the hotel alone?", "hotel act=question topic=cost ?"},
		{"hongkong", "is the hotel the same in all plans?", "hotel act=question topic=stay_area ?"},
		{"hongkong", "nicer hotel please, but don’t change the flights", "hotel act=better"},
		{"hongkong", "upgrade the flights, don't touch the hotel", "flight act=better"},
		{"hongkong", "a better hotel, and do not touch our flights", "hotel act=better"},
		{"hongkong", "upgrade the hotel, the flights stay as they are", "hotel act=better"},
		{"hongkong", "the flight remains the same, find a cheaper hotel", "hotel act=cheaper"},
		{"jeju", "keep 비행기, 숙소만 더 좋은 데로", "hotel act=better"},
		{"jeju", "비행기는 킵하고 숙소만 더 좋은 데로", "hotel act=better"},
		// What else is counted is no number of people.
		{"osaka", "하루 일정을 셋으로 줄여줘", "dates act=which"},
		{"osaka", "장소를 둘로 줄여줘", "act=brief"},
		{"osaka", "쇼핑몰을 넷에서 셋으로 줄여줘", "act=brief"},
		{"osaka", "저희 볼 곳을 다섯으로 줄여줘", "act=brief"},
		{"busan", "우리 넷으로 늘었어요", "people=4"},
		// A night somewhere is not the whole trip.
		{"osaka", "료칸에서 하루 자고 싶어요", "hotel"},
		{"osaka", "공항 근처에서 하루 자고 가요", ""},
		{"osaka", "온천 마을에서 하루 묵고 싶은데", "hotel act=other ?"},
		{"osaka", "고베에서 하루만 자고 싶어요", "dates act=which"},
		{"danang", "let's spend one night there", ""},
		{"danang", "two nights in Hoi An would be lovely", "must=danang-09"},
		{"osaka", "거기서 1박 하면 좋겠네요", ""},
		// A day of the month is no number of days, and a day of the week is one of the trip.
		{"osaka", "저희는 23일 도착이에요", "start=2026-12-23"},
		{"osaka", "12월 23일~25일은 가게 문 닫는다던데 맞아요?", "act=question topic=hours day=3 ?"},
		{"osaka", "출발을 24일로 미루면 달라지는 게 있나요?", "start=2026-12-24 act=question topic=what_if ?"},
		{"osaka", "수요일 오후는 비워 주세요", "act=change_day day=3"},
		{"osaka", "화요일에 해유관 보러 가고 싶어요", "must=osaka-07 act=add day=2"},
		{"osaka", "금요일에 해유관 보러 가고 싶어요", "must=osaka-07 act=add"},
		{"osaka", "leave the wednesday afternoon free", "act=change_day day=3"},
		{"osaka", "how much is food per day", "act=question topic=cost ?"},
		// What a message only resembles, or asks by hearsay, takes no place out.
		{"osaka", "도톤보리는 날마다 가고 싶고요", "must=osaka-02 act=add"},
		{"bangkok", "왕궁은 슬리퍼 신으면 못 들어간다면서요", "act=question topic=customs about=bangkok ?"},
		{"taipei", "월요일에 쉬는 데 있어요? 미술관 이런 데", "act=question topic=hours ?"},
		// The class of a part of the plan.
		{"osaka", "그냥 직항으로 하고 숙소만 좀 낮춰 주세요", "hotel act=cheaper"},
		{"osaka", "도톤보리 쪽은 하루만 하고 나머지 밤은 싼 호텔로", "hotel act=cheaper"},
		{"osaka", "밥값은 더 아껴도 돼요", "daily act=cheaper"},
		{"osaka", "spend less on food, please", "daily act=cheaper"},
		{"osaka", "I usually eat pretty cheap", "act=question topic=meals"},
		{"osaka", "경유편이면 얼마나 저렴해요?", "flight act=question topic=stops ?"},
		{"osaka", "직항으로 바꿔 주세요", "flight act=question topic=stops ?"},
		{"osaka", "we would like twin beds, not a double", "act=question topic=service"},
		// Airports that trips begin at.
		{"osaka", "대구로 바꿔서 다시 계산해 주세요", "from=TAE"},
		{"osaka", "김포공항에서 가는 비행기도 있어요?", "flight act=question topic=origins ?"},
		// Who comes along; where they come from adds nobody.
		{"hongkong", "my parents are coming", "people=4"},
		{"hongkong", "my mum and dad are joining", "people=4"},
		{"hongkong", "my grandparents want to come too", "people=4"},
		{"hongkong", "my brother’s coming along", "people=3"},
		{"hongkong", "my sister is coming on this trip", "plan people=3"},
		{"hongkong", "my parents are coming for the whole trip", "plan people=4"},
		{"hongkong", "my mum is coming and hates walking", "people=3"},
		{"hongkong", "my parents come from Busan", "from=PUS"},
		{"hongkong", "our friend is coming from Daegu", "from=TAE"},
		// Who wants no full days wants quiet ones.
		{"osaka", "너무 바쁘게는 싫어요", "pace pace=relaxed"},
		{"osaka", "빡빡하지 않으면 좋겠어요", "pace pace=relaxed"},
		{"osaka", "하루에 한두군데만 가는 일정", "plan pace=relaxed"},
		{"singapore", "I don't want packed days", "pace=relaxed"},
		{"singapore", "make our days packed", "pace=packed"},
		{"osaka", "여유롭게 말고 빡세게", "pace pace=packed"},
		// A number that is told counts, whoever is named beside it.
		{"jeju", "오빠네 못온대요 ㅠ 넷만 갈게요", "people=4"},
		{"bangkok", "장인어른도 오신대요 6명", "people=6"},
		{"bangkok", "친구 한 명 더 와요", "people=3"},
		{"osaka", "아 그리고 시어머니도 같이 가신대요 한명 추가요", "people=3"},
		{"osaka", "동생이 못 간대요 한 명 빠져요", "people=1"},
		{"jeju", "아 다시 셋이다", "people=3"},
		// A day that is spoken of by the way moves nothing, nor does a day out or an age;
		// what is insisted on is told, whatever it asks besides.
		{"paris", "기념일이 12월 22일인데 그날 저녁 분위기 좋은 레스토랑 좀요", "act=question topic=meals day=2"},
		{"paris", "12월 23일 저녁에 뭐 먹어요?", "act=question topic=meals day=3 ?"},
		{"osaka", "12월 22일로 옮길게요", "start=2026-12-22"},
		{"osaka", "12월 22일에 출발할게요", "start=2026-12-22"},
		{"osaka", "12월 25일", "start=2026-12-25"},
		{"fukuoka", "아냐 그냥 2박으로 하고 출발을 6일로 미룰게", "nights=2 start=2026-12-06"},
		{"osaka", "출발을 25일로 당길게요", "start=2026-12-25"},
		{"osaka", "3일만 미뤄줘", "start=2026-12-24"},
		{"osaka", "12월 21일 출발인데 22일로 하루 미룰게요", "start=2026-12-22"},
		{"danang", "아니 무슨 10일이에요ㅋㅋ 3박5일이라니까요", "nights=3"},
		{"hongkong", "마카오 당일치기 넣으면 어때", "unknown=마카오 act=add"},
		{"paris", "루브르 오르세 다음에 5시 40분에 간다고요? 거긴 편도 4시간인데", "act=question topic=hours about=paris ?"},
		{"guam", "임신 20주인데 비행기 타도 되나?", "flight act=question topic=health ?"},
		// What the plan's total holds, the rooms, the railway and somebody to talk to are no change.
		{"danang", "비행기 포함된거에요?", "flight act=question topic=included ?"},
		{"hongkong", "입장료도 들어간거지?", "act=question topic=included ?"},
		{"busan", "비행기 말고 ktx로 계산해줘요", "flight act=question topic=rail ?"},
		{"busan", "해운대에서 회 먹을만한데 있나?", "act=question topic=meals about=busan ?"},
		{"osaka", "USJ 표는 어디서 사요", "act=question topic=tickets about=osaka ?"},
		{"guam", "태풍 오면 어떡해", "act=question topic=typhoon ?"},
		{"bangkok", "호텔 방 3개로 해주세요", "hotel act=question topic=rooms ?"},
		{"jeju", "방 두개로 해주세요", "hotel act=question topic=rooms ?"},
		{"jeju", "큰 방으로 바꿔줘", "hotel act=other"},
		{"busan", "사람이랑 얘기하고 싶은데", "act=question topic=human ?"},
		{"osaka", "나 견과류 알레르기 있어 기억해줘", "act=question topic=memory ?"},
		{"osaka", "compare it with tokyo same days", "to=tokyo act=question topic=what_if ?"},
		{"osaka", "알뜰이랑 표준은 뭐가 다른거에요?", "act=compare plan=budget ?"},
		{"bangkok", "다섯째날 저녁에 왓포 넣어줘", "must=bangkok-02 act=add day=5"},
		{"bangkok", "둘째날 오전은 호텔에서 쉬고 오후에 시작했으면", "hotel styles=휴양 act=change_day day=2"},
		{"tokyo", "그거 말고 다시", "act=undo"},
		// The hours of a flight leave that day free before or behind it.
		{"taipei", "첫날은 밤 10시에 도착이야", "act=change_day day=1"},
		{"tokyo", "마지막날 비행기 오전 9시 출발이야", "flight act=change_day day=4"},
		{"tokyo", "our flight leaves at 9 am on the last day", "flight act=change_day day=4"},
		{"tokyo", "마지막날 비행기가 오전 11시인데 스카이트리 갈수 있어요?", "flight act=change_day about=tokyo day=4"},
		// What no list has is named as unknown, and a day gets no place by that name or
		// another one for it; what only describes a place asks for ideas.
		{"hongkong", "캘린더에 넣어줘", "act=export"},
		{"osaka", "구글 캘린더에 추가해줘", "act=export"},
		{"hongkong", "첫날 밤에 갈만한데 넣어줘", "act=more topic=evening day=1"},
		{"osaka", "일정에 애들 놀 곳 하나만 넣어주세요", "plan act=more"},
		{"hongkong", "둘째날 브런치 카페 넣어줘", "act=more topic=meals day=2"},
		{"osaka", "add a nice cafe on day 2", "act=more topic=meals day=2"},
		{"osaka", "우메다 대신에 방금 얘기한 거 중에 하나 넣어줘", "act=more"},
		{"osaka", "초밥은 하루에 하나씩 넣어줘", "unknown=초밥 act=add"},
		{"osaka", "스냅사진 찍을데 넣어줘", "unknown=스냅사진 act=add"},
		{"paris", "몽생미셸도 하루 넣어줘요", "unknown=몽생미셸 act=add"},
		{"paris", "5일차에 디즈니랜드 넣어줘", "unknown=디즈니랜드 act=add day=5"},
		{"osaka", "둘째 날에 료칸 하나 추가해줘", "unknown=료칸 act=add day=2"},
		{"osaka", "고베도 들르고 싶어요", "unknown=고베 act=add"},
		{"osaka", "add Kobe harbor to day 3", "unknown=kobe act=add day=3"},
		{"bangkok", "왕궁은 빼고 마사지 같은거 넣어줘요", "avoid=bangkok-01 unknown=마사지 act=remove"},
		{"osaka", "오사카성 넣고 지브리파크도 넣어줘", "must=osaka-01 unknown=지브리파크 act=add"},
		{"osaka", "도톤보리 대신 지브리파크 넣어줘", "unknown=지브리파크 act=add"},
		{"osaka", "swap the castle for Minoo Falls", "unknown=Minoo Falls act=add"},
		{"osaka", "3일차에 해유관 넣어줘", "must=osaka-07 act=add day=3"},
		{"osaka", "둘째날에 더 넣어줘", "act=more day=2"},
		{"osaka", "한 명 추가해줘", "people=3"},
		{"osaka", "쇼핑 좀 넣어줘", "styles=쇼핑"},
		// A day of the trip by its number is no length and moves nothing; rest is no style.
		{"osaka", "22일 저녁에 뮤지컬이라 그날 오후는 비워줘요", "act=change_day day=2"},
		{"osaka", "23일날 아침에 오사카성 갈래", "must=osaka-01 act=add day=3"},
		{"osaka", "오전만 보고 오후엔 매일 쉬게 해줘요", "pace=relaxed"},
		{"osaka", "출발을 이틀 뒤로 미루면 싸질까요?", "start=2026-12-23 act=question topic=what_if ?"},
		{"osaka", "예산 칠백", "budget=7000000"},
		{"osaka", "put dotonbori back and drop something else", "must=osaka-02 act=add"},
		{"osaka", "push it back two days", "start=2026-12-23"},
		{"osaka", "it's 4 now", "people=4"},
		// One place of a kind is picked by the user, and the days stay as they are.
		{"tokyo", "라멘 맛집 하나만 넣어줘 너무 줄서는데 말고", "act=more topic=meals"},
		{"osaka", "공원 한 군데만 추가해줘", "act=more"},
		{"osaka", "2박만 하는 걸로 줄여줘", "nights=2"},
		{"osaka", "나라 넣어줘", "must=osaka-11 act=add"},
		{"fukuoka", "쇼핑할 곳도 들어있나요? 하루 다녀오는 건지", "act=question ?"},
		{"osaka", "두 번째가 더 낫겠네요", "act=choose_plan plan=standard"},
		{"osaka", "A안으로 할게요", "act=choose_plan plan=budget"},
		{"osaka", "셋이 차이가 뭐예요?", "act=compare ?"},
		{"osaka", "오르막 심한 데는 빼주세요", "act=question topic=access ?"},
		{"osaka", "호텔 평점이 어떰", "hotel act=question topic=service ?"},
		{"osaka", "첫째 날 말고 셋째 날 오후를 비워줘", "act=change_day day=3"},
		{"osaka", "저녁 약속을 첫날로 옮겨야겠어요", "change_day act=which day=1"},
		{"osaka", "하루는 비워두고 쉴래", "change_day act=which"},
		{"osaka", "고베 빼고 나라 갈래요", "must=osaka-11 act=add"},
		{"tokyo", "그럼 나리타로 해주세요", "act=question topic=airport"},
		{"osaka", "셋째 날이요", "act=show day=3"},
		// A window is no airport.
		{"singapore", "창이 큰 방으로 업그레이드 되나요?", "hotel act=better ?"},
		{"singapore", "창이 넓은 방으로 바꿀 수 있어요?", "hotel act=other"},
		{"singapore", "창이 있는 방인가요?", "act=question topic=service ?"},
		{"singapore", "창이공항으로 도착해요?", "act=question topic=airport ?"},
	} {
		language := "ko"
		if c.text[0] < utf8.RuneSelf {
			language = "en"
		}
		r := slot.Read(c.text, slot.Context{
			Pack: p, Today: today, Language: language, Planned: true, Destination: c.city, Start: today.AddDate(0, 1, 0), Nights: 3, Budget: 3_000_000, People: 2,
		})
		got := strings.TrimSpace(r.Item + " " + said(r))
		if r.Asks {
			got += " ?"
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.text, got, c.want)
		}
	}
}

// Hoi An is another name of Da Nang, and of a sight there.
func TestASightOfTheCitysName(t *testing.T) {
	t.Parallel()
	c := slot.Context{Pack: pack(t), Today: today, Language: "ko", Planned: true, Destination: "danang", Start: today.AddDate(0, 1, 0), Nights: 3, Budget: 2_500_000, People: 2}
	if r := slot.Read("호이안은 왜 넣었어요?", c); r.Act != slot.ActWhy || !slices.Equal(r.Named, []string{"danang-09"}) {
		t.Errorf("%s %v", r.Act, r.Named)
	}
	if r := slot.Read("호이안 빼줘", c); !slices.Equal(r.AvoidPlaces, []string{"danang-09"}) {
		t.Errorf("%s %v", r.Act, r.AvoidPlaces)
	}
	c.LastPlace = "호이안 올드타운"
	if r := slot.ReadAll("거긴 빼주세요", c)[0]; !slices.Equal(r.AvoidPlaces, []string{"danang-09"}) {
		t.Errorf("%s %v", r.Act, r.AvoidPlaces)
	}
	if r := slot.Read("다낭 일정 다시 보여줘", c); r.Act != slot.ActShow || len(r.Named) > 0 {
		t.Errorf("%s %v", r.Act, r.Named)
	}
}
