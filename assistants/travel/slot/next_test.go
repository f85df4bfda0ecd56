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
