package slot_test

import (
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
		{"tokyo", "숙소 위치가 별로다 시부야쪽이 낫지 않나", "hotel act=other area=시부야 ?"},
		// What is cheaper or nicer.
		{"danang", "비행기는 저가항공이면 충분해요", "flight act=cheaper"},
		{"tokyo", "숙소값이 너무 세네요 한단계 낮은 걸로 가죠", "hotel act=cheaper"},
		{"paris", "호텔 5성급으로 하면 예산 넘어요?", "hotel act=better ?"},
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
		{"danang", "다낭 말고 세부 갔으면 얼마나 차이 나요?", "!destination:unknown_place:세부 act=question topic=cost ?"},
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
		{"osaka", "료칸에서 하루 자고 싶어요", "hotel act=other"},
		{"osaka", "공항 근처에서 하루 자고 가요", ""},
		{"osaka", "온천 마을에서 하루 묵고 싶은데", "hotel act=other ?"},
		{"osaka", "고베에서 하루만 자고 싶어요", "dates act=which"},
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
